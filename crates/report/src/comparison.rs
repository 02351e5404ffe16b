//! One stretch judged by several editions, side by side.

use std::fmt::Write as _;

use qili_board::Side;
use qili_interpreter::judge::Judgement;
use qili_words::Language;
use serde::Serialize;
use serde_json::{Map, Value};
use unicode_width::UnicodeWidthStr as _;

use crate::{Rulebook, explain, json};

/// The name and version of the schema.
pub const SCHEMA: &str = "qili.comparison/1";

/// What one edition says of the stretch.
#[derive(Debug)]
pub struct Column {
    /// By which name it was asked for.
    pub name: String,
    /// The edition.
    pub book: Rulebook,
    /// Its judgement.
    pub judged: Judgement,
}

/// The judgements of several editions by the names under which they were asked for.
#[derive(Debug, Clone, Serialize)]
pub struct ComparisonJson {
    /// [`SCHEMA`]
    pub schema: &'static str,
    /// Each a [`JudgementJson`](json::JudgementJson).
    pub editions: Map<String, Value>,
}

/// The judgements for programs.
///
/// # Errors
/// A judgement that cannot be written.
pub fn json(columns: &[Column], language: Language) -> serde_json::Result<ComparisonJson> {
    let one = |column: &Column| {
        let judgement = json::stretch(&column.book, &column.judged, language);
        Ok((column.name.clone(), serde_json::to_value(judgement)?))
    };
    Ok(ComparisonJson {
        schema: SCHEMA,
        editions: columns.iter().map(one).collect::<serde_json::Result<_>>()?,
    })
}

/// The judgements as text: the board, then a table with a column for each edition.
#[must_use]
pub fn text(columns: &[Column], language: Language) -> String {
    let Some(first) = columns.first() else {
        return String::new();
    };
    let mut text = String::new();
    if let Some(ply) = first.judged.plies.first() {
        let start = &first.judged.cycle.before(ply.ply).position;
        text += &explain::board(&first.book, start);
        text.push('\n');
    }
    table(&mut text, &rows(first, columns, language));
    text
}

/// The rows of the table, its heading first.
fn rows(first: &Column, columns: &[Column], language: Language) -> Vec<Vec<String>> {
    let row = |heading: String, cell: &dyn Fn(&Column) -> String| {
        std::iter::once(heading)
            .chain(columns.iter().map(cell))
            .collect::<Vec<_>>()
    };
    let mut rows = vec![row(String::new(), &|column| column.name.clone())];
    for (index, ply) in first.judged.plies.iter().enumerate() {
        let before = &first.judged.cycle.before(ply.ply).position;
        let played = first.book.written(ply.played, before, language);
        let side = ply.side.name(language);
        rows.push(row(
            format!("{:>3}. {side} {played}", index + 1),
            &|column| match column.judged.plies.get(index) {
                Some(ply) => explain::natures(&column.book, ply, language),
                None => String::new(),
            },
        ));
    }
    for side in Side::ALL {
        rows.push(row(side.name(language).to_owned(), &|column| {
            column.book.pattern(&column.judged, side, language)
        }));
    }
    rows.push(row(language.of("裁决", "Ruling").to_owned(), &|column| {
        column.book.ruling(&column.judged.ruling, language)
    }));
    rows.push(row(language.of("条目", "Clauses").to_owned(), &|column| {
        json::articles(&column.book, &column.judged.ruling.clauses).join(", ")
    }));
    rows.push(row(language.of("所据", "Law").to_owned(), &|column| {
        column.book.law.clone()
    }));
    rows
}

/// Writes rows in columns as wide as their widest cell.
fn table(text: &mut String, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let blanks = width - cell.width() + 2;
            let _ = write!(line, "{cell}{:blanks$}", "");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}
