//! `qili judge --requests` as a process beside a program: an answer to each request as soon as it is there, the same as the
//! library's.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::thread;
use std::time::Duration;

use qili::{Engine, Language};
use qili_edition::folder::Folder;
use qili_report::Rulebook;
use qili_review::run;
use serde_json::{Value, json};

/// The command, answering.
struct Beside {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Beside {
    fn start(arguments: &[&str]) -> Self {
        let mut command = qili_tests::qili();
        let mut child = command
            .args(["judge", "--requests", "--lang", "en"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            stdin: child.stdin.take().unwrap(),
            stdout: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.stdin.write_all(bytes).unwrap();
        self.stdin.flush().unwrap();
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, request: &Value) -> Value {
        self.write(format!("{request}\n").as_bytes());
        self.read()
    }

    fn end(mut self) {
        drop(self.stdin);
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

const ROUND: &str =
    r#"{"id":"a","fen":"4k4/9/9/9/9/9/9/9/9/R2K5 w","moves":"a0a1 e9e8 a1a0 e8e9","cycle":true}"#;

#[test]
fn each_is_answered_before_the_next_one_comes() {
    let mut beside = Beside::start(&[]);
    let (half, rest) = ROUND.split_at(31);
    beside.write(half.as_bytes());
    thread::sleep(Duration::from_millis(100));
    beside.write(rest.as_bytes());
    thread::sleep(Duration::from_millis(100));
    beside.write(b"\n");
    let answer = beside.read();
    assert_eq!(
        (&answer["id"], &answer["schema"]),
        (&json!("a"), &json!("qili.judgement/1"))
    );
    assert_eq!(
        (&answer["ruling"]["outcome"], &answer["closed"]),
        (&json!("draw"), &json!(true))
    );
    // blank lines are no requests
    beside.write(b"\n  \r\n");
    let game = beside.ask(&json!({"id": [2], "edition": "asian", "moves": ["h2e2", "马8进7"]}));
    assert_eq!(
        (&game["id"], &game["edition"], &game["length"]),
        (&json!([2]), &json!("asian"), &json!(2))
    );
    let nameless = beside.ask(&json!({"moves": "", "language": "zh"}));
    assert_eq!(
        (nameless.get("id"), &nameless["ruling"]["text"]),
        (None, &json!("无须裁决"))
    );
    beside.end();
}

#[test]
fn what_is_wrong_is_the_answer_and_the_next_request_is_answered() {
    let mut beside = Beside::start(&["--rules", "asian", "--threads", "1"]);
    let wrong = [
        (
            json!({"id": 1, "moves": "h2e2 h9g9"}),
            "qili::moves::illegal",
            json!(6),
        ),
        (
            json!({"id": 2, "fen": "3k5/9/9/9/9/9/9/9/4R4/3K5 w", "moves": ""}),
            "qili::position::facing",
            json!(2),
        ),
        (
            json!({"id": 3, "moves": "h2e2", "cycle": true}),
            "qili::cycle::one_sided",
            json!(1),
        ),
        (
            json!({"id": 4, "edition": "../1965", "moves": ""}),
            "qili::request::edition",
            Value::Null,
        ),
        (
            json!({"id": 5, "movs": ""}),
            "qili::request::json",
            Value::Null,
        ),
        (
            json!({"id": 6, "moves": "x".repeat(1 << 20)}),
            "qili::request::too_large",
            Value::Null,
        ),
        (
            json!({"id": 7, "moves": "", "language": "fr"}),
            "qili::request::language",
            Value::Null,
        ),
    ];
    for (request, code, column) in wrong {
        let answer = beside.ask(&request);
        let error = &answer["error"];
        assert_eq!(answer["schema"], "qili.error/1");
        assert_eq!(
            (&error["code"], &error["place"]["column"]),
            (&json!(code), &column),
            "{answer}"
        );
        if code != "qili::request::too_large" {
            assert_eq!(answer["id"], request["id"]);
        }
    }
    beside.write(b"\xFF\n");
    assert_eq!(beside.read()["error"]["code"], "qili::request::json");
    beside.write(ROUND.as_bytes());
    beside.write(b"\n");
    assert_eq!(beside.read()["edition"], "asian");
    beside.end();
}

#[test]
fn the_command_and_the_library_say_the_same_of_every_case() {
    let mut beside = Beside::start(&[]);
    let mut asked = 0;
    for name in Folder::shipped() {
        let book = Rulebook::open(name).unwrap();
        let engine = Engine::open(name).unwrap();
        for case in book.edition.cases().unwrap() {
            for (id, scenario) in case.scenarios() {
                let (start, moves) = run::read(&book, &case, scenario).unwrap();
                let fen = qili_board::fen::write(&start, book.vocabulary.alphabet());
                let moves = moves.iter().map(ToString::to_string).collect::<Vec<_>>();
                let request =
                    json!({"id": id, "edition": name, "fen": fen, "moves": moves, "cycle": true});
                let answer = beside.ask(&request);
                let position = engine.position(&fen).unwrap();
                match position.stretch(&moves.join(" ")) {
                    Ok(stretch) => {
                        let judged = stretch.judge();
                        let mut json =
                            serde_json::to_value(judged.json(Language::English)).unwrap();
                        json["id"] = json!(id);
                        assert_eq!(answer, json);
                    }
                    Err(error) => assert_eq!(answer["error"]["message"], error.message()),
                }
                asked += 1;
            }
        }
    }
    assert!(asked > 200);
    beside.end();
}
