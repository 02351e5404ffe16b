//! What comes after a ruling, on a game that ships: the side that must change does, or does not and loses.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use insta::assert_snapshot;
use proptest::prelude::*;
use qili_board::{Move, Position, Side, fen};
use qili_edition::outcome::Outcome;
use qili_edition::procedure::{Asker, Procedure, Stretch};
use qili_interpreter::judge::{JudgedRuling, Open};
use qili_interpreter::movement::MoveList;
use qili_interpreter::procedure::{MAX_RULINGS, Policy, Step, Watched, watch};
use qili_interpreter::referee::{ClaimError, Left, Referee, Status, Turn};
use qili_interpreter::rule;
use qili_notation::files::{self, Edition};
use qili_report::{Rulebook, game, record};
use qili_words::Language;

fn club() -> Rulebook {
    Rulebook::open(&qili_tests::test_edition("club")).unwrap()
}

/// The game that ends with a perpetual chase by Black, played on with these moves.
fn chase(book: &Rulebook, moves: &str, policy: Policy) -> Watched {
    let path = qili_tests::root().join("tests/data/perpetual-chase.pgn");
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.trim_end().strip_suffix("1-0").unwrap().to_owned() + moves + " *\n";
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    let played = files::games(text.as_bytes(), "test", edition)
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    assert!(played.problems.is_empty(), "{:?}", played.problems);
    record::watched(book, &played, policy).unwrap()
}

/// Its steps, once it is not too early for a ruling, and what it comes to.
fn told(book: &Rulebook, watched: &Watched) -> String {
    let steps = watched.steps.iter();
    let lines: Vec<_> = steps
        .skip_while(|step| matches!(step, Step::TooEarly(_)))
        .map(|step| game::step(book, watched, step, Language::English))
        .collect();
    format!("{}\n{}", lines.join("\n"), watched.outcome())
}

/// The same as if a player asked for a ruling as soon as possible.
fn played_on(moves: &str) -> String {
    let book = club();
    let watched = chase(&book, moves, Policy::First);
    told(&book, &watched)
}

#[test]
fn the_side_that_must_change_does() {
    assert_snapshot!(played_on("h7i7 g7e6"));
}

#[test]
fn the_side_that_must_change_does_not_and_loses() {
    // the moves after that are played, but nothing is ruled any more
    assert_snapshot!(played_on("h7i7 h3i3 i7h7 i3h3 h7i7 h3i3"));
}

#[test]
fn the_side_that_must_change_has_two_moves_for_it() {
    assert_snapshot!(played_on("h7i7 h3i3 i7h7 g7e6"));
}

#[test]
fn an_event_beside_the_board_ends_what_a_ruling_left_open() {
    let book = Rulebook::open(&qili_tests::test_edition("club")).unwrap();
    let text = "[Result \"0-1\"]\n[Termination \"Red resigned\"]\n\n1. h2e2 h9g7 0-1\n";
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    let outcome = |text: &str| {
        let game = files::games(text.as_bytes(), "test", edition)
            .unwrap()
            .next()
            .unwrap()
            .unwrap();
        let watched = record::watched(&book, &game, Policy::Last).unwrap();
        watched.outcome().to_string()
    };
    assert_eq!(outcome(text), "red-loses");
    // what the edition has no ending for concludes nothing
    assert_eq!(
        outcome(&text.replace("Red resigned", "adjudication")),
        "none"
    );
    assert_eq!(outcome(&text.replace("0-1", "*")), "none");
    // a game that could not be read to its end did not end there
    assert_eq!(outcome(&text.replace("h9g7", "h9g9")), "none");
}

#[test]
fn nobody_is_convicted_of_what_nobody_told_him() {
    let book = club();
    let watched = chase(&book, "h7i7 h3i3 i7h7 i3h3", Policy::Last);
    assert_snapshot!(told(&book, &watched));
    assert_eq!(watched.referee.status(), Status::Playing);
}

/// Moves from a position, by the test edition.
fn moves_of(text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|mv| mv.parse().unwrap())
        .collect()
}

fn position(book: &Rulebook, text: &str) -> Position {
    fen::parse(text, book.vocabulary.alphabet())
        .unwrap()
        .position
}

/// A chariot that goes there and back twice from one point after another, each with the king on `e0`, then on `e1`.
fn very_many_cycles() -> String {
    let files = "abcfghi".chars().enumerate();
    let homes = files.flat_map(|(column, file)| {
        let ranks: Vec<u8> = match column % 2 {
            0 => (1..=6).collect(),
            _ => (1..=6).rev().collect(),
        };
        ranks.into_iter().map(move |rank| (file, rank))
    });
    let homes: Vec<(char, u8)> = homes.collect();
    let back = homes.iter().rev();
    let mut moves = Vec::new();
    let mut at = homes[0];
    let [mut black, mut other] = ["d9", "d8"];
    for (place, &(file, rank)) in homes.iter().chain(back).enumerate() {
        let step = match (file, rank) == at {
            // the turning point, where the king has its turn
            true if place > 0 => Some("e0e1".to_owned()),
            true => None,
            false => Some(format!("{}{}{file}{rank}", at.0, at.1)),
        };
        if let Some(step) = step {
            moves.extend([step, format!("{black}{other}")]);
            std::mem::swap(&mut black, &mut other);
        }
        at = (file, rank);
        let (home, away) = (format!("{file}{rank}"), format!("{file}{}", rank + 1));
        for _ in 0..2 {
            moves.extend([
                format!("{home}{away}"),
                format!("{black}{other}"),
                format!("{away}{home}"),
                format!("{other}{black}"),
            ]);
        }
    }
    moves.join(" ")
}

#[test]
fn a_game_with_very_many_cycles_costs_no_more_than_its_limit() {
    let book = Rulebook::open(&qili_tests::test_edition("garden")).unwrap();
    let start = position(&book, "3k5/9/9/9/9/9/9/9/R8/4K4 w");
    let moves = moves_of(&very_many_cycles());
    let procedure = book.edition.procedure();
    let watched = |policy| watch(&book.engine, procedure, start.clone(), &moves, policy).unwrap();
    let last = watched(Policy::Last);
    let rulings: Vec<_> = last.claimable().map(|moment| last.ruling(moment)).collect();
    let many = |ruling: &&JudgedRuling| ruling.open == Some(Open::TooMany);
    let refused = rulings.iter().filter(many).count();
    assert!(rulings.len() > MAX_RULINGS, "{}", rulings.len());
    assert!(
        refused > 0 && rulings.len() - refused > MAX_RULINGS,
        "{refused}"
    );
    // the one at which it stops is ruled on whatever went before
    let (_, ruling) = last.ruled().unwrap();
    assert_eq!(ruling.open, rulings[0].open);
    assert_eq!(ruling.outcome, rulings[0].outcome);
}

#[test]
fn an_early_draw_hides_no_later_offence() {
    let book = club();
    let start = position(&book, CHECKS.0);
    let moves = moves_of(
        "a0b0 e9f9 b0a0 f9e9 a0b0 e9f9 b0a0 f9e9 \
         a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9",
    );
    let procedure = book.edition.procedure();
    let watched = |policy| watch(&book.engine, procedure, start.clone(), &moves, policy).unwrap();
    let last = watched(Policy::Last);
    let early = last.claimable().next().unwrap();
    assert_eq!(early.repetition.now, 8);
    assert_eq!(last.referee.ruling(early).outcome, Outcome::Draw);
    assert_eq!(last.ruled().unwrap().0.repetition.now, 17);
    assert_eq!(last.outcome(), Outcome::RedLoses);
    assert_eq!(watched(Policy::First).outcome(), Outcome::Draw);
}

/// A rook checks for ever.
const CHECKS: (&str, &str) = (
    "4k4/9/9/9/9/9/9/9/9/R2K5 w",
    "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9",
);

/// A game under a procedure that is the test edition's with a change, played as far as it goes.
fn refereed(
    book: &Rulebook,
    (fen, moves): (&str, &str),
    change: impl FnOnce(&mut Procedure),
) -> Vec<Referee> {
    let mut procedure = Procedure::clone(book.edition.procedure().unwrap());
    change(&mut procedure);
    let procedure = Some(Arc::new(procedure));
    let start = position(book, fen);
    let mut referee = Referee::new(book.engine.clone(), procedure, start).unwrap();
    let mut played = Vec::new();
    for mv in moves_of(moves) {
        referee.play(mv).unwrap();
        played.push(referee.clone());
    }
    played
}

/// After which plies a ruling may be asked for.
fn claimable(played: &[Referee]) -> Vec<usize> {
    let may = |referee: &&Referee| referee.claims().is_some();
    let plies = played.iter().filter(may);
    plies.map(|referee| referee.game().moves().len()).collect()
}

#[test]
fn perpetual_check_may_have_a_number_of_its_own() {
    let book = club();
    assert_eq!(
        claimable(&refereed(&book, CHECKS, |_| {})),
        [9, 10, 11, 12, 13]
    );
    let later = refereed(&book, CHECKS, |procedure| {
        procedure.check_occurrences = Some(4)
    });
    assert_eq!(claimable(&later), [13]);
    let rooks = (
        "3k4r/9/9/9/9/9/9/9/9/R3K4 w",
        "a0a1 i9i8 a1a0 i8i9 a0a1 i9i8 a1a0 i8i9",
    );
    let others = refereed(&book, rooks, |procedure| {
        procedure.check_occurrences = Some(4)
    });
    assert_eq!(claimable(&others), [8]);
}

#[test]
fn what_is_judged_may_begin_where_the_position_first_stood() {
    let book = club();
    let last = |played: Vec<Referee>| played.last().unwrap().claims().unwrap().moment.stretch();
    assert_eq!(last(refereed(&book, CHECKS, |_| {})), 9..13);
    let since_first = |procedure: &mut Procedure| procedure.stretch = Stretch::SinceFirst;
    assert_eq!(last(refereed(&book, CHECKS, since_first)), 1..13);
}

#[test]
fn who_may_ask_is_the_editions() {
    let book = club();
    let by = |asker| {
        let played = refereed(&book, CHECKS, |procedure| procedure.asked_by = asker);
        let mut referee = played[8].clone();
        let by = referee.claims().unwrap().by;
        for side in Side::ALL {
            let refused = (!by.contains(&side)).then_some(ClaimError::NotBy(side));
            assert_eq!(referee.clone().claim(side).err(), refused);
        }
        assert_eq!(referee.arbiter(), None, "it is too early to rule unasked");
        by
    };
    assert_eq!(by(None), Side::ALL);
    assert_eq!(by(Some(Asker::Either)), Side::ALL);
    assert_eq!(by(Some(Asker::ToMove)), [Side::Black]);
    assert_eq!(by(Some(Asker::NotAtFault)), [Side::Black]);
}

#[test]
fn an_order_may_count_repetitions() {
    let book = club();
    let watched = chase(&book, "", Policy::Last);
    let mut procedure = Procedure::clone(book.edition.procedure().unwrap());
    procedure.moves_to_comply = None;
    procedure.repetitions_to_comply = Some(2);
    let start = watched.game().start().clone();
    let mut referee = Referee::new(book.engine.clone(), Some(Arc::new(procedure)), start).unwrap();
    for &mv in watched.game().moves() {
        referee.play(mv).unwrap();
    }
    referee.claim(Side::Red).unwrap();
    let side = Side::Black;
    let must_change = |left| Status::MustChange { side, left };
    assert_eq!(referee.status(), must_change(Left::Repetitions(2)));
    assert_eq!(referee.claim(Side::Red), Err(ClaimError::Ordered(side)));
    let round = moves_of("h7i7 h3i3 i7h7 i3h3");
    for &mv in &round {
        referee.play(mv).unwrap();
    }
    assert_eq!(referee.status(), must_change(Left::Repetitions(1)));
    for &mv in &round[..3] {
        referee.play(mv).unwrap();
    }
    let mut other = referee.clone();
    let changed = other.play("g7e6".parse().unwrap()).unwrap();
    assert_eq!(changed.turn, Some(Turn::Complied { side, ply: 112 }));
    assert_eq!(other.status(), Status::Playing);
    let ignored = referee.play(round[3]).unwrap();
    assert_eq!(ignored.turn, Some(Turn::Ignored { side, ply: 112 }));
    assert!(referee.status().is_over());
    assert_eq!(referee.claim(Side::Red), Err(ClaimError::Over));
}

/// What a player or an arbiter does.
#[derive(Debug, Clone, Copy)]
enum Act {
    /// One of the legal moves, or mostly the last move back.
    Play(u8),
    Undo,
    Claim(Side),
    Arbiter,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        20 => any::<u8>().prop_map(Act::Play),
        3 => Just(Act::Undo),
        1 => Just(Act::Claim(Side::Red)),
        1 => Just(Act::Claim(Side::Black)),
        1 => Just(Act::Arbiter),
    ];
    prop::collection::vec(act, 1..80)
}

/// A move for a number: as a rule the one that takes the side's last move back, so that positions recur.
fn chosen(referee: &Referee, number: u8) -> Option<Move> {
    let (movement, game) = (referee.game().engine().movement(), referee.game());
    let mut legal = MoveList::new();
    movement.legal_moves(game.position(), &mut legal);
    let last = game.moves().iter().rev().nth(1);
    let back = last.map(|mv| Move::new(mv.to, mv.from));
    back.filter(|back| number >= 32 && legal.contains(back))
        .or_else(|| legal.get(usize::from(number) % legal.len().max(1)).copied())
}

fn start_of(book: &Rulebook) -> Referee {
    let start = position(book, "3k4r/9/4b4/9/9/9/9/4C4/9/R3K4 w");
    let procedure = book.edition.procedure().cloned();
    Referee::new(book.engine.clone(), procedure, start).unwrap()
}

fn act(referee: &mut Referee, act: Act) {
    match act {
        Act::Play(number) => {
            if let Some(mv) = chosen(referee, number) {
                referee.play(mv).unwrap();
            }
        }
        Act::Undo => {
            referee.undo();
        }
        Act::Claim(side) => {
            let _ = referee.claim(side);
        }
        Act::Arbiter => {
            referee.arbiter();
        }
    }
}

/// All that can be asked of a referee.
fn state(referee: &Referee) -> String {
    let game = referee.game();
    let claims = referee
        .claims()
        .map(|claim| (claim.moment.stretch(), claim.by, claim.ruling));
    format!(
        "{:?} {:?} {claims:?} {:?} {} {:?}",
        referee.status(),
        game.repetition(),
        game.moves(),
        game.captureless(),
        game.hashes()
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn what_is_taken_back_leaves_no_trace(acts in acts()) {
        let book = club();
        let mut referee = start_of(&book);
        // what was done after each ply, and the move of the next
        let mut lasting: Vec<Vec<Act>> = vec![Vec::new()];
        let mut moves = Vec::new();
        for &done in &acts {
            act(&mut referee, done);
            match referee.game().moves().len() {
                fewer if fewer < moves.len() => {
                    moves.pop();
                    lasting.pop();
                }
                more if more > moves.len() => {
                    moves.extend(referee.game().moves().last().copied());
                    lasting.push(Vec::new());
                }
                _ => lasting.last_mut().unwrap().push(done),
            }
            if matches!(done, Act::Undo) {
                let mut fresh = start_of(&book);
                for (ply, done) in lasting.iter().enumerate() {
                    // an undo in the first position does nothing
                    for &done in done.iter().filter(|done| !matches!(done, Act::Undo)) {
                        act(&mut fresh, done);
                    }
                    if let Some(&mv) = moves.get(ply) {
                        fresh.play(mv).unwrap();
                    }
                }
                prop_assert_eq!(state(&referee), state(&fresh));
            }
        }
        while referee.undo().is_some() {}
        prop_assert!(referee.game().moves().is_empty());
    }

    #[test]
    fn what_may_be_claimed_in_a_live_game_is_what_its_record_says(numbers in prop::collection::vec(any::<u8>(), 1..60)) {
        let book = club();
        let mut referee = start_of(&book);
        let start = referee.game().start().clone();
        let mut live = Vec::new();
        for number in numbers {
            act(&mut referee, Act::Play(number));
            if referee.game().moves().len() > live.len() {
                live.push(referee.claims());
            }
        }
        let moves = referee.game().moves();
        let watched = watch(&book.engine, book.edition.procedure(), start, moves, Policy::Last).unwrap();
        let live: Vec<_> = live.into_iter().flatten().collect();
        prop_assert_eq!(watched.claimable().count(), live.len());
        for (moment, claim) in watched.claimable().zip(&live) {
            prop_assert_eq!(moment, &claim.moment);
            prop_assert_eq!(&watched.referee.ruling(moment), &claim.ruling);
            let alone = rule(&book.engine, &watched.game().cycle(moment.stretch()));
            prop_assert_eq!(&alone, &claim.ruling);
        }
        // nobody claimed anything, so nobody was told anything
        let told = |step: &Step| matches!(step, Step::Turn(Turn::Complied { .. } | Turn::Ignored { .. }));
        prop_assert!(!watched.steps.iter().any(told));
        let ended = watched.steps.iter().any(|step| matches!(step, Step::Turn(Turn::Ended { .. })));
        prop_assert_eq!(referee.status().is_over(), ended);
    }
}

/// Two chariots, each of which chases a cannon that has no root.
const TWO_CHASES: &str = "3k5/9/1c5c1/9/9/9/9/9/9/R3K3R w";
const ONE_CHASE: &str = "a0b0 b7a7 b0a0 a7b7";
const OTHER_CHASE: &str = "i0h0 h7i7 h0i0 i7h7";

/// What a game comes to by an edition, as if a player always asked as soon as possible.
fn asked_at_once(edition: &str, start: &str, moves: &str) -> Outcome {
    let book = Rulebook::open(edition).unwrap();
    let procedure = book.edition.procedure();
    let start = position(&book, start);
    let moves = moves_of(moves);
    let watched = watch(&book.engine, procedure, start, &moves, Policy::First).unwrap();
    watched.outcome()
}

#[test]
fn the_asian_rules_judge_all_since_the_position_first_occurred() {
    let double = format!("{ONE_CHASE} {OTHER_CHASE}");
    assert_eq!(asked_at_once("asian", TWO_CHASES, &double), Outcome::Draw);
    // its last round alone is a chase, and so is one round played twice
    let twice = format!("{OTHER_CHASE} {OTHER_CHASE}");
    let of_one = asked_at_once("asian", TWO_CHASES, &twice);
    assert_eq!(of_one, Outcome::RedMustChange);
    let last_round = asked_at_once("1999", TWO_CHASES, &double);
    assert_eq!(last_round, Outcome::RedMustChange);
}

#[test]
fn under_the_asian_rules_who_repeats_three_times_more_has_lost() {
    let rounds = |count: usize| vec![ONE_CHASE; count].join(" ");
    let after = |count| asked_at_once("asian", TWO_CHASES, &rounds(count));
    assert_eq!(after(2), Outcome::RedMustChange);
    assert_eq!(after(4), Outcome::RedMustChange);
    assert_eq!(after(5), Outcome::RedLoses);
}

#[test]
fn of_the_checks_only_ten_count_where_the_edition_says_so() {
    let ended = |edition: &str, moves: &str| {
        let book = Rulebook::open(edition).unwrap();
        let start = position(&book, "3k5/9/9/9/9/9/9/9/9/R3K4 w");
        let (engine, moves) = (&book.engine, moves_of(moves));
        let watched = watch(engine, None, start, &moves, Policy::Last).unwrap();
        watched.ended().is_some()
    };
    let checks = |rounds: usize| {
        let later = vec!["a8a9 d9d8 a9a8 d8d9"; rounds - 1].join(" ");
        format!("a0a9 d9d8 a9a8 d8d9 {later}")
    };
    let quiet = |rounds: usize| {
        let later = vec!["a6a7 d9d8 a7a6 d8d9"; rounds - 1].join(" ");
        format!("a8a7 d9d8 a7a6 d8d9 {later}")
    };
    assert!(ended("1999", &checks(30)));
    assert!(!ended("asian", &checks(30)));
    // ten checks count, and fifty other moves
    assert!(!ended("asian", &format!("{} {}", checks(30), quiet(24))));
    assert!(ended("asian", &format!("{} {}", checks(30), quiet(25))));
}
