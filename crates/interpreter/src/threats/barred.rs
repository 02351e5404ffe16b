use qili_board::{Bitboard, Move, Square};

/// Captures that may not be played in a line of play.
///
/// A barred capture is a move between two squares, and it stays barred whatever stands there later in the line: whoever
/// has just agreed to exchange two pieces on a square is not asked what else could be captured by the same move.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Barred {
    squares: Bitboard,
    captures: Vec<Move>,
}

impl Barred {
    /// Nothing is barred.
    pub fn nothing() -> &'static Self {
        static NOTHING: Barred = Barred {
            squares: Bitboard::EMPTY,
            captures: Vec::new(),
        };
        &NOTHING
    }

    /// Bars the attacker from capturing on a square, unless he retakes: unless the piece there has just captured or given
    /// check.
    pub fn bar_square(&mut self, square: Square) {
        self.squares = self.squares.with(square);
    }

    /// Bars this capture, whichever side plays it.
    pub fn bar_capture(&mut self, capture: Move) {
        if let Err(at) = self.captures.binary_search(&capture) {
            self.captures.insert(at, capture);
        }
    }

    /// Where the attacker may only retake.
    pub fn squares(&self) -> Bitboard {
        self.squares
    }

    /// The single captures that are barred, in order.
    pub fn captures(&self) -> &[Move] {
        &self.captures
    }

    /// Whether the attacker may not play this capture; `retakes`: of a piece that has just captured or given check.
    #[inline]
    pub(super) fn bars(&self, capture: Move, retakes: bool) -> bool {
        self.bars_capture(capture) || !retakes && self.squares.contains(capture.to)
    }

    /// Whether neither side may play this capture.
    #[inline]
    pub(super) fn bars_capture(&self, capture: Move) -> bool {
        !self.captures.is_empty() && self.captures.contains(&capture)
    }
}
