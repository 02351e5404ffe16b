//! `edition.yaml`, case files and `competition.yaml` in an editor, and folders that come and go.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on fails"
)]

mod common;

use common::{Client, plain};
use insta::assert_snapshot;
use serde_json::{Value, json};

const ABOUT: &str = "club/edition.yaml";
const CASE: &str = "club/cases/chases.yaml";

#[test]
fn symbols_and_folds() {
    let mut client = Client::new(plain());
    client.open_as(
        CASE,
        "# one\n# two\ncase: chases\ntitle:\n  zh: 长捉\n  en: Perpetual chase\nmoves: [车三平二, 炮8平7]\nnotes: { zh: |-\n  a\n  # no comment\n  b }\nvariants:\n  - id: a\n    ruling: draw\n",
    );
    let told = |client: &mut Client, file: &str| {
        let symbols = client.ask("textDocument/documentSymbol", client.document(file));
        let folds = client.ask("textDocument/foldingRange", client.document(file));
        json!({ "symbols": symbols, "folds": folds })
    };
    // a block text does not belong into braces: nothing is said of what cannot be read
    assert_eq!(
        told(&mut client, CASE),
        json!({ "symbols": null, "folds": null })
    );
    client.replace(
        CASE,
        "notes: { zh: |-\n  a\n  # no comment\n  b }",
        "notes:\n  zh: |-\n    a\n    # no comment\n    b",
    );
    let case = told(&mut client, CASE);
    client.open(ABOUT);
    let about = told(&mut client, ABOUT);
    let competition = "club/competition.yaml";
    client.open_as(competition, "schema: qili.competition-rules/1\ntouch:\n  sequences:\n    - when: own\n      duties: [move-own]\n    - when: other\n");
    let competition = told(&mut client, competition);
    let all = json!({ "case": case, "about": about, "competition": competition });
    assert_snapshot!(client.shown(&all));
    client.end();
}

/// What is said where a text begins in a file.
fn said(client: &mut Client, file: &str, text: &str) -> String {
    let answer = client.ask("textDocument/hover", client.place(file, text));
    let said = answer["contents"]["value"].as_str().unwrap_or("nothing");
    said.to_owned()
}

#[test]
fn what_fields_mean() {
    let mut initialize = plain();
    for (locale, amends, zh) in [
        ("en", "the edition that this one amends", "Chinese"),
        ("zh-cn", "增改哪一版", "中文"),
    ] {
        initialize["locale"] = json!(locale);
        let mut client = Client::new(initialize.clone());
        client.open_as(
            ABOUT,
            &format!("{}procedure: {{ asked-by: either }}\n", client.text(ABOUT)),
        );
        client.open(CASE);
        let told = said(&mut client, ABOUT, "amends:");
        assert!(told.starts_with(&format!("`amends` — {amends}")), "{told}");
        assert!(said(&mut client, ABOUT, "asked-by").contains("`to-move`"));
        let told = said(&mut client, CASE, "zh:");
        assert_eq!(told, format!("`中` `zh` — {zh}"));
        assert!(said(&mut client, CASE, "moves:").contains("400"));
        // a file whose texts cannot be judged still says what its natures are
        client.replace(CASE, "fen: 5k3", "fen: x5k2");
        assert!(said(&mut client, CASE, "捉, 闲").contains("nature.chase"));
        client.end();
    }
}

#[test]
fn definitions() {
    let mut client = Client::new(plain());
    client.open(ABOUT);
    client.open_as(CASE, &format!("{}clauses: [\"7\"]\n", client.text(CASE)));
    for (file, text, there) in [
        (ABOUT, "garden", "garden/edition.yaml"),
        (ABOUT, "rulings.rule", "club/rulings.rule"),
        (CASE, "捉, 闲", "garden/natures.rule"),
        (CASE, "7\"]", "garden/natures.rule"),
    ] {
        let found = client.ask("textDocument/definition", client.place(file, text));
        assert_eq!(found["uri"], client.uri(there), "{text}: {found}");
    }
    let nothing = client.ask("textDocument/definition", client.place(ABOUT, "title"));
    assert_eq!(nothing, Value::Null);
    client.end();
}

/// What is proposed at the end of a file with a text.
fn proposed(client: &mut Client, file: &str, text: &str) -> Vec<String> {
    client.open_as(file, text);
    let asked = client.place_in(file, text, text.len());
    let answer = client.ask("textDocument/completion", asked);
    let items = answer["items"].as_array().unwrap().iter();
    items
        .map(|item| item["label"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn completion_of_fields_and_their_words() {
    let mut client = Client::new(plain());
    for (file, text, expected) in [
        (ABOUT, "id: club\nfi", &["first-mover", "files"][..]),
        (
            ABOUT,
            "id: club\nstatus: t",
            &["trial", "training", "draft"],
        ),
        (
            ABOUT,
            "procedure:\n  asked-by: ",
            &["either", "to-move", "not-at-fault"],
        ),
        (ABOUT, "procedure: { occurrences: 3, st", &["stretch"]),
        (
            ABOUT,
            "procedure: { stretch: s",
            &["since-first", "last-round"],
        ),
        (ABOUT, "title: { ", &["zh", "en"]),
        (ABOUT, "files:\n  - n", &["natures.rule", "rulings.rule"]),
        (CASE, "case: a\ncl", &["clauses"]),
        (
            CASE,
            "判例: a\n变例:\n  - 名: 甲\n    裁决: 红方作",
            &["红方作负"],
        ),
        (CASE, "不合:\n  - { 版本: x, 原", &["原因"]),
    ] {
        let mut found = proposed(&mut client, file, text);
        found.truncate(expected.len());
        assert_eq!(found, expected, "{text}");
    }
    client.end();
}

#[test]
fn folders_that_are_opened_and_closed() {
    let mut client = Client::new(plain());
    client.rest();
    let elsewhere = tempfile::tempdir().unwrap();
    let home = elsewhere.path().canonicalize().unwrap().join("别处 2");
    std::fs::create_dir_all(home.join("new")).unwrap();
    let about = "id: new\ntitle: { zh: 新 }\nstatus: draft\nfiles: [no.rule]\n";
    std::fs::write(home.join("new/edition.yaml"), about).unwrap();
    let uri = |path: &std::path::Path| qili_lsp::path::uri(path).unwrap().as_str().to_owned();
    let folder = json!({ "uri": uri(&home), "name": "elsewhere" });
    let change =
        |added: Value, removed: Value| json!({ "event": { "added": added, "removed": removed } });
    client.tell(
        "workspace/didChangeWorkspaceFolders",
        change(json!([folder]), json!([])),
    );
    let there = uri(&home.join("new/edition.yaml"));
    client.until_of(&there, |all| {
        all.iter().any(|one| one["code"] == "qili::edition::file")
    });
    client.tell(
        "workspace/didChangeWorkspaceFolders",
        change(json!([]), json!([folder])),
    );
    client.until_of(&there, <[Value]>::is_empty);
    client.end();
}
