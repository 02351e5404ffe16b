//! The rule book as pages that need no server, and the workbench in a browser: one library for both.

mod api;
mod board;
pub mod book;
mod draft;
pub mod page;
mod served;
pub mod server;
mod watch;
