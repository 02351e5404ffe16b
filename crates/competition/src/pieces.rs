//! The pieces of an edition as the files of a competition speak of them: positions, squares and moves to read and to write.

use miette::Diagnostic;
use qili_board::{Move, Position, Side, Square, fen};
use qili_edition::yaml::Document;
use qili_interpreter::movement::{Movement, PositionError};
use qili_notation::moves::{self, MoveError};
use qili_report::Rulebook;
use qili_words::{Bilingual, Localized, Texts, in_both};
use thiserror::Error;

use crate::Result;
use crate::document::{Fault, locate};

/// The pieces of an edition: how they move, and what they are called.
#[derive(Debug, Clone, Copy)]
pub struct Pieces<'r> {
    /// The edition.
    pub rulebook: &'r Rulebook,
}

/// Something on the board that cannot be used.
#[derive(Debug, Error, Diagnostic)]
pub enum BoardError {
    /// No FEN.
    #[error("the position cannot be read: {0}")]
    #[diagnostic(code(qili::competition::fen))]
    Fen(Bilingual),
    /// No position of a game.
    #[error("the position is impossible: {0}")]
    #[diagnostic(code(qili::competition::position))]
    Impossible(#[from] PositionError),
    /// No square.
    #[error("`{0}` is not a square")]
    #[diagnostic(
        code(qili::competition::square),
        help("squares are `a0` to `i9`, from Red's left")
    )]
    Square(String),
}

impl Localized for BoardError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Fen(error) => Texts::new(format!("局面读不出：{}", error.zh)),
            Self::Impossible(error) => {
                Texts::new(format!("局面不能成立：{}", error.chinese().message))
            }
            Self::Square(text) => {
                Texts::new(format!("`{text}` 不是棋盘上的点")).help("点从红方左边起，`a0` 到 `i9`")
            }
        }
    }
}

impl<'r> Pieces<'r> {
    pub(crate) fn of(rulebook: &'r Rulebook) -> Self {
        Self { rulebook }
    }

    /// How the pieces move.
    #[must_use]
    pub fn movement(self) -> &'r Movement {
        self.rulebook.movement()
    }

    /// The position under `fen` in a file; without one, the position in which a game begins, with `first` to move.
    pub(crate) fn position(
        self,
        document: &Document,
        fen: Option<&str>,
        first: Side,
    ) -> Result<Position> {
        let Some(text) = fen else {
            let mut start = self.rulebook.start();
            start.set_turn(first);
            return Ok(start);
        };
        self.position_at(document, text, "fen")
    }

    /// The position in FEN at a path of a file.
    pub(crate) fn position_at(self, document: &Document, text: &str, at: &str) -> Result<Position> {
        let fault = |error| locate(document, Fault::new(at, error));
        let position = fen::parse(text, self.rulebook.vocabulary.alphabet())
            .map_err(|error| fault(BoardError::Fen(in_both(&error).0)))?
            .position;
        self.movement()
            .validate(&position)
            .map_err(|error| fault(error.into()))?;
        Ok(position)
    }

    /// A move in any notation.
    pub(crate) fn read(self, text: &str, position: &Position) -> Result<Move, MoveError> {
        moves::parse(text, position, self.movement(), &self.rulebook.vocabulary)
    }

    /// A move that has to be understood, legal or not.
    pub(crate) fn intended(
        self,
        document: &Document,
        text: &str,
        position: &Position,
        at: String,
    ) -> Result<Move> {
        match self.read(text, position) {
            Ok(mv) | Err(MoveError::Illegal { mv, .. }) => Ok(mv),
            Err(error) => Err(locate(document, Fault::new(at, error)).into()),
        }
    }

    /// A legal move in coordinates and in Chinese notation.
    pub(crate) fn write(self, mv: Move, position: &Position) -> String {
        let Rulebook { vocabulary, .. } = self.rulebook;
        let style = self.rulebook.style();
        let chinese = moves::write(mv, position, self.movement(), vocabulary, style);
        format!("{mv} {chinese}")
    }

    /// Legal moves, separated by commas.
    pub(crate) fn list(self, moves: &[Move], position: &Position) -> String {
        let texts: Vec<String> = moves.iter().map(|&mv| self.write(mv, position)).collect();
        texts.join(", ")
    }

    /// A position as FEN.
    pub(crate) fn fen(self, position: &Position) -> String {
        fen::write(position, self.rulebook.vocabulary.alphabet())
    }
}

/// The square that is written at a path of a file.
pub(crate) fn square(document: &Document, text: &str, at: String) -> Result<Square> {
    text.parse().map_err(|_| {
        let error = BoardError::Square(text.to_owned());
        locate(document, Fault::new(at, error)).into()
    })
}
