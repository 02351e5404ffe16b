//! The explanation of a player who did not, or could not, do what the rules ask.

use serde::{Deserialize, Serialize};

/// What the arbiter makes of a player's explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Explanation {
    /// None was asked for or given yet.
    #[default]
    None,
    /// Accepted.
    Accepted,
    /// Rejected.
    Rejected,
}
