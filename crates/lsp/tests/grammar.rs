//! The TextMate grammar for editors and forges is the one that the table of keywords makes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use qili_lang::keywords::{ATTRIBUTES, KEYWORDS, TYPES, WORDS, Word};
use serde_json::{Value, json};

/// What may not stand beside a word.
const JOINS: &str = r"[\p{L}\p{N}_-]";

/// A pattern for words in both languages, the longest first.
fn words(words: impl Iterator<Item = Word>) -> String {
    let spelt = words.flat_map(|word| [word.english, word.chinese]);
    let mut spelt: Vec<String> = spelt.map(|word| word.replace(' ', r"\s+")).collect();
    spelt.sort_by_key(|word| (std::cmp::Reverse(word.chars().count()), word.clone()));
    spelt.dedup();
    format!("(?<!{JOINS})(?:{})(?!{JOINS})", spelt.join("|"))
}

fn grammar() -> Value {
    let quoted = [("\"", "\""), ("“", "”"), ("「", "」"), ("＂", "＂")];
    let texts = quoted.map(
        |(open, close)| json!({ "name": "string.quoted.qili-rule", "begin": open, "end": close }),
    );
    let opening = KEYWORDS
        .iter()
        .copied()
        .filter(|word| ["clause", "replace clause", "repeal clause"].contains(&word.english));
    let vocabulary = WORDS.iter().chain(ATTRIBUTES).copied();
    let types = TYPES.iter().map(|(_, word)| *word);
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Qili rules",
        "scopeName": "source.qili-rule",
        "fileTypes": ["rule"],
        "patterns": [
            { "name": "comment.line.number-sign.qili-rule", "match": "[#＃].*$" },
            { "patterns": texts },
            {
                "match": format!(r"({})\s+([^\s\x22“「＂{{｛]+)", words(opening)),
                "captures": {
                    "1": { "name": "keyword.other.qili-rule" },
                    "2": { "name": "entity.name.section.qili-rule" },
                },
            },
            { "name": "keyword.control.qili-rule", "match": words(KEYWORDS.iter().copied()) },
            { "name": "support.variable.qili-rule", "match": words(vocabulary) },
            { "match": format!(r"[:：]\s*({})", words(types)), "captures": { "1": { "name": "support.type.qili-rule" } } },
            { "name": "constant.numeric.qili-rule", "match": format!("(?<!{JOINS})[0-9０-９]+(?!{JOINS})") },
            { "name": "keyword.operator.qili-rule", "match": "[=＝!！<＜>＞≠≤≦≥≧+＋－]+" },
        ],
    })
}

#[test]
fn the_grammar_is_made_of_the_keywords() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/editors/vscode/rule.tmLanguage.json"
    );
    let made = format!("{}\n", serde_json::to_string_pretty(&grammar()).unwrap());
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(file, &made).unwrap();
    }
    let there = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        there == made,
        "run the test with INSTA_UPDATE=always and look at {file}"
    );
}
