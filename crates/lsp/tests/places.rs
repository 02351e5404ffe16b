//! Every place of a text is answered, alike whatever a position counts; a session of edits ends as one that begins with
//! the final text; and what real editors say when they begin is understood.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on fails"
)]

mod common;

use common::{Client, plain};
use serde_json::{Value, json};

const RULES: &str = "club/natures.rule";

/// A text with characters of one to four bytes, both ends of lines, a byte order mark and a mistake.
const TEXT: &str = "\u{feff}language english\r\n# 注 𠮷 😀\r\n\
    clause 9 \"应将𠮷\" \"😀\" { define 逃 flees (m: move, x: piece) as 可得(m, x) or x is 车 }\r\n\
    clause 10 \"一\" { exception to nature.chase for x when some m in moves: 逃(m, x) and }\n";

/// How a position's characters are counted.
fn width(c: char, encoding: &str) -> u64 {
    u64::try_from(if encoding == "utf-8" {
        c.len_utf8()
    } else {
        c.len_utf16()
    })
    .unwrap()
}

fn position(at: usize, encoding: &str) -> Value {
    let line = TEXT[..at].matches('\n').count();
    let start = TEXT[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let character: u64 = TEXT[start..at].chars().map(|c| width(c, encoding)).sum();
    json!({ "line": line, "character": character })
}

/// An answer with positions as bytes; of other files with their lines only.
fn in_bytes(value: &Value, encoding: &str, own: &str, elsewhere: bool) -> Value {
    match value {
        Value::Object(fields) if fields.contains_key("character") => {
            let line = usize::try_from(fields["line"].as_u64().unwrap()).unwrap();
            if elsewhere {
                return json!(line);
            }
            let mut start: usize = TEXT.split_inclusive('\n').take(line).map(str::len).sum();
            let mut left = fields["character"].as_u64().unwrap();
            for c in TEXT[start..].chars().take_while(|c| *c != '\n') {
                if left == 0 {
                    break;
                }
                left -= width(c, encoding);
                start += c.len_utf8();
            }
            json!(start)
        }
        Value::Object(fields) => {
            let elsewhere = fields.get("uri").is_some_and(|uri| uri != own);
            let fields = fields.iter();
            let fields =
                fields.map(|(key, value)| (key.clone(), in_bytes(value, encoding, own, elsewhere)));
            Value::Object(fields.collect())
        }
        Value::Array(items) => items
            .iter()
            .map(|item| in_bytes(item, encoding, own, elsewhere))
            .collect(),
        other => other.clone(),
    }
}

/// Every answer at every place, for a client that counts so.
fn answers(encoding: &str) -> Vec<String> {
    let mut initialize = plain();
    initialize["capabilities"] = json!({ "general": { "positionEncodings": [encoding] } });
    let mut client = Client::new(initialize);
    assert_eq!(
        client.abilities["capabilities"]["positionEncoding"],
        encoding
    );
    client.open_as(RULES, TEXT);
    let root = client.uri("");
    let own = client.uri(RULES);
    let mut told = Vec::new();
    for at in (0..=TEXT.len()).filter(|at| TEXT.is_char_boundary(*at)) {
        let asked = json!({
            "textDocument": { "uri": own },
            "position": position(at, encoding),
            "context": { "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false },
        });
        for method in [
            "textDocument/hover",
            "textDocument/definition",
            "textDocument/references",
            "textDocument/documentHighlight",
            "textDocument/completion",
            "textDocument/signatureHelp",
            "textDocument/prepareRename",
        ] {
            let answer = client.ask(method, asked.clone());
            let answer = in_bytes(&answer, encoding, &own, false);
            told.push(format!("{at} {method} {answer}").replace(&root, "ROOT"));
        }
    }
    client.end();
    told
}

#[test]
fn every_place_is_answered_alike_in_both_encodings() {
    let (narrow, wide) = (answers("utf-8"), answers("utf-16"));
    for (narrow, wide) in narrow.iter().zip(&wide) {
        assert_eq!(narrow, wide);
    }
    assert!(
        wide.iter()
            .filter(|answer| !answer.ends_with("null"))
            .count()
            > 200
    );
}

/// Numbers that look like chance and are the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end.max(1)
    }
}

/// Whether a place is between characters, those that end a line counted as one.
fn is_between(text: &str, at: usize) -> bool {
    text.is_char_boundary(at) && !(text[..at].ends_with('\r') && text[at..].starts_with('\n'))
}

/// What a client sees of a file in the end.
fn seen(client: &mut Client) -> String {
    client.rest();
    let document = client.document(RULES);
    let mut told = json!({ "wrong": client.diagnostics.get(&client.uri(RULES)) });
    for method in [
        "textDocument/documentSymbol",
        "textDocument/semanticTokens/full",
        "textDocument/codeLens",
    ] {
        told[method] = client.ask(method, document.clone());
    }
    client.shown(&told)
}

#[test]
fn a_session_of_edits_ends_as_one_that_begins_with_the_final_text() {
    const PIECES: [&str; 10] = [
        "",
        " ",
        "\r\n",
        "将",
        "𠮷",
        "when ",
        "}",
        "\"",
        "clause 11 \"甲\" \"a\" { unit 金 gold }\n",
        "# 😀\n",
    ];
    for seed in 1..=3 {
        let mut chance = Chance(seed);
        let mut client = Client::new(plain());
        client.open(RULES);
        for _ in 0..25 {
            let text = client.text(RULES);
            let mut places: Vec<usize> = (0..2).map(|_| chance.below(text.len() + 1)).collect();
            for place in &mut places {
                while !is_between(&text, *place) {
                    *place -= 1;
                }
            }
            let (start, end) = (places[0].min(places[1]), places[0].max(places[1]));
            // most edits are small, as those of people are
            let mut end = if chance.below(4) == 0 {
                end.min(start + 40)
            } else {
                start
            };
            while !is_between(&text, end) {
                end -= 1;
            }
            client.edit(RULES, start, end, PIECES[chance.below(PIECES.len())]);
        }
        let last = client.text(RULES);
        let edited = seen(&mut client);
        client.end();
        let mut fresh = Client::new(plain());
        fresh.open_as(RULES, &last);
        assert_eq!(seen(&mut fresh), edited, "{seed}: {last}");
        fresh.end();
    }
}

#[test]
fn what_editors_say_when_they_begin() {
    for (editor, request, encoding, pulls) in [
        (
            "Visual Studio Code",
            include_str!("clients/vscode.json"),
            "utf-16",
            true,
        ),
        ("Helix", include_str!("clients/helix.json"), "utf-8", false),
        ("Zed", include_str!("clients/zed.json"), "utf-16", true),
        ("Neovim", include_str!("clients/neovim.json"), "utf-8", true),
    ] {
        let request: Value = serde_json::from_str(request).unwrap();
        let mut client = Client::new(request);
        let capabilities = client.abilities["capabilities"].clone();
        assert_eq!(capabilities["positionEncoding"], encoding, "{editor}");
        assert_eq!(
            capabilities["diagnosticProvider"].is_object(),
            pulls,
            "{editor}"
        );
        client.open_as(RULES, "clause 9 { wha");
        let is_wrong = |all: &[Value]| all.iter().any(|one| one["code"] == "qili::rule::syntax");
        if pulls {
            let report = client.ask("textDocument/diagnostic", client.document(RULES));
            assert!(
                is_wrong(report["items"].as_array().unwrap()),
                "{editor}: {report}"
            );
        } else {
            client.until(RULES, is_wrong);
        }
        let hover = client.ask("textDocument/hover", client.place(RULES, "clause"));
        assert!(hover["contents"]["value"].is_string(), "{editor}");
        client.end();
    }
}
