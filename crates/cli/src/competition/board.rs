//! `touch`, `correct`, `handicap` and `adjourn`: what needs the board.

use miette::{Result, miette};
use qili_edition::yaml::Document;

use super::Context;
use super::output::Output;

fn later() -> Result<Output> {
    Err(miette!(
        "this command needs the movement of the pieces, which is not connected yet"
    ))
}

pub(super) fn touch(_: &Document, _: &Context) -> Result<Output> {
    later()
}

pub(super) fn correct(_: &Document, _: &Context) -> Result<Output> {
    later()
}

pub(super) fn handicap(_: &Document, _: &Context) -> Result<Output> {
    later()
}

pub(super) fn adjourn(_: &Document, _: &Context) -> Result<Output> {
    later()
}
