//! The clauses that results cite.

use qili_words::{Bilingual, Language};
use serde::{Deserialize, Serialize};

/// A clause of the rules as the data file states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// Chapter, section and item as printed, for instance `2.6.2`.
    pub article: String,
    /// The clause in Chinese.
    pub zh: String,
    /// The clause in English.
    pub en: String,
    /// What is assumed where the printed text is silent or ambiguous.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Bilingual>,
    /// Where the printed text contradicts itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub erratum: Option<Erratum>,
}

impl Clause {
    /// The clause in one language.
    #[must_use]
    pub fn get(&self, language: Language) -> &str {
        language.of(&self.zh, &self.en)
    }
}

/// A number that the printed text gives wrongly, with the example that shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// What is wrong, in Chinese.
    pub zh: String,
    /// What is wrong, in English.
    pub en: String,
    /// The number of line-ups that the book prints.
    pub printed: u64,
    /// The boards of the book's example.
    pub boards: usize,
    /// The substitutes of the book's example.
    pub substitutes: usize,
}
