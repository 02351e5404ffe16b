//! Bad input to the command: one diagnostic that names the place, exit status 2, nothing on standard output that is not
//! sound, and never a crash.

#![allow(clippy::unwrap_used)]

use std::process::{Output, Stdio};
use std::sync::LazyLock;

use insta::assert_snapshot;
use proptest::prelude::*;
use qili_board::fen;
use qili_interpreter::procedure::Policy;
use qili_notation::encoding;
use qili_notation::files::{self, Edition};
use qili_notation::moves;
use qili_report::explain::Detail;
use qili_report::game::Shown;
use qili_report::{Rulebook, game, record};
use qili_words::Language;

fn judge(arguments: &[&str]) -> Output {
    let mut command = qili_tests::qili();
    command.args(["judge", "--lang", "en"]).args(arguments);
    command.output().unwrap()
}

/// What is said about bad usage; nothing is printed.
fn refused(arguments: &[&str]) -> String {
    let output = judge(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let shown: Vec<_> = arguments.iter().map(|text| format!("{text:?}")).collect();
    let said = String::from_utf8(output.stderr).unwrap();
    format!("$ qili judge {}\n{said}\n", shown.join(" "))
}

/// What is said about a file with these bytes, which is named `name`.
fn about_file(name: &str, bytes: &[u8]) -> (Output, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), bytes).unwrap();
    let mut command = qili_tests::qili();
    command.current_dir(folder.path());
    command.args(["judge", "--lang", "en", "--format", "jsonl", name]);
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    (output, said)
}

/// What is said about standard input.
fn about_stream(write: impl FnOnce(&mut dyn std::io::Write)) -> (Output, String) {
    let mut command = qili_tests::qili();
    let mut child = command
        .args(["judge", "--lang", "en", "--format", "jsonl", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    write(&mut stdin);
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    (output, said)
}

#[test]
fn positions() {
    let said: String = [
        "4k4/9/9/9/9/9/9/9/4K4/4K4 w",
        "4k4/9/9/9/9/9/9/9/9/9 w",
        "4k4/9/9/9/9/9/9/9/9/9/3K5 w",
        "3k5/9/9/9/9/9/9/9/P8/4K4 w",
        "3k5/9/9/9/9/9/9/9/1B7/4K4 w",
        "4k4/9/9/9/9/9/9/9/9/4K4 w",
        "3k5/9/9/9/9/9/9/9/9/3RK4 w",
        "3k5/9/9/9/9/9/9/9/9/4X4 w",
        "3k5/9/9/9/9/9/9/9/9/4K5 w",
        "3k5/9/9/9/9/9/9/9/9/4K4 x",
        "",
    ]
    .into_iter()
    .map(|fen| refused(&["--fen", fen, "--moves", "e0e1"]))
    .collect();
    assert_snapshot!(said);
}

#[test]
fn moves_and_why_they_are_illegal() {
    let said: String = [
        (None, "b0d1"),
        (None, "h2e2 h9g7 e2e9"),
        (None, "h2e2 h9g7 h0h9"),
        (None, "炮二平五 马8进7 马二进五"),
        (None, "h2e2 e9e7"),
        (None, "h2e2 h2e2"),
        (None, "h2e2 hello"),
        (None, "车一进一 车1进1 车九平八"),
        (Some("4k4/4a4/9/9/4R4/9/9/9/9/3K5 b"), "e8d7"),
        (Some("4k4/9/9/9/4N4/9/9/9/9/4K4 w"), "e5f7"),
        (Some("3k5/9/9/9/9/4c4/9/9/4C4/5K3 w"), "e1e4"),
        (Some("3k5/9/9/9/9/9/9/9/3N5/2B1K4 w"), "c0e2"),
        (Some("5k3/9/9/9/9/9/9/9/3r5/4K4 w"), "e0d0"),
    ]
    .into_iter()
    .map(|(fen, moves)| match fen {
        Some(fen) => refused(&["--fen", fen, "--moves", moves]),
        None => refused(&["--moves", moves]),
    })
    .collect();
    assert_snapshot!(said);
}

#[test]
fn editions_and_usage() {
    let said = [
        &["--rules", "2021", "--moves", "h2e2"][..],
        &["--rules", "no/such/folder", "--moves", "h2e2"],
        &["--cycle"],
        &["--moves", "h2e2", "--format", "yaml"],
        &["no-such-file.pgn"],
        &["no-such-*.pgn"],
        &["Cargo.toml"],
    ]
    .map(refused);
    assert_snapshot!(said.concat());
}

#[test]
fn files_that_are_no_games() {
    let mut all = String::new();
    let pgn = "[Event \"cut\"]\n\n1. h2e2 h9g7 {a comment that never";
    let xqf = xqf();
    let mut scrambled = xqf.clone();
    for byte in &mut scrambled[1050..] {
        *byte ^= 0x5A;
    }
    let latin = b"[Event \"Caf\xE9\"]\n[Red \"\xFF\xFE\x80\"]\n\n1. h2e2 \xFF\xFF h9g7 *\n";
    for (name, bytes) in [
        ("program", &b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0"[..]),
        ("empty.pgn", b""),
        ("words.txt", b"There is no game in this text.\n"),
        ("cut.pgn", pgn.as_bytes()),
        ("header-only.xqf", &xqf[..60]),
        ("cut.xqf", &xqf[..1100]),
        ("scrambled.xqf", &scrambled),
        ("cut.cbr", b"CCBridge Record\0\0\0\0"),
        ("cut.cbl", b"CCBridgeLibrary\0\0\0\0"),
        ("encoding.pgn", latin),
    ] {
        let (output, said) = about_file(name, bytes);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        let lines = String::from_utf8(output.stdout).unwrap();
        all += &format!("# {name}: {} games judged\n{said}\n", lines.lines().count());
    }
    assert_snapshot!(all);
}

/// A sound XQF file.
fn xqf() -> Vec<u8> {
    let mut command = qili_tests::qili();
    command.args(["convert", "--to", "xqf", "tests/data/perpetual-chase.pgn"]);
    command.output().unwrap().stdout
}

#[test]
fn a_truncated_file_is_an_error_wherever_it_ends() {
    let xqf = xqf();
    let book = book();
    let whole = game_of(book, &xqf).unwrap().moves().count();
    for length in (0..xqf.len()).step_by(7) {
        if let Some(game) = game_of(book, &xqf[..length]) {
            assert!(game.moves().count() <= whole);
        }
    }
}

fn game_of(book: &Rulebook, bytes: &[u8]) -> Option<qili_notation::Game> {
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    files::games(bytes, "file", edition).ok()?.next()?.ok()
}

#[test]
fn a_line_without_end() {
    let (output, said) = about_stream(|stdin| {
        let _ = stdin.write_all(b"[Event \"endless\"]\n\n1. h2e2 ");
        for _ in 0..64 {
            let _ = stdin.write_all(&vec![b'x'; 1 << 20]);
        }
        let _ = stdin.write_all(b"\n\n[Event \"next\"]\n\n1. h2e2 *\n");
    });
    assert_eq!(output.status.code(), Some(2));
    assert_snapshot!(said);
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
}

#[test]
fn a_million_variations_deep() {
    let (output, said) = about_stream(|stdin| {
        let _ = stdin.write_all(b"[Event \"deep\"]\n\n1. h2e2\n");
        for _ in 0..100_000 {
            let _ = stdin.write_all("(1. b2e2 ".repeat(10).as_bytes());
            let _ = stdin.write_all(b"\n");
        }
        let _ = stdin.write_all(b"\n[Event \"next\"]\n\n1. h2e2 *\n");
    });
    assert_eq!(output.status.code(), Some(2));
    assert_snapshot!(said);
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
}

#[cfg(unix)]
#[test]
fn pipes_in_folders_are_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.pgn");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    std::fs::write(folder.path().join("z.pgn"), "1. h2e2 *\n").unwrap();
    for named in [folder.path(), &pipe] {
        let output = judge(&[named.to_str().unwrap(), "--format", "jsonl"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("is no file"));
        let judged = String::from_utf8_lossy(&output.stdout).lines().count();
        assert_eq!(judged, usize::from(named.is_dir()));
    }
}

#[cfg(unix)]
#[test]
fn nobody_has_to_listen_to_errors() {
    for arguments in [
        &["board", "--fen", "x w"][..],
        &["check", "no-such-edition"],
        &["judge", "no-such-file"],
        &["diff", "no", "such"],
        &["convert", "no-such-file"],
    ] {
        let mut command = qili_tests::qili();
        let full = std::fs::File::options().write(true).open("/dev/full");
        command.args(arguments).stderr(full.unwrap());
        assert_eq!(
            command.output().unwrap().status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
}

#[test]
fn what_files_say_does_not_steer_a_terminal_and_is_not_endless() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x\u{1b}[2J.pgn");
    let long = "x".repeat(500_000);
    let text = format!("[Red \"\u{1b}[2Jred\"]\n\n1. h2e2 {long} \u{1b}[31m *\n");
    std::fs::write(&file, text).unwrap();
    let output = judge(&[file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let shown = [output.stdout, output.stderr].concat();
    assert!(!shown.contains(&0x1B));
    assert!(shown.len() < 10_000, "{}", shown.len());
    assert!(String::from_utf8(shown).unwrap().contains("␛[2Jred"));
}

/// An edition that is made for tests.
fn book() -> &'static Rulebook {
    static BOOK: LazyLock<Rulebook> =
        LazyLock::new(|| Rulebook::open(&qili_tests::test_edition("club")).unwrap());
    &BOOK
}

/// Bytes that begin like a file of some format.
fn like_a_file() -> impl Strategy<Value = Vec<u8>> {
    let beginning = prop::sample::select(vec![
        &b""[..],
        b"XQ\x0A",
        b"XQ\x12",
        b"CCBridge Record\0",
        b"CCBridgeLibrary\0",
        b"[Event \"x\"]\n[FEN \"",
        b"[Event \"x\"]\n\n1. h2e2 ",
        b"fen 4k4/9/9/9/9/9/9/9/9/4K4 w\nmoves ",
        b"[DhtmlXQ]\n[DhtmlXQ_binit]",
        "1. 炮二平五 ".as_bytes(),
        b"\xFF\xFE1\0.\0",
        b"\xEF\xBB\xBF",
    ]);
    let rest = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..2000),
        "[a-iA-I0-9RHEAKCPrheakcp+=.(){}\\[\\]/ \"\n前后中一二三四五车马炮兵进退平-]{0,300}"
            .prop_map(String::into_bytes),
    ];
    (beginning, rest).prop_map(|(beginning, rest)| [beginning, &rest].concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_bytes_are_a_crash(bytes in like_a_file()) {
        let book = book();
        let edition = Edition { movement: book.movement(), vocabulary: &book.vocabulary };
        if let Ok(games) = files::games(&bytes[..], "any", edition) {
            for game in games.take(20).flatten() {
                let watched = record::watched(book, &game, Policy::Last).unwrap();
                let _ = game::text(book, &watched, Language::English, Detail::Full, Shown::Every);
                let json = record::json(book, "any", &game, &watched, Language::Chinese, Shown::Every);
                prop_assert!(serde_json::to_string(&json).is_ok());
                for problem in &game.problems {
                    let _ = format!("{:?}", miette::Report::new(problem.clone()));
                }
            }
        }
        let (text, _) = encoding::decode(&bytes);
        let start = book.start();
        for word in text.split_whitespace().take(50) {
            let _ = moves::parse(word, &start, book.movement(), &book.vocabulary);
        }
        if let Err(error) = fen::parse(&text, book.vocabulary.alphabet()) {
            let _ = format!("{:?}", miette::Report::new(error));
        }
    }
}
