//! What can be written at a place of a rule file, by the grammar itself: what an editor proposes.
//!
//! ```
//! use qili_lang::expected::expected;
//!
//! let text = "clause 1 \"一\" \"one\" { pattern 长将 for s when every p in plies of s: p is ";
//! let here = expected(text, text.len());
//! assert!(here.name && here.keywords.is_empty());
//! assert_eq!(here.after.map(|word| word.english), Some("is"));
//! let text = "clause 1 \"一\" \"one\" { ";
//! assert!(expected(text, text.len()).keywords.iter().any(|word| word.english == "ruling"));
//! ```

use crate::grammar::{Rule, Unread, can_begin, first_keywords, read};
use crate::keywords::{KEYWORDS, Word, keyword};
use crate::scan::{continues_word, scan};
use crate::syntax::Span;
use crate::tokens::{Sort, tokens};
use pest::error::{ErrorVariant, InputLocation};
use qili_words::Language;

/// What can be written at a place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected {
    /// The word at the place, as far as it is written before and after it.
    pub word: Span,
    /// The keywords that fit.
    pub keywords: Vec<Word>,
    /// Whether a name fits.
    pub name: bool,
    /// Whether an expression fits, and with it a variable or a word of the vocabulary.
    pub value: bool,
    /// Whether an article's number fits.
    pub article: bool,
    /// Whether a type fits.
    pub ty: bool,
    /// The last keyword before the place, in its clause.
    pub after: Option<Word>,
    /// The name between that keyword and the place, or before it, if there is one.
    pub subject: Option<Span>,
    /// Where the clause begins.
    pub clause: usize,
}

/// What can be written at a place, which is a byte of the text.
#[must_use]
pub fn expected(text: &str, at: usize) -> Expected {
    let from = start_of_word(text, at);
    let end = text[at..]
        .find(|c| !continues_word(c))
        .map_or(text.len(), |length| at + length);
    let word = Span { start: from, end };
    if text.len() > crate::parse::SIZE_LIMIT {
        return Expected {
            word,
            ..Expected::default()
        };
    }
    let scan = scan(&text[..from]);
    let inside_comment = scan
        .comments
        .iter()
        .any(|comment| comment.start < from && comment.end == from);
    if inside_comment {
        return Expected {
            word,
            ..Expected::default()
        };
    }
    let plain = scan.simplified.as_deref().unwrap_or(&text[..from]);
    let (clause, rule) = match scan.clauses.last() {
        Some(clause) => (*clause, Rule::whole_clause),
        None => (0, Rule::header),
    };
    let mut here = Expected {
        word,
        clause,
        ..Expected::default()
    };
    let opening = [Rule::kw_clause, Rule::kw_replace, Rule::kw_repeal];
    match read(rule, &plain[clause..]) {
        Ok(parsed) => {
            here.keywords
                .extend(opening.into_iter().filter_map(keyword));
            let said = parsed
                .flatten()
                .any(|pair| pair.as_rule() == Rule::kw_language);
            if rule == Rule::header && !said {
                here.keywords.extend(keyword(Rule::kw_language));
            }
        }
        Err(Unread::TooLong) => {}
        Err(Unread::Wrong(error)) => {
            let (InputLocation::Pos(stopped) | InputLocation::Span((stopped, _))) = error.location;
            if clause + stopped < text[..from].trim_end().len() {
                // a mistake further up: nothing is certain, and every keyword may be meant
                here.keywords = KEYWORDS.clone();
                here.name = true;
                here.value = true;
            } else if let ErrorVariant::ParsingError { positives, .. } = error.variant {
                here.fill(&positives);
            }
            here.look_back(text, from);
        }
    }
    here
}

impl Expected {
    fn fill(&mut self, rules: &[Rule]) {
        for rule in rules {
            for keyword in first_keywords(*rule).iter().copied().filter_map(keyword) {
                if !self.keywords.contains(&keyword) {
                    self.keywords.push(keyword);
                }
            }
            let begins = |with| *rule == with || can_begin(*rule, with);
            self.name |= begins(Rule::name);
            self.value |= begins(Rule::primary) || begins(Rule::operand);
            self.article |= begins(Rule::article);
            self.ty |= begins(Rule::ident) && !begins(Rule::name);
        }
    }

    /// The last keyword, and the name before or after it.
    fn look_back(&mut self, text: &str, from: usize) {
        let text = &text[self.clause..from];
        let whole = |span: Span| Span {
            start: self.clause + span.start,
            end: self.clause + span.end,
        };
        let before = tokens(text);
        let mut before = before.iter().rev();
        while let Some(token) = before.next() {
            let written = &text[token.span.start..token.span.end];
            match token.sort {
                Sort::Name if self.subject.is_none() => self.subject = Some(whole(token.span)),
                Sort::Keyword => {
                    let spelt = written.split_whitespace().collect::<Vec<_>>().join(" ");
                    let same = |word: &&Word| word.english == spelt || word.chinese == spelt;
                    // 是 is `is` rather than `true`: of one spelling, what belongs to things stands last
                    self.after = KEYWORDS.iter().rev().find(same).copied();
                    if self.subject.is_none() {
                        let next = before.next().filter(|token| token.sort == Sort::Name);
                        self.subject = next.map(|token| whole(token.span));
                    }
                    return;
                }
                Sort::Name => {}
                _ => return,
            }
        }
    }

    /// The keywords that fit, as a language writes them.
    #[must_use]
    pub fn words(&self, language: Language) -> Vec<&'static str> {
        self.keywords
            .iter()
            .map(|word| word.word(language))
            .collect()
    }
}

/// Where the word begins that ends at a place, or stands across it.
fn start_of_word(text: &str, at: usize) -> usize {
    text[..at]
        .char_indices()
        .rev()
        .take_while(|(_, c)| continues_word(*c) || *c == '.')
        .last()
        .map_or(at, |(start, _)| start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_end(text: &str) -> Expected {
        expected(text, text.len())
    }

    #[test]
    fn the_grammar_says_what_fits() {
        let new = at_end("language english\n\n");
        assert!(new.words(Language::English).contains(&"replace clause"));
        let says = |text| at_end(text).words(Language::English).contains(&"language");
        assert!(says("# a draft\n"));
        assert!(!says("language english\n\n") && !says("clause 1 \"一\" { unit 强子 }\n"));
        let article = at_end("clause 1 \"一\" { exception to 24.");
        assert!(article.article);
        let ty = at_end("clause 1 \"一\" { define 甲 (m: ");
        assert!(ty.ty && !ty.name);
        let search = at_end("clause 1 \"一\" { define 甲 (m: move) as m wins anything by ");
        assert_eq!(search.after.map(|word| word.english), Some("by"));
        assert!(search.name);
        let text = "条 1 \"一\" { 形 长将 对 s 当 凡 p 于 s 的 着: p 是 长";
        let name = at_end(text);
        assert_eq!(&text[name.word.start..name.word.end], "长");
        let subject = name.subject.map(|span| &text[span.start..span.end]);
        assert_eq!(
            (name.after.map(|word| word.english), subject),
            (Some("is"), Some("p"))
        );
        assert!(at_end("# in a comm").keywords.is_empty());
    }

    #[test]
    fn every_place_of_any_text_is_answered() {
        let text = "\u{feff}clause 1 \"一𠮷\" { define 甲 (x: piece) as x is 车 # 😀\r\n and } 条";
        for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            let here = expected(text, at);
            assert!(here.word.start <= at && at <= here.word.end);
        }
    }
}
