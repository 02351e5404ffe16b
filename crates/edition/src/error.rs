//! What can be wrong with an edition.

use miette::{Diagnostic, SourceSpan};
use thiserror::Error;

use qili_lang::check::CheckError;

use crate::case::CaseError;
use crate::folder::Unreadable;
use crate::rule_file::RuleFile;
use crate::yaml::{Source, YamlError};

/// An edition that cannot be opened.
#[derive(Debug, Clone, Error, Diagnostic)]
pub enum EditionError {
    /// There is no such edition.
    #[error("there is no edition `{reference}`")]
    #[diagnostic(
        code(qili::edition::unknown),
        help("name one of {known}, or give the path of a folder that holds an `edition.yaml`")
    )]
    Unknown {
        /// What was asked for.
        reference: String,
        /// Those that ship with the program.
        known: String,
    },
    /// A file that cannot be read.
    #[error("`{file}` cannot be read: {why}")]
    #[diagnostic(code(qili::edition::unreadable))]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        why: String,
    },
    /// `edition.yaml` is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Yaml(#[from] YamlError),
    /// A case is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Case(#[from] CaseError),
    /// `amends` names nothing that can be amended.
    #[error("{problem}")]
    #[diagnostic(
        code(qili::edition::amends),
        help(
            "`amends` names another edition's folder; editions must not amend one another in a circle"
        )
    )]
    Amends {
        /// What is wrong.
        problem: String,
        /// `edition.yaml`
        #[source_code]
        source_code: Source,
        /// The name.
        #[label("this edition")]
        span: SourceSpan,
    },
    /// Too many editions amend one another in a row.
    #[error("more than {limit} editions amend one another in a row")]
    #[diagnostic(
        code(qili::edition::lineage),
        help("let the edition amend an earlier one directly")
    )]
    Lineage {
        /// How many may.
        limit: usize,
    },
    /// A rule file cannot be used.
    #[error("{problem}")]
    #[diagnostic(
        code(qili::edition::file),
        help("`files` lists the rule files of this folder, without a path")
    )]
    File {
        /// What is wrong.
        problem: String,
        /// `edition.yaml`
        #[source_code]
        source_code: Source,
        /// The name in `files`.
        #[label("this file")]
        span: SourceSpan,
    },
    /// Rule files are not written in the rule language: their mistakes together.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Syntax(#[from] qili_lang::parse::ParseError),
    /// Clauses are wrong.
    #[error("the rules of the edition are wrong in {} place{}", problems.len(), if problems.len() == 1 { "" } else { "s" })]
    #[diagnostic(code(qili::edition::rules))]
    Rules {
        /// Each with its file.
        #[related]
        problems: Vec<CheckError>,
    },
}

impl EditionError {
    pub(crate) fn unreadable(file: String, why: &Unreadable) -> Self {
        let why = match why {
            Unreadable::Missing(why) => why.clone(),
            Unreadable::NotText => "it is not UTF-8 text".to_owned(),
        };
        Self::Unreadable { file, why }
    }

    /// Errors of clauses, each with the text of its file.
    pub(crate) fn rules(problems: Vec<CheckError>, files: &[RuleFile]) -> Self {
        let shown = |error: CheckError| match files.get(error.source_index) {
            Some(file) => error.with_text(file.source.clone()),
            None => error,
        };
        Self::Rules {
            problems: problems.into_iter().map(shown).collect(),
        }
    }
}
