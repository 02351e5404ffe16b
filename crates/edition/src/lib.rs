//! From a folder of rule files to one checked edition.

pub mod bilingual;
pub mod case;
pub mod outcome;
pub mod yaml;
