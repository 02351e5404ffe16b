//! Lists of moves: those that are legal, and how JSON has them.

use qili_board::{Move, Position, Square};
use qili_interpreter::movement::{MoveList, Movement};
use serde::Serializer;

/// All legal moves of the side to move.
#[must_use]
pub fn legal(movement: &Movement, position: &Position) -> Vec<Move> {
    let mut moves = MoveList::new();
    movement.legal_moves(position, &mut moves);
    moves.to_vec()
}

/// Moves as coordinates.
pub(crate) fn texts<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(Move::to_string))
}

/// One move as coordinates.
pub(crate) fn text<S: Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(mv)
}

/// A square as coordinates.
pub(crate) fn square<S: Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(square)
}
