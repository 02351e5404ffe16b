//! What tells positions and questions apart in memories of what was found out.

use std::hash::{Hash, Hasher};

use qili_board::{Bitboard, Position, Square};

/// 128 bits made of everything that a question depends on; two questions that differ share them only by a chance that no
/// machine will live to see. The two halves are mixed independently of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key(u64, u64);

impl Key {
    /// That of nothing.
    pub(crate) const NONE: Self = Self(0, 0);

    /// A position: its pieces and whose turn it is.
    #[inline]
    pub(crate) fn of(position: &Position) -> Self {
        let hash = position.wide_hash();
        Self(hash as u64, (hash >> 64) as u64)
    }

    /// The same together with a number.
    #[inline]
    pub(crate) const fn and(self, word: u64) -> Self {
        Self(mix(self.0, word, ONE), mix(self.1, word, OTHER))
    }

    /// The same together with another key.
    pub(crate) const fn and_key(self, other: Self) -> Self {
        self.and(other.0).and(other.1)
    }

    /// The same without another key that it was made of by this, or with it.
    #[inline]
    pub(crate) const fn toggled(self, other: Self) -> Self {
        Self(self.0 ^ other.0, self.1 ^ other.1)
    }

    /// The same together with a set of squares; nothing changes for the empty set.
    #[inline]
    pub(crate) const fn and_set(self, set: Bitboard) -> Self {
        if set.is_empty() {
            return self;
        }
        self.and(set.0 as u64).and((set.0 >> 64) as u64)
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0);
    }
}

/// What the halves are mixed with.
const ONE: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03];
const OTHER: [u64; 2] = [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];

/// Mixes two numbers into one that depends on every bit of both.
#[inline]
const fn mix(a: u64, b: u64, with: [u64; 2]) -> u64 {
    let product = (a ^ with[0]) as u128 * (b ^ with[1]) as u128;
    (product >> 64) as u64 ^ (product as u64).rotate_left(29) ^ b
}

/// A number below 256 for a square or none.
#[inline]
pub(crate) fn code(square: Option<Square>) -> u64 {
    square.map_or(0xff, |square| u64::from(square.index()))
}

/// A number below 257 for how much is left, or none for no limit.
#[inline]
pub(crate) fn limit(left: Option<u8>) -> u64 {
    left.map_or(0, |left| u64::from(left) + 1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn positions_and_what_goes_with_them_are_told_apart_by_either_half() {
        let mut keys = Vec::new();
        for square in Square::all() {
            for (side, kind) in [(0, 0), (0, 1), (1, 0)] {
                let mut position = Position::empty(qili_board::Side::Red);
                let kind = qili_board::Kind::all().nth(kind).unwrap();
                let side = qili_board::Side::ALL[side];
                position.place(square, qili_board::Piece { side, kind });
                for turn in qili_board::Side::ALL {
                    position.set_turn(turn);
                    let key = Key::of(&position);
                    let set = Bitboard::of(square);
                    keys.extend([key, key.and(1), key.and_set(set), key.and(1).and_set(set)]);
                }
            }
        }
        let one: HashSet<u64> = keys.iter().map(|key| key.0).collect();
        let other: HashSet<u64> = keys.iter().map(|key| key.1).collect();
        assert_eq!((one.len(), other.len()), (keys.len(), keys.len()));
    }
}
