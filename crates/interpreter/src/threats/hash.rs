use qili_board::{Bitboard, Square};

use super::Barred;

/// Mixes two numbers into one that depends on every bit of both.
#[inline]
pub(super) const fn mix(a: u64, b: u64) -> u64 {
    let product = (a ^ 0x9e37_79b9_7f4a_7c15) as u128 * (b ^ 0xd1b5_4a32_d192_ed03) as u128;
    (product >> 64) as u64 ^ (product as u64).rotate_left(29) ^ b
}

/// Mixes a set of squares into a number.
#[inline]
pub(super) const fn mix_set(hash: u64, set: Bitboard) -> u64 {
    if set.is_empty() {
        return hash;
    }
    mix(mix(hash, set.0 as u64), (set.0 >> 64) as u64)
}

/// A number below 256 for a square or none.
#[inline]
pub(super) fn code(square: Option<Square>) -> u64 {
    square.map_or(0xff, |square| u64::from(square.index()))
}

/// Mixes what is barred into a number.
pub(super) fn mix_barred(hash: u64, barred: &Barred) -> u64 {
    let hash = mix_set(hash, barred.pieces());
    barred.captures().iter().fold(hash, |hash, capture| {
        mix(hash, code(Some(capture.from)) << 8 | code(Some(capture.to)))
    })
}
