//! How board things are written in JSON.

use qili_board::{Move, Square};
use serde::{Serialize, Serializer};

/// Moves as coordinates.
pub(crate) fn moves<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.serialize(serializer)
}

/// One move as coordinates.
pub(crate) fn one_move<S: Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(mv)
}

/// A square as coordinates.
pub(crate) fn square<S: Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(square)
}
