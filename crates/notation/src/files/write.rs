//! Moves of a game as text: numbers, comments, variations, in lines.

use unicode_width::UnicodeWidthStr;

use super::Edition;
use crate::game::{Cursor, Event, Game, NodeId, fits_braces};
use crate::moves::{self, Style};

/// The width of a line, in columns of a terminal.
const WIDTH: usize = 79;

/// Where lines end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Where they are full.
    Filled,
    /// After each pair of moves of the main line.
    Pairs,
}

struct Writer {
    text: String,
    column: usize,
    layout: Layout,
}

impl Writer {
    /// Adds a word, on a new line if it does not fit.
    fn word(&mut self, word: &str) {
        let width = word.lines().map(UnicodeWidthStr::width).next().unwrap_or(0);
        if self.column > 0
            && self.layout == Layout::Filled
            && word != ")"
            && self.column + 1 + width > WIDTH
        {
            self.end_line();
        }
        if self.column > 0 && !self.text.ends_with('(') && !word.starts_with(')') {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.width(),
            None => self.column + word.width(),
        };
    }

    fn end_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }
}

/// The moves of a game in a notation, with the result at the end.
pub(super) fn moves(game: &Game, edition: Edition<'_>, style: &Style, layout: Layout) -> String {
    let mut writer = Writer {
        text: String::new(),
        column: 0,
        layout,
    };
    let mut cursor = Cursor::new(game.start.position.clone());
    let offset = game.start.position.turn().index() as u32;
    // Whether the next move needs its number although it is Black's.
    let mut needs_number = true;
    let mut depth = 0;
    comment(game.tree[NodeId::ROOT].comment(), &mut writer);
    for event in game.tree.events() {
        match event {
            Event::Open => {
                writer.word("(");
                depth += 1;
                needs_number = true;
            }
            Event::Close => {
                writer.word(")");
                depth -= 1;
                needs_number = true;
            }
            Event::Move(id) => {
                let node = &game.tree[id];
                let Some(mv) = node.mv else { continue };
                cursor.go_to(&game.tree, node.parent());
                let half = node.ply - 1 + offset;
                let number = u64::from(game.start.move_number) + u64::from(half / 2);
                let is_first = half.is_multiple_of(2);
                if is_first && depth == 0 && layout == Layout::Pairs {
                    writer.end_line();
                }
                match (is_first, needs_number) {
                    (true, _) if layout == Layout::Pairs && depth == 0 => {
                        writer.word(&format!("{number:>3}."))
                    }
                    (true, _) => writer.word(&format!("{number}.")),
                    (false, true) => writer.word(&format!("{number}...")),
                    (false, false) => {}
                }
                writer.word(&moves::write(
                    mv,
                    cursor.position(),
                    edition.movement,
                    edition.vocabulary,
                    *style,
                ));
                needs_number = false;
                if let Some(notes) = node.notes() {
                    notes
                        .nags
                        .iter()
                        .for_each(|nag| writer.word(&format!("${nag}")));
                    needs_number |= comment(&notes.comment, &mut writer);
                }
            }
        }
    }
    if layout == Layout::Pairs {
        writer.end_line();
    }
    writer.word(game.result.symbol());
    writer.end_line();
    writer.text
}

/// Writes a comment; false if there is none. What would end the braces, or look like the tag of another game, stands after a
/// semicolon on a line of its own.
fn comment(text: &str, writer: &mut Writer) -> bool {
    let mut rest: Vec<&str> = text.lines().collect();
    while let Some(first) = rest.first() {
        let braces = rest.iter().take_while(|line| fits_braces(line)).count();
        if braces == 0 {
            writer.word(&format!(";{first}"));
            writer.end_line();
        } else {
            writer.word(&format!("{{{}}}", rest[..braces].join("\n")));
        }
        rest.drain(..braces.max(1));
    }
    !text.is_empty()
}
