//! What programs are answered: the same as the command says, and as the schemas describe it.

use qili_edition::folder::Folder;
use qili_report::Rulebook;
use qili_review::run::play;
use serde_json::{Value, json};

use crate::server::Server;

fn command(arguments: &[&str]) -> Value {
    let output = qili_tests::qili().args(arguments).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Every case of every edition that ships, as the library judges it.
#[test]
fn every_case_is_judged_as_the_library_judges_it() {
    let server = Server::start(&[]);
    let mut asked = 0;
    for edition in Folder::shipped() {
        let book = Rulebook::open(edition).unwrap();
        for case in &book.edition.cases().unwrap() {
            for (id, scenario) in case.scenarios() {
                let Ok((start, moves)) = play(&book, case, scenario) else {
                    continue;
                };
                let Ok(cycle) = qili_interpreter::Cycle::checked(&book.engine, &start, &moves)
                else {
                    continue;
                };
                let judged = qili_interpreter::judge(&book.engine, cycle);
                let expected =
                    qili_report::json::stretch(&book, &judged, qili_words::Language::English);
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                let fen = qili_board::fen::write(&start, book.vocabulary.alphabet());
                let question =
                    json!({"edition": edition, "fen": fen, "moves": moves, "cycle": true});
                let answer = server.post("/api/judge", &question);
                assert_eq!(
                    answer.json(),
                    serde_json::to_value(expected).unwrap(),
                    "{edition}/{id}"
                );
                asked += 1;
            }
        }
    }
    assert!(asked > 200, "{asked}");
}

const FEN: &str = "2baka2r/9/2n1b4/2p1p4/9/3Rc1Pc1/4C1n2/3NB1NC1/4A4/4KAB2 w";
const MOVES: &str = "车六进三 炮8退3 车六退三 炮8进3";

#[test]
fn the_answers_are_those_of_the_command() {
    let server = Server::start(&[]);
    let given = [
        "--fen", FEN, "--moves", MOVES, "--format", "json", "--lang", "zh",
    ];
    let chase = "tests/data/perpetual-chase.pgn";
    let game = std::fs::read_to_string(qili_tests::root().join(chase)).unwrap();
    let again = format!("{MOVES} {MOVES} {MOVES}");
    for (arguments, question) in [
        (
            [&["judge", "--cycle"][..], &given].concat(),
            json!({"edition": "2020", "fen": FEN, "moves": MOVES, "cycle": true, "lang": "zh"}),
        ),
        (
            [
                "judge",
                "--fen",
                FEN,
                "--moves",
                again.as_str(),
                "--format",
                "json",
                "--lang",
                "en",
                "--claim",
                "every",
            ]
            .to_vec(),
            json!({"edition": "2020", "fen": FEN, "moves": again, "claim": "every"}),
        ),
        (
            [&["judge", "--cycle", "--compare", "1965,2020"][..], &given].concat(),
            json!({"editions": ["1965", "2020"], "fen": FEN, "moves": MOVES, "cycle": true, "lang": "zh"}),
        ),
    ] {
        assert_eq!(
            server.post("/api/judge", &question).json(),
            command(&arguments),
            "{arguments:?}"
        );
    }
    let answer = server
        .post("/api/judge", &json!({"edition": "1965", "game": game}))
        .json();
    let mut expected = command(&[
        "judge", chase, "--rules", "1965", "--format", "json", "--lang", "en",
    ]);
    expected["file"] = json!("-");
    assert_eq!(answer, expected);
}

#[test]
fn what_may_be_played_and_claimed_now() {
    let server = Server::start(&[]);
    let ask = |rounds: usize| {
        let moves = vec![MOVES; rounds].join(" ");
        server
            .post(
                "/api/position",
                &json!({"edition": "2020", "fen": FEN, "moves": moves}),
            )
            .json()
    };
    let start = ask(0);
    assert_eq!(
        (start["turn"].as_str(), start["claim"].is_null()),
        (Some("red"), true)
    );
    let legal = start["legal"].as_array().unwrap();
    assert!(
        legal.iter().any(|one| one["move"] == "d4d7"
            && one["chinese"] == "车六进三"
            && one["wxf"] == "R6+3"),
        "{legal:?}"
    );
    // before it may be claimed, the board warns
    let (last, next) = (1..5)
        .map(|rounds| (rounds, ask(rounds)))
        .find(|(_, now)| !now["next"].is_null())
        .unwrap();
    assert_eq!(next["next"]["ruling"]["outcome"], "black-must-change");
    let now = ask(last + 1);
    assert_eq!(now["claim"]["ruling"]["outcome"], "black-must-change");
    assert_eq!(now["claim"]["by"], next["next"]["by"]);
    assert!(now["next"].is_null());
    assert_eq!(now["repetitions"].as_array().unwrap().len(), 4 * last + 1);
}

#[test]
fn files_of_any_format_are_read_and_written() {
    let server = Server::start(&[]);
    let file = qili_tests::root().join("tests/fuzz/seeds/xqf/plain.xqf");
    let games = server
        .ask(
            "POST",
            "/api/read?edition=2020",
            &std::fs::read(file).unwrap(),
        )
        .json();
    let game = &games["games"][0];
    assert!(!game["moves"].as_array().unwrap().is_empty(), "{games}");
    let question =
        json!({"edition": "2020", "fen": game["fen"], "moves": game["moves"], "to": "pgn"});
    let pgn = server.post("/api/convert", &question).text();
    let again = server
        .ask("POST", "/api/read?edition=2020", pgn.as_bytes())
        .json();
    assert_eq!(again["games"][0]["moves"], game["moves"]);
    let position = server
        .ask("POST", "/api/read?edition=2020", FEN.as_bytes())
        .json();
    assert!(
        position["games"][0]["fen"]
            .as_str()
            .unwrap()
            .starts_with("2baka2r/")
    );
    let refused = server.ask("POST", "/api/read?edition=2020&lang=zh", b"\x7fELF\0\0\0");
    assert_eq!(refused.status, 422);
    assert!(
        refused.text().contains("没有棋局") || refused.text().contains("不是文本"),
        "{}",
        refused.text()
    );
}

#[test]
fn boards_are_drawn_with_what_the_screen_shows() {
    let server = Server::start(&[]);
    let draw = |more: Value| {
        let mut question = json!({"edition": "2020", "fen": FEN, "moves": "d4d7", "targets": ["c7"], "line": ["d7c7"]});
        question
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        server.post("/api/draw", &question)
    };
    let plain = draw(json!({}));
    assert_eq!(plain.header("content-type"), Some("image/svg+xml"));
    assert!(plain.text().contains("class=\"target\""));
    let captioned = draw(json!({"caption": "2020 25.2 black-must-change"}));
    assert!(captioned.text().len() > plain.text().len());
    assert!(
        draw(json!({"format": "png", "forms": true, "caption": "2020"}))
            .body
            .starts_with(b"\x89PNG")
    );
    assert!(draw(json!({"format": "text"})).text().contains("[将]"));
    assert_eq!(draw(json!({"line": ["a1a2"]})).status, 422);
}

/// The answers fit the schemas that the server hands out.
#[test]
fn answers_fit_their_schemas() {
    let server = Server::start(&[]);
    let game =
        std::fs::read_to_string(qili_tests::root().join("tests/data/perpetual-chase.pgn")).unwrap();
    let stretch = json!({"fen": FEN, "moves": MOVES, "cycle": true});
    let with = |more: Value| {
        let mut question = stretch.as_object().unwrap().clone();
        question.extend(more.as_object().unwrap().clone());
        Value::Object(question)
    };
    let long = [MOVES; 3].join(" ");
    for (schema, answer) in [
        ("qili.editions-1.json", server.get("/api/editions")),
        (
            "qili.judgement-1.json",
            server.post("/api/judge", &with(json!({"edition": "2020"}))),
        ),
        (
            "qili.judgement-1.json",
            server.post(
                "/api/judge",
                &json!({"edition": "2020", "game": game, "claim": "every"}),
            ),
        ),
        (
            "qili.judgement-1.json",
            server.post(
                "/api/judge",
                &json!({"edition": "2020", "fen": FEN, "moves": MOVES}),
            ),
        ),
        (
            "qili.judgement-1.json",
            server.post(
                "/api/judge",
                &json!({"edition": "2020", "game": game, "cycle": true}),
            ),
        ),
        (
            "qili.comparison-1.json",
            server.post("/api/judge", &with(json!({"editions": ["1965", "2020"]}))),
        ),
        (
            "qili.explanation-1.json",
            server.post(
                "/api/explain",
                &json!({"edition": "2020", "fen": FEN, "moves": MOVES}),
            ),
        ),
        (
            "qili.position-1.json",
            server.post(
                "/api/position",
                &json!({"edition": "2020", "fen": FEN, "moves": long}),
            ),
        ),
        (
            "qili.games-1.json",
            server.ask("POST", "/api/read?edition=2020", game.as_bytes()),
        ),
        (
            "problem.json",
            server.post("/api/judge", &with(json!({"edition": "1066"}))),
        ),
        (
            "problem.json",
            server.post(
                "/api/position",
                &json!({"edition": "2020", "fen": "9/9/9/9/9/9/9/9/9/R2K5 w"}),
            ),
        ),
    ] {
        fits(&server, schema, &answer.json());
    }
}

/// Checks an answer, in which nothing may be that the schema does not describe, and that the schema misses what is left out.
fn fits(server: &Server, name: &str, answer: &Value) {
    let mut schema = server.get(&format!("/api/schemas/{name}")).json();
    close(&mut schema);
    let required = schema["required"][0].as_str().unwrap().to_owned();
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("schema.json", schema).unwrap();
    let checked = compiler.compile("schema.json", &mut schemas).unwrap();
    if let Err(error) = schemas.validate(answer, checked) {
        panic!("{name}: {error:#}\n{answer}");
    }
    let mut less = answer.clone();
    less.as_object_mut().unwrap().shift_remove(&required);
    assert!(
        schemas.validate(&less, checked).is_err(),
        "{name} does not miss {required}"
    );
}

/// Lets objects have described fields only. What is handed out lets fields be added.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(close);
            if fields.get("properties").is_some_and(Value::is_object) {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// Every question of the description is answered, and every one that is answered is described.
#[test]
fn the_description_has_every_question() {
    let server = Server::start(&[]);
    let described = server.get("/api/openapi.json").json();
    let paths = described["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 10);
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let example =
                methods[method]["requestBody"]["content"]["application/json"]["example"].clone();
            let path = path.replace("{name}", "qili.judgement-1.json");
            let path = match path.as_str() {
                "/api/men.svg" | "/api/read" => format!("{path}?edition=2020"),
                _ => path,
            };
            let body = match &example {
                Value::Null if path.starts_with("/api/read") => FEN.to_owned(),
                Value::Null => String::new(),
                example => example.to_string(),
            };
            let answer = server.ask(&method.to_uppercase(), &path, body.as_bytes());
            assert_eq!(answer.status, 200, "{method} {path}: {}", answer.text());
        }
    }
}

/// An edition of a folder is served beside those that ship, as it is on disk at the moment of the question.
#[test]
fn a_folder_is_read_anew_for_every_question() {
    let editions = qili_tests::Editions::new().unwrap();
    let folder = editions.edition("club");
    let server = Server::start(&[&folder]);
    let club = || {
        let all = server.get("/api/editions").json();
        let all = all["editions"].as_array().unwrap().clone();
        all.into_iter()
            .find(|edition| edition["id"] == "club")
            .unwrap()
    };
    let before = club();
    assert!(before["law"].is_string(), "{before}");
    let about = editions.path("club/edition.yaml");
    let text = std::fs::read_to_string(&about).unwrap();
    std::fs::write(&about, "id: [").unwrap();
    assert!(
        club()["problem"]["code"]
            .as_str()
            .unwrap()
            .starts_with("qili::"),
        "{}",
        club()
    );
    std::fs::write(&about, text).unwrap();
    assert_eq!(club(), before);
    // so is the book, and what an edition amends
    for file in ["club/natures.rule", "garden/edition.yaml"] {
        let page = || server.get("/book/en/club/index.html").text();
        let before = page();
        let said = std::fs::read_to_string(editions.path(file)).unwrap();
        let changed = said
            .replace("en: ", "en: Quite new ")
            .replace("chases nothing", "chases nobody");
        assert_ne!(said, changed, "{file}");
        std::fs::write(editions.path(file), changed).unwrap();
        assert_ne!(page(), before, "{file}");
        std::fs::write(editions.path(file), said).unwrap();
        assert_eq!(page(), before, "{file}");
    }
}
