//! Pairing: who meets whom, and who moves first.

pub mod boards;
pub mod groups;
pub mod knockout;
pub mod matching;
pub mod plan;
pub mod rotation;
pub mod round_robin;
pub mod rules;
