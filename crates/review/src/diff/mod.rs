//! Two editions side by side: the clauses that differ, and what follows from them.
//!
//! Clauses are matched by what they define, whatever their numbers. Consequences are judged: every case of both
//! editions, and games if asked for, by the rules of either.

mod cases;
mod clauses;
mod games;
mod html;
mod law;
mod markdown;
mod text;
mod words;

pub(crate) use cases::ruling;
pub use cases::{
    CaseChange, Gathered, Judged, PatternChange, PlyChange, Printed, RulingChange, Side, all_cases,
    case_changes, gather, name,
};
pub use clauses::{Change, ClauseChange, Reordered, changes, counterparts, reordered};
pub use games::{GameChange, GamesCompared, compare_game};
pub use html::{html, law_and_clauses};
pub use law::{Expectation, Statement, expectations, statements};
pub use markdown::markdown;
pub use text::text;
pub use words::{Part, likeness, parts};

use qili_edition::folder::Folder;
use qili_edition::{Draft, EditionError};
use qili_report::{OpenError, Rulebook};
use qili_words::{In, Language, Localized};
use serde::Serialize;

/// Two editions, opened as far as they can be.
#[derive(Debug)]
pub struct Pair {
    /// The first.
    pub old: Opened,
    /// The second.
    pub new: Opened,
}

/// An edition, opened as far as it can be.
#[derive(Debug)]
pub struct Opened {
    /// Its clauses, as far as they can be read.
    pub draft: Draft,
    /// What is needed to judge by it, or why that cannot be done.
    pub book: Result<Rulebook, OpenError>,
    /// What its reports call it: its name, with the folder where both have one name.
    pub label: String,
}

impl Pair {
    /// Opens two editions by name or path.
    ///
    /// # Errors
    /// An edition of which not even the files can be read. One that is only wrong opens: see [`Opened::book`].
    pub fn open(old: &str, new: &str) -> Result<Self, EditionError> {
        let mut pair = Self {
            old: Opened::open(old)?,
            new: Opened::open(new)?,
        };
        if pair.old.label == pair.new.label {
            // `rules/2020` here and in a checkout of another branch
            pair.old.label = format!("{} ({old})", pair.old.label);
            pair.new.label = format!("{} ({new})", pair.new.label);
        }
        Ok(pair)
    }
}

impl Opened {
    fn open(reference: &str) -> Result<Self, EditionError> {
        Self::of(&Folder::named(reference)?)
    }

    /// The edition in a folder.
    ///
    /// # Errors
    /// As [`Pair::open`].
    pub fn of(folder: &Folder) -> Result<Self, EditionError> {
        let draft = Draft::from_folder(folder)?;
        let checked = draft.clone().check().map_err(OpenError::from);
        Ok(Self {
            label: draft.about.id.clone(),
            book: checked.and_then(Rulebook::new),
            draft,
        })
    }
}

/// The difference between two editions.
#[derive(Debug, Clone, Serialize)]
pub struct Difference {
    /// The schema of this report.
    pub schema: &'static str,
    /// What the first edition is called.
    pub old: String,
    /// What the second edition is called.
    pub new: String,
    /// Mistakes because of which clauses could not be compared, or nothing could be judged.
    pub problems: Vec<String>,
    /// What differs outside the clauses.
    pub law: Vec<Statement>,
    /// The clauses that differ.
    pub clauses: Vec<ClauseChange>,
    /// What cases expect otherwise.
    pub expectations: Vec<Expectation>,
    /// The cases compared; none if either edition cannot be judged by.
    pub compared: usize,
    /// The cases that come out otherwise.
    pub cases: Vec<CaseChange>,
    /// Games, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<GamesCompared>,
}

/// The name and version of the JSON of a [`Difference`]; fields are added, never changed or removed.
pub const SCHEMA: &str = "qili.diff/1";

/// Compares two editions.
///
/// # Errors
/// A case file that cannot be read.
pub fn difference(pair: &Pair, language: Language) -> Result<Difference, EditionError> {
    let mut difference = Difference {
        schema: SCHEMA,
        old: pair.old.label.clone(),
        new: pair.new.label.clone(),
        problems: problems(pair, language),
        law: statements(&pair.old.draft, &pair.new.draft, language),
        clauses: changes(&pair.old.draft, &pair.new.draft, language),
        expectations: Vec::new(),
        compared: 0,
        cases: Vec::new(),
        games: None,
    };
    if let (Ok(old), Ok(new)) = (&pair.old.book, &pair.new.book) {
        let (compared, cases) = case_changes(old, new, language)?;
        let same = old.edition.about.id == new.edition.about.id;
        difference.expectations = expectations(&all_cases(old)?, &all_cases(new)?, same, language);
        difference.compared = compared;
        difference.cases = cases;
    }
    Ok(difference)
}

/// Everything that is wrong with either edition, each on a line.
fn problems(pair: &Pair, language: Language) -> Vec<String> {
    let mut problems = Vec::new();
    for opened in [&pair.old, &pair.new] {
        let mut wrong: Vec<String> = opened
            .draft
            .problems
            .iter()
            .flat_map(|problem| lines(problem, language))
            .collect();
        if let (Err(error), true) = (&opened.book, wrong.is_empty()) {
            wrong.extend(lines(error, language));
        }
        problems.extend(
            wrong
                .into_iter()
                .map(|line| format!("{}{}{line}", opened.label, language.of("：", ": "))),
        );
    }
    problems
}

/// A diagnostic and what is related to it, each as one line with its place.
fn lines(error: &dyn Localized, language: Language) -> Vec<String> {
    let placed = |one: &dyn Localized| placed(&In::new(language, one));
    let related: Vec<String> = error.further().into_iter().map(placed).collect();
    if related.is_empty() {
        vec![placed(error)]
    } else {
        related
    }
}

fn placed(error: &dyn miette::Diagnostic) -> String {
    let place = error.source_code().and_then(|source| {
        let label = error.labels()?.next()?;
        let contents = source.read_span(label.inner(), 0, 0).ok()?;
        let name = contents.name()?.to_owned();
        Some(format!("`{name}:{}` ", contents.line() + 1))
    });
    format!("{}{error}", place.unwrap_or_default())
}
