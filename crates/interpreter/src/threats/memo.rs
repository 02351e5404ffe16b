use rustc_hash::FxHashMap;

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
    /// Whether the attacker succeeds, in positions on the way.
    pub(super) gains: FxHashMap<Key, bool>,
    /// Within how many moves there is a mate, and within how many there is none, in positions on the way.
    pub(super) mates: FxHashMap<Key, (u8, u8)>,
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
    }

    /// How many nodes all questions have visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}
