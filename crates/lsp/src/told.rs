//! What is wrong, as the crates below say it, taken apart for editors. The one place where a diagnostic meets a language.

use lsp_types::{Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString};
use miette::{LabeledSpan, Severity};
use qili_edition::{EditionError, Notice};
use qili_lang::parse::ParseError;
use qili_lang::syntax::Span;
use qili_review::check::Finding;
use qili_words::{In, Language, Localized};

use crate::world::World;

/// A place in a text, which goes by the name that messages have for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The text's name.
    pub name: String,
    /// Where.
    pub span: Span,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// `qili::rule::unknown_name`
    pub code: String,
    /// Whether it is a warning.
    pub warning: bool,
    /// What is wrong, in the reader's language.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Where, if anywhere.
    pub place: Option<Place>,
    /// Other places that belong to it, each with what it has to do with it.
    pub others: Vec<(Place, String)>,
    /// The clause at whose article it stands, where it does.
    pub article: Option<String>,
}

/// What is wrong with an edition.
#[must_use]
pub fn edition(error: &EditionError, language: Language) -> Vec<Told> {
    match error {
        EditionError::Syntax(mistakes) => localized(mistakes, language),
        EditionError::Several { problems, .. } => {
            let each = problems.iter();
            each.flat_map(|problem| edition(problem, language))
                .collect()
        }
        _ => all(error),
    }
}

/// What else cannot be used.
#[must_use]
pub fn diagnostic(error: &dyn miette::Diagnostic, _language: Language) -> Vec<Told> {
    all(error)
}

/// A mistake in a text.
#[must_use]
pub fn mistake(error: &ParseError, language: Language) -> Vec<Told> {
    localized(error, language)
}

/// Something that is not read.
#[must_use]
pub fn notice(notice: &Notice, language: Language) -> Vec<Told> {
    let mut told = localized(notice, language);
    if told.is_empty() {
        told.push(Told {
            code: notice.code.to_owned(),
            warning: true,
            message: notice.message.get(language).to_owned(),
            help: notice.help.get(language).to_owned(),
            place: None,
            others: Vec::new(),
            article: None,
        });
    }
    told
}

/// What a check finds.
#[must_use]
pub fn finding(finding: &Finding, _language: Language) -> Vec<Told> {
    let mut told = all(finding);
    for one in &mut told {
        one.article = Some(finding.article.clone());
    }
    told
}

fn localized(error: &dyn Localized, language: Language) -> Vec<Told> {
    all(&In::new(language, error))
}

fn all(error: &dyn miette::Diagnostic) -> Vec<Told> {
    let mut told = Vec::new();
    collect(error, &mut told);
    told
}

fn collect(error: &dyn miette::Diagnostic, told: &mut Vec<Told>) {
    let labels: Vec<LabeledSpan> = error.labels().into_iter().flatten().collect();
    let further: Vec<&dyn miette::Diagnostic> = error.related().into_iter().flatten().collect();
    let place = |label: &LabeledSpan| {
        let contents = error.source_code()?.read_span(label.inner(), 0, 0).ok()?;
        Some(Place {
            name: contents.name()?.to_owned(),
            span: Span {
                start: label.offset(),
                end: label.offset() + label.len(),
            },
        })
    };
    let main = labels.iter().position(LabeledSpan::primary).unwrap_or(0);
    let at = labels.get(main).and_then(place);
    if at.is_some() || further.is_empty() {
        let others = labels
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != main);
        told.push(Told {
            code: error
                .code()
                .map(|code| code.to_string())
                .unwrap_or_default(),
            warning: error
                .severity()
                .is_some_and(|severity| severity != Severity::Error),
            message: error.to_string(),
            help: error
                .help()
                .map(|help| help.to_string())
                .unwrap_or_default(),
            others: others
                .filter_map(|(_, label)| Some((place(label)?, label.label()?.to_owned())))
                .collect(),
            place: at,
            article: None,
        });
    }
    for one in further {
        collect(one, told);
    }
}

impl Told {
    /// As the protocol has it, where its text is known.
    #[must_use]
    pub fn shown(&self, world: &World) -> Option<Diagnostic> {
        let place = self.place.as_ref()?;
        let lines = world.lines(&world.path_of(&place.name))?;
        let related = self.others.iter().filter_map(|(place, text)| {
            let location = world.location(&place.name, place.span)?;
            Some(DiagnosticRelatedInformation {
                location,
                message: text.clone(),
            })
        });
        let related: Vec<_> = related.collect();
        let message = match self.help.as_str() {
            "" => self.message.clone(),
            help => format!("{}\n{help}", self.message),
        };
        Some(Diagnostic {
            range: lines.range(at_least_one(lines.text(), place.span)),
            severity: Some(if self.warning {
                DiagnosticSeverity::WARNING
            } else {
                DiagnosticSeverity::ERROR
            }),
            code: Some(NumberOrString::String(self.code.clone())),
            source: Some("qili".to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            ..Diagnostic::default()
        })
    }
}

/// A span that has something in it, where the text has: editors show nothing of an empty one.
fn at_least_one(text: &str, span: Span) -> Span {
    if span.end > span.start {
        return span;
    }
    let start = span.start.min(text.len());
    match text[start..].chars().next() {
        Some(c) if c != '\n' && c != '\r' => Span {
            start,
            end: start + c.len_utf8(),
        },
        _ => {
            let before = text[..start].trim_end();
            let last = before.chars().next_back().map_or(0, char::len_utf8);
            Span {
                start: before.len() - last,
                end: before.len(),
            }
        }
    }
}
