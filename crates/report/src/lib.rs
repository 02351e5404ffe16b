//! Judgements as people and programs read them.
//!
//! The interpreter finds natures, patterns and rulings; this crate says them: as [text](explain) in Chinese or English,
//! with the board, the lines of play and the clauses, and as [JSON](json) for programs. It stands above
//! `qili_notation`, because what is said contains moves.

pub mod comparison;
pub mod explain;
pub mod game;
pub mod given;
pub mod json;
pub mod record;
pub mod summary;

mod rulebook;
mod words;

pub use rulebook::{OpenError, Rulebook};
