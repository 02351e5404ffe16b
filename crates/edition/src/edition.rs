//! One checked edition: its own clauses on top of those that it amends.

use std::collections::HashMap;
use std::sync::Arc;

use qili_lang::rules::Rules;
use qili_lang::syntax::Clause;

use crate::about::{About, CasesOf, SideNumerals};
use crate::case::Case;
use crate::draft::Draft;
use crate::error::EditionError;
use crate::folder::Folder;
use crate::procedure::Procedure;
use crate::rule_file::RuleFile;

/// An edition of the rules, read and checked: a [`Draft`] without problems.
///
/// ```
/// use qili_edition::Edition;
///
/// let edition = Edition::open("2020")?;
/// assert_eq!(edition.about.id, "2020");
/// assert!(edition.rules.kinds.iter().any(|kind| kind.names.en == "elephant"));
/// # Ok::<(), qili_edition::EditionError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Edition {
    /// Its own data.
    pub about: About,
    /// The editions that it amends, the nearest first.
    pub amended: Vec<About>,
    /// Its rules, with all amendments applied.
    pub rules: Arc<Rules>,
    /// Every clause in force, in the order of the book.
    pub clauses: Vec<InForce>,
    /// The rule files; [`InForce::file`] counts them.
    pub files: Vec<RuleFile>,
    pub(crate) procedure: Option<Arc<Procedure>>,
    pub(crate) folder: Folder,
}

/// A clause in force, and where it comes from.
#[derive(Debug, Clone)]
pub struct InForce {
    /// The clause.
    pub clause: Clause,
    /// Its file, in [`Edition::files`].
    pub file: usize,
}

impl Edition {
    /// Opens an edition by the name under which it ships, or by the path of its folder.
    ///
    /// # Errors
    /// An unknown name (the message lists those there are), files that cannot be read, and whatever is wrong in them.
    pub fn open(reference: &str) -> Result<Self, EditionError> {
        Self::from_folder(Folder::named(reference)?)
    }

    /// Opens the edition in a folder.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_folder(folder: Folder) -> Result<Self, EditionError> {
        Draft::from_folder(&folder)?.check()
    }

    /// The cases of this edition, in the order of their names. Where it inherits cases, a file of it may say only what it
    /// expects otherwise of one of them.
    ///
    /// # Errors
    /// The first case file that cannot be read or is wrong; two cases with the same name.
    pub fn cases(&self) -> Result<Vec<Case>, EditionError> {
        self.own_cases(&self.whole_inheritance()?)
    }

    /// The cases of the edition that it amends of which it has none of the same name, if it inherits cases.
    ///
    /// # Errors
    /// As [`cases`](Self::cases), of either edition.
    pub fn inherited_cases(&self) -> Result<Vec<Case>, EditionError> {
        let mut inherited = self.whole_inheritance()?;
        let own = self.own_cases(&inherited)?;
        inherited.retain(|case| own.iter().all(|own| own.id != case.id));
        Ok(inherited)
    }

    /// Whether it is tested with the cases of what it amends.
    #[must_use]
    pub fn inherits_cases(&self) -> bool {
        self.about.cases == CasesOf::Inherited
    }

    /// The edition that it amends.
    ///
    /// # Errors
    /// It cannot be opened by itself.
    pub fn base(&self) -> Result<Option<Self>, EditionError> {
        let Some(base) = &self.about.amends else {
            return Ok(None);
        };
        let unreadable = |why| EditionError::unreadable(base.clone(), why);
        let folder = self.folder.neighbour(base).map_err(unreadable)?;
        folder.map(Self::from_folder).transpose()
    }

    /// Every case that it inherits, whether or not it has one of the same name.
    fn whole_inheritance(&self) -> Result<Vec<Case>, EditionError> {
        if !self.inherits_cases() {
            return Ok(Vec::new());
        }
        let Some(base) = self.base()? else {
            return Ok(Vec::new());
        };
        let mut cases = base.cases()?;
        cases.extend(base.inherited_cases()?);
        cases.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(cases)
    }

    fn own_cases(&self, inherited: &[Case]) -> Result<Vec<Case>, EditionError> {
        let unreadable = |file: &str, why| EditionError::unreadable(self.folder.display(file), why);
        let names = self.folder.case_files();
        let names = names.map_err(|why| unreadable("cases", why))?;
        let mut cases: Vec<Case> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        for name in names {
            let path = format!("cases/{name}");
            let text = self.folder.read(&path);
            let text = text.map_err(|why| unreadable(&path, why))?;
            let case = Case::amending(self.folder.display(&path), text, inherited, &self.about.id)?;
            if let Some(first) = known.insert(case.id.clone(), cases.len()) {
                return Err(EditionError::SameCase {
                    id: case.id.clone(),
                    first: cases[first].source().name().to_owned(),
                    source_code: case.source(),
                    span: case.place("case"),
                });
            }
            cases.push(case);
        }
        Ok(cases)
    }

    /// The folder that it was read from.
    #[must_use]
    pub const fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Who moves first in a fresh game.
    #[must_use]
    pub fn first_mover(&self) -> qili_board::Side {
        self.inherited(|about| about.first_mover)
            .map_or(qili_board::Side::Red, Into::into)
    }

    /// The numerals with which each side's moves are printed.
    #[must_use]
    pub fn numerals(&self) -> Option<SideNumerals> {
        self.inherited(|about| about.numerals)
    }

    /// How a ruling comes about, where the edition says.
    #[must_use]
    pub fn procedure(&self) -> Option<&Arc<Procedure>> {
        self.procedure.as_ref()
    }

    fn inherited<T>(&self, get: impl Fn(&About) -> Option<T>) -> Option<T> {
        self.lineage().find_map(get)
    }

    /// This edition and those that it amends, the nearest first.
    pub fn lineage(&self) -> impl Iterator<Item = &About> {
        std::iter::once(&self.about).chain(&self.amended)
    }
}
