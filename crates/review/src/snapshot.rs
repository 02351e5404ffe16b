//! The text by which an arbiter checks a case in a pull request.

use std::fmt::Write as _;

use qili_board::Side;
use qili_report::Rulebook;
use qili_report::explain::{Detail, board, judgement};
use qili_words::Language;

use crate::run::{Check, Run, Scope};

/// A case judged: what it is, the board, every move with its reason, the ruling, and the comparison with the book.
#[must_use]
pub fn snapshot(book: &Rulebook, run: &Run<'_>) -> String {
    let mut text = String::new();
    let title = &run.case.title;
    let _ = writeln!(text, "{} · {}", title.zh, title.en);
    if run.id != run.case.id {
        let variant = run
            .case
            .variants
            .iter()
            .find(|variant| variant.id == run.id);
        if let Some(variant) = variant {
            let _ = writeln!(
                text,
                "{}: {} · {}",
                variant.id, variant.change.zh, variant.change.en
            );
        }
    }
    let _ = writeln!(text, "{}\n", run.scenario.fen);
    match &run.judged {
        Some(judged) => {
            text += &judgement(book, judged, Language::Chinese, Detail::Full);
            text.push('\n');
            // the board is the same in both languages
            let english = judgement(book, judged, Language::English, Detail::Full);
            let drawn = board(book, &run.start);
            text += english
                .strip_prefix(drawn.as_str())
                .unwrap_or(&english)
                .trim_start_matches('\n');
        }
        None => text += &board(book, &run.start),
    }
    text.push('\n');
    for check in &run.checks {
        text += &line(check);
    }
    text
}

/// One expectation compared, on a line.
#[must_use]
pub fn line(check: &Check<'_>) -> String {
    let mark = match (check.agrees, check.known) {
        (true, None) => "=",
        (false, None) => "≠",
        (false, Some(_)) => "≈",
        (true, Some(_)) => "!",
    };
    let what = match check.scope {
        Scope::Natures(ply) => format!("第{ply}着 ply {ply}"),
        Scope::Targets(ply) => format!("第{ply}着目标 targets of ply {ply}"),
        Scope::Pattern(Side::Red) => "红方 Red".to_owned(),
        Scope::Pattern(Side::Black) => "黑方 Black".to_owned(),
        Scope::Ruling => "裁决 ruling".to_owned(),
        Scope::Clauses => "条目 clauses".to_owned(),
        Scope::Reach(from) => format!("可到 from {from}"),
    };
    let mut text = format!("{mark} {what}: {}", check.expected);
    if !check.agrees || check.expected != check.got {
        let _ = write!(text, " | {}", check.got);
    }
    if let Some(known) = check.known {
        let _ = write!(text, " — {} · {}", known.reason.zh, known.reason.en);
    }
    text.push('\n');
    text
}
