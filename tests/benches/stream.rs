//! The command on a stream of games: plies a second and the peak of its memory.
//!
//! `cargo bench -p qili-tests --bench stream` sends 64 MB of PGN; `QILI_BENCH_MB=1024 cargo bench …` sends a gigabyte.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;
use std::time::Instant;

use qili_board::Position;
use qili_interpreter::movement::MoveList;
use qili_report::Rulebook;

/// How many different games there are, and how many plies each has.
const GAMES: u64 = 500;
const PLIES: usize = 120;

fn main() {
    let megabytes: usize = std::env::var("QILI_BENCH_MB")
        .ok()
        .and_then(|number| number.parse().ok())
        .unwrap_or(64);
    let text = games();
    for threads in ["1", "2"] {
        let mut command = qili_tests::qili();
        let mut child = command
            .args(["judge", "-", "--format", "jsonl", "--threads", threads])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let start = Instant::now();
        let mut stdin = child.stdin.take().unwrap();
        let copies = (megabytes << 20).div_ceil(text.len());
        for _ in 0..copies {
            stdin.write_all(text.as_bytes()).unwrap();
        }
        let peak = peak_memory(child.id());
        drop(stdin);
        assert!(child.wait().unwrap().success());
        let seconds = start.elapsed().as_secs_f64();
        let plies = (copies * GAMES as usize * PLIES) as f64;
        println!(
            "threads {threads}: {megabytes} MB in {seconds:.1} s, at most {:.0} plies/s, peak memory {}",
            plies / seconds,
            peak.map_or_else(
                || "unknown".to_owned(),
                |kilobytes| format!("{} MB", kilobytes / 1024)
            ),
        );
    }
}

/// The peak memory of a process in kilobytes, where the system tells.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// Random games as PGN; few of them end before their last ply.
fn games() -> String {
    let book = Rulebook::open("2020").unwrap();
    let mut text = String::new();
    let mut random = 1u64;
    let mut legal = MoveList::new();
    for game in 0..GAMES {
        let _ = write!(
            text,
            "[Event \"Bench\"]\n[Round \"{game}\"]\n[Result \"*\"]\n\n"
        );
        let mut position: Position = book.start();
        for ply in 0..PLIES {
            book.movement().legal_moves(&position, &mut legal);
            if legal.is_empty() {
                break;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let mv = legal[(random >> 33) as usize % legal.len()];
            let end = if ply % 10 == 9 { '\n' } else { ' ' };
            let _ = write!(text, "{mv}{end}");
            position.play(mv);
        }
        text.push_str("*\n\n");
    }
    text
}
