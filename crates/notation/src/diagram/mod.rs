//! A position drawn: as text, SVG and PNG.
//!
//! ```
//! use qili_board::fen;
//! use qili_interpreter::movement::Movement;
//! use qili_notation::Vocabulary;
//! use qili_notation::diagram::{self, Options};
//!
//! let rules = qili_edition::Edition::open("2020")?.rules;
//! let movement = Movement::compile(&rules)?;
//! let vocabulary = Vocabulary::of(&rules, &movement)?;
//! let position = fen::parse("3k5/9/9/9/9/9/9/9/4R4/3K5 w", vocabulary.alphabet())?.position;
//! let options = Options { last: Some("e2e1".parse()?), ..Options::default() };
//! let drawn = diagram::text(&position, &vocabulary, &options);
//! assert!(drawn.contains("1  ＋   ＋   ＋   ＋  (车)* ＋   ＋   ＋   ＋\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod font;
#[cfg(feature = "png")]
mod png;
mod svg;
#[cfg(test)]
mod tests;
mod text;

#[cfg(feature = "png")]
pub use png::{ImageError, MAX_WIDTH, png};
pub use svg::{Parts, VIEW, parts, svg};
pub use text::text;

use qili_board::{Move, Square};

use crate::vocabulary::Script;

/// What is drawn besides the pieces.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// The characters of the pieces.
    pub script: Script,
    /// The move that has led here.
    pub last: Option<Move>,
    /// Where the men stand that the move is aimed at: circled.
    pub targets: Vec<Square>,
    /// Moves of a line of play from here, such as the one that carries out a threat.
    pub line: Vec<Move>,
    /// Whether the men of the two sides differ in form too, not in colour alone: Black's are pale on dark.
    pub forms: bool,
    /// What stands below the board, beside the royal man of the side to move, in letters, digits and signs of ASCII; nothing
    /// where it is empty.
    pub caption: String,
}
