//! The law is the same for both sides and on both wings, and a cycle has no first move: every case of every edition,
//! mirrored, with the colours exchanged, and begun at each of its moves, has the natures and the ruling that it has as
//! printed.

#![allow(
    clippy::expect_used,
    reason = "a test stops where the rules that it tests cannot be read"
)]

use qili_board::{Move, Position, Square};
use qili_edition::folder::Folder;
use qili_edition::outcome::Outcome;
use qili_interpreter::{Cycle, judge};
use qili_report::Rulebook;
use qili_review::run::play;

/// What is compared: all natures of each ply, and the ruling.
type Findings = (Vec<Vec<String>>, Outcome);

fn findings(book: &Rulebook, start: &Position, moves: &[Move]) -> Findings {
    let judged = judge(&book.engine, Cycle::unchecked(start, moves, None));
    let natures = |ply: &qili_interpreter::judge::JudgedPly| {
        let names = ply.natures.iter().map(|&id| book.nature(id).zh.clone());
        names.collect()
    };
    (
        judged.plies.iter().map(natures).collect(),
        judged.ruling.outcome,
    )
}

/// The position with every piece elsewhere, and with the other colour if asked.
fn moved(position: &Position, to: impl Fn(Square) -> Square, swap: bool) -> Position {
    let colour = |side: qili_board::Side| if swap { side.other() } else { side };
    let mut other = Position::empty(colour(position.turn()));
    for square in position.occupied().squares() {
        if let Some(mut piece) = position.piece_at(square) {
            piece.side = colour(piece.side);
            other.place(to(square), piece);
        }
    }
    other
}

fn shifted(moves: &[Move], to: impl Fn(Square) -> Square) -> Vec<Move> {
    let moves = moves.iter().map(|mv| Move::new(to(mv.from), to(mv.to)));
    moves.collect()
}

fn swapped(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::RedMustChange => Outcome::BlackMustChange,
        Outcome::BlackMustChange => Outcome::RedMustChange,
        Outcome::RedLoses => Outcome::BlackLoses,
        Outcome::BlackLoses => Outcome::RedLoses,
        same => same,
    }
}

fn is_symmetric(edition: &str) {
    let book = Rulebook::open(edition).expect("the edition opens");
    for case in &book.edition.cases().expect("its cases read") {
        for (id, scenario) in case.scenarios() {
            // where the moves cannot be played any more, the snapshot of the case says so
            let Ok((start, moves)) = play(&book, case, scenario) else {
                continue;
            };
            if moves.is_empty() {
                continue;
            }
            let (natures, outcome) = findings(&book, &start, &moves);
            let wing = |square: Square| square.mirror();
            assert_eq!(
                findings(&book, &moved(&start, wing, false), &shifted(&moves, wing)),
                (natures.clone(), outcome),
                "{edition}/{id} mirrored"
            );
            let side = |square: Square| square.rotate();
            assert_eq!(
                findings(&book, &moved(&start, side, true), &shifted(&moves, side)),
                (natures.clone(), swapped(outcome)),
                "{edition}/{id} with the colours exchanged"
            );
            if !Cycle::unchecked(&start, &moves, None).closes() {
                continue;
            }
            let mut position = start;
            for begin in 1..moves.len() {
                position.play(moves[begin - 1]);
                let mut later = natures.clone();
                later.rotate_left(begin);
                let mut order = moves.clone();
                order.rotate_left(begin);
                assert_eq!(
                    findings(&book, &position, &order),
                    (later, outcome),
                    "{edition}/{id} begun at ply {}",
                    begin + 1
                );
            }
        }
    }
}

#[test]
fn every_edition_is_symmetric() {
    Folder::shipped().for_each(is_symmetric);
}
