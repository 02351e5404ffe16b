//! A position and a list of moves, as engines and bug reports have them:
//!
//! ```text
//! fen 3ak4/4a4/9/9/9/9/9/9/4R4/3K5 w
//! moves e1a1 e8d7
//! ```
//!
//! `position fen … moves …` on one line is read as well, and `startpos` for the initial position. Moves may be in any notation.
//! Several games follow each other; each `fen` begins one.

use std::io::BufRead;
use std::sync::Arc;

use qili_board::fen;

use super::movetext::{Line, MoveText};
use super::{Edition, ReadError};
use crate::encoding::{LineError, Lines};
use crate::game::{Builder, Game, ProblemKind};
use crate::vocabulary::Vocabulary;

/// What a line says.
enum Part<'l> {
    Start(&'l str),
    Moves(&'l str),
    Other,
}

/// Whether a text begins with a line of this format.
pub(super) fn begins(line: &str) -> bool {
    !matches!(parts(line).0, Part::Other)
}

/// One or two parts of a line.
fn parts(line: &str) -> (Part<'_>, Part<'_>) {
    let line = line.trim();
    let line = word(line, "position").unwrap_or(line);
    if let Some(moves) = word(line, "moves") {
        return (Part::Moves(moves), Part::Other);
    }
    let start = if word(line, "startpos").is_some() {
        Some(line)
    } else {
        word(line, "fen")
    };
    let Some(start) = start else {
        return (Part::Other, Part::Other);
    };
    let start = start.strip_prefix("startpos").unwrap_or(start);
    match start.split_once("moves") {
        Some((start, moves)) => (Part::Start(start.trim()), Part::Moves(moves)),
        None => (Part::Start(start), Part::Other),
    }
}

/// What follows a word at the beginning of a line, perhaps after a colon.
fn word<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    let (first, rest) = line.split_at_checked(word.len())?;
    let ends = rest.is_empty() || rest.starts_with([':', ' ', '\t']);
    (first.eq_ignore_ascii_case(word) && ends).then(|| rest.trim_start_matches(':').trim())
}

/// Reads games one after the other.
pub struct Reader<'a, R> {
    lines: Lines<R>,
    file: Arc<str>,
    edition: Edition<'a>,
    number: u64,
    pending: bool,
    ended: bool,
}

/// The games of a text.
pub fn read<'a, R: BufRead>(reader: R, file: &str, edition: Edition<'a>) -> Reader<'a, R> {
    Reader {
        lines: Lines::new(reader),
        file: file.into(),
        edition,
        number: 0,
        pending: false,
        ended: false,
    }
}

impl<R: BufRead> Reader<'_, R> {
    fn error(&self, error: LineError) -> ReadError {
        match error {
            LineError::Io(source) => ReadError::Io {
                file: self.file.clone(),
                source,
            },
            source => ReadError::Line {
                file: self.file.clone(),
                source,
            },
        }
    }

    fn game(&mut self) -> Result<Option<Game>, ReadError> {
        let mut builder: Option<Builder<'_>> = None;
        let mut moves = MoveText::default();
        loop {
            if !std::mem::take(&mut self.pending) {
                match self.lines.advance() {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(LineError::TooLong { .. }) if builder.is_some() => {
                        builder
                            .iter_mut()
                            .for_each(|b| b.abandon(ProblemKind::LongLine, None));
                        continue;
                    }
                    Err(error) => return Err(self.error(error)),
                }
            }
            let line = Line {
                file: &self.file,
                number: self.lines.number(),
                text: self.lines.text(),
            };
            let parts = parts(line.text);
            if builder.is_some() && matches!(parts.0, Part::Start(_)) {
                self.pending = true;
                break;
            }
            for part in [parts.0, parts.1] {
                if builder.is_none() && !matches!(part, Part::Other) {
                    self.number += 1;
                    builder = Some(Builder::new(&self.file, self.number, self.edition));
                }
                let Some(builder) = &mut builder else {
                    continue;
                };
                match part {
                    Part::Start("") => {}
                    Part::Start(fen) => builder.start_from_fen(fen, Some(line.excerpt(fen))),
                    Part::Moves(text) => moves.line(text, line, builder, self.edition.vocabulary),
                    Part::Other => {}
                }
            }
        }
        let Some(mut builder) = builder else {
            return Ok(None);
        };
        moves.finish(&mut builder);
        Ok(Some(builder.finish(moves.result)))
    }
}

impl<R: BufRead> Iterator for Reader<'_, R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.game();
        self.ended = matches!(&game, Ok(None) | Err(ReadError::Io { .. }));
        match game {
            Ok(None) if self.number == 0 => Some(Err(ReadError::NoGame {
                file: self.file.clone(),
            })),
            game => game.transpose(),
        }
    }
}

/// Writes the start and the main line of a game.
pub fn write(game: &Game, vocabulary: &Vocabulary) -> String {
    let moves: String = game.moves().map(|mv| format!(" {mv}")).collect();
    let start = fen::Fen::write(&game.start, vocabulary.alphabet());
    format!("fen {start}\nmoves{moves}\n")
}
