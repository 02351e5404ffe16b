//! `qili serve`: whom it answers, what it answers, and the board in a browser.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod api;
mod browser;
mod draft;
mod drafting;
mod http;
mod page;
mod pages;
mod safe;
mod server;
mod watch;
