//! What competition rules ask of the game itself: which moves are legal, and who is in check.

use qili_board::{Move, Position, Side, Square};

/// Knows how the pieces of an edition move.
pub trait Law {
    /// All legal moves of the side to move.
    fn legal(&self, position: &Position) -> Vec<Move>;

    /// Whether the general of `side` could be captured.
    fn in_check(&self, position: &Position, side: Side) -> bool;

    /// Whether a move is legal.
    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        self.legal(position).contains(&mv)
    }

    /// Whether the piece on a square is one whose capture ends the game.
    fn is_royal(&self, position: &Position, square: Square) -> bool;
}
