//! The rule language: from text to a checked syntax tree, and back.
