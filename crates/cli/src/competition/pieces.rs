//! The board of an edition: how its pieces move and what moves are called.

use miette::{Result, miette};
use qili_board::{Move, Position, fen};
use qili_competition::document::{Fault, locate};
use qili_competition::side::Colour;
use qili_edition::yaml::Document;
use qili_interpreter::movement::{Movement, PositionError};
use qili_notation::moves::{self, MoveError};
use qili_notation::{Style, Vocabulary};

use super::Context;

/// How the pieces of an edition move, and what they are called.
pub(super) struct Pieces {
    pub(super) movement: Movement,
    pub(super) vocabulary: Vocabulary,
    style: Style,
}

/// A position that cannot be used.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub(super) enum BadPosition {
    #[error("the position cannot be read: {0}")]
    #[diagnostic(code(qili::competition::fen))]
    Fen(String),
    #[error("the position is impossible: {0}")]
    #[diagnostic(code(qili::competition::position))]
    Impossible(#[from] PositionError),
}

impl Pieces {
    /// The pieces of the edition whose competition rules are in force.
    pub(super) fn of(_context: &Context) -> Result<Self> {
        Err(miette!(
            "how the pieces move is not known yet: editions are not connected"
        ))
    }

    /// The position under `fen` in a file; without one, the position in which a game begins, with the first mover to move.
    pub(super) fn position(
        &self,
        document: &Document,
        fen: Option<&str>,
        first: Colour,
    ) -> Result<Position> {
        let Some(text) = fen else {
            let mut start = self.vocabulary.start().position.clone();
            start.set_turn(first.into());
            return Ok(start);
        };
        let fault = |error| locate(document, Fault::new("fen", error));
        let position = fen::parse(text, self.vocabulary.alphabet())
            .map_err(|error| fault(BadPosition::Fen(error.to_string())))?
            .position;
        self.movement
            .validate(&position)
            .map_err(|error| fault(error.into()))?;
        Ok(position)
    }

    /// A move in any notation.
    pub(super) fn read(&self, text: &str, position: &Position) -> Result<Move, MoveError> {
        moves::parse(text, position, &self.movement, &self.vocabulary)
    }

    /// A legal move in coordinates and in Chinese notation.
    pub(super) fn write(&self, mv: Move, position: &Position) -> String {
        let chinese = moves::write(mv, position, &self.movement, &self.vocabulary, self.style);
        format!("{mv} {chinese}")
    }

    /// Legal moves, separated by commas.
    pub(super) fn list(&self, moves: &[Move], position: &Position) -> String {
        let texts: Vec<String> = moves.iter().map(|&mv| self.write(mv, position)).collect();
        texts.join(", ")
    }

    /// A position as FEN.
    pub(super) fn fen(&self, position: &Position) -> String {
        fen::write(position, self.vocabulary.alphabet())
    }
}
