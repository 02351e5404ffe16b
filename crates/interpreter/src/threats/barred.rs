use qili_board::{Bitboard, Move, Square};

use crate::key::{Key, code};

/// Captures that may not be played in a line of play.
///
/// A barred capture is a move between two squares, and it stays barred whatever stands there later in the line: whoever
/// has just agreed to exchange two pieces on a square is not asked what else could be captured by the same move. A barred
/// piece is followed wherever it goes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Barred {
    pieces: Bitboard,
    captures: Vec<Move>,
}

impl Barred {
    /// Nothing is barred.
    pub fn nothing() -> &'static Self {
        static NOTHING: Barred = Barred {
            pieces: Bitboard::EMPTY,
            captures: Vec::new(),
        };
        &NOTHING
    }

    /// Bars the attacker from capturing the piece on a square, unless he retakes: unless it has just captured or given
    /// check.
    pub fn bar_piece(&mut self, square: Square) {
        self.pieces = self.pieces.with(square);
    }

    /// Bars the attacker from this capture.
    pub fn bar_capture(&mut self, capture: Move) {
        if let Err(at) = self.captures.binary_search(&capture) {
            self.captures.insert(at, capture);
        }
    }

    /// Where the pieces stand that the attacker may only retake.
    pub fn pieces(&self) -> Bitboard {
        self.pieces
    }

    /// The single captures that are barred, in order.
    pub fn captures(&self) -> &[Move] {
        &self.captures
    }

    /// A key together with what is barred.
    pub(super) fn and(&self, key: Key) -> Key {
        let captures = self.captures.iter();
        captures.fold(key.and(0).and_set(self.pieces), |key, capture| {
            key.and(code(Some(capture.from)) << 8 | code(Some(capture.to)))
        })
    }

    /// Whether the attacker may not play this capture.
    #[inline]
    pub(super) fn bars(&self, capture: Move) -> bool {
        !self.captures.is_empty() && self.captures.contains(&capture)
    }
}
