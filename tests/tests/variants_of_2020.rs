//! Copies of the 2020 edition with one clause changed, each with the rulings that it should change and no other.
//!
//! The lists were written down before any variant was run, from the book's text and from the lines of play that the
//! edition itself gives. Entries marked with `*` were missed or wrong then; each was checked on the board afterwards and
//! its reason added. The tests edit rule text and nothing else.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use qili_review::diff::{Pair, difference};
use qili_tests::RulesCopy;

/// The rulings that change when text is put at the end of the 2020 edition's rulings.
fn changed(amendment: &str) -> Vec<(String, String)> {
    let copy = RulesCopy::new().unwrap();
    copy.append("2020/rulings.rule", amendment).unwrap();
    let pair = Pair::open("2020", &copy.edition("2020")).unwrap();
    let found = difference(&pair, qili_words::Language::English).unwrap();
    assert_eq!(found.problems, Vec::<String>::new());
    assert_eq!(found.clauses.len(), 1, "one clause is changed");
    found
        .cases
        .into_iter()
        .filter_map(|case| {
            assert_eq!(case.problem, None);
            let ruling = case.ruling?;
            let name = case.names[0].trim_start_matches("2020/").to_owned();
            Some((name, format!("{} → {}", ruling.old.says, ruling.new.says)))
        })
        .collect()
}

fn assert_changes(amendment: &str, expected: &[(&str, &str)]) {
    let expected: Vec<(String, String)> = expected
        .iter()
        .map(|(name, change)| ((*name).to_owned(), (*change).to_owned()))
        .collect();
    assert_eq!(changed(amendment), expected);
}

/// 长杀 allowed, as under Asian rules: a mate threat no longer counts as a prohibited move.
#[test]
fn perpetual_kill_allowed() {
    assert_changes(
        r#"replace clause general.2 "禁止着法" "prohibited moves" {
             define 犯禁 prohibited (p: ply) as p is 将 or p is 捉
           }"#,
        &[
            // Red does nothing but threaten mate, Black nothing prohibited: now both have permitted moves
            ("figure-07", "red-must-change → draw"),
            // check and chase against mate threats: Black's moves are permitted now, Red's are not
            ("figure-19", "draw → red-must-change"),
            // one mate threat and one chase: the mate threat is a permitted move now
            ("figure-20", "red-must-change → draw"),
            // exchange offers against mate threats: permitted moves on both sides now
            ("figure-29", "black-must-change → draw"),
            // chase and mate threat against two chases: Red has a permitted move now, Black has none
            ("reference-35", "draw → black-must-change"),
            // a perpetual chase against mate threats: Black's are permitted now
            ("reference-43", "draw → red-must-change"),
            // 29b, where both sides threaten mate for ever, stays a draw: for another reason
        ],
    );
}

/// A horse worth a chariot: horse for chariot is an even exchange, and a cannon gains by taking a protected horse.
#[test]
fn a_horse_worth_a_chariot() {
    assert_changes(
        r#"replace clause worth.horse "马" "a horse" { worth 马 is 2 强子 }"#,
        &[
            // ply 3 threatens a check by which the horse is given for the chariot: even now, so Red is idle once
            ("figure-02", "red-must-change → draw"),
            // ply 1 attacks a chariot that the horse on a7 protects: even now, so Red has a permitted move; Black has none
            ("figure-10", "red-must-change → black-must-change"),
            // * both moves win the soldier at the cost of the horse on b6, which the chariot no longer guards: what a soldier
            // may be worth makes up for a horse as it was, not for one worth a chariot
            ("figure-22", "red-must-change → draw"),
            // * ply 1: a soldier given for a horse is a gain now, as one given for a chariot always was (ply 3)
            ("figure-24", "draw → red-must-change"),
            // ply 4 attacks a chariot that a horse protects: even now, so Black has a permitted move
            // * so has Red: the cannon could take the protected horse with a gain before ply 1 already
            ("figure-25", "black-must-change → draw"),
            // ply 1 wins an elephant only because the second horse then takes a chariot, and both horses fall: a loss now
            ("reference-01", "red-must-change → draw"),
            // * the black cannon gains by taking the protected horse by itself, which each evasion of the other cannon makes
            // possible: both sides chase
            ("reference-37", "red-must-change → draw"),
            // ply 3: the chariot may give itself for the horse that is the cannon's mount, so that mount needs no guard
            // any more and the cannon captures alone: both sides chase unprotected pieces only
            ("reference-39", "black-must-change → draw"),
            // ply 3: the horse on g7, attacked all along, is dearer than the cannon chased, so the move is no chase of an
            // unprotected piece any more; Black checks, and chases an unprotected chariot
            ("reference-47", "draw → black-must-change"),
            // ply 4: the cannon gains by taking the protected horse by itself, where it needed the chariot before: both
            // sides chase unprotected pieces only
            ("reference-49", "red-must-change → draw"),
        ],
    );
}

/// Without the soldier's exemption, its own captures count like any other.
#[test]
fn no_exemption_for_soldiers() {
    assert_changes(
        "repeal clause provision.2",
        &[
            // the soldier attacks the chariot with both moves, and Black chases the horse with both of its own
            ("figure-14", "black-must-change → draw"),
            // the move after the check lets the soldier take an advisor
            ("reference-07", "draw → red-must-change"),
            // back on file 5 the cannon holds the advisor that protects the one attacked by the soldier
            ("reference-11", "draw → black-must-change"),
            // * ply 3: after horse for cannon the soldier's capture of an advisor counts, so the exchange is a gain
            ("reference-33", "draw → red-must-change"),
            // reference-05, ply 3: a chase now, but Red has another permitted move
        ],
    );
}
