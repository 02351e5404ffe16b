//! A quick look over a file before the grammar reads it: where clauses begin, where comments stand, and which words are
//! written in traditional Chinese.

use crate::grammar::Rule;
use crate::keywords::{keyword, simplified};
use crate::parse::NAME_LIMIT;
use crate::syntax::Span;

/// Keywords that open a clause when they stand first on their line.
const CLAUSE: [Rule; 3] = [Rule::kw_clause, Rule::kw_replace, Rule::kw_repeal];

/// Marks that open a quoted text, and those that close it.
pub(crate) const QUOTES: [(char, char); 4] = [('"', '"'), ('“', '”'), ('「', '」'), ('＂', '＂')];

/// What the look found.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Comments with their `#`, in order.
    pub(crate) comments: Vec<Span>,
    /// First bytes of the clauses.
    pub(crate) clauses: Vec<usize>,
    /// Words that are longer than a name may be.
    pub(crate) long: Vec<Span>,
    /// The text with the language's words in simplified characters, every place as it was; if there were others.
    pub(crate) simplified: Option<String>,
}

/// Looks over a file.
pub(crate) fn scan(text: &str) -> Scan {
    let mut scan = Scan::default();
    let mut at = 0;
    let mut line_start = true;
    while let Some(c) = text[at..].chars().next() {
        let quote = QUOTES.iter().find(|(open, _)| *open == c);
        let end = match c {
            _ if quote.is_some() => {
                let close = quote.map_or(c, |(_, close)| *close);
                end_of_text(text, at + c.len_utf8(), close)
            }
            '#' | '＃' => {
                let end = text[at..]
                    .find('\n')
                    .map_or(text.len(), |length| at + length);
                scan.comments.push(Span { start: at, end });
                end
            }
            _ if continues_word(c) => {
                if line_start && opens_clause(&text[at..]) {
                    scan.clauses.push(at);
                }
                let end = at + word(&text[at..]).len();
                if text[at..end].chars().nth(NAME_LIMIT).is_some() {
                    scan.long.push(Span { start: at, end });
                }
                if let Some(simple) = simplified(&text[at..end]) {
                    let whole = scan.simplified.get_or_insert_with(|| text.to_owned());
                    whole.replace_range(at..end, &simple);
                }
                end
            }
            _ => at + c.len_utf8(),
        };
        line_start = match c {
            '\n' | '\u{feff}' => true,
            _ if quote.is_some() => text[..end].ends_with('\n'),
            c => line_start && c.is_whitespace(),
        };
        at = end;
    }
    scan
}

/// Whether a character can be a part of a word.
pub(crate) fn continues_word(c: char) -> bool {
    #[cfg(test)]
    looked::at_one();
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

/// The word at the beginning of a text; empty where none begins.
pub(crate) fn word(text: &str) -> &str {
    let end = text.find(|c| !continues_word(c)).unwrap_or(text.len());
    &text[..end]
}

/// Whether a text begins with a keyword that opens a clause, all its words on one line.
fn opens_clause(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t', '\u{3000}']);
    let first = word(text);
    let plain = simplified(first);
    let begins_with = |spelling: &str| {
        let mut parts = spelling.split(' ');
        parts.next() == Some(plain.as_deref().unwrap_or(first))
            && behind(&text[first.len()..], parts).is_some()
    };
    CLAUSE
        .into_iter()
        .filter_map(keyword)
        .any(|word| begins_with(word.english) || begins_with(word.chinese))
}

/// What follows the further words of a keyword, with which a text begins on the same line.
pub(crate) fn behind<'t, 'w>(
    text: &'t str,
    mut words: impl Iterator<Item = &'w str>,
) -> Option<&'t str> {
    words.try_fold(text, |rest, word| {
        let rest = rest.trim_start_matches([' ', '\t', '\u{3000}']);
        let rest = rest.strip_prefix(word)?;
        (!rest.starts_with(continues_word)).then_some(rest)
    })
}

/// One past a quoted text's closing mark. A text that is never closed ends where the next line begins a clause.
fn end_of_text(text: &str, mut at: usize, mark: char) -> usize {
    while let Some(length) = text[at..].find([mark, '\n']) {
        at += length;
        if !text[at..].starts_with('\n') {
            return at + mark.len_utf8();
        }
        at += 1;
        if opens_clause(&text[at..]) {
            return at;
        }
    }
    text.len()
}

/// How many characters were looked at, one by one, to tell where words end.
#[cfg(test)]
pub(crate) mod looked {
    use std::cell::Cell;

    thread_local! {
        static AT: Cell<usize> = const { Cell::new(0) };
    }

    pub(super) fn at_one() {
        AT.set(AT.get() + 1);
    }

    /// At how many while something is done.
    pub(crate) fn during(work: impl FnOnce()) -> usize {
        AT.set(0);
        work();
        AT.get()
    }
}
