//! What made something true: the lines of play behind a nature, the other moves behind a ruling.

use std::rc::Rc;

use qili_board::Move;
use qili_lang::rules::SearchId;

use super::Evaluator;
use super::searches::BarredBy;
use crate::ply::Ply;
use crate::scene::{PieceId, Scene};

/// A search that succeeded, or a move that was found.
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
    /// A piece could take another.
    Takes {
        /// Where it was asked.
        scene: Rc<Scene>,
        /// The piece.
        by: PieceId,
        /// What it takes.
        what: PieceId,
    },
    /// Instead of a ply its side had a move of which something holds.
    Another {
        /// The ply.
        ply: Ply,
        /// The move.
        instead: Move,
    },
}

impl Evaluator<'_> {
    /// The other moves among the facts found since there were so many.
    pub(crate) fn ways(&self, since: usize) -> Vec<(Ply, Move)> {
        let mut ways: Vec<_> = self.facts[since..]
            .iter()
            .filter_map(|fact| match fact {
                Fact::Another { ply, instead } => Some((*ply, *instead)),
                _ => None,
            })
            .collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    }
}
