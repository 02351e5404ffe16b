//! What expressions speak of on a board.

use qili_board::{Kind, Move, Side};
use qili_lang::eval;
use qili_lang::rules::NatureId;

use crate::key::{Key, code};
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

impl Thing {
    /// A number that no other thing has.
    fn word(self) -> u64 {
        let (what, which) = match self {
            Self::Side(side) => (0, side.index() as u64),
            Self::Piece(piece) => (1, piece.word()),
            Self::Kind(kind) => (2, kind.index() as u64),
            Self::Nature(nature) => (3, u64::from(nature.0)),
            Self::Move(mv) => (4, code(Some(mv.from)) << 8 | code(Some(mv.to))),
            Self::Ply(ply) => (5, ply.0 as u64),
        };
        what << 56 | which
    }
}

/// A key together with a value.
pub(crate) fn and_value(key: Key, value: &Value) -> Key {
    match value {
        Value::Thing(thing) => key.and(thing.word()),
        Value::Truth(truth) => key.and(6 << 56 | *truth as u64),
        Value::Absent => key.and(7 << 56),
        Value::Unknown => key.and(8 << 56),
        Value::Int(number) => key.and(9 << 56).and(number.cast_unsigned()),
        Value::Set(elements) => {
            let key = key.and(10 << 56 | elements.len() as u64);
            elements.iter().fold(key, and_value)
        }
    }
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
