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

/// Whether the first ply from a position is what a condition says, with further clauses.
fn holds_at(position: &str, moves: &str, clauses: &str, condition: &str) -> Truth {
    let (engine, id) = engine(&format!(
        "{clauses}\nclause x \"问\" \"asked\" {{ nature 问 asked when {condition} }}"
    ));
    let cycle = cycle(&engine, position, moves);
    Evaluator::new(&engine, &cycle).finding(Ply(0), id).holds
}

#[test]
fn a_side_that_gives_check_can_take_next_as_if_it_did_not() {
    let asked =
        |condition: &str| holds_at("4k4/9/c8/9/1R7/9/R8/9/9/3K5 w", "b5e5 e9d9", "", condition);
    let takes = "some m in moves, x in pieces of opponent where x is 炮: m takes x";
    assert_eq!(asked(takes), Truth::No);
    assert_eq!(asked(&format!("({takes}) as if unchecked")), Truth::Yes);
    let wins = "some m in moves, x in pieces of opponent where x is 炮: m wins x by 全盘";
    assert_eq!(asked(wins), Truth::No);
    assert_eq!(asked(&format!("({wins}) as if unchecked")), Truth::Yes);
}

#[test]
fn a_reply_that_is_not_allowed_does_not_count() {
    let asked = |line: &str| {
        holds_at(
            "3k5/9/9/r7c/9/9/9/9/9/4K3R w",
            "i0i1 d9d8",
            &format!(
                "clause s \"算法\" \"a search\" {{ search 甲 try wants 得子 replies retaking {line} }}"
            ),
            "some m in moves, x in pieces of opponent where x is 炮: m wins x by 甲",
        )
    };
    assert_eq!(asked(""), Truth::No);
    assert_eq!(asked("defender moves any"), Truth::No);
    assert_eq!(asked("defender moves 1"), Truth::No);
    assert_eq!(asked("defender moves 0"), Truth::Yes);
}

#[test]
fn patterns_ask_for_targets_of_any_nature_and_for_the_plies_around_one() {
    let shown = |condition: &str| {
        let (engine, _) = engine(&format!(
            "clause x \"问\" \"asked\" {{ nature 问 asked targets y of opponent where y is 车 }}\n\
             clause y \"形\" \"asked of a side\" {{ pattern 所问 what-is-asked for s when {condition} }}"
        ));
        let cycle = cycle(&engine, FIGURE, MOVES);
        let asked = engine.rules().patterns.iter();
        let asked = asked
            .enumerate()
            .find(|(_, pattern)| pattern.names.zh == "所问");
        let id = qili_lang::rules::PatternId(asked.unwrap().0.try_into().unwrap());
        Evaluator::new(&engine, &cycle).shows(qili_board::Side::Black, id)
    };
    let all = |condition: &str| shown(&format!("every p in plies of s: {condition}"));
    assert_eq!(all("p is 问"), Truth::No);
    assert_eq!(all("some x in targets of p as 问: x is 车"), Truth::Yes);
    assert_eq!(all("no x in targets of p as 将"), Truth::Yes);
    assert_eq!(
        all("some x in targets of p as 问: piece of next of p = x and piece of previous of p = x"),
        Truth::Yes
    );
    assert_eq!(all("side of next of p = s"), Truth::No);
    assert_eq!(
        all("next of next of p = previous of previous of p"),
        Truth::Yes
    );
}

#[test]
fn a_nature_without_a_search_shows_what_could_be_taken_and_uses_worth() {
    let (engine, id) = engine(
        "clause x \"问\" \"asked\" { nature 问 asked \
         targets y of opponent where y is 炮 and y is 强子 and (some a in pieces of mover: a takes y) }",
    );
    let cycle = cycle(&engine, "3k5/9/9/r7c/9/9/9/9/9/4K3R w", "i0i1 d9d8");
    let mut evaluator = Evaluator::new(&engine, &cycle).tracing();
    let finding = evaluator.finding(Ply(0), id);
    assert!(finding.holds.is_yes());
    let held = evaluator.held();
    let worth = |kind: &str| {
        let kind = engine
            .rules()
            .kinds
            .iter()
            .find(|known| known.names.zh == kind);
        held.contains(&kind.unwrap().worths[0].clause)
    };
    assert!(worth("炮"));
    assert!(!worth("士"));
    let takes = finding.targets[0].facts.iter().map(|fact| match fact {
        Fact::Takes { .. } => evaluator.line(fact).moves,
        _ => Vec::new(),
    });
    let shown: Vec<String> = takes.flatten().map(|mv| mv.to_string()).collect();
    assert_eq!(shown, ["i1i6"]);
}
