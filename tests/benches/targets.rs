//! What judging costs, on inputs that ship or are made by a seed. A sample is one input: so `mean` and `median` are those
//! over all inputs, and `slowest` is the worst of them. What was measured is in the README of the interpreter.
//!
//! `cargo bench -p qili-tests --bench targets -- NAME`, where the name of a bench is one of the functions below, or a part.
//! With `table` as the name, every input is asked once in order, and each bench takes one line: what is compared by hand.

#![allow(clippy::unwrap_used)]

#[path = "inputs.rs"]
mod inputs;

use std::process::Stdio;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use divan::Bencher;
use qili_board::{Position, fen};
use qili_interpreter::engine::Engine;
use qili_interpreter::{Cycle, Evaluator, Oracle, Ply, judge, rule};
use qili_report::Rulebook;

/// How many inputs of each sort there are: figures of the edition, their plies, rounds, and rounds of men strewn.
const FIGURES: u32 = 76;
const PLIES: u32 = 306;
const ROUNDS: u32 = 1500;
const STREWN: u32 = 60;

fn main() {
    match std::env::args().any(|argument| argument == "table") {
        true => table(),
        false => divan::main(),
    }
}

fn book() -> Rulebook {
    Rulebook::open("2020").unwrap()
}

/// Benches a closure on one input after the other.
fn each<T: Sync>(bencher: Bencher<'_, '_>, inputs: &[T], ask: impl Fn(&T)) {
    let next = Mutex::new(inputs.iter().cycle());
    bencher
        .with_inputs(|| next.lock().unwrap().next().unwrap())
        .bench_local_values(ask);
}

fn plies(cycles: Vec<Cycle>) -> Vec<(Cycle, Ply)> {
    let of = |cycle: Cycle| cycle.plies().map(move |ply| (cycle.clone(), ply));
    cycles.into_iter().flat_map(of).collect()
}

/// All natures of a ply.
fn natures(book: &Rulebook, cycle: &Cycle, plies: impl Iterator<Item = Ply>) {
    let mut evaluator = Evaluator::new(&book.engine, cycle);
    for ply in plies {
        for nature in evaluator.natures() {
            evaluator.finding(ply, nature);
        }
    }
}

/// How long each input takes, the quickest first.
fn timed<T>(inputs: Vec<T>, mut ask: impl FnMut(&T)) -> Vec<(Duration, T)> {
    let timed = inputs.into_iter().map(|input| {
        let begun = Instant::now();
        ask(&input);
        (begun.elapsed(), input)
    });
    let mut timed: Vec<_> = timed.collect();
    timed.sort_by_key(|(took, _)| *took);
    timed
}

/// Without the slowest input in a hundred: so `slowest` is the 99th percentile.
fn without_slowest<T>(inputs: Vec<T>, ask: impl Fn(&T)) -> Vec<T> {
    let mut timed = timed(inputs, ask);
    timed.truncate(timed.len() * 99 / 100);
    timed.into_iter().map(|(_, input)| input).collect()
}

/// Mean, median, 99th percentile and worst of the benches that have many inputs, in milliseconds.
fn table() {
    fn line<T>(name: &str, inputs: Vec<T>, ask: impl FnMut(&T)) {
        let timed = timed(inputs, ask);
        let at = |part: usize| timed[(timed.len() - 1) * part / 100].0;
        let mean = timed.iter().map(|(took, _)| took).sum::<Duration>() / timed.len() as u32;
        let [mean, median, most, worst] =
            [mean, at(50), at(99), at(100)].map(|took| took.as_secs_f64() * 1e3);
        println!("{name}: {mean:.3}, {median:.3}, {most:.3}, {worst:.3}");
    }
    let book = book();
    let of_ply = |(cycle, ply): &(Cycle, Ply)| natures(&book, cycle, [*ply].into_iter());
    let of_all = |cycle: &Cycle| natures(&book, cycle, cycle.plies());
    let figures = || inputs::figures(&book);
    line("a ply of the figures", plies(figures()), of_ply);
    let games = inputs::from_games(&book, ROUNDS as usize);
    line("a ply from games", plies(games), of_ply);
    let strewn = inputs::strewn(&book, STREWN as usize);
    line("a stretch of all men strewn", strewn, of_all);
    line("a figure", figures(), of_all);
    line("a figure explained", figures(), |cycle| {
        let _ = judge(&book.engine, cycle.clone());
    });
    let rounds = || inputs::random_play(&book, ROUNDS as usize);
    line("a ruling", rounds(), |cycle| {
        let _ = rule(&book.engine, cycle);
    });
    for edition in ["2020", "1965"] {
        let book = Rulebook::open(edition).unwrap();
        let mut oracle = Oracle::new(book.engine.clone());
        line(&format!("the oracle of {edition}"), rounds(), |cycle| {
            oracle.verdict(cycle.mover(Ply(0)), cycle, 20_000);
        });
    }
    line("an edition", vec!["2020"; 20], |edition| {
        let _ = qili_edition::Edition::open(edition).unwrap();
    });
}

#[divan::bench(sample_size = 1, sample_count = PLIES)]
fn natures_of_a_ply_of_the_figures(bencher: Bencher<'_, '_>) {
    let book = book();
    let inputs = plies(inputs::figures(&book));
    each(bencher, &inputs, |(cycle, ply)| {
        natures(&book, cycle, [*ply].into_iter());
    });
}

#[divan::bench(sample_size = 1, sample_count = 4 * ROUNDS)]
fn natures_of_a_ply_from_games(bencher: Bencher<'_, '_>) {
    let book = book();
    let inputs = plies(inputs::from_games(&book, ROUNDS as usize));
    each(bencher, &inputs, |(cycle, ply)| {
        natures(&book, cycle, [*ply].into_iter());
    });
}

#[divan::bench(sample_size = 1, sample_count = 4 * ROUNDS * 99 / 100)]
fn natures_of_a_ply_from_games_but_the_slowest(bencher: Bencher<'_, '_>) {
    let book = book();
    let ask = |(cycle, ply): &(Cycle, Ply)| natures(&book, cycle, [*ply].into_iter());
    let inputs = plies(inputs::from_games(&book, ROUNDS as usize));
    each(bencher, &without_slowest(inputs, ask), ask);
}

#[divan::bench(sample_size = 1, sample_count = STREWN)]
fn natures_of_a_stretch_of_all_men_strewn(bencher: Bencher<'_, '_>) {
    let book = book();
    let inputs = inputs::strewn(&book, STREWN as usize);
    each(bencher, &inputs, |cycle| {
        natures(&book, cycle, cycle.plies());
    });
}

#[divan::bench(sample_size = 1, sample_count = FIGURES)]
fn natures_of_a_figure(bencher: Bencher<'_, '_>) {
    let book = book();
    let inputs = inputs::figures(&book);
    each(bencher, &inputs, |cycle| {
        natures(&book, cycle, cycle.plies());
    });
}

/// The same explained: with lines of play, and why other captures are none.
#[divan::bench(sample_size = 1, sample_count = FIGURES)]
fn judgement_of_a_figure(bencher: Bencher<'_, '_>) {
    let book = book();
    let inputs = inputs::figures(&book);
    each(bencher, &inputs, |cycle| {
        let _ = judge(&book.engine, cycle.clone());
    });
}

#[divan::bench(sample_size = 1, sample_count = ROUNDS)]
fn ruling_on_a_round_of_random_play(bencher: Bencher<'_, '_>) {
    let book = book();
    let inputs = inputs::random_play(&book, ROUNDS as usize);
    each(bencher, &inputs, |cycle| {
        let _ = rule(&book.engine, cycle);
    });
}

#[divan::bench(sample_size = 1, sample_count = ROUNDS * 99 / 100)]
fn ruling_on_a_round_of_random_play_but_the_slowest(bencher: Bencher<'_, '_>) {
    let book = book();
    let ask = |cycle: &Cycle| {
        let _ = rule(&book.engine, cycle);
    };
    let inputs = inputs::random_play(&book, ROUNDS as usize);
    each(bencher, &without_slowest(inputs, ask), ask);
}

/// What an engine asks of such rounds, one oracle for all of them.
#[divan::bench(sample_size = 1, sample_count = ROUNDS, args = ["2020", "1965"])]
fn oracle(bencher: Bencher<'_, '_>, edition: &str) {
    let book = Rulebook::open(edition).unwrap();
    let oracle = Mutex::new(Oracle::new(book.engine.clone()));
    let inputs = inputs::random_play(&book, ROUNDS as usize);
    each(bencher, &inputs, |cycle| {
        let me = cycle.mover(Ply(0));
        oracle.lock().unwrap().verdict(me, cycle, 20_000);
    });
}

/// The start and three middlegames, counted five plies deep.
#[divan::bench(sample_size = 1, sample_count = 3, args = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w",
])]
fn perft(bencher: Bencher<'_, '_>, text: &str) {
    let book = book();
    let mut position: Position = fen::parse(text, book.vocabulary.alphabet())
        .unwrap()
        .position;
    bencher.bench_local(move || book.movement().perft(&mut position, 5));
}

/// An edition's rules compiled for play.
#[divan::bench(args = ["2020", "1965"])]
fn engine(bencher: Bencher<'_, '_>, edition: &str) {
    let book = Rulebook::open(edition).unwrap();
    bencher.bench(|| Engine::new(book.edition.rules.clone()).unwrap());
}

/// An edition read and checked, without its engine.
#[divan::bench(args = ["2020", "1965"])]
fn edition(bencher: Bencher<'_, '_>, edition: &str) {
    bencher.bench(|| qili_edition::Edition::open(edition).unwrap());
}

/// The command from its start to its end.
fn command(bencher: Bencher<'_, '_>, arguments: &[&str]) {
    bencher.bench(|| {
        let mut command = qili_tests::qili();
        let command = command.args(arguments).stdout(Stdio::null());
        assert!(command.status().unwrap().success());
    });
}

#[divan::bench(sample_size = 1, sample_count = 40)]
fn start_up(bencher: Bencher<'_, '_>) {
    let fen = "4k4/9/9/9/9/9/9/9/4R4/3K5 b";
    command(bencher, &["judge", "--fen", fen, "--moves", "e9f9"]);
}

#[divan::bench(sample_size = 1, sample_count = 3, args = ["2020", "1965"])]
fn coverage(bencher: Bencher<'_, '_>, edition: &str) {
    command(bencher, &["coverage", edition]);
}
