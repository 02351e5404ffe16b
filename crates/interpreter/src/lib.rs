//! Evaluates an edition of the rules on positions and games.

pub mod movement;
pub mod threats;
