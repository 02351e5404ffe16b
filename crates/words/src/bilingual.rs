use serde::{Deserialize, Serialize};

use crate::Language;

/// The same short text in Chinese and in English; one of them may be left out.
///
/// ```
/// use qili_words::{Bilingual, Language};
///
/// let chase = Bilingual::new("捉", "chase");
/// assert_eq!(chase.get(Language::Chinese), "捉");
/// assert_eq!(Bilingual::new("捉", "").get(Language::English), "捉");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bilingual {
    /// Chinese; empty if it is not given.
    #[serde(default)]
    pub zh: String,
    /// English; empty if it is not given.
    #[serde(default)]
    pub en: String,
}

impl Bilingual {
    /// Both texts.
    pub fn new(zh: impl Into<String>, en: impl Into<String>) -> Self {
        Self {
            zh: zh.into(),
            en: en.into(),
        }
    }

    /// The text in one language; in the other where that is left out.
    #[must_use]
    pub fn get(&self, language: Language) -> &str {
        match language.of(self.zh.as_str(), &self.en) {
            "" => language.of(&self.en, &self.zh),
            text => text,
        }
    }
}
