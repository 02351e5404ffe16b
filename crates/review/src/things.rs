//! What clauses define, said in a language.

use qili_lang::format::number;
use qili_words::Language;

/// The words of [`qili_lang::defines`], and what they are in Chinese.
const WORDS: [(&str, &str); 17] = [
    ("board", "棋盘"),
    ("zone", "区域"),
    ("piece", "棋子"),
    ("facing", "对面"),
    ("ending on", "遇事终局"),
    ("ending", "终局"),
    ("unit", "单位"),
    ("worth", "价值"),
    ("result", "得失"),
    ("discount", "不计"),
    ("search", "算法"),
    ("definition", "定义"),
    ("situation", "局势"),
    ("nature", "性质"),
    ("quality", "特性"),
    ("pattern", "形"),
    ("ruling", "裁决"),
];

/// What a clause defines, from the words that stay the same from edition to edition.
///
/// ```
/// use qili_review::things::thing;
/// use qili_words::Language;
///
/// assert_eq!(thing("exception to ruling, ruling #1", Language::English), "exception to ruling #1");
/// assert_eq!(thing("exception to nature 捉 #1", Language::Chinese), "性质 捉的例外 #1");
/// assert_eq!(thing("exception to clause 26.1 #2", Language::Chinese), "例外 26.1的例外 #2");
/// assert_eq!(thing("worth 马 on palace 强子", Language::Chinese), "价值 马 强子（`palace`）");
/// ```
#[must_use]
pub fn thing(defines: &str, language: Language) -> String {
    let Some(lifted) = defines.strip_prefix("exception to ") else {
        return named(defines, language);
    };
    let (lifted, number) = match lifted.rsplit_once(" #") {
        Some((lifted, number)) => (lifted, format!(" #{number}")),
        None => (lifted, String::new()),
    };
    let mut things: Vec<String> = Vec::new();
    for one in lifted.split(", ") {
        let one = named(one, language);
        if !things.contains(&one) {
            things.push(one);
        }
    }
    let things = language.list(&things);
    match language {
        Language::Chinese => format!("{things}的例外{number}"),
        Language::English => format!("exception to {things}{number}"),
    }
}

/// What sort of thing a clause defines: `nature`, `search`, `exception`.
///
/// ```
/// use qili_review::things::sort;
/// use qili_words::Language;
///
/// assert_eq!(sort("nature 捉", Language::Chinese), "性质");
/// assert_eq!(sort("exception to nature 捉 #1", Language::English), "exception");
/// ```
#[must_use]
pub fn sort(defines: &str, language: Language) -> &'static str {
    let begins = |word: &str| {
        let rest = defines.strip_prefix(word);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let others = [
        ("exception", "例外"),
        ("severity", "轻重"),
        ("repeal", "废除"),
    ];
    let words = WORDS.into_iter().chain(others);
    let found = words.into_iter().find(|(en, _)| begins(en));
    found.map_or("", |(en, zh)| language.of(zh, en))
}

fn named(defines: &str, language: Language) -> String {
    if language == Language::English {
        return defines.to_owned();
    }
    let word = WORDS.iter().find_map(|(en, zh)| {
        let rest = defines.strip_prefix(en)?;
        (rest.is_empty() || rest.starts_with(' ')).then_some((zh, rest.trim_start()))
    });
    match word {
        Some((&zh, rest)) => match rest.split_once(" on ") {
            Some((kind, place)) => {
                let (zone, unit) = place.split_once(' ').unwrap_or((place, ""));
                format!("{zh} {kind} {unit}（{}）", ticked(zone))
            }
            None if rest.is_empty() => zh.to_owned(),
            None => format!("{zh} {}", ticked(rest)),
        },
        None => match defines {
            "severity" => "轻重".to_owned(),
            _ => match defines.rsplit_once(' ') {
                Some((before, article)) => {
                    let word = match before.starts_with("repeal") {
                        true => "废除",
                        // what is lifted without having a name is an exception
                        false => "例外",
                    };
                    format!("{word} {}", number(article, language))
                        .trim_end()
                        .to_owned()
                }
                None => ticked(defines),
            },
        },
    }
}

/// A word that a reader has to take as it is written: in backticks if it has Latin letters.
#[must_use]
pub fn ticked(word: &str) -> String {
    if word.contains(|c: char| c.is_ascii_alphabetic()) {
        format!("`{word}`")
    } else {
        word.to_owned()
    }
}

/// A name from a file, in text of a language.
#[must_use]
pub fn label(word: &str, language: Language) -> String {
    match language {
        Language::Chinese => ticked(word),
        Language::English => word.to_owned(),
    }
}
