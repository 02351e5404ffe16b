//! `qili convert` and `qili board` as people call them.

#![allow(clippy::unwrap_used)] // helpers of tests are tests

use std::path::Path;
use std::process::Output;

use qili_tests::qili;

fn run(arguments: &[&str]) -> Output {
    qili().args(arguments).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn any_format_into_any() {
    let folder = tempfile::tempdir().unwrap();
    let sample = "tests/data/perpetual-chase.pgn";
    let expected = text(&run(&["convert", sample, "--to", "fen"]));
    let mut before = sample.to_owned();
    for (name, more) in [
        ("a.xqf", &[][..]),
        ("b.pgn", &["--notation", "letters"]),
        ("c.dhtmlxq", &["--encoding", "gb18030"]),
        (
            "d.text",
            &[
                "--traditional",
                "--encoding",
                "big5",
                "--numerals",
                "full-width",
            ],
        ),
        ("e.pgn", &["--notation", "wxf", "--lower-case"]),
    ] {
        let after = path(&folder, name);
        text(&run(&[&["convert", &before, "-o", &after], more].concat()));
        assert_eq!(
            text(&run(&["convert", &after, "--to", "fen"])),
            expected,
            "{name}"
        );
        before = after;
    }
}

#[test]
fn several_games_need_a_folder_where_a_file_holds_one() {
    let folder = tempfile::tempdir().unwrap();
    let two = path(&folder, "two.txt");
    std::fs::write(&two, "1. h2e2 h9g7 *\n\n1. b2e2 b9c7 *\n").unwrap();
    let one = path(&folder, "one.xqf");
    let refused = run(&["convert", &two, "-o", &one]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(!Path::new(&one).exists(), "nothing half-written");
    text(&run(&[
        "convert",
        &two,
        "--to",
        "xqf",
        "-o",
        &folder.path().display().to_string(),
    ]));
    let second = path(&folder, "two-2.xqf");
    assert!(text(&run(&["convert", &second])).contains("1. 炮八平五 马2进3"));
}

#[test]
fn an_illegal_move_is_reported_and_the_rest_converted() {
    let folder = tempfile::tempdir().unwrap();
    let bad = path(&folder, "bad.pgn");
    std::fs::write(&bad, "[Event \"1\"]\n\n1. h2e2 *\n\n[Event \"2\"]\n\n1. h2h3 h9h8 *\n\n[Event \"3\"]\n\n1. c3c4 *\n").unwrap();
    let output = run(&["convert", &bad, "--to", "fen"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout)
            .matches("moves")
            .count(),
        3
    );
    let report = String::from_utf8(output.stderr)
        .unwrap()
        .replace(&bad, "bad.pgn");
    let report: Vec<_> = report.lines().map(str::trim_end).collect();
    insta::assert_snapshot!(report.join("\n"));
}

#[test]
fn boards() {
    insta::assert_snapshot!(text(&run(&[
        "board",
        "--moves",
        "炮二平五 马8进7",
        "--line",
        "h0g2 R9=8",
        "--traditional"
    ])));
    let game = text(&run(&[
        "board",
        "tests/data/perpetual-check.txt",
        "--ply",
        "1",
    ]));
    assert!(game.contains("* g5g9"), "{game}");
    let folder = tempfile::tempdir().unwrap();
    for (name, magic) in [("board.svg", &b"<svg"[..]), ("board.png", b"\x89PNG")] {
        let file = path(&folder, name);
        text(&run(&["board", "-o", &file, "--width", "300"]));
        assert!(std::fs::read(&file).unwrap().starts_with(magic));
    }
    for (arguments, part) in [
        (&["board", "--moves", "马二进四"][..], "blocked"),
        (
            &["board", "tests/data/perpetual-check.txt", "--ply", "41"],
            "only 40 plies",
        ),
        (
            &["board", "tests/data/perpetual-check.txt", "--game", "2"],
            "no game 2",
        ),
        (&["board", "--format", "png", "--width", "0"], "0 pixels"),
        (
            &[
                "convert",
                "tests/data/perpetual-chase.pgn",
                "--encoding",
                "big5",
            ],
            "no `进`",
        ),
        (&["convert", "README.nowhere"], "cannot be read"),
        (&["convert", "Cargo.toml"], "no game"),
        (
            &["convert", "tests/data/perpetual-check.txt", "--to", "cbr"],
            "cannot be written",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let report = String::from_utf8_lossy(&output.stderr);
        assert!(report.contains(part), "{arguments:?}: {report}");
    }
}
