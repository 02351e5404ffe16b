//! What a check finds: a diagnostic at a clause.

use std::fmt::Display;

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};
use qili_lang::check::CheckError;
use qili_lang::rules::ClauseId;
use qili_lang::syntax::Span;
use qili_report::Rulebook;
use qili_words::{Bilingual, Language, Localized, Source, Texts};

/// Something that a reviewer should know about a clause.
#[derive(Debug, Clone, thiserror::Error)]
#[error("clause {article}: {}", message.en)]
pub struct Finding {
    /// The article of the clause.
    pub article: String,
    /// Which sort of finding: `qili::check::uncovered`.
    pub code: &'static str,
    /// Whether the edition is wrong, or only doubtful.
    pub severity: Severity,
    /// What was found.
    pub message: Bilingual,
    /// What can be done.
    pub help: Option<Bilingual>,
    label: Bilingual,
    text: Source,
    span: (usize, usize),
}

impl Finding {
    /// A warning at a clause.
    pub(super) fn warning(
        book: &Rulebook,
        clause: ClauseId,
        code: &'static str,
        message: Bilingual,
    ) -> Self {
        let in_force = &book.edition.clauses[clause.index()];
        let span = in_force.clause.article.span;
        Self {
            article: in_force.clause.article.text.clone(),
            code,
            severity: Severity::Warning,
            message,
            help: None,
            label: in_force.clause.title.clone(),
            text: book.edition.files[in_force.file].source.clone(),
            span: (span.start, span.end - span.start),
        }
    }

    /// Something at a clause that may well be meant.
    pub(super) fn advice(
        book: &Rulebook,
        clause: ClauseId,
        code: &'static str,
        message: Bilingual,
    ) -> Self {
        Self {
            severity: Severity::Advice,
            ..Self::warning(book, clause, code, message)
        }
    }

    /// An error at a clause.
    pub(super) fn error(
        book: &Rulebook,
        clause: ClauseId,
        code: &'static str,
        message: Bilingual,
    ) -> Self {
        Self {
            severity: Severity::Error,
            ..Self::warning(book, clause, code, message)
        }
    }

    /// What the checker of the language doubts.
    pub(super) fn doubt(book: &Rulebook, doubt: &CheckError) -> Option<Self> {
        let file = book.edition.files.get(doubt.source_index)?;
        let Span { start, end } = doubt.span();
        Some(Self {
            article: doubt.article.clone(),
            code: doubt.sort(),
            severity: Severity::Warning,
            message: doubt.message().clone(),
            help: doubt.advice().cloned(),
            label: doubt.label().clone(),
            text: file.source.clone(),
            span: (start, end - start),
        })
    }

    pub(super) fn help(mut self, help: Bilingual) -> Self {
        self.help = Some(help);
        self
    }

    /// Whether it is only something to think of.
    #[must_use]
    pub fn is_advice(&self) -> bool {
        self.severity == Severity::Advice
    }

    /// Whether the edition is wrong.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl Diagnostic for Finding {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.code))
    }

    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(&self.help.as_ref()?.en))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.text)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (start, length) = self.span;
        let label = LabeledSpan::new(Some(self.label.en.clone()), start, length);
        Some(Box::new(std::iter::once(label)))
    }
}

impl Localized for Finding {
    fn chinese(&self) -> Texts {
        let (article, message) = (&self.article, &self.message.zh);
        Texts {
            message: format!("条 `{article}`：{message}"),
            labels: vec![self.label.get(Language::Chinese).to_owned()],
            help: self.help.as_ref().map(|help| help.zh.clone()),
        }
    }
}
