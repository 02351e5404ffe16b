//! Mutated inputs for everything that reads what strangers send: no panic, no second for one input, no 500 MB.
//!
//! See `README.md` beside this file.

#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod mutate;
mod notation;
mod rules;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use mutate::Mutator;

/// Something that reads bytes.
pub(crate) struct Target {
    /// Also the folder of its seeds.
    pub(crate) name: &'static str,
    /// Reads an input and checks what holds for any; a panic is a failure.
    pub(crate) run: fn(&[u8]),
}

/// The longest that one input may be computed on, and the most memory of all.
const MAX_TIME: Duration = Duration::from_secs(1);
const MAX_MEGABYTES: u64 = 500;

/// How long and how much is tried.
struct Effort {
    time: Duration,
    inputs: u64,
    seed: u64,
}

impl Effort {
    fn asked() -> Self {
        let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
        let inputs = number("QILI_FUZZ_INPUTS");
        let seconds =
            number("QILI_FUZZ_SECONDS").unwrap_or(if inputs.is_some() { 86_400 } else { 1 });
        Self {
            time: Duration::from_secs(seconds),
            inputs: inputs.unwrap_or(u64::MAX),
            seed: number("QILI_FUZZ_SEED").unwrap_or(1),
        }
    }
}

/// The seeds of a target.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/seeds")
        .join(name);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| std::fs::read(file).unwrap())
        .collect()
}

fn fuzz(target: &Target) {
    let effort = Effort::asked();
    let mut mutator = Mutator::new(seeds(target.name), effort.seed);
    let watched = Watched::begin(target.name);
    for seed in mutator.seeds() {
        (target.run)(seed);
    }
    let before = peak_megabytes();
    let start = Instant::now();
    let (mut count, mut slowest) = (0, Duration::ZERO);
    while start.elapsed() < effort.time && count < effort.inputs {
        let input = mutator.next();
        watched.run(&input);
        let begun = busy();
        let done = catch_unwind(AssertUnwindSafe(|| (target.run)(&input)));
        let taken = busy() - begun;
        assert!(
            done.is_ok(),
            "{}: {}",
            target.name,
            keep(target.name, &input)
        );
        assert!(
            taken < MAX_TIME,
            "{}: {taken:?}: {}",
            target.name,
            keep(target.name, &input)
        );
        slowest = slowest.max(taken);
        count += 1;
    }
    let peak = peak_megabytes();
    println!(
        "{}: {count} inputs, slowest {slowest:?}, peak memory {peak} MB",
        target.name
    );
    assert!(
        peak.saturating_sub(before) < MAX_MEGABYTES,
        "{}: {before} MB, then {peak} MB",
        target.name
    );
}

/// The input that is being run, for a thread that ends the process where one never ends.
struct Watched(Arc<Mutex<Running>>);

/// Since when an input is run; none before the first.
type Running = Option<(Instant, Vec<u8>)>;

impl Watched {
    fn begin(name: &'static str) -> Self {
        let running = Arc::new(Mutex::new(Running::None));
        let watched = Arc::downgrade(&running);
        std::thread::spawn(move || {
            while let Some(running) = watched.upgrade() {
                if let Some((begun, input)) = &*running.lock().unwrap()
                    && begun.elapsed() > 20 * MAX_TIME
                {
                    eprintln!("{name} does not end: {}", keep(name, input));
                    std::process::abort();
                }
                drop(running);
                std::thread::sleep(MAX_TIME);
            }
        });
        Self(running)
    }

    fn run(&self, input: &[u8]) {
        *self.0.lock().unwrap() = Some((Instant::now(), input.to_vec()));
    }
}

/// How long this thread has been computing: on Linux without the time in which others had the machine, elsewhere since the
/// first question.
fn busy() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let first = *FIRST.get_or_init(Instant::now);
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let computing = times.split(' ').next().and_then(|text| text.parse().ok());
    computing.map_or_else(|| first.elapsed(), Duration::from_nanos)
}

/// Puts an input where it can be looked at; its path.
fn keep(name: &str, input: &[u8]) -> String {
    let path = std::env::temp_dir().join(format!("qili-fuzz-{name}-{}", std::process::id()));
    match std::fs::write(&path, input) {
        Ok(()) => format!("the input is in {}", path.display()),
        Err(_) => format!("{input:?}"),
    }
}

/// The most memory that the process has used; on Linux.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

/// A test for each target.
macro_rules! targets {
    ($($test:ident = $target:path;)*) => {
        $(
            #[test]
            fn $test() {
                fuzz(&$target);
            }
        )*
    };
}

targets! {
    fen = notation::FEN;
    moves = notation::MOVES;
    pgn = notation::PGN;
    fen_moves = notation::FEN_MOVES;
    dhtmlxq = notation::DHTMLXQ;
    wxf = notation::WXF;
    cbf = notation::CBF;
    encodings = notation::ENCODINGS;
    xqf = notation::XQF;
    cbr = notation::CBR;
    rule_text = rules::RULE_TEXT;
    edition = rules::EDITION;
    case = rules::CASE;
    competition = rules::COMPETITION;
    event = rules::EVENT;
    law = rules::LAW;
}
