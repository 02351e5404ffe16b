//! From a folder of rule files to one checked edition.

pub mod about;
pub mod case;
mod draft;
mod edition;
mod error;
pub mod folder;
pub mod outcome;
mod rule_file;
pub mod yaml;

pub use draft::Draft;
pub use edition::{Edition, InForce};
pub use error::EditionError;
pub use rule_file::RuleFile;
