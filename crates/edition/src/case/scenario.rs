//! A position, a line of moves, and what is expected of them.

use std::fmt;
use std::str::FromStr;

use qili_board::{Bitboard, Move, ParseSquareError, Side, Square};
use serde::Deserialize;

use crate::outcome::Outcome;
use qili_words::Bilingual;

/// A position with moves and the expectations for them.
///
/// Lists that speak of moves ([`coordinates`](Scenario::coordinates), [`natures`](Scenario::natures),
/// [`targets`](Scenario::targets), [`why`](Scenario::why)) are either empty or have an entry for each move.
#[derive(Debug, Clone, Default)]
pub struct Scenario {
    /// The position. Its letters are the edition's, so it is not parsed here: see [`Case::position`](super::Case::position).
    pub fen: String,
    /// The moves in Chinese notation, as printed.
    pub moves: Vec<String>,
    /// The same moves in coordinates.
    pub coordinates: Vec<Move>,
    /// What each move is.
    pub natures: Vec<Natures>,
    /// Whether the moves do not lead back to the position: the book prints a stretch that is judged as it stands. Where
    /// this is not said, they have to.
    pub open: bool,
    /// What each move is aimed at. `~` says nothing. A list names what the book names: every square and piece in it is
    /// among the move's targets, which may be more, since books pass over what does not matter to them. The empty list
    /// says that the move has no target. Behind a square or piece stand the qualities that the book gives it.
    pub targets: Vec<Option<Vec<Target>>>,
    /// What each side does over the cycle.
    pub patterns: Option<Patterns>,
    /// The ruling.
    pub ruling: Option<Outcome>,
    /// Whether the book prints the ruling.
    pub ruling_source: RulingSource,
    /// Clauses that the book itself names for the ruling.
    pub clauses: Vec<String>,
    /// Where pieces can move, for figures about movement.
    pub reaches: Vec<Reach>,
    /// Why each move has its nature.
    pub why: Vec<Option<Bilingual>>,
    /// What the text says, and what is uncertain about it.
    pub notes: Option<Bilingual>,
    /// The reading on which the expectations rest, where no sentence decides.
    pub reading: Option<Bilingual>,
    /// Where the interpreter differs from the book.
    pub disagreements: Vec<Disagreement>,
    /// Where the scenario stands in its document.
    pub(super) path: String,
}

impl Scenario {
    /// How many plies it has.
    #[must_use]
    pub fn plies(&self) -> usize {
        if self.moves.is_empty() {
            self.coordinates.len()
        } else {
            self.moves.len()
        }
    }
}

impl Scenario {
    /// What `base` expects, with what this scenario of its line, in an amending edition, expects otherwise.
    ///
    /// The clauses that are named for a ruling go with it, and so does where the interpreter differs from it.
    pub(super) fn over(self, base: &Self, edition: &str) -> Self {
        fn or<T: Clone>(own: Vec<T>, base: &[T]) -> Vec<T> {
            if own.is_empty() { base.to_vec() } else { own }
        }
        let stated = |known: &&Disagreement| match known.ply {
            Some(_) => self.natures.is_empty(),
            None => self.ruling.is_none(),
        };
        let known = base.disagreements.iter().filter(stated).cloned();
        let known = known.map(|known| Disagreement {
            by: edition.to_owned(),
            ..known
        });
        Self {
            disagreements: self.disagreements.iter().cloned().chain(known).collect(),
            clauses: if self.ruling.is_some() {
                self.clauses
            } else {
                or(self.clauses, &base.clauses)
            },
            ruling_source: match self.ruling {
                Some(_) => self.ruling_source,
                None => base.ruling_source,
            },
            ruling: self.ruling.or(base.ruling),
            fen: base.fen.clone(),
            moves: or(self.moves, &base.moves),
            coordinates: or(self.coordinates, &base.coordinates),
            open: base.open,
            natures: or(self.natures, &base.natures),
            targets: or(self.targets, &base.targets),
            patterns: self.patterns.or_else(|| base.patterns.clone()),
            reaches: or(self.reaches, &base.reaches),
            why: or(self.why, &base.why),
            notes: self.notes.or_else(|| base.notes.clone()),
            reading: self.reading.or_else(|| base.reading.clone()),
            path: self.path,
        }
    }
}

/// A piece that a move is aimed at, as the book names it, with what the book says of it: `c7`, `马`, `c7 无根`; behind it
/// also the lighter natures that aim at it, `c7 暗抽`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Which piece.
    pub piece: Named,
    /// The qualities that it has, and the lighter natures, by the edition's names.
    pub said: Vec<String>,
}

/// How a piece is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// The one on a square.
    Square(Square),
    /// One of this name: the edition's for the kind, or a character of it.
    Piece(String),
}

impl FromStr for Target {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let mut words = text.split_whitespace();
        let piece = words.next().unwrap_or_default().parse()?;
        let said = words.map(str::to_owned).collect();
        Ok(Self { piece, said })
    }
}

impl FromStr for Named {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let mut letters = text.chars();
        let like_a_square = matches!(
            (letters.next(), letters.next(), letters.next()),
            (Some('a'..='z'), Some('0'..='9'), None)
        );
        match text.parse() {
            Ok(square) => Ok(Self::Square(square)),
            Err(error) if like_a_square || text.is_empty() => Err(error),
            Err(_) => Ok(Self::Piece(text.to_owned())),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.piece {
            Named::Square(square) => square.fmt(f)?,
            Named::Piece(name) => name.fmt(f)?,
        }
        let mut said = self.said.iter();
        said.try_for_each(|word| write!(f, " {word}"))
    }
}

/// The figure with a change that the text describes by "if …".
#[derive(Debug, Clone)]
pub struct Variant {
    /// The name, unique in the case: `13b`.
    pub id: String,
    /// What it is about.
    pub title: Option<Bilingual>,
    /// What is different from the figure.
    pub change: Bilingual,
    /// The changed position or moves, with their own expectations; what is not changed is taken over from the figure.
    pub scenario: Scenario,
}

/// What one move is, in the book's words; one move can be several things at once, written `解将+闲`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Natures(pub Vec<String>);

impl From<String> for Natures {
    fn from(text: String) -> Self {
        Natures(
            text.split(['+', '＋'])
                .map(|nature| nature.trim().to_owned())
                .collect(),
        )
    }
}

impl fmt::Display for Natures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.join("+"))
    }
}

/// What each side does over the cycle: natures counted (see [`Pattern`](super::Pattern)), or an edition's name for it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patterns {
    /// Red.
    pub red: String,
    /// Black.
    pub black: String,
}

impl Patterns {
    /// The pattern of one side, as it is written.
    pub fn of(&self, side: Side) -> &str {
        match side {
            Side::Red => &self.red,
            Side::Black => &self.black,
        }
    }
}

/// Whether the book prints a ruling or it follows from what the book prints.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulingSource {
    /// The text states it.
    #[default]
    Printed,
    /// The text gives the natures and the principles only.
    Derived,
}

/// Where a piece can move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// Where it stands.
    pub from: Square,
    /// Every square that it can move to.
    pub to: Bitboard,
}

/// A known difference between the book and the interpreter; tests show it instead of hiding it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disagreement {
    /// The edition by whose rules the interpreter differs.
    pub by: String,
    /// The ply whose nature differs, from 1; none if it is the ruling.
    pub ply: Option<usize>,
    /// What the book says.
    pub book: String,
    /// What the interpreter says.
    pub interpreter: String,
    /// Why.
    pub reason: Bilingual,
}
