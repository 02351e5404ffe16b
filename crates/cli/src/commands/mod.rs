//! The commands, one module each.

pub(crate) mod board;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod coverage;
pub(crate) mod diff;
pub(crate) mod fmt;
pub(crate) mod judge;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod table;
pub(crate) mod test;
