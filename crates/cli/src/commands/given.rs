//! Positions and moves given on the command line.

use miette::{Diagnostic, LabeledSpan, SourceCode};
use qili_board::{Move, Position};
use qili_interpreter::cycle::CycleError;
use qili_notation::moves;
use qili_report::{Rulebook, explain};
use qili_words::{Bilingual, Localized, Said, Source, Texts, both, in_both};
use thiserror::Error;

use crate::output::Failure;

/// A diagnostic shown in what the user has written.
#[derive(Debug, Error)]
#[error("{message}")]
struct Given<E: Localized> {
    reason: E,
    message: Bilingual,
    /// What stands below the help.
    board: Option<String>,
    text: Source,
    labels: Vec<(std::ops::Range<usize>, Bilingual)>,
}

impl<E: Localized> Given<E> {
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
        Texts {
            message: self.message.zh.clone(),
            labels: self
                .labels
                .iter()
                .map(|(_, label)| label.zh.clone())
                .collect(),
            help: self.helped(self.reason.chinese().help),
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

/// How many moves of a list that is too long are shown.
const MOVES_SHOWN: usize = 8;

/// That moves are no cycle. `source` is what the user calls them.
pub(crate) fn no_cycle(
    reason: CycleError,
    text: &str,
    source: &str,
) -> impl Localized + Send + Sync + use<> {
    let (shown, span, label) = match reason {
        CycleError::TooLong { .. } => {
            let first: Vec<&str> = text.split_whitespace().take(MOVES_SHOWN).collect();
            let shown = first.join(" ") + " …";
            let span = last_move(&shown);
            (shown, span, both!("如此等等", "and so on"))
        }
        _ => (
            text.to_owned(),
            last_move(text),
            both!("最后一着", "the last move"),
        ),
    };
    Given {
        message: in_both(&reason).0,
        reason,
        board: None,
        text: Source::new(source, shown),
        labels: vec![(span, label)],
    }
}

/// The warning that moves do not lead back. `source` is what the user calls them.
pub(crate) fn open_cycle(text: &str, source: &str) -> Said {
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

/// A position that the edition's pieces can stand in; `start` is the edition's initial position.
pub(crate) fn position_from(book: &Rulebook, fen: &str) -> Result<Position, Failure> {
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
                Some((span, both!("{square}", "{square}")))
            })
            .collect();
        Given {
            message: in_both(&reason).0,
            reason,
            board: None,
            text: Source::new("FEN", fen),
            labels,
        }
    })?;
    Ok(position)
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
            let (ply, (said, _)) = (played.len() + 1, in_both(&reason));
            Given {
                message: both!("第 {ply} 着：{}", "ply {ply}: {}"; said),
                reason,
                board: Some(explain::board(book, &position)),
                text: Source::new(source, text),
                labels: vec![(at..at + word.len(), both!("这一着", "this move"))],
            }
        })?;
        position.play(mv);
        played.push(mv);
    }
    Ok(played)
}
