//! The parser that pest makes of `grammar.pest`.
#![allow(
    missing_docs,
    reason = "generated: one variant for each rule of the grammar"
)]

/// Recogniser of the grammar; [`crate::parse`] builds the tree.
#[derive(pest_derive::Parser)]
#[grammar = "grammar.pest"]
pub(crate) struct Grammar;
