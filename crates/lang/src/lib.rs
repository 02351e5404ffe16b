//! The rule language: from text to a checked syntax tree, and back.

pub mod rules;
pub mod syntax;
