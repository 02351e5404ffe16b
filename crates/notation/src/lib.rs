//! Moves and games as people write them.

pub mod diagram;
pub mod encoding;
pub mod files;
pub mod game;
pub mod moves;
pub mod vocabulary;

pub use game::Game;
pub use moves::{MoveError, Notation, Numerals, Style};
pub use vocabulary::{Characters, KindNames, Kinds, Script, Vocabulary, VocabularyError};

#[cfg(test)]
mod test_support;
