//! `qili serve` under load: 200 questions a second about positions that are all different, for ten seconds, from this machine.
//!
//! `cargo bench -p qili-tests --bench serve`

#![allow(clippy::unwrap_used)]

#[allow(dead_code, reason = "tests use more of it")]
#[path = "../tests/serve/http.rs"]
mod http;
#[allow(dead_code, reason = "tests use more of it")]
#[path = "../tests/serve/server.rs"]
mod server;

use std::time::{Duration, Instant};

use qili_board::{Move, Position};
use qili_interpreter::movement::MoveList;
use qili_report::Rulebook;
use serde_json::{Value, json};

const RATE: u32 = 200;
const SECONDS: u32 = 10;

fn main() {
    let server = server::Server::start(&[]);
    let questions = questions((RATE * SECONDS) as usize);
    server.post("/api/judge", &questions[0]);
    let begun = Instant::now();
    let mut took: Vec<Option<Duration>> = std::thread::scope(|scope| {
        let asked = (0..).zip(&questions).map(|(number, question)| {
            let due = Duration::from_secs(1) * number / RATE;
            std::thread::sleep(due.saturating_sub(begun.elapsed()));
            let server = &server;
            scope.spawn(move || {
                let asked = Instant::now();
                let answer = server.post("/api/judge", question);
                (answer.status == 200).then(|| asked.elapsed())
            })
        });
        let asked: Vec<_> = asked.collect();
        asked.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let whole = begun.elapsed();
    let lost = took.iter().filter(|one| one.is_none()).count();
    took.sort();
    let at = |part: usize| took[took.len() * part / 100].unwrap_or_default();
    println!(
        "{} questions in {whole:.1?}: {lost} lost; p50 {:.1?}, p90 {:.1?}, p99 {:.1?}",
        took.len(),
        at(50),
        at(90),
        at(99)
    );
    let peak =
        std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap_or_default();
    println!(
        "{}, {}",
        server.said.trim(),
        peak.lines()
            .find(|line| line.starts_with("VmHWM"))
            .unwrap_or("memory not known")
    );
    let begun = Instant::now();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let server = &server;
        let ask = |question| scope.spawn(move || server.post("/api/judge", question).status);
        let asked: Vec<_> = questions[..200].iter().map(ask).collect();
        asked.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let lost = statuses.iter().filter(|status| **status != 200).count();
    println!(
        "200 at once in {:.1?}: {lost} lost; {} bytes",
        begun.elapsed(),
        server.get("/api/openapi.json").text().len()
    );
}

/// Stretches of random games in which both sides go back and forth.
fn questions(wanted: usize) -> Vec<Value> {
    let book = Rulebook::open("2020").unwrap();
    let mut random = 7u64;
    let mut pick = |of: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) as usize % of
    };
    let mut position = book.start();
    let mut legal = MoveList::new();
    let (mut found, mut plies) = (Vec::new(), 0);
    while found.len() < wanted {
        book.movement().legal_moves(&position, &mut legal);
        if legal.is_empty() || plies == 80 {
            (position, plies) = (book.start(), 0);
            continue;
        }
        position.play(legal[pick(legal.len())]);
        plies += 1;
        found.extend(round(&book, &position).map(|moves| {
            let fen = qili_board::fen::write(&position, book.vocabulary.alphabet());
            json!({"edition": "2020", "fen": fen, "moves": moves, "cycle": true})
        }));
    }
    found
}

/// Two moves that can be taken back, and their way back.
fn round(book: &Rulebook, start: &Position) -> Option<Vec<String>> {
    let back = |mv: Move| Move::new(mv.to, mv.from);
    let mut moves = MoveList::new();
    book.movement().legal_moves(start, &mut moves);
    for &first in moves.iter().filter(|mv| start.piece_at(mv.to).is_none()) {
        let mut answers = MoveList::new();
        let mut after = start.clone();
        after.play(first);
        book.movement().legal_moves(&after, &mut answers);
        for &second in answers.iter().filter(|mv| after.piece_at(mv.to).is_none()) {
            let round = [first, second, back(first), back(second)];
            let mut position = start.clone();
            let fits = round.iter().all(|&mv| {
                let legal = book.movement().is_legal(&position, mv);
                if legal {
                    position.play(mv);
                }
                legal
            });
            if fits {
                return Some(round.iter().map(ToString::to_string).collect());
            }
        }
    }
    None
}
