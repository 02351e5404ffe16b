/// A kind of piece: a handle into the edition's table of kinds.
///
/// The board gives it no meaning. There are at most [`Kind::MAX`] kinds.
///
/// ```
/// use qili_board::Kind;
///
/// assert_eq!(Kind::new(3).unwrap().index(), 3);
/// assert_eq!(Kind::new(16), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// How many kinds there can be.
    pub const MAX: usize = 16;

    /// The kind with this index, 0 to 15.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < Self::MAX {
            Some(Self(index))
        } else {
            None
        }
    }

    /// Its index, 0 to 15.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All kinds that there can be, in the order of their indices.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::MAX as u8).map(Self)
    }

    /// For callers in this crate that know that `index` is below [`Kind::MAX`].
    #[inline]
    pub(crate) const fn from_valid(index: u8) -> Self {
        Self(index)
    }
}
