use crate::{Kind, Side};

/// A piece: whose it is and of which kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose piece it is.
    pub side: Side,
    /// Its kind.
    pub kind: Kind,
}

impl Piece {
    /// A number for tables: below twice [`Kind::MAX`], Red's kinds first.
    #[inline]
    pub const fn index(self) -> usize {
        self.side.index() * Kind::MAX + self.kind.index()
    }

    /// For callers in this crate that know that `index` came from [`Piece::index`].
    #[inline]
    pub(crate) const fn from_valid(index: u8) -> Self {
        let side = if (index as usize) < Kind::MAX {
            Side::Red
        } else {
            Side::Black
        };
        Self {
            side,
            kind: Kind::from_valid(index % Kind::MAX as u8),
        }
    }
}
