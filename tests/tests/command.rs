//! The command `qili`: help, exit statuses, standard input, and what `judge` says in both languages.

#![allow(clippy::unwrap_used)]

use std::process::{Output, Stdio};

use insta::assert_snapshot;
use serde_json::Value;

fn qili(arguments: &[&str]) -> Output {
    qili_tests::qili().args(arguments).output().unwrap()
}

fn text(arguments: &[&str]) -> String {
    let output = qili(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    qili_tests::without_law(&String::from_utf8(output.stdout).unwrap())
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = text(&["--help"]);
    help.lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect()
}

#[test]
fn every_command_has_help() {
    let commands = commands();
    for expected in [
        "judge", "convert", "board", "test", "check", "fmt", "perft", "show",
    ] {
        assert!(commands.iter().any(|name| name == expected), "{expected}");
    }
    for name in commands.iter().filter(|name| *name != "help") {
        let help = text(&[name, "--help"]);
        assert!(help.contains("Usage: qili "), "{name}");
        assert!(
            help.lines().next().is_some_and(|line| !line.is_empty()),
            "{name}"
        );
    }
}

#[test]
fn exit_statuses() {
    for (status, arguments) in [
        (0, &["--version"][..]),
        (0, &["judge", "tests/data/perpetual-chase.pgn"]),
        (0, &["judge", "--moves", "h2e2"]),
        (0, &["show"]),
        (0, &["perft", "start", "2"]),
        (2, &[]),
        (2, &["no-such-command"]),
        (2, &["judge"]),
        (
            2,
            &["judge", "tests/data/perpetual-chase.pgn", "--moves", "h2e2"],
        ),
        (2, &["show", "no-such-edition"]),
        (2, &["perft", "start", "x"]),
        (
            2,
            &["convert", "tests/data/perpetual-chase.pgn", "--to", "cbl"],
        ),
        (2, &["convert"]),
    ] {
        let output = qili(arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    }
}

#[test]
fn a_game_that_ships() {
    for language in ["zh", "en"] {
        let arguments = [
            "judge",
            "tests/data/perpetual-chase.pgn",
            "--lang",
            language,
        ];
        assert_snapshot!(text(&arguments));
    }
}

/// A rook that checks for ever.
const CHECKS: [&str; 5] = [
    "judge",
    "--fen",
    "4k4/9/9/9/9/9/9/9/9/R2K5 w",
    "--moves",
    "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9",
];

#[test]
fn a_position_and_moves() {
    for more in [
        &["--lang", "zh"][..],
        &["--lang", "en"],
        &["--lang", "en", "--explain"],
        &["--lang", "zh", "--format", "json"],
    ] {
        assert_snapshot!(text(&[&CHECKS[..], more].concat()));
    }
}

#[test]
fn a_cycle_shown_once() {
    let cycle = [
        "judge",
        "--fen",
        "3k5/9/9/9/9/9/9/9/4R4/5K3 w",
        "--moves",
        "车五平六 将4平5 车六平五 将5平4",
        "--cycle",
    ];
    for more in [
        &["--lang", "zh"][..],
        &["--lang", "en"],
        &["--lang", "en", "--format", "json"],
    ] {
        assert_snapshot!(text(&[&cycle[..], more].concat()));
    }
}

#[test]
fn what_is_no_cycle_is_refused() {
    let fen = "5k3/9/9/9/9/9/P2r5/9/9/3NK4 w";
    let long = "e0e1 f9f8 e1e0 f8f9 ".repeat(101);
    let mut said = String::new();
    for moves in ["", "e0e1", "e0e1 f9f8 e1e0", &long, "e0e1 f9f8 e1e5"] {
        let output = qili(&[
            "judge", "--lang", "en", "--cycle", "--fen", fen, "--moves", moves,
        ]);
        assert_eq!(output.status.code(), Some(2), "{moves}");
        assert!(output.stdout.is_empty(), "{moves}");
        said += &String::from_utf8(output.stderr)
            .unwrap()
            .replace(&long, "…");
    }
    assert_snapshot!(said);
}

#[test]
fn a_cycle_that_does_not_lead_back_is_judged_with_a_warning() {
    let judged = |moves| {
        let fen = "5k3/9/9/9/9/9/P2r5/9/9/3NK4 w";
        let fixed = ["judge", "--cycle", "--format", "jsonl", "--fen", fen];
        let output = qili(&[&fixed[..], &["--moves", moves]].concat());
        assert_eq!(output.status.code(), Some(0));
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        (json, String::from_utf8(output.stderr).unwrap())
    };
    let (json, warning) = judged("d0c2 d3c3 c2d0 c3d3 d0c2 d3d2");
    assert_eq!(json["closed"], false);
    assert_eq!(json["plies"].as_array().unwrap().len(), 6);
    assert_snapshot!(warning);
    let (json, warning) = judged("d0c2 d3c3 c2d0 c3d3");
    assert_eq!(json["closed"], true);
    assert_eq!(warning, "");
}

#[test]
fn json_is_json() {
    for arguments in [
        &[
            "judge",
            "tests/data/perpetual-chase.pgn",
            "--format",
            "json",
        ][..],
        &[
            "judge",
            "tests/data/perpetual-chase.pgn",
            "--format",
            "jsonl",
        ],
        &["judge", "--moves", "h2e2", "--format", "json"],
        &[
            "judge",
            "--moves",
            "h2e2 h9g7",
            "--cycle",
            "--format",
            "jsonl",
        ],
        &[
            "judge",
            "tests/data/perpetual-check.txt",
            "--summary",
            "--format",
            "json",
        ],
        &["show", "--format", "json"],
        &["show", "2020", "--format", "json"],
    ] {
        let json: Result<Value, _> = serde_json::from_str(&text(arguments));
        assert!(json.is_ok(), "{arguments:?}");
    }
}

#[test]
fn standard_input() {
    let game = std::fs::read(qili_tests::root().join("tests/data/perpetual-chase.pgn")).unwrap();
    let mut command = qili_tests::qili();
    let mut child = command
        .args(["judge", "-", "--lang", "en"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), &game).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let from_file = text(&["judge", "tests/data/perpetual-chase.pgn", "--lang", "en"]);
    let from_stream = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        qili_tests::without_law(&from_stream),
        from_file.replace("tests/data/perpetual-chase.pgn", "-")
    );
}

#[test]
fn the_language_of_the_environment() {
    let judged = |language: &str| {
        let mut command = qili_tests::qili();
        command
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env("LANG", language);
        command
            .args(["judge", "--moves", "h2e2"])
            .output()
            .unwrap()
            .stdout
    };
    assert!(
        String::from_utf8(judged("zh_CN.UTF-8"))
            .unwrap()
            .contains("无须裁决")
    );
    assert!(
        String::from_utf8(judged("C"))
            .unwrap()
            .contains("nothing to rule on")
    );
}

/// A chase that the editions rule on differently.
#[test]
fn editions_side_by_side() {
    let stretch = [
        "judge",
        "--compare",
        "1965,1999,2007-trial,2020,asian",
        "--fen",
        "4k4/4a4/4ba2b/5N3/2n5C/4p2p1/P4n3/4BA3/4A4/2B1K4 w",
        "--moves",
        "马四退六 象9进7 马六进四 象7退9",
        "--cycle",
    ];
    for language in ["zh", "en"] {
        assert_snapshot!(text(&[&stretch[..], &["--lang", language]].concat()));
    }
    let json: Value =
        serde_json::from_str(&text(&[&stretch[..], &["--format", "json"]].concat())).unwrap();
    assert_eq!(json["schema"], "qili.comparison/1");
    let editions = json["editions"].as_object().unwrap();
    let names: Vec<&str> = editions.keys().map(String::as_str).collect();
    assert_eq!(names, ["1965", "1999", "2007-trial", "2020", "asian"]);
    for (name, judged) in editions {
        assert_eq!(judged["schema"], "qili.judgement/1");
        assert_eq!(judged["edition"], name.as_str());
        assert_eq!(judged["law"], "[digest]");
        assert_eq!(judged["plies"].as_array().unwrap().len(), 4);
    }
    let chase = &editions["asian"]["plies"][0];
    assert_eq!(chase["nature"], "捉");
    assert!(!chase["witness"].as_array().unwrap().is_empty(), "{chase}");
}

/// A whole game, from the command line and from a file.
#[test]
fn games_side_by_side() {
    let file = qili_tests::root().join("tests/data/claims.pgn");
    let file = file.display().to_string();
    let game = ["judge", "--compare", "1999,2020,asian", &file];
    for language in ["zh", "en"] {
        let shown = text(&[&game[..], &["--lang", language]].concat());
        assert_snapshot!(shown.replace(&file, "claims.pgn"));
    }
    let line = text(&[&game[..], &["--format", "jsonl"]].concat());
    let json: Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
    assert_eq!(json["schema"], "qili.comparison/1");
    assert_eq!((&json["game"], &json["file"]), (&1.into(), &file.into()));
    for name in ["1999", "2020", "asian"] {
        let judged = &json["editions"][name];
        assert_eq!(judged["edition"], name);
        assert!(!judged["claims"].as_array().unwrap().is_empty(), "{judged}");
    }
}

/// Figures with three chariots of one side, and without a general.
#[test]
fn a_position_that_cannot_occur_is_judged_on_request() {
    let run = |fen: &str, more: &[&str]| {
        let stretch = ["judge", "--lang", "en", "--cycle", "--fen", fen];
        let moves = ["--moves", "a0b0 d9d8 b0a0 d8d9"];
        let output = qili(&[&stretch[..], &moves, more].concat());
        let said = String::from_utf8(output.stdout).unwrap();
        let wrong = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said, wrong)
    };
    let three = "3k5/9/9/9/9/9/9/9/8R/R3K3R w";
    let (status, _, wrong) = run(three, &[]);
    assert_eq!(status, Some(2));
    assert!(wrong.contains("at most 2 are possible"), "{wrong}");
    let (status, said, wrong) = run(three, &["--any-position"]);
    assert_eq!(status, Some(0), "{wrong}");
    assert!(said.contains("Ruling: "), "{said}");
    assert!(wrong.contains("at most 2 are possible"), "{wrong}");
    let (status, _, wrong) = run("3k5/9/9/9/9/9/9/9/9/R7R w", &["--any-position"]);
    assert_eq!(status, Some(2));
    assert!(wrong.contains("royal_missing"), "{wrong}");
}
