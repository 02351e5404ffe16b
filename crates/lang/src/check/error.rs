//! What is wrong with clauses that can be read.

use crate::syntax::{Clause, Span};
use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};
use qili_words::Source;
use std::fmt::Display;

/// Something wrong with a clause: a name that is not known, a comparison that makes no sense, …
#[derive(Debug, Clone, thiserror::Error)]
#[error("clause {article}: {}", fault.message)]
pub struct CheckError {
    /// The article of the clause.
    pub article: String,
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
    pub(super) message: String,
    pub(super) span: Span,
    pub(super) label: String,
    pub(super) help: Option<String>,
}

impl Fault {
    pub(super) fn new(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            span,
            label: "here".to_owned(),
            help: None,
        }
    }

    pub(super) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(super) fn of(self, source_index: usize, clause: &Clause) -> CheckError {
        CheckError {
            article: clause.article.text.clone(),
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
    pub fn message(&self) -> &str {
        &self.fault.message
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
        let help = self.fault.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.text.as_ref()?)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let Span { start, end } = self.fault.span;
        let label = LabeledSpan::new(
            Some(self.fault.label.clone()),
            start,
            end.saturating_sub(start),
        );
        Some(Box::new(std::iter::once(label)))
    }
}
