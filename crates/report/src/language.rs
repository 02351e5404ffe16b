//! The two languages of the project.

use std::fmt;
use std::str::FromStr;

/// The language of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// Chinese.
    Chinese,
    /// English.
    #[default]
    English,
}

impl Language {
    /// The one of two texts that is in this language.
    #[must_use]
    pub const fn of<'a>(self, zh: &'a str, en: &'a str) -> &'a str {
        match self {
            Self::Chinese => zh,
            Self::English => en,
        }
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "zh" => Ok(Self::Chinese),
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
