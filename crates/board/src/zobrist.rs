//! Random numbers for position hashes: one per piece and square, one for the turn. Their halves have nothing to do with each
//! other.

use crate::{Kind, Piece, Square};

const PIECES: usize = 2 * Kind::MAX;

/// Added when it is Black's turn.
pub(crate) const TURN: u128 = wide(0);

static KEYS: [[u128; Square::COUNT]; PIECES] = keys();

#[inline]
pub(crate) fn key(piece: Piece, square: Square) -> u128 {
    KEYS[piece.index()][square.index() as usize]
}

const fn keys() -> [[u128; Square::COUNT]; PIECES] {
    let mut keys = [[0; Square::COUNT]; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        let mut square = 0;
        while square < Square::COUNT {
            keys[piece][square] = wide((1 + piece * Square::COUNT + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    keys
}

/// The `n`-th numbers of two sequences.
const fn wide(n: u64) -> u128 {
    (mix(0x5851_f42d_4c95_7f2d, n) as u128) << 64 | mix(0x7169_6c69, n) as u128
}

/// The `n`-th number of the SplitMix64 sequence with a seed.
const fn mix(seed: u64, n: u64) -> u64 {
    let z = seed.wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
