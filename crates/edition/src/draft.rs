//! An edition as far as it can be read: what a reviewer of an unfinished change has in hand.

use std::collections::{HashMap, HashSet};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{self, ScopedJoinHandle};

use miette::Diagnostic as _;
use qili_lang::check::{CheckError, Gone, amend, check, gone, still_used};
use qili_lang::parse::{ParseError, parse_recovering};
use qili_lang::syntax::{Clause, Effect, Ending, Name};
use qili_words::{Bilingual, Source, both, nearest};

use crate::about::About;
use crate::edition::{Edition, InForce};
use crate::error::EditionError;
use crate::folder::Folder;
use crate::lineage::{self, Layer};
use crate::procedure::Procedure;
use crate::rule_file::RuleFile;

/// The clauses of an edition that can be read, and what is wrong with the others.
///
/// Names and types are not checked, so clauses that [`Edition`] refuses may be among them.
///
/// ```
/// use qili_edition::Draft;
///
/// let draft = Draft::open("2020")?;
/// assert!(draft.problems.is_empty());
/// assert!(draft.clauses.iter().any(|in_force| in_force.clause.article.text == "26.9"));
/// # Ok::<(), qili_edition::EditionError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Draft {
    /// The edition's own data.
    pub about: About,
    /// The editions that it amends, the nearest first.
    pub amended: Vec<About>,
    /// How a ruling comes about, where the edition or one that it amends says so.
    pub procedure: Option<Procedure>,
    /// Every clause that can be read, amendments applied as far as they can be.
    pub clauses: Vec<InForce>,
    /// The rule files; [`InForce::file`] counts them.
    pub files: Vec<RuleFile>,
    /// Mistakes of syntax, amendments that amend nothing, a procedure that makes no sense.
    pub problems: Vec<EditionError>,
    /// Where it was read from.
    pub folder: Folder,
    /// What it and those that it amends have taken away.
    gone: Vec<Gone>,
}

impl Draft {
    /// Reads an edition by the name under which it ships, or by the path of its folder.
    ///
    /// # Errors
    /// An unknown name, and files that cannot be read at all.
    pub fn open(reference: &str) -> Result<Self, EditionError> {
        Self::from_folder(&Folder::named(reference)?)
    }

    /// Reads the edition in a folder.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_folder(folder: &Folder) -> Result<Self, EditionError> {
        let lineage = lineage::read(folder)?;
        let mut reading = Reading::default();
        let mut sources = Vec::new();
        for layer in lineage.iter().rev() {
            for source in layer.rule_files() {
                sources.push((&layer.about.id, source?));
            }
        }
        let mut read = read(&sources).into_iter().peekable();
        for layer in lineage.iter().rev() {
            let own = |read: &Read| read.0.edition == layer.about.id;
            reading.amend(layer, std::iter::from_fn(|| read.next_if(own)));
        }
        let procedure = Procedure::of(&lineage).unwrap_or_else(|error| {
            reading.problems.push(error);
            None
        });
        let mut abouts = lineage.into_iter().map(|layer| layer.about);
        Ok(Self {
            about: abouts.next().ok_or(EditionError::Lineage { limit: 0 })?,
            amended: abouts.collect(),
            procedure,
            clauses: reading
                .clauses
                .into_iter()
                .map(|(file, clause)| InForce { clause, file })
                .collect(),
            files: reading.files,
            problems: reading.problems,
            folder: folder.clone(),
            gone: reading.gone,
        })
    }

    /// The edition, checked.
    ///
    /// # Errors
    /// The problems, or what is wrong with names and types.
    pub fn check(self) -> Result<Edition, EditionError> {
        if !self.problems.is_empty() {
            return Err(EditionError::several(self.problems));
        }
        let mut clauses: Vec<(usize, Clause)> = self
            .clauses
            .iter()
            .map(|in_force| (in_force.file, in_force.clause.clone()))
            .collect();
        self.name_events(&mut clauses)?;
        let rules = check(&clauses).map_err(|errors| {
            let mut causes = still_used(&self.gone, &clauses);
            if !causes.is_empty() {
                // what else is wrong in clauses that were right is what follows from that
                let own = |error: &CheckError| {
                    let file = self.files.get(error.source_index);
                    file.is_some_and(|file| file.edition == self.about.id)
                };
                let others = errors.iter().filter(|error| own(error));
                causes.extend(others.cloned());
                return EditionError::rules(causes, &self.files);
            }
            EditionError::rules(errors, &self.files)
        })?;
        Ok(Edition {
            about: self.about,
            amended: self.amended,
            rules: Arc::new(rules),
            clauses: self.clauses,
            files: self.files,
            procedure: self.procedure.map(Arc::new),
            folder: self.folder,
        })
    }

    /// Gives the events of endings the English names under which they are declared in `edition.yaml`.
    fn name_events(&self, clauses: &mut [(usize, Clause)]) -> Result<(), EditionError> {
        let abouts = || std::iter::once(&self.about).chain(&self.amended);
        let declared: Vec<&Bilingual> = abouts().flat_map(|about| &about.events).collect();
        let mut unknown = Vec::new();
        for (file, clause) in clauses {
            let Some(Effect::Ending(Ending::OnEvent { event, .. })) = &mut clause.effect else {
                continue;
            };
            let named = |known: &&&Bilingual| known.zh == event.text || known.en == event.text;
            match declared.iter().find(named) {
                Some(known) => known.en.clone_into(&mut event.text),
                None => unknown.push(self.unknown_event(*file, event, &declared)),
            }
        }
        if unknown.is_empty() {
            Ok(())
        } else {
            Err(EditionError::several(unknown))
        }
    }

    fn unknown_event(&self, file: usize, event: &Name, declared: &[&Bilingual]) -> EditionError {
        let known = || declared.iter().flat_map(|known| [&*known.zh, &*known.en]);
        let help = match nearest(&event.text, known()) {
            Some(near) => both!("是不是 `{near}`？", "did you mean `{near}`?"),
            None => both!(
                "在 `edition.yaml` 的 `events` 里列出，写中英文名称",
                "declare it under `events` in edition.yaml, with its Chinese and its English name"
            ),
        };
        EditionError::Event {
            event: event.text.clone(),
            help,
            source_code: self.files[file].source.clone(),
            span: (event.span.start, event.span.end - event.span.start).into(),
        }
    }
}

/// A rule file, its clauses and its mistakes.
type Read = (RuleFile, Vec<Clause>, Vec<ParseError>);

/// Into how many parts rule files are divided that are read side by side.
const PARTS: usize = 16;

/// Reads rule files of editions.
fn read(sources: &[(&String, Source)]) -> Vec<Read> {
    let one = |(edition, source): &(&String, Source)| {
        let (syntax, mistakes) = parse_recovering(source.name(), source.inner());
        let file = RuleFile {
            edition: (*edition).clone(),
            source: source.clone(),
            language: syntax.language,
        };
        (file, syntax.clauses, mistakes)
    };
    let share = sources.len().div_ceil(PARTS).max(1);
    thread::scope(|scope| {
        let parts = sources.chunks(share);
        let readers = parts.map(|part| scope.spawn(move || part.iter().map(one).collect()));
        let readers: Vec<ScopedJoinHandle<'_, Vec<Read>>> = readers.collect();
        let read = readers.into_iter().map(|reader| reader.join());
        read.flat_map(|read| read.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

/// What has been read of a row of editions.
#[derive(Default)]
struct Reading {
    clauses: Vec<(usize, Clause)>,
    files: Vec<RuleFile>,
    problems: Vec<EditionError>,
    gone: Vec<Gone>,
    /// The articles that were repealed, and by which edition.
    repealed: HashMap<String, String>,
}

impl Reading {
    /// Applies the rule files of an edition to what it amends.
    fn amend(&mut self, layer: &Layer, read: impl Iterator<Item = Read>) {
        let mut own = Vec::new();
        let mut mistakes = Vec::new();
        for (file, clauses, found) in read {
            mistakes.extend(found);
            let clauses = clauses.into_iter();
            own.extend(clauses.map(|clause| (self.files.len(), clause)));
            self.files.push(file);
        }
        self.problems
            .extend(ParseError::together(mistakes).map(EditionError::from));
        let before = std::mem::take(&mut self.clauses);
        let changes = own.clone();
        self.clauses = match amend(before.clone(), own.clone()) {
            Ok(clauses) => clauses,
            Err(errors) => {
                let clauses = without(&errors, before.clone(), own);
                let errors = errors
                    .into_iter()
                    .map(|error| self.explained(error))
                    .collect();
                self.problems.push(EditionError::rules(errors, &self.files));
                clauses
            }
        };
        let taken = gone(&before, &changes, &self.clauses);
        let repealed = taken.iter().filter_map(Gone::repealed);
        let repealed = repealed.map(|article| (article.to_owned(), layer.about.id.clone()));
        self.repealed.extend(repealed);
        self.gone.extend(taken);
    }

    /// Of an amendment of what an earlier edition has repealed, which that was.
    fn explained(&self, error: CheckError) -> CheckError {
        let file = self.files.get(error.source_index);
        let span = error.span();
        let article = file.and_then(|file| file.source.inner().get(span.start..span.end));
        match article.and_then(|article| self.repealed.get(article)) {
            Some(edition) if error.sort() == "qili::rule::no_such_article" => error.advised(both!(
                "`{edition}` 已废除这一条；要重新规定，写新的 `条`（`clause`）",
                "`{edition}` has repealed it; to have it again, write a new `clause`"
            )),
            _ => error,
        }
    }
}

/// Applies the amendments that can be applied: all but those with these errors.
fn without(
    errors: &[CheckError],
    before: Vec<(usize, Clause)>,
    mut changes: Vec<(usize, Clause)>,
) -> Vec<(usize, Clause)> {
    let place = |error: &CheckError| {
        let label = error.labels()?.next()?;
        Some((error.source_index, label.offset()))
    };
    let wrong: HashSet<_> = errors.iter().filter_map(place).collect();
    changes.retain(|(file, clause)| !wrong.contains(&(*file, clause.article.span.start)));
    amend(before.clone(), changes).unwrap_or(before)
}
