//! The words of a rule file and what sort each is, for editors that show them in colours.
//!
//! ```
//! use qili_lang::tokens::{Sort, tokens};
//!
//! let text = "clause 1 \"一\" { unit 强子 strong } # so";
//! let sorts: Vec<(&str, Sort)> =
//!     tokens(text).into_iter().map(|token| (&text[token.span.start..token.span.end], token.sort)).collect();
//! assert_eq!(sorts[0], ("clause", Sort::Keyword));
//! assert_eq!(sorts[4], ("强子", Sort::Name));
//! assert_eq!(sorts[6], ("# so", Sort::Comment));
//! ```
//!
//! A clause that can be read is taken apart as the grammar reads it; of one that cannot, every word is told by itself.

use crate::grammar::{Grammar, Rule};
use crate::keywords::{ATTRIBUTES, KEYWORDS, WORDS, canonical, keyword};
use crate::scan::{QUOTES, continues_word, scan, word};
use crate::syntax::Span;
use pest::Parser;

/// What a word of a rule file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A keyword.
    Keyword,
    /// A word of the vocabulary: `mover`, `pieces of`.
    Word,
    /// A type of parameters.
    Type,
    /// A name that a clause gives or uses.
    Name,
    /// An article's number.
    Article,
    /// A number, a file of the board.
    Number,
    /// A quoted text.
    Text,
    /// A comment.
    Comment,
    /// A sign between expressions.
    Sign,
}

/// A word with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub sort: Sort,
}

/// Every word of a file, in order; brackets and commas are none.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token> {
    if text.len() > crate::parse::SIZE_LIMIT {
        return Vec::new();
    }
    let scan = scan(text);
    let plain = scan.simplified.as_deref().unwrap_or(text);
    let comments = scan.comments.iter().map(|span| Token {
        span: *span,
        sort: Sort::Comment,
    });
    let mut found: Vec<Token> = comments.collect();
    let mut start = 0;
    let ends = scan.clauses.iter().copied().chain([text.len()]);
    for (index, end) in ends.enumerate() {
        let rule = if index == 0 {
            Rule::header
        } else {
            Rule::whole_clause
        };
        match Grammar::parse(rule, &plain[start..end]) {
            Ok(pairs) => read(pairs.flatten(), start, &mut found),
            Err(_) => single(&plain[start..end], start, &mut found),
        }
        start = end;
    }
    found.sort_by_key(|token| token.span.start);
    found
}

/// The words of a part that the grammar has read.
fn read(pairs: pest::iterators::FlatPairs<'_, Rule>, offset: usize, found: &mut Vec<Token>) {
    let mut pairs = pairs.peekable();
    let mut owned = false;
    while let Some(pair) = pairs.next() {
        let of = pairs.peek().map(|next| next.as_rule()) == Some(Rule::kw_of);
        let sort = match pair.as_rule() {
            rule if keyword(rule).is_some() => Some(Sort::Keyword),
            Rule::possessive | Rule::counted_pieces => Some(Sort::Keyword),
            Rule::name => Some(named(pair.as_str(), of || owned)),
            Rule::ident => Some(Sort::Type),
            Rule::article => Some(Sort::Article),
            Rule::text => Some(Sort::Text),
            Rule::int | Rule::negative | Rule::file => Some(Sort::Number),
            Rule::comparator | Rule::sign => Some(Sort::Sign),
            _ => None,
        };
        if let Some(sort) = sort {
            owned = pair.as_rule() == Rule::possessive;
            let span = pair.as_span();
            found.push(Token {
                span: Span {
                    start: offset + span.start(),
                    end: offset + span.end(),
                },
                sort,
            });
        }
    }
}

fn named(name: &str, attribute: bool) -> Sort {
    let is_word = canonical(WORDS, name).is_some();
    if is_word || attribute && canonical(ATTRIBUTES, name).is_some() {
        Sort::Word
    } else {
        Sort::Name
    }
}

/// The words of a part that the grammar cannot read, each by itself; comments are known already.
fn single(text: &str, offset: usize, found: &mut Vec<Token>) {
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (length, sort) = if let Some((_, close)) = QUOTES.iter().find(|(open, _)| *open == c) {
            let inner = &rest[c.len_utf8()..];
            let end = inner.find([*close, '\n']).map_or(inner.len(), |end| {
                end + inner[end..].chars().next().map_or(0, char::len_utf8)
            });
            (c.len_utf8() + end, Some(Sort::Text))
        } else if matches!(c, '#' | '＃') {
            (rest.find('\n').unwrap_or(rest.len()), None)
        } else if let Some(length) = keyword_at(rest) {
            (length, Some(Sort::Keyword))
        } else if continues_word(c) {
            let word = word(rest);
            let sort = if word.chars().all(|c| c.is_numeric()) {
                Sort::Number
            } else {
                named(word, false)
            };
            (word.len(), Some(sort))
        } else if "=<>!+＝＜＞≠≤≥".contains(c) {
            (c.len_utf8(), Some(Sort::Sign))
        } else {
            (c.len_utf8(), None)
        };
        if let Some(sort) = sort {
            let span = Span {
                start: offset + at,
                end: offset + at + length,
            };
            found.push(Token { span, sort });
        }
        at += length.max(1);
    }
}

/// How long the longest keyword is with which a text begins.
fn keyword_at(text: &str) -> Option<usize> {
    let length = |spelling: &str| {
        let mut rest = text;
        for part in spelling.split(' ') {
            rest = rest.trim_start_matches([' ', '\t', '\u{3000}']);
            if word(rest) != part {
                return None;
            }
            rest = &rest[part.len()..];
        }
        Some(text.len() - rest.len())
    };
    if !text.starts_with(continues_word) {
        return None;
    }
    let spellings = KEYWORDS
        .iter()
        .flat_map(|keyword| [keyword.english, keyword.chinese]);
    spellings.filter_map(length).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorts(text: &str) -> Vec<(&str, Sort)> {
        let found = tokens(text).into_iter();
        found
            .map(|token| (&text[token.span.start..token.span.end], token.sort))
            .collect()
    }

    #[test]
    fn a_clause_is_taken_apart_as_it_is_read() {
        let text = "语言 中文\n条 2 \"二\" { 定义 甲 one (m: 着, x: 子) 为 m 吃 x 且 x 的 根 于 走方 的 子 }";
        let sorts = sorts(text);
        assert_eq!(sorts[0], ("语言", Sort::Keyword));
        assert!(sorts.contains(&("着", Sort::Type)) && sorts.contains(&("2", Sort::Article)));
        assert!(sorts.contains(&("根", Sort::Word)) && sorts.contains(&("走方", Sort::Word)));
        assert!(sorts.contains(&("甲", Sort::Name)));
    }

    #[test]
    fn of_a_broken_clause_every_word_is_told() {
        let sorts = sorts("clause 1 \"一\" { is not in check # 𠮷\n 长捉 >= 3 mover “未");
        assert!(sorts.contains(&("is not in check", Sort::Keyword)));
        assert!(sorts.contains(&("长捉", Sort::Name)) && sorts.contains(&("mover", Sort::Word)));
        assert!(sorts.contains(&("# 𠮷", Sort::Comment)) && sorts.contains(&("“未", Sort::Text)));
        assert!(sorts.contains(&("3", Sort::Number)));
    }
}
