//! `qili competition …` on the examples: reports in both languages, JSON, and diagnostics for bad input.

#![allow(clippy::unwrap_used)] // also in what the tests share

use std::process::Output;

use insta::{Settings, assert_snapshot};

const DATA: &str = "tests/data/competition";

/// Each example with its subcommand; `standings-two-games.yaml` goes to `standings`.
const EXAMPLES: [(&str, &str); 32] = [
    ("standings", "standings"),
    ("standings", "standings-two-games"),
    ("standings", "playoff"),
    ("standings", "withdraw"),
    ("pairings", "rotation"),
    ("pairings", "rotation-withdrawn"),
    ("pairings", "round-robin"),
    ("pairings", "round-robin-annulled"),
    ("pairings", "knockout"),
    ("pairings", "match"),
    ("groups", "groups"),
    ("teams", "teams"),
    ("lineups", "lineups"),
    ("withdraw", "withdraw"),
    ("withdraw", "rotation-withdrawn"),
    ("clock", "clock"),
    ("clock", "clock-per-move"),
    ("limit", "limit"),
    ("limit", "limit-game"),
    ("offers", "offers"),
    ("touch", "touch"),
    ("touch", "touch-enemy-first"),
    ("touch", "touch-unable"),
    ("touch", "touch-point"),
    ("correct", "correct"),
    ("correct", "correct-unable"),
    ("handicap", "handicap"),
    ("handicap", "handicap-breach"),
    ("handicap", "handicap-pieces"),
    ("adjourn", "adjourn"),
    ("adjourn", "adjourn-faulty"),
    ("adjourn", "adjourn-lost"),
];

const BAD: [(&str, &str); 23] = [
    ("standings", "twice-in-round"),
    ("standings", "pair-twice-in-round"),
    ("standings", "two-opponents-in-round"),
    ("standings", "not-met"),
    ("standings", "player-twice"),
    ("standings", "met-again"),
    ("standings", "misspelt"),
    ("standings", "withdrawn"),
    ("standings", "withdrawn-beyond"),
    ("pairings", "odd-players"),
    ("pairings", "odd-rounds"),
    ("pairings", "no-pairing-left"),
    ("pairings", "open-round"),
    ("clock", "clock-backwards"),
    ("clock", "clock-repeats"),
    ("limit", "limit-early"),
    ("lineups", "line-up-order"),
    ("touch", "touch-empty"),
    ("handicap", "handicap-royal"),
    ("correct", "unknown-move"),
    ("adjourn", "adjourn-turn"),
    ("clock", "clock-no-move"),
    ("pairings", "too-large"),
];

fn run(arguments: &[&str]) -> Output {
    let mut command = qili_tests::qili();
    command.arg("competition").args(arguments).output().unwrap()
}

fn settings(name: &str) -> Settings {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path("../../snapshots/competition");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(format!("qili competition {name}"));
    settings
}

fn report(name: &str, arguments: &[&str]) {
    let [zh, en, json] =
        [&["--lang", "zh"], &["--lang", "en"], &["--format", "json"]].map(|more| {
            let output = run(&[arguments, more].concat());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
            String::from_utf8(output.stdout).unwrap()
        });
    settings(&arguments.join(" "))
        .bind(|| assert_snapshot!(name, format!("{zh}\n---\n{en}\n---\n{json}")));
}

#[test]
fn examples() {
    for (subcommand, example) in EXAMPLES {
        let file = format!("{DATA}/{example}.yaml");
        report(&format!("{subcommand}-{example}"), &[subcommand, &file]);
    }
}

#[test]
fn officials_and_conduct() {
    report(
        "officials",
        &["officials", "--level", "provincial", "--boards", "10"],
    );
    report("conduct", &["conduct"]);
}

#[test]
fn bad_input_is_shown_in_its_line_and_prints_nothing() {
    for (subcommand, example) in BAD {
        let file = format!("{DATA}/bad/{example}.yaml");
        let errors = ["en", "zh"].map(|language| {
            let output = run(&[subcommand, &file, "--lang", language]);
            assert_eq!(output.status.code(), Some(2), "{example}");
            assert!(output.stdout.is_empty(), "{example}");
            String::from_utf8(output.stderr).unwrap()
        });
        settings(&format!("{subcommand} {file}"))
            .bind(|| assert_snapshot!(format!("bad-{example}"), errors.concat()));
    }
}

#[test]
fn json_is_read_as_well() {
    use std::io::Write as _;
    let mut command = qili_tests::qili();
    let mut child = command
        .args(["competition", "lineups", "-", "--format", "json"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(br#"{"boards": 1, "players": ["a", "b"]}"#)
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["count"], 2);
    assert_eq!(report["schema"], "qili.competition.lineups/1");
}

#[test]
fn another_editions_numbers_are_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let rules =
        std::fs::read_to_string(qili_tests::root().join("rules/1965/competition.yaml")).unwrap();
    let changed = rules
        .replace("first_mover: black", "first_mover: red")
        .replace("win: 2\n", "win: 3\n");
    assert_ne!(rules, changed);
    std::fs::write(folder.path().join("competition.yaml"), changed).unwrap();
    let rules = folder.path().to_str().unwrap();
    let output = run(&[
        "standings",
        "--format",
        "json",
        "--rules",
        rules,
        &format!("{DATA}/standings.yaml"),
    ]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["rows"][0]["points"], 11);
}

/// A PGN game says in comments how long each move took.
#[test]
fn a_pgn_game_with_times() {
    let output = run(&[
        "clock",
        &format!("{DATA}/clock-game.pgn"),
        "--control",
        "per-move",
        "--format",
        "json",
    ]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        report["sides"]["red"]["used"],
        "4:30",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(report["sides"]["red"]["reserve_used"], "1:30");
    assert_eq!(report["sides"]["black"]["moves"], 1);
}

/// The repeated checks of a game are found by the interpreter, under an edition that has natures.
#[test]
fn the_interpreter_tells_which_moves_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let rules =
        std::fs::read_to_string(qili_tests::root().join("rules/1965/competition.yaml")).unwrap();
    let file = folder.path().join("competition.yaml");
    std::fs::write(
        &file,
        rules.replace("edition: \"1965\"", "edition: \"2020\""),
    )
    .unwrap();
    let output = run(&[
        "clock",
        &format!("{DATA}/clock-game.yaml"),
        "--format",
        "json",
        "--rules",
        file.to_str().unwrap(),
    ]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        report["uncounted"],
        serde_json::json!([7, 9, 11]),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(report["sides"]["red"]["counted"], 3);
    assert_eq!(
        report["sides"]["black"]["counted"], 6,
        "answers always count"
    );
}

/// Figure 9 gone round six times: the checks between the threats of a discovered capture are repeated with them.
#[test]
fn a_threat_of_a_discovered_capture_is_repeated_like_a_check() {
    let cycle = ["c5c9", "d9d8", "c9c5", "d8d9"];
    let moves: Vec<serde_json::Value> = (0..24)
        .map(|ply| serde_json::json!({ "move": cycle[ply % 4], "spent": 20 }))
        .collect();
    let game = serde_json::json!({
        "control": "national",
        "first": "red",
        "fen": "3k1a3/4a4/9/8p/2R5r/2P6/9/3CB4/4A4/4KAB2 w",
        "moves": moves,
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("clock.json");
    std::fs::write(&file, game.to_string()).unwrap();
    let output = run(&["clock", file.to_str().unwrap(), "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        report["uncounted"],
        serde_json::json!([7, 9, 11, 13, 15, 17, 19, 21, 23])
    );
    assert_eq!(report["sides"]["red"]["counted"], 3);
    assert_eq!(report["sides"]["black"]["counted"], 12);
}

/// The blocks ```` ```console ```` of the README show what the commands print.
#[test]
fn the_readme_is_up_to_date() {
    let readme =
        std::fs::read_to_string(qili_tests::root().join("crates/competition/README.md")).unwrap();
    let blocks: Vec<&str> = readme
        .split("```console\n")
        .skip(1)
        .filter_map(|rest| rest.split("\n```").next())
        .collect();
    assert!(blocks.len() > 10);
    for block in blocks {
        let (command, expected) = block.split_once('\n').unwrap();
        let arguments: Vec<&str> = command
            .strip_prefix("$ qili competition ")
            .unwrap()
            .split(' ')
            .collect();
        let output = String::from_utf8(run(&arguments).stdout).unwrap();
        assert_eq!(output.trim_end(), expected, "{command}");
    }
}
