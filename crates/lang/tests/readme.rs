//! The pages for those who write rules are complete and their examples can be read.

use qili_lang::format::format;
use qili_lang::keywords::{ATTRIBUTES, KEYWORDS, TYPES, WORDS, Word};
use qili_lang::meaning::{Sort, meaning};
use qili_lang::parse::{mixed_keywords, parse};
use qili_words::Language;

const ENGLISH: &str = include_str!("../README.md");
const CHINESE: &str = include_str!("../README.zh.md");

/// Every word of the language.
fn words() -> impl Iterator<Item = (Word, Sort)> {
    let of = |words: &'static [Word], sort| words.iter().map(move |word| (*word, sort));
    let types = TYPES.iter().map(|(_, word)| (*word, Sort::Type));
    of(&KEYWORDS, Sort::Keyword)
        .chain(of(WORDS, Sort::Word))
        .chain(of(ATTRIBUTES, Sort::Attribute))
        .chain(types)
}

#[test]
fn every_word_is_listed() {
    for (word, sort) in words() {
        let Word { english, chinese } = word;
        let row = format!("| `{english}` | {chinese} |");
        assert!(ENGLISH.contains(&row), "{row}");
        let said = meaning(word, sort).map_or("", |meaning| meaning.zh);
        let row = format!("| `{chinese}` | `{english}` | {said} |");
        assert!(CHINESE.contains(&row), "{row}");
    }
}

#[test]
fn examples_can_be_read() {
    for (page, language) in [(ENGLISH, Language::English), (CHINESE, Language::Chinese)] {
        let examples: Vec<&str> = page
            .split("```rule\n")
            .skip(1)
            .filter_map(|rest| rest.split("```").next())
            .collect();
        assert!(examples.len() > 4);
        for example in examples {
            let file = parse("README", example);
            assert!(file.is_ok(), "{example}\n{file:?}");
            assert!(mixed_keywords("README", example).is_empty(), "{example}");
            // the examples of the Chinese page are Chinese
            if let (Language::Chinese, Ok(file)) = (language, file) {
                assert_eq!(file.language, language, "{example}");
                assert!(format(&file, language).starts_with("语言 中文"));
            }
        }
    }
}
