//! The reasons that are given for a move's nature, on figures that ship: targets, exceptions, and why a capture that one
//! would ask about is no threat.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use qili_interpreter::judge::Judgement;
use qili_interpreter::{Cycle, judge};
use qili_report::Rulebook;
use qili_report::explain::{Detail, judgement};
use qili_words::Language;

/// A figure of the edition in force, judged.
struct Figure {
    book: Rulebook,
    judged: Judgement,
}

impl Figure {
    fn of(name: &str) -> Self {
        let book = Rulebook::open("2020").unwrap();
        let cases = book.edition.cases().unwrap();
        let case = cases.iter().find(|case| case.id == name).unwrap();
        let alphabet = book.vocabulary.alphabet();
        let start = case.position(&case.scenario, alphabet).unwrap().position;
        let cycle = Cycle::checked(&book.engine, &start, &case.scenario.coordinates).unwrap();
        let judged = judge(&book.engine, cycle);
        Self { book, judged }
    }

    /// What is said of a ply, counted from 1, in full.
    fn told(&self, ply: usize, language: Language) -> String {
        let text = judgement(&self.book, &self.judged, language, Detail::Full);
        let (own, next) = (format!("\n{ply:>3}. "), format!("\n{:>3}. ", ply + 1));
        let from = text.find(&own).unwrap() + 1;
        let told = &text[from..];
        let end = told.find(&next).or_else(|| told.find("\n\n"));
        told[..end.unwrap()].to_owned()
    }
}

/// Figures and plies of them, with what each shows.
const TOLD: [(&str, usize, &str); 8] = [
    ("figure-17", 3, "one thought is one target"),
    ("figure-26", 4, "a target, its line and its clause"),
    ("strong-for-weak", 1, "what could be won before is old"),
    ("figure-14", 1, "a capture that a clause discounts"),
    (
        "bar-binds-attacker",
        3,
        "an exchange; a capture that is answered",
    ),
    ("reference-31", 2, "what a capture that is no gain comes to"),
    (
        "borrowed-profit",
        2,
        "a line that gains is no reason against a chase",
    ),
    ("reference-43", 1, "a target without protection"),
];

#[test]
fn reasons_as_they_are_told() {
    let mut told = String::new();
    for (name, ply, shows) in TOLD {
        let figure = Figure::of(name);
        told += &format!("--- {shows}: {name}, ply {ply}\n");
        for language in [Language::English, Language::Chinese] {
            told += figure.told(ply, language).trim_end();
            told.push('\n');
        }
    }
    insta::assert_snapshot!(told);
}

#[test]
fn chinese_reasons_have_no_english_word() {
    let words = |c: char| c.is_ascii_lowercase() && !"abcdefghi".contains(c);
    for (name, ply, _) in TOLD {
        let chinese = Figure::of(name).told(ply, Language::Chinese);
        // a handle with a dot in it is the edition's
        let mut lines = chinese.lines().filter(|line| !line.contains('.'));
        assert!(!lines.any(|line| line.contains(words)), "{chinese}");
    }
}
