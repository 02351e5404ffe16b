//! How fast games are read from a stream and replayed on one core, and how much memory that takes.
//!
//! `cargo bench -p qili-notation` reads 64 MB per notation; `QILI_BENCH_MB=1024 cargo bench -p qili-notation` reads a gigabyte.

#![allow(clippy::unwrap_used)]

use std::io::{self, BufReader, Read};
use std::time::Instant;

use qili_board::Position;
use qili_interpreter::movement::{MoveList, Movement};
use qili_notation::encoding::Encoding;
use qili_notation::files::{self, Edition};
use qili_notation::game::Builder;
use qili_notation::{Notation, Style, Vocabulary};

/// How many different games there are, and how many plies each has.
const GAMES: u64 = 500;
const PLIES: u64 = 120;

fn main() {
    let rules = qili_edition::Edition::open("2020").unwrap().rules;
    let movement = Movement::compile(&rules).unwrap();
    let vocabulary = Vocabulary::of(&rules, &movement).unwrap();
    let edition = Edition {
        movement: &movement,
        vocabulary: &vocabulary,
    };
    let megabytes: usize = std::env::var("QILI_BENCH_MB")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(64);
    println!(
        "{:<28} {:>12} {:>10} {:>9}",
        "one core", "plies/s", "MB/s", "peak MB"
    );
    let inputs = Notation::ALL.map(|notation| (notation, Encoding::Utf8));
    for (notation, encoding) in inputs
        .into_iter()
        .chain([(Notation::Chinese, Encoding::Gb18030)])
    {
        let text = encoding.encode(&games(edition, notation));
        let copies = (megabytes << 20).div_ceil(text.len());
        let start = Instant::now();
        let plies = replay(Repeated::new(&text, copies), edition);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:<28} {:>12.0} {:>10.1} {:>9}",
            format!(
                "{} in {encoding}",
                notation.name(qili_words::Language::English)
            ),
            plies as f64 / seconds,
            (text.len() * copies) as f64 / seconds / 1e6,
            peak_memory().map_or_else(|| "?".to_owned(), |megabytes| megabytes.to_string()),
        );
    }
}

/// Reads and plays everything, and watches for positions that occur again.
fn replay(source: impl Read + Send, edition: Edition<'_>) -> u64 {
    let mut plies = 0;
    let mut repeated = 0;
    let mut seen: Vec<u64> = Vec::new();
    for game in files::games(BufReader::new(source), "stream", edition).unwrap() {
        let game = game.unwrap();
        assert!(game.problems.is_empty());
        let mut position: Position = game.start.position.clone();
        seen.clear();
        for mv in game.moves() {
            if position.play(mv).is_some() {
                seen.clear();
            }
            repeated += u64::from(seen.contains(&position.hash()));
            seen.push(position.hash());
            plies += 1;
        }
    }
    std::hint::black_box(repeated);
    plies
}

/// Random games as PGN.
fn games(edition: Edition<'_>, notation: Notation) -> String {
    let mut random = 42_u64;
    let mut text = String::new();
    for number in 1..=GAMES {
        let mut builder = Builder::new(&"bench".into(), number, edition);
        builder.tag("Event", "跑分");
        for _ in 0..PLIES {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mut moves = MoveList::new();
            edition.movement.legal_moves(builder.position(), &mut moves);
            if let Some(mv) = moves.get((random >> 33) as usize % moves.len().max(1)) {
                builder.play(*mv);
            }
        }
        text += &files::pgn::write(&builder.finish(None), edition, &Style::from(notation));
        text.push('\n');
    }
    text
}

/// A text over and over again, so that no gigabyte lies in memory.
struct Repeated<'t> {
    text: &'t [u8],
    at: usize,
    left: usize,
}

impl<'t> Repeated<'t> {
    fn new(text: &'t [u8], copies: usize) -> Self {
        Self {
            text,
            at: 0,
            left: copies,
        }
    }
}

impl Read for Repeated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.text.len() {
            self.at = 0;
            self.left -= 1;
        }
        if self.left == 0 {
            return Ok(0);
        }
        let read = (&self.text[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

/// The most memory that the process has used, in megabytes; on Linux.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}
