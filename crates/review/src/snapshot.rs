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
    if let Some(reading) = &run.scenario.reading {
        let _ = writeln!(text, "解读 reading: {} · {}", reading.zh, reading.en);
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

/// The same for one reader.
#[must_use]
pub fn told(book: &Rulebook, run: &Run<'_>, language: Language) -> String {
    let mut text = run.case.title.get(language).to_owned() + "\n";
    let mut variants = run.case.variants.iter();
    if let Some(variant) = variants.find(|variant| variant.id == run.id) {
        let _ = writeln!(text, "{}: {}", variant.id, variant.change.get(language));
    }
    if let Some(reading) = &run.scenario.reading {
        let what = language.of("解读：", "a reading: ");
        let _ = writeln!(text, "{what}{}", reading.get(language));
    }
    let _ = writeln!(text, "{}\n", run.scenario.fen);
    text += &match &run.judged {
        Some(judged) => judgement(book, judged, language, Detail::Full),
        None => board(book, &run.start),
    };
    text.push('\n');
    for check in &run.checks {
        text += &line_in(check, language);
    }
    text
}

/// One expectation compared, on a line.
#[must_use]
pub fn line(check: &Check<'_>) -> String {
    let expected = match check.scope {
        Scope::Ruling => &check.expected.en,
        _ => &check.expected.zh,
    };
    let got = match check.scope {
        Scope::Ruling => &check.got.en,
        _ => &check.got.zh,
    };
    let reason = check
        .known
        .map(|known| format!("{} · {}", known.reason.zh, known.reason.en));
    let what = match check.scope {
        Scope::Natures(ply) => format!("第{ply}着 ply {ply}"),
        Scope::Targets(ply) => format!("第{ply}着目标 targets of ply {ply}"),
        Scope::Pattern(Side::Red) => "红方 Red".to_owned(),
        Scope::Pattern(Side::Black) => "黑方 Black".to_owned(),
        Scope::Ruling => "裁决 ruling".to_owned(),
        Scope::Clauses => "条目 clauses".to_owned(),
        Scope::Reach(from) => format!("可到 from {from}"),
    };
    compared(check, &what, [expected, got], reason.as_deref())
}

/// The same for one reader.
#[must_use]
pub fn line_in(check: &Check<'_>, language: Language) -> String {
    let in_words = |zh: String, en: String| match language {
        Language::Chinese => zh,
        Language::English => en,
    };
    let what = match check.scope {
        Scope::Natures(ply) => in_words(format!("第{ply}着"), format!("ply {ply}")),
        Scope::Targets(ply) => in_words(format!("第{ply}着目标"), format!("targets of ply {ply}")),
        Scope::Pattern(Side::Red) => language.of("红方", "Red").to_owned(),
        Scope::Pattern(Side::Black) => language.of("黑方", "Black").to_owned(),
        Scope::Ruling => language.of("裁决", "ruling").to_owned(),
        Scope::Clauses => language.of("条目", "clauses").to_owned(),
        Scope::Reach(from) => in_words(format!("{from} 可到"), format!("from {from}")),
    };
    let sides = [check.expected.get(language), check.got.get(language)];
    let reason = check.known.map(|known| known.reason.get(language));
    compared(check, &what, sides, reason)
}

fn compared(
    check: &Check<'_>,
    what: &str,
    [expected, got]: [&str; 2],
    reason: Option<&str>,
) -> String {
    let mark = match (check.agrees, check.known) {
        (true, None) => "=",
        (false, None) => "≠",
        (false, Some(_)) => "≈",
        (true, Some(_)) => "!",
    };
    let mut text = format!("{mark} {what}: {expected}");
    if !check.agrees || expected != got {
        let _ = write!(text, " | {got}");
    }
    if let Some(reason) = reason {
        let _ = write!(text, " — {reason}");
    }
    text.push('\n');
    text
}
