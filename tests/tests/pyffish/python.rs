//! A Python that has `pyffish`, and what it answers.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// What a script prints that is given the lines as a file; `None`, with a line that says why, where there is no Python or
/// the module cannot be had.
pub(crate) fn run(script: &str, lines: impl FnOnce() -> String) -> Option<String> {
    static PYTHON: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let python = match PYTHON.get_or_init(with_pyffish) {
        Ok(python) => python,
        Err(reason) => {
            eprintln!("not compared with pyffish: {reason}");
            return None;
        }
    };
    let folder = tempfile::tempdir().unwrap();
    let (code, asked) = (folder.path().join("ask.py"), folder.path().join("lines"));
    std::fs::write(&code, script).unwrap();
    std::fs::write(&asked, lines()).unwrap();
    let output = Command::new(python).arg(code).arg(asked).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    Some(said)
}

/// A Python that has the module.
fn with_pyffish() -> Result<PathBuf, String> {
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
