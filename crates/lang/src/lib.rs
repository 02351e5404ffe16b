//! The rule language: from text to a checked syntax tree, and back.

pub mod check;
mod grammar;
pub mod keywords;
pub mod parse;
pub mod rules;
mod scan;
pub mod suggest;
pub mod syntax;
pub mod visit;
