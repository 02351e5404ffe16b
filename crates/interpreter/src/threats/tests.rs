use std::sync::Arc;

use proptest::prelude::*;
use qili_board::{
    Bitboard, Kind, Move, Piece, Position, Side, Square,
    fen::{self, Alphabet},
};
use qili_lang::Truth;
use qili_lang::rules::{ExprKind, Rules, SearchId};

use super::*;
use crate::movement::{MoveList, Movement, rules};

mod edition;
#[allow(
    clippy::duplicate_mod,
    reason = "the same pieces as in the tests of movement"
)]
#[path = "../movement/tests/standard.rs"]
mod standard;

use edition::*;

fn position(text: &str) -> Position {
    let letters = ['k', 'a', 'b', 'n', 'r', 'c', 'p'].map(|letter| (letter, ""));
    fen::parse(text, &Alphabet::new(letters).unwrap())
        .unwrap()
        .position
}

fn movement() -> Movement {
    Movement::new(standard::standard()).unwrap()
}

/// Asks on a position with the hand-written edition, changed.
struct Asked {
    movement: Arc<Movement>,
    rules: Arc<Rules>,
    position: Position,
    barred: Barred,
    every_capture: bool,
    waived: Bitboard,
    opening: Net,
    budget: u32,
}

fn on(text: &str) -> Asked {
    Asked {
        movement: Arc::new(movement()),
        rules: Arc::new(edition::rules()),
        position: position(text),
        barred: Barred::default(),
        every_capture: false,
        waived: Bitboard::EMPTY,
        opening: Net::ZERO,
        budget: Threats::BUDGET,
    }
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

impl Asked {
    fn change(&mut self) -> &mut Rules {
        Arc::make_mut(&mut self.rules)
    }

    fn threats(&self) -> Threats {
        Threats::compile(self.movement.clone(), &self.rules)
            .unwrap()
            .with_budget(self.budget)
    }

    fn question(&self, search: SearchId, first: &str, target: Option<&str>) -> Question<'_> {
        Question {
            barred: &self.barred,
            every_capture: self.every_capture,
            waived: self.waived,
            opening: self.opening,
            ..Question::new(
                &self.position,
                search,
                first.parse().unwrap(),
                target.map(square),
            )
        }
    }

    fn answer(&self, search: SearchId, first: &str, target: Option<&str>) -> Truth {
        let question = self.question(search, first, target);
        self.threats().wins(&mut Memo::new(), &question)
    }

    /// Whether the first move wins what stands where it goes.
    fn wins(&self, search: SearchId, first: &str) -> bool {
        self.answer(search, first, Some(&first[2..])) == Truth::Yes
    }

    fn mates(&self, within: u8) -> bool {
        let question = MateQuestion {
            barred: &self.barred,
            waived: self.waived,
            ..MateQuestion::new(&self.position, within)
        };
        self.threats().mates(&mut Memo::new(), &question) == Truth::Yes
    }
}

#[test]
fn worth_depends_on_piece_and_zone() {
    let rules = edition::rules();
    let material = Material::compile(&rules, &movement()).unwrap();
    let worth = |side, kind, at: &str| {
        let kind = Kind::new(kind).unwrap();
        material.worth(Piece { side, kind }, square(at))
    };
    assert_eq!(worth(Side::Red, 4, "a0"), Net([2, 0, 0, 0]));
    assert_eq!(worth(Side::Red, 6, "a4"), Net::ZERO);
    assert_eq!(worth(Side::Red, 6, "a5"), Net([0, 0, 1, 0]));
    assert_eq!(worth(Side::Black, 6, "a5"), Net::ZERO);
    assert_eq!(worth(Side::Black, 6, "a4"), Net([0, 0, 1, 0]));
    for (net, gain, no_loss) in [
        ([0, 0, 0, 0], false, true),
        ([1, -9, 0, 0], true, true),
        ([-1, 9, 0, 0], false, false),
        ([9, 0, 0, 0], true, true),
        ([-100, 0, 0, 0], false, false),
    ] {
        assert_eq!(material.is(Net(net), GAIN), gain, "{net:?}");
        assert_eq!(material.is(Net(net), NO_LOSS), no_loss, "{net:?}");
    }
}

#[test]
fn conditions_that_ask_for_too_much_are_refused() {
    let movement = Arc::new(movement());
    let mut rules = edition::rules();
    *rules.results.last_mut().unwrap().when.kind = ExprKind::Moves;
    let error = Threats::compile(movement.clone(), &Arc::new(rules)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the result in clause `7` asks for more than net amounts of units"
    );
    let mut rules = edition::rules();
    *rules.discounts[0].when.kind = ExprKind::Captureless(None);
    assert!(matches!(
        Threats::compile(movement.clone(), &Arc::new(rules)),
        Err(CompileError::Discount { .. })
    ));
    let mut rules = edition::rules();
    rules.kinds.get_mut(4).unwrap().worths[0].amount = 1000;
    assert!(matches!(
        Threats::compile(movement.clone(), &Arc::new(rules)),
        Err(CompileError::Worth { amount: 1000, .. })
    ));
    let mut rules = edition::rules();
    rules.units = vec![Default::default(); 5].into();
    assert_eq!(
        Threats::compile(movement.clone(), &Arc::new(rules)).unwrap_err(),
        CompileError::TooManyUnits { declared: 5 }
    );
}

#[test]
fn protection_decides_what_one_capture_wins() {
    assert!(on("4k4/9/9/9/n8/9/9/9/9/R2K5 w").wins(DIRECT, "a0a5"));
    assert!(!on("r3k4/9/9/9/n8/9/9/9/9/R2K5 w").wins(DIRECT, "a0a5"));
    // The capturer is worth less than what it takes.
    assert!(on("3k5/9/r8/9/r8/9/1N7/9/9/5K3 w").wins(DIRECT, "b3a5"));
    // The protector may not leave its file.
    assert!(on("4k4/9/9/9/n3r4/9/9/4R4/9/R2K5 w").wins(DIRECT, "a0a5"));
    assert!(!on("4k4/9/9/9/n3r4/9/9/3R5/9/R2K5 w").wins(DIRECT, "a0a5"));
    // An illegal first move wins nothing, nor does one that takes something else.
    assert!(!on("4k4/9/9/9/n8/9/9/9/9/R2K5 w").wins(DIRECT, "a0b5"));
    let asked = on("4k4/9/9/9/n7n/9/9/9/9/R2K5 w");
    assert_eq!(asked.answer(DIRECT, "a0a5", Some("i5")), Truth::No);
}

#[test]
fn quiet_captures_are_limited() {
    let asked = on("r2k5/9/9/9/n8/9/9/9/R8/R4K3 w");
    assert!(!asked.wins(DIRECT, "a1a5"));
    assert!(asked.wins(LOCAL, "a1a5"));
}

#[test]
fn replies_elsewhere_count_when_any_may_be_played() {
    // Black takes the cannon in return.
    let asked = on("4k3r/9/9/9/n8/9/9/9/9/R2K4C w");
    assert!(asked.wins(DIRECT, "a0a5"));
    assert!(!asked.wins(GLOBAL, "a0a5"));
    assert!(asked.wins(EVEN, "a0a5"));
}

#[test]
fn exposed_replies_take_what_the_capturer_left() {
    // The chariot protects the horse beside it; without it the black chariot takes the horse.
    let left = "1r2k4/9/9/9/n8/9/9/9/9/RN1K5 w";
    assert!(on(left).wins(EVEN, "a0a5"));
    let mut two = on("1r2k4/9/9/9/b8/9/9/9/9/RN1K5 w");
    assert!(!two.wins(EXPOSED, "a0a5"));
    // A horse that was unprotected before is no reply to it.
    two.position = position("1r2k4/9/9/9/b8/9/9/9/1N7/R2K5 w");
    assert!(two.wins(EXPOSED, "a0a5"));
    assert!(!two.wins(EVEN, "a0a5"));
}

#[test]
fn checks_of_the_opponent_refute_within_their_number() {
    // The other horse checks and then takes the chariot.
    let mut asked = on("5k3/9/9/9/n3n4/9/9/3K5/9/R8 w");
    assert!(!asked.wins(DIRECT, "a0a5"));
    for search in asked.change().searches.iter_mut() {
        search.opponent_checks = 0;
    }
    assert!(asked.wins(DIRECT, "a0a5"));
}

#[test]
fn initiatives_bound_the_way_to_the_target() {
    let mut asked = on("3k5/9/9/9/7n1/9/9/4K4/9/R8 w");
    assert_eq!(asked.answer(GLOBAL, "a0a9", Some("h5")), Truth::No);
    // A check on the open rank, then the horse at its end.
    asked.position = position("3k4n/9/9/9/9/9/9/4K4/9/R8 w");
    assert_eq!(asked.answer(GLOBAL, "a0a9", Some("i9")), Truth::Yes);
    for search in asked.change().searches.iter_mut() {
        search.initiatives = 1;
    }
    assert_eq!(asked.answer(GLOBAL, "a0a9", Some("i9")), Truth::No);
}

#[test]
fn discounted_captures_win_nothing() {
    let mut asked = on("4k4/9/9/4n4/4P4/9/9/9/9/3K5 w");
    assert!(!asked.wins(DIRECT, "e5e6"));
    asked.every_capture = true;
    assert!(asked.wins(DIRECT, "e5e6"));
    // It checks with the chariot behind it as well.
    assert!(on("3k5/9/9/2nP5/3R5/9/9/9/9/4K4 w").wins(GLOBAL, "d6c6"));
    // On a square on which there was a capture before, the soldier's capture counts: two horses for a horse.
    assert!(
        on("2n1k4/9/1n7/2n6/2P6/2R6/9/9/9/3K5 w").answer(GLOBAL, "c5c6", Some("c6")) == Truth::No
    );
    assert!(on("4k4/9/1n2n4/2b6/9/1P7/3N5/9/9/3K5 w").answer(GLOBAL, "d3c5", None) == Truth::No);
}

#[test]
fn barred_captures_are_not_played() {
    let mut asked = on("r2k5/9/9/9/n8/9/9/9/R8/R4K3 w");
    asked.barred.bar_capture("a1a5".parse().unwrap());
    assert!(!asked.wins(LOCAL, "a1a5"));
    // Barred between two squares in the whole line: the second chariot cannot retake.
    let mut asked = on("r2k5/9/9/9/n8/9/9/9/R8/R4K3 w");
    asked.barred.bar_capture("a0a5".parse().unwrap());
    assert!(!asked.wins(LOCAL, "a1a5"));
    // A barred piece may only be retaken.
    let mut asked = on("r2k5/9/9/9/n8/9/9/9/R8/R4K3 w");
    asked.barred.bar_piece(square("a5"));
    assert!(!asked.wins(LOCAL, "a1a5"));
}

#[test]
fn waived_checks_do_not_bind_the_attacker() {
    let mut asked = on("3k5/9/9/9/n8/9/9/4r4/9/R3K4 w");
    assert!(!asked.wins(DIRECT, "a0a5"));
    asked.waived = Bitboard::of(square("e2"));
    assert!(asked.wins(DIRECT, "a0a5"));
}

#[test]
fn what_was_lost_before_counts() {
    let mut asked = on("4k4/9/9/9/n8/9/9/9/9/R2K5 w");
    asked.opening = Net([-1, 0, 0, 0]);
    assert!(!asked.wins(DIRECT, "a0a5"));
    assert!(asked.wins(EVEN, "a0a5"));
}

#[test]
fn anything_can_be_the_target() {
    let asked = on("3k4n/9/9/9/9/9/9/4K4/9/R8 w");
    assert_eq!(asked.answer(DIRECT, "a0a9", None), Truth::Yes);
    assert_eq!(asked.answer(DIRECT, "a0a1", None), Truth::No);
}

#[test]
fn the_first_mover_may_have_to_play_alone() {
    let asked = on("r2k5/9/9/9/n8/9/9/9/R8/R4K3 w");
    assert!(asked.wins(GLOBAL, "a1a5"));
    assert!(!asked.wins(FIRST, "a1a5"));
    assert!(!asked.wins(ALONE, "a1a5"));
    let asked = on("3k4n/9/9/9/9/9/9/4K4/9/R8 w");
    assert_eq!(asked.answer(FIRST, "a0a9", Some("i9")), Truth::Yes);
}

#[test]
fn a_check_by_another_piece_is_not_the_first_movers_own() {
    // The horse opens the cannon's file and takes the chariot next.
    let asked = on("4k4/9/9/9/2r6/4N4/9/4C4/9/3K5 w");
    assert_eq!(asked.answer(GLOBAL, "e4c5", Some("c5")), Truth::Yes);
    let asked = on("3k5/9/4r4/9/3N5/9/9/3R5/9/4K4 w");
    assert_eq!(asked.answer(GLOBAL, "d5f6", Some("e8")), Truth::No);
    let two = on("3k5/9/9/1r7/3N5/9/9/3R5/9/4K4 w");
    assert_eq!(two.answer(GLOBAL, "d5b6", Some("b6")), Truth::Yes);
    assert_eq!(two.answer(FIRST, "d5b6", Some("b6")), Truth::No);
}

#[test]
fn a_small_budget_leaves_the_answer_open() {
    let mut asked = on("r2k5/9/9/9/n8/9/9/9/R8/R4K3 w");
    asked.budget = 2;
    assert_eq!(asked.answer(LOCAL, "a1a5", Some("a5")), Truth::Unknown);
}

fn moves(line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(Move::to_string).collect();
    moves.join(" ")
}

#[test]
fn lines_show_why() {
    let line = |asked: &Asked, search, first, target| {
        let question = asked.question(search, first, Some(target));
        let line = asked.threats().line(&mut Memo::new(), &question);
        line.map(|line| (moves(&line.moves), line.net, line.mates))
    };
    let exchange = on("r2k5/9/9/9/n8/9/9/9/R8/R4K3 w");
    let expected = ("a1a5 a9a5 a0a5".into(), Net([1, 0, 0, 0]), false);
    assert_eq!(line(&exchange, GLOBAL, "a1a5", "a5"), Some(expected));
    assert_eq!(line(&exchange, DIRECT, "a1a5", "a5"), None);
    let checks = on("3k4n/9/9/9/9/9/9/4K4/9/R8 w");
    let expected = ("a0a9 d9d8 a9i9".into(), Net([1, 0, 0, 0]), false);
    assert_eq!(line(&checks, GLOBAL, "a0a9", "i9"), Some(expected));
    // A mate is a line, too.
    let mate = on("4k4/R8/9/1R7/r8/9/9/9/9/3KN4 w");
    let line = mate
        .threats()
        .mate_line(&mut Memo::new(), &MateQuestion::new(&mate.position, 3));
    assert_eq!(line.map(|line| moves(&line.moves)), Some("b6b9".into()));
}

#[test]
fn a_reply_shows_why_not() {
    let refutation = |asked: &Asked, search, first, target| {
        let question = asked.question(search, first, Some(target));
        moves(&asked.threats().refutation(&mut Memo::new(), &question))
    };
    let exchange = on("r2k5/9/9/9/n8/9/9/9/R8/R4K3 w");
    assert_eq!(refutation(&exchange, DIRECT, "a1a5", "a5"), "a1a5 a9a5");
    assert_eq!(refutation(&exchange, GLOBAL, "a1a5", "a5"), "");
    assert_eq!(refutation(&exchange, DIRECT, "a1b1", "a5"), "a1b1");
}

#[test]
fn the_defender_holds_out_in_a_mate() {
    let two = on("4k4/9/9/R8/1R7/9/9/9/9/3K5 w");
    let question = MateQuestion::new(&two.position, 5);
    let line = two.threats().mate_line(&mut Memo::new(), &question);
    let line = line.unwrap();
    assert!(line.mates);
    assert_eq!(line.moves.len(), 3);
    assert_eq!(
        two.threats()
            .mate_line(&mut Memo::new(), &MateQuestion::new(&two.position, 1)),
        None
    );
}

#[test]
fn mates_by_consecutive_checks() {
    // One chariot checks on the last rank, the other mates on the rank below.
    let two = on("4k4/9/9/R8/1R7/9/9/9/9/3K5 w");
    assert!(!two.mates(1));
    assert!(two.mates(2));
    // No check, but no move either.
    assert!(on("3k5/9/9/9/9/9/9/9/4K4/4R4 w").mates(1));
    let mut barred = on("3k1a3/R8/9/9/5R3/9/9/9/9/5K3 w");
    assert!(barred.mates(1));
    barred.barred.bar_capture("f5f9".parse().unwrap());
    assert!(!barred.mates(1));
}

fn after(moves: &[u8]) -> Position {
    let movement = movement();
    let mut position = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    let mut list = MoveList::new();
    for &pick in moves {
        movement.legal_moves(&position, &mut list);
        if list.is_empty() {
            break;
        }
        let captures: Vec<Move> = list
            .iter()
            .copied()
            .filter(|mv| position.piece_at(mv.to).is_some())
            .collect();
        let from = if pick % 3 == 0 && !captures.is_empty() {
            &captures[..]
        } else {
            &list[..]
        };
        position.play(from[pick as usize % from.len()]);
    }
    position
}

fn mirror(position: &Position) -> Position {
    let mut mirrored = Position::empty(position.turn());
    for square in position.occupied() {
        mirrored.place(square.mirror(), position.piece_at(square).unwrap());
    }
    mirrored
}

/// The answers to every question about captures and checks of a position, keyed by the question.
fn answers(
    threats: &Threats,
    memo: &mut Memo,
    position: &Position,
    flip: bool,
) -> Vec<(Move, SearchId, Option<Square>, Truth)> {
    let look = |square: Square| if flip { square.mirror() } else { square };
    let mut found = Vec::new();
    let mut moves = MoveList::new();
    threats.movement().legal_moves(position, &mut moves);
    for &first in &moves {
        for search in [DIRECT, LOCAL, GLOBAL, EXPOSED, FIRST] {
            for target in [None, Some(first.to)] {
                let answer = threats.wins(memo, &Question::new(position, search, first, target));
                found.push((
                    Move::new(look(first.from), look(first.to)),
                    search,
                    target.map(look),
                    answer,
                ));
            }
        }
    }
    found.sort_by_key(|&(first, search, target, _)| (first, search, target));
    found
}

/// The position after a line, if all its moves are legal.
fn play(movement: &Movement, position: &Position, line: &[Move]) -> Option<Position> {
    let mut position = position.clone();
    for &mv in line {
        if !movement.is_legal(&position, mv) {
            return None;
        }
        position.play(mv);
    }
    Some(position)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn answers_do_not_depend_on_left_and_right_nor_on_what_was_asked_before(
        moves in prop::collection::vec(any::<u8>(), 10..60),
    ) {
        let asked = on("4k4/9/9/9/9/9/9/9/9/3K5 w");
        let threats = asked.threats();
        let position = after(&moves);
        let mut memo = Memo::new();
        let first = answers(&threats, &mut memo, &position, false);
        let nodes = memo.nodes();
        prop_assert_eq!(&first, &answers(&threats, &mut memo, &position, false));
        prop_assert_eq!(nodes, memo.nodes());
        memo.clear();
        prop_assert_eq!(&first, &answers(&threats, &mut memo, &position, false));
        prop_assert_eq!(2 * nodes, memo.nodes());
        prop_assert_eq!(&first, &answers(&threats, &mut memo, &mirror(&position), true));
    }

    #[test]
    fn what_one_question_shows_of_others_is_what_they_find(
        moves in prop::collection::vec(any::<u8>(), 10..60),
    ) {
        let asked = on("4k4/9/9/9/9/9/9/9/9/3K5 w");
        let threats = asked.threats();
        let position = after(&moves);
        let mut firsts = MoveList::new();
        asked.movement.checks_and_captures(&position, &mut firsts, Bitboard::EMPTY);
        let mut memo = Memo::new();
        for search in [DIRECT, LOCAL, GLOBAL, EXPOSED, ALONE, FIRST] {
            let targets = position.side(!position.turn()).squares().map(Some);
            for target in targets.chain([None]) {
                for &first in &firsts {
                    let question = Question::new(&position, search, first, target);
                    let alone = threats.wins(&mut Memo::new(), &question);
                    prop_assert_eq!(threats.wins(&mut memo, &question), alone);
                }
            }
        }
    }

    #[test]
    fn lines_can_be_played_and_end_as_they_say(
        moves in prop::collection::vec(any::<u8>(), 10..60),
    ) {
        let asked = on("4k4/9/9/9/9/9/9/9/9/3K5 w");
        let threats = asked.threats();
        let position = after(&moves);
        let mut memo = Memo::new();
        for (first, search, target, answer) in answers(&threats, &mut memo, &position, false) {
            let question = Question::new(&position, search, first, target);
            let line = threats.line(&mut memo, &question);
            prop_assert_eq!(line.is_some(), answer == Truth::Yes);
            prop_assert_eq!(threats.refutation(&mut memo, &question).is_empty(), line.is_some());
            let Some(line) = line else { continue };
            prop_assert_eq!(line.moves[0], first);
            let end = play(&asked.movement, &position, &line.moves);
            prop_assert!(end.is_some(), "{:?}", line.moves);
            let end = end.unwrap();
            prop_assert_eq!(line.mates, !asked.movement.has_legal_move(&end) && end.turn() != position.turn());
            let wants = asked.rules.searches[search].wants;
            prop_assert!(line.mates || threats.material().is(line.net, wants));
        }
        let question = MateQuestion::new(&position, 4);
        let line = threats.mate_line(&mut memo, &question);
        prop_assert_eq!(line.is_some(), threats.mates(&mut memo, &question) == Truth::Yes);
        if let Some(line) = line {
            let end = play(&asked.movement, &position, &line.moves).unwrap();
            prop_assert!(!asked.movement.has_legal_move(&end));
            prop_assert!(line.moves.len() <= 7);
        }
    }
}
