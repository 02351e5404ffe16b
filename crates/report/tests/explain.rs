//! The reasons that are given for a move's nature, on figures that ship: targets, exceptions, and why a capture that one
//! would ask about is no threat.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use qili_board::Side;
use qili_interpreter::evaluate::Why;
use qili_interpreter::judge::{JudgedPly, Judgement};
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

    fn ply(&self, ply: usize) -> &JudgedPly {
        &self.judged.plies[ply - 1]
    }

    fn says(&self, ply: usize, zh: &str, en: &str) {
        let (chinese, english) = (
            self.told(ply, Language::Chinese),
            self.told(ply, Language::English),
        );
        assert!(chinese.contains(zh), "{chinese}");
        assert!(english.contains(en), "{english}");
        let words = |c: char| c.is_ascii_lowercase() && !"abcdefghi".contains(c);
        let lines = chinese.lines().filter(|line| !line.contains('.'));
        assert!(
            !lines.into_iter().any(|line| line.contains(words)),
            "{chinese}"
        );
    }
}

#[test]
fn one_thought_is_one_target() {
    let figure = Figure::of("figure-17");
    assert!(figure.ply(3).targets.len() > 3);
    let told = figure.told(3, Language::English);
    assert_eq!(told.matches("target ").count(), 1, "{told}");
    figure.says(3, "同一着还可得 ", "; the same move may win ");
}

#[test]
fn a_target_is_named_with_its_line_and_its_clause() {
    let figure = Figure::of("figure-26");
    figure.says(4, "目标 车d4", "target chariot d4");
    figure.says(4, "红方若停一着：", "if Red passed: ");
    figure.says(4, "28.3 捉", "28.3 chase");
    assert_eq!(figure.ply(4).side, Side::Black);
}

#[test]
fn what_could_be_won_before_is_said_to_be_old() {
    let figure = Figure::of("strong-for-weak");
    assert_eq!(figure.ply(1).lifted.len(), 1);
    figure.says(
        1,
        "不作捉（马i6）：车一进五×，因 29.3(1)",
        "no chase of horse i6: R1+5×; lifted by 29.3(1)",
    );
}

#[test]
fn a_capture_that_a_clause_discounts() {
    let figure = Figure::of("figure-14");
    assert_eq!(figure.ply(1).missed[0].why, Why::Discounted);
    figure.says(
        1,
        "，不计，依 兵(卒)本身吃子按闲",
        ", does not count; by provision.2",
    );
}

#[test]
fn a_capture_that_is_thought_of_as_an_exchange() {
    let figure = Figure::of("bar-binds-attacker");
    assert_eq!(figure.ply(3).missed[0].why, Why::Barred);
    figure.says(
        3,
        "先作兑换看，依 同兵种互换优先",
        "thought of as an exchange; by provision.6",
    );
}

#[test]
fn a_capture_that_is_answered() {
    let figure = Figure::of("bar-binds-attacker");
    let miss = &figure.ply(3).missed[1];
    assert_eq!((miss.why, miss.line.moves.len()), (Why::Refuted, 2));
    figure.says(
        3,
        "车四进六×+ 士5退6×，得不偿失",
        "R4+6×+ A5-6×, does not pay",
    );
}

#[test]
fn a_capture_that_comes_to_no_gain_says_what_it_comes_to() {
    let figure = Figure::of("reference-31");
    assert!(matches!(figure.ply(2).missed[0].why, Why::Worth(_)));
    figure.says(
        2,
        "结果为 强子 -1、浮子 +1，不算得子",
        "comes to strong -1, floating +1, which is no gain",
    );
}

/// The exchange of figure borrowed-profit gains along the line that a milder question finds: that line refutes nothing.
#[test]
fn a_line_that_gains_is_no_reason_against_a_chase() {
    let figure = Figure::of("borrowed-profit");
    let plies = figure.judged.plies.iter();
    let said = plies.flat_map(|ply| &ply.missed).collect::<Vec<_>>();
    assert!(!said.is_empty());
    assert!(
        said.iter().all(|miss| !matches!(miss.why, Why::Worth(_))),
        "{said:?}"
    );
    figure.says(
        2,
        "马六进五× 象7进5×，得不偿失",
        "H6+5× E7+5×, does not pay",
    );
}
