//! Small questions about a position.

use qili_board::{Bitboard, Move, Position, Square};

use super::{Net, Threats};
use crate::movement::MoveList;

impl Threats {
    /// What the piece on a square is worth there; nothing if there is none.
    pub fn worth_at(&self, position: &Position, square: Square) -> Net {
        position
            .piece_at(square)
            .map_or(Net::ZERO, |piece| self.material.worth(piece, square))
    }

    /// The legal checks and captures of the side to move, if checks by enemy pieces on `waived` squares are ignored.
    pub fn initiatives(&self, position: &Position, waived: Bitboard, moves: &mut MoveList) {
        let mut all = MoveList::new();
        self.movement
            .legal_moves_ignoring(position, &mut all, waived);
        moves.clear();
        for &mv in &all {
            let captures = position.piece_at(mv.to).is_some();
            if captures || !self.movement.gives_check(position, mv).is_empty() {
                moves.push(mv);
            }
        }
    }

    /// Whether the side to move may play the move, if checks by enemy pieces on `waived` squares are ignored.
    pub fn is_legal(&self, position: &Position, mv: Move, waived: Bitboard) -> bool {
        position.side(position.turn()).contains(mv.from)
            && self.movement.targets(position, mv.from).contains(mv.to)
            && self.movement.is_safe_ignoring(position, mv, waived)
    }

    /// The pieces of its own side that could retake on a piece's square, whether or not they may leave their places.
    pub fn protectors(&self, position: &Position, square: Square) -> Bitboard {
        position.piece_at(square).map_or(Bitboard::EMPTY, |piece| {
            self.movement.attackers(position, square, piece.side)
        })
    }

    /// The enemy pieces that could capture the piece that plays the move, once it is played, whether or not they may leave
    /// their places.
    pub fn retakes(&self, position: &Position, mv: Move) -> Bitboard {
        position.piece_at(mv.from).map_or(Bitboard::EMPTY, |piece| {
            let mut position = position.clone();
            position.play(mv);
            self.movement.attackers(&position, mv.to, !piece.side)
        })
    }

    /// The enemy pieces that would give check to the move's own side once it is played, whosever turn it is.
    pub fn exposers(&self, position: &Position, mv: Move) -> Bitboard {
        position.piece_at(mv.from).map_or(Bitboard::EMPTY, |piece| {
            let mut position = position.clone();
            position.play(mv);
            self.movement.checkers(&position, piece.side)
        })
    }
}
