//! What is wrong with clauses that can be read.

use crate::format::number;
use crate::syntax::{Clause, Span};
use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};
use qili_words::{Bilingual, Language, Localized, Source, Texts, both};
use std::fmt::Display;

/// Something wrong with a clause: a name that is not known, a comparison that makes no sense, …
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}: {}", named.en, fault.message.en)]
pub struct CheckError {
    /// The article of the clause.
    pub article: String,
    named: Bilingual,
    /// The file it stands in (the index given by the caller).
    pub source_index: usize,
    fault: Box<Fault>,
    text: Option<Source>,
    warning: bool,
}

/// Why amendments cannot be applied.
pub type AmendError = CheckError;

/// What is wrong, before it is tied to its clause.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    pub(super) code: &'static str,
    pub(super) message: Bilingual,
    pub(super) span: Span,
    pub(super) label: Bilingual,
    pub(super) help: Option<Bilingual>,
}

/// A clause as a message names it to somebody who may have to write its handle.
pub(super) fn cited(clause: &Clause) -> Bilingual {
    let (article, title) = (&clause.article.text, &clause.title.zh);
    let en = format!("clause {article}");
    if title.is_empty() || number(article, Language::Chinese) == article {
        return Bilingual::new(format!("条 `{article}`"), en);
    }
    Bilingual::new(format!("条“{title}”（条号 `{article}`）"), en)
}

/// The likely word.
pub(super) fn did_you_mean(near: &str) -> Bilingual {
    both!("是不是 `{near}`？", "did you mean `{near}`?")
}

impl Fault {
    pub(super) fn new(code: &'static str, span: Span, message: Bilingual) -> Self {
        Self {
            code,
            message,
            span,
            label: both!("这里", "here"),
            help: None,
        }
    }

    pub(super) fn label(mut self, label: Bilingual) -> Self {
        self.label = label;
        self
    }

    pub(super) fn help(mut self, help: Bilingual) -> Self {
        self.help = Some(help);
        self
    }

    pub(super) fn of(self, source_index: usize, clause: &Clause) -> CheckError {
        CheckError {
            article: clause.article.text.clone(),
            named: cited(clause),
            source_index,
            fault: Box::new(self),
            text: None,
            warning: false,
        }
    }
}

impl CheckError {
    pub(super) fn warning(mut self) -> Self {
        self.warning = true;
        self
    }

    /// Gives the diagnostic the text of its file, so that it can show the place.
    #[must_use]
    pub fn with_text(mut self, text: Source) -> Self {
        self.text = Some(text);
        self
    }

    /// The same with other advice.
    #[must_use]
    pub fn advised(mut self, help: Bilingual) -> Self {
        self.fault.help = Some(help);
        self
    }

    /// The place in the clause's file.
    #[must_use]
    pub fn span(&self) -> Span {
        self.fault.span
    }

    /// Which sort of mistake: `qili::rule::unused`.
    #[must_use]
    pub fn sort(&self) -> &'static str {
        self.fault.code
    }

    /// What is wrong, without the article.
    #[must_use]
    pub fn message(&self) -> &Bilingual {
        &self.fault.message
    }

    /// What stands at its place.
    #[must_use]
    pub fn label(&self) -> &Bilingual {
        &self.fault.label
    }

    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> Option<&Bilingual> {
        self.fault.help.as_ref()
    }
}

impl Diagnostic for CheckError {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.fault.code))
    }

    fn severity(&self) -> Option<Severity> {
        Some(if self.warning {
            Severity::Warning
        } else {
            Severity::Error
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(&self.fault.help.as_ref()?.en))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.text.as_ref()?)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let Span { start, end } = self.fault.span;
        let label = LabeledSpan::new(
            Some(self.fault.label.en.clone()),
            start,
            end.saturating_sub(start),
        );
        Some(Box::new(std::iter::once(label)))
    }
}

impl Localized for CheckError {
    fn chinese(&self) -> Texts {
        Texts {
            message: format!("{}：{}", self.named.zh, self.fault.message.zh),
            labels: vec![self.fault.label.zh.clone()],
            help: self.fault.help.as_ref().map(|help| help.zh.clone()),
        }
    }
}
