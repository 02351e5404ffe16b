//! Teams: two that meet, and one that lines up on boards.

use serde::Deserialize;

/// Two teams that meet.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamFile {
    /// The teams.
    pub teams: [Team; 2],
}

/// A team.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// Its name.
    pub name: String,
    /// Its players.
    pub players: Vec<String>,
}

/// A team that lines up on boards.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineUpFile {
    /// How many boards there are.
    pub boards: usize,
    /// The players in the order of their entered ranks, substitutes included.
    pub players: Vec<String>,
    /// A line-up to check, board one first.
    #[serde(default)]
    pub line_up: Option<Vec<String>>,
}
