//! Positions and moves as people and programs give them: read, checked, and where they are wrong, shown where.

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode, SourceSpan};
use qili_board::fen::FenError;
use qili_board::{Bitboard, Move, Position};
use qili_interpreter::cycle::CycleError;
use qili_interpreter::movement::PositionError;
use qili_notation::moves::{self, MoveError};
use qili_words::{Localized, Texts};
use thiserror::Error;

use crate::{Rulebook, explain};

/// A position that cannot be read, or cannot occur.
#[derive(Debug, Error, Diagnostic)]
pub enum PositionGivenError {
    /// It cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Fen(#[from] FenError),
    /// It cannot occur.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Position(#[from] BadPosition),
}

impl PositionGivenError {
    /// The points that it speaks of.
    #[must_use]
    pub fn squares(&self) -> Bitboard {
        match self {
            Self::Fen(_) => Bitboard::EMPTY,
            Self::Position(error) => error.reason.squares(),
        }
    }
}

impl Localized for PositionGivenError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Fen(error) => error.chinese(),
            Self::Position(error) => Texts {
                labels: error
                    .labels
                    .iter()
                    .filter_map(|label| Some(label.label()?.to_owned()))
                    .collect(),
                ..error.reason.chinese()
            },
        }
    }
}

/// A position that cannot occur, shown in the FEN that gives it.
#[derive(Debug, Error)]
#[error("{reason}")]
pub struct BadPosition {
    reason: PositionError,
    fen: NamedSource<String>,
    labels: Vec<LabeledSpan>,
}

impl Diagnostic for BadPosition {
    fn code<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.reason.code()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.reason.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.fen)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

/// A move that cannot be read or played, shown in its list.
#[derive(Debug, Error)]
#[error("ply {ply}: {reason}")]
pub struct BadMove {
    ply: usize,
    reason: MoveError,
    board: String,
    moves: NamedSource<String>,
    label: LabeledSpan,
}

impl Diagnostic for BadMove {
    fn code<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.reason.code()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        Some(match self.reason.help() {
            Some(help) => Box::new(format!("{help}\n{}", self.board)),
            None => Box::new(&self.board),
        })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.moves)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(std::iter::once(self.label.clone())))
    }
}

impl Localized for BadMove {
    fn chinese(&self) -> Texts {
        let reason = self.reason.chinese();
        let board = &self.board;
        Texts {
            message: format!("第 {} 着：{}", self.ply, reason.message),
            labels: vec!["这一着".to_owned()],
            help: Some(match reason.help {
                Some(help) => format!("{help}\n{board}"),
                None => board.clone(),
            }),
        }
    }
}

/// Moves that are no cycle, shown as they were given.
#[derive(Debug, Error)]
#[error("{reason}")]
pub struct BadCycle {
    reason: CycleError,
    moves: NamedSource<String>,
    label: LabeledSpan,
}

/// How many moves of a list that is too long are shown.
const MOVES_SHOWN: usize = 8;

impl BadCycle {
    /// That the moves of a text are no cycle. `source` is what the user calls them.
    #[must_use]
    pub fn new(reason: CycleError, text: &str, source: &str) -> Self {
        let (shown, span, label) = match reason {
            CycleError::TooLong { .. } => {
                let first: Vec<&str> = text.split_whitespace().take(MOVES_SHOWN).collect();
                let shown = first.join(" ") + " …";
                let span = last_move(&shown);
                (shown, span, "and so on")
            }
            _ => (text.to_owned(), last_move(text), "the last move"),
        };
        Self {
            reason,
            moves: NamedSource::new(source, shown),
            label: LabeledSpan::at(span, label),
        }
    }
}

impl Diagnostic for BadCycle {
    fn code<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.reason.code()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.reason.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.moves)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(std::iter::once(self.label.clone())))
    }
}

impl Localized for BadCycle {
    fn chinese(&self) -> Texts {
        let label = match self.reason {
            CycleError::TooLong { .. } => "等等",
            _ => "最后一着",
        };
        Texts {
            labels: vec![label.to_owned()],
            ..self.reason.chinese()
        }
    }
}

/// Moves that were given as a cycle and do not lead back.
#[derive(Debug, Error, Diagnostic)]
#[error("the moves do not lead back to the first position")]
#[diagnostic(
    severity(Warning),
    code(qili::cycle::open),
    help("they are judged as they stand; if they should go round, add what is missing")
)]
pub struct OpenCycle {
    #[source_code]
    moves: NamedSource<String>,
    #[label("after this move the first position does not stand again")]
    last: SourceSpan,
}

impl OpenCycle {
    /// The warning about the moves of a text. `source` is what the user calls them.
    #[must_use]
    pub fn new(text: &str, source: &str) -> Self {
        Self {
            moves: NamedSource::new(source, text.to_owned()),
            last: last_move(text).into(),
        }
    }
}

/// The last move of a list.
fn last_move(text: &str) -> std::ops::Range<usize> {
    let end = text.trim_end().len();
    let start = text[..end].rfind(char::is_whitespace);
    start.map_or(0, |blank| {
        blank + text[blank..].chars().next().map_or(0, char::len_utf8)
    })..end
}

/// A position that the edition's pieces can stand in; `start` is the edition's initial position.
///
/// # Errors
/// A text that is no FEN, and a position that cannot occur.
pub fn position(book: &Rulebook, fen: &str) -> Result<Position, PositionGivenError> {
    if fen == "start" {
        return Ok(book.start());
    }
    let position = qili_board::fen::parse(fen, book.vocabulary.alphabet())?.position;
    book.movement().validate(&position).map_err(|reason| {
        let labels = reason
            .squares()
            .squares()
            .filter_map(|square| {
                let span = qili_board::fen::span(fen, square)?;
                Some(LabeledSpan::at(span, square.to_string()))
            })
            .collect();
        BadPosition {
            reason,
            fen: NamedSource::new("FEN", fen.to_owned()),
            labels,
        }
    })?;
    Ok(position)
}

/// Moves in any notation, separated by blanks, played from a position. `source` is what the user calls them.
///
/// # Errors
/// The first move that cannot be read or played.
pub fn moves(
    book: &Rulebook,
    start: &Position,
    text: &str,
    source: &str,
) -> Result<Vec<Move>, BadMove> {
    let mut position = start.clone();
    let mut played = Vec::new();
    for word in text.split_whitespace() {
        let read = moves::parse(word, &position, book.movement(), &book.vocabulary);
        let mv = read.map_err(|reason| {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            BadMove {
                ply: played.len() + 1,
                reason,
                board: explain::board(book, &position),
                moves: NamedSource::new(source, text.to_owned()),
                label: LabeledSpan::at(at..at + word.len(), "this move"),
            }
        })?;
        position.play(mv);
        played.push(mv);
    }
    Ok(played)
}
