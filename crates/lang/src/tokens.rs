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

use crate::grammar::{self, Rule};
use crate::keywords::{ATTRIBUTES, SPELLINGS, TYPES, WORDS, canonical, keyword};
use crate::scan::{QUOTES, behind, continues_word, scan, word};
use crate::syntax::Span;

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
        match grammar::read(rule, &plain[start..end]) {
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
        } else if continues_word(c) {
            let word = word(rest);
            let (length, sort) = if is_type(word, &text[..at]) {
                (word.len(), Sort::Type)
            } else if let Some(length) = keyword_at(rest, word) {
                (length, Sort::Keyword)
            } else if word.chars().all(|c| c.is_numeric()) {
                (word.len(), Sort::Number)
            } else {
                (word.len(), named(word, false))
            };
            (length, Some(sort))
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

/// Whether a word names a type: it stands behind a colon.
fn is_type(word: &str, before: &str) -> bool {
    let mut types = TYPES.iter();
    types.any(|(_, ty)| ty.english == word || ty.chinese == word)
        && before.trim_end().ends_with([':', '：'])
}

/// How long the longest keyword is with which a text begins, of which the first word is known.
fn keyword_at(text: &str, first: &str) -> Option<usize> {
    let rest = &text[first.len()..];
    let length =
        |spelling: &&str| Some(text.len() - behind(rest, spelling.split(' ').skip(1))?.len());
    SPELLINGS.get(first)?.iter().find_map(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::looked;

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

    /// However a text is made, no character is looked at more than some twenty times.
    #[test]
    fn long_texts_cost_no_more_than_their_length() {
        for part in [
            "a",
            "長",
            "將 ",
            "不計照將\n",
            "9",
            "-",
            "is ",
            "is not in ",
            "clause ",
            "clause\n",
            "replace ",
            "repeal clause 1\n",
            ": piece ",
            "\"",
            "\"x\n",
            "“clause 1\n",
            "# 注\n",
            " ",
            "\n",
            "(",
            "p 的 ",
            "\u{feff}",
            "𠮷",
            "1.1",
        ] {
            let text = part.repeat(100_000 / part.len());
            for text in [text.clone(), format!("clause 1 \"\" {{ define a as {text}")] {
                let looked = looked::during(|| drop(tokens(&text)));
                assert!(looked <= 20 * text.len(), "{part:?}: {looked}");
            }
        }
    }

    #[test]
    fn of_a_broken_clause_every_word_is_told() {
        let sorts = sorts("clause 1 \"一\" { is not in check # 𠮷\n 长捉 >= 3 mover “未");
        assert!(sorts.contains(&("is not in check", Sort::Keyword)));
        assert!(sorts.contains(&("长捉", Sort::Name)) && sorts.contains(&("mover", Sort::Word)));
        assert!(sorts.contains(&("# 𠮷", Sort::Comment)) && sorts.contains(&("“未", Sort::Text)));
        assert!(sorts.contains(&("3", Sort::Number)));
        let typed = tokens("clause 1 \"\" { define 甲 (x: piece) as ");
        assert!(typed.iter().any(|token| token.sort == Sort::Type));
    }
}
