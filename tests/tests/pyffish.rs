//! The legal moves of random positions against an independent implementation: `pyffish`, Fairy-Stockfish's Python module.
//!
//! Where there is Python, the test installs the module once into `target/tmp`; where it cannot, it says why and passes.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use qili_board::{Move, Position, fen};
use qili_interpreter::movement::MoveList;
use qili_report::Rulebook;

/// How many are compared; the environment variable `QILI_PYFFISH_POSITIONS` may name another number. The module takes two
/// milliseconds for each; 100,000 were compared when the generator was written.
const POSITIONS: usize = 30_000;

/// After how many plies a game is given up.
const LONGEST: usize = 200;

/// Reads lines of a FEN, `|`, and our moves; prints those that the module sees otherwise.
const COMPARE: &str = r#"
import multiprocessing, sys, pyffish

def difference(line):
    fen, ours = line.rstrip("\n").split("|")
    theirs = " ".join(sorted(pyffish.legal_moves("xiangqi", fen, [])))
    return None if ours == theirs else f"{fen}\n  ours:   {ours}\n  theirs: {theirs}"

if __name__ == "__main__":
    with multiprocessing.Pool() as pool:
        compared = pool.map(difference, open(sys.argv[1]), chunksize=500)
    bad = [text for text in compared if text]
    print(*bad[:5], sep="\n")
    print("compared", len(compared))
    sys.exit(len(bad) > 0)
"#;

#[test]
fn legal_moves_of_random_positions_agree() {
    let python = match python_with_pyffish() {
        Ok(python) => python,
        Err(reason) => {
            eprintln!("not compared with pyffish: {reason}");
            return;
        }
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions");
    let asked = std::env::var("QILI_PYFFISH_POSITIONS").ok();
    let count = asked.map_or(POSITIONS, |number| number.parse().unwrap());
    std::fs::write(&file, positions(count)).unwrap();
    let script = folder.path().join("compare.py");
    std::fs::write(&script, COMPARE).unwrap();
    let output = Command::new(python).arg(script).arg(file).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    assert!(said.ends_with(&format!("compared {count}\n")), "{said}");
}

/// A Python that has the module.
fn python_with_pyffish() -> Result<PathBuf, String> {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pyffish");
    let python = if cfg!(windows) {
        home.join("Scripts/python.exe")
    } else {
        home.join("bin/python")
    };
    let run = |program: &Path, arguments: &[&str]| {
        let output = Command::new(program)
            .args(arguments)
            .output()
            .map_err(|error| format!("{} does not start: {error}", program.display()))?;
        if output.status.success() {
            return Ok(());
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        let last = errors.trim().lines().next_back().unwrap_or_default();
        Err(format!(
            "{} {}: {last}",
            program.display(),
            arguments.join(" ")
        ))
    };
    if run(&python, &["-c", "import pyffish"]).is_err() {
        run(
            Path::new("python3"),
            &["-m", "venv", &home.to_string_lossy()],
        )?;
        run(
            &python,
            &[
                "-m",
                "pip",
                "install",
                "--quiet",
                "--timeout",
                "20",
                "pyffish",
            ],
        )?;
        run(&python, &["-c", "import pyffish"])?;
    }
    Ok(python)
}

/// Positions of random games, most of them from handicapped starts, with their legal moves.
fn positions(wanted: usize) -> String {
    let book = Rulebook::open(&qili_tests::test_edition("garden")).unwrap();
    let movement = book.movement();
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut text = String::new();
    let mut count = 0;
    let mut moves = MoveList::new();
    while count < wanted {
        let mut position = handicapped(&book, &mut random);
        if movement.validate(&position).is_err() {
            continue;
        }
        for _ in 0..LONGEST {
            movement.legal_moves(&position, &mut moves);
            line(&mut text, &book, &position, &moves);
            count += 1;
            if moves.is_empty() || count == wanted {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
    text
}

/// The initial position without some of its pieces.
fn handicapped(book: &Rulebook, random: &mut Random) -> Position {
    let mut position = book.start();
    let kept = random.below(5);
    for square in position.occupied() {
        let royal = square.file().index() == 4 && matches!(square.rank().index(), 0 | 9);
        if !royal && random.below(4) >= kept.max(1) {
            position.remove(square);
        }
    }
    position
}

fn line(text: &mut String, book: &Rulebook, position: &Position, moves: &[Move]) {
    let mut written: Vec<String> = moves
        .iter()
        .map(|mv| {
            let square = |square: qili_board::Square| {
                format!("{}{}", square.file(), square.rank().index() + 1)
            };
            square(mv.from) + &square(mv.to)
        })
        .collect();
    written.sort();
    let fen = fen::write(position, book.vocabulary.alphabet());
    // the other letters for horse and elephant
    let fen = fen
        .replace('H', "N")
        .replace('h', "n")
        .replace('E', "B")
        .replace('e', "b");
    let _ = writeln!(text, "{fen}|{}", written.join(" "));
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}
