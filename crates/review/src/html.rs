//! Pages that need nothing but themselves: boards are drawn in them, and a few lines of script step through the moves.
//! Without script, and in print, every figure is a strip of boards.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use qili_board::{Move, Position};
use qili_notation::diagram::{self, Options, Parts, VIEW};
use qili_notation::files::Edition;
use qili_report::Rulebook;
use qili_words::Language;

/// How pages with boards look.
pub const STYLE: &str = include_str!("page.css");
/// What makes a strip of boards one board that steps: a classic script.
pub const SCRIPT: &str = include_str!("page.js");

/// What a page with its style and script inside may do: nothing that leaves it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// A page, complete in itself.
#[must_use]
pub fn page(title: &str, language: Language, boards: &Boards, body: &str) -> String {
    let lang = language.of("zh-Hans", "en");
    let (heading, title) = (prose(title), escaped(&title.replace('`', "")));
    let shared = boards.shared();
    format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{shared}\
         <main>\n<h1>{heading}</h1>\n{body}</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// Text in which nothing is markup.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text in which words in backticks are shown as they are to be written.
#[must_use]
pub fn prose(text: &str) -> String {
    let mut prose = String::new();
    for (number, part) in text.split('`').enumerate() {
        let part = escaped(part);
        prose += &match number % 2 {
            0 => part,
            _ => format!("<code>{part}</code>"),
        };
    }
    prose
}

/// The boards of a page; what all of them have in common stands in it once.
#[derive(Debug, Default)]
pub struct Boards {
    definitions: BTreeMap<String, String>,
    boards: Vec<String>,
}

/// A board of a strip.
#[derive(Debug, Clone)]
pub struct Step {
    /// The position.
    pub position: Position,
    /// What is marked in it.
    pub marks: Options,
    /// What the board is called: `1. 车五平六`.
    pub name: String,
    /// What stands below it, as HTML.
    pub text: String,
}

impl Boards {
    /// A position, and the moves from it to be stepped through.
    pub fn figure(
        &mut self,
        book: &Rulebook,
        start: &Position,
        moves: &[Move],
        language: Language,
    ) -> String {
        self.strip(book, &steps(book, start, moves, language))
    }

    /// Boards side by side; the script shows one at a time.
    pub fn strip(&mut self, book: &Rulebook, steps: &[Step]) -> String {
        let mut text = "<figure class=\"strip\">\n<ol>\n".to_owned();
        for step in steps {
            let drawn = self.drawn(book, step);
            let (name, below) = (escaped(&step.name), &step.text);
            let _ = writeln!(
                text,
                "<li>{drawn}<div class=\"below\"><p class=\"step\">{name}</p>{below}</div></li>"
            );
        }
        text + "</ol>\n</figure>\n"
    }

    fn drawn(&mut self, book: &Rulebook, step: &Step) -> String {
        let edition = Edition {
            movement: book.movement(),
            vocabulary: &book.vocabulary,
        };
        let Parts {
            definitions,
            board,
            men,
        } = diagram::parts(&step.position, edition, &step.marks);
        self.definitions.extend(definitions);
        let known = self.boards.iter().position(|one| *one == board);
        let board = known.unwrap_or_else(|| {
            self.boards.push(board);
            self.boards.len() - 1
        });
        let name = escaped(&step.name);
        format!(
            "<svg viewBox=\"{VIEW}\" role=\"img\" aria-label=\"{name}\"><use href=\"#board{board}\"/>\n{men}</svg>"
        )
    }

    /// What the boards have in common: to stand in the page before them.
    #[must_use]
    pub fn shared(&self) -> String {
        if self.boards.is_empty() {
            return String::new();
        }
        let mut text = "<svg class=\"shared\" aria-hidden=\"true\"><defs>\n".to_owned();
        text.extend(self.definitions.values().map(String::as_str));
        for (number, drawn) in self.boards.iter().enumerate() {
            let _ = writeln!(text, "<g id=\"board{number}\">\n{drawn}</g>");
        }
        text + "</defs></svg>\n"
    }
}

/// A position and the moves from it, a board for each.
#[must_use]
pub fn steps(book: &Rulebook, start: &Position, moves: &[Move], language: Language) -> Vec<Step> {
    let mut position = start.clone();
    let mut steps = vec![Step {
        position: position.clone(),
        marks: Options::default(),
        name: language.of("起始局面", "position").to_owned(),
        text: String::new(),
    }];
    for (number, &mv) in (1..).zip(moves) {
        let written = book.written(mv, &position, language);
        position.play(mv);
        steps.push(Step {
            position: position.clone(),
            marks: Options {
                last: Some(mv),
                ..Options::default()
            },
            name: format!("{number}. {written}"),
            text: String::new(),
        });
    }
    steps
}
