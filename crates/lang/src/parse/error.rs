//! Mistakes in the text of a rule file, as its author should read them.

use super::DEPTH_LIMIT;
use crate::grammar::Rule;
use crate::keywords::{KEYWORDS, keyword};
use crate::syntax::Span;
use miette::{Diagnostic, LabeledSpan, NamedSource, Severity, SourceCode};
use pest::error::{Error, ErrorVariant, InputLocation};
use qili_words::Language;
use qili_words::nearest;
use std::fmt::Display;
use std::sync::Arc;

/// The code of the one warning.
const MIXED: &str = "qili::rule::mixed_language";

/// A mistake in the text of a rule file, with the place where it was noticed.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}", problem.message)]
pub struct ParseError {
    problem: Box<Problem>,
    file: NamedSource<Arc<str>>,
}

impl ParseError {
    pub(super) fn new(problem: Problem, file: NamedSource<Arc<str>>) -> Self {
        Self {
            problem: Box::new(problem),
            file,
        }
    }

    /// Where the mistake was noticed.
    #[must_use]
    pub fn span(&self) -> Span {
        self.problem.span
    }
}

impl Diagnostic for ParseError {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.problem.code))
    }

    fn severity(&self) -> Option<Severity> {
        Some(if self.problem.code == MIXED {
            Severity::Warning
        } else {
            Severity::Error
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.problem.help.as_str()))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.file)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let Span { start, end } = self.problem.span;
        let label = LabeledSpan::new(
            Some(self.problem.label.clone()),
            start,
            end.saturating_sub(start),
        );
        Some(Box::new(std::iter::once(label)))
    }
}

/// What is wrong, before it is tied to its file.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    code: &'static str,
    message: String,
    span: Span,
    label: String,
    help: String,
}

impl Problem {
    /// Something that the grammar reads but that makes no sense.
    pub(super) fn new(message: impl Into<String>, span: Span, help: impl Into<String>) -> Self {
        Self {
            code: "qili::rule::syntax",
            message: message.into(),
            span,
            label: "here".to_owned(),
            help: help.into(),
        }
    }

    pub(super) fn too_large(size: usize, limit: usize) -> Self {
        Self {
            code: "qili::rule::too_large",
            ..Self::new(
                format!("a rule file of {size} bytes is longer than the limit of {limit}"),
                Span::default(),
                "split it into several files and list them in edition.yaml",
            )
        }
    }

    pub(super) fn too_many_clauses(at: usize, limit: usize) -> Self {
        Self {
            code: "qili::rule::too_many_clauses",
            ..Self::new(
                format!("a rule file may have at most {limit} clauses"),
                Span { start: at, end: at },
                "split it into several files and list them in edition.yaml",
            )
        }
    }

    pub(super) fn too_deep(at: usize) -> Self {
        Self {
            code: "qili::rule::too_deep",
            ..Self::new(
                format!("expressions are nested more than {DEPTH_LIMIT} deep"),
                Span { start: at, end: at },
                "give a part of it a name with a `define` clause of its own",
            )
        }
    }

    pub(super) fn mixed(word: &str, own: &str, span: Span) -> Self {
        Self {
            code: MIXED,
            ..Self::new(
                format!("`{word}` is not a keyword of this file's language"),
                span,
                format!("write `{own}`, or let `qili fmt` print the file in one language"),
            )
        }
    }

    /// What pest found, in the words of the language. `offset` is where the parsed part begins in `text`.
    pub(super) fn syntax(
        error: &Error<Rule>,
        text: &str,
        offset: usize,
        language: Language,
    ) -> Self {
        let at = offset
            + match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
        let word = word_at(text, at);
        let expected: Vec<Rule> = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives.clone(),
            // The recogniser watches its stack and says nothing else of its own.
            ErrorVariant::CustomError { .. } => return Self::too_deep(at),
        };
        let span = Span {
            start: at,
            end: at + word.len(),
        };
        let help = match likely(word, &expected) {
            Some(keyword) => format!("did you mean `{keyword}`?"),
            None => hint(word, &expected, language),
        };
        let found = if word.is_empty() {
            "the text ends here".to_owned()
        } else {
            format!("`{word}` does not fit here")
        };
        Self {
            label: found,
            ..Self::new(
                format!("expected {}", listed(&expected, language)),
                span,
                help,
            )
        }
    }
}

/// The word or mark that begins at a place.
fn word_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let length = match rest.chars().next() {
        None => 0,
        Some(first) if inside(first) => rest.find(|c| !inside(c)).unwrap_or(rest.len()),
        Some(first) => first.len_utf8(),
    };
    &rest[..length]
}

/// The keyword that a word was probably meant to be: one of those expected first, else any.
fn likely(word: &str, expected: &[Rule]) -> Option<&'static str> {
    let spellings = |words: Vec<crate::keywords::Word>| {
        words
            .into_iter()
            .flat_map(|word| [word.english, word.chinese])
    };
    let fitting = expected.iter().filter_map(|rule| keyword(*rule)).collect();
    nearest(word, spellings(fitting))
        .or_else(|| nearest(word, spellings(KEYWORDS.to_vec())).filter(|near| *near != word))
}

/// What was expected, as a list that reads well.
fn listed(expected: &[Rule], language: Language) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut continued = 0;
    for rule in expected {
        if continues(*rule) {
            continued += 1;
            continue;
        }
        let part = match first_keyword(*rule) {
            Some(word) => format!("`{}`", word.word(language)),
            None => described(*rule).to_owned(),
        };
        if !part.is_empty() && !parts.contains(&part) {
            parts.push(part);
        }
    }
    if continued > 0 {
        parts.push("more of the expression".to_owned());
    }
    let last = match parts.len() {
        0 => return "something else".to_owned(),
        1 => return parts.remove(0),
        _ => parts.pop().unwrap_or_default(),
    };
    format!("{} or {last}", parts.join(", "))
}

/// The keyword with which a rule begins, if there is one only.
fn first_keyword(rule: Rule) -> Option<crate::keywords::Word> {
    keyword(match rule {
        Rule::when => Rule::kw_when,
        Rule::then => Rule::kw_then,
        Rule::of_side | Rule::variables => Rule::kw_for,
        Rule::targets => Rule::kw_targets,
        Rule::letters => Rule::kw_letters,
        Rule::red => Rule::kw_red,
        Rule::black => Rule::kw_black,
        Rule::royal => Rule::kw_royal,
        Rule::within => Rule::kw_within,
        Rule::from => Rule::kw_from,
        Rule::into => Rule::kw_to,
        Rule::file_range => Rule::kw_files,
        Rule::rank_range => Rule::kw_ranks,
        keyword => keyword,
    })
}

/// Whether a rule continues an expression that could also end.
fn continues(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::comparator
            | Rule::sign
            | Rule::place
            | Rule::tail
            | Rule::barring
            | Rule::owned
            | Rule::possessive
            | Rule::kw_implies
            | Rule::kw_or
            | Rule::kw_and
    )
}

/// What a rule of the grammar reads.
fn described(rule: Rule) -> &'static str {
    match rule {
        Rule::EOI => "the next clause",
        Rule::clause | Rule::repeal | Rule::whole_clause => "a clause",
        Rule::effect => "what the clause does: `piece`, `nature`, `ruling`, …",
        Rule::remark => "a remark such as `cites`",
        Rule::open => "`{`",
        Rule::close => "`}`",
        Rule::article => "the number of an article",
        Rule::text => "a quoted text",
        Rule::name | Rule::ident | Rule::names | Rule::second => "a name",
        Rule::glyph => "a letter or character",
        Rule::int | Rule::negative => "a number",
        Rule::file => "a file from `a` to `i`",
        Rule::leg => "a distance and a direction such as `1 orthogonal`",
        Rule::direction => "a direction such as `orthogonal`",
        Rule::setting => "a line of the search such as `initiatives 5`",
        Rule::motion | Rule::purpose => "how it goes",
        Rule::path => "what stands between, such as `through empty points`",
        Rule::verdict => {
            "what is decided: `draw`, `side loses`, `side must change` or `the arbiter decides`"
        }
        Rule::side | Rule::other_name => "a side",
        Rule::parameters => "parameters such as `(x: piece)`",
        Rule::parameter => "a parameter such as `x: piece`",
        Rule::expr
        | Rule::body
        | Rule::conditional
        | Rule::implication
        | Rule::disjunction
        | Rule::conjunction
        | Rule::negation
        | Rule::comparison
        | Rule::sum
        | Rule::placed
        | Rule::predicate => "an expression",
        Rule::operand
        | Rule::primary
        | Rule::attribute
        | Rule::other
        | Rule::call
        | Rule::tally
        | Rule::set => "a name, a number or an expression in brackets",
        Rule::place | Rule::places => "a place such as `at before`",
        Rule::binder => "a variable and its set, such as `x in pieces of mover`",
        Rule::counted_pieces => "`piece`",
        Rule::along => "`along files`, `along ranks` or `along lines`",
        _ => "",
    }
}

/// A line of help where no keyword is near.
fn hint(word: &str, expected: &[Rule], language: Language) -> String {
    let keywords: Vec<_> = expected
        .iter()
        .filter(|rule| !continues(**rule))
        .filter_map(|rule| first_keyword(*rule))
        .collect();
    let help = if expected.contains(&Rule::close) {
        "a clause has exactly one effect and ends with `}`"
    } else if expected.contains(&Rule::effect) {
        "a clause says one thing: what it declares comes after its remarks (`cites`, `number unknown`, `reading`, `says`)"
    } else if expected.contains(&Rule::name) && !word.is_empty() {
        "a keyword cannot be used as a name"
    } else if word == "\"" || word == "“" {
        "texts stand in quotation marks that are closed before the next clause"
    } else if let [keyword] = keywords.as_slice() {
        return format!("`{}` comes here", keyword.word(language));
    } else {
        "crates/lang/README.md shows how clauses are written"
    };
    help.to_owned()
}
