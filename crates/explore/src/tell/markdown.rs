//! A report for a comment on a pull request.

use std::fmt::Write as _;

use qili_report::explain::board;
use qili_words::Language;

use super::lines;
use crate::question::Question;
use crate::report::Report;

/// The report as Markdown.
#[must_use]
pub fn markdown(question: &Question, report: &Report, language: Language) -> String {
    let mut text = format!("## {}\n\n", lines::title(question, language));
    text += &lines::counted(question, report, language).join("\n");
    text.push('\n');
    if let Some((head, rows)) = lines::directions(question, report, language) {
        let _ = write!(text, "\n{}|{}\n", row(&head), " --- |".repeat(head.len()));
        rows.iter().for_each(|one| text += &row(one));
    }
    for (number, find) in (1..).zip(&report.finds) {
        let _ = writeln!(
            text,
            "\n### {number}. {}\n",
            plain(&lines::heading(question, find, language))
        );
        let _ = writeln!(
            text,
            "```text\n{}```\n",
            board(&question.first().book, &find.stretch.start)
        );
        for (what, said) in lines::plies(question, find, language)
            .into_iter()
            .chain(lines::patterns(question, find, language))
        {
            let _ = writeln!(
                text,
                "- {}{}{}",
                plain(&what),
                language.of("：", ": "),
                plain(&said.join(" → "))
            );
        }
        for remark in lines::remarks(question, report, find, language) {
            let _ = writeln!(text, "\n{}", plain(&remark));
        }
        let _ = writeln!(text, "\n```sh\n{}\n```", lines::command(question, find));
    }
    for line in lines::missing(question, report, language) {
        let _ = writeln!(text, "\n{}", plain(&line));
    }
    text
}

fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(|cell| plain(cell).replace('|', "\\|"))
        .collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Text in which nothing is taken for a tag.
fn plain(text: &str) -> String {
    text.replace('<', "&lt;")
}
