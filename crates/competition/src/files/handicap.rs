//! A handicap game.

use qili_board::Side;
use serde::Deserialize;

/// A handicap game: what is given, and how it began.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandicapFile {
    /// The handicap's key in the rules.
    pub kind: String,
    /// The position before anything is given, in FEN; the starting position if absent.
    #[serde(default)]
    pub fen: Option<String>,
    /// The side of the weaker player; the side that moves first if absent.
    #[serde(default)]
    pub weaker: Option<Side>,
    /// The squares of the pieces that the stronger player does without.
    #[serde(default)]
    pub remove: Vec<String>,
    /// The first moves of the weaker player.
    #[serde(default)]
    pub opening: Vec<String>,
}
