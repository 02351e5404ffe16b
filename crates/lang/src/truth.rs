//! Three-valued truth: what a budgeted search, or a book that leaves a question to the arbiter, can answer.

use std::ops::Not;

/// Yes, no, or not known.
///
/// The operations are Kleene's: an unknown part matters only where the whole depends on it.
///
/// ```
/// use qili_lang::Truth;
/// assert_eq!(Truth::No.and(Truth::Unknown), Truth::No);
/// assert_eq!(Truth::Yes.and(Truth::Unknown), Truth::Unknown);
/// assert_eq!(!Truth::Unknown, Truth::Unknown);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Truth {
    /// It does not hold.
    No,
    /// A budget ran out, or the book leaves it open.
    Unknown,
    /// It holds.
    Yes,
}

impl Truth {
    /// Both hold.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.min(other)
    }

    /// At least one holds.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.max(other)
    }

    /// It is known to hold.
    #[must_use]
    pub const fn is_yes(self) -> bool {
        matches!(self, Self::Yes)
    }

    /// It is known not to hold.
    #[must_use]
    pub const fn is_no(self) -> bool {
        matches!(self, Self::No)
    }
}

impl Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Unknown => Self::Unknown,
            Self::Yes => Self::No,
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Self::Yes } else { Self::No }
    }
}
