//! A report as a page, with boards.

use std::fmt::Write as _;

use qili_review::html::{Boards, escaped, page, prose};
use qili_words::Language;

use super::lines;
use crate::question::Question;
use crate::report::Report;

/// The report as a page.
#[must_use]
pub fn html(question: &Question, report: &Report, language: Language) -> String {
    let mut boards = Boards::default();
    let mut body = String::new();
    for line in lines::counted(question, report, language) {
        let _ = writeln!(body, "<p>{}</p>", prose(&line));
    }
    if let Some((head, rows)) = lines::directions(question, report, language) {
        body += "<table>\n";
        body += &row(&head, "th");
        rows.iter().for_each(|one| body += &row(one, "td"));
        body += "</table>\n";
    }
    for (number, find) in (1..).zip(&report.finds) {
        let heading = prose(&lines::heading(question, find, language));
        let _ = writeln!(
            body,
            "<section class=\"case\" id=\"find-{number}\">\n<h3>{number}. {heading}</h3>"
        );
        body += &boards.figure(
            &question.first().book,
            &find.stretch.start,
            &find.stretch.moves,
            language,
        );
        body += "<div>\n<table>\n";
        for (what, said) in lines::plies(question, find, language)
            .into_iter()
            .chain(lines::patterns(question, find, language))
        {
            let _ = write!(body, "<tr><th>{}</th>", prose(&what));
            match &said[..] {
                [one] => {
                    let _ = write!(
                        body,
                        "<td colspan=\"{}\">{}</td>",
                        find.judged.len(),
                        prose(one)
                    );
                }
                several => several.iter().for_each(|one| {
                    let _ = write!(body, "<td class=\"differs\">{}</td>", prose(one));
                }),
            }
            body += "</tr>\n";
        }
        body += "</table>\n";
        for remark in lines::remarks(question, report, find, language) {
            let _ = writeln!(body, "<p>{}</p>", prose(&remark));
        }
        let _ = writeln!(
            body,
            "<pre>{}</pre>\n</div>\n</section>",
            escaped(&lines::command(question, find))
        );
    }
    for line in lines::missing(question, report, language) {
        let _ = writeln!(body, "<p>{}</p>", prose(&line));
    }
    page(&lines::title(question, language), language, &boards, &body)
}

fn row(cells: &[String], tag: &str) -> String {
    let cells = cells
        .iter()
        .map(|cell| format!("<{tag}>{}</{tag}>", prose(cell)));
    format!("<tr>{}</tr>\n", cells.collect::<String>())
}
