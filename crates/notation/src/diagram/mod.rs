//! A position drawn: as text, SVG and PNG.

mod font;
mod png;
mod svg;
#[cfg(test)]
mod tests;
mod text;

pub use png::{ImageError, MAX_WIDTH, png};
pub use svg::svg;
pub use text::text;

use qili_board::Move;

use crate::vocabulary::Script;

/// What is drawn besides the pieces.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// The characters of the pieces.
    pub script: Script,
    /// The move that has led here.
    pub last: Option<Move>,
    /// Moves of a line of play from here, such as the one that carries out a threat.
    pub line: Vec<Move>,
}
