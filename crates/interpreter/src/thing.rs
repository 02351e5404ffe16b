//! What expressions speak of on a board.

use qili_board::{Kind, Move, Side};
use qili_lang::eval;
use qili_lang::rules::NatureId;

use crate::ply::Ply;
use crate::scene::PieceId;

/// Something that an expression can have as its value, beside truths, numbers and sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Thing {
    Side(Side),
    Piece(PieceId),
    Kind(Kind),
    Nature(NatureId),
    Move(Move),
    Ply(Ply),
}

/// A value of an expression on a board.
pub(crate) type Value = eval::Value<Thing>;

/// The variables of a clause or definition.
pub(crate) type Frame = eval::Frame<Thing>;

impl From<Side> for Thing {
    fn from(side: Side) -> Self {
        Self::Side(side)
    }
}
