//! What every layer says things with: the two languages of the project, texts and diagnostics in both, the likely word
//! for one that is not known, and the text that a diagnostic shows.
//!
//! Every diagnostic of the workspace speaks English by itself and Chinese by [`Localized`]; [`In`] chooses. What is no
//! diagnostic but becomes a part of one says Chinese where it is formatted with `{:#}`, as [`Bilingual`] does.

mod bilingual;
mod language;
mod localized;
mod said;
mod source;
mod suggest;
mod traditional;

pub use bilingual::Bilingual;
pub use language::{Language, UnknownLanguage};
pub use localized::{In, Localized, Texts, in_both};
pub use said::{Report, Said, refusal};
pub use source::Source;
pub use suggest::nearest;
pub use traditional::{simplified, traditional};
