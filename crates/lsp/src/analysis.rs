//! One edition, read and checked, with its names: what every answer about it stands on.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use qili_edition::folder::Folder;
use qili_edition::{Draft, Edition, InForce};
use qili_lang::check::{Class, declaration};
use qili_lang::mentions::{Mention, Role};
use qili_lang::syntax::{Clause, Names};
use qili_report::Rulebook;
use qili_review::coverage::Traces;
use qili_words::Language;

use crate::diagnose::Slow;
use crate::figures::Figures;
use crate::told::{self, Told};

/// What is known of an edition.
#[derive(Debug)]
pub struct Analysis {
    /// Its folder.
    pub folder: PathBuf,
    /// Its folder and those beside it of the editions that it amends.
    pub lineage: Vec<PathBuf>,
    /// Its clauses, as far as they can be read.
    pub draft: Option<Draft>,
    /// The edition, where nothing is wrong with it.
    pub edition: Option<Edition>,
    /// What is wrong with it.
    pub told: Vec<Told>,
    declared: HashMap<(Class, String), usize>,
    articles: HashMap<String, usize>,
    book: OnceLock<Option<Rulebook>>,
    /// Its cases, traced, between two questions about them.
    traces: Mutex<Option<Traces>>,
    figures: Mutex<HashMap<String, Figures>>,
    /// What checking it finds, once that is known.
    pub(crate) slow: OnceLock<Vec<Slow>>,
    /// Set when nobody wants to know any more.
    pub(crate) stop: Option<Arc<AtomicBool>>,
}

impl Analysis {
    /// Reads and checks an edition; `place` is where its folder lies.
    #[must_use]
    pub fn new(folder: &Folder, place: &Path, language: Language) -> Self {
        let mut analysis = Self {
            folder: place.to_owned(),
            lineage: vec![place.to_owned()],
            draft: None,
            edition: None,
            told: Vec::new(),
            declared: HashMap::new(),
            articles: HashMap::new(),
            book: OnceLock::new(),
            traces: Mutex::default(),
            figures: Mutex::default(),
            slow: OnceLock::new(),
            stop: None,
        };
        let draft = match Draft::from_folder(folder) {
            Ok(draft) => draft,
            Err(error) => {
                analysis.told = told::edition(&error, language);
                return analysis;
            }
        };
        let beside = |id: &str| place.parent().map(|parent| parent.join(id));
        let below = draft.amended.iter().filter_map(|about| beside(&about.id));
        analysis.lineage.extend(below);
        match draft.clone().check() {
            Ok(edition) => analysis.edition = Some(edition),
            Err(error) => analysis.told = told::edition(&error, language),
        }
        for (index, in_force) in draft.clauses.iter().enumerate() {
            let clause = &in_force.clause;
            analysis.articles.insert(clause.article.text.clone(), index);
            let Some((class, names)) = clause.effect.as_ref().and_then(declaration) else {
                continue;
            };
            for name in &names.names {
                analysis.declared.insert((class, name.text.clone()), index);
            }
        }
        analysis.draft = Some(draft);
        analysis
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> &str {
        self.draft.as_ref().map_or("", |draft| &draft.about.id)
    }

    /// Its clauses in force.
    #[must_use]
    pub fn clauses(&self) -> &[InForce] {
        self.draft.as_ref().map_or(&[], |draft| &draft.clauses)
    }

    /// The clause in force with an article.
    #[must_use]
    pub fn article(&self, article: &str) -> Option<&InForce> {
        self.clauses().get(*self.articles.get(article)?)
    }

    /// The clause that declares a name.
    #[must_use]
    pub fn declares(&self, class: Class, name: &str) -> Option<&InForce> {
        self.clauses()
            .get(*self.declared.get(&(class, name.to_owned()))?)
    }

    /// What a mention stands for: the class, and the clause that declares it.
    #[must_use]
    pub fn resolve(&self, mention: &Mention<'_>) -> Option<(Option<Class>, &InForce)> {
        match mention.role {
            Role::Declares(class) => Some((Some(class), self.declares(class, mention.text)?)),
            Role::Uses(classes) => classes
                .iter()
                .find_map(|class| Some((Some(*class), self.declares(*class, mention.text)?))),
            Role::Article => Some((None, self.article(mention.text)?)),
            Role::Variable { .. } | Role::Word | Role::Event => None,
        }
    }

    /// What messages call the file of a clause in force.
    #[must_use]
    pub fn file(&self, in_force: &InForce) -> &str {
        let draft = self.draft.as_ref();
        draft
            .and_then(|draft| draft.files.get(in_force.file))
            .map_or("", |file| file.source.name())
    }

    /// The edition from which a clause in force comes.
    #[must_use]
    pub fn edition_of(&self, in_force: &InForce) -> &str {
        let draft = self.draft.as_ref();
        draft
            .and_then(|draft| draft.files.get(in_force.file))
            .map_or("", |file| &file.edition)
    }

    /// The paths of its own rule files.
    pub fn own_files(&self) -> impl Iterator<Item = PathBuf> {
        self.draft.iter().flat_map(|draft| {
            let own = draft
                .files
                .iter()
                .filter(|file| file.edition == draft.about.id);
            own.map(|file| PathBuf::from(file.source.name()))
        })
    }

    /// All that is needed to judge by it, where nothing is wrong with it.
    #[must_use]
    pub fn book(&self) -> Option<&Rulebook> {
        let open = || {
            let book = Rulebook::new(self.edition.clone()?).ok()?;
            Some(match &self.stop {
                Some(stop) => book.stopped_by(Arc::clone(stop)),
                None => book,
            })
        };
        self.book.get_or_init(open).as_ref()
    }

    /// What a clause decides, if that has been worked out.
    pub(crate) fn figures(&self, article: &str) -> Option<Figures> {
        let figures = self.figures.lock().unwrap_or_else(PoisonError::into_inner);
        figures.get(article).cloned()
    }

    /// Remembers what a clause decides.
    pub(crate) fn keep_figures(&self, article: &str, decided: &Figures) {
        let mut figures = self.figures.lock().unwrap_or_else(PoisonError::into_inner);
        figures.insert(article.to_owned(), decided.clone());
    }

    /// Its cases as they were traced, if they were; they must be given back.
    pub(crate) fn traces(&self) -> Option<Traces> {
        self.traces
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// Gives the traced cases back.
    pub(crate) fn keep_traces(&self, traces: Traces) {
        *self.traces.lock().unwrap_or_else(PoisonError::into_inner) = Some(traces);
    }
}

/// The names that a clause declares.
#[must_use]
pub fn names(clause: &Clause) -> Option<(Class, &Names)> {
    clause.effect.as_ref().and_then(declaration)
}
