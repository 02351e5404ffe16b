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
    /// Within one question: whether the attacker succeeds.
    pub(super) gains: FxHashMap<Key, bool>,
    /// Within one question: within how many moves there is a mate, and within how many there is none.
    pub(super) mates: FxHashMap<Key, (u8, u8)>,
    /// Nodes visited by all questions.
    pub(super) nodes: u64,
}

impl Memo {
    /// Nothing known yet.
    pub fn new() -> Self {
        Self::default()
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
