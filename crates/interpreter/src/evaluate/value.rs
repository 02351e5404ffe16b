//! The values of the rule language.

use std::rc::Rc;

use qili_board::{Kind, Move, Side};
use qili_lang::rules::NatureId;

use crate::ply::Ply;
use crate::scene::PieceId;
use crate::truth::Truth;

/// A value of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Truth(Truth),
    Int(i64),
    Side(Side),
    Piece(PieceId),
    Kind(Kind),
    Nature(NatureId),
    Move(Move),
    Ply(Ply),
    Set(Rc<[Value]>),
    /// A part could not be known: a field of something that is not there.
    Nothing,
}

impl Value {
    pub(crate) fn set(values: impl IntoIterator<Item = Self>) -> Self {
        Self::Set(values.into_iter().collect())
    }

    pub(crate) fn truth(&self) -> Truth {
        match self {
            Self::Truth(truth) => *truth,
            _ => Truth::Unknown,
        }
    }

    pub(crate) fn elements(&self) -> Rc<[Self]> {
        match self {
            Self::Set(values) => values.clone(),
            _ => Rc::new([]),
        }
    }
}
