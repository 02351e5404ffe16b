//! A report for a terminal.

use std::fmt::Write as _;

use qili_report::explain::board;
use qili_words::Language;

use super::lines;
use crate::question::Question;
use crate::report::{Find, Report};

/// The report as text.
#[must_use]
pub fn text(question: &Question, report: &Report, language: Language) -> String {
    let mut text = format!("{}\n", lines::title(question, language));
    for line in lines::counted(question, report, language) {
        let _ = writeln!(text, "{line}");
    }
    if let Some((head, rows)) = lines::directions(question, report, language) {
        let said = head[1..].join(" | ");
        let _ = writeln!(text, "\n{}{}{said}", head[0], language.of("：", ": "));
        for row in rows {
            let _ = writeln!(
                text,
                "  {}{}{}",
                row[0],
                language.of("：", ": "),
                row[1..].join(" | ")
            );
        }
    }
    for (number, find) in (1..).zip(&report.finds) {
        text += &section(question, report, find, number, language);
    }
    for line in lines::missing(question, report, language) {
        let _ = writeln!(text, "\n{line}");
    }
    text
}

fn section(
    question: &Question,
    report: &Report,
    find: &Find,
    number: usize,
    language: Language,
) -> String {
    let mut text = format!("\n{number}. {}\n", lines::heading(question, find, language));
    if let Some(class) = lines::class(find, language) {
        let _ = writeln!(text, "({class})");
    }
    text.push('\n');
    text += &board(&question.first().book, &find.stretch.start);
    text.push('\n');
    for (what, said) in lines::plies(question, find, language)
        .into_iter()
        .chain(lines::patterns(question, find, language))
    {
        let _ = writeln!(
            text,
            "  {what}{}{}",
            language.of("：", ": "),
            said.join(" → ")
        );
    }
    text.push('\n');
    for remark in lines::remarks(question, report, find, language) {
        let _ = writeln!(text, "{remark}");
    }
    let _ = writeln!(text, "  {}", lines::command(question, find));
    text
}
