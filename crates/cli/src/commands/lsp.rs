//! `qili lsp`

use crate::arguments::Lsp;
use crate::output::{Done, Failure};

pub(crate) fn run(arguments: &Lsp) -> Done {
    qili_lsp::stdio(arguments.lang.language()).map_err(|ended| {
        Failure::Report(miette::miette!(
            code = "qili::lsp",
            "the editor broke off: {ended}"
        ))
    })
}
