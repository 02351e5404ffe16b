use std::fmt::{self, Display};

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

/// A text in both languages, Chinese first, each a format string with names from where it stands.
///
/// Texts in both languages that go into it follow after a semicolon; each language takes its own.
///
/// ```
/// use qili_words::both;
///
/// let (name, sort) = ("车", both!("棋子", "a piece"));
/// let said = both!("`{name}` 是{}", "`{name}` is {}"; sort);
/// assert_eq!((said.zh.as_str(), said.en.as_str()), ("`车` 是棋子", "`车` is a piece"));
/// ```
#[macro_export]
macro_rules! both {
    ($zh:literal, $en:literal $(; $($part:expr),+)? $(,)?) => {
        $crate::Bilingual {
            zh: ::std::fmt::format(::std::format_args!($zh $($(, $part.zh)+)?)),
            en: ::std::fmt::format(::std::format_args!($en $($(, $part.en)+)?)),
        }
    };
}

/// A name that is the same in both languages.
impl From<&str> for Bilingual {
    fn from(name: &str) -> Self {
        Self::new(name, name)
    }
}

/// English, and Chinese by `{:#}`: so errors that are no diagnostics themselves are said in both languages, too.
impl Display for Bilingual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { &self.zh } else { &self.en })
    }
}

impl Bilingual {
    /// What something says by `{:#}` and by `{}`.
    #[must_use]
    pub fn of(error: &impl Display) -> Self {
        crate::both!("{error:#}", "{error}")
    }

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
