use std::{fmt, str::FromStr};

use qili_words::both;

use crate::Square;

/// A move from one square to another, legal or not.
///
/// ```
/// use qili_board::Move;
///
/// let mv: Move = "h2e2".parse().unwrap();
/// assert_eq!(mv.to.to_string(), "e2");
/// assert_eq!(mv.to_string(), "h2e2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece leaves.
    pub from: Square,
    /// Where it arrives.
    pub to: Square,
}

impl Move {
    /// The move from `from` to `to`.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that names no move in coordinates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseMoveError(pub String);

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        let said = both!(
            "`{text}` 不是坐标着法：要两个点，如 `h2e2`",
            "`{text}` is not a move in coordinates: two squares such as `h2e2`"
        );
        fmt::Display::fmt(&said, f)
    }
}

impl std::error::Error for ParseMoveError {}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads two squares, with nothing or a hyphen between them.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseMoveError(text.to_owned());
        let (from, to) = text.split_at_checked(2).ok_or_else(error)?;
        let to = to.strip_prefix('-').unwrap_or(to);
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) => Ok(Self { from, to }),
            _ => Err(error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for from in Square::all() {
            for to in Square::all() {
                let mv = Move::new(from, to);
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        }
        assert_eq!("H2-E2".parse::<Move>().unwrap().to_string(), "h2e2");
        for text in ["", "h2", "h2e", "h2e22", "炮二平五", "a炮", "h2--e2"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}
