//! The rule book as pages that need no server, and the workbench in a browser: one library for both.

pub mod book;
pub mod page;
