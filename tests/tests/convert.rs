//! `qili convert`: from any format and notation to any, whole files or none.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Output;

use insta::assert_snapshot;

const CLUB: &str = "tests/data/games/club.pgn";
const CHASE: &str = "tests/data/perpetual-chase.pgn";

fn convert(arguments: &[&str]) -> Output {
    let mut command = qili_tests::qili();
    command.arg("convert").args(arguments).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn notations_and_characters() {
    let mut all = String::new();
    for arguments in [
        &["--notation", "chinese"][..],
        &[
            "--notation",
            "chinese",
            "--traditional",
            "--numerals",
            "full-width",
        ],
        &["--notation", "wxf"],
        &["--notation", "iccs"],
        &["--notation", "letters"],
        &["--to", "text", "--numerals", "mixed"],
        &["--to", "fen-moves"],
        &["--to", "dhtmlxq"],
    ] {
        let output = convert(&[&[CHASE], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        let shown: String = text(&output)
            .lines()
            .take(14)
            .collect::<Vec<_>>()
            .join("\n");
        all += &format!("# {}\n{shown}\n\n", arguments.join(" "));
    }
    assert_snapshot!(all);
}

/// By the book of 1965 Black begins; what is written of such a game is read back by every edition as it was played.
#[test]
fn who_begins_is_read_back_by_every_edition() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.txt");
    std::fs::write(&record, "1. 炮二平五 马8进7 2. 马二进三 车9平8\n").unwrap();
    let moves = |file: &Path, edition: &str| {
        let file = file.to_str().unwrap();
        text(&convert(&[file, "--rules", edition, "--to", "fen-moves"]))
    };
    let played = moves(&record, "1965");
    assert!(played.contains(" b - - 0 1\nmoves b7e7 b0c2"), "{played}");
    for to in ["pgn", "text"] {
        let written = folder.path().join(format!("written.{to}"));
        let record = record.to_str().unwrap();
        let output = convert(&[record, "--rules", "1965", "--to", to]);
        std::fs::write(&written, text(&output)).unwrap();
        for edition in ["1965", "2020"] {
            assert_eq!(moves(&written, edition), played, "{to} {edition}");
        }
    }
}

#[test]
fn every_format_and_back_is_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let plain = text(&convert(&[CHASE, "--to", "fen-moves"]));
    for (to, notation) in [
        ("pgn", "chinese"),
        ("pgn", "wxf"),
        ("pgn", "iccs"),
        ("pgn", "coordinates"),
        ("pgn", "letters"),
        ("text", "chinese"),
        ("dhtmlxq", "chinese"),
        ("xqf", "chinese"),
        ("fen-moves", "chinese"),
    ] {
        let file = folder.path().join(format!("{to}-{notation}"));
        let name = file.to_str().unwrap();
        let output = convert(&[CHASE, "--to", to, "--notation", notation, "-o", name]);
        assert_eq!(output.status.code(), Some(0), "{to} {notation}");
        assert!(output.stdout.is_empty());
        let again = text(&convert(&[name, "--to", "fen-moves"]));
        assert_eq!(again, plain, "{to} {notation}");
    }
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.pgn");
    let name = file.to_str().unwrap();
    let left = |folder: &Path| std::fs::read_dir(folder).unwrap().count();
    std::fs::write(&file, "what was there").unwrap();
    // nothing that could be read
    let output = convert(&["Cargo.lock", "no-such-file", "-o", name]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "what was there");
    // several games for a format that holds one
    let output = convert(&[CLUB, "--to", "xqf", "-o", name]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "what was there");
    let output = convert(&[CLUB, "--to", "xqf"]);
    assert!(output.stdout.is_empty());
    assert_eq!(left(folder.path()), 1, "no temporary file stays");
    // what can be played of a bad game is written, and the exit status tells
    let output = convert(&[CLUB, "-o", name]);
    assert_eq!(output.status.code(), Some(2));
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(written.matches("[Event ").count(), 3);
    assert!(written.contains("2. 马二进三 车9平8 0-1"));
}

#[test]
fn each_game_in_a_file_of_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    convert(&[CLUB, "--to", "xqf", "-o", name]);
    let mut names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["club-1.xqf", "club-2.xqf", "club-3.xqf"]);
    let moves = text(&convert(&[name, "--to", "fen-moves"]));
    assert_eq!(moves.matches("moves h2e2").count(), 3);
}

#[cfg(unix)]
#[test]
fn links_stay_and_devices_are_written_to() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("there")).unwrap();
    symlink("there/game.pgn", path("link.pgn")).unwrap();
    for _ in 0..2 {
        // the first time its target is not there yet
        let output = convert(&[CHASE, "-o", path("link.pgn").to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0));
        assert!(path("link.pgn").symlink_metadata().unwrap().is_symlink());
        assert!(
            std::fs::read(path("there/game.pgn"))
                .unwrap()
                .starts_with(b"[")
        );
    }
    assert_eq!(convert(&[CHASE, "-o", "/dev/null"]).status.code(), Some(0));
    let piped = convert(&[CHASE, "-o", "/dev/stdout"]);
    assert_eq!(piped.stdout, convert(&[CHASE]).stdout);
}

#[test]
fn what_is_write_protected_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.pgn");
    std::fs::write(&file, "kept").unwrap();
    let mut permissions = file.metadata().unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&file, permissions).unwrap();
    let output = convert(&[CHASE, "-o", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_not_finished_goes_away() {
    use std::io::Write as _;
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out.pgn");
        let mut command = qili_tests::qili();
        let mut child = command
            .args(["convert", "-", "-o", file.to_str().unwrap()])
            .stdin(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"1. h2e2 *\n").unwrap();
        let begun = || std::fs::read_dir(folder.path()).unwrap().count() == 1;
        while !begun() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        std::thread::sleep(std::time::Duration::from_millis(200));
        let id = child.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &id])
            .status();
        assert!(sent.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            0,
            "{signal}"
        );
        drop(stdin);
    }
}
