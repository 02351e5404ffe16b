//! What a ruling says.

use qili_words::Language;
use std::fmt;
use std::str::FromStr;

use qili_board::Side;
use serde::{Deserialize, Deserializer, Serialize, de};
use thiserror::Error;

/// The outcome of a ruling, as judgements and case files write it.
///
/// ```
/// use qili_board::Side;
/// use qili_edition::outcome::Outcome;
///
/// let outcome: Outcome = "red-must-change".parse()?;
/// assert_eq!(outcome, Outcome::must_change(Side::Red));
/// assert_eq!(outcome.said(qili_words::Language::Chinese), "红方变着");
/// # Ok::<(), qili_edition::outcome::UnknownOutcome>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Nothing to rule on.
    None,
    /// A draw.
    Draw,
    /// Red must play something else, and loses if it does not.
    RedMustChange,
    /// Black must play something else, and loses if it does not.
    BlackMustChange,
    /// Red loses.
    RedLoses,
    /// Black loses.
    BlackLoses,
    /// The edition leaves it open, or a search ran out of its budget.
    Undetermined,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Outcome; 7] = [
        Outcome::None,
        Outcome::Draw,
        Outcome::RedMustChange,
        Outcome::BlackMustChange,
        Outcome::RedLoses,
        Outcome::BlackLoses,
        Outcome::Undetermined,
    ];

    /// The outcome in which this side must play something else.
    pub const fn must_change(side: Side) -> Self {
        match side {
            Side::Red => Outcome::RedMustChange,
            Side::Black => Outcome::BlackMustChange,
        }
    }

    /// The outcome in which this side loses.
    pub const fn loses(side: Side) -> Self {
        match side {
            Side::Red => Outcome::RedLoses,
            Side::Black => Outcome::BlackLoses,
        }
    }

    /// The side that the outcome goes against, if it goes against one.
    pub const fn against(self) -> Option<Side> {
        match self {
            Outcome::RedMustChange | Outcome::RedLoses => Some(Side::Red),
            Outcome::BlackMustChange | Outcome::BlackLoses => Some(Side::Black),
            Outcome::None | Outcome::Draw | Outcome::Undetermined => Option::None,
        }
    }

    /// Its word in files and in JSON, and the Chinese word that files may have instead.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Outcome::None => ("none", "无"),
            Outcome::Draw => ("draw", "和"),
            Outcome::RedMustChange => ("red-must-change", "红方变着"),
            Outcome::BlackMustChange => ("black-must-change", "黑方变着"),
            Outcome::RedLoses => ("red-loses", "红方作负"),
            Outcome::BlackLoses => ("black-loses", "黑方作负"),
            Outcome::Undetermined => ("undetermined", "未能裁定"),
        }
    }

    /// The word in JSON.
    pub const fn word(self) -> &'static str {
        self.words().0
    }

    /// The word that a file in this language has.
    pub fn word_in(self, language: Language) -> &'static str {
        let (en, zh) = self.words();
        language.of(zh, en)
    }

    /// What it says.
    pub fn said(self, language: Language) -> &'static str {
        match self {
            Outcome::None => language.of("无须裁决", "nothing to rule on"),
            Outcome::Draw => language.of("双方不变作和", "a draw if neither side changes"),
            Outcome::RedMustChange => language.of("红方变着", "Red must change"),
            Outcome::BlackMustChange => language.of("黑方变着", "Black must change"),
            Outcome::RedLoses => language.of("红方作负", "Red loses"),
            Outcome::BlackLoses => language.of("黑方作负", "Black loses"),
            Outcome::Undetermined => language.of("未能裁定", "undetermined"),
        }
    }

    /// What a game comes to. A draw by a ruling has its condition; here it is one.
    pub fn result(self, language: Language) -> &'static str {
        match self {
            Outcome::Draw => language.of("作和", "a draw"),
            outcome => outcome.said(language),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Outcome {
    type Err = UnknownOutcome;

    fn from_str(word: &str) -> Result<Self, UnknownOutcome> {
        let read = qili_words::simplified(word);
        let known = Outcome::ALL.into_iter().find(|outcome| {
            let (en, zh) = outcome.words();
            read == en || read == zh
        });
        known.ok_or_else(|| UnknownOutcome(word.to_owned()))
    }
}

/// All words of all outcomes.
const KNOWN: [&str; 2 * Outcome::ALL.len()] = {
    let mut known = [""; 2 * Outcome::ALL.len()];
    let mut index = 0;
    while index < Outcome::ALL.len() {
        let (en, zh) = Outcome::ALL[index].words();
        known[index] = en;
        known[Outcome::ALL.len() + index] = zh;
        index += 1;
    }
    known
};

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        word.parse()
            .map_err(|UnknownOutcome(word)| de::Error::unknown_variant(&word, &KNOWN))
    }
}

/// A word that is no outcome.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is no outcome of a ruling")]
pub struct UnknownOutcome(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_is_what_serde_writes_and_what_parsing_reads() {
        for outcome in Outcome::ALL {
            assert_eq!(serde_json::to_value(outcome).unwrap(), outcome.word());
            for word in [outcome.words().0, outcome.words().1] {
                assert_eq!(word.parse(), Ok(outcome));
                assert_eq!(
                    serde_json::from_value::<Outcome>(word.into()).unwrap(),
                    outcome
                );
            }
        }
        assert_eq!(
            "red-wins".parse::<Outcome>(),
            Err(UnknownOutcome("red-wins".into()))
        );
    }

    #[test]
    fn outcomes_against_a_side_name_that_side() {
        for side in [Side::Red, Side::Black] {
            assert_eq!(Outcome::must_change(side).against(), Some(side));
            assert_eq!(Outcome::loses(side).against(), Some(side));
        }
        assert_eq!(Outcome::Draw.against(), None);
    }
}
