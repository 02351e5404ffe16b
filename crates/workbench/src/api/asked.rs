//! What is asked, as it comes: an edition, a position and moves or a game, a language.

use qili_board::{Move, Position};
use qili_interpreter::Cycle;
use qili_lsp::path::decoded;
use qili_notation::files::Edition;
use qili_report::{Rulebook, given};
use qili_words::{Language, both};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Question;
use crate::server::Problem;

impl Question<'_> {
    /// The body as JSON.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        serde_json::from_slice(self.body).map_err(|error| Problem::json(&error))
    }

    /// A parameter of the address.
    pub(super) fn parameter(&self, name: &str) -> Option<String> {
        let parameters = self.query.split('&');
        let mut pairs = parameters.filter_map(|pair| pair.split_once('='));
        pairs.find_map(|(known, value)| (known == name).then(|| decoded(value)))
    }

    /// The edition that the address names.
    pub(super) fn named(&self) -> Result<String, Problem> {
        let lacking = || Problem::question(both!("请写 `?edition=`", "give `?edition=`"));
        self.parameter("edition").ok_or_else(lacking)
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

/// The language that a question asks for, whatever else it says.
pub(super) fn wanted(body: &[u8]) -> Option<Language> {
    #[derive(Deserialize)]
    struct Said {
        lang: Lang,
    }
    let said: Said = serde_json::from_slice(body).ok()?;
    Some(said.lang.into())
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

/// A question about moves by one edition, and nothing else.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    pub(super) edition: String,
    fen: Option<String>,
    #[serde(default)]
    moves: Moves,
    #[serde(default)]
    pub(super) lang: Lang,
}

impl Line {
    /// The position and the moves.
    pub(super) fn played(self) -> Played {
        Played::new(self.fen, self.moves)
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
    pub(super) fn start(&self, book: &Rulebook) -> Result<Position, Problem> {
        position(book, self.fen.as_deref().unwrap_or("start"))
    }

    /// The position and the moves, checked.
    pub(super) fn read(&self, book: &Rulebook) -> Result<(Position, Vec<Move>), Problem> {
        let start = self.start(book)?;
        let moves = given::moves(book, &start, &self.moves.text(), "moves");
        Ok((start, moves.map_err(|error| Problem::of(&error))?))
    }

    /// The same as a cycle.
    pub(super) fn cycle(&self, book: &Rulebook) -> Result<Cycle, Problem> {
        let (start, moves) = self.read(book)?;
        Cycle::checked(&book.engine, &start, &moves).map_err(|reason| {
            Problem::of(&given::BadCycle::new(reason, &self.moves.text(), "moves"))
        })
    }
}

/// A position, checked.
pub(super) fn position(book: &Rulebook, fen: &str) -> Result<Position, Problem> {
    given::position(book, fen).map_err(|error| Problem::of(&error).on(error.squares()))
}

/// What reading games needs to know of an edition.
pub(super) fn edition(book: &Rulebook) -> Edition<'_> {
    Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    }
}
