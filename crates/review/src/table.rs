//! Many editions side by side: each case a row, each edition a column.

use std::fmt::Write as _;

use qili_board::Move;
use qili_edition::EditionError;
use qili_edition::case::Case;
use qili_edition::outcome::Outcome;
use qili_interpreter::judge::Judgement;
use qili_report::Rulebook;
use qili_words::{Bilingual, Language};
use rayon::prelude::*;
use serde::Serialize;

use crate::diff::{Gathered, Printed, all_cases, gather, ruling};
use crate::html::{Boards, escaped, page, prose};
use crate::things::label;

/// Editions side by side; texts are in the language of the report.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    /// The schema of this report.
    pub schema: &'static str,
    /// The columns.
    pub editions: Vec<String>,
    /// The cases, by what they are about and by their names.
    pub rows: Vec<Row>,
}

/// The name and version of the JSON of a [`Table`]; fields are added, never changed or removed.
pub const SCHEMA: &str = "qili.table/1";

/// A case.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// What the two sides do, by the last edition that can say so: what the case is about.
    pub theme: String,
    /// Under which names it stands: `2020/figure-13`.
    pub names: Vec<String>,
    /// Its title.
    pub title: Bilingual,
    /// Its position.
    pub fen: String,
    /// The rulings that books give.
    pub printed: Vec<Printed>,
    /// What each edition says.
    pub cells: Vec<Cell>,
    /// Whether they do not all say the same.
    pub differs: bool,
    /// Its moves.
    #[serde(skip)]
    line: Vec<Move>,
}

/// What an edition says of a case.
#[derive(Debug, Clone, Serialize)]
pub struct Cell {
    /// The outcome, as in the JSON of a judgement; `None` where the edition cannot judge the case.
    pub outcome: Option<Outcome>,
    /// The nature of each ply.
    pub natures: Vec<String>,
    /// What Red and Black do.
    pub patterns: [String; 2],
    /// The ruling and its reason, or why the case cannot be judged.
    pub because: String,
    /// Whether the ruling is another than in the nearest column to the left that has one.
    pub differs: bool,
    /// Whether natures or patterns are.
    pub otherwise: bool,
}

/// Judges every case of some editions by all of them.
///
/// # Errors
/// A case file that cannot be read.
pub fn table(
    books: &[Rulebook],
    labels: &[String],
    language: Language,
) -> Result<Table, EditionError> {
    let cases: Vec<Vec<Case>> = books.iter().map(all_cases).collect::<Result<_, _>>()?;
    let editions: Vec<(&Rulebook, &[Case])> =
        books.iter().zip(cases.iter().map(Vec::as_slice)).collect();
    let rows = gather(&editions)
        .par_iter()
        .map(|one| {
            let judged: Vec<_> = books.iter().map(|book| judged(one, book)).collect();
            let columns: Vec<_> = books.iter().zip(&judged).collect();
            Row::of(one, &columns, language)
        })
        .collect();
    Ok(Table::new(labels.to_vec(), rows))
}

/// What an edition says of a case, or why it cannot judge it.
pub type Judged = Result<Judgement, Bilingual>;

/// Judges a case by an edition.
///
/// # Errors
/// Why it cannot be judged.
pub fn judged(one: &Gathered<'_>, book: &Rulebook) -> Judged {
    one.judge(book)
        .map_err(|problem| crate::inherited::said(&problem))
}

impl Row {
    /// A case as each of some editions has judged it.
    #[must_use]
    pub fn of(one: &Gathered<'_>, columns: &[(&Rulebook, &Judged)], language: Language) -> Self {
        let mut cells: Vec<Cell> = Vec::new();
        for (book, judged) in columns {
            let mut cell = match judged {
                Ok(judged) => Cell::of(book, judged, language),
                Err(problem) => Cell::without(problem.get(language)),
            };
            let before = cells.iter().rev().find(|cell| cell.outcome.is_some());
            if let (Some(before), Some(_)) = (before, cell.outcome) {
                cell.differs = before.outcome != cell.outcome;
                cell.otherwise = before.natures != cell.natures || before.patterns != cell.patterns;
            }
            cells.push(cell);
        }
        let last = cells.iter().rev().find(|cell| cell.outcome.is_some());
        let outcomes = cells.iter().map(|cell| cell.outcome);
        Row {
            theme: last.map_or_else(String::new, |cell| cell.patterns.join(" – ")),
            names: one.names.clone(),
            title: one.case.title.clone(),
            fen: one.scenario.fen.clone(),
            printed: one.printed(language),
            differs: outcomes.collect::<std::collections::HashSet<_>>().len() > 1,
            cells,
            line: columns
                .iter()
                .find_map(|(_, judged)| judged.as_ref().ok())
                .map(|judged| judged.plies.iter().map(|ply| ply.played).collect())
                .unwrap_or_default(),
        }
    }
}

impl Cell {
    fn of(book: &Rulebook, judged: &Judgement, language: Language) -> Self {
        let name = |nature: Option<_>| {
            nature.map_or_else(
                || "?".to_owned(),
                |id| book.nature(id).get(language).to_owned(),
            )
        };
        Self {
            outcome: Some(judged.ruling.outcome),
            natures: judged.plies.iter().map(|ply| name(ply.nature)).collect(),
            patterns: qili_board::Side::ALL.map(|side| book.pattern(judged, side, language)),
            because: ruling(book, &judged.ruling, language).because,
            differs: false,
            otherwise: false,
        }
    }

    fn without(why: &str) -> Self {
        Self {
            outcome: None,
            natures: Vec::new(),
            patterns: [String::new(), String::new()],
            because: why.to_owned(),
            differs: false,
            otherwise: false,
        }
    }

    /// The outcome with a mark where it differs: `≠` from the column to the left, `≈` in natures or patterns only.
    fn said(&self, language: Language) -> String {
        let word = self
            .outcome
            .map_or("–", |outcome| outcome.word_in(language));
        let mark = match (self.differs, self.otherwise) {
            (true, _) => "≠ ",
            (false, true) => "≈ ",
            (false, false) => "",
        };
        format!("{mark}{word}")
    }
}

impl Table {
    /// A table of these columns, its rows by what they are about and by their names.
    #[must_use]
    pub fn new(editions: Vec<String>, mut rows: Vec<Row>) -> Self {
        rows.sort_by(|one, other| (&one.theme, &one.names).cmp(&(&other.theme, &other.names)));
        Self {
            schema: SCHEMA,
            editions,
            rows,
        }
    }

    /// Only the cases on which the editions differ.
    #[must_use]
    pub fn differing(mut self) -> Self {
        self.rows.retain(|row| row.differs);
        self
    }

    fn head(&self, language: Language) -> Vec<String> {
        let mut head = vec![
            language.of("判例", "case").to_owned(),
            language.of("书", "the book").to_owned(),
        ];
        head.extend(self.editions.iter().map(|edition| label(edition, language)));
        head
    }

    fn summary(&self, language: Language) -> String {
        let (all, differ) = (
            self.rows.len(),
            self.rows.iter().filter(|row| row.differs).count(),
        );
        match language {
            Language::Chinese => format!(
                "判例 {all} 则，其中 {differ} 则裁决不同。“≠”：裁决与左边一栏不同；“≈”：只是性质或形不同"
            ),
            Language::English => format!(
                "{all} cases, {differ} ruled on differently. ≠: another ruling than in the column to the left; ≈: only other natures or patterns"
            ),
        }
    }

    /// As text, the columns under one another.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let lines: Vec<Vec<String>> = std::iter::once(self.head(language))
            .chain(self.rows.iter().map(|row| row.cells(language)))
            .collect();
        let columns = lines.first().map_or(0, Vec::len);
        let widths: Vec<usize> = (0..columns)
            .map(|at| lines.iter().map(|line| width(&line[at])).max().unwrap_or(0))
            .collect();
        let mut text = format!("{}\n", self.summary(language));
        let mut theme = None;
        for (number, line) in lines.iter().enumerate() {
            let row = number.checked_sub(1).map(|at| &self.rows[at]);
            if let Some(row) = row
                && theme != Some(&row.theme)
            {
                theme = Some(&row.theme);
                let _ = writeln!(text, "\n{}", row.theme);
            }
            let cells = line.iter().zip(&widths);
            let padded: Vec<String> = cells
                .map(|(cell, wide)| cell.clone() + &" ".repeat(wide - width(cell)))
                .collect();
            let _ = writeln!(text, "  {}", padded.join("  ").trim_end());
        }
        text
    }

    /// As Markdown.
    #[must_use]
    pub fn markdown(&self, language: Language) -> String {
        let cell = |cell: &String| cell.replace('|', "\\|").replace('<', "&lt;");
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(cell).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let head = self.head(language);
        let mut text = format!("{}\n\n{}", self.summary(language), line(&head));
        text += &format!("|{}\n", " --- |".repeat(head.len()));
        for row in &self.rows {
            text += &line(&row.cells(language));
        }
        text
    }

    /// As a page, with a board for every case on which the editions differ.
    #[must_use]
    pub fn html(&self, books: &[Rulebook], language: Language) -> String {
        let mut boards = Boards::default();
        let books: Vec<&Rulebook> = books.iter().collect();
        let body = self.body(&books, language, &mut boards, &|name| Named {
            said: label(name, language),
            href: None,
        });
        let editions = self.editions.iter().map(|edition| label(edition, language));
        let editions = language.list(&editions.collect::<Vec<_>>());
        let title = match language {
            Language::Chinese => format!("各版对照：{editions}"),
            Language::English => format!("Editions side by side: {editions}"),
        };
        page(&title, language, &boards, &body)
    }

    /// What stands on that page: the table, and a section for every case on which the editions differ; `named` knows
    /// what readers call a case.
    #[must_use]
    pub fn body(
        &self,
        books: &[&Rulebook],
        language: Language,
        boards: &mut Boards,
        named: &dyn Fn(&str) -> Named,
    ) -> String {
        let mut body = format!("<p>{}</p>\n<table>\n<tr>", escaped(&self.summary(language)));
        for cell in self.head(language) {
            let _ = write!(body, "<th>{}</th>", prose(&cell));
        }
        body += "</tr>\n";
        let columns = self.editions.len() + 2;
        let mut theme = None;
        let mut sections = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            if theme != Some(&row.theme) {
                theme = Some(&row.theme);
                let theme = escaped(&row.theme);
                let _ = writeln!(
                    body,
                    "<tr class=\"theme\"><th colspan=\"{columns}\">{theme}</th></tr>"
                );
            }
            let mut cells = row.cells(language).into_iter().skip(1);
            let name = prose(&row.name(language, &|name| named(name).said));
            let name = match row.differs {
                true => format!("<a href=\"#case-{number}\">{name}</a>"),
                false => name,
            };
            let book = escaped(&cells.next().unwrap_or_default());
            let _ = write!(body, "<tr><td>{name}</td><td>{book}</td>");
            for (said, cell) in cells.zip(&row.cells) {
                let class = if cell.differs {
                    " class=\"differs\""
                } else {
                    ""
                };
                let _ = write!(body, "<td{class}>{}</td>", escaped(&said));
            }
            body += "</tr>\n";
            if row.differs {
                sections += &self.section(row, number, books, language, boards, named);
            }
        }
        body + "</table>\n" + &sections
    }

    fn section(
        &self,
        row: &Row,
        number: usize,
        books: &[&Rulebook],
        language: Language,
        boards: &mut Boards,
        named: &dyn Fn(&str) -> Named,
    ) -> String {
        let names = row.names.iter().map(|name| {
            let Named { said, href } = named(name);
            let said = prose(&said);
            match href {
                Some(href) => format!("<a href=\"{}\">{said}</a>", escaped(&href)),
                None => said,
            }
        });
        let names = names.collect::<Vec<_>>().join(" = ");
        let name = format!("{names} {}", prose(row.title.get(language)));
        let mut text = format!("<section class=\"case\" id=\"case-{number}\">\n<h3>{name}</h3>\n");
        text += &books
            .iter()
            .find_map(|book| {
                let start = qili_board::fen::parse(&row.fen, book.vocabulary.alphabet()).ok()?;
                Some(boards.figure(book, &start.position, &row.line, language))
            })
            .unwrap_or_default();
        text += "<div>\n<table>\n";
        for (edition, cell) in self.editions.iter().zip(&row.cells) {
            let natures = language.list(&cell.natures);
            let class = if cell.differs {
                " class=\"differs\""
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "<tr><th><code>{}</code></th><td>{}</td><td{class}>{}</td></tr>",
                escaped(edition),
                escaped(&natures),
                prose(&cell.because)
            );
        }
        text + "</table>\n</div>\n</section>\n"
    }
}

/// A case as readers know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// What it is called.
    pub said: String,
    /// Its page, where it has one.
    pub href: Option<String>,
}

impl Row {
    fn name(&self, language: Language, named: &dyn Fn(&str) -> String) -> String {
        let names: Vec<String> = self.names.iter().map(|name| named(name)).collect();
        format!("{} {}", names.join(" = "), self.title.get(language))
    }

    fn cells(&self, language: Language) -> Vec<String> {
        let mut rulings: Vec<&str> = self.printed.iter().map(|one| &*one.ruling).collect();
        rulings.dedup();
        let mut cells = vec![
            self.name(language, &|name| label(name, language)),
            rulings.join(" / "),
        ];
        cells.extend(self.cells.iter().map(|cell| cell.said(language)));
        cells
    }
}

/// How many columns of a terminal a text fills: Chinese characters and marks fill two.
fn width(text: &str) -> usize {
    let wide = |c: char| matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}');
    text.chars().map(|c| if wide(c) { 2 } else { 1 }).sum()
}
