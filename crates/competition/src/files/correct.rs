//! A game in which a move may be illegal.

use qili_board::Side;
use serde::Deserialize;

use crate::explanation::Explanation;

/// A game in which a move may be illegal.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorrectFile {
    /// The position before the first move, in FEN; the starting position if absent.
    #[serde(default)]
    pub fen: Option<String>,
    /// Who moves first in a game from the starting position; the edition's first mover if absent.
    #[serde(default)]
    pub first: Option<Side>,
    /// The moves as they were played.
    pub moves: Vec<String>,
    /// What the arbiter makes of the explanation of a player whose piece cannot move.
    #[serde(default)]
    pub explanation: Explanation,
    /// The number of that player in the event, for the record of a violation.
    #[serde(default)]
    pub player: Option<u32>,
    /// The round of the event, for the record of a violation.
    #[serde(default)]
    pub round: Option<usize>,
}
