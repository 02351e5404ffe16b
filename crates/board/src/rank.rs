use std::fmt;

/// A rank of the board: `0` to `9`, counted from Red's side.
///
/// ```
/// use qili_board::Rank;
///
/// assert_eq!(Rank::new(9).unwrap().to_string(), "9");
/// assert_eq!(Rank::new(10), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// How many ranks there are.
    pub const COUNT: u8 = 10;

    /// The rank with this index, 0 to 9.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The rank with this digit, `0` to `9`.
    pub fn from_char(digit: char) -> Option<Self> {
        match digit {
            '0'..='9' => Some(Self(digit as u8 - b'0')),
            _ => None,
        }
    }

    /// Its index, 0 to 9.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its digit, `0` to `9`.
    pub const fn char(self) -> char {
        (b'0' + self.0) as char
    }

    /// The same rank seen from the other side: `0` and `9` change places.
    #[inline]
    pub const fn flip(self) -> Self {
        Self(Self::COUNT - 1 - self.0)
    }

    /// All ranks, Red's back rank first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(Self)
    }

    /// For callers in this crate that know that `index` is below [`Rank::COUNT`].
    #[inline]
    pub(crate) const fn from_valid(index: u8) -> Self {
        Self(index)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}
