//! `qili judge` over many games: files, folders, patterns and streams; order, summaries, bad games, interruptions.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Output, Stdio};

use insta::assert_snapshot;
use serde_json::Value;

const GAMES: &str = "tests/data/games";

fn judge(arguments: &[&str]) -> Output {
    let mut command = qili_tests::qili();
    // English, unless the arguments say otherwise
    command.env("LC_ALL", "C").arg("judge").args(arguments);
    command.output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    out(output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A PGN of short games, the one with number `bad` with a move that is not legal.
fn short_games(count: usize, bad: usize) -> String {
    let mut text = String::new();
    for number in 1..=count {
        let move_3 = if number == bad { "e2e9" } else { "h0g2" };
        let _ = writeln!(
            text,
            "[Event \"{number}\"]\n[Result \"*\"]\n\n1. h2e2 h9g7 2. {move_3} i9h9 *\n"
        );
    }
    text
}

#[test]
fn a_folder_in_text() {
    let output = judge(&[GAMES]);
    assert_snapshot!(qili_tests::without_law(&out(&output)));
    assert_snapshot!(err(&output));
    assert_eq!(output.status.code(), Some(2), "a game of it is bad");
}

#[test]
fn a_line_for_each_game_in_order_whatever_the_threads() {
    let one = judge(&[GAMES, "--format", "jsonl", "--threads", "1"]);
    let games = lines(&one);
    let named: Vec<_> = games
        .iter()
        .map(|game| {
            (
                game["file"].as_str().unwrap(),
                game["game"].as_u64().unwrap(),
            )
        })
        .collect();
    let club = "tests/data/games/club.pgn";
    let rooks = "tests/data/games/more/rooks.fen";
    assert_eq!(
        named,
        [(club, 1), (club, 2), (club, 3), (rooks, 1), (rooks, 2)]
    );
    assert_eq!(games[0]["tags"]["Red"], "Li");
    assert_eq!(games[0]["recorded"], "1-0");
    assert_eq!(games[0]["schema"], "qili.judgement/1");
    assert_eq!(games[0]["procedure"][0]["event"], "ended");
    assert_eq!(games[0]["result"], "black-loses");
    assert_eq!(games[1]["problems"][0]["ply"], 5);
    assert_eq!(games[1]["problems"][0]["line"], 16);
    assert_eq!(games[1]["result"], "none");
    assert_eq!(games[2]["result"], "draw");
    assert_eq!(games[3]["result"], "black-loses", "checkmate");
    assert_eq!(
        games[4]["ruling"]["outcome"], "red-loses",
        "perpetual check"
    );
    for threads in ["2", "5"] {
        let more = judge(&[GAMES, "--format", "jsonl", "--threads", threads]);
        assert_eq!(out(&one), out(&more));
        assert_eq!(err(&one), err(&more));
    }
}

/// Games in which somebody could have asked for a ruling before the last repetition.
const CLAIMS: &str = "tests/data/claims.pgn";

#[test]
fn every_moment_at_which_a_ruling_could_be_asked_for_is_told() {
    let club = qili_tests::test_edition("club");
    let judged = |more: &[&str]| {
        let output = judge(&[&[CLAIMS, "--rules", &club, "--lang", "en"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        output
    };
    assert_snapshot!(out(&judged(&[])));
    assert_snapshot!(out(&judged(&["--claim", "every"])));
    assert_snapshot!(out(&judged(&["--summary"])));
    let json = |claim| lines(&judged(&["--format", "jsonl", "--claim", claim]));
    let [last, first, every] = ["last", "first", "every"].map(json);
    // play went on after the early draw: the ruling is the one on the checks at the end
    assert_eq!(last[0]["claims"][0]["ply"], 8);
    assert_eq!(last[0]["claims"][0]["occurrences"], 3);
    assert_eq!(
        last[0]["claims"][0]["by"],
        serde_json::json!(["red", "black"])
    );
    assert_eq!(last[0]["claims"][0]["ruling"]["outcome"], "draw");
    assert_eq!(last[0]["claims"][0]["made"], false);
    assert_eq!(last[0]["ruling"]["outcome"], "red-loses");
    assert_eq!(last[0]["recorded"], "1/2-1/2");
    assert_eq!(last[0]["agrees"], false);
    assert_eq!(first[0]["result"], "draw");
    assert_eq!(first[0]["agrees"], true);
    assert_eq!(first[0]["claims"].as_array().unwrap().len(), 1);
    assert_eq!(every[0]["claims"][0]["judgement"]["plies"][0]["ply"], 5);
    assert_eq!(every[0]["ruling"], last[0]["ruling"]);
    // nothing stands at the end of the second
    assert_eq!(last[1]["result"], "none");
    assert_eq!(last[1]["agrees"], Value::Null);
    assert_eq!(first[1]["result"], "draw");
}

/// Checks without end, so many plies of them.
fn checks(plies: usize) -> String {
    let round = ["a9a8", "e8e9", "a8a9", "e9e8"];
    let moves: Vec<&str> = ["a0a9", "e9e8"]
        .into_iter()
        .chain(round.into_iter().cycle())
        .take(plies)
        .collect();
    format!(
        "[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 w\"]\n\n{}",
        moves.join(" ")
    )
}

#[test]
fn a_limit_of_moves_ends_what_could_have_been_claimed() {
    let club = qili_tests::test_edition("club");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("limit.pgn");
    std::fs::write(
        &file,
        [checks(119), checks(120), checks(128)]
            .map(|game| format!("{game} 1/2-1/2\n\n"))
            .concat(),
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let judged = |claim| {
        let output = judge(&[
            file, "--rules", &club, "--lang", "en", "--format", "jsonl", "--claim", claim,
        ]);
        lines(&output)
    };
    let claims = |game: &Value| game["claims"].as_array().unwrap().clone();
    for claim in ["last", "every"] {
        let [before, at, past] = judged(claim).try_into().unwrap();
        // a ply before the limit the checks are what the game comes to
        assert_eq!(before["result"], "red-loses");
        assert_eq!(before["agrees"], false);
        assert_eq!(before["claims"][0]["ply"], 9);
        // then it is drawn, whatever could have been asked for, and no more can be
        for over in [at, past] {
            assert_eq!(over["ruling"]["text"], "a draw");
            assert_eq!(over["agrees"], true);
            assert_eq!(claims(&over).last().unwrap()["ply"], 119);
            assert_eq!(
                over["procedure"].as_array().unwrap().last().unwrap()["event"],
                "ended"
            );
        }
    }
    // who asked in time has won
    for game in judged("first") {
        assert_eq!(game["result"], "red-loses");
        assert_eq!(claims(&game).len(), 1);
    }
}

#[test]
fn what_is_repeated_in_a_variation_is_no_repetition_of_the_game() {
    let club = qili_tests::test_edition("club");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("variation.pgn");
    let game = "[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 w\"]\n\n1. a0a9 e9e8 2. a9a8 (2. a9b9 e8e7 3. b9b8) 2... e8e9 \
        (2... e8e7 3. a8a7 e7e8 4. a7a8 e8e7 5. a8a7 e7e8 6. a7a8 e8e7) 3. a8a0 e9f9 4. a0a9 f9f8 1-0\n";
    std::fs::write(&file, game).unwrap();
    let file = file.to_str().unwrap();
    for claim in ["last", "first", "every"] {
        let output = judge(&[
            file, "--rules", &club, "--lang", "en", "--format", "jsonl", "--claim", claim,
        ]);
        let [game] = lines(&output).try_into().unwrap();
        assert_eq!(game["length"], 8);
        assert_eq!(game["result"], "none");
        assert!(game["claims"].as_array().unwrap().is_empty());
    }
}

#[test]
fn stretches_of_files_are_cycles() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stretches.fen");
    let fen = "fen 4k4/R8/9/9/9/9/9/9/9/3K5 w\nmoves";
    let moves = [
        "a8a9 e9e8 a9a8 e8e9",
        "a8a9 e9e8 a9a8",
        "a8b8 e9f9",
        "a8a9 e9e7",
        "d0d1 e9f9 d1d0 f9e9",
    ];
    let text: String = moves
        .iter()
        .map(|moves| format!("{fen} {moves}\n\n"))
        .collect();
    std::fs::write(&file, &text).unwrap();
    let club = qili_tests::test_edition("club");
    let arguments = ["--cycle", "--rules", &club, "--format", "jsonl"];
    let output = judge(&[&[file.to_str().unwrap()], &arguments[..]].concat());
    assert_eq!(output.status.code(), Some(2), "two of them are none");
    let folder = folder.path().display().to_string();
    assert_snapshot!(err(&output).replace(&folder, "FOLDER"));
    let said: Vec<_> = lines(&output)
        .iter()
        .map(|json| {
            let problems = json["problems"].as_array().unwrap().len();
            (
                json["game"].as_u64().unwrap(),
                json["closed"].as_bool(),
                json["ruling"]["outcome"].as_str().unwrap().to_owned(),
                problems,
            )
        })
        .collect();
    let none = "none".to_owned();
    assert_eq!(said[0], (1, Some(true), "red-loses".into(), 0));
    assert_eq!(said[1], (2, None, none.clone(), 1));
    assert_eq!((said[2].1, said[2].3), (Some(false), 0));
    assert_eq!(said[3], (4, None, none, 1));
    assert_eq!(said[4], (5, Some(true), "red-must-change".into(), 0));
    // the same from standard input
    let mut command = qili_tests::qili();
    let mut child = command
        .args([&["judge", "-"], &arguments[..]].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let stream = child.wait_with_output().unwrap();
    let rulings = |output: &Output| {
        lines(output)
            .iter()
            .map(|json| json["ruling"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(rulings(&stream), rulings(&output));
}

/// Two rooks that go round on files of nine and eight squares: no position occurs twice within 72 moves.
fn quiet_moves(count: usize) -> String {
    let mut moves = String::from("fen 3k4r/9/9/9/9/9/9/9/9/R3K4 w\nmoves");
    let (red, black) = (|step: usize| step % 9, |step: usize| 9 - step % 8);
    for step in 0..count {
        let _ = write!(moves, " a{}a{}", red(step), red(step + 1));
        let _ = write!(moves, " i{}i{}", black(step), black(step + 1));
    }
    moves
}

#[test]
fn the_limit_of_moves_without_capture_is_the_editions() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("quiet.fen");
    std::fs::write(&file, quiet_moves(65)).unwrap();
    let name = file.to_str().unwrap();
    // 2020 has sixty moves by each side
    let steps = lines(&judge(&[name, "--format", "jsonl"]))[0]["procedure"].clone();
    assert_eq!(steps[0]["event"], "ended");
    assert_eq!(steps[0]["ply"], 120);
    assert_eq!(steps[0]["outcome"], "draw");
    // the base that editions amend has no number
    let game = lines(&judge(&[name, "--format", "jsonl", "--rules", "common"]));
    assert_eq!(game[0]["procedure"].as_array().unwrap().len(), 0);
    assert_eq!(game[0]["result"], "none");
}

#[test]
fn patterns_and_streams() {
    let output = judge(&["tests/data/games/*.pgn", "--format", "jsonl"]);
    assert_eq!(lines(&output).len(), 3);
    let mut command = qili_tests::qili();
    let mut child = command
        .args(["judge", "-", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(short_games(20, 0).as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let games = lines(&output);
    assert_eq!(games.len(), 20);
    assert_eq!(games[19]["file"], "-");
    assert_eq!(games[19]["tags"]["Event"], "20");
}

/// A folder in which every tenth file is broken, each in another way.
#[test]
fn a_count_of_many_files_has_a_line_for_each_that_is_broken() {
    let broken: &[(&str, &[u8])] = &[
        ("pgn", b"1. h2e2 h9g7 2. h2e9 *\n"),
        ("pgn", b"1. h2e2 zz99 *\n"),
        ("pgn", b"[FEN \"4k4/9/9/9 w\"]\n\n1. h2e2 *\n"),
        ("txt", "1. 炮二平五 马8进7\n2. 马二进九 车9平8\n".as_bytes()),
        (
            "txt",
            b"[DhtmlXQ]\n[DhtmlXQ_movelist]77470000[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n",
        ),
        ("txt", b""),
        ("xqf", b"XQ\x12"),
        ("cbr", b"CCBridge Record\0"),
        ("pgn", b"\xDE\xAD\xBE\xEF\x00\x01\x02"),
        ("pgn", b"[Event \"open\n\n1. h2e2 *\n"),
    ];
    let home = tempfile::tempdir().unwrap();
    let name = |place: usize, kind: &str| format!("{place:03}.{kind}");
    for place in 0..10 * broken.len() {
        let (kind, bytes) = match place % 10 {
            3 => broken[place / 10],
            _ => ("pgn", b"1. h2e2 h9g7 *\n".as_slice()),
        };
        let path = home.path().join("games").join(name(place, kind));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    for language in ["en", "zh"] {
        let mut command = qili_tests::qili();
        command.current_dir(home.path());
        let output = command.args(["judge", "games", "--summary", "--lang", language]);
        let output = output.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = err(&output);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), broken.len(), "{said}");
        for (at, (line, (kind, _))) in lines.iter().zip(broken).enumerate() {
            assert!(line.contains(&name(10 * at + 3, kind)), "{line}");
        }
        let counted = out(&output);
        let count = |words: &str| {
            let line = counted.lines().find(|line| line.contains(words));
            let number = line
                .unwrap_or_else(|| panic!("{counted}"))
                .split_whitespace();
            number.into_iter().next().unwrap().parse::<usize>().unwrap()
        };
        let [faulty, unread] = match language {
            "en" => ["something that could not", "in which no game"],
            _ => ["局有误", "读不出一局棋"],
        };
        assert_eq!(count(faulty) + count(unread), broken.len(), "{counted}");
    }
}

#[test]
fn summaries() {
    let english = judge(&[GAMES, "tests/data/perpetual-chase.pgn", "--summary"]);
    let chinese = judge(&[GAMES, "--summary", "--lang", "zh"]);
    assert_eq!(chinese.status.code(), Some(2), "{}", err(&chinese));
    let json = judge(&[GAMES, "--summary", "--format", "json"]);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["games"], 5);
    let json = serde_json::to_string_pretty(&json).unwrap();
    assert_snapshot!(format!("{}\n{}\n{json}", out(&english), out(&chinese)));
}

#[test]
fn one_bad_game_of_many_is_reported_and_costs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.pgn");
    std::fs::write(&file, short_games(7400, 7312)).unwrap();
    let mut command = qili_tests::qili();
    command.current_dir(folder.path());
    let output = command
        .args(["judge", "--lang", "en", "many.pgn", "--format", "jsonl"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_snapshot!(err(&output));
    let games = lines(&output);
    assert_eq!(games.len(), 7400);
    for (number, game) in (1..).zip(&games) {
        assert_eq!(game["game"], number);
        let whole = if number == 7312 { 2 } else { 4 };
        assert_eq!(game["length"], whole, "game {number}");
    }
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut child = endless();
    let mut first = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut first).unwrap();
    assert!(serde_json::from_str::<Value>(&first).is_ok());
    drop(stdout);
    let stdin = child.stdin.take().unwrap();
    feed(stdin, 3000);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(err(&output), "");
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_what_was_done() {
    let mut child = endless();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    for _ in 0..10 {
        stdout.read_line(&mut text).unwrap();
    }
    // it waits for more input now, which never comes
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.unwrap().success());
    stdout.read_to_string(&mut text).unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        assert!(serde_json::from_str::<Value>(line).is_ok(), "{line}");
    }
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(
        said,
        format!("interrupted after {} games\n", text.lines().count())
    );
}

/// A process whose input stays open after ten games and what follows them.
fn endless() -> Child {
    let mut command = qili_tests::qili();
    let mut child = command
        .args(["judge", "-", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stdin = child.stdin.as_mut().unwrap();
    stdin.write_all(short_games(12, 0).as_bytes()).unwrap();
    stdin.flush().unwrap();
    child
}

/// Writes games until nobody reads them.
fn feed(mut stdin: std::process::ChildStdin, count: usize) {
    let _ = stdin.write_all(short_games(count, 0).as_bytes());
}

/// Writes games one at a time, and the next one only when the line of the one before has come.
#[test]
fn a_program_is_answered_game_by_game_from_the_first_byte_on() {
    let mut command = qili_tests::qili();
    let mut child = command
        .args(["judge", "-", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for game in [
        "\n\n1. h2e2 *\n",
        "fen 4k4/9/9/9/9/9/9/9/9/3K5 w\nmoves d0d1\n",
        "fen 4k4/9/9/9/9/9/9/9/9/3K5 w\nmoves d0d1\n\n",
        "startpos moves h2e2\n",
        "4k4/9/9/9/9/9/9/9/9/3K5 w moves d0d1\n",
        "[Red \"李\"]\n\n1. 炮二平五 *\n",
        "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n",
        "FORMAT\tWXF\nSTART{\n1. C2.5 }END\n",
    ] {
        stdin.write_all(game.as_bytes()).unwrap();
        stdin.flush().unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["length"], 1, "{game}");
        assert_eq!(answer["problems"].as_array().unwrap().len(), 0, "{game}");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn warnings_are_no_failure_unless_denied() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("warned.pgn");
    let text = "[Red \"甲\u{11}\"]\n\n1. h2e2 h9g7 (1... a9a1) 2. h0g2 *\n";
    std::fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap();
    let output = judge(&[name, "--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(0));
    let game = &lines(&output)[0];
    assert_eq!(game["length"], 3);
    assert_eq!(game["tags"]["Red"], "甲␑");
    let places: Vec<_> = game["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| {
            assert_eq!(problem["severity"], "warning");
            (problem["line"].as_u64(), problem["column"].as_u64())
        })
        .collect();
    assert_eq!(places, [(Some(1), Some(8)), (Some(3), Some(20))]);
    assert!(err(&output).contains("variation"));
    let denied = judge(&[name, "--format", "jsonl", "--deny"]);
    assert_eq!(denied.status.code(), Some(1));
    assert_eq!(denied.stdout, output.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_constant() {
    let mut command = qili_tests::qili();
    let mut child = command
        .args(["judge", "-", "--summary", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let games = short_games(1000, 0);
    for _ in 0..20 {
        stdin.write_all(games.as_bytes()).unwrap();
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak: u64 = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok())
        .unwrap();
    assert!(peak < 50 * 1024, "{peak} kB");
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(lines(&output)[0]["games"], 20_000);
}
