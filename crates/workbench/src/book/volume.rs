//! An edition as a book knows it: its clauses with what they use and what amends them, and its cases.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use qili_edition::case::Case;
use qili_edition::{Draft, Edition, InForce};
use qili_lang::check::names_used;
use qili_lang::defines::defines;
use qili_lang::parse::parse_recovering;
use qili_lang::syntax::{Amendment, Clause, Effect, Name};
use qili_report::Rulebook;
use qili_review::coverage::{Coverage, Decided, Deciders, coverage, trials};
use qili_review::diff::{all_cases, counterparts};
use qili_words::Bilingual;

use super::BookError;

/// An edition of the book.
#[derive(Debug)]
pub(super) struct Volume {
    /// The edition, to judge by.
    pub(super) book: Rulebook,
    /// The same as it was read.
    pub(super) draft: Draft,
    /// The editions that it amends, the nearest first.
    pub(super) bases: Vec<Edition>,
    /// Its cases, those that it inherits after its own.
    pub(super) cases: Vec<Case>,
    /// How many are its own.
    pub(super) own: usize,
    /// Its clauses: an entry for each clause in force.
    pub(super) entries: Vec<Entry>,
    /// What was a clause of an edition that it amends and is none of its own.
    pub(super) gone: Vec<Gone>,
    coverage: OnceLock<Option<Coverage>>,
    decided: OnceLock<Vec<Decided>>,
}

/// What is known of a clause in force besides its words.
#[derive(Debug, Default)]
pub(super) struct Entry {
    /// The edition whose words it has.
    pub(super) edition: String,
    /// What it defines, in words that stay the same from edition to edition.
    pub(super) defines: String,
    /// The edition and the file in which there first was a clause of its number.
    pub(super) home: (String, String),
    /// The clause of a base that its words have replaced.
    pub(super) replaces: Option<(usize, usize)>,
    /// The clauses that define what it speaks of.
    pub(super) uses: Vec<usize>,
    /// The clauses that speak of what it defines.
    pub(super) used_by: Vec<usize>,
    /// The clauses to which it is an exception.
    pub(super) lifts: Vec<usize>,
    /// The exceptions to it.
    pub(super) lifted_by: Vec<usize>,
}

/// A clause that is no longer there under its number.
#[derive(Debug)]
pub(super) struct Gone {
    pub(super) article: String,
    pub(super) title: Bilingual,
    /// The last edition that has it, among the bases, and its place there.
    pub(super) last: (usize, usize),
    /// The edition that has it no more.
    pub(super) by: String,
    /// What the repeal says.
    pub(super) repeal: Option<Clause>,
    /// The clause that took its place.
    pub(super) now: Option<usize>,
}

impl Volume {
    pub(super) fn new(book: Rulebook) -> Result<Self, BookError> {
        let mut bases: Vec<Edition> = Vec::new();
        let mut next = book.edition.base()?;
        while let Some(base) = next {
            next = base.base()?;
            bases.push(base);
        }
        let cases = all_cases(&book)?;
        let own = book.edition.cases()?.len();
        // every case of its own can be played: what is asked later cannot fail
        trials(&book, &cases[..own])?;
        let draft = Draft::from_folder(book.edition.folder())?;
        let entries = entries(&book.edition, &bases);
        let gone = gone(&book.edition, &bases);
        Ok(Self {
            book,
            draft,
            bases,
            cases,
            own,
            entries,
            gone,
            coverage: OnceLock::new(),
            decided: OnceLock::new(),
        })
    }

    pub(super) fn id(&self) -> &str {
        &self.book.edition.about.id
    }

    pub(super) fn clauses(&self) -> &[InForce] {
        &self.book.edition.clauses
    }

    pub(super) fn clause(&self, at: usize) -> &Clause {
        &self.book.edition.clauses[at].clause
    }

    pub(super) fn clause_at(&self, article: &str) -> Option<usize> {
        let clauses = self.clauses().iter();
        let mut articles = clauses.map(|one| one.clause.article.text.as_str());
        articles.position(|one| one == article)
    }

    /// Whether it says anything beside another edition: a base rules on nothing.
    pub(super) fn compares(&self, other: &Self) -> bool {
        self.id() != other.id() && self.rules() && other.rules()
    }

    /// Whether it rules on anything.
    pub(super) fn rules(&self) -> bool {
        !self.book.edition.rules.rulings.is_empty()
    }

    /// Which cases reach which clause.
    pub(super) fn coverage(&self) -> Option<&Coverage> {
        self.coverage
            .get_or_init(|| coverage(&self.book, None).ok())
            .as_ref()
    }

    /// The cases in whose judgement a clause held or applied, by their numbers and those of their scenarios; nothing
    /// where that cannot be seen.
    pub(super) fn fired(&self, at: usize) -> Option<Vec<(usize, usize)>> {
        let told = self.coverage()?.clauses.iter();
        let mut told = told.filter(|one| one.traced);
        let clause = told.find(|one| one.clause.index() == at)?;
        let places = clause.exercised_by.iter();
        Some(places.filter_map(|name| self.scenario(name)).collect())
    }

    /// Tries what every clause decides.
    pub(super) fn decide(&self, step: &(dyn Fn() + Sync)) {
        self.decided.get_or_init(|| {
            let Ok(deciders) = Deciders::new(&self.book) else {
                return Vec::new();
            };
            let clauses = self.book.edition.rules.clauses.enumerated();
            let each = clauses.map(|(id, _)| {
                step();
                deciders.of(id)
            });
            each.collect()
        });
    }

    /// What a clause decides, if that was tried.
    pub(super) fn decided(&self, at: usize) -> Option<&Decided> {
        self.decided.get()?.get(at)
    }

    /// The cases that a clause decides, by their numbers and those of their scenarios, if that was tried.
    pub(super) fn deciding(&self, at: usize) -> Option<Vec<(usize, usize)>> {
        let cases = self.decided(at)?.cases.iter();
        Some(cases.filter_map(|name| self.scenario(name)).collect())
    }

    /// A scenario by the name that coverage gives it: `figure-13`, `figure-13 13b`.
    fn scenario(&self, name: &str) -> Option<(usize, usize)> {
        let (case, id) = name.split_once(' ').unwrap_or((name, name));
        let at = self.cases.iter().position(|one| one.id == case)?;
        let which = self.cases[at].scenarios().position(|(one, _)| one == id)?;
        Some((at, which))
    }
}

/// What a clause gives a name to.
pub(super) fn declared(effect: &Effect) -> &[Name] {
    match effect {
        Effect::Zone { names, .. }
        | Effect::Unit { names }
        | Effect::Result { names, .. }
        | Effect::Define { names, .. }
        | Effect::Situation { names, .. }
        | Effect::Quality { names, .. }
        | Effect::Pattern { names, .. } => &names.names,
        Effect::Piece(piece) => &piece.names.names,
        Effect::Search(search) => &search.names.names,
        Effect::Nature(nature) => &nature.names.names,
        _ => &[],
    }
}

/// The names that an edition declares, and where.
pub(super) fn names(clauses: &[InForce]) -> HashMap<&str, usize> {
    let each = clauses.iter().enumerate().flat_map(|(at, one)| {
        let names = one.clause.effect.iter().flat_map(declared);
        names.map(move |name| (name.text.as_str(), at))
    });
    each.collect()
}

fn entries(edition: &Edition, bases: &[Edition]) -> Vec<Entry> {
    let clauses = &edition.clauses;
    let names = names(clauses);
    let articles: HashMap<&str, usize> = clauses
        .iter()
        .enumerate()
        .map(|(at, one)| (one.clause.article.text.as_str(), at))
        .collect();
    let all: Vec<&Clause> = clauses.iter().map(|one| &one.clause).collect();
    let mut entries: Vec<Entry> = clauses
        .iter()
        .zip(defines(&all))
        .map(|(one, defines)| Entry {
            defines,
            ..entry(edition, bases, one)
        })
        .collect();
    for (at, one) in clauses.iter().enumerate() {
        let used = one.clause.effect.iter().flat_map(names_used);
        let uses: Vec<usize> = used.filter_map(|name| names.get(name).copied()).collect();
        let lifted = match &one.clause.effect {
            Some(Effect::Exception { of, .. }) => of.as_slice(),
            _ => &[],
        };
        let lifts = lifted
            .iter()
            .filter_map(|article| articles.get(article.text.as_str()));
        entries[at].uses = once(uses, at);
        entries[at].lifts = once(lifts.copied().collect(), at);
        for other in entries[at].uses.clone() {
            entries[other].used_by.push(at);
        }
        for other in entries[at].lifts.clone() {
            entries[other].lifted_by.push(at);
        }
    }
    entries
}

/// Each once, in the order of the book, but not itself.
fn once(mut places: Vec<usize>, but: usize) -> Vec<usize> {
    places.retain(|&place| place != but);
    places.sort_unstable();
    places.dedup();
    places
}

fn entry(edition: &Edition, bases: &[Edition], one: &InForce) -> Entry {
    let file = &edition.files[one.file];
    // where its words were written: 0 is the edition itself
    let layer = bases.iter().position(|base| base.about.id == file.edition);
    let layer = layer.map_or(0, |base| base + 1);
    // before that it may have had another number
    let article = &one.clause.article;
    let former = one.clause.former.as_ref().unwrap_or(article);
    let same = |at: usize, base: &Edition| {
        let article = if at < layer { article } else { former };
        let mut clauses = base.clauses.iter();
        clauses.position(|other| other.clause.article.text == article.text)
    };
    let replaces = (one.clause.amendment == Amendment::Replace)
        .then(|| {
            let below = bases.iter().enumerate().skip(layer);
            below
                .into_iter()
                .find_map(|(at, base)| Some((at, same(at, base)?)))
        })
        .flatten();
    let first = bases.iter().enumerate().rev().find_map(|(at, base)| {
        let file = &base.files[base.clauses[same(at, base)?].file];
        Some((file.edition.clone(), file.source.name().to_owned()))
    });
    Entry {
        edition: file.edition.clone(),
        home: first.unwrap_or_else(|| (file.edition.clone(), file.source.name().to_owned())),
        replaces,
        ..Entry::default()
    }
}

fn gone(edition: &Edition, bases: &[Edition]) -> Vec<Gone> {
    let mut known: HashSet<&str> = edition
        .clauses
        .iter()
        .map(|one| one.clause.article.text.as_str())
        .collect();
    let mut gone = Vec::new();
    for (at, base) in bases.iter().enumerate() {
        let mut pairs = None;
        let by = match at.checked_sub(1) {
            None => &edition.about.id,
            Some(above) => &bases[above].about.id,
        };
        for (place, one) in base.clauses.iter().enumerate() {
            let article = one.clause.article.text.as_str();
            if !known.insert(article) {
                continue;
            }
            let pairs = pairs.get_or_insert_with(|| counterparts(&base.clauses, &edition.clauses));
            gone.push(Gone {
                article: article.to_owned(),
                title: one.clause.title.clone(),
                last: (at, place),
                by: by.clone(),
                repeal: repeal(edition, by, article),
                now: pairs.iter().position(|&before| before == Some(place)),
            });
        }
    }
    gone
}

/// The clause with which an edition repeals another.
fn repeal(edition: &Edition, by: &str, article: &str) -> Option<Clause> {
    let files = edition.files.iter().filter(|file| file.edition == by);
    let mut clauses = files.flat_map(|file| {
        let (syntax, _) = parse_recovering(file.source.name(), file.source.inner());
        syntax.clauses
    });
    clauses.find(|one| one.amendment == Amendment::Repeal && one.article.text == article)
}
