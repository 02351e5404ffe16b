//! The rule language in every editor: a language server over standard input and output.
//!
//! One thread takes messages in order and owns the texts; answers are worked out elsewhere, on snapshots ([`world`]). What
//! is wrong is what `qili check` says, taken from the same code ([`told`]), and positions are converted in one place
//! ([`position`]). Every answer is a function of a snapshot and of what was asked, one module for each sort.

pub mod analysis;
mod answer;
mod cases;
mod commands;
mod complete;
mod diagnose;
mod edits;
mod figures;
mod fixes;
mod hover;
mod names;
mod outline;
pub mod path;
pub mod position;
mod server;
mod sheets;
pub mod told;
pub mod typed;
mod work;
pub mod world;

pub use server::{Ended, serve, stdio};
