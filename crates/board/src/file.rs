use std::fmt;

/// A file of the board: `a` to `i`, counted from Red's left.
///
/// ```
/// use qili_board::File;
///
/// let middle = File::from_char('e').unwrap();
/// assert_eq!(middle.index(), 4);
/// assert_eq!(File::from_char('j'), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u8);

impl File {
    /// How many files there are.
    pub const COUNT: u8 = 9;

    /// The file with this index, 0 to 8.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The file with this letter, `a` to `i` or `A` to `I`.
    pub fn from_char(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            letter @ 'a'..='i' => Some(Self(letter as u8 - b'a')),
            _ => None,
        }
    }

    /// Its index, 0 to 8.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its letter, `a` to `i`.
    pub const fn char(self) -> char {
        (b'a' + self.0) as char
    }

    /// The file on the other side of the middle one: `a` and `i` change places.
    #[inline]
    pub const fn mirror(self) -> Self {
        Self(Self::COUNT - 1 - self.0)
    }

    /// All files, `a` first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(Self)
    }

    /// For callers in this crate that know that `index` is below [`File::COUNT`].
    #[inline]
    pub(crate) const fn from_valid(index: u8) -> Self {
        Self(index)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}
