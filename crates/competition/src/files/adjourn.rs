//! A game at its adjournment.

use serde::Deserialize;

use super::clock::ClockFile;
use crate::both::Both;
use crate::explanation::Explanation;

/// A game at its adjournment, and its sealed move.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdjournFile {
    /// The names of the players.
    pub players: Both<String>,
    /// The times of the game so far.
    pub clock: ClockFile,
    /// The position at the adjournment, to open a sealed move.
    #[serde(default)]
    pub fen: Option<String>,
    /// What the sealed record says.
    #[serde(default)]
    pub sealed: Option<String>,
    /// What the arbiter makes of the player's explanation of a wrong sealed move.
    #[serde(default)]
    pub explanation: Explanation,
    /// The move was played on the board after the announcement.
    #[serde(default)]
    pub moved_on_board: bool,
}
