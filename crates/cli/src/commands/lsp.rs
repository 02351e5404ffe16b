//! `qili lsp`

use qili_words::{Said, both};

use crate::arguments::Lsp;
use crate::output::Done;

pub(crate) fn run(arguments: &Lsp) -> Done {
    qili_lsp::stdio(arguments.lang.language()).map_err(|ended| {
        let message = both!(
            "与编辑器的联系中断：`{ended}`",
            "the editor broke off: {ended}"
        );
        Said::new("qili::lsp", message).into()
    })
}
