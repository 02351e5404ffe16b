use rustc_hash::FxHashMap;

use qili_lang::Truth;

use crate::key::Key;

/// What earlier questions found out.
///
/// Answers do not depend on what was asked before: a question counts its own nodes, whatever the memo knows.
#[derive(Debug, Default)]
pub struct Memo {
    /// Answers by question.
    pub(super) answers: FxHashMap<Key, Truth>,
    /// Whether the attacker succeeds, within one question; those of earlier ones have other keys.
    pub(super) gains: FxHashMap<Key, bool>,
    /// Within how many moves there is a mate, and within how many there is none; within one question as well.
    pub(super) mates: FxHashMap<Key, (u8, u8)>,
    /// How many questions have been asked.
    questions: u64,
    /// Nodes visited by all questions.
    pub(super) nodes: u64,
    /// How many a question may visit, where that is less than its budget.
    limit: Option<u32>,
}

impl Memo {
    /// How many results within questions are kept, to empty the tables seldom.
    const KEPT: usize = 1 << 12;

    /// Nothing known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a question: a number that no other has. What is kept of others goes when it becomes much.
    pub(super) fn begin(&mut self) -> u64 {
        if self.gains.len() > Self::KEPT {
            self.gains.clear();
        }
        if self.mates.len() > Self::KEPT {
            self.mates.clear();
        }
        self.questions += 1;
        self.questions
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
