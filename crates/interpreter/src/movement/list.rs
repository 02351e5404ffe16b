use std::ops::Deref;

use arrayvec::ArrayVec;
use qili_board::{Bitboard, Move, Square};

/// A list of moves of fixed capacity, so that generating moves allocates nothing.
///
/// It holds [`MoveList::CAPACITY`] moves and drops what does not fit; positions with no more pieces than a game begins with
/// stay far below.
///
/// ```
/// use qili_interpreter::movement::MoveList;
///
/// let mut moves = MoveList::new();
/// moves.push("h2e2".parse().unwrap());
/// assert_eq!(moves.len(), 1);
/// assert_eq!(moves[0].to_string(), "h2e2");
/// ```
#[derive(Debug, Clone, Default)]
pub struct MoveList {
    moves: ArrayVec<Move, { Self::CAPACITY }>,
}

impl MoveList {
    /// How many moves fit.
    pub const CAPACITY: usize = 512;

    /// An empty list.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        let _ = self.moves.try_push(mv);
    }

    /// Adds the moves from one square to each of a set.
    #[inline]
    pub(super) fn extend(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
