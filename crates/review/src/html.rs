//! Pages that need nothing but themselves: boards are drawn in them, and a few lines of script step through the moves.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use qili_board::{Move, Position};
use qili_notation::diagram::{self, Options};
use qili_notation::files::Edition;
use qili_report::Rulebook;
use qili_words::Language;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A page, complete in itself.
#[must_use]
pub fn page(title: &str, language: Language, boards: &Boards, body: &str) -> String {
    let lang = language.of("zh-Hans", "en");
    let (heading, title) = (prose(title), escaped(&title.replace('`', "")));
    let shared = boards.shared();
    format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{shared}\
         <h1>{heading}</h1>\n{body}<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
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
    definitions: BTreeSet<String>,
    backgrounds: Vec<String>,
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
        let edition = Edition {
            movement: book.movement(),
            vocabulary: &book.vocabulary,
        };
        let mut position = start.clone();
        let mut drawn = vec![diagram::svg(&position, edition, &Options::default())];
        let mut written = Vec::new();
        for &mv in moves {
            written.push(book.written(mv, &position, language));
            position.play(mv);
            let options = Options {
                last: Some(mv),
                ..Options::default()
            };
            drawn.push(diagram::svg(&position, edition, &options));
        }
        let frames: Vec<Vec<&str>> = drawn.iter().map(|svg| self.body(svg)).collect();
        let same = frames.iter().skip(1).fold(frames[0].len(), |same, frame| {
            let both = frames[0].iter().zip(frame);
            same.min(both.take_while(|(one, other)| one == other).count())
        });
        let background = self.background(frames[0][..same].join("\n"));
        let mut text = format!(
            "<figure class=\"board\"><svg viewBox=\"0 0 616 676\" role=\"img\"><use href=\"#board{background}\"/>\n"
        );
        for (number, frame) in frames.iter().enumerate() {
            let on = if number == 0 { " on" } else { "" };
            let body = frame[same..].join("\n");
            let _ = writeln!(text, "<g class=\"frame{on}\">{body}</g>");
        }
        text += "</svg><figcaption>";
        let start = language.of("起始局面", "position");
        let steps = std::iter::once(start.to_owned()).chain(written);
        for (number, step) in steps.enumerate() {
            let on = if number == 0 { " class=\"on\"" } else { "" };
            let shown = match number {
                0 => step,
                _ => format!("{number}. {step}"),
            };
            let _ = write!(
                text,
                "<button type=\"button\" data-step=\"{number}\"{on}>{}</button> ",
                escaped(&shown)
            );
        }
        text + "</figcaption></figure>\n"
    }

    /// The lines of a drawing, without what it defines.
    fn body<'s>(&mut self, svg: &'s str) -> Vec<&'s str> {
        let (_, inside) = svg.split_once("<defs>").unwrap_or_default();
        let (definitions, body) = inside.split_once("</defs>").unwrap_or_default();
        let lines = |text: &'s str| text.lines().filter(|line| !line.is_empty());
        self.definitions
            .extend(lines(definitions).map(str::to_owned));
        lines(body.trim_end().trim_end_matches("</svg>")).collect()
    }

    fn background(&mut self, drawn: String) -> usize {
        let known = self.backgrounds.iter().position(|one| *one == drawn);
        known.unwrap_or_else(|| {
            self.backgrounds.push(drawn);
            self.backgrounds.len() - 1
        })
    }

    fn shared(&self) -> String {
        let mut text = "<svg class=\"shared\" aria-hidden=\"true\"><defs>\n".to_owned();
        for line in &self.definitions {
            let _ = writeln!(text, "{line}");
        }
        for (number, drawn) in self.backgrounds.iter().enumerate() {
            let _ = writeln!(text, "<g id=\"board{number}\">{drawn}</g>");
        }
        text + "</defs></svg>\n"
    }
}
