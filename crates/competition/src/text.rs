//! Text in Chinese and English, and the clauses that results cite.

use serde::{Deserialize, Serialize};

/// The language of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    /// Chinese.
    #[default]
    Zh,
    /// English.
    En,
}

impl Lang {
    /// Chooses between a Chinese and an English value.
    pub fn pick<T>(self, zh: T, en: T) -> T {
        match self {
            Self::Zh => zh,
            Self::En => en,
        }
    }
}

/// The same text in both languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl Text {
    /// The text in one language.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &str {
        lang.pick(&self.zh, &self.en)
    }
}

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
    pub reading: Option<Text>,
    /// Where the printed text contradicts itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub erratum: Option<Erratum>,
}

impl Clause {
    /// The clause in one language.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &str {
        lang.pick(&self.zh, &self.en)
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
