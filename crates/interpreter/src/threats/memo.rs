use rustc_hash::FxHashMap;

use qili_board::{Bitboard, Move, Position, Square};
use qili_lang::Truth;

use crate::key::Key;

/// What earlier questions found out.
///
/// What is known does not depend on what was asked before. A question counts the nodes that it visits, so one that ends
/// beyond its budget may end within it where the memo knows a part of it.
#[derive(Debug, Default)]
pub struct Memo {
    /// Answers by question.
    pub(super) answers: FxHashMap<Key, Truth>,
    /// Whether the attacker succeeds, in positions on the way; where not, all that he could have captured.
    pub(super) gains: FxHashMap<Key, (bool, Bitboard)>,
    /// Within how many moves there is a mate, and within how many there is none, in positions on the way.
    pub(super) mates: FxHashMap<Key, (u8, u8)>,
    /// By how a first move goes on until the target falls, all that the attacker may come to capture.
    reaches: FxHashMap<Key, Bitboard>,
    /// By position, the move that settled the matter there last: whatever is asked next, it is worth trying first.
    settled: FxHashMap<Key, Move>,
    /// Nodes visited by all questions.
    pub(super) nodes: u64,
    /// How many a question may visit, where that is less than its budget.
    limit: Option<u32>,
}

impl Memo {
    /// How many positions on the way are kept of gains, and of mates.
    const KEPT: usize = 1 << 16;

    /// Nothing known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a question: what is kept of positions on the way goes when it becomes much.
    pub(super) fn begin(&mut self) {
        if self.gains.len() > Self::KEPT {
            self.gains.clear();
        }
        if self.mates.len() > Self::KEPT {
            self.mates.clear();
        }
        if self.reaches.len() > Self::KEPT {
            self.reaches.clear();
        }
        if self.settled.len() > Self::KEPT {
            self.settled.clear();
        }
    }

    /// Whether the attacker cannot come to capture the target. Of anything at all nothing is known: the defender may be able
    /// to save each of two pieces, and not both.
    pub(super) fn is_beyond_reach(&self, approach: Key, target: Option<Square>) -> bool {
        let reach = self.reaches.get(&approach);
        target
            .zip(reach)
            .is_some_and(|(target, reach)| !reach.contains(target))
    }

    /// Takes note that the attacker cannot come to capture anything else.
    pub(super) fn reaches_at_most(&mut self, approach: Key, reach: Bitboard) {
        *self.reaches.entry(approach).or_insert(Bitboard::ALL) &= reach;
    }

    /// The move that settled the matter in a position last.
    pub(super) fn settling(&self, position: &Position) -> Option<Move> {
        self.settled.get(&Key::of(position)).copied()
    }

    /// Takes note of a move that settled the matter in a position.
    pub(super) fn settle(&mut self, position: &Position, by: Option<Move>) {
        if let Some(by) = by {
            self.settled.insert(Key::of(position), by);
        }
    }

    /// Lets a question visit so many nodes at most, whatever its budget. An answer that is not known for that is not kept.
    pub(crate) fn limit(&mut self, nodes: Option<u32>) {
        self.limit = nodes;
    }

    /// How many nodes a question with a budget may visit.
    pub(super) fn granted(&self, budget: u32) -> u32 {
        self.limit.map_or(budget, |limit| limit.min(budget))
    }

    /// Keeps the answer to a question with a budget, unless another time it may be known.
    pub(super) fn keep(&mut self, key: Key, answer: Truth, budget: u32) {
        if answer != Truth::Unknown || self.granted(budget) == budget {
            self.answers.insert(key, answer);
        }
    }

    /// How many answers are known.
    pub(crate) fn len(&self) -> usize {
        self.answers.len()
    }

    /// Forgets everything but the count of nodes.
    pub fn clear(&mut self) {
        self.answers.clear();
        self.gains.clear();
        self.mates.clear();
        self.reaches.clear();
        self.settled.clear();
    }

    /// How many nodes all questions have visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_can_save_each_of_two_pieces_may_not_save_both() {
        let [one, other]: [Square; 2] = ["e4", "g4"].map(|at| at.parse().unwrap());
        let (mut memo, approach) = (Memo::new(), Key::NONE);
        assert!(!memo.is_beyond_reach(approach, Some(one)));
        memo.reaches_at_most(approach, Bitboard::of(one));
        assert!(!memo.is_beyond_reach(approach, Some(one)));
        memo.reaches_at_most(approach, Bitboard::of(other));
        assert!(memo.is_beyond_reach(approach, Some(one)));
        assert!(memo.is_beyond_reach(approach, Some(other)));
        assert!(!memo.is_beyond_reach(approach, None));
    }
}
