use std::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub},
};

use crate::{File, Rank, Square};

/// A set of squares: bit `n` stands for the square with index `n`.
///
/// ```
/// use qili_board::{Bitboard, File};
///
/// let middle = Bitboard::file(File::from_char('e').unwrap());
/// assert_eq!(middle.count(), 10);
/// assert_eq!((!middle).count(), 80);
/// assert_eq!(middle.first().unwrap().to_string(), "e0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square of the board.
    pub const ALL: Self = Self((1 << Square::COUNT) - 1);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// The ten squares of a file.
    pub const fn file(file: File) -> Self {
        const FIRST: u128 = {
            let mut bits = 0;
            let mut rank = 0;
            while rank < Rank::COUNT {
                bits |= 1 << (rank * File::COUNT);
                rank += 1;
            }
            bits
        };
        Self(FIRST << file.index())
    }

    /// The nine squares of a rank.
    pub const fn rank(rank: Rank) -> Self {
        Self(0x1ff << (rank.index() * File::COUNT))
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The set and this square.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The set but for this square.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }

    /// How many squares are in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no square in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the sets share a square.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// The squares, in the order of their indices.
    #[inline]
    pub const fn squares(self) -> Squares {
        // Bits above the board are dropped, so that the iterator yields squares only.
        Squares(self.0 & Self::ALL.0)
    }

    /// The set with left and right exchanged.
    #[must_use]
    pub fn mirror(self) -> Self {
        self.squares().map(Square::mirror).collect()
    }

    /// The set as the other side sees it, the board turned by half a circle.
    #[must_use]
    pub const fn rotate(self) -> Self {
        Self((self.0 & Self::ALL.0).reverse_bits() >> (u128::BITS as usize - Square::COUNT))
    }
}

/// The squares of a [`Bitboard`], in the order of their indices.
#[derive(Debug, Clone)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Square::from_valid(index))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.squares()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The squares of the first set that are not in the second.
impl Sub for Bitboard {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The squares of the board that are not in the set.
impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_ranks_cover_the_board_once() {
        let files: Vec<_> = File::all().map(Bitboard::file).collect();
        let ranks: Vec<_> = Rank::all().map(Bitboard::rank).collect();
        for lines in [files, ranks] {
            assert_eq!(lines.iter().map(|line| line.count()).sum::<u32>(), 90);
            assert_eq!(
                lines.into_iter().fold(Bitboard::EMPTY, Bitboard::bitor),
                Bitboard::ALL
            );
        }
    }

    #[test]
    fn iterates_in_order_and_collects() {
        let squares: Vec<_> = Square::all().step_by(7).collect();
        let set: Bitboard = squares.iter().copied().collect();
        assert_eq!(set.squares().collect::<Vec<_>>(), squares);
        assert_eq!(set.squares().len(), squares.len());
        assert_eq!(
            set.rotate(),
            squares.iter().map(|square| square.rotate()).collect()
        );
        assert_eq!(set.mirror().mirror(), set);
        assert_eq!(set - set, Bitboard::EMPTY);
        assert_eq!(set | !set, Bitboard::ALL);
        assert_eq!(Bitboard(u128::MAX).squares().count(), 90);
    }
}
