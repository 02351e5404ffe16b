//! Every case of every edition, judged by that edition: a snapshot each, and a summary.
//!
//! A snapshot is what an arbiter reviews in a pull request. The summary counts what agrees with the book; a
//! difference that a case does not record as a known disagreement fails here too, whatever the snapshot says.

#![allow(
    clippy::expect_used,
    reason = "a test stops where the rules that it tests cannot be read"
)]

use std::fmt::Write as _;

use qili_report::Rulebook;
use qili_review::snapshot::{line, snapshot};
use qili_review::{Scope, run};

/// Judges every case of an edition; the names of those that are not as expected.
fn conforms(edition: &str) {
    let book = Rulebook::open(edition).expect("the edition opens");
    let cases = book.edition.cases().expect("its cases read");
    let mut summary = String::new();
    let mut failures = String::new();
    let (mut natures, mut rulings, mut all) = ((0, 0), (0, 0), 0);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/{edition}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _bound = settings.bind_to_scope();
    for case in &cases {
        for (id, scenario) in case.scenarios() {
            let run = run(&book, case, id, scenario)
                .unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)));
            let name = if id == case.id {
                id.to_owned()
            } else {
                format!("{}-{id}", case.id)
            };
            insta::assert_snapshot!(name.as_str(), snapshot(&book, &run));
            let nature = run.tally(|scope| matches!(scope, Scope::Natures(_)));
            let ruling = run.tally(|scope| scope == Scope::Ruling);
            let _ = writeln!(
                summary,
                "{name:<24} natures {}/{}  ruling {}/{}",
                nature.0, nature.1, ruling.0, ruling.1
            );
            natures = (natures.0 + nature.0, natures.1 + nature.1);
            rulings = (rulings.0 + ruling.0, rulings.1 + ruling.1);
            all += 1;
            for check in run.checks.iter().filter(|check| check.fails()) {
                let _ = write!(failures, "{name} {}", line(check));
            }
        }
    }
    let _ = writeln!(
        summary,
        "\n{all} cases, natures {}/{}, rulings {}/{}",
        natures.0, natures.1, rulings.0, rulings.1
    );
    insta::assert_snapshot!("summary", summary);
    assert!(failures.is_empty(), "not as the cases say:\n{failures}");
}

#[test]
fn edition_2020() {
    conforms("2020");
}

#[test]
fn edition_2011_training() {
    conforms("2011-training");
}

#[test]
fn edition_2007_trial() {
    conforms("2007-trial");
}

#[test]
fn edition_1965() {
    conforms("1965");
}
