//! A search that runs out of its budget leaves things open and decides nothing otherwise: every case of every edition,
//! judged with small budgets, has the outcome and the natures that it has with the full one, or none.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;

use qili_edition::folder::Folder;
use qili_edition::outcome::Outcome;
use qili_interpreter::engine::Engine;
use qili_interpreter::judge::Judgement;
use qili_interpreter::{Cycle, judge};
use qili_report::Rulebook;
use qili_review::run::play;

const BUDGETS: [u32; 7] = [1, 3, 10, 30, 100, 400, 2000];

/// What a judgement with a small budget says otherwise than the full one.
fn contradictions(full: &Judgement, small: &Judgement) -> Vec<String> {
    let mut found = Vec::new();
    let outcome = small.ruling.outcome;
    if outcome != full.ruling.outcome && outcome != Outcome::Undetermined {
        found.push(format!("{} instead of {}", outcome, full.ruling.outcome));
    }
    for (ply, (small, full)) in (1..).zip(small.plies.iter().zip(&full.plies)) {
        if small.nature.is_some() && small.nature != full.nature {
            let (said, is) = (small.nature, full.nature);
            found.push(format!("ply {ply} is {said:?} instead of {is:?}"));
        }
        let wrongly = small.natures.iter().filter(|id| !full.natures.contains(id));
        let known = |id| small.natures.contains(id) || small.open.contains(id);
        let missing = full.natures.iter().filter(|id| !known(id));
        found.extend(wrongly.map(|id| format!("ply {ply} is {id:?} as well")));
        found.extend(missing.map(|id| format!("ply {ply} is not {id:?} any more")));
    }
    found
}

#[test]
fn a_small_budget_leaves_open_and_never_contradicts() {
    let mut wrong = String::new();
    let mut judged = 0;
    for edition in Folder::shipped() {
        let book = Rulebook::open(edition).unwrap();
        let engines = BUDGETS.map(|budget| {
            let engine = Engine::new(book.edition.rules.clone()).unwrap();
            (budget, engine.with_budget(budget))
        });
        for case in &book.edition.cases().unwrap() {
            for (id, scenario) in case.scenarios() {
                // where the moves cannot be played any more, the snapshot of the case says so
                let Ok((start, moves)) = play(&book, case, scenario) else {
                    continue;
                };
                if moves.is_empty() {
                    continue;
                }
                let by = |engine| judge(engine, Cycle::unchecked(&start, &moves, None));
                let full = by(&book.engine);
                for (budget, engine) in &engines {
                    judged += 1;
                    for found in contradictions(&full, &by(engine)) {
                        let _ = writeln!(wrong, "{edition}/{id}, budget {budget}: {found}");
                    }
                }
            }
        }
    }
    assert!(judged > 0);
    assert!(wrong.is_empty(), "of {judged} judgements\n{wrong}");
}
