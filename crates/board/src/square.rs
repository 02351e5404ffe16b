use std::{fmt, str::FromStr};

use qili_words::both;

use crate::{File, Rank};

/// A point of the board, `a0` to `i9`.
///
/// ```
/// use qili_board::Square;
///
/// let square: Square = "e0".parse().unwrap();
/// assert_eq!(square.index(), 4);
/// assert_eq!(square.offset(0, 9).unwrap().to_string(), "e9");
/// assert_eq!(square.offset(0, -1), None);
/// assert_eq!(square.rotate().to_string(), "e9");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 90;

    /// The square where `file` and `rank` cross.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank.index() * File::COUNT + file.index())
    }

    /// The square with this index, 0 (`a0`) to 89 (`i9`); ranks follow each other.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT {
            Some(Self(index))
        } else {
            None
        }
    }

    /// Its index, 0 to 89: nine times the rank plus the file.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file that it is on.
    #[inline]
    pub const fn file(self) -> File {
        File::from_valid(self.0 % File::COUNT)
    }

    /// The rank that it is on.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::from_valid(self.0 / File::COUNT)
    }

    /// The square `files` to Red's right and `ranks` away from Red, or `None` where that is off the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file().index() as i16 + files as i16;
        let rank = self.rank().index() as i16 + ranks as i16;
        if file < 0 || file >= File::COUNT as i16 || rank < 0 || rank >= Rank::COUNT as i16 {
            return None;
        }
        Some(Self(rank as u8 * File::COUNT + file as u8))
    }

    /// The square with left and right exchanged: `a0` and `i0`.
    pub const fn mirror(self) -> Self {
        Self::new(self.file().mirror(), self.rank())
    }

    /// The square as the other side sees it, the board turned by half a circle: `a0` and `i9`.
    #[inline]
    pub const fn rotate(self) -> Self {
        Self(Self::COUNT as u8 - 1 - self.0)
    }

    /// All squares, in the order of their indices.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// For callers in this crate that know that `index` is below [`Square::COUNT`].
    #[inline]
    pub(crate) const fn from_valid(index: u8) -> Self {
        Self(index)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that names no square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseSquareError(pub String);

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        let said = both!(
            "`{text}` 不是棋盘上的点：`a` 到 `i` 的一个字母，0 到 9 的一个数字",
            "`{text}` is not a square: a letter from a to i and a digit from 0 to 9"
        );
        fmt::Display::fmt(&said, f)
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut chars = text.chars();
        let (file, rank) = (
            chars.next().and_then(File::from_char),
            chars.next().and_then(Rank::from_char),
        );
        match (file, rank, chars.next()) {
            (Some(file), Some(rank), None) => Ok(Self::new(file, rank)),
            _ => Err(ParseSquareError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_index_agree() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::from_index(square.index()), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.mirror().mirror(), square);
            assert_eq!(square.rotate().rotate(), square);
        }
        assert_eq!(Square::from_index(90), None);
        for text in ["", "e", "j0", "e10", "0e", "e0 ", "车"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }

    #[test]
    fn offsets_stay_on_the_board() {
        for square in Square::all() {
            for (files, ranks) in [(1, 0), (0, 1), (-2, 1), (8, -9), (i8::MIN, i8::MAX)] {
                if let Some(other) = square.offset(files, ranks) {
                    assert_eq!(other.offset(-files, -ranks), Some(square));
                }
            }
        }
        assert_eq!("i0".parse::<Square>().unwrap().offset(1, 0), None);
    }
}
