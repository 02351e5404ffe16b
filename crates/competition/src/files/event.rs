//! The file of an event: players, rounds, results, withdrawals.

use serde::{Deserialize, Serialize};

/// An event as the organiser writes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// What the event is called.
    #[serde(default)]
    pub name: String,
    /// How opponents are found.
    pub system: System,
    /// Whether two of a side play, and how.
    #[serde(default)]
    pub form: Form,
    /// Whether the event is important enough to decide a shared first place by extra games; not said if absent.
    #[serde(default)]
    pub important: Option<bool>,
    /// How many games each pair plays.
    #[serde(default = "one")]
    pub games_each: u32,
    /// How many rounds were announced.
    #[serde(default)]
    pub planned_rounds: Option<u32>,
    /// After how many defeats a player is out of a knockout event.
    #[serde(default = "one")]
    pub lives: u32,
    /// Everyone who was entered.
    pub players: Vec<Player>,
    /// The rounds in their order.
    #[serde(default)]
    pub rounds: Vec<Round>,
    /// Who left, and when.
    #[serde(default)]
    pub withdrawals: Vec<Withdrawal>,
    /// Extra games for places that are not shared.
    #[serde(default)]
    pub playoffs: Vec<Game>,
    /// Violations as they were recorded during the event, one by one.
    #[serde(default)]
    pub violations: Vec<Violation>,
}

/// Who sits at a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// One player against one.
    #[default]
    Single,
    /// Two against two, who consult before they move.
    PairsConsulting,
    /// Two against two, who move in turn and do not consult.
    PairsAlternating,
}

/// A violation, as `touch` and `correct` report it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Violation {
    /// The player's number.
    pub player: u32,
    /// The round, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<usize>,
    /// The article that was violated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
}

fn one() -> u32 {
    1
}

/// How opponents are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Everyone meets everyone.
    RoundRobin,
    /// Equal or nearest scores meet, round after round.
    Rotation,
    /// Losers leave.
    Knockout,
    /// Two players meet in several games.
    Match,
}

/// Someone who takes part.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The number drawn by lot, from 1.
    pub number: u32,
    /// The name as it appears in tables.
    pub name: String,
    /// Violations during the event, beside those that are recorded one by one.
    #[serde(default)]
    pub violations: u32,
    /// The two who play together, in an event of pairs.
    #[serde(default)]
    pub members: Vec<String>,
}

/// One round.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Who meets whom, the first mover first. Optional; if present, results must agree with it.
    #[serde(default)]
    pub pairings: Option<Vec<[u32; 2]>>,
    /// The results so far.
    #[serde(default)]
    pub results: Vec<Game>,
}

/// One game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The number of the player who moves first.
    pub first: u32,
    /// The number of the opponent.
    pub second: u32,
    /// The result as the first mover sees it.
    pub result: Outcome,
    /// The arbiter assessed an unfinished position.
    #[serde(default)]
    pub assessed: bool,
}

/// A result as the first mover sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The first mover won.
    #[serde(rename = "win")]
    Win,
    /// A draw.
    #[serde(rename = "draw")]
    Draw,
    /// The first mover lost.
    #[serde(rename = "loss")]
    Loss,
    /// The opponent did not come.
    #[serde(rename = "+")]
    Present,
    /// The first mover did not come.
    #[serde(rename = "-")]
    Absent,
    /// Neither came.
    #[serde(rename = "--")]
    BothAbsent,
}

impl Outcome {
    /// Whether the game was really played.
    #[must_use]
    pub fn is_played(self) -> bool {
        matches!(self, Self::Win | Self::Draw | Self::Loss)
    }

    /// The result as the opponent sees it.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
            Self::Present => Self::Absent,
            Self::Absent => Self::Present,
            Self::BothAbsent => Self::BothAbsent,
        }
    }

    /// Whether the one who sees it so has won.
    #[must_use]
    pub fn is_win(self) -> bool {
        matches!(self, Self::Win | Self::Present)
    }

    /// Whether the one who sees it so has lost.
    #[must_use]
    pub fn is_loss(self) -> bool {
        matches!(self, Self::Loss | Self::Absent | Self::BothAbsent)
    }
}

/// Someone leaves.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The player's number.
    pub player: u32,
    /// After which round; 0 is after the draw, before the first round.
    pub after_round: usize,
}
