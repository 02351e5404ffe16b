//! The oracle for engines says of one side what a whole ruling says, or that it does not know; and less work allowed is
//! never more work done.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use qili_board::{Move, Position, Side};
use qili_edition::folder::Folder;
use qili_interpreter::movement::MoveList;
use qili_interpreter::oracle::Verdict;
use qili_interpreter::{Cycle, Evaluator, Oracle, rule};
use qili_report::Rulebook;
use qili_review::run;

/// More than any case needs.
const ENOUGH: u64 = 4_000_000;

/// The cases of an edition, as the oracle is asked them.
fn cases(book: &Rulebook) -> Vec<(Position, Vec<Move>)> {
    let cases = book.edition.cases().unwrap();
    let read = cases.iter().flat_map(|case| {
        let scenarios = case.scenarios();
        scenarios.map(move |(_, scenario)| run::read(book, case, scenario).unwrap())
    });
    read.filter(|(_, moves)| !moves.is_empty()).collect()
}

/// What the oracle may say where a whole ruling says this.
fn agrees(book: &Rulebook, cycle: &Cycle, me: Side, verdict: Verdict) -> bool {
    let ruled = rule(&book.engine, cycle);
    // who asks for a ruling only gets the same as who asks for everything
    assert_eq!(ruled, Evaluator::new(&book.engine, cycle).ruling());
    let ruled = ruled.outcome;
    match verdict {
        Verdict::Against(outcome) => ruled == outcome && outcome.against() == Some(me),
        Verdict::NotAgainst => ruled.against() != Some(me),
        _ => true,
    }
}

#[test]
fn it_agrees_with_the_ruling_on_every_case() {
    for name in Folder::shipped() {
        let book = Rulebook::open(name).unwrap();
        let mut remembering = Oracle::new(book.engine.clone());
        let (mut asked, mut known) = (0, 0);
        for (start, moves) in cases(&book) {
            let cycle = Cycle::unchecked(&start, &moves, None);
            for me in Side::ALL {
                let mut fresh = Oracle::new(book.engine.clone());
                let verdict = fresh.verdict(me, &cycle, ENOUGH);
                assert!(
                    agrees(&book, &cycle, me, verdict),
                    "{name}: {verdict:?} {moves:?}"
                );
                let again = remembering.verdict(me, &cycle, ENOUGH);
                assert_eq!(again, verdict, "{name}, with what it remembers: {moves:?}");
                assert_eq!(remembering.verdict(me, &cycle, ENOUGH), verdict);
                asked += 1;
                known += usize::from(verdict != Verdict::Unknown);
            }
        }
        assert!(known * 10 >= asked * 9, "{name}: {known} of {asked} known");
    }
}

#[test]
fn less_work_allowed_is_never_more_work_done() {
    let book = Rulebook::open("2020").unwrap();
    for (start, moves) in cases(&book).into_iter().step_by(4) {
        let cycle = Cycle::unchecked(&start, &moves, None);
        let mut last = 0;
        let mut known = Verdict::Unknown;
        for allowed in [1, 30, 300, 3_000, 30_000, ENOUGH] {
            let mut oracle = Oracle::new(book.engine.clone());
            let verdict = oracle.verdict(Side::Red, &cycle, allowed);
            let done = oracle.work();
            assert!(
                last <= done && done <= allowed,
                "{allowed}: {last} {done} {moves:?}"
            );
            assert!(
                known == Verdict::Unknown || known == verdict,
                "{allowed}: {moves:?}"
            );
            last = done;
            known = verdict;
        }
    }
}

/// A round of four plies from a position of random play, if the pieces can go back.
fn round(book: &Rulebook, choices: &[prop::sample::Index]) -> Option<(Position, Vec<Move>)> {
    let movement = book.movement();
    let mut position = book.start();
    let mut legal = MoveList::new();
    let (before, round) = choices.split_at(choices.len().checked_sub(2)?);
    for choice in before {
        movement.legal_moves(&position, &mut legal);
        position.play(*choice.get(legal.first().map(|_| &legal[..])?));
    }
    let start = position.clone();
    let mut moves = Vec::new();
    for choice in round {
        movement.legal_moves(&position, &mut legal);
        let mv = *choice.get(legal.first().map(|_| &legal[..])?);
        position.play(mv);
        moves.push(mv);
    }
    for index in 0..2 {
        let back = Move::new(moves[index].to, moves[index].from);
        if !movement.is_legal(&position, back) {
            return None;
        }
        position.play(back);
        moves.push(back);
    }
    (position == start).then_some((start, moves))
}

#[test]
fn it_agrees_with_the_ruling_on_random_rounds() {
    for name in ["1965", "2020", "asian"] {
        let book = Rulebook::open(name).unwrap();
        // one that remembers little forgets all the time
        let oracles = [1 << 16, 64, 0];
        let oracles = oracles.map(|memory| Oracle::new(book.engine.clone()).with_memory(memory));
        let oracles = std::cell::RefCell::new(oracles);
        let config = Config {
            cases: 120,
            failure_persistence: None,
            ..Config::default()
        };
        let choices = prop::collection::vec(any::<prop::sample::Index>(), 2..60);
        let asked = TestRunner::new_with_rng(
            config,
            prop::test_runner::TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha),
        )
        .run(&(choices, 1..200_000_u64), |(choices, allowed)| {
            let Some((start, moves)) = round(&book, &choices) else {
                return Ok(());
            };
            let cycle = Cycle::unchecked(&start, &moves, None);
            for me in Side::ALL {
                for oracle in oracles.borrow_mut().iter_mut() {
                    let verdict = oracle.verdict(me, &cycle, allowed);
                    prop_assert!(agrees(&book, &cycle, me, verdict), "{verdict:?}");
                }
            }
            Ok(())
        });
        asked.unwrap();
    }
}
