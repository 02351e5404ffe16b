//! A move limit: the request, and the moves under it.

use qili_board::Side;
use serde::{Deserialize, Serialize};

use crate::limits::{Asker, Change};

/// A limit as the arbiter records it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitFile {
    /// Who asked, and why.
    pub request: Request,
    /// The side whose moves are limited.
    pub limited: Side,
    /// Who makes the first move under the limit.
    pub starts: Side,
    /// The round of the game from which the limit runs, as the arbiter notes it.
    #[serde(default)]
    pub from_round: Option<u32>,
    /// The number of rounds, where the arbiter sets another than the usual one.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// The position when the limit began, in FEN; with it, checks and captures are found on the board.
    #[serde(default)]
    pub fen: Option<String>,
    /// The moves under the limit.
    #[serde(default)]
    pub moves: Vec<LimitedMove>,
    /// New developments.
    #[serde(default)]
    pub changes: Vec<Development>,
}

/// A request for a limit.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Who asked.
    pub by: Asker,
    /// On which ground.
    pub ground: String,
    /// How many rounds of repetition there were.
    #[serde(default)]
    pub repetitive_rounds: u32,
}

/// A move under a limit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitedMove {
    /// The move.
    #[serde(default, rename = "move")]
    pub mv: Option<String>,
    /// Whether it gives check.
    #[serde(default)]
    pub check: bool,
    /// How many times such moves follow each other, the sides taking turns; 1 if absent.
    #[serde(default)]
    pub times: Option<u32>,
}

/// A new development during a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Development {
    /// After which move under the limit, from 1.
    pub after: usize,
    /// What happened.
    pub kind: Change,
}
