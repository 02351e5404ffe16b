//! Mistakes in the text of a rule file, as its author should read them.

use super::explain::{Place, expected_here, help};
use super::{CLAUSE_SIZE_LIMIT, DEPTH_LIMIT, NAME_LIMIT};
use crate::grammar::Unread;
use crate::syntax::Span;
use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};
use pest::error::{ErrorVariant, InputLocation};
use qili_words::{Bilingual, Language, Localized, Source, Texts};
use std::fmt::Display;

/// The code of the one warning.
const MIXED: &str = "qili::rule::mixed_language";
/// How many mistakes are told at once.
pub const SHOWN: usize = 20;

/// A mistake in the text of a rule file, with the place where it was noticed.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}", problem.0.message.en)]
pub struct ParseError {
    problem: Problem,
    file: Option<Source>,
    further: Vec<Self>,
}

impl ParseError {
    pub(super) fn new(problem: Problem, file: Source) -> Self {
        Self {
            problem,
            file: Some(file),
            further: Vec::new(),
        }
    }

    /// Several mistakes told as one: the first, with the others behind it up to [`SHOWN`], and how many more there are.
    #[must_use]
    pub fn together(mistakes: Vec<Self>) -> Option<Self> {
        let more = mistakes.len().saturating_sub(SHOWN);
        let mut mistakes = mistakes.into_iter().take(SHOWN);
        let mut first = mistakes.next()?;
        first.further.extend(mistakes);
        if more > 0 {
            first.further.push(Self {
                problem: Problem::more(more),
                file: None,
                further: Vec::new(),
            });
        }
        Some(first)
    }

    /// Where the mistake was noticed.
    #[must_use]
    pub fn span(&self) -> Span {
        self.problem.0.span
    }
}

impl Diagnostic for ParseError {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.problem.0.code))
    }

    fn severity(&self) -> Option<Severity> {
        Some(if self.problem.0.code == MIXED {
            Severity::Warning
        } else {
            Severity::Error
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.problem.0.help.en.as_str()))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.file.as_ref()?)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.file.as_ref()?;
        let Span { start, end } = self.problem.0.span;
        let label = self.problem.0.label.en.clone();
        let label = LabeledSpan::new(Some(label), start, end.saturating_sub(start));
        Some(Box::new(std::iter::once(label)))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        let further = self.further.iter().map(|one| one as &dyn Diagnostic);
        (!self.further.is_empty()).then(|| Box::new(further) as Box<_>)
    }
}

impl Localized for ParseError {
    fn chinese(&self) -> Texts {
        Texts {
            message: self.problem.0.message.zh.clone(),
            labels: vec![self.problem.0.label.zh.clone()],
            help: Some(self.problem.0.help.zh.clone()),
        }
    }

    fn further(&self) -> Vec<&dyn Localized> {
        self.further
            .iter()
            .map(|one| one as &dyn Localized)
            .collect()
    }
}

/// What is wrong, before it is tied to its file.
#[derive(Debug, Clone)]
pub(super) struct Problem(Box<Parts>);

#[derive(Debug, Clone)]
struct Parts {
    code: &'static str,
    message: Bilingual,
    span: Span,
    label: Bilingual,
    help: Bilingual,
}

impl Problem {
    /// Something that the grammar reads but that makes no sense.
    pub(super) fn new(message: Bilingual, span: Span, help: Bilingual) -> Self {
        Self(Box::new(Parts {
            code: "qili::rule::syntax",
            message,
            span,
            label: Bilingual::new("这里", "here"),
            help,
        }))
    }

    fn coded(mut self, code: &'static str) -> Self {
        self.0.code = code;
        self
    }

    /// Something that the grammar cannot produce.
    pub(super) fn incomplete(span: Span) -> Self {
        Self::new(
            Bilingual::new("这里不完整", "this is incomplete"),
            span,
            Bilingual::new(
                "这是棋例程序本身的错误，请告诉我们",
                "this is a mistake in Qili, please report it",
            ),
        )
    }

    pub(super) fn too_large(size: usize, limit: usize) -> Self {
        Self::new(
            Bilingual::new(
                format!("规则文件有 {size} 字节，超过上限 {limit}"),
                format!("a rule file of {size} bytes is longer than the limit of {limit}"),
            ),
            Span::default(),
            split(),
        )
        .coded("qili::rule::too_large")
    }

    pub(super) fn too_many_clauses(at: usize, limit: usize) -> Self {
        Self::new(
            Bilingual::new(
                format!("一个规则文件最多可有 {limit} 条"),
                format!("a rule file may have at most {limit} clauses"),
            ),
            Span { start: at, end: at },
            split(),
        )
        .coded("qili::rule::too_many_clauses")
    }

    fn too_large_clause(at: usize) -> Self {
        let limit = CLAUSE_SIZE_LIMIT;
        Self::new(
            Bilingual::new(
                format!("一条连同注释最多可有 {limit} 字节"),
                format!("a clause may have at most {limit} bytes, comments included"),
            ),
            Span { start: at, end: at },
            part(),
        )
        .coded("qili::rule::too_large")
    }

    pub(super) fn too_long(name: Span) -> Self {
        Self::new(
            Bilingual::new(
                format!("名称最多可有 {NAME_LIMIT} 个字"),
                format!("a name may have at most {NAME_LIMIT} characters"),
            ),
            name,
            Bilingual::new("改用短些的名称", "choose a shorter name"),
        )
        .coded("qili::rule::too_long")
    }

    pub(super) fn too_deep(at: usize) -> Self {
        Self::new(
            Bilingual::new(
                format!("表达式嵌套超过 {DEPTH_LIMIT} 层"),
                format!("expressions are nested more than {DEPTH_LIMIT} deep"),
            ),
            Span { start: at, end: at },
            part(),
        )
        .coded("qili::rule::too_deep")
    }

    pub(super) fn mixed(word: &str, own: &str, span: Span) -> Self {
        Self::new(
            Bilingual::new(
                format!("`{word}` 不是本文件所用语言的关键词"),
                format!("`{word}` is not a keyword of this file's language"),
            ),
            span,
            Bilingual::new(
                format!("写作 `{own}`，或用 `qili fmt` 把文件统一为一种语言"),
                format!("write `{own}`, or let `qili fmt` print the file in one language"),
            ),
        )
        .coded(MIXED)
    }

    fn more(count: usize) -> Self {
        Self::new(
            Bilingual::new(
                format!("另有 {count} 处错误"),
                format!("and {count} more mistakes"),
            ),
            Span::default(),
            Bilingual::new(
                "改正以上各处后再检查一次",
                "mend these and check again to see them",
            ),
        )
    }

    /// What pest found, in the words of the language. `offset` is where the parsed part begins in `text`.
    pub(super) fn unread(unread: &Unread, text: &str, offset: usize, language: Language) -> Self {
        let Unread::Wrong(error) = unread else {
            return Self::too_large_clause(offset);
        };
        let at = offset
            + match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
        let expected = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
            // The recogniser watches its stack and says nothing else of its own.
            ErrorVariant::CustomError { .. } => return Self::too_deep(at),
        };
        let place = Place::new(text, offset, at, expected, language);
        let span = Span {
            start: at,
            end: at + place.word.len(),
        };
        let mut problem = Self::new(expected_here(expected, language), span, help(&place));
        problem.0.label = place.found();
        problem
    }
}

fn part() -> Bilingual {
    Bilingual::new(
        "把其中一部分另立一条，用 `定义`（`define`）取名",
        "give a part of it a name with a `define` clause of its own",
    )
}

fn split() -> Bilingual {
    Bilingual::new(
        "分成几个文件，都列在 `edition.yaml` 里",
        "split it into several files and list them in `edition.yaml`",
    )
}
