//! A clause's words: what it says, and its effect in the rule language with every name linked to what defines it.

use maud::{Markup, html};
use qili_lang::format::format_clause;
use qili_lang::syntax::{Amendment, Clause, Remark};
use qili_review::diff::{Part, parts};
use qili_review::wording::{changed, is_chinese, same};
use qili_words::{Bilingual, Language};

/// The remarks of one sort that a reader of a language is meant to read: those in the language, or all where there are none.
fn remarks<'c>(
    clause: &'c Clause,
    language: Language,
    of: impl Fn(&'c Remark) -> Option<&'c str>,
) -> Vec<&'c str> {
    let all: Vec<&str> = clause.remarks.iter().filter_map(of).collect();
    let own = |text: &&str| text.chars().any(is_chinese) == (language == Language::Chinese);
    let own: Vec<&str> = all.iter().copied().filter(own).collect();
    if own.is_empty() { all } else { own }
}

/// What it says, in words.
pub(super) fn says(clause: &Clause, language: Language) -> Vec<&str> {
    remarks(clause, language, |remark| match remark {
        Remark::Says(text) => Some(text),
        _ => None,
    })
}

/// How its book was read.
pub(super) fn readings(clause: &Clause, language: Language) -> Vec<&str> {
    remarks(clause, language, |remark| match remark {
        Remark::Reading(text) => Some(text),
        _ => None,
    })
}

/// Whether its number is not the book's.
pub(super) fn is_unnumbered(clause: &Clause) -> bool {
    clause.remarks.contains(&Remark::NumberUnknown)
}

/// What it does, in the rule language.
pub(super) fn law(clause: &Clause, language: Language) -> String {
    let bare = Clause {
        amendment: Amendment::Add,
        former: None,
        title: Bilingual::default(),
        remarks: Vec::new(),
        comments: Vec::new(),
        ..clause.clone()
    };
    let text = format_clause(&bare, language);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    // between the line with its number and its closing brace
    let inside = match lines.len() {
        0..=2 => &lines[..],
        last => &lines[1..last - 1],
    };
    let inside = inside
        .iter()
        .map(|line| line.strip_prefix("  ").unwrap_or(line));
    inside.collect::<Vec<_>>().join("\n")
}

/// A text in which words lead to where they are defined.
pub(super) fn linked<S: AsRef<str>>(text: &str, links: &[(S, String)]) -> Markup {
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_');
    let mut pieces: Vec<(&str, Option<&str>)> = Vec::new();
    let (mut plain, mut at, mut quoted) = (0, 0, false);
    let mut before = None;
    while let Some(c) = text[at..].chars().next() {
        quoted ^= c == '"';
        let begins = !quoted && !before.is_some_and(joins);
        let words = links.iter().map(|(word, href)| (word.as_ref(), href));
        let found = words
            .filter(|(word, _)| begins && text[at..].starts_with(word))
            .filter(|(word, _)| !text[at + word.len()..].starts_with(joins))
            .max_by_key(|(word, _)| word.len());
        match found {
            Some((word, href)) => {
                pieces.push((&text[plain..at], None));
                pieces.push((&text[at..at + word.len()], Some(href)));
                at += word.len();
                plain = at;
                before = word.chars().next_back();
            }
            None => {
                at += c.len_utf8();
                before = Some(c);
            }
        }
    }
    pieces.push((&text[plain..], None));
    html! {
        @for (piece, href) in pieces {
            @if let Some(href) = href { a href=(href) { (piece) } } @else { (piece) }
        }
    }
}

/// What changed from one wording of a clause to another, as its readers see it.
pub(super) struct Wording {
    says: Vec<Part>,
    law: Vec<Part>,
}

impl Wording {
    pub(super) fn between(old: &Clause, new: &Clause, language: Language) -> Self {
        let said = |clause| says(clause, language).join("\n");
        Self {
            says: changed(&said(old), &said(new)),
            law: parts(&law(old, language), &law(new, language)),
        }
    }

    /// Whether nothing did.
    pub(super) fn is_same(&self) -> bool {
        let all = self.says.iter().chain(&self.law);
        all.into_iter().all(|part| matches!(part, Part::Same(_)))
    }

    /// What the newer says, changed words marked.
    pub(super) fn says(&self) -> Markup {
        html! { p class=[bar(&self.says)] { (marked(&self.says)) } }
    }

    /// What it does, changed words marked.
    pub(super) fn law(&self) -> Markup {
        html! { pre class=[bar(&self.law)] { (marked(&self.law)) } }
    }
}

/// A bar at the margin of what changed.
fn bar(parts: &[Part]) -> Option<&'static str> {
    let same = parts.iter().all(|part| matches!(part, Part::Same(_)));
    (!same).then_some("changed")
}

fn marked(parts: &[Part]) -> Markup {
    html! {
        @for part in parts {
            @match part {
                Part::Same(text) => (text),
                Part::Old(text) => del { (text) },
                Part::New(text) => ins { (text) },
            }
        }
    }
}

/// What a clause says where another said something else: words that are new are marked, words that went are not shown.
pub(super) fn renewed(old: &Clause, new: &Clause, language: Language) -> Markup {
    let (before, after) = (says(old, language).join("\n"), says(new, language));
    html! {
        @for text in after {
            @if same(&before, text) {
                p { (text) }
            } @else {
                p class="changed" {
                    @for part in changed(&before, text) {
                        @match part {
                            Part::Same(text) => (text),
                            Part::Old(_) => {},
                            Part::New(text) => ins { (text) },
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_word_is_linked_and_no_part_of_a_word_or_quotation() {
        let links = [
            ("长捉", "a".to_owned()),
            ("29.3", "b".to_owned()),
            ("29.3(1)", "c".to_owned()),
        ];
        let text = linked("除外 29.3(1)、29.3：s 是 长捉 或 \"长捉\" 长捉者", &links).into_string();
        assert_eq!(
            text,
            "除外 <a href=\"c\">29.3(1)</a>、<a href=\"b\">29.3</a>：s 是 <a href=\"a\">长捉</a> 或 &quot;长捉&quot; 长捉者"
        );
    }
}
