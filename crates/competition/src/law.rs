//! What competition rules ask of the game itself: which moves are legal, and who is in check.

use qili_board::{Move, Position, Side, Square};
use qili_interpreter::movement::{MoveList, Movement};

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

impl Law for Movement {
    fn legal(&self, position: &Position) -> Vec<Move> {
        let mut moves = MoveList::new();
        self.legal_moves(position, &mut moves);
        moves.to_vec()
    }

    fn in_check(&self, position: &Position, side: Side) -> bool {
        Self::in_check(self, position, side)
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        Self::is_legal(self, position, mv)
    }

    fn is_royal(&self, position: &Position, square: Square) -> bool {
        let piece = position.piece_at(square);
        piece.is_some_and(|piece| self.royal_kinds().contains(&piece.kind))
    }
}
