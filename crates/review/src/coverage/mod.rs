//! Which clauses the cases of an edition exercise, and which they would not miss.
//!
//! A clause is *exercised* by a case when it held or applied in its judgement. That is not yet a test of it: so every
//! clause is removed or changed in turn ([`Mutation`]), and a case *notices* when it no longer comes out as it says.

mod json;
mod mutate;
mod text;
mod trial;

use qili_words::Bilingual;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use qili_edition::{Edition, EditionError};
use qili_interpreter::Engine;
use qili_lang::check::{check, live};
use qili_lang::defines::defines;
use qili_lang::rules::{ClauseId, Rules};
use qili_lang::syntax::{Clause, Effect, Name};
use qili_report::Rulebook;
use rayon::prelude::*;

pub use json::{CoverageJson, json};
use mutate::mutations;
pub use mutate::{Mutation, matters, wanting};
pub use text::{markdown, text};
pub use trial::{Expected, Trial, inherited_trials, trials};

/// What the cases of an edition say about its clauses.
#[derive(Debug, Clone)]
pub struct Coverage {
    /// The edition's name.
    pub edition: String,
    /// How many scenarios were judged.
    pub scenarios: usize,
    /// How many of them were found or made up, and are in no book.
    pub found: usize,
    /// Every clause that can matter to natures and rulings, in the order of the book.
    pub clauses: Vec<ClauseCoverage>,
    /// Whether clauses were changed in turn.
    pub mutated: bool,
    /// Whether reports speak of its own clauses only: it inherits the cases of what it amends, and states something itself.
    pub own_only: bool,
    /// The titles of the scenarios' cases, by the scenarios' names.
    pub titles: BTreeMap<String, Bilingual>,
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
    /// Whether anything stands on it: what an edition amends may say what only others need. Where nothing does, no case
    /// can notice a change, and none is made.
    pub used: bool,
    /// Whether it can be seen that it held: not of what is compiled into searches (units, discounts, results within
    /// results) and of the order of severity. Those are tested by changing them alone.
    pub traced: bool,
    /// The scenarios in whose judgement it held or applied.
    pub exercised_by: Vec<String>,
    /// The changes made to it, and the scenario that noticed each.
    pub mutants: Vec<(Mutation, Option<Noticed>)>,
}

/// Who notices a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Noticed {
    /// The scenario's name.
    pub by: String,
    /// Whether only scenarios notice it that were found or made up.
    pub found: bool,
}

/// How many changes were noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// All changes made.
    pub all: usize,
    /// Those that a figure of the book notices.
    pub printed: usize,
    /// Those that only scenarios notice which were found or made up.
    pub found: usize,
}

impl Score {
    /// Those that some scenario notices.
    #[must_use]
    pub const fn noticed(self) -> usize {
        self.printed + self.found
    }
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
            .filter(|clause| clause.used && clause.traced && clause.exercised_by.is_empty())
    }

    /// Clauses on which nothing in the edition stands.
    pub fn unused(&self) -> impl Iterator<Item = &ClauseCoverage> {
        self.told().filter(|clause| !clause.used)
    }

    /// The changes that no case noticed.
    pub fn survivors(&self) -> impl Iterator<Item = (&ClauseCoverage, Mutation)> {
        self.clauses.iter().flat_map(|clause| {
            let unnoticed = clause.mutants.iter().filter(|(_, by)| by.is_none());
            unnoticed.map(move |(mutation, _)| (clause, *mutation))
        })
    }

    /// How many changes were made and noticed.
    #[must_use]
    pub fn score(&self) -> Score {
        let mutants = self.clauses.iter().flat_map(|clause| &clause.mutants);
        let noticed = mutants.clone().filter_map(|(_, noticed)| noticed.as_ref());
        let found = noticed.clone().filter(|noticed| noticed.found).count();
        Score {
            all: mutants.count(),
            printed: noticed.count() - found,
            found,
        }
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
    let mut places = 0..book.edition.clauses.len();
    let own_only = book.edition.inherits_cases() && places.any(|place| is_own(book, place));
    let mut clauses = traced.rows();
    if let Some(progress) = progress {
        let mut mutants = Mutant::all(book);
        mutants.retain(|mutant| {
            let used = clauses.get(&mutant.clause).is_some_and(|row| row.used);
            used && (!own_only || is_own(book, usize::from(mutant.clause.0)))
        });
        let done = AtomicUsize::new(0);
        let verdicts: Vec<Option<Option<Noticed>>> = mutants
            .par_iter()
            .map(|mutant| {
                let verdict = traced.noticing(mutant);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, mutants.len());
                verdict
            })
            .collect();
        for (mutant, verdict) in mutants.iter().zip(verdicts) {
            let row = clauses.get_mut(&mutant.clause);
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
        found: traced.trials.iter().filter(|trial| trial.found).count(),
        clauses,
        mutated: progress.is_some(),
        own_only,
        titles: traced
            .trials
            .into_iter()
            .map(|trial| (trial.name, trial.title))
            .collect(),
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

/// The traced cases of [`Deciders`] by themselves, for whoever goes on asking later.
#[derive(Debug)]
pub struct Traces {
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

    /// The traced cases, to go on with by [`resume`](Self::resume).
    #[must_use]
    pub fn pause(self) -> Traces {
        let Self { trials, traced, .. } = self;
        Traces { trials, traced }
    }

    /// Goes on with cases that were traced by the same edition.
    #[must_use]
    pub fn resume(book: &'b Rulebook, traces: Traces) -> Self {
        let Traces { trials, traced } = traces;
        Self {
            book,
            trials,
            traced,
        }
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
        for mutant in Mutant::of(self.book, clause) {
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
        let changed = clauses(self.book)
            .get(usize::from(clause.0))
            .and_then(|clause| wanting(clause));
        let mutant = changed.map(|changed| Mutant {
            clause,
            mutation: Mutation::Wanting,
            instead: Some(changed),
        });
        let Some(engine) = mutant.and_then(|mutant| mutant.engine(self.book)) else {
            return Vec::new();
        };
        self.differing(&engine, |held| held.contains(&clause))
    }

    /// The scenarios that come out otherwise by a clause: without it, or as it stood before.
    #[must_use]
    pub fn changed_by(&self, clause: ClauseId, before: Option<&Clause>) -> Vec<String> {
        let engine = Mutant::with(clause, before.cloned()).engine(self.book);
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

    /// The first scenario that notices a change: those of the book before those that were found, those that exercise its
    /// clause before the others, the small ones before the large; `None` if the changed rules are no rules, or the same as
    /// before.
    fn noticing(&self, mutant: &Mutant) -> Option<Option<Noticed>> {
        let engine = mutant.engine(self.book)?;
        let exercises = |index: &usize| self.traced[*index].1.contains(&mutant.clause);
        // where a clause did not hold it is not missed
        let all = clauses(self.book);
        let effect = all.get(usize::from(mutant.clause.0));
        let effect = effect.and_then(|clause| clause.effect.as_ref());
        let seen = effect.is_some_and(|effect| is_traced(effect, &all));
        let missed_only = mutant.mutation == Mutation::Removed && seen;
        let mut order: Vec<usize> = (0..self.trials.len()).collect();
        order.retain(|index| !missed_only || exercises(index));
        order.sort_by_key(|index| {
            let trial = &self.trials[*index];
            (trial.found, !exercises(index), trial.size())
        });
        let mut order = order.into_iter();
        let first = order.find(|&index| self.trials[index].notices(&engine, &self.traced[index].0));
        Some(first.map(|index| Noticed {
            by: self.trials[index].name.clone(),
            found: self.trials[index].found,
        }))
    }

    fn rows(&self) -> HashMap<ClauseId, ClauseCoverage> {
        let all = clauses(self.book);
        let live = live(&all);
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
                    used: live[place],
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

/// An edition with one clause removed or changed.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// Which clause.
    pub clause: ClauseId,
    /// What was done to it.
    pub mutation: Mutation,
    /// What it says instead; nothing where it is gone.
    instead: Option<Clause>,
}

impl Mutant {
    /// The mutations of one clause of an edition.
    #[must_use]
    pub fn of(book: &Rulebook, clause: ClauseId) -> Vec<Self> {
        let clauses = &book.edition.clauses;
        let results: Vec<Name> = clauses
            .iter()
            .filter_map(|one| match &one.clause.effect {
                Some(Effect::Result { names, .. }) => names.names.first().cloned(),
                _ => None,
            })
            .collect();
        let changed = clauses
            .get(usize::from(clause.0))
            .map_or_else(Vec::new, |one| mutations(&one.clause, &results));
        changed
            .into_iter()
            .map(|(mutation, instead)| Self {
                clause,
                mutation,
                instead,
            })
            .collect()
    }

    /// Another clause in the place of one, or none.
    #[must_use]
    pub const fn with(clause: ClauseId, instead: Option<Clause>) -> Self {
        Self {
            clause,
            mutation: Mutation::Removed,
            instead,
        }
    }

    fn all(book: &Rulebook) -> Vec<Self> {
        let places = 0..book.edition.clauses.len();
        places.flat_map(|place| Self::of(book, id(place))).collect()
    }

    /// The changed rules; `None` if they are no rules, or the same as before.
    fn rules(&self, book: &Rulebook) -> Option<Arc<Rules>> {
        let all = book.edition.clauses.iter().enumerate();
        let clauses: Vec<(usize, Clause)> = all
            .filter_map(|(at, one)| {
                let kept = if id(at) == self.clause {
                    self.instead.clone()?
                } else {
                    one.clause.clone()
                };
                Some((one.file, kept))
            })
            .collect();
        let rules = check(&clauses).ok()?;
        let before = &book.edition.rules;
        let same = match (
            self.mutation,
            &book
                .edition
                .clauses
                .get(usize::from(self.clause.0))?
                .clause
                .effect,
        ) {
            (Mutation::WithoutLine(_) | Mutation::Number(..) | Mutation::OtherResult, _) => {
                rules.searches == before.searches
            }
            // without an order the natures are as heavy as they stand in the book
            (_, Some(Effect::Severity { .. })) => {
                let names = |rules: &Rules| -> Vec<_> {
                    let names = rules.natures.iter().map(|nature| nature.names.clone());
                    names.collect()
                };
                names(&rules) == names(before)
            }
            _ => false,
        };
        (!same).then(|| Arc::new(rules))
    }

    /// The changed rules, compiled; `None` as where they are no rules.
    #[must_use]
    pub fn engine(&self, book: &Rulebook) -> Option<Engine> {
        book.engine.with_rules(self.rules(book)?).ok()
    }

    /// The same as an edition; its clauses are those that stand in the files.
    #[must_use]
    pub fn book(&self, book: &Rulebook) -> Option<Rulebook> {
        let rules = self.rules(book)?;
        let engine = book.engine.with_rules(rules.clone()).ok()?;
        let mut edition = Edition::clone(&book.edition);
        edition.rules = rules;
        Some(Rulebook {
            edition: Arc::new(edition),
            engine: Arc::new(engine),
            ..book.clone()
        })
    }
}
