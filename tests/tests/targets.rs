//! What is said of a target agrees with the line printed beneath it: no piece that is retaken there is called unprotected.

#![allow(
    clippy::expect_used,
    reason = "a test stops where the rules that it tests cannot be read"
)]

use qili_edition::folder::Folder;
use qili_interpreter::{Cycle, judge};
use qili_report::Rulebook;
use qili_report::json::{TargetJson, judgement};
use qili_review::run::play;
use qili_words::Language;

/// Whether the move after the one that takes the target takes back.
fn is_retaken(target: &TargetJson) -> bool {
    let taken = |mv: &String| mv.ends_with(&target.square);
    target.witness.windows(2).any(|pair| pair.iter().all(taken))
}

#[test]
fn a_target_that_is_retaken_is_not_unprotected() {
    let mut unprotected = 0;
    Folder::shipped().for_each(|edition| {
        let book = Rulebook::open(edition).expect("the edition opens");
        for case in &book.edition.cases().expect("its cases read") {
            for (id, scenario) in case.scenarios() {
                let Ok((start, moves)) = play(&book, case, scenario) else {
                    continue;
                };
                let judged = judge(&book.engine, Cycle::unchecked(&start, &moves, None));
                let shown = judgement(&book, &judged, 1, None, Language::Chinese);
                for target in shown.plies.iter().flat_map(|ply| &ply.targets) {
                    let none = target.protection == Some("none");
                    unprotected += usize::from(none);
                    assert!(
                        !none || !is_retaken(target),
                        "{edition}/{id}: {}",
                        target.square
                    );
                }
            }
        }
    });
    assert!(unprotected > 0, "no edition says it of any target");
}
