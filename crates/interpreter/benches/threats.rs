//! How fast questions about threats are answered: every search on every check and capture, for every target. The counter
//! is questions.
#![allow(
    clippy::expect_used,
    reason = "a bench stops where its fixed input is wrong"
)]

use std::sync::Arc;

use divan::{Bencher, counter::ItemsCount};
use qili_board::{
    Bitboard, Position,
    fen::{self, Alphabet},
};
use qili_interpreter::{
    movement::{MoveList, Movement, rules},
    threats::{MateQuestion, Memo, Question, Threats},
};
use qili_lang::rules::SearchId;

#[path = "../src/threats/tests/edition.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod edition;
#[path = "../src/movement/tests/standard.rs"]
mod standard;

/// 2020 figures 9, 28 and 30.
const POSITIONS: [(&str, &str); 3] = [
    (
        "figure-09",
        "r1b1kab2/4a4/2n6/p3p2Rp/2p1P4/9/P1P5P/2N1C4/3RA2N1/1cBAK1c1r b",
    ),
    (
        "figure-28",
        "C1Rakab1r/9/2n1b1n2/2p5p/6p2/2P6/r3P1P1P/4CcN2/9/2BAK1BR1 w",
    ),
    (
        "figure-30",
        "2bakab2/9/2n1c3c/p1p1N3p/7n1/2P6/P3P1P1P/1C2CrN2/9/1RBAKAB2 w",
    ),
];

fn main() {
    divan::main();
}

fn engine() -> Arc<Movement> {
    Arc::new(Movement::new(standard::standard()).expect("the rules are complete"))
}

fn position(name: &str) -> Position {
    let letters = ['k', 'a', 'b', 'n', 'r', 'c', 'p'].map(|letter| (letter, ""));
    let letters = Alphabet::new(letters).expect("the letters differ");
    let text = POSITIONS
        .iter()
        .find(|(known, _)| *known == name)
        .map_or("", |(_, text)| text);
    fen::parse(text, &letters)
        .expect("the position is well-formed")
        .position
}

/// Asks everything; returns how many questions that were.
fn ask(threats: &Threats, position: &Position, searches: usize) -> usize {
    let mut memo = Memo::new();
    let mut moves = MoveList::new();
    threats
        .movement()
        .checks_and_captures(position, &mut moves, Bitboard::EMPTY);
    let mut asked = 0;
    for &first in &moves {
        for target in position.side(!position.turn()) {
            for search in 0..searches {
                let search = SearchId(search as u16);
                let question = Question::new(position, search, first, Some(target));
                threats.wins(&mut memo, &question);
                asked += 1;
            }
        }
    }
    asked
}

#[divan::bench(args = POSITIONS.map(|(name, _)| name))]
fn gains(bencher: Bencher<'_, '_>, name: &str) {
    let (movement, position, rules) = (engine(), position(name), edition::rules().into());
    let threats = Threats::compile(movement.clone(), &rules).expect("the rules are complete");
    let searches = rules.searches.len();
    bencher
        .counter(ItemsCount::new(ask(&threats, &position, searches)))
        .bench(|| ask(&threats, &position, searches));
}

#[divan::bench(args = POSITIONS.map(|(name, _)| name))]
fn mates(bencher: Bencher<'_, '_>, name: &str) {
    let (movement, position, rules) = (engine(), position(name), edition::rules().into());
    let threats = Threats::compile(movement.clone(), &rules).expect("the rules are complete");
    bencher.bench(|| threats.mates(&mut Memo::new(), &MateQuestion::new(&position, 8)));
}

#[divan::bench]
fn compile(bencher: Bencher<'_, '_>) {
    let (movement, rules) = (engine(), edition::rules().into());
    bencher.bench(|| Threats::compile(movement.clone(), &rules).is_ok());
}
