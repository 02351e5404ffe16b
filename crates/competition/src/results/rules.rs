//! The part of `competition.yaml` about results: scores, order, ties, withdrawals.

use serde::{Deserialize, Serialize};

use crate::clause::Clause;
use crate::pairing::rules::Ruled;
use crate::points::Points;

/// Everything about results.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultRules {
    /// Points for one game.
    pub scores: Scores,
    /// Games decided by absence.
    pub absence: Absence,
    /// Events in which each pair meets in one game.
    pub single_game: Order,
    /// Events in which each pair meets in several games.
    pub several_games: Order,
    /// Which places are not shared.
    pub playoff: Playoff,
    /// What happens to the games of a player who leaves.
    pub withdrawal: Withdrawals,
}

/// Points for a win, a draw and a loss, with the clause that sets them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scores {
    /// Points of the winner.
    pub win: Points,
    /// Points of each side of a draw.
    pub draw: Points,
    /// Points of the loser.
    pub loss: Points,
    /// The clause.
    pub clause: Clause,
}

/// Points for beating a player, for a tie and for a defeat over the games of one pair.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchScores {
    /// Points for winning the match.
    pub win: Points,
    /// Points for a tied match.
    pub draw: Points,
    /// Points for losing the match.
    pub loss: Points,
}

/// How a game that was decided by absence is shown and counted.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Absence {
    /// The mark of the player who was present.
    pub win_mark: String,
    /// The mark of the player who was absent.
    pub loss_mark: String,
    /// Whether such a game counts as played when a player withdraws.
    pub played: bool,
    /// The clause.
    pub clause: Clause,
}

/// How players are ordered.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// Points over the games of one pair; absent where each pair has one game.
    #[serde(default)]
    pub match_points: Option<MatchScores>,
    /// What decides in the first place, one after the other.
    pub order: Vec<Criterion>,
    /// What decides between those who are then still equal.
    pub ties: Ties,
    /// The clause.
    pub clause: Clause,
}

/// The criteria for ties of two and of more players.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ties {
    /// For two equal players.
    pub two: Vec<Criterion>,
    /// For three or more.
    pub more: Vec<Criterion>,
}

/// One thing by which players can be told apart; more of it is better unless the name says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Criterion {
    /// The points of all games.
    Points,
    /// The points of the matches (of several games each).
    MatchPoints,
    /// The points of all games, in events of several games for each pair.
    GamePoints,
    /// The points from the games among the tied players.
    MutualPoints,
    /// Having lost no game.
    Unbeaten,
    /// Fewer recorded violations.
    FewerViolations,
    /// Won games.
    Wins,
    /// Games won without moving first.
    WinsMovingSecond,
    /// The sum of the opponents' points.
    OpponentsPoints,
    /// The points of the play-off games among the tied players.
    Playoff,
}

/// Which places must not be shared.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Playoff {
    /// The places.
    pub places: Vec<usize>,
    /// The clause.
    pub clause: Clause,
}

/// Withdrawals, by the kind of event.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawals {
    /// After the draw, before the first round.
    pub before_start: BeforeStart,
    /// In a round robin.
    pub round_robin: KeepFrom,
    /// In a points-based rotation.
    pub rotation: KeepFrom,
    /// The last game of a player who leaves, where it was not finished.
    pub unfinished: Ruled,
    /// In a match.
    #[serde(rename = "match")]
    pub duel: Refusal,
}

/// A withdrawal before the first round.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeforeStart {
    /// Whether lots are drawn again if the rest is even in number.
    pub redraw_if_even: bool,
    /// The clause.
    pub clause: Clause,
}

/// From which share of the games on the played ones stand.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeepFrom {
    /// The share of the games due that must have been played.
    pub keep_from: Share,
    /// The clause.
    pub clause: Clause,
}

/// A fraction.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// The part.
    pub numerator: u32,
    /// The whole.
    pub denominator: u32,
}

impl Share {
    /// Whether `part` of `whole` is at least this share.
    #[must_use]
    pub fn reached(self, part: u32, whole: u32) -> bool {
        u64::from(part) * u64::from(self.denominator)
            >= u64::from(whole) * u64::from(self.numerator)
    }
}

/// Refusing to go on with a match.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// Whether the side that refuses has lost the match.
    pub refusal_loses: bool,
    /// The clause.
    pub clause: Clause,
}
