//! What to do about a word that the language does not know as it stands, though a reader knows what is meant.

use crate::grammar::Rule;
use crate::keywords::{self, ATTRIBUTES, KEYWORDS, WORDS};
use qili_words::{Bilingual, Language};

/// Advice about a word that nothing is called, if it is plain what was meant.
///
/// ```
/// use qili_lang::advice::about;
///
/// assert_eq!(about("凡p于s的着").unwrap().en, "put words apart: `凡 p 于 s 的 着`");
/// assert_eq!(about("五十").unwrap().en, "write `50`");
/// assert!(about("长捉无根子").is_none());
/// ```
#[must_use]
pub fn about(word: &str) -> Option<Bilingual> {
    if let Some(number) = number(word) {
        return Some(Bilingual::new(
            format!("数字写作 `{number}`"),
            format!("write `{number}`"),
        ));
    }
    let apart = apart(word)?;
    Some(Bilingual::new(
        format!("词与词之间要空格：`{apart}`"),
        format!("put words apart: `{apart}`"),
    ))
}

/// The words of a text without blanks: all of them words of the language, or some of them and names in letters or digits
/// beside them. A name that only contains such words (长捉无根子) is none.
fn apart(text: &str) -> Option<String> {
    let known: Vec<&str> = [KEYWORDS.as_slice(), WORDS, ATTRIBUTES]
        .into_iter()
        .flatten()
        .map(|word| word.chinese)
        .chain(["的"])
        .collect();
    let names_follow = [
        Rule::kw_is,
        Rule::kw_is_not,
        Rule::kw_has,
        Rule::kw_by,
        Rule::kw_under,
    ];
    let names_follow = names_follow.map(|rule| keywords::text(rule, Language::Chinese));
    let joins = [Rule::kw_and, Rule::kw_or, Rule::kw_then, Rule::kw_implies];
    let joins = joins.map(|rule| keywords::text(rule, Language::Chinese));
    let mut parts: Vec<&str> = Vec::new();
    let (mut mixed, mut beside, mut complete) = (false, false, true);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let last = parts.last().copied().unwrap_or_default();
        let ends: &[&str] = if names_follow.contains(&last) {
            &joins
        } else {
            &known
        };
        let word = ends.iter().filter(|word| rest.starts_with(**word));
        let length = if c.is_ascii() {
            mixed = true;
            beside |= known.contains(&last);
            rest.find(|c: char| !c.is_ascii()).unwrap_or(rest.len())
        } else if let Some(word) = word.max_by_key(|word| word.len()) {
            // A word of the language next to letters: these cannot be one name.
            beside |= !last.is_empty() && last.is_ascii();
            word.len()
        } else {
            complete = false;
            let ends_at = |at: usize| ends.iter().any(|word| rest[at..].starts_with(word));
            let mut places = rest.char_indices().skip(1);
            places
                .find(|(at, c)| c.is_ascii() || ends_at(*at))
                .map_or(rest.len(), |(at, _)| at)
        };
        let (part, more) = rest.split_at(length);
        parts.push(part);
        rest = more;
    }
    let plain = if mixed { beside } else { complete };
    (plain && parts.len() > 1).then(|| parts.join(" "))
}

/// A number in Chinese numerals, up to 9999.
fn number(text: &str) -> Option<u32> {
    let digit = |c: char| {
        "零一二三四五六七八九"
            .chars()
            .position(|numeral| numeral == c)
    };
    let (mut sum, mut last) = (0, None);
    for c in text.chars() {
        let unit = match c {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            '两' => {
                last = Some(2);
                continue;
            }
            _ => {
                last = Some(u32::try_from(digit(c)?).ok()?);
                continue;
            }
        };
        sum += last.take().unwrap_or(1) * unit;
    }
    (!text.is_empty()).then(|| sum + last.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_apart() {
        for (text, apart_text) in [
            ("凡p于s的着", "凡 p 于 s 的 着"),
            ("s是长杀", "s 是 长杀"),
            ("走方被将", "走方 被将"),
            ("x的根", "x 的 根"),
            ("m吃x", "m 吃 x"),
            ("非s是长捉无根子且s有着", "非 s 是 长捉无根子 且 s 有着"),
        ] {
            assert_eq!(apart(text).as_deref(), Some(apart_text));
        }
        for name in [
            "长捉无根子",
            "一将一捉",
            "双方均为允许着法",
            "捉",
            "x",
            "车2",
            "own-half",
            "凡",
        ] {
            assert_eq!(apart(name), None, "{name}");
        }
    }

    #[test]
    fn numbers_are_read() {
        for (text, value) in [
            ("五十", 50),
            ("十", 10),
            ("一百二十", 120),
            ("二十三", 23),
            ("三", 3),
        ] {
            assert_eq!(number(text), Some(value));
        }
        assert_eq!(number("一将"), None);
        assert_eq!(number(""), None);
    }
}
