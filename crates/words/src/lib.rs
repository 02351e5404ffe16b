//! What every layer says things with: the two languages of the project, texts and diagnostics in both, the likely word
//! for one that is not known, and the text that a diagnostic shows.
//!
//! Every diagnostic of the workspace speaks English by itself and Chinese by [`Localized`]; [`In`] chooses.

mod bilingual;
mod language;
mod localized;
mod source;
mod suggest;

pub use bilingual::Bilingual;
pub use language::{Language, UnknownLanguage};
pub use localized::{In, Localized, Texts};
pub use source::Source;
pub use suggest::nearest;
