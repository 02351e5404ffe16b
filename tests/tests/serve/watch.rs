//! The boards of a round.

use serde_json::json;

use crate::browser::Browser;
use crate::server::Server;

/// A game whose last position may be claimed, and where it stood a round before.
fn games() -> (String, String) {
    let file = qili_tests::root().join("tests/data/perpetual-chase.pgn");
    let whole = std::fs::read_to_string(file).unwrap();
    let (before, _) = whole.rsplit_once("52. ").unwrap();
    (whole.clone(), format!("{before}*\n"))
}

#[test]
fn games_with_a_claim_come_first_and_follow_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |file: &str| folder.path().join(file);
    let (whole, before) = games();
    std::fs::write(
        path("board-1.pgn"),
        "[Red \"A\"]\n[Black \"B\"]\n\n1. C2=5 *\n",
    )
    .unwrap();
    std::fs::write(path("board-2.pgn"), &before).unwrap();
    std::fs::write(path("board-3.pgn"), b"\x7fELF\0\0\0").unwrap();
    let server = Server::start(&["--watch", folder.path().to_str().unwrap()]);
    let look = |lang: &str| {
        let answer = server.get(&format!("/watch/boards?edition=2020&lang={lang}"));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    };
    let order = |answer: &serde_json::Value| {
        let boards = answer["boards"].as_array().unwrap().iter();
        boards
            .map(|board| {
                let what = [&board["claim"], &board["next"]].map(|one| !one.is_null());
                (board["file"].as_str().unwrap().to_owned(), what)
            })
            .collect::<Vec<_>>()
    };
    let first = look("zh");
    let expected = |all: &[(&str, [bool; 2])]| {
        all.iter()
            .map(|(file, what)| ((*file).to_owned(), *what))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        order(&first),
        expected(&[
            ("board-2.pgn", [false, true]),
            ("board-1.pgn", [false, false])
        ]),
        "{first}"
    );
    assert_eq!(
        first["unreadable"]
            .as_object()
            .unwrap()
            .keys()
            .collect::<Vec<_>>(),
        ["board-3.pgn"]
    );
    let why = first["unreadable"]["board-3.pgn"].as_str().unwrap();
    assert!(
        why.contains("`board-3.pgn`") && !why.contains("game"),
        "{why}"
    );
    // it is written on
    std::fs::write(path("board-2.pgn"), &whole).unwrap();
    std::fs::remove_file(path("board-3.pgn")).unwrap();
    let now = look("en");
    assert_eq!(
        order(&now),
        expected(&[
            ("board-2.pgn", [true, false]),
            ("board-1.pgn", [false, false])
        ]),
        "{now}"
    );
    assert_eq!(
        now["boards"][0]["claim"]["ruling"]["outcome"],
        json!("black-must-change")
    );
    assert_eq!(now["unreadable"], json!({}));
}

#[test]
fn the_boards_are_shown_and_lead_to_the_workbench() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, before) = games();
    std::fs::write(folder.path().join("a.pgn"), "1. C2=5 *\n").unwrap();
    std::fs::write(folder.path().join("b.pgn"), &before).unwrap();
    let server = Server::start(&["--watch", folder.path().to_str().unwrap()]);
    let Some(browser) = Browser::open(360, 800) else {
        return;
    };
    browser.go(&format!("http://{}/watch?lang=en", server.address));
    browser.wait("document.querySelectorAll('#games li').length === 2");
    browser.wait("document.querySelector('#games li').className === 'next'");
    assert_eq!(
        browser.is("document.documentElement.scrollWidth"),
        json!(360)
    );
    // what is written is shown and said
    std::fs::write(folder.path().join("b.pgn"), &whole).unwrap();
    browser.wait("document.querySelector('#games li').className === 'claim'");
    browser.wait(
        "document.getElementById('answer').textContent.includes('a ruling may be asked for now')",
    );
    browser.picture("round");
    assert_eq!(browser.faults(), [""; 0]);
    let address = browser.is("document.querySelector('#games a').href");
    browser.go(address.as_str().unwrap());
    browser.wait("document.getElementById('said').textContent === 'Ruling: Black must change'");
    // where nothing is watched there is no such page
    let plain = Server::start(&[]);
    assert_eq!(plain.get("/watch").status, 422);
    assert!(!plain.get("/").text().contains("watch?"));
}

#[test]
fn a_folder_of_games_must_be_there() {
    let output = qili_tests::qili()
        .args(["serve", "--port", "0", "--watch", "no/such/folder"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}
