//! Cases: diagrams of the book with what the book says about them.
//!
//! A case file holds one printed figure: the position, the moves of the cycle, and the expectations (natures, patterns,
//! ruling), with variants that the text describes by "if …". Loading checks everything that can be checked without
//! rules; whether a move is legal is the reader's question, who then asks the case for the place to point at.
//!
//! ```
//! use qili_edition::case::Case;
//! use qili_edition::outcome::Outcome;
//!
//! let case = Case::parse(
//!     "figure-04.yaml",
//!     "case: figure-04
//! title: { zh: 退马捉象, en: A horse steps back }
//! source: { chapter: 8, figure: 4 }
//! diagram: printed
//! fen: 4k4/4a4/4ba2b/5N3/2n5C/4p2p1/P4n3/4BA3/4A4/2B1K4 w
//! moves: [马四退六, 象9进7, 马六进四, 象7退9]
//! natures: [捉, 闲, 捉, 闲]
//! patterns: { red: 长捉, black: 两闲 }
//! ruling: red-must-change
//! ",
//! )?;
//! assert_eq!(case.scenario.ruling, Some(Outcome::RedMustChange));
//! assert_eq!(case.scenario.natures[1].to_string(), "闲");
//! # Ok::<(), qili_edition::case::CaseError>(())
//! ```

mod error;
mod file;
mod pattern;
mod scenario;
mod source;

use std::path::Path;

use miette::SourceSpan;
use qili_board::fen::{self, Alphabet, Fen};

pub use error::CaseError;
pub use pattern::{Pattern, PatternError};
pub use scenario::{Disagreement, Natures, Patterns, Reach, RulingSource, Scenario, Variant};
pub use source::{Diagram, DiagramError, Reference};

use crate::yaml::{Document, Source};
use qili_words::Bilingual;

/// One printed figure with what the book says about it, and its variants.
#[derive(Debug, Clone)]
pub struct Case {
    /// The name, which is also the name of its file: `figure-04`.
    pub id: String,
    /// What the figure is about.
    pub title: Bilingual,
    /// Where in the book it stands.
    pub reference: Reference,
    /// Where the position comes from.
    pub diagram: Diagram,
    /// The figure as printed.
    pub scenario: Scenario,
    /// The same with a change, each with its own expectations.
    pub variants: Vec<Variant>,
    document: Document,
}

impl Case {
    /// Reads a case from text; `name` is what diagnostics call it.
    ///
    /// # Errors
    /// Text that is not YAML or not a case, or expectations that do not fit the moves: see [`CaseError`].
    pub fn parse(
        name: impl Into<String>,
        text: impl Into<std::sync::Arc<str>>,
    ) -> Result<Case, CaseError> {
        file::read(Document::parse(name, text)?)
    }

    /// Reads one case file; its name must be that of the case.
    ///
    /// # Errors
    /// As [`parse`](Case::parse); also a file that cannot be read or has another name than its case.
    pub fn load(path: &Path) -> Result<Case, CaseError> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| CaseError::Read {
            path: name.clone(),
            error: error.into(),
        })?;
        let text =
            String::from_utf8(bytes).map_err(|_| CaseError::NotText { path: name.clone() })?;
        let case = Case::parse(name, text)?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if stem != case.id {
            let span = case.document.span("case");
            return Err(CaseError::Name {
                id: case.id,
                stem: stem.into(),
                source_code: case.document.source(),
                span,
            });
        }
        Ok(case)
    }

    /// Reads every `*.yaml` of a folder, in the order of their names.
    ///
    /// # Errors
    /// As [`load`](Case::load), for the first file that fails; also a folder that cannot be read.
    pub fn load_all(folder: &Path) -> Result<Vec<Case>, CaseError> {
        let failed = |error: std::io::Error| CaseError::Read {
            path: folder.display().to_string(),
            error: error.into(),
        };
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "yaml")
            {
                paths.push(path);
            }
        }
        paths.sort();
        paths.iter().map(|path| Case::load(path)).collect()
    }

    /// The figure and its variants, each with its name: the case's for the figure, its own for a variant.
    pub fn scenarios(&self) -> impl Iterator<Item = (&str, &Scenario)> {
        let variants = self
            .variants
            .iter()
            .map(|variant| (variant.id.as_str(), &variant.scenario));
        std::iter::once((self.id.as_str(), &self.scenario)).chain(variants)
    }

    /// The position that a scenario of this case begins with.
    ///
    /// # Errors
    /// A FEN that is none; the error points into the case file.
    pub fn position(&self, scenario: &Scenario, alphabet: &Alphabet) -> Result<Fen, CaseError> {
        fen::parse(&scenario.fen, alphabet)
            .map_err(|error| CaseError::from_fen(&error, self.source(), self.span(scenario, "fen")))
    }

    /// The error that the move at an index of a scenario cannot be played, for whoever knows the rules; it points at the
    /// move in the file.
    pub fn illegal_move(
        &self,
        scenario: &Scenario,
        index: usize,
        problem: impl std::fmt::Display,
        help: Option<String>,
    ) -> CaseError {
        CaseError::Move {
            ply: index + 1,
            text: scenario.moves.get(index).cloned().unwrap_or_default(),
            problem: problem.to_string(),
            help,
            source_code: self.source(),
            span: self.span(scenario, &format!("moves/{index}")),
        }
    }

    /// The place of a part of a scenario, such as `moves/2`, `natures/0` or `ruling`; what a variant takes over from
    /// the figure stands with the figure.
    pub fn span(&self, scenario: &Scenario, path: &str) -> SourceSpan {
        let own = format!("{}/{path}", scenario.path);
        let found = self
            .document
            .find(&own)
            .or_else(|| self.document.find(path));
        found.unwrap_or_else(|| self.document.span(&scenario.path))
    }

    /// The case file, for diagnostics.
    pub fn source(&self) -> Source {
        self.document.source()
    }
}

#[cfg(test)]
mod tests;
