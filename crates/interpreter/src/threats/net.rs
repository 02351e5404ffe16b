use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use qili_lang::rules::UnitId;

/// How many units of material an edition can declare.
pub const MAX_UNITS: usize = 4;

/// Amounts of the edition's units, in the order of their declaration: what a piece is worth, or what a line of play has
/// won (negative: lost).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Net(pub [i8; MAX_UNITS]);

impl Net {
    /// Nothing.
    pub const ZERO: Self = Self([0; MAX_UNITS]);

    /// Whether it is nothing in every unit.
    #[inline]
    #[must_use]
    pub fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// The amount in one unit; nothing in one that no edition can declare.
    #[must_use]
    pub fn of(self, unit: UnitId) -> i8 {
        self.0.get(unit.index()).copied().unwrap_or_default()
    }

    /// The amounts as one number, for hashing.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        let [a, b, c, d] = self.0;
        u32::from_ne_bytes([a as u8, b as u8, c as u8, d as u8])
    }
}

impl Add for Net {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|unit| {
            self.0[unit].saturating_add(other.0[unit])
        }))
    }
}

impl Sub for Net {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|unit| {
            self.0[unit].saturating_sub(other.0[unit])
        }))
    }
}

impl Neg for Net {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl AddAssign for Net {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Net {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_add_and_the_first_unit_weighs_most() {
        let (one, other) = (Net([2, -1, 0, 0]), Net([1, 7, 0, 0]));
        assert_eq!(one + other, Net([3, 6, 0, 0]));
        assert_eq!(one - other, -(other - one));
        assert!(one > other);
        assert_ne!(one.bits(), other.bits());
        assert!((one - one).is_zero());
    }
}
