//! Positions and moves as people and programs give them: read, checked, and where they are wrong, shown where.

use std::ops::Range;

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};
use qili_board::fen::FenError;
use qili_board::{Bitboard, Move, Position};
use qili_interpreter::cycle::CycleError;
use qili_interpreter::movement::PositionError;
use qili_notation::moves::{self, MoveError};
use qili_words::{Bilingual, Localized, Said, Source, Texts, both, in_both};
use thiserror::Error;

use crate::{Rulebook, explain};

/// A diagnostic shown in what the user has written.
#[derive(Debug, Error)]
#[error("{message}")]
pub struct Given<E: Localized> {
    reason: Box<E>,
    severity: Severity,
    message: Bilingual,
    /// What stands below the help.
    board: Option<String>,
    text: Source,
    labels: Vec<(Range<usize>, Bilingual)>,
}

/// A position that cannot occur, shown in the FEN that gives it.
pub type BadPosition = Given<PositionError>;

/// A move that cannot be read or played, shown in its list.
pub type BadMove = Given<MoveError>;

/// Moves that are no cycle, shown as they were given.
pub type BadCycle = Given<CycleError>;

impl<E: Localized> Given<E> {
    fn of(reason: E, text: Source, labels: Vec<(Range<usize>, Bilingual)>) -> Self {
        Self {
            message: in_both(&reason).0,
            reason: Box::new(reason),
            severity: Severity::Error,
            board: None,
            text,
            labels,
        }
    }

    fn helped(&self, help: Option<String>) -> Option<String> {
        match (help, &self.board) {
            (Some(help), Some(board)) => Some(format!("{help}\n{board}")),
            (help, board) => help.or_else(|| board.clone()),
        }
    }
}

impl<E: Localized> Diagnostic for Given<E> {
    fn code<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.reason.code()
    }

    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        let help = self.reason.help().map(|help| help.to_string());
        Some(Box::new(self.helped(help)?))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.text)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.labels.iter();
        Some(Box::new(labels.map(|(span, label)| {
            LabeledSpan::at(span.clone(), &label.en)
        })))
    }
}

impl<E: Localized> Localized for Given<E> {
    fn chinese(&self) -> Texts {
        let labels = self.labels.iter();
        Texts {
            message: self.message.zh.clone(),
            labels: labels.map(|(_, label)| label.zh.clone()).collect(),
            help: self.helped(self.reason.chinese().help),
        }
    }
}

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
            Self::Position(error) => error.chinese(),
        }
    }
}

/// How many moves of a list that is too long are shown.
const MOVES_SHOWN: usize = 8;

impl BadPosition {
    /// What is wrong with a position, shown in its FEN. `source` is what the user calls that.
    fn new(reason: PositionError, fen: &str, source: &str) -> Self {
        let squares = reason.squares();
        let labels = squares.squares().filter_map(|square| {
            let span = qili_board::fen::span(fen, square)?;
            Some((span, both!("{square}", "{square}")))
        });
        let labels = labels.collect();
        Self::of(reason, Source::new(source, fen), labels)
    }
}

impl BadCycle {
    /// That the moves of a text are no cycle. `source` is what the user calls them.
    #[must_use]
    pub fn new(reason: CycleError, text: &str, source: &str) -> Self {
        let (shown, label) = match reason {
            CycleError::TooLong { .. } => {
                let first: Vec<&str> = text.split_whitespace().take(MOVES_SHOWN).collect();
                (first.join(" ") + " …", both!("如此等等", "and so on"))
            }
            _ => (text.to_owned(), both!("最后一着", "the last move")),
        };
        let span = last_move(&shown);
        Self::of(reason, Source::new(source, shown), vec![(span, label)])
    }
}

/// The warning that moves do not lead back. `source` is what the user calls them.
#[must_use]
pub fn open_cycle(text: &str, source: &str) -> Said {
    let message = both!(
        "着法没有回到开始的局面",
        "the moves do not lead back to the first position"
    );
    Said::new("qili::cycle::open", message)
        .warning()
        .help(both!(
            "照样裁决；如果本应回到开始的局面，补上缺的着法",
            "they are judged as they stand; if they should go round, add what is missing"
        ))
        .at(
            Source::new(source, text),
            last_move(text),
            both!(
                "这一着之后不是开始的局面",
                "after this move the first position does not stand again"
            ),
        )
}

/// The last move of a list.
fn last_move(text: &str) -> Range<usize> {
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
    let valid = book.movement().validate(&position);
    valid.map_err(|reason| BadPosition::new(reason, fen, "FEN"))?;
    Ok(position)
}

/// The warning that a position cannot occur, where it is judged all the same. `source` is what the user calls it.
#[must_use]
pub fn doubtful(book: &Rulebook, position: &Position, source: &str) -> Option<BadPosition> {
    let reason = book.movement().plausible(position).err()?;
    let fen = qili_board::fen::write(position, book.vocabulary.alphabet());
    Some(BadPosition {
        severity: Severity::Warning,
        ..BadPosition::new(reason, &fen, source)
    })
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
            let (ply, (said, _)) = (played.len() + 1, in_both(&reason));
            let labels = vec![(at..at + word.len(), both!("这一着", "this move"))];
            Given {
                message: both!("第 {ply} 着：{}", "ply {ply}: {}"; said),
                board: Some(explain::board(book, &position)),
                ..Given::of(reason, Source::new(source, text), labels)
            }
        })?;
        position.play(mv);
        played.push(mv);
    }
    Ok(played)
}
