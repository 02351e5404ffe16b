//! Moves and games as people write them.
//!
//! * [`moves`]: one move in Chinese, WXF, ICCS, coordinates or letters, read and written;
//! * [`game`]: a game with its tags, comments, variations, and what could not be read of it;
//! * [`files`]: PGN, move text, `fen` and `moves` lines, DhtmlXQ, WXF, CBF, XQF, CBR and CBL; [`encoding`]: the encodings they come in;
//! * [`diagram`]: a position as text, SVG and PNG;
//! * [`vocabulary`]: what an edition's pieces are called.
//!
//! ```
//! use qili_interpreter::movement::Movement;
//! use qili_notation::files::{self, Edition, Format};
//! use qili_notation::{Notation, Vocabulary};
//!
//! let rules = qili_edition::Edition::open("2020")?.rules;
//! let movement = Movement::compile(&rules)?;
//! let vocabulary = Vocabulary::of(&rules, &movement)?;
//! let edition = Edition { movement: &movement, vocabulary: &vocabulary };
//!
//! let text = "1. 炮二平五 马8进7 2. 马二进三 (2. 马八进七 {or this}) 车9平8 *";
//! let game = files::games(text.as_bytes(), "a game", edition)?.next().unwrap()?;
//! assert!(game.problems.is_empty());
//! assert_eq!(game.moves().count(), 4);
//!
//! let written = files::write(&game, Format::Pgn, edition, &Notation::Wxf.into())?;
//! assert!(String::from_utf8(written)?.ends_with("1. C2=5 H8+7 2. H2+3 (2. H8+7 {or this}) 2... R9=8 *\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod diagram;
pub mod encoding;
pub mod files;
pub mod game;
pub mod moves;
mod visible;
pub mod vocabulary;

pub use game::Game;
pub use moves::{MoveError, Notation, Numerals, Style};
pub use visible::visible;
pub use vocabulary::{Characters, KindNames, Kinds, Script, Vocabulary, VocabularyError};

#[cfg(test)]
mod test_support;
