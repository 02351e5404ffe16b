//! A rule file with its text.

use qili_words::Source;

/// A rule file of an edition or of one that it amends.
#[derive(Debug, Clone)]
pub struct RuleFile {
    /// The edition that it belongs to.
    pub edition: String,
    /// Its text, with the name that messages call it.
    pub source: Source,
    /// The language of its keywords.
    pub language: qili_words::Language,
}
