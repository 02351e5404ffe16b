//! How fast moves are generated. The counter of `perft` is positions: lines of legal moves, the last ply counted.
#![allow(
    clippy::expect_used,
    reason = "a bench stops where its fixed input is wrong"
)]

use divan::{Bencher, counter::ItemsCount};
use qili_board::{
    Bitboard, Position,
    fen::{self, Alphabet},
};
use qili_interpreter::movement::{MoveList, Movement, rules};

#[path = "../src/movement/tests/standard.rs"]
mod standard;

const POSITIONS: [(&str, &str); 3] = [
    (
        "start",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    ),
    (
        "middle",
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
    ),
    ("endgame", "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w"),
];

fn main() {
    divan::main();
}

fn engine() -> Movement {
    Movement::new(standard::standard()).expect("the rules are complete")
}

fn position(name: &str) -> Position {
    let letters = [
        ('k', ""),
        ('a', ""),
        ('b', ""),
        ('n', ""),
        ('r', ""),
        ('c', ""),
        ('p', ""),
    ];
    let letters = Alphabet::new(letters).expect("the letters differ");
    let text = POSITIONS
        .iter()
        .find(|(known, _)| *known == name)
        .map_or("", |(_, text)| text);
    fen::parse(text, &letters)
        .expect("the position is well-formed")
        .position
}

#[divan::bench(args = [("start", 5), ("middle", 4), ("endgame", 5)], sample_count = 5, sample_size = 1)]
fn perft(bencher: Bencher<'_, '_>, (name, depth): (&str, u32)) {
    let (movement, mut position) = (engine(), position(name));
    let nodes = movement.perft(&mut position, depth);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(move || movement.perft(&mut position, depth));
}

#[divan::bench(args = ["start", "middle", "endgame"])]
fn legal_moves(bencher: Bencher<'_, '_>, name: &str) {
    let (movement, position) = (engine(), position(name));
    let mut moves = MoveList::new();
    movement.legal_moves(&position, &mut moves);
    bencher
        .counter(ItemsCount::new(moves.len()))
        .bench_local(|| {
            movement.legal_moves(divan::black_box(&position), &mut moves);
            moves.len()
        });
}

#[divan::bench(args = ["start", "middle", "endgame"])]
fn captures(bencher: Bencher<'_, '_>, name: &str) {
    let (movement, position) = (engine(), position(name));
    let mut moves = MoveList::new();
    bencher.bench_local(|| {
        movement.captures(divan::black_box(&position), &mut moves);
        moves.len()
    });
}

#[divan::bench(args = ["start", "middle", "endgame"])]
fn gives_check(bencher: Bencher<'_, '_>, name: &str) {
    let (movement, position) = (engine(), position(name));
    let mut moves = MoveList::new();
    movement.legal_moves(&position, &mut moves);
    let checking = |mv| {
        !movement
            .gives_check(divan::black_box(&position), mv)
            .is_empty()
    };
    bencher
        .counter(ItemsCount::new(moves.len()))
        .bench_local(|| moves.iter().filter(|&&mv| checking(mv)).count());
}

#[divan::bench(args = ["start", "middle", "endgame"])]
fn checks_and_captures(bencher: Bencher<'_, '_>, name: &str) {
    let (movement, position) = (engine(), position(name));
    let mut moves = MoveList::new();
    bencher.bench_local(|| {
        movement.checks_and_captures(divan::black_box(&position), &mut moves, Bitboard::EMPTY);
        moves.len()
    });
}

#[divan::bench(args = ["start", "middle", "endgame"])]
fn in_check(bencher: Bencher<'_, '_>, name: &str) {
    let (movement, position) = (engine(), position(name));
    bencher.bench_local(|| {
        let position = divan::black_box(&position);
        movement.in_check_ignoring(position, position.turn(), Bitboard::EMPTY)
    });
}

#[divan::bench]
fn compile(bencher: Bencher<'_, '_>) {
    bencher.bench_local(engine);
}
