//! Which clauses the cases of an edition exercise, and which they would not miss.
//!
//! A clause is *exercised* by a case when it held or applied in its judgement. That is not yet a test of it: so every
//! clause is removed or changed in turn ([`Mutation`]), and a case *notices* when it no longer comes out as it says.

mod json;
mod mutate;
mod text;
mod trial;

use qili_words::Bilingual;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use qili_edition::EditionError;
use qili_interpreter::Engine;
use qili_lang::check::check;
use qili_lang::defines::defines;
use qili_lang::rules::ClauseId;
use qili_lang::syntax::{Clause, Effect, Name};
use qili_report::Rulebook;
use rayon::prelude::*;

pub use json::{CoverageJson, json};
pub use mutate::{Mutation, matters, mutations, wanting};
pub use text::{markdown, text};
pub use trial::{Expected, Trial, inherited_trials, trials};

/// What the cases of an edition say about its clauses.
#[derive(Debug, Clone)]
pub struct Coverage {
    /// The edition's name.
    pub edition: String,
    /// How many scenarios were judged.
    pub scenarios: usize,
    /// Every clause that can matter to natures and rulings, in the order of the book.
    pub clauses: Vec<ClauseCoverage>,
    /// Whether clauses were changed in turn.
    pub mutated: bool,
    /// Whether reports speak of its own clauses only: it inherits the cases of what it amends.
    pub own_only: bool,
}

/// What the cases say about a clause.
#[derive(Debug, Clone)]
pub struct ClauseCoverage {
    /// Which clause.
    pub clause: ClauseId,
    /// Its number.
    pub article: String,
    /// Its title.
    pub title: Bilingual,
    /// What it defines.
    pub defines: String,
    /// Whether the edition itself says it, and none that it amends.
    pub own: bool,
    /// Whether it can be seen that it held: not of what is compiled into searches (units, discounts, results within
    /// results) and of the order of severity. Those are tested by changing them alone.
    pub traced: bool,
    /// The scenarios in whose judgement it held or applied.
    pub exercised_by: Vec<String>,
    /// The changes made to it, and the scenario that noticed each.
    pub mutants: Vec<(Mutation, Option<String>)>,
}

impl Coverage {
    /// The clauses that reports speak of.
    pub fn told(&self) -> impl Iterator<Item = &ClauseCoverage> {
        let all = !self.own_only;
        self.clauses.iter().filter(move |clause| all || clause.own)
    }

    /// Clauses that no case exercises, as far as that can be seen.
    pub fn unexercised(&self) -> impl Iterator<Item = &ClauseCoverage> {
        self.told()
            .filter(|clause| clause.traced && clause.exercised_by.is_empty())
    }

    /// The changes that no case noticed.
    pub fn survivors(&self) -> impl Iterator<Item = (&ClauseCoverage, Mutation)> {
        self.clauses.iter().flat_map(|clause| {
            let unnoticed = clause.mutants.iter().filter(|(_, by)| by.is_none());
            unnoticed.map(move |(mutation, _)| (clause, *mutation))
        })
    }

    /// How many changes were noticed, and how many were made.
    #[must_use]
    pub fn score(&self) -> (usize, usize) {
        let all = self.clauses.iter().map(|clause| clause.mutants.len()).sum();
        (all - self.survivors().count(), all)
    }
}

/// What is done for each step of progress: steps done, steps in all.
pub type Progress<'p> = dyn Fn(usize, usize) + Sync + 'p;

/// Traces every case of an edition, inherited ones that can be played included; with `progress` it also changes every clause in turn.
///
/// The result does not depend on the number of threads.
///
/// # Errors
/// A case that cannot be read or played.
pub fn coverage(
    book: &Rulebook,
    progress: Option<&Progress<'_>>,
) -> Result<Coverage, EditionError> {
    let traced = Deciders::new(book)?;
    let own_only = book.edition.inherits_cases();
    let mut clauses = traced.rows();
    if let Some(progress) = progress {
        let mut mutants = mutants(book);
        mutants.retain(|mutant| !own_only || is_own(book, mutant.place));
        let done = AtomicUsize::new(0);
        let verdicts: Vec<Option<Option<String>>> = mutants
            .par_iter()
            .map(|mutant| {
                let verdict = traced.noticing(mutant);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, mutants.len());
                verdict
            })
            .collect();
        for (mutant, verdict) in mutants.iter().zip(verdicts) {
            let row = clauses.get_mut(&id(mutant.place));
            if let (Some(row), Some(by)) = (row, verdict) {
                row.mutants.push((mutant.mutation, by));
            }
        }
    }
    let mut clauses: Vec<ClauseCoverage> = clauses.into_values().collect();
    clauses.sort_by_key(|row| row.clause);
    Ok(Coverage {
        edition: book.edition.about.id.clone(),
        scenarios: traced.trials.len(),
        clauses,
        mutated: progress.is_some(),
        own_only,
    })
}

/// The cases of an edition, judged and traced once, of which one clause after another can be asked what it decides.
///
/// ```
/// use qili_report::Rulebook;
/// use qili_review::coverage::Deciders;
///
/// let book = Rulebook::open("1965")?;
/// let deciders = Deciders::new(&book)?;
/// let rules = book.engine.rules();
/// let (clause, _) = rules.clauses.enumerated().find(|(_, clause)| clause.article == "4.1(4)").expect("a clause");
/// assert!(!deciders.of(clause).cases.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Deciders<'b> {
    book: &'b Rulebook,
    trials: Vec<Trial>,
    traced: Vec<(Expected, Vec<ClauseId>)>,
}

/// What a clause decides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decided {
    /// The scenarios that come out otherwise than their case says under some change of the clause, its removal among
    /// the changes; in the order of the cases.
    pub cases: Vec<String>,
    /// The changes that none of them notices.
    pub unnoticed: Vec<Mutation>,
}

impl<'b> Deciders<'b> {
    /// Judges every case of an edition, inherited ones that can be played included.
    ///
    /// # Errors
    /// A case that cannot be read or played.
    pub fn new(book: &'b Rulebook) -> Result<Self, EditionError> {
        let mut trials = trials(book, &book.edition.cases()?)?;
        trials.extend(inherited_trials(book, &book.edition.inherited_cases()?));
        let traced = trials
            .par_iter()
            .map(|trial| trial.trace(&book.engine))
            .collect();
        Ok(Self {
            book,
            trials,
            traced,
        })
    }

    /// The scenarios in whose judgement a clause held or applied.
    #[must_use]
    pub fn exercised_by(&self, clause: ClauseId) -> Vec<String> {
        let held = |(_, held): &&(Expected, Vec<ClauseId>)| held.contains(&clause);
        let named = self.trials.iter().zip(&self.traced);
        let held = named.filter(|(_, traced)| held(traced));
        held.map(|(trial, _)| trial.name.clone()).collect()
    }

    /// What a clause decides: every change of it is tried on the cases that it touches (on all of them, if nobody can
    /// see which it touches).
    #[must_use]
    pub fn of(&self, clause: ClauseId) -> Decided {
        let all: Vec<&Clause> = clauses(self.book);
        let effect = all
            .get(usize::from(clause.0))
            .and_then(|clause| clause.effect.as_ref());
        let everywhere = effect.is_some_and(|effect| !is_traced(effect, &all));
        let touched: Vec<usize> = (0..self.trials.len())
            .filter(|&index| everywhere || self.traced[index].1.contains(&clause))
            .collect();
        let mut decided = vec![false; self.trials.len()];
        let mut unnoticed = Vec::new();
        for mutant in mutants(self.book) {
            if id(mutant.place) != clause {
                continue;
            }
            let Some(engine) = mutant.engine(self.book) else {
                continue;
            };
            let noticed: Vec<bool> = touched
                .par_iter()
                .map(|&index| self.trials[index].notices(&engine, &self.traced[index].0))
                .collect();
            if !noticed.contains(&true) {
                unnoticed.push(mutant.mutation);
            }
            for (&index, noticed) in touched.iter().zip(noticed) {
                decided[index] |= noticed;
            }
        }
        let cases = self.trials.iter().zip(decided);
        Decided {
            cases: cases
                .filter(|(_, decided)| *decided)
                .map(|(trial, _)| trial.name.clone())
                .collect(),
            unnoticed,
        }
    }

    /// The scenarios in which a clause holds for want of anything: `every x in …`, and there is no such x. They come out
    /// otherwise where it has to be there.
    #[must_use]
    pub fn for_want(&self, clause: ClauseId) -> Vec<String> {
        let place = usize::from(clause.0);
        let changed = clauses(self.book)
            .get(place)
            .and_then(|clause| wanting(clause));
        let mutant = changed.map(|clause| Mutant {
            place,
            mutation: Mutation::Wanting,
            clause: Some(clause),
        });
        let Some(engine) = mutant.and_then(|mutant| mutant.engine(self.book)) else {
            return Vec::new();
        };
        self.differing(&engine, |held| held.contains(&clause))
    }

    /// The scenarios that come out otherwise by a clause: without it, or as it stood before.
    #[must_use]
    pub fn changed_by(&self, clause: ClauseId, before: Option<&Clause>) -> Vec<String> {
        let mutant = Mutant {
            place: usize::from(clause.0),
            mutation: Mutation::Removed,
            clause: before.cloned(),
        };
        let engine = mutant.engine(self.book);
        engine.map_or_else(Vec::new, |engine| self.differing(&engine, |_| true))
    }

    /// The scenarios of which other rules say anything else, among those in which the clauses held that are asked for.
    fn differing(
        &self,
        engine: &Engine,
        among: impl Fn(&[ClauseId]) -> bool + Sync,
    ) -> Vec<String> {
        let named = self.trials.par_iter().zip(&self.traced);
        let differ = named
            .filter(|(trial, (expected, held))| among(held) && trial.trace(engine).0 != *expected);
        differ.map(|(trial, _)| trial.name.clone()).collect()
    }

    /// The first scenario that notices a change, those that exercise its clause before the others; `None` if the
    /// changed rules are no rules, or the same as before.
    fn noticing(&self, mutant: &Mutant) -> Option<Option<String>> {
        let engine = mutant.engine(self.book)?;
        let clause = id(mutant.place);
        let exercise = |wanted: bool| {
            (0..self.trials.len())
                .filter(move |&index| self.traced[index].1.contains(&clause) == wanted)
        };
        let first = exercise(true)
            .chain(exercise(false))
            .find(|&index| self.trials[index].notices(&engine, &self.traced[index].0));
        Some(first.map(|index| self.trials[index].name.clone()))
    }

    fn rows(&self) -> HashMap<ClauseId, ClauseCoverage> {
        let all = clauses(self.book);
        let mut rows = HashMap::new();
        for (place, (clause, defines)) in all.iter().zip(defines(&all)).enumerate() {
            let Some(effect) = clause.effect.as_ref().filter(|effect| matters(effect)) else {
                continue;
            };
            rows.insert(
                id(place),
                ClauseCoverage {
                    clause: id(place),
                    article: clause.article.text.clone(),
                    title: clause.title.clone(),
                    own: is_own(self.book, place),
                    traced: is_traced(effect, &all),
                    defines,
                    exercised_by: self.exercised_by(id(place)),
                    mutants: Vec::new(),
                },
            );
        }
        rows
    }
}

fn clauses(book: &Rulebook) -> Vec<&Clause> {
    book.edition.clauses.iter().map(|one| &one.clause).collect()
}

/// Whether the clause at a place is the edition's own.
fn is_own(book: &Rulebook, place: usize) -> bool {
    let file = book.edition.clauses.get(place).map(|one| one.file);
    let file = file.and_then(|file| book.edition.files.get(file));
    file.is_some_and(|file| file.edition == book.edition.about.id)
}

fn id(place: usize) -> ClauseId {
    ClauseId(u16::try_from(place).unwrap_or(u16::MAX))
}

/// Whether the evaluator says when a clause held.
fn is_traced(effect: &Effect, all: &[&Clause]) -> bool {
    match effect {
        Effect::Define { .. }
        | Effect::Nature(_)
        | Effect::Quality { .. }
        | Effect::Pattern { .. }
        | Effect::Ruling { .. }
        | Effect::Search(_)
        | Effect::Worth { .. } => true,
        // an exception to a result is part of the result
        Effect::Exception { of, .. } => of.iter().any(|article| {
            let lifted = all
                .iter()
                .find(|clause| clause.article.text == article.text);
            lifted
                .and_then(|clause| clause.effect.as_ref())
                .is_some_and(|effect| is_traced(effect, all))
        }),
        _ => false,
    }
}

/// An edition with one clause changed.
struct Mutant {
    place: usize,
    mutation: Mutation,
    clause: Option<Clause>,
}

fn mutants(book: &Rulebook) -> Vec<Mutant> {
    let clauses = &book.edition.clauses;
    let results: Vec<Name> = clauses
        .iter()
        .filter_map(|one| match &one.clause.effect {
            Some(Effect::Result { names, .. }) => names.names.first().cloned(),
            _ => None,
        })
        .collect();
    let each = |(place, one): (usize, &qili_edition::InForce)| {
        mutations(&one.clause, &results)
            .into_iter()
            .map(move |(mutation, clause)| Mutant {
                place,
                mutation,
                clause,
            })
    };
    clauses.iter().enumerate().flat_map(each).collect()
}

impl Mutant {
    /// The changed rules, compiled; `None` if they are no rules, or the same as before.
    fn engine(&self, book: &Rulebook) -> Option<Engine> {
        let mut clauses: Vec<(usize, Clause)> = book
            .edition
            .clauses
            .iter()
            .map(|one| (one.file, one.clause.clone()))
            .collect();
        match &self.clause {
            Some(clause) => clauses[self.place].1 = clause.clone(),
            None => {
                clauses.remove(self.place);
            }
        }
        let rules = check(&clauses).ok()?;
        let same_searches = matches!(
            self.mutation,
            Mutation::WithoutLine(_) | Mutation::Number(..) | Mutation::OtherResult
        ) && rules.searches == book.edition.rules.searches;
        if same_searches {
            return None;
        }
        Engine::new(Arc::new(rules)).ok()
    }
}
