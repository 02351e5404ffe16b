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
mod words;

use miette::{LabeledSpan, SourceSpan};
use qili_board::Square;
use qili_board::fen::{self, Alphabet, Fen};

pub use error::CaseError;
pub use pattern::{Pattern, PatternError};
pub use scenario::{
    Disagreement, Named, Natures, Patterns, Reach, RulingSource, Scenario, Target, Variant,
};
pub use source::{Diagram, DiagramError, Reference};

use crate::yaml::{Document, Source};
use qili_words::{Bilingual, Localized, both, in_both};

/// The keys of case files: each in Chinese, and in English.
#[must_use]
pub const fn keys() -> &'static [(&'static str, &'static str)] {
    &words::KEYS
}

/// The most plies that a line of a case may have: many times what any book prints, and judged within seconds.
pub const MAX_PLIES: usize = 400;
/// The most variants that a case may have.
pub const MAX_VARIANTS: usize = 64;

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

    /// The same for an edition that inherits cases: a file without a position that has the name of an inherited case
    /// says only what the edition expects otherwise of it.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub(crate) fn amending(
        name: impl Into<String>,
        text: impl Into<std::sync::Arc<str>>,
        inherited: &[Case],
        edition: &str,
    ) -> Result<Case, CaseError> {
        file::read_amending(Document::parse(name, text)?, inherited, edition)
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
        fen::parse(&scenario.fen, alphabet).map_err(|error| {
            let whole = self.span(scenario, "fen");
            CaseError::from_fen(&error, self.source(), whole, self.inside_fen(scenario))
        })
    }

    /// The error that a scenario's position cannot occur, for whoever knows the rules; it points at the squares.
    pub fn impossible_position(
        &self,
        scenario: &Scenario,
        problem: &dyn Localized,
        squares: impl IntoIterator<Item = Square>,
    ) -> CaseError {
        let (problem, help) = in_both(problem);
        let inside = self.inside_fen(scenario);
        let place = |square: Square| {
            let span = fen::span(&scenario.fen, square)?;
            let label = Some(square.to_string());
            Some(LabeledSpan::new(label, inside? + span.start, span.len()))
        };
        let mut spans: Vec<_> = squares.into_iter().filter_map(place).collect();
        if spans.is_empty() {
            spans = vec![LabeledSpan::new_with_span(None, self.span(scenario, "fen"))];
        }
        CaseError::Fen {
            problem,
            help,
            source_code: self.source(),
            spans,
        }
    }

    /// Where the text of a scenario's FEN begins in the file, if it stands there as it is, perhaps in quotes.
    fn inside_fen(&self, scenario: &Scenario) -> Option<usize> {
        let span = self.span(scenario, "fen");
        let source = self.source();
        let written = source.inner().get(span.offset()..)?.get(..span.len())?;
        Some(span.offset() + written.find(&scenario.fen)?)
    }

    /// The error that the move at an index of a scenario cannot be played, for whoever knows the rules; it points at the
    /// move in the file.
    pub fn illegal_move(
        &self,
        scenario: &Scenario,
        index: usize,
        problem: Bilingual,
        help: Option<Bilingual>,
    ) -> CaseError {
        let written = scenario.moves.get(index).cloned();
        let coordinates = || scenario.coordinates.get(index).map(ToString::to_string);
        CaseError::Move {
            ply: index + 1,
            text: written.or_else(coordinates).unwrap_or_default(),
            problem,
            help,
            source_code: self.source(),
            span: self.move_span(scenario, index),
        }
    }

    /// Checks whether the moves of a scenario lead back where the case says so, given whether they do.
    ///
    /// # Errors
    /// The error that points at the last move, or at `open`.
    pub fn check_open(&self, scenario: &Scenario, closes: bool) -> Result<(), CaseError> {
        let plies = scenario.plies();
        let odd = plies % 2 == 1;
        if plies == 0 || closes != scenario.open && !odd {
            return Ok(());
        }
        let (problem, help, span) = if odd {
            let problem = both!(
                "{plies} 着不成循环：轮到的不是开始的一方",
                "{plies} moves are no cycle: the side that began is not to move again"
            );
            let help = both!(
                "写出双方的着法，两方着数相同",
                "give the moves of both sides, as many of the one as of the other"
            );
            (problem, help, self.move_span(scenario, plies - 1))
        } else if closes {
            let problem = both!(
                "着法回到了开始的局面",
                "the moves do lead back to the position"
            );
            let help = both!("不写 `open`（`不闭合`）", "leave `open` out");
            (problem, help, self.span(scenario, "open"))
        } else {
            (
                both!(
                    "着法没有回到开始的局面",
                    "the moves do not lead back to the position"
                ),
                both!(
                    "写出整个循环；书上只印了这些的，写 `open: true`（`不闭合: true`）",
                    "write the whole cycle, or `open: true` if the book prints no more than this"
                ),
                self.move_span(scenario, plies - 1),
            )
        };
        Err(CaseError::Open {
            problem,
            help,
            source_code: self.source(),
            span,
        })
    }

    /// The error that a name in a scenario is none of those that the edition has.
    pub fn unknown_name<'n>(
        &self,
        scenario: &Scenario,
        path: &str,
        problem: Bilingual,
        name: &str,
        known: impl IntoIterator<Item = &'n str> + Clone,
    ) -> CaseError {
        let help = match qili_words::nearest(name, known.clone()) {
            Some(near) => both!("是不是 `{near}`？", "did you mean `{near}`?"),
            None => {
                let known: Vec<_> = known.into_iter().collect();
                let (zh, en) = (known.join("`、`"), known.join("`, `"));
                both!("名称有 `{zh}`", "the names are `{en}`")
            }
        };
        self.wrong_word(scenario, path, problem, help)
    }

    /// The error that a word in a scenario cannot stand where it does.
    pub fn wrong_word(
        &self,
        scenario: &Scenario,
        path: &str,
        problem: Bilingual,
        help: Bilingual,
    ) -> CaseError {
        CaseError::Word {
            problem,
            help,
            source_code: self.source(),
            span: self.span(scenario, path),
        }
    }

    fn move_span(&self, scenario: &Scenario, index: usize) -> SourceSpan {
        let list = match scenario.moves.is_empty() {
            true => "coordinates",
            false => "moves",
        };
        self.span(scenario, &format!("{list}/{index}"))
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

    /// The place of a field of the case itself, such as `title`.
    pub(crate) fn place(&self, path: &str) -> SourceSpan {
        self.document.span(path)
    }

    /// The case file, for diagnostics.
    pub fn source(&self) -> Source {
        self.document.source()
    }
}

#[cfg(test)]
mod tests;
