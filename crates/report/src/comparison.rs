//! One stretch or one game judged by several editions, side by side.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use qili_board::Side;
use qili_interpreter::judge::Judgement;
use qili_interpreter::procedure::{Step, Watched};
use qili_notation::Game;
use qili_words::Language;
use serde::Serialize;
use serde_json::{Map, Value};
use unicode_width::UnicodeWidthStr as _;

use crate::game::Shown;
use crate::{Rulebook, explain, game, json, record};

/// The name and version of the schema.
pub const SCHEMA: &str = "qili.comparison/1";

/// What one edition says.
#[derive(Debug)]
pub struct Column<'b, T> {
    /// By which name it was asked for.
    pub name: &'b str,
    /// The edition.
    pub book: &'b Rulebook,
    /// What came out.
    pub said: T,
}

/// What several editions say of the same moves.
#[derive(Debug)]
pub enum Compared<'b> {
    /// A stretch taken as a cycle.
    Stretch(Vec<Column<'b, Judgement>>),
    /// A whole game, and which of its rulings are shown in full.
    Game(Vec<Column<'b, Watched>>, Shown),
}

/// What several editions say, by the names under which they were asked for.
#[derive(Debug, Clone, Serialize)]
pub struct ComparisonJson {
    /// [`SCHEMA`]
    pub schema: &'static str,
    /// The file's name, where it is from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The number of the game in its file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// What the record says beside the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<BTreeMap<String, String>>,
    /// How it ended, by its record: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<&'static str>,
    /// Of a stretch each a [`JudgementJson`](json::JudgementJson), of a game a [`GameJson`](game::GameJson).
    pub editions: Map<String, Value>,
}

/// What the editions say, for programs; `recorded` is the file and the game that it is from.
///
/// # Errors
/// A judgement that cannot be written.
pub fn json(
    compared: &Compared<'_>,
    recorded: Option<(&str, &Game)>,
    language: Language,
) -> serde_json::Result<ComparisonJson> {
    let editions = match compared {
        Compared::Stretch(columns) => columns
            .iter()
            .map(|column| {
                let judgement = json::stretch(column.book, &column.said, language);
                Ok((column.name.to_owned(), serde_json::to_value(judgement)?))
            })
            .collect::<serde_json::Result<_>>()?,
        Compared::Game(columns, shown) => columns
            .iter()
            .map(|column| {
                let game = game::json(column.book, &column.said, language, *shown);
                Ok((column.name.to_owned(), serde_json::to_value(game)?))
            })
            .collect::<serde_json::Result<_>>()?,
    };
    Ok(ComparisonJson {
        schema: SCHEMA,
        file: recorded.map(|(file, _)| file.to_owned()),
        game: recorded.map(|(_, game)| game.number),
        tags: recorded.map(|(_, game)| record::tags(game)),
        recorded: recorded.map(|(_, game)| game.result.symbol()),
        editions,
    })
}

/// What the editions say, as text: a table with a column for each.
#[must_use]
pub fn text(compared: &Compared<'_>, language: Language) -> String {
    match compared {
        Compared::Stretch(columns) => stretch(columns, 1, language),
        Compared::Game(columns, shown) => whole_game(columns, *shown, language),
    }
}

/// The board, then the table; the first ply has this number.
fn stretch(columns: &[Column<'_, Judgement>], number: usize, language: Language) -> String {
    let Some(first) = columns.first() else {
        return String::new();
    };
    let mut text = String::new();
    if let Some(ply) = first.said.plies.first() {
        let start = &first.said.cycle.before(ply.ply).position;
        text += &explain::board(first.book, start);
        text.push('\n');
    }
    table(&mut text, &rows(first, columns, number, language));
    text
}

/// When a ruling could be asked for and what it says, by edition; then the stretches that are judged, each by those that
/// judge it.
fn whole_game(columns: &[Column<'_, Watched>], shown: Shown, language: Language) -> String {
    let mut moments: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (at, column) in columns.iter().enumerate() {
        let watched = &column.said;
        for step in &watched.steps {
            if let Step::Claimable { moment, .. } = step {
                let ruling = watched.ruling(moment);
                let cells = moments.entry(moment.repetition.now);
                let cells = cells.or_insert_with(|| vec![String::new(); columns.len()]);
                cells[at] = game::said(column.book, &ruling, language);
            }
        }
    }
    let heading = |text: &str| vec![text.to_owned()];
    let mut rows = vec![heading("")];
    rows[0].extend(columns.iter().map(|column| column.name.to_owned()));
    for (ply, cells) in moments {
        let mut row = heading(&match language {
            Language::Chinese => format!("第 {ply} 着后"),
            Language::English => format!("after ply {ply}"),
        });
        row.extend(cells);
        rows.push(row);
    }
    let mut result = heading(language.of("此局", "The game"));
    let outcome = |column: &Column<'_, Watched>| column.said.outcome().result(language).to_owned();
    result.extend(columns.iter().map(outcome));
    rows.push(result);
    let mut text = String::new();
    table(&mut text, &rows);
    for (plies, judged) in stretches(columns, shown) {
        let (first, last) = (plies.start + 1, plies.end);
        text += &match language {
            Language::Chinese => format!("\n第 {first} 至 {last} 着\n"),
            Language::English => format!("\nPlies {first} to {last}\n"),
        };
        text += &stretch(&judged, first, language);
    }
    text
}

/// The stretches that are judged, in their order, each by the editions that judge it.
fn stretches<'b>(
    columns: &[Column<'b, Watched>],
    shown: Shown,
) -> Vec<(Range<usize>, Vec<Column<'b, Judgement>>)> {
    let mut stretches: BTreeMap<(usize, usize), Vec<Column<'b, Judgement>>> = BTreeMap::new();
    for &Column {
        name,
        book,
        ref said,
    } in columns
    {
        for (moment, said) in game::in_full(book, said, shown) {
            let plies = moment.stretch();
            let judging = stretches.entry((plies.start, plies.end)).or_default();
            judging.push(Column { name, book, said });
        }
    }
    let ranged = stretches.into_iter();
    ranged
        .map(|((start, end), judged)| (start..end, judged))
        .collect()
}

/// The rows of the table of a stretch, its heading first.
fn rows(
    first: &Column<'_, Judgement>,
    columns: &[Column<'_, Judgement>],
    number: usize,
    language: Language,
) -> Vec<Vec<String>> {
    let row = |heading: String, cell: &dyn Fn(&Column<'_, Judgement>) -> String| {
        std::iter::once(heading)
            .chain(columns.iter().map(cell))
            .collect::<Vec<_>>()
    };
    let mut rows = vec![row(String::new(), &|column| column.name.to_owned())];
    for (index, ply) in first.said.plies.iter().enumerate() {
        let before = &first.said.cycle.before(ply.ply).position;
        let played = first.book.written(ply.played, before, language);
        let side = ply.side.name(language);
        rows.push(row(
            format!("{:>3}. {side} {played}", index + number),
            &|column| match column.said.plies.get(index) {
                Some(ply) => explain::natures(column.book, ply, language),
                None => String::new(),
            },
        ));
    }
    for side in Side::ALL {
        rows.push(row(side.name(language).to_owned(), &|column| {
            column.book.pattern(&column.said, side, language)
        }));
    }
    rows.push(row(language.of("裁决", "Ruling").to_owned(), &|column| {
        column.book.ruling(&column.said.ruling, language)
    }));
    rows.push(row(language.of("条目", "Clauses").to_owned(), &|column| {
        let clauses = &column.said.ruling.clauses;
        column.book.numbers(clauses, language).join(", ")
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
