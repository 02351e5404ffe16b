//! The board of an edition: how its pieces move and what moves are called.

use std::sync::Arc;

use miette::{Result, miette};
use qili_board::{Move, Position, fen};
use qili_competition::document::{Fault, locate};
use qili_competition::side::Colour;
use qili_edition::Edition;
use qili_edition::about as edition;
use qili_edition::folder::Folder;
use qili_edition::yaml::Document;
use qili_interpreter::Engine;
use qili_interpreter::movement::{Movement, PositionError};
use qili_notation::moves::{self, MoveError, Notation};
use qili_notation::{Numerals, Style, Vocabulary};

use super::Context;

/// How the pieces of an edition move, and what they are called.
pub(super) struct Pieces {
    pub(super) engine: Engine,
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
    /// The pieces that go with the competition rules in force: those of their folder, of the edition that they name, or of
    /// the one that they say.
    pub(super) fn of(context: &Context) -> Result<Self> {
        let rules = &context.rules;
        let named = [&rules.edition, &rules.pieces].map(|name| Folder::find(name));
        let folders = std::iter::once(context.folder.clone())
            .chain(named)
            .flatten();
        let Some(folder) = folders
            .into_iter()
            .find(|folder| folder.read("edition.yaml").is_ok())
        else {
            return Err(miette!(
                code = "qili::competition::pieces",
                "no edition says how the pieces move: neither `{}` nor `{}` is one",
                rules.edition,
                rules.pieces
            ));
        };
        let edition = Edition::from_folder(folder)?;
        let engine = Engine::new(Arc::clone(&edition.rules))?;
        let vocabulary = Vocabulary::of(&edition.rules, engine.movement())?;
        let mut style = Style::from(Notation::Chinese);
        if let Some(numerals) = edition.numerals() {
            style.numerals = [numerals.red, numerals.black].map(|numerals| match numerals {
                edition::Numerals::Chinese => Numerals::Chinese,
                edition::Numerals::Arabic => Numerals::Arabic,
            });
        }
        Ok(Self {
            engine,
            vocabulary,
            style,
        })
    }

    /// How the pieces move.
    pub(super) fn movement(&self) -> &Movement {
        self.engine.movement()
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
        self.position_at(document, text, "fen")
    }

    /// The position in FEN at a path of a file.
    pub(super) fn position_at(
        &self,
        document: &Document,
        text: &str,
        at: &str,
    ) -> Result<Position> {
        let fault = |error| locate(document, Fault::new(at, error));
        let position = fen::parse(text, self.vocabulary.alphabet())
            .map_err(|error| fault(BadPosition::Fen(error.to_string())))?
            .position;
        self.movement()
            .validate(&position)
            .map_err(|error| fault(error.into()))?;
        Ok(position)
    }

    /// A move in any notation.
    pub(super) fn read(&self, text: &str, position: &Position) -> Result<Move, MoveError> {
        moves::parse(text, position, self.movement(), &self.vocabulary)
    }

    /// A legal move in coordinates and in Chinese notation.
    pub(super) fn write(&self, mv: Move, position: &Position) -> String {
        let chinese = moves::write(mv, position, self.movement(), &self.vocabulary, self.style);
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
