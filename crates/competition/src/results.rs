//! Results: scores, the final table, play-offs, withdrawals.

pub mod missing;
pub mod ranking;
pub mod rules;
pub mod tournament;
pub mod withdrawal;
