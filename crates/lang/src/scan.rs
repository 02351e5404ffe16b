//! A quick look over a file before the grammar reads it: where clauses begin, where comments stand, and which words are
//! written in traditional Chinese.

use crate::grammar::Rule;
use crate::keywords::{keyword, simplified};
use crate::syntax::Span;
use std::borrow::Cow;
use std::sync::LazyLock;

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
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

/// The word at the beginning of a text; empty where none begins.
pub(crate) fn word(text: &str) -> &str {
    let end = text.find(|c| !continues_word(c)).unwrap_or(text.len());
    &text[..end]
}

/// The words of the keywords in [`CLAUSE`].
static OPENING: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
    let words = CLAUSE.into_iter().filter_map(keyword);
    let spellings = words.flat_map(|word| [word.english, word.chinese]);
    spellings
        .map(|spelling| spelling.split(' ').collect())
        .collect()
});

/// Whether a text begins with a keyword that opens a clause, all its words on one line.
fn opens_clause(text: &str) -> bool {
    let mut rest = text;
    let mut next = || {
        rest = rest.trim_start_matches([' ', '\t', '\u{3000}']);
        let found = word(rest);
        rest = &rest[found.len()..];
        simplified(found).map_or(Cow::Borrowed(found), Cow::Owned)
    };
    let first = next();
    let mut begun = OPENING.iter().filter(|words| words[0] == first).peekable();
    if begun.peek().is_none() {
        return false;
    }
    let second = next();
    begun.any(|words| words.get(1).is_none_or(|word| *word == second))
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
