//! Positions and moves given on the command line.

use miette::{Diagnostic, LabeledSpan, NamedSource, Report, Severity, SourceCode, SourceSpan};
use qili_board::{Move, Position};
use qili_interpreter::cycle::CycleError;
use qili_interpreter::movement::PositionError;
use qili_notation::moves::{self, MoveError};
use qili_report::{Rulebook, explain};
use thiserror::Error;

use crate::output::Failure;

/// A position that cannot occur, shown in the FEN that gives it.
#[derive(Debug, Error)]
#[error("{reason}")]
struct BadPosition {
    reason: PositionError,
    severity: Severity,
    fen: NamedSource<String>,
    labels: Vec<LabeledSpan>,
}

impl Diagnostic for BadPosition {
    fn code<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.reason.code()
    }

    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
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
struct BadMove {
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

/// Moves that are no cycle, shown as they were given.
#[derive(Debug, Error)]
#[error("{reason}")]
struct BadCycle {
    reason: CycleError,
    moves: NamedSource<String>,
    label: LabeledSpan,
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

/// Moves that were given as a cycle and do not lead back.
#[derive(Debug, Error, Diagnostic)]
#[error("the moves do not lead back to the first position")]
#[diagnostic(
    severity(Warning),
    code(qili::cycle::open),
    help("they are judged as they stand; if they should go round, add what is missing")
)]
struct OpenCycle {
    #[source_code]
    moves: NamedSource<String>,
    #[label("after this move the first position does not stand again")]
    last: SourceSpan,
}

/// The last move of a list.
fn last_move(text: &str) -> std::ops::Range<usize> {
    let end = text.trim_end().len();
    let start = text[..end].rfind(char::is_whitespace);
    start.map_or(0, |blank| {
        blank + text[blank..].chars().next().map_or(0, char::len_utf8)
    })..end
}

/// How many moves of a list that is too long are shown.
const MOVES_SHOWN: usize = 8;

/// That moves are no cycle. `source` is what the user calls them.
pub(crate) fn no_cycle(reason: CycleError, text: &str, source: &str) -> Report {
    let (shown, span, label) = match reason {
        CycleError::TooLong { .. } => {
            let first: Vec<&str> = text.split_whitespace().take(MOVES_SHOWN).collect();
            let shown = first.join(" ") + " …";
            let span = last_move(&shown);
            (shown, span, "and so on")
        }
        _ => (text.to_owned(), last_move(text), "the last move"),
    };
    Report::new(BadCycle {
        reason,
        moves: NamedSource::new(source, shown),
        label: LabeledSpan::at(span, label),
    })
}

/// The warning that moves do not lead back. `source` is what the user calls them.
pub(crate) fn open_cycle(text: &str, source: &str) -> Report {
    Report::new(OpenCycle {
        moves: NamedSource::new(source, text.to_owned()),
        last: last_move(text).into(),
    })
}

/// A position that the edition's pieces can stand in; `start` is the edition's initial position.
pub(crate) fn position_from(book: &Rulebook, fen: &str) -> Result<Position, Failure> {
    if fen == "start" {
        return Ok(book.start());
    }
    let position = qili_board::fen::parse(fen, book.vocabulary.alphabet())?.position;
    let valid = book.movement().validate(&position);
    valid.map_err(|reason| Failure::Report(bad_position(reason, Severity::Error, fen, "FEN")))?;
    Ok(position)
}

/// What is wrong with a position, shown in its FEN. `source` is what the user calls that.
fn bad_position(reason: PositionError, severity: Severity, fen: &str, source: &str) -> Report {
    let labels = reason
        .squares()
        .squares()
        .filter_map(|square| {
            let span = qili_board::fen::span(fen, square)?;
            Some(LabeledSpan::at(span, square.to_string()))
        })
        .collect();
    Report::new(BadPosition {
        reason,
        severity,
        fen: NamedSource::new(source, fen.to_owned()),
        labels,
    })
}

/// The warning that a position cannot occur, where it is judged all the same.
pub(crate) fn doubtful(book: &Rulebook, position: &Position, source: &str) -> Option<Report> {
    let reason = book.movement().plausible(position).err()?;
    let fen = qili_board::fen::write(position, book.vocabulary.alphabet());
    Some(bad_position(reason, Severity::Warning, &fen, source))
}

/// Moves in any notation, separated by blanks, played from a position. `source` is what the user calls them.
pub(crate) fn moves_from(
    book: &Rulebook,
    start: &Position,
    text: &str,
    source: &str,
) -> Result<Vec<Move>, Failure> {
    let mut position = start.clone();
    let mut played = Vec::new();
    for word in text.split_whitespace() {
        let read = moves::parse(word, &position, book.movement(), &book.vocabulary);
        let mv = read.map_err(|reason| {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            Failure::Report(Report::new(BadMove {
                ply: played.len() + 1,
                reason,
                board: explain::board(book, &position),
                moves: NamedSource::new(source, text.to_owned()),
                label: LabeledSpan::at(at..at + word.len(), "this move"),
            }))
        })?;
        position.play(mv);
        played.push(mv);
    }
    Ok(played)
}
