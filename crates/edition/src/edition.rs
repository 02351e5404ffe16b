//! One checked edition: its own clauses on top of those that it amends.

use std::sync::Arc;

use qili_lang::check::{amend, check};
use qili_lang::parse::{ParseError, parse_recovering};
use qili_lang::rules::Rules;
use qili_lang::syntax::Clause;
use qili_words::Source;

use crate::about::{About, Procedure, SideNumerals};
use crate::case::Case;
use crate::error::EditionError;
use crate::folder::{Folder, Unreadable, is_plain_name};
use crate::rule_file::RuleFile;
use crate::yaml::Document;

/// How many editions may amend one another in a row.
const MAX_LINEAGE: usize = 16;

/// An edition of the rules, read and checked.
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
    folder: Folder,
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
        let lineage = lineage(&folder)?;
        let mut files = Vec::new();
        let mut clauses: Vec<(usize, Clause)> = Vec::new();
        let mut amendments = Vec::new();
        let mut mistakes = Vec::new();
        for (folder, about, document) in lineage.iter().rev() {
            let mut own = Vec::new();
            for (index, name) in about.files.iter().enumerate() {
                let source = rule_file(folder, document, index, name)?;
                let (syntax, found) = parse_recovering(source.name(), source.inner());
                mistakes.extend(found);
                own.extend(
                    syntax
                        .clauses
                        .into_iter()
                        .map(|clause| (files.len(), clause)),
                );
                files.push(RuleFile {
                    edition: about.id.clone(),
                    source,
                    language: syntax.language,
                });
            }
            amendments.push(own);
        }
        if let Some(mistakes) = ParseError::together(mistakes) {
            return Err(mistakes.into());
        }
        for own in amendments {
            clauses = amend(clauses, own).map_err(|errors| EditionError::rules(errors, &files))?;
        }
        let rules = check(&clauses).map_err(|errors| EditionError::rules(errors, &files))?;
        let mut abouts = lineage.into_iter().map(|(_, about, _)| about);
        let about = abouts
            .next()
            .ok_or(EditionError::Lineage { limit: MAX_LINEAGE })?;
        Ok(Self {
            about,
            amended: abouts.collect(),
            rules: Arc::new(rules),
            clauses: clauses
                .into_iter()
                .map(|(file, clause)| InForce { clause, file })
                .collect(),
            files,
            folder,
        })
    }

    /// The cases of this edition, in the order of their names.
    ///
    /// # Errors
    /// The first case file that cannot be read or is wrong.
    pub fn cases(&self) -> Result<Vec<Case>, EditionError> {
        let read = |name: String| {
            let path = format!("cases/{name}");
            let display = self.folder.display(&path);
            let text = self
                .folder
                .read(&path)
                .map_err(|why| EditionError::unreadable(display.clone(), &why))?;
            Ok(Case::parse(display, text)?)
        };
        self.folder.case_files().into_iter().map(read).collect()
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
    pub fn procedure(&self) -> Option<&Procedure> {
        self.lineage().find_map(|about| about.procedure.as_ref())
    }

    fn inherited<T>(&self, get: impl Fn(&About) -> Option<T>) -> Option<T> {
        self.lineage().find_map(get)
    }

    /// This edition and those that it amends, the nearest first.
    pub fn lineage(&self) -> impl Iterator<Item = &About> {
        std::iter::once(&self.about).chain(&self.amended)
    }
}

/// Reads `edition.yaml` of a folder and of every folder that it amends, the nearest first.
pub(crate) fn lineage(folder: &Folder) -> Result<Vec<(Folder, About, Document)>, EditionError> {
    let mut lineage: Vec<(Folder, About, Document)> = Vec::new();
    let mut next = Some(folder.clone());
    while let Some(folder) = next.take() {
        let name = folder.display("edition.yaml");
        let text = folder
            .read("edition.yaml")
            .map_err(|why| EditionError::unreadable(name.clone(), &why))?;
        let document = Document::parse(name, text)?;
        let about: About = document.decode()?;
        if let Some(base) = &about.amends {
            let error = |problem: String| EditionError::Amends {
                problem,
                source_code: document.source(),
                span: document.span("amends"),
            };
            if !is_plain_name(base) {
                return Err(error(format!("`{base}` is not the name of an edition")));
            }
            if *base == about.id || lineage.iter().any(|(_, earlier, _)| earlier.id == *base) {
                return Err(error(format!("`{base}` amends this edition in turn")));
            }
            if lineage.len() >= MAX_LINEAGE {
                return Err(EditionError::Lineage { limit: MAX_LINEAGE });
            }
            next = Some(folder.neighbour(base).ok_or_else(|| {
                error(format!(
                    "there is no edition `{base}` beside this one or in the program"
                ))
            })?);
        }
        lineage.push((folder, about, document));
    }
    Ok(lineage)
}

pub(crate) fn rule_file(
    folder: &Folder,
    document: &Document,
    index: usize,
    name: &str,
) -> Result<Source, EditionError> {
    let error = |problem: String| EditionError::File {
        problem,
        source_code: document.source(),
        span: document.span(&format!("files/{index}")),
    };
    if !is_plain_name(name) {
        return Err(error(format!("`{name}` leaves the edition's folder")));
    }
    match folder.read(name) {
        Ok(text) => Ok(Source::new(folder.display(name), text)),
        Err(Unreadable::Missing(why)) => Err(error(format!("`{name}` cannot be read: {why}"))),
        Err(Unreadable::NotText) => Err(error(format!("`{name}` is not UTF-8 text"))),
    }
}
