//! An event in groups.

use serde::Deserialize;

/// Players to be split into groups.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupFile {
    /// How many groups.
    pub groups: usize,
    /// Everyone who was entered.
    pub players: Vec<GroupPlayer>,
    /// How many of each group go on to the final.
    #[serde(default)]
    pub finalists: usize,
    /// The numbers of each group in the order of its final table, once it is known.
    #[serde(default)]
    pub ranked: Option<Vec<Vec<u32>>>,
}

/// Someone who takes part.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupPlayer {
    /// The number drawn by lot, from 1.
    pub number: u32,
    /// The name as it appears in schedules.
    pub name: String,
    /// The seed's rank, from 1.
    #[serde(default)]
    pub seed: Option<u32>,
}
