//! From a folder of rule files to one checked edition.

pub mod about;
pub mod case;
mod digest;
mod draft;
mod edition;
mod error;
pub mod fields;
pub mod folder;
mod lineage;
mod notice;
pub mod outcome;
mod plain;
pub mod procedure;
mod rule_file;
pub mod template;
pub mod yaml;

pub use draft::Draft;
pub use edition::{Edition, InForce};
pub use error::EditionError;
pub use notice::Notice;
pub use plain::Unreadable;
pub use rule_file::RuleFile;

#[cfg(test)]
mod tests;
