//! The Python module: installed from the checkout into an empty virtual environment, it judges every case as the library
//! does, and passes its own tests.
//!
//! Where there is no Python, or nothing to install from, the test says why and passes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use qili::{Engine, Language};
use qili_edition::folder::Folder;
use qili_report::Rulebook;
use qili_review::run;
use serde_json::{Value, json};

/// What the module's own tests want beside it, and what some of them do without.
const TOOLS: [&str; 5] = ["pytest", "mypy", "pyffish", "cchess", "nanoarrow"];
const MORE_TOOLS: [&str; 2] = ["pyarrow", "polars"];

#[test]
fn the_module_is_installed_and_judges_as_the_library_does() {
    let python = match empty_environment() {
        Ok(python) => python,
        Err(reason) => {
            eprintln!("the Python module is not tested: {reason}");
            return;
        }
    };
    // the build takes what is compiled for other tests
    let installed = pip(&python, &["install", "--force-reinstall", "crates/python"])
        .env("MATURIN_PEP517_ARGS", "--profile dev")
        .output()
        .unwrap();
    assert_succeeds(&installed);
    let judged = Command::new(&python)
        .args(["-c", "import qili; print(qili.Edition('2020').judge('start', 'a0a1 a9a8 a1a0 a8a9')['ruling']['outcome'])"])
        .output()
        .unwrap();
    assert_succeeds(&judged);
    assert_eq!(judged.stdout.trim_ascii(), b"draw");

    let tools = pip(&python, &[&["install"], &TOOLS[..]].concat())
        .output()
        .unwrap();
    if !tools.status.success() {
        eprintln!("its own tests are not run: {}", last_line(&tools));
        return;
    }
    // only some of the tests are left out without them
    let _ = pip(&python, &[&["install"], &MORE_TOOLS[..]].concat()).output();
    let folder = tempfile::tempdir().unwrap();
    let cases = folder.path().join("cases.jsonl");
    std::fs::write(&cases, self::cases()).unwrap();
    let tested = Command::new(&python)
        .current_dir(qili_tests::root().join("crates/python"))
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .env("QILI_CASES", &cases)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    eprintln!("{}", last_line(&tested));
    assert_succeeds(&tested);
}

fn pip(python: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(python);
    command.current_dir(qili_tests::root());
    command.args([
        "-m",
        "pip",
        "--quiet",
        "--disable-pip-version-check",
        "--timeout",
        "20",
    ]);
    command.args(arguments);
    command
}

fn assert_succeeds(output: &Output) {
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
}

fn last_line(output: &Output) -> String {
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    said.trim()
        .lines()
        .next_back()
        .unwrap_or_default()
        .to_owned()
}

/// The Python of a new virtual environment, where what is needed for building can be had.
fn empty_environment() -> Result<PathBuf, String> {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let _ = std::fs::remove_dir_all(&home);
    let python = if cfg!(windows) {
        home.join("Scripts/python.exe")
    } else {
        home.join("bin/python")
    };
    let made = Command::new("python3")
        .args(["-m", "venv"])
        .arg(&home)
        .output();
    let made = made.map_err(|error| format!("python3 does not start: {error}"))?;
    if !made.status.success() {
        return Err(last_line(&made));
    }
    let wheels = home.join("wheels").display().to_string();
    let had = pip(
        &python,
        &["download", "--no-deps", "--dest", &wheels, "maturin"],
    )
    .output();
    let had = had.map_err(|error| error.to_string())?;
    match had.status.success() {
        true => Ok(python),
        false => Err(last_line(&had)),
    }
}

/// Every case of every edition with the library's answer, a line for each; null where it is no cycle.
fn cases() -> String {
    let mut lines = String::new();
    for name in Folder::shipped() {
        let book = Rulebook::open(name).unwrap();
        let engine = Engine::open(name).unwrap();
        for case in book.edition.cases().unwrap() {
            for (id, scenario) in case.scenarios() {
                let (start, moves) = run::read(&book, &case, scenario).unwrap();
                let fen = qili_board::fen::write(&start, book.vocabulary.alphabet());
                let moves = moves.iter().map(ToString::to_string).collect::<Vec<_>>();
                let stretch = engine.position(&fen).unwrap().stretch(&moves.join(" "));
                let answer = stretch.map_or(Value::Null, |stretch| {
                    serde_json::to_value(stretch.judge().json(Language::English)).unwrap()
                });
                let case = json!({"id": id, "edition": name, "fen": fen, "moves": moves, "answer": answer});
                let _ = writeln!(lines, "{case}");
            }
        }
    }
    lines
}
