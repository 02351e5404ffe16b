//! An edition as far as it can be read: what a reviewer of an unfinished change has in hand.

use qili_lang::check::amend;
use qili_lang::parse::parse_recovering;
use qili_lang::syntax::Clause;

use crate::about::About;
use crate::edition::{InForce, lineage, rule_file};
use crate::error::EditionError;
use crate::folder::Folder;
use crate::rule_file::RuleFile;

/// The clauses of an edition that can be read, and what is wrong with the others.
///
/// Names and types are not checked, so clauses that [`Edition`](crate::Edition) refuses may be among them.
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
    /// Every clause that can be read, amendments applied as far as they can be.
    pub clauses: Vec<InForce>,
    /// The rule files; [`InForce::file`] counts them.
    pub files: Vec<RuleFile>,
    /// Mistakes of syntax, and amendments that amend nothing.
    pub problems: Vec<EditionError>,
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
        let lineage = lineage(folder)?;
        let mut files = Vec::new();
        let mut problems = Vec::new();
        let mut clauses: Vec<(usize, Clause)> = Vec::new();
        for (folder, about, document) in lineage.iter().rev() {
            let mut own = Vec::new();
            for (index, name) in about.files.iter().enumerate() {
                let source = rule_file(folder, document, index, name)?;
                let (syntax, mistakes) = parse_recovering(source.name(), source.inner());
                problems.extend(mistakes.into_iter().map(EditionError::from));
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
            clauses = match amend(clauses.clone(), own.clone()) {
                Ok(clauses) => clauses,
                Err(errors) => {
                    problems.push(EditionError::rules(errors, &files));
                    one_by_one(clauses, own)
                }
            };
        }
        let about = lineage.into_iter().next().map(|(_, about, _)| about);
        Ok(Self {
            about: about.ok_or(EditionError::Lineage { limit: 0 })?,
            clauses: clauses
                .into_iter()
                .map(|(file, clause)| InForce { clause, file })
                .collect(),
            files,
            problems,
        })
    }
}

/// Applies the amendments that can be applied.
fn one_by_one(
    mut clauses: Vec<(usize, Clause)>,
    changes: Vec<(usize, Clause)>,
) -> Vec<(usize, Clause)> {
    for change in changes {
        if let Ok(amended) = amend(clauses.clone(), vec![change]) {
            clauses = amended;
        }
    }
    clauses
}
