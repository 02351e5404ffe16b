//! `qili coverage`

use indicatif::{ProgressBar, ProgressStyle};
use qili_report::Rulebook;
use qili_review::coverage::{coverage, json, markdown, text};

use crate::arguments::{Coverage, ReviewFormat};
use crate::edited;
use crate::output::{Done, print, print_json};

pub(crate) fn run(arguments: &Coverage) -> Done {
    let language = arguments.lang.language();
    let book = Rulebook::open(&edited::here(&arguments.edition, language))?;
    // drawn on standard error, and on a terminal only
    let bar = ProgressBar::new(0);
    let shown = language.of(
        "{bar:40} {pos}/{len} {elapsed}（还要 {eta}）",
        "{bar:40} {pos}/{len} {elapsed} (left {eta})",
    );
    if let Ok(style) = ProgressStyle::with_template(shown) {
        bar.set_style(style);
    }
    let step = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(bar.position().max(done as u64));
    };
    let found = if arguments.no_mutants {
        coverage(&book, None)
    } else {
        coverage(&book, Some(&step))
    };
    bar.finish_and_clear();
    let found = found?;
    match arguments.format {
        ReviewFormat::Text => print(&text(&found, language)),
        ReviewFormat::Markdown => print(&markdown(&found, language)),
        ReviewFormat::Json => print_json(&json(&found)),
    }
}
