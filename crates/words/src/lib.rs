//! What every layer says things with: the two languages of the project, texts in both, and the likely word for one that
//! is not known.

mod bilingual;
mod language;
mod suggest;

pub use bilingual::Bilingual;
pub use language::{Language, UnknownLanguage};
pub use suggest::nearest;
