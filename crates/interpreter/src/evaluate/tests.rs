use std::sync::Arc;

use qili_board::{Move, fen};
use qili_edition::Edition;
use qili_lang::rules::NatureId;

use super::*;
use crate::movement::alphabet;

/// A small edition that is made for tests.
const EDITION: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/editions/garden"
);

/// The edition for tests with further clauses, whose last one declares the nature asked for.
fn engine(extra: &str) -> (Engine, NatureId) {
    let edition = Edition::open(EDITION).unwrap();
    let mut clauses: Vec<_> = edition
        .clauses
        .iter()
        .map(|in_force| (in_force.file, in_force.clause.clone()))
        .collect();
    let file = qili_lang::parse::parse("extra.rule", extra).unwrap();
    clauses.extend(file.clauses.into_iter().map(|clause| (0, clause)));
    let severity = clauses
        .iter_mut()
        .find_map(|(_, clause)| match &mut clause.effect {
            Some(qili_lang::syntax::Effect::Severity { natures }) => Some(natures),
            _ => None,
        })
        .unwrap();
    let mut added = severity[0].clone();
    "问".clone_into(&mut added.text);
    severity.push(added);
    let rules = qili_lang::check::check(&clauses).unwrap();
    let id = rules
        .natures
        .iter()
        .position(|nature| nature.names.zh == "问")
        .unwrap();
    let id = NatureId(id.try_into().unwrap());
    (Engine::new(Arc::new(rules)).unwrap(), id)
}

fn cycle(engine: &Engine, position: &str, moves: &str) -> Cycle {
    let letters = alphabet(engine.rules()).unwrap();
    let start = fen::parse(position, &letters).unwrap().position;
    let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
    Cycle::unchecked(&start, &moves, None)
}

/// Black's cannon chases with every move, Red's chariot evades.
const FIGURE: &str = "3k2P2/P3a4/6rc1/8R/9/9/9/B3B4/4A4/4KA3 w";
const MOVES: &str = "i6h6 h7i7 h6i6 i7h7";

/// Whether the first ply is what the condition says.
fn holds(condition: &str) -> Truth {
    let (engine, id) = engine(&format!(
        "clause x \"问\" \"asked\" {{ nature 问 asked when {condition} }}"
    ));
    let cycle = cycle(&engine, FIGURE, MOVES);
    Evaluator::new(&engine, &cycle).finding(Ply(0), id).holds
}

#[test]
fn an_unknown_part_matters_only_where_the_whole_depends_on_it() {
    assert_eq!(holds("unknown"), Truth::Unknown);
    assert_eq!(holds("unknown or true"), Truth::Yes);
    assert_eq!(holds("unknown and false"), Truth::No);
    assert_eq!(holds("unknown implies true"), Truth::Yes);
    assert_eq!(holds("if unknown then true else true"), Truth::Yes);
    assert_eq!(holds("if unknown then true else false"), Truth::Unknown);
    assert_eq!(holds("some x in pieces of mover: unknown"), Truth::Unknown);
    assert_eq!(
        holds("some x in pieces of mover: x is 车 or unknown"),
        Truth::Yes
    );
    assert_eq!(
        holds("every x in pieces of mover: x is 车 and unknown"),
        Truth::No
    );
    assert_eq!(holds("no x in pieces of mover: x is 车"), Truth::No);
    assert_eq!(holds("no x in pieces of mover: x is 炮"), Truth::Yes);
    assert_eq!(
        holds("(count x in pieces of mover where unknown) = 1"),
        Truth::Unknown
    );
    assert_eq!(
        holds("(count x in pieces of mover where x is 车 and unknown) = 1"),
        Truth::Unknown
    );
    assert_eq!(holds("(if unknown then 1 else 2) - 1 = 0"), Truth::Unknown);
    assert_eq!(holds("(if unknown then 1 else 1) = 1"), Truth::Yes);
}

#[test]
fn places_are_gone_to_in_the_order_in_which_they_are_written() {
    // before the move the chariot attacks nothing on file h; taken off the board there, it attacks nothing at all
    assert_eq!(
        holds("(some x in pieces of opponent: moved attacks x)"),
        Truth::Yes
    );
    assert_eq!(
        holds("(some x in pieces of opponent: moved attacks x) at before"),
        Truth::No
    );
    assert_eq!(
        holds("(some x in pieces of mover: x is 车) at before without moved"),
        Truth::No
    );
    assert_eq!(
        holds("(some x in pieces of mover: x is 车) at before"),
        Truth::Yes
    );
    // after the move and a pass it is the mover's turn, at the reply the opponent's
    assert_eq!(holds("turn = mover"), Truth::Yes);
    assert_eq!(holds("(turn = opponent) at reply"), Truth::Yes);
    assert_eq!(holds("(turn = opponent) at before passing"), Truth::Yes);
}

#[test]
fn pieces_keep_their_identity() {
    assert_eq!(holds("moved is 车 and moved is 车 at before"), Truth::Yes);
    assert_eq!(
        holds("some x in pieces of opponent where x is last-moved: x is 炮"),
        Truth::Yes
    );
    assert_eq!(
        holds("some x in (pieces of mover) at before: x is moved"),
        Truth::Yes
    );
    // a piece that has been taken stands nowhere
    assert_eq!(
        holds(
            "some m in initiatives, x in pieces of opponent where m takes x: x is material after m"
        ),
        Truth::No
    );
}

#[test]
fn a_side_in_check_cannot_have_passed() {
    let (engine, id) = engine(
        "clause x \"问\" \"asked\" { nature 问 asked when (some m in moves) or mover mates within 8 }",
    );
    // every red move is a check
    let cycle = cycle(
        &engine,
        "2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w",
        "f0e0 e8f8 e0f0 f8e8",
    );
    let mut evaluator = Evaluator::new(&engine, &cycle);
    assert_eq!(evaluator.finding(Ply(0), id).holds, Truth::No);
    assert_eq!(evaluator.finding(Ply(1), id).holds, Truth::Yes);
}

#[test]
fn a_search_over_its_budget_leaves_natures_and_ruling_open() {
    let edition = Edition::open(EDITION).unwrap();
    let engine = Engine::new(edition.rules).unwrap().with_budget(1);
    let cycle = cycle(&engine, FIGURE, MOVES);
    let judged = crate::judge(&engine, cycle);
    assert!(
        judged
            .plies
            .iter()
            .all(|ply| ply.nature.is_none() || ply.check)
    );
    assert_eq!(judged.ruling.outcome.to_string(), "undetermined");
    assert!(
        matches!(&judged.ruling.open, Some(crate::judge::Open::Natures(_, plies)) if plies.len() == 4)
    );
}

#[test]
fn exceptions_lift_single_targets_and_say_so() {
    let (engine, id) = engine(
        "clause x \"问\" \"asked\" { nature 问 asked targets y of opponent where y is material }\n\
         clause y \"除炮\" \"no cannons\" { exception to x for y when y is 炮 }",
    );
    let cycle = cycle(&engine, FIGURE, MOVES);
    let mut evaluator = Evaluator::new(&engine, &cycle);
    let finding = evaluator.finding(Ply(0), id);
    assert!(finding.holds.is_yes());
    assert_eq!(finding.lifted.len(), 1);
    let cannon = finding.lifted[0].target.unwrap();
    assert!(finding.targets.iter().all(|target| target.piece != cannon));
}
