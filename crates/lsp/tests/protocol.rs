//! Sessions with the server: what is asked, and the whole answers.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on fails"
)]

mod common;

use common::{Client, applied, plain};
use insta::assert_snapshot;
use serde_json::{Value, json};

const RULES: &str = "club/natures.rule";
const BASE: &str = "garden/natures.rule";

#[test]
fn what_the_server_can_do() {
    let client = Client::new(plain());
    assert_snapshot!(client.shown(&client.abilities.clone()));
    client.end();
}

#[test]
fn a_mistake_is_shown_where_it_is_and_gone_when_it_is_mended() {
    let mut client = Client::new(plain());
    client.open(RULES);
    client.replace(RULES, "moved is 帅", "moved is 师");
    let wrong = client.until(RULES, |all| all.iter().any(|one| one["severity"] == 1));
    assert_snapshot!(client.shown(&json!(wrong)));
    client.replace(RULES, "moved is 师", "moved is 帅");
    client.until(RULES, |all| all.iter().all(|one| one["severity"] != 1));
    client.end();
}

#[test]
fn unsaved_text_counts_in_the_editions_that_stand_on_it() {
    let mut client = Client::new(plain());
    client.open(BASE);
    client.replace(
        BASE,
        "clause nature.chase \"捉\"",
        "clause nature.hunt \"捉\"",
    );
    // the club's exception is to a clause that has another number now
    let wrong = client.until(RULES, |all| all.iter().any(|one| one["severity"] == 1));
    assert_snapshot!(client.shown(&json!(wrong)));
    client.tell("textDocument/didClose", client.document(BASE));
    client.until(RULES, |all| all.iter().all(|one| one["severity"] != 1));
    client.end();
}

#[test]
fn chinese_messages() {
    let mut initialize = plain();
    initialize["locale"] = json!("zh-cn");
    let mut client = Client::new(initialize);
    client.open_as(
        RULES,
        "语言 中文\n\n条 9 \"应将\" { 例外 nature.chase 当 动子 是 帅 且且 }\n",
    );
    let wrong = client.until(RULES, |all| all.iter().any(|one| one["severity"] == 1));
    assert_snapshot!(client.shown(&json!(wrong)));
    client.end();
}

#[test]
fn what_is_merely_unfinished_waits() {
    let mut initialize = plain();
    initialize["initializationOptions"] = json!({ "rest": 1500 });
    let mut client = Client::new(initialize);
    client.open(RULES);
    client.rest();
    client.replace(RULES, "when moved is 帅", "when moved is 帅 and");
    let begun = std::time::Instant::now();
    client.until(RULES, |all| {
        all.iter().any(|one| one["code"] == "qili::rule::syntax")
    });
    assert!(begun.elapsed() >= std::time::Duration::from_millis(1400));
    client.end();
}

/// Whether a diagnostic is about how the rules are written.
fn is_of_rules(one: &Value) -> bool {
    one["code"].as_str().unwrap().starts_with("qili::rule::")
}

#[test]
fn fixes_mend_what_is_wrong() {
    let mut client = Client::new(plain());
    client.open(RULES);
    let whole = client.text(RULES);
    for (old, new) in [
        ("exception to nature.chase", "exception to nature.chace"),
        ("and mover is", "andd mover is"),
        ("mover is in check at", "moverr is in check at"),
        ("when moved is 帅", "when moved是帅"),
        ("says \"走动", "\"走动"),
        ("when moved is 帅", "当 moved is 帅"),
    ] {
        client.replace(RULES, old, new);
        let wrong = client.until(RULES, |all| all.iter().any(is_of_rules));
        let range = wrong.iter().find(|one| is_of_rules(one)).unwrap()["range"].clone();
        let asked = json!({
            "textDocument": { "uri": client.uri(RULES) },
            "range": range,
            "context": { "diagnostics": wrong, "only": ["quickfix"] },
        });
        let actions = client.ask("textDocument/codeAction", asked);
        let edit = &actions[0]["edit"];
        assert!(edit.is_object(), "{new}: {actions:#} {wrong:#?}");
        let mended = client.edited(edit).remove(RULES).unwrap();
        if new == "when moved是帅" {
            assert!(mended.contains("moved 是 帅"), "{mended}");
        } else {
            assert_eq!(mended, whole, "{new}");
        }
        client.replace(RULES, new, old);
        client.until(RULES, |all| !all.iter().any(is_of_rules));
    }
    client.end();
}

#[test]
fn what_words_names_and_articles_mean() {
    let mut client = Client::new(plain());
    client.open(RULES);
    client.open(BASE);
    let mut told = String::new();
    for (file, text) in [
        (RULES, "exception to"),
        (RULES, "nature.chase"),
        (RULES, "mover"),
        (RULES, "帅 and"),
        (RULES, "at before"),
        (RULES, "9 \"应将"),
        (BASE, "m takes"),
        (BASE, "可得 winnable"),
        (BASE, "move, x"),
    ] {
        let answer = client.ask("textDocument/hover", client.place(file, text));
        told += &format!(
            "--- {text}\n{}\n\n",
            answer["contents"]["value"].as_str().unwrap_or("nothing")
        );
    }
    assert_snapshot!(told);
    client.end();
}

#[test]
fn definitions_and_references() {
    let mut client = Client::new(plain());
    client.open_as(
        RULES,
        "language english\n\nreplace clause prey \"可得\" \"won\" { define 可得 winnable (m: move, x: piece) as m takes x }\n\
         clause 9 \"应将\" \"out of check\" { exception to nature.chase for x when some m in moves: 可得(m, x) }\n",
    );
    let mut told = Vec::new();
    for text in ["prey", "nature.chase", "可得(m, x)", "m in moves", "x when"] {
        let definition = client.ask("textDocument/definition", client.place(RULES, text));
        let mut asked = client.place(RULES, text);
        asked["context"] = json!({ "includeDeclaration": true });
        let references = client.ask("textDocument/references", asked);
        let count = references.as_array().map_or(0, Vec::len);
        told.push(json!({ "at": text, "definition": definition, "references": count }));
    }
    assert_snapshot!(client.shown(&json!(told)));
    client.end();
}

#[test]
fn the_cases_of_a_clause_and_where_a_variable_stands() {
    let mut client = Client::new(plain());
    client.open(RULES);
    client.open(BASE);
    let cases = client.ask(
        "textDocument/implementation",
        client.place(RULES, "nature.chase"),
    );
    let cases = cases.as_array().unwrap();
    let is = |file: &str| cases.iter().any(|one| one["uri"] == client.uri(file));
    assert!(is("club/cases/chases.yaml"), "{cases:?}");
    let asked = client.place_in(BASE, "可得(m, x))\n}", "可得(".len());
    let found = client.ask("textDocument/documentHighlight", asked);
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    client.end();
}

#[test]
fn a_clause_of_the_program_can_be_opened() {
    let home = tempfile::tempdir().unwrap();
    let folder = home
        .path()
        .canonicalize()
        .unwrap()
        .join(common::FOLDER)
        .join("my-draft");
    qili_edition::template::begin(&folder, "2020", qili_words::Language::English).unwrap();
    let mut client = Client::at(home, plain());
    let file = "my-draft/draft.rule";
    client.open_as(file, "language english\n\nrepeal clause 26.9\n");
    let there = client.ask("textDocument/definition", client.place(file, "26.9"));
    let uri: lsp_types::Uri = there["uri"].as_str().unwrap().parse().unwrap();
    let text = std::fs::read_to_string(qili_lsp::path::path(&uri)).unwrap();
    let start = common::offset(&text, &there["range"]["start"]);
    assert!(text[start..].starts_with("26.9 "), "{there}");
    client.end();
}

fn rename(client: &Client, file: &str, text: &str, new: &str) -> Value {
    let mut asked = client.place(file, text);
    asked["newName"] = json!(new);
    asked
}

#[test]
fn renaming_reaches_the_drafts_and_changes_nothing() {
    let mut client = Client::new(plain());
    client.open(BASE);
    client.open_as(
        RULES,
        "language english\n\nclause 9 \"应将\" \"out of check\" { exception to nature.chase for x when some m in moves: 可得(m, x) }\n",
    );
    let asked = rename(&client, BASE, "可得 winnable", "能得");
    let edit = client.ask("textDocument/rename", asked);
    let edited = client.edited(&edit);
    assert_eq!(edited.len(), 2);
    for (file, text) in &edited {
        let old = client.text(file).matches("可得").count();
        // the title of the clause is no name
        assert_eq!(
            text.matches("能得").count(),
            if file == BASE { old - 1 } else { old },
            "{text}"
        );
    }
    let asked = rename(&client, BASE, "可得 winnable", "闲");
    let fits = client.begin("textDocument/rename", asked);
    assert!(
        client.answer(&fits).error.is_none(),
        "a nature and a definition may have one name"
    );
    for (text, new) in [
        ("可得 winnable", "车"),
        ("可得 winnable", "mover"),
        ("可得 winnable", "x y"),
        ("m: move", "x"),
    ] {
        let asked = rename(&client, BASE, text, new);
        let refused = client.refused("textDocument/rename", asked);
        assert!(!refused.is_empty(), "{new}");
    }
    let refused = rename(&client, BASE, "nature.chase \"捉\"", "x");
    client.refused("textDocument/rename", refused);
    client.end();
}

#[test]
fn a_renamed_nature_is_renamed_in_the_cases() {
    let mut client = Client::new(plain());
    client.open(BASE);
    let asked = rename(&client, BASE, "闲 idle }", "空");
    let edit = client.ask("textDocument/rename", asked);
    let edited = client.edited(&edit);
    assert!(
        edited.keys().any(|file| file.starts_with("club/cases/")),
        "{:?}",
        edited.keys()
    );
    for (file, text) in edited.iter().filter(|(file, _)| file.contains("cases")) {
        assert!(
            !text.contains("natures: [闲") && text.contains('空'),
            "{file}: {text}"
        );
    }
    client.end();
}

/// The labels that are proposed behind a text at the end of a clause.
fn proposed(client: &mut Client, typed: &str) -> Vec<String> {
    let text = format!("language english\n\nclause 9 \"九\" \"nine\" {{ {typed}\n");
    client.open_as(RULES, &text);
    let at = text.len() - 1;
    let params = json!({
        "textDocument": { "uri": client.uri(RULES) },
        "position": common::position(&text, at),
    });
    let answer = client.ask("textDocument/completion", params);
    let items = answer["items"].as_array().unwrap();
    for item in items {
        let range = &item["textEdit"]["range"];
        let written = &text[common::offset(&text, &range["start"])..at];
        assert_eq!(common::offset(&text, &range["end"]), at, "{typed}: {item}");
        let filter = item["filterText"].as_str().unwrap();
        assert!(filter.starts_with(written), "{typed}: {item}");
    }
    items
        .iter()
        .map(|item| item["label"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn completion_by_what_fits() {
    let mut client = Client::new(plain());
    client.open(RULES);
    let has = |all: &[String], word: &str| all.iter().any(|one| one == word);
    let effects = proposed(&mut client, "ru");
    assert_eq!(effects[0], "ruling");
    let natures = proposed(&mut client, "define 甲 one (p: ply) as p is ");
    assert!(
        has(&natures, "捉")
            && has(&natures, "犯禁")
            && !has(&natures, "长捉")
            && !has(&natures, "车"),
        "{natures:?}"
    );
    let patterns = proposed(&mut client, "ruling for s when s is ");
    assert!(
        has(&patterns, "长捉") && has(&patterns, "长犯") && !has(&patterns, "捉"),
        "{patterns:?}"
    );
    let kinds = proposed(&mut client, "define 甲 one (x: piece) as x is ");
    assert!(
        has(&kinds, "车") && has(&kinds, "material") && !has(&kinds, "捉"),
        "{kinds:?}"
    );
    let searches = proposed(
        &mut client,
        "define 甲 one (m: move) as m wins anything by ",
    );
    assert_eq!(searches, ["全盘", "overall"]);
    let articles = proposed(&mut client, "exception to nature.ch");
    assert_eq!(articles, ["nature.check", "nature.chase"]);
    let types = proposed(&mut client, "define 甲 one (m: mo");
    assert_eq!(types, ["move", "moves"]);
    // in the other language, and by the initials of pinyin
    assert_eq!(proposed(&mut client, "裁")[0], "ruling");
    let pinyin = proposed(&mut client, "ruling for s when s is cz");
    assert!(has(&pinyin, "长捉"), "{pinyin:?}");
    client.end();
}

#[test]
fn pinyin_can_be_switched_off() {
    let mut initialize = plain();
    initialize["initializationOptions"] = json!({ "pinyin": false });
    let mut client = Client::new(initialize);
    client.open(RULES);
    assert!(proposed(&mut client, "ruling for s when s is cz").is_empty());
    client.end();
}

#[test]
fn completion_in_cases_and_about_editions() {
    let mut client = Client::new(plain());
    let file = "club/cases/chases.yaml";
    let text = client.text(file).replace("ruling: ", "ruling: re #");
    client.open_as(file, &text);
    let asked = client.place_in(file, "ruling: re", "ruling: re".len());
    let answer = client.ask("textDocument/completion", asked);
    let labels: Vec<&str> = answer["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["label"].as_str().unwrap())
        .collect();
    assert_eq!(
        labels,
        ["red-must-change", "red-loses", "红方变着", "红方作负"]
    );
    let about = "club/edition.yaml";
    client.open(about);
    let asked = client.place_in(about, "amends: g", "amends: g".len());
    let answer = client.ask("textDocument/completion", asked);
    assert_eq!(answer["items"][0]["label"], "garden");
    client.end();
}

#[test]
fn formatting() {
    let mut client = Client::new(plain());
    client.open(BASE);
    let mut asked = client.document(BASE);
    asked["options"] = json!({ "tabSize": 2, "insertSpaces": true });
    let canonical = client.ask("textDocument/formatting", asked.clone());
    let formatted = applied(&client.text(BASE), canonical.as_array().unwrap());
    client.open_as(BASE, &formatted);
    assert_eq!(
        client.ask("textDocument/formatting", asked.clone()),
        json!([])
    );
    let windows = format!("\u{feff}{}", formatted.replace('\n', "\r\n"));
    client.open_as(BASE, &windows);
    assert_eq!(
        client.ask("textDocument/formatting", asked.clone()),
        json!([])
    );
    let loose = formatted.replace("(m: move, x: piece)", "（m ： move，x: piece）");
    client.open_as(BASE, &loose);
    let edits = client.ask("textDocument/formatting", asked.clone());
    assert_eq!(edits.as_array().unwrap().len(), 1);
    assert_eq!(applied(&loose, edits.as_array().unwrap()), formatted);
    client.open_as(BASE, "clause 1 { what");
    assert_eq!(client.ask("textDocument/formatting", asked), Value::Null);
    client.end();
}

#[test]
fn outline_folds_colours_hints_and_signatures() {
    let mut client = Client::new(plain());
    client.open(RULES);
    client.open(BASE);
    let document = client.document(RULES);
    let symbols = client.ask("textDocument/documentSymbol", document.clone());
    let folds = client.ask("textDocument/foldingRange", document.clone());
    let tokens = client.ask("textDocument/semanticTokens/full", document);
    assert_eq!(tokens["data"].as_array().unwrap().len() % 5, 0);
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let asked = json!({ "textDocument": { "uri": client.uri(RULES) }, "range": range });
    let hints = client.ask("textDocument/inlayHint", asked);
    let call = client.place_in(BASE, "可得(m, x))\n}", "可得(m, ".len());
    let signature = client.ask("textDocument/signatureHelp", call);
    let everywhere = client.ask("workspace/symbol", json!({ "query": "长捉" }));
    let all = json!({
        "symbols": symbols, "folds": folds, "hints": hints, "signature": signature,
        "everywhere": everywhere, "tokens": tokens["data"],
    });
    assert_snapshot!(client.shown(&all));
    client.end();
}

#[test]
fn a_lens_is_there_at_once_and_says_later_what_its_clause_decides() {
    let mut client = Client::new(plain());
    client.open(RULES);
    let lenses = client.ask("textDocument/codeLens", client.document(RULES));
    assert_eq!(lenses.as_array().unwrap().len(), 1);
    let lens = client.ask("codeLens/resolve", lenses[0].clone());
    assert_snapshot!(client.shown(&lens));
    // a clause that is being typed keeps its lens, with what was so before
    client.replace(RULES, "exception to", "exceptio to");
    let lenses = client.ask("textDocument/codeLens", client.document(RULES));
    let lens = client.ask("codeLens/resolve", lenses[0].clone());
    let title = lens["command"]["title"].as_str().unwrap();
    assert!(title.ends_with("(before this change)"), "{title}");
    client.replace(RULES, "exceptio to", "exception to");
    let command = &lens["command"];
    let asked = json!({ "command": command["command"], "arguments": command["arguments"] });
    let page = client.ask("workspace/executeCommand", asked);
    assert_snapshot!(page["text"].as_str().unwrap());
    let shown = client
        .said
        .iter()
        .filter(|(method, _)| method == "window/showDocument");
    assert_eq!(shown.count(), 1);
    let hover = client.ask("textDocument/hover", client.place(RULES, "9 \"应将"));
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("decides ")
    );
    client.end();
}

#[test]
fn consequences_of_what_is_typed_and_of_the_draft() {
    let mut client = Client::new(plain());
    client.open(RULES);
    let asked = json!({ "command": "qili.consequences", "arguments": [client.uri(RULES)] });
    let page = client.ask("workspace/executeCommand", asked.clone());
    let text = page["text"].as_str().unwrap().to_owned();
    assert!(text.contains("garden") && text.contains("club"), "{text}");
    client.replace(
        RULES,
        "when moved is 帅 and mover is in check at before",
        "when true",
    );
    let page = client.ask("workspace/executeCommand", asked);
    assert_snapshot!(page["text"].as_str().unwrap());
    client.end();
}

#[test]
fn a_file_in_the_other_language() {
    let mut client = Client::new(plain());
    client.open(RULES);
    let asked = json!({ "command": "qili.translate", "arguments": [client.uri(RULES)] });
    let page = client.ask("workspace/executeCommand", asked);
    assert_snapshot!(page["text"].as_str().unwrap());
    client.end();
}

#[test]
fn a_case_beside_what_comes_out_of_it() {
    let mut client = Client::new(plain());
    let file = "club/cases/chases.yaml";
    let whole = client.text(file);
    let text = whole.replacen("ruling: black-must-change", "ruling: draw", 1);
    let text = if text == whole {
        whole.replacen("ruling: red-must-change", "ruling: draw", 1)
    } else {
        text
    };
    client.open_as(file, &text);
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let asked = json!({ "textDocument": { "uri": client.uri(file) }, "range": range });
    let hints = client.ask("textDocument/inlayHint", asked);
    let mut told = Vec::new();
    for (text, behind) in [
        ("moves: [", 8),
        ("natures: [", 10),
        ("ruling: d", 9),
        ("fen: ", 6),
    ] {
        let answer = client.ask("textDocument/hover", client.place_in(file, text, behind));
        told.push(
            answer["contents"]["value"]
                .as_str()
                .unwrap_or("nothing")
                .to_owned(),
        );
    }
    let asked = json!({
        "textDocument": { "uri": client.uri(file) },
        "range": range,
        "context": { "diagnostics": [] },
    });
    let actions = client.ask("textDocument/codeAction", asked);
    assert_eq!(
        client.edited(&actions[0]["edit"]).remove(file).unwrap(),
        whole
    );
    let hints = serde_json::to_string_pretty(&hints).unwrap();
    assert_snapshot!(format!("{hints}\n{}", told.join("\n---\n")));
    // a mistake in a case is shown while it is typed
    client.replace(file, "case: chases", "cas: chases");
    client.until(file, |all| {
        all.iter()
            .any(|one| one["code"] == "qili::yaml::unknown_field")
    });
    client.end();
}

#[test]
fn diagnostics_are_pulled_where_the_client_can() {
    let mut initialize = plain();
    initialize["capabilities"] = json!({
        "textDocument": { "diagnostic": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    });
    let mut client = Client::new(initialize);
    client.open_as(RULES, "clause 9 { wha");
    let report = client.ask("textDocument/diagnostic", client.document(RULES));
    assert_snapshot!(client.shown(&report));
    client.rest();
    assert!(
        !client.diagnostics.contains_key(&client.uri(RULES)),
        "it is not pushed as well"
    );
    client.end();
}

#[test]
fn files_that_come_and_go() {
    let mut initialize = plain();
    initialize["capabilities"] = json!({
        "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } },
    });
    let mut client = Client::new(initialize);
    client.open(RULES);
    client.rest();
    assert!(
        client
            .said
            .iter()
            .any(|(method, _)| method == "client/registerCapability")
    );
    std::fs::create_dir(client.path("new")).unwrap();
    let about = "id: new\ntitle: { zh: 新 }\nstatus: draft\namends: club\nfiles: [no.rule]\n";
    std::fs::write(client.path("new/edition.yaml"), about).unwrap();
    let change = json!({ "changes": [{ "uri": client.uri("new/edition.yaml"), "type": 1 }] });
    client.tell("workspace/didChangeWatchedFiles", change);
    client.until("new/edition.yaml", |all| {
        all.iter().any(|one| one["code"] == "qili::edition::file")
    });
    std::fs::remove_dir_all(client.path("new")).unwrap();
    let change = json!({ "changes": [{ "uri": client.uri("new/edition.yaml"), "type": 3 }] });
    client.tell("workspace/didChangeWatchedFiles", change);
    client.until("new/edition.yaml", |all| all.is_empty());
    client.end();
}

#[test]
fn what_is_not_wanted_is_not_answered() {
    let mut client = Client::new(plain());
    client.open(RULES);
    // the answer about the old text is dropped, unless it came before the edit
    let id = client.begin("codeLens/resolve", json!({
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } },
        "data": { "uri": client.uri(RULES), "article": "9" },
    }));
    client.tell("$/cancelRequest", json!({ "id": 2 }));
    assert_eq!(id.to_string(), "2");
    assert_eq!(client.answer(&id).error.unwrap().code, -32800);
    assert!(client.refused("no/such", json!({})).contains("not known"));
    assert!(
        !client
            .refused("textDocument/hover", json!({ "what": 1 }))
            .is_empty()
    );
    let asked = json!({ "command": "qili.none", "arguments": [client.uri(RULES)] });
    assert!(
        client
            .refused("workspace/executeCommand", asked)
            .contains("qili.none")
    );
    client.end();
}

#[test]
fn a_file_alone_has_syntax_and_formatting() {
    let mut client = Client::new(plain());
    client.open_as(
        "alone.rule",
        "clause 1 \"一\" \"one\" { 单位 强子 strong }\nclause 2 {",
    );
    client.until("alone.rule", |all| {
        let codes: Vec<&str> = all
            .iter()
            .map(|one| one["code"].as_str().unwrap())
            .collect();
        codes.contains(&"qili::rule::mixed_language") && codes.contains(&"qili::rule::syntax")
    });
    client.open_as("alone.rule", "clause 1 \"一\" \"one\" { unit 强子 strong }");
    let mut asked = client.document("alone.rule");
    asked["options"] = json!({ "tabSize": 2, "insertSpaces": true });
    let edits = client.ask("textDocument/formatting", asked);
    assert_eq!(edits.as_array().unwrap().len(), 1);
    client.end();
}

#[test]
fn nothing_ends_the_server() {
    let mut client = Client::new(plain());
    for (file, text) in [
        (
            RULES,
            "\u{0}\u{feff}{{{{((((\"“「条 𠮷 😀\r\r\n§§§ when when".to_owned(),
        ),
        (RULES, "(".repeat(100_000)),
        (
            RULES,
            format!(
                "clause 1 \"\" {{ define 甲 one (x: piece) as {} true }}",
                "not ".repeat(50_000)
            ),
        ),
        (RULES, "# long\n".repeat(400_000)),
        ("club/edition.yaml", "id: [".to_owned()),
        ("club/edition.yaml", "x".repeat(5 << 20)),
        ("club/cases/chases.yaml", "case: &a [*a]".to_owned()),
    ] {
        client.open_as(file, &text);
        for method in [
            "textDocument/documentSymbol",
            "textDocument/semanticTokens/full",
            "textDocument/codeLens",
        ] {
            let document = client.document(file);
            client.ask(method, document);
        }
        let place = json!({ "textDocument": { "uri": client.uri(file) }, "position": { "line": 3, "character": 70000 } });
        for method in [
            "textDocument/hover",
            "textDocument/completion",
            "textDocument/definition",
        ] {
            client.ask(method, place.clone());
        }
        client.until(file, |all| !all.is_empty());
        client.tell("textDocument/didClose", client.document(file));
    }
    client.open(RULES);
    client.until(RULES, |all| !all.iter().any(is_of_rules));
    client.end();
}
