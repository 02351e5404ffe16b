use std::fmt;
use std::str::FromStr;

/// One of the two languages: of a rule file, of a report.
///
/// ```
/// use qili_words::Language;
///
/// assert_eq!(Language::Chinese.of("车", "chariot"), "车");
/// assert_eq!("en".parse(), Ok(Language::English));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// Chinese.
    Chinese,
    /// English.
    #[default]
    English,
}

impl Language {
    /// The one of two values, most often texts, that is for this language.
    #[must_use]
    pub const fn of<T: Copy>(self, zh: T, en: T) -> T {
        match self {
            Self::Chinese => zh,
            Self::English => en,
        }
    }

    /// Parts of a list, joined.
    #[must_use]
    pub fn list(self, parts: &[String]) -> String {
        parts.join(self.of("、", ", "))
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "zh" | "zh-Hans" | "zh-Hant" => Ok(Self::Chinese),
            "en" => Ok(Self::English),
            _ => Err(UnknownLanguage(text.to_owned())),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.of("zh", "en"))
    }
}

/// A text that names neither `zh` nor `en`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither `zh` nor `en`")]
pub struct UnknownLanguage(pub String);
