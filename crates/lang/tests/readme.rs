//! The page for those who write rules is complete and its examples can be read.

use qili_lang::keywords::{ATTRIBUTES, KEYWORDS, TYPES, WORDS, Word};
use qili_lang::parse::{mixed_keywords, parse};

const README: &str = include_str!("../README.md");

#[test]
fn every_word_is_listed() {
    let types = TYPES.iter().map(|(_, word)| word);
    for Word { english, chinese } in KEYWORDS.iter().chain(WORDS).chain(ATTRIBUTES).chain(types) {
        let row = format!("| `{english}` | {chinese} |");
        assert!(README.contains(&row), "{row}");
    }
}

#[test]
fn examples_can_be_read() {
    let examples: Vec<&str> = README
        .split("```rule\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(examples.len() > 4);
    for example in examples {
        assert!(parse("README.md", example).is_ok(), "{example}");
        assert!(mixed_keywords("README.md", example).is_empty(), "{example}");
    }
}
