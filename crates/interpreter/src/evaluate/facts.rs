//! The searches that made something true: the lines of play behind a nature.

use std::rc::Rc;

use qili_board::Move;
use qili_lang::rules::SearchId;

use super::searches::BarredBy;
use crate::scene::{PieceId, Scene};

/// A search that succeeded.
#[derive(Debug, Clone)]
pub enum Fact {
    /// A move wins a piece, or anything.
    Wins {
        /// Where it was asked.
        scene: Rc<Scene>,
        /// By which search.
        search: SearchId,
        /// The first move.
        first: Move,
        /// What is won.
        target: Option<PieceId>,
        /// What was barred.
        barred: Rc<BarredBy>,
    },
    /// The side to move mates by consecutive checks.
    Mates {
        /// Where it was asked.
        scene: Rc<Scene>,
        /// The first move, if it was given.
        first: Option<Move>,
        /// Within how many own moves.
        within: u8,
        /// What was barred.
        barred: Rc<BarredBy>,
    },
}
