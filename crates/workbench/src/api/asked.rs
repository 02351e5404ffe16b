//! What is asked, as it comes: an edition, a position and moves or a game, a language.

use qili_board::{Move, Position};
use qili_interpreter::Cycle;
use qili_notation::files::Edition;
use qili_report::{Rulebook, given};
use qili_words::Language;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Question;
use crate::server::Problem;

impl Question<'_> {
    /// The body as JSON.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        serde_json::from_slice(self.body).map_err(|error| Problem::json(&error))
    }

    /// A parameter of the address, without its escapes where it needs none.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let parameters = self.query.split('&');
        let mut pairs = parameters.filter_map(|pair| pair.split_once('='));
        pairs.find_map(|(known, value)| (known == name).then_some(value))
    }

    /// The language that the address asks for.
    pub(super) fn language(&self) -> Language {
        let said = self.parameter("lang");
        said.and_then(|said| said.parse().ok()).unwrap_or_default()
    }

    /// An edition by its name.
    pub(super) fn edition(&self, name: &str) -> Result<Rulebook, Problem> {
        self.state.editions.open(name, self.stop)
    }
}

/// One of the two languages.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Lang {
    Zh,
    #[default]
    En,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::Zh => Self::Chinese,
            Lang::En => Self::English,
        }
    }
}

/// Moves, one by one or as a text with blanks between them.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Moves {
    List(Vec<String>),
    Text(String),
}

impl Default for Moves {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl Moves {
    fn text(&self) -> String {
        match self {
            Self::List(list) => list.join(" "),
            Self::Text(text) => text.clone(),
        }
    }
}

/// A position, and moves from it.
#[derive(Debug)]
pub(super) struct Played {
    fen: Option<String>,
    moves: Moves,
}

impl Played {
    /// What two fields of a question say.
    pub(super) const fn new(fen: Option<String>, moves: Moves) -> Self {
        Self { fen, moves }
    }

    /// Whether anything is said.
    pub(super) const fn is_given(&self) -> bool {
        self.fen.is_some() || !matches!(&self.moves, Moves::List(list) if list.is_empty())
    }

    /// The position, checked.
    pub(super) fn start(&self, book: &Rulebook, language: Language) -> Result<Position, Problem> {
        let fen = self.fen.as_deref().unwrap_or("start");
        given::position(book, fen).map_err(|error| {
            let squares = error.squares();
            Problem::of(&error, language).on(squares)
        })
    }

    /// The position and the moves, checked.
    pub(super) fn read(
        &self,
        book: &Rulebook,
        language: Language,
    ) -> Result<(Position, Vec<Move>), Problem> {
        let start = self.start(book, language)?;
        let moves = given::moves(book, &start, &self.moves.text(), "moves");
        let moves = moves.map_err(|error| Problem::of(&error, language))?;
        Ok((start, moves))
    }

    /// The same as a cycle.
    pub(super) fn cycle(&self, book: &Rulebook, language: Language) -> Result<Cycle, Problem> {
        let (start, moves) = self.read(book, language)?;
        Cycle::checked(&book.engine, &start, &moves).map_err(|reason| {
            let error = given::BadCycle::new(reason, &self.moves.text(), "moves");
            Problem::of(&error, language)
        })
    }
}

/// What reading games needs to know of an edition.
pub(super) fn edition(book: &Rulebook) -> Edition<'_> {
    Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    }
}
