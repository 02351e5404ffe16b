//! Competition rules around the board, evaluated from an edition's `competition.yaml`.
//!
//! Every number, order and list is data; this crate knows how to apply them: [touch] and [correction] of moves, [handicap]s,
//! draw [offers], the [clock], [adjournment], move [limits], [pairing], [results] and [conduct]. [files] are what people write
//! down, and [report] says what follows, in words and as JSON.
//!
//! ```
//! use qili_competition::{Competition, report};
//! use qili_edition::yaml::Document;
//! use qili_words::Language;
//!
//! let competition = Competition::open("1965")?;
//! let touched = Document::parse("touch.yaml", "
//!     fen: 4k4/9/4c4/9/9/9/9/2N6/4R4/3K5 w
//!     touches: [{ at: e7 }]
//! ")?;
//! let report = report::touch(&touched, &competition, Language::English)?;
//! assert!(report.text.starts_with("an enemy piece"));
//! assert_eq!(report.json["schema"], "qili.competition.touch/1");
//! assert_eq!(report.json["moves"][0], "e1e7");
//! # Ok::<(), qili_words::Report>(())
//! ```

pub mod adjournment;
pub mod both;
pub mod clause;
pub mod clock;
mod competition;
pub mod conduct;
pub mod correction;
pub mod document;
pub mod duration;
pub mod explanation;
pub mod files;
pub mod handicap;
pub mod limits;
pub mod moves;
pub mod offers;
pub mod pairing;
pub mod pieces;
pub mod points;
pub mod report;
pub mod results;
pub mod rules;
#[cfg(test)]
mod test_support;
pub mod touch;

pub use competition::{Competition, OpenError};

/// What fails in ways that are told in either language.
pub type Result<T, E = qili_words::Report> = std::result::Result<T, E>;
