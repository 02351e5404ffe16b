//! A difference as a page, with boards.

use std::fmt::Write as _;

use qili_words::Language;

use super::text::{
    EXPECTATIONS, LAW, SECTIONS, counted, counted_games, named, named_game, of, outcome, printed,
    said_problems, title,
};
use super::{CaseChange, Change, Difference, Pair, Part};
use crate::html::{Boards, escaped, page, prose};
use crate::things::label;

/// The difference between two editions as a page.
#[must_use]
pub fn html(pair: &Pair, difference: &Difference, language: Language) -> String {
    let mut boards = Boards::default();
    let mut body = String::new();
    if !difference.problems.is_empty() {
        let _ = writeln!(
            body,
            "<p><strong>{}</strong></p>",
            escaped(&said_problems(difference, language))
        );
        body += &list(&difference.problems);
    }
    if difference.compared > 0 {
        let _ = writeln!(body, "<h2>{}</h2>", escaped(&counted(difference, language)));
        body += &overview(difference, language);
    }
    body += &law_and_clauses(difference, language);
    for (number, case) in difference.cases.iter().enumerate() {
        body += &section(pair, difference, case, number, language, &mut boards);
    }
    body += &games(difference, language);
    let old = label(&difference.old, language);
    let new = label(&difference.new, language);
    let heading = match language {
        Language::Chinese => format!("规则比较：{old} → {new}"),
        Language::English => format!("Rules compared: {old} → {new}"),
    };
    page(&heading, language, &boards, &body)
}

/// What differs in the law itself, as HTML: outside the clauses and in them.
#[must_use]
pub fn law_and_clauses(difference: &Difference, language: Language) -> String {
    let mut body = rows(difference, language);
    for (change, heading) in SECTIONS {
        let those = of(difference, change);
        if those.is_empty() {
            continue;
        }
        let _ = writeln!(body, "<h2>{}</h2>", escaped(heading.of(language)));
        if change == Change::Repealed {
            let titles: Vec<String> = those.iter().map(|one| title(one, language)).collect();
            body += &list(&titles);
            continue;
        }
        for clause in those {
            let (title, text) = (prose(&title(clause, language)), marked(&clause.text));
            let _ = writeln!(body, "<h3>{title}</h3>\n<pre>{text}</pre>");
        }
    }
    body
}

fn list(lines: &[String]) -> String {
    let lines = lines
        .iter()
        .map(|line| format!("<li>{}</li>\n", prose(line)));
    format!("<ul>\n{}</ul>\n", lines.collect::<String>())
}

fn head(difference: &Difference, cells: &[&str]) -> String {
    let mut row = "<table>\n<tr>".to_owned();
    for cell in cells {
        let _ = match *cell {
            // a corner is no heading
            "" => write!(row, "<td></td>"),
            cell => write!(row, "<th>{}</th>", escaped(cell)),
        };
    }
    let (old, new) = (escaped(&difference.old), escaped(&difference.new));
    row + &format!("<th><code>{old}</code></th><th><code>{new}</code></th></tr>\n")
}

/// The rulings that differ, with the books' own.
fn overview(difference: &Difference, language: Language) -> String {
    let ruled: Vec<_> = difference
        .cases
        .iter()
        .enumerate()
        .filter_map(|(number, case)| Some((number, case, case.ruling.as_ref()?)))
        .collect();
    if ruled.is_empty() {
        return String::new();
    }
    let mut table = head(
        difference,
        &[language.of("判例", "case"), language.of("书", "the book")],
    );
    for (number, case, ruling) in ruled {
        let books: Vec<&str> = case.printed.iter().map(|one| &*one.ruling).collect();
        let _ = writeln!(
            table,
            "<tr><td><a href=\"#case-{number}\">{} {}</a></td><td>{}</td><td>{}</td><td class=\"differs\">≠ {}</td></tr>",
            prose(&named(case, language)),
            escaped(case.title.get(language)),
            escaped(&books.join(" / ")),
            escaped(outcome(&ruling.old.says, language)),
            escaped(outcome(&ruling.new.says, language))
        );
    }
    table + "</table>\n"
}

/// What differs outside the clauses, and in what cases expect.
fn rows(difference: &Difference, language: Language) -> String {
    let law = difference.law.iter();
    let law = law.map(|one| [one.what.clone(), one.old.clone(), one.new.clone()]);
    let expected = difference.expectations.iter().map(|one| {
        let what = format!("{} {}", label(&one.case, language), one.what);
        let side = |side: &Option<String>| side.clone().unwrap_or_default();
        [what, side(&one.old), side(&one.new)]
    });
    let mut text = String::new();
    for (heading, rows) in [
        (&LAW, law.collect::<Vec<_>>()),
        (&EXPECTATIONS, expected.collect()),
    ] {
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(text, "<h2>{}</h2>", escaped(heading.of(language)));
        text += &head(difference, &[""]);
        for row in rows {
            let cells = row.map(|cell| format!("<td>{}</td>", prose(&cell).replace('\n', "<br>")));
            let _ = writeln!(text, "<tr>{}</tr>", cells.concat());
        }
        text += "</table>\n";
    }
    text
}

fn marked(parts: &[Part]) -> String {
    let whole = parts.len() == 1;
    parts
        .iter()
        .map(|part| match part {
            Part::Same(text) => escaped(text),
            Part::Old(text) | Part::New(text) if whole => escaped(text),
            Part::Old(text) => format!("<del>{}</del>", escaped(text)),
            Part::New(text) => format!("<ins>{}</ins>", escaped(text)),
        })
        .collect()
}

/// A case: its board, and what either edition says of it.
fn section(
    pair: &Pair,
    difference: &Difference,
    case: &CaseChange,
    number: usize,
    language: Language,
    boards: &mut Boards,
) -> String {
    let title = escaped(case.title.get(language));
    let names = prose(&named(case, language));
    let mut text =
        format!("<section class=\"case\" id=\"case-{number}\">\n<h3>{names} {title}</h3>\n");
    let drawn = [&pair.old.book, &pair.new.book]
        .into_iter()
        .find_map(|book| {
            let book = book.as_ref().ok()?;
            let start = qili_board::fen::parse(&case.fen, book.vocabulary.alphabet()).ok()?;
            Some(boards.figure(book, &start.position, &case.line, language))
        });
    text += &drawn.unwrap_or_default();
    text += "<div>\n";
    let mut lines: Vec<String> = case.problem.iter().cloned().collect();
    lines.extend(printed(case, language));
    text += &list(&lines);
    let mut table = head(difference, &[""]);
    let mut row = |what: String, old: &str, new: &str| {
        let (what, old, new) = (escaped(&what), prose(old), prose(new));
        let _ = writeln!(
            table,
            "<tr><td>{what}</td><td>{old}</td><td class=\"differs\">{new}</td></tr>"
        );
    };
    for ply in &case.plies {
        let what = format!("{}. {}", ply.ply, ply.played);
        row(what, &ply.old.because, &ply.new.because);
    }
    for pattern in &case.patterns {
        row(pattern.side.clone(), &pattern.old, &pattern.new);
    }
    if let Some(ruling) = &case.ruling {
        let what = language.of("裁决", "ruling").to_owned();
        row(what, &ruling.old.because, &ruling.new.because);
    }
    text + &table + "</table>\n</div>\n</section>\n"
}

fn games(difference: &Difference, language: Language) -> String {
    let Some(games) = &difference.games else {
        return String::new();
    };
    let mut text = format!("<h2>{}</h2>\n", escaped(&counted_games(games, language)));
    text += &head(difference, &[language.of("棋局", "game")]);
    for game in &games.changes {
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td class=\"differs\">{}</td></tr>",
            escaped(&named_game(game, language)),
            prose(&game.old.because),
            prose(&game.new.because)
        );
    }
    text + "</table>\n"
}
