//! The reasons that are given for a move's nature, on figures that ship: targets, exceptions, and why a capture that one
//! would ask about is no threat.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use qili_interpreter::judge::Judgement;
use qili_interpreter::{Cycle, judge};
use qili_report::Rulebook;
use qili_report::explain::{Detail, judgement};
use qili_words::Language;

/// A figure of an edition, judged.
struct Figure {
    book: Rulebook,
    judged: Judgement,
}

impl Figure {
    fn of(edition: &str, name: &str) -> Self {
        let book = Rulebook::open(edition).unwrap();
        let cases = book.edition.cases().unwrap();
        let case = cases.iter().find(|case| case.id == name).unwrap();
        let alphabet = book.vocabulary.alphabet();
        let start = case.position(&case.scenario, alphabet).unwrap().position;
        let mut moves = case.scenario.coordinates.clone();
        if moves.is_empty() {
            let written = case.scenario.moves.iter();
            moves.extend(written.map(|mv| mv.parse::<qili_board::Move>().unwrap()));
        }
        let cycle = Cycle::checked(&book.engine, &start, &moves).unwrap();
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
const TOLD: [(&str, &str, usize, &str); 13] = [
    ("2020", "figure-17", 3, "one thought is one target"),
    ("2020", "figure-26", 4, "a target, its line and its clause"),
    (
        "2020",
        "strong-for-weak",
        1,
        "what could be won before is old",
    ),
    ("2020", "figure-14", 1, "a capture that a clause discounts"),
    (
        "2020",
        "bar-binds-attacker",
        3,
        "an exchange; a capture that is answered",
    ),
    (
        "2020",
        "reference-31",
        2,
        "what a capture that is no gain comes to",
    ),
    (
        "2020",
        "borrowed-profit",
        2,
        "a line that gains is no reason against a chase",
    ),
    ("2020", "reference-43", 1, "a target without protection"),
    (
        "2020",
        "figure-05",
        1,
        "what could be taken before, and now by a check only",
    ),
    ("1999", "figure-12", 3, "what a check comes to"),
    ("1965", "bare-advisors", 1, "a capture that stood before"),
    ("asian", "diagram-21", 1, "a capture of what has a root"),
    ("asian", "diagram-18", 3, "another one"),
];

#[test]
fn reasons_as_they_are_told() {
    let mut told = String::new();
    for (edition, name, ply, shows) in TOLD {
        let figure = Figure::of(edition, name);
        told += &format!("--- {shows}: {edition} {name}, ply {ply}\n");
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
    for (edition, name, ply, _) in TOLD {
        let chinese = Figure::of(edition, name).told(ply, Language::Chinese);
        // a handle with a dot in it is the edition's
        let mut lines = chinese.lines().filter(|line| !line.contains('.'));
        assert!(!lines.any(|line| line.contains(words)), "{chinese}");
    }
}
