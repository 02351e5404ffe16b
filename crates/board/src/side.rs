use std::{fmt, ops::Not};

use qili_words::Language;

/// One of the two players; as data, `red` or `black`.
///
/// ```
/// use qili_board::Side;
///
/// assert_eq!(!Side::Red, Side::Black);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Side {
    /// The player at ranks 0 to 4, written in upper case.
    Red,
    /// The player at ranks 5 to 9, written in lower case.
    Black,
}

impl Side {
    /// Both sides, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// `红方`, `Red`
    pub fn name(self, language: Language) -> &'static str {
        match self {
            Self::Red => language.of("红方", "Red"),
            Self::Black => language.of("黑方", "Black"),
        }
    }

    /// 0 for Red, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "red",
            Self::Black => "black",
        })
    }
}
