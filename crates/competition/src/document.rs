//! Diagnostics that point into a file that a user wrote.
//!
//! The shape of a file is checked when it is decoded. What is wrong *between* its data (a player twice, a clock that runs
//! backwards) is found later, by code that knows a place only as a path such as `rounds/2/results/0`: a [`Fault`]. [`locate`]
//! turns it into a diagnostic with the line.

use miette::{Diagnostic, LabeledSpan, SourceCode, SourceSpan};
use qili_edition::yaml::{Document, Source};
use qili_words::{Localized, Texts};

/// Something wrong at one place of the data, before the file that it came from is known.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct Fault<E: std::error::Error + 'static> {
    /// The path of the place, for instance `rounds/0/results/3`.
    pub at: String,
    /// What is wrong there.
    pub error: E,
}

impl<E: std::error::Error + 'static> Fault<E> {
    /// A fault at a path.
    pub fn new(at: impl Into<String>, error: E) -> Self {
        Self {
            at: at.into(),
            error,
        }
    }

    /// For `map_err` on functions that report the place in a list.
    pub fn in_list(list: &str) -> impl FnOnce((usize, E)) -> Self + '_ {
        move |(place, error)| Self::new(format!("{list}/{place}"), error)
    }
}

/// A [`Fault`] together with the file that it is in.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct Located<E: Diagnostic + 'static> {
    /// What is wrong.
    pub error: E,
    source_code: Source,
    span: SourceSpan,
}

/// Attaches the file to a fault.
pub fn locate<E: Diagnostic + 'static>(document: &Document, fault: Fault<E>) -> Located<E> {
    Located {
        span: document.span(&fault.at),
        error: fault.error,
        source_code: document.source(),
    }
}

impl<E: Diagnostic + 'static> Diagnostic for Located<E> {
    fn code<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.error.code()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.error.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source_code)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(Some("here".to_owned()), self.span);
        Some(Box::new(std::iter::once(label)))
    }
}

impl<E: Localized + 'static> Localized for Located<E> {
    fn chinese(&self) -> Texts {
        Texts {
            labels: vec!["这里".to_owned()],
            ..self.error.chinese()
        }
    }
}
