//! `qili board`: positions as text, SVG and PNG.

#![allow(clippy::unwrap_used)]

use std::process::Output;

use insta::assert_snapshot;

const CHASE: &str = "tests/data/perpetual-chase.pgn";

fn board(arguments: &[&str]) -> Output {
    let mut command = qili_tests::qili();
    command.arg("board").args(arguments).output().unwrap()
}

fn text(arguments: &[&str]) -> String {
    let output = board(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_position_of_a_game_with_the_last_move_and_a_threat() {
    assert_snapshot!(text(&[CHASE, "--ply", "102", "--line", "i3i7"]));
}

#[test]
fn moves_are_played_and_a_line_is_shown() {
    assert_snapshot!(text(&[
        "start",
        "--moves",
        "炮二平五 马8进7",
        "--line",
        "e2e6 b9c7",
        "--traditional"
    ]));
}

#[test]
fn a_threat_of_the_side_that_has_moved() {
    // Black is to move; the line is Red's
    let fen = "4k4/9/9/9/4C4/9/9/9/9/R3K4 b";
    assert!(text(&[fen, "--line", "a0a9"]).contains("1 a0a9"));
}

#[test]
fn images() {
    let svg = text(&["--format", "svg"]);
    assert_eq!(svg, text(&["start", "--format", "svg"]));
    assert!(svg.starts_with("<svg"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.png");
    let name = file.to_str().unwrap();
    assert_eq!(
        text(&[CHASE, "--format", "png", "--width", "90", "-o", name]),
        ""
    );
    assert!(std::fs::read(file).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn what_is_not_there() {
    for arguments in [
        &["no-such-file.pgn"][..],
        &[CHASE, "--ply", "1000"],
        &[CHASE, "--game", "2"],
        &["start", "--ply", "3"],
        &["start", "--line", "e2e3"],
        &["start", "--format", "png", "--width", "1000000"],
    ] {
        let output = board(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}
