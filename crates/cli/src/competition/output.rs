//! What a subcommand prints: a text for people or JSON for programs.

use miette::{IntoDiagnostic, Result};
use qili_competition::text::{Clause, Lang};
use serde::Serialize;
use serde_json::{Map, Value};
use unicode_width::UnicodeWidthStr;

/// A report in both forms.
pub(super) struct Output {
    pub(super) text: String,
    pub(super) json: Value,
}

/// The JSON of a report: its schema, the edition, then the fields of the report.
pub(super) fn json(kind: &str, edition: &str, report: &impl Serialize) -> Result<Value> {
    let mut object = Map::new();
    let schema = format!("qili.competition.{kind}/1");
    object.insert("schema".to_owned(), Value::String(schema));
    object.insert("edition".to_owned(), Value::String(edition.to_owned()));
    match serde_json::to_value(report).into_diagnostic()? {
        Value::Object(fields) => object.extend(fields),
        other => {
            object.insert(kind.to_owned(), other);
        }
    }
    Ok(Value::Object(object))
}

/// The clauses that a report cites, one a line, each once.
pub(super) fn clauses<'a>(clauses: impl IntoIterator<Item = &'a Clause>, lang: Lang) -> String {
    let mut lines: Vec<String> = Vec::new();
    for clause in clauses {
        let mut line = format!("[{}] {}", clause.article, clause.get(lang));
        if let Some(reading) = &clause.reading {
            let word = lang.pick("解读：", " Reading: ");
            line = format!("{line}{word}{}", reading.get(lang));
        }
        if let Some(erratum) = &clause.erratum {
            let word = lang.pick("勘误：", " Erratum: ");
            line = format!("{line}{word}{}", lang.pick(&erratum.zh, &erratum.en));
        }
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let mut text = String::from("\n");
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// A table whose columns are aligned whatever the width of the characters.
pub(super) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Self {
        Self {
            head: head.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    pub(super) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The table with two spaces between columns; columns of numbers and marks only stand to the right.
    pub(super) fn text(&self) -> String {
        let columns = self.head.len();
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells
                .chain(self.head.get(column))
                .map(|cell| cell.width())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let is_number = |cell: &String| {
            cell.chars()
                .all(|one| one.is_ascii_digit() || " .:+-*".contains(one))
        };
        let right: Vec<bool> = (0..columns)
            .map(|column| {
                self.rows
                    .iter()
                    .filter_map(|row| row.get(column))
                    .all(is_number)
            })
            .collect();
        let mut text = String::new();
        for row in std::iter::once(&self.head).chain(&self.rows) {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let padding = " ".repeat(
                    widths
                        .get(column)
                        .map_or(0, |width| width.saturating_sub(cell.width())),
                );
                if right.get(column) == Some(&true) {
                    line.push_str(&padding);
                    line.push_str(cell);
                } else {
                    line.push_str(cell);
                    line.push_str(&padding);
                }
                line.push_str("  ");
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_by_width() {
        let mut table = Table::new(["名次", "姓名", "分"]);
        table.row(["1", "欧阳修", "12"]);
        table.row(["2", "李白", "8"]);
        assert_eq!(
            table.text(),
            "名次  姓名    分\n   1  欧阳修  12\n   2  李白     8\n"
        );
    }
}
