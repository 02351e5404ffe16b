//! Judging games on one core: how long a game takes, and how many plies a second are read, replayed and watched.
//!
//! `cargo bench -p qili-tests --bench judge`

#![allow(clippy::unwrap_used)]

use divan::Bencher;
use divan::counter::ItemsCount;
use qili_board::Move;
use qili_interpreter::movement::MoveList;
use qili_interpreter::procedure::{Policy, Watched, watch};
use qili_interpreter::{Cycle, judge};
use qili_notation::files::{self, Edition};
use qili_report::{Rulebook, record};

fn main() {
    divan::main();
}

/// A game of many plies in which no position occurs twice.
fn long_game(book: &Rulebook, plies: usize) -> Vec<Move> {
    for seed in 1.. {
        let moves = random_game(book, plies, seed);
        let watched = watched(book, &moves);
        if moves.len() == plies && watched.steps.is_empty() {
            return moves;
        }
    }
    Vec::new()
}

fn watched(book: &Rulebook, moves: &[Move]) -> Watched {
    let procedure = book.edition.procedure();
    watch(&book.engine, procedure, book.start(), moves, Policy::Last).unwrap()
}

fn random_game(book: &Rulebook, plies: usize, seed: u64) -> Vec<Move> {
    let mut position = book.start();
    let mut legal = MoveList::new();
    let mut random = seed;
    let mut moves = Vec::new();
    while moves.len() < plies {
        book.movement().legal_moves(&position, &mut legal);
        if legal.is_empty() {
            break;
        }
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let mv = legal[(random >> 33) as usize % legal.len()];
        position.play(mv);
        moves.push(mv);
    }
    moves
}

/// A game of 200 plies without a repetition, from its moves to what it comes to.
#[divan::bench]
fn game_of_200_plies(bencher: Bencher<'_, '_>) {
    let book = Rulebook::open("2020").unwrap();
    let moves = long_game(&book, 200);
    bencher
        .counter(ItemsCount::new(moves.len()))
        .bench(|| watched(&book, &moves).outcome());
}

/// A PGN of such games in coordinates, read, replayed and watched; the items are plies.
#[divan::bench]
fn plies_of_a_pgn(bencher: Bencher<'_, '_>) {
    let book = Rulebook::open("2020").unwrap();
    let moves = long_game(&book, 200);
    let written: Vec<String> = moves.iter().map(Move::to_string).collect();
    let game = format!(
        "[Event \"bench\"]\n[Result \"*\"]\n\n{} *\n\n",
        written.join(" ")
    );
    let text = game.repeat(100);
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    bencher
        .counter(ItemsCount::new(moves.len() * 100))
        .bench(|| {
            files::games(text.as_bytes(), "bench", edition)
                .unwrap()
                .map(|game| {
                    record::watched(&book, &game.unwrap(), Policy::Last)
                        .unwrap()
                        .game()
                        .moves()
                        .len()
                })
                .sum::<usize>()
        });
}

/// A game that ships, whose positions recur and are ruled on.
#[divan::bench]
fn game_with_a_ruling(bencher: Bencher<'_, '_>) {
    let book = Rulebook::open("2020").unwrap();
    let path = qili_tests::root().join("tests/data/perpetual-chase.pgn");
    let text = std::fs::read(path).unwrap();
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    bencher.bench(|| {
        let game = files::games(&text[..], "bench", edition)
            .unwrap()
            .next()
            .unwrap()
            .unwrap();
        record::watched(&book, &game, Policy::Last)
            .unwrap()
            .outcome()
    });
}

/// The stretches of the Asian diagrams, each judged by itself; the items are stretches.
#[divan::bench]
fn stretches_under_the_asian_rules(bencher: Bencher<'_, '_>) {
    let book = Rulebook::open("asian").unwrap();
    let cases = book.edition.cases().unwrap();
    let stretches: Vec<_> = cases
        .iter()
        .map(|case| qili_review::run::play(&book, case, &case.scenario).unwrap())
        .collect();
    bencher.counter(ItemsCount::new(stretches.len())).bench(|| {
        let judged = stretches
            .iter()
            .map(|(start, moves)| judge(&book.engine, Cycle::unchecked(start, moves, None)));
        judged.map(|judged| judged.plies.len()).sum::<usize>()
    });
}
