//! The search for a mate by consecutive checks.

use qili_board::{Bitboard, Move, Position};
use qili_lang::Truth;

use super::{Barred, Memo, Threats};
use crate::key::{Key, code};
use crate::movement::{Levers, MoveList};

/// Does the side to move mate?
#[derive(Debug, Clone, Copy)]
pub struct MateQuestion<'a> {
    /// The side to move attacks.
    pub position: &'a Position,
    /// By which first move; `None`: by any.
    pub first: Option<Move>,
    /// Within how many of its own moves.
    pub within: u8,
    /// Captures that may not be played.
    pub barred: &'a Barred,
    /// Squares with enemy pieces whose checks the attacker ignores, as long as they stand there.
    pub waived: Bitboard,
}

impl<'a> MateQuestion<'a> {
    /// Does the side to move mate within so many moves, by any first move, with nothing barred or waived?
    pub fn new(position: &'a Position, within: u8) -> Self {
        Self {
            position,
            first: None,
            within,
            barred: Barred::nothing(),
            waived: Bitboard::EMPTY,
        }
    }

    fn key(&self) -> Key {
        let first = self.first.map_or(u64::MAX, |first| {
            code(Some(first.from)) << 8 | code(Some(first.to))
        });
        let key = Key::of(self.position)
            .and(first)
            .and(u64::from(self.within) << 1 | 1);
        self.barred.and(key.and_set(self.waived))
    }
}

/// Enemy pieces with a mark, followed through the line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marks {
    /// Where those stand that the attacker may not capture.
    spared: Bitboard,
    /// Where those stand, unmoved, whose checks he ignores.
    waived: Bitboard,
}

impl Marks {
    pub(super) fn new(question: &MateQuestion<'_>) -> Self {
        Self {
            spared: question.barred.pieces(),
            waived: question.waived,
        }
    }

    pub(super) fn after_attack(self, mv: Move) -> Self {
        Self {
            spared: self.spared,
            waived: self.waived.without(mv.to),
        }
    }

    pub(super) fn after_reply(self, mv: Move) -> Self {
        let spared = if self.spared.contains(mv.from) {
            self.spared.without(mv.from).with(mv.to)
        } else {
            self.spared
        };
        Self {
            spared,
            waived: self.waived.without(mv.from),
        }
    }
}

/// For how many depths a refutation is remembered.
const KILLERS: usize = 8;

/// One search, at work.
pub(super) struct Mate<'a> {
    threats: &'a Threats,
    memo: &'a mut Memo,
    barred: &'a Barred,
    pub(super) position: Position,
    /// What tells this search from others, in the memo.
    seed: Key,
    /// By the depth, the reply that refuted the attacker last.
    refutations: [Option<Move>; KILLERS],
    /// Whether a check was left unanswered because it is the last that may be looked at.
    cut: bool,
    left: u32,
    /// How many there were at first.
    granted: u32,
}

impl Threats {
    /// Whether the side to move mates by consecutive checks, every evasion allowed, within so many own moves.
    ///
    /// A first move that leaves the opponent without a legal move counts even if it gives no check. An illegal first move
    /// mates nobody.
    pub fn mates(&self, memo: &mut Memo, question: &MateQuestion<'_>) -> Truth {
        let key = question.key();
        if let Some(&answer) = memo.answers.get(&key) {
            return answer;
        }
        let mut mate = Mate::new(self, memo, question);
        let found = mate
            .first(question, |depth| depth.saturating_mul(2))
            .is_some();
        let answer = mate.answer(found);
        memo.keep(key, answer, self.budget);
        answer
    }
}

impl<'a> Mate<'a> {
    pub(super) fn new(
        threats: &'a Threats,
        memo: &'a mut Memo,
        question: &MateQuestion<'a>,
    ) -> Self {
        let granted = memo.granted(threats.budget);
        memo.begin();
        Self {
            threats,
            seed: question.barred.and(Key::NONE),
            memo,
            barred: question.barred,
            position: question.position.clone(),
            refutations: [None; KILLERS],
            cut: false,
            left: granted,
            granted,
        }
    }

    fn answer(self, found: bool) -> Truth {
        self.memo.nodes += u64::from(self.granted - self.left);
        match (self.left, found) {
            (0, _) => Truth::Unknown,
            (_, true) => Truth::Yes,
            (_, false) => Truth::No,
        }
    }

    /// The first move of a mate in as few moves as possible, and in how many.
    pub(super) fn shortest(&mut self, question: &MateQuestion<'_>) -> Option<(Move, u8)> {
        self.first(question, |depth| depth.saturating_add(1))
    }

    /// The first move of a mate, and within how many it was found, where after so many one looks for so many `more`.
    fn first(
        &mut self,
        question: &MateQuestion<'_>,
        more: impl Fn(u8) -> u8,
    ) -> Option<(Move, u8)> {
        let marks = Marks::new(question);
        let allowed = |mv: &Move| question.first.is_none_or(|first| first == *mv);
        let mut moves = MoveList::new();
        // who is mated by the first move need not be in check
        let movement = &self.threats.movement;
        movement.legal_moves_ignoring(&self.position, &mut moves, marks.waived);
        let mut depth = 1;
        while depth <= question.within {
            self.cut = false;
            let mut tried = moves.iter().copied().filter(allowed);
            if let Some(mv) = tried.find(|&mv| self.mates_by(mv, marks, depth)) {
                return Some((mv, depth));
            }
            if depth == 1 {
                let movement = &self.threats.movement;
                movement.checks(&self.position, &mut moves, marks.waived);
                self.cut = moves.iter().any(allowed);
            }
            if self.left == 0 || !self.cut || depth == question.within {
                break;
            }
            depth = more(depth).min(question.within);
        }
        None
    }

    /// Whether the budget has ended, so that nothing is known.
    pub(super) fn is_exhausted(&self) -> bool {
        self.left == 0
    }

    /// The reply that holds out longest against a mate within so many moves, and how many moves the attacker then needs;
    /// `None` if the opponent has no legal move.
    pub(super) fn longest(&mut self, marks: Marks, depth: u8) -> Option<(Move, u8)> {
        let mut replies = MoveList::new();
        self.threats
            .movement
            .legal_moves(&self.position, &mut replies);
        let mut best: Option<(Move, u8)> = None;
        for &reply in &replies {
            let needs = (1..=depth).find(|&depth| self.holds_against(reply, marks, depth))?;
            if best.is_none_or(|(_, most)| needs > most) {
                best = Some((reply, needs));
            }
        }
        best
    }

    /// Whether the attacker, to move, mates within so many moves.
    fn attack(&mut self, marks: Marks, depth: u8) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return false;
        }
        let key = Key::of(&self.position)
            .and_key(self.seed)
            .and_set(marks.waived)
            .and(0)
            .and_set(marks.spared);
        let (mated, safe) = self.memo.mates.get(&key).copied().unwrap_or((u8::MAX, 0));
        if mated <= depth {
            return true;
        }
        if safe >= depth {
            self.cut |= safe < u8::MAX;
            return false;
        }
        let cut = std::mem::take(&mut self.cut);
        let found = self.find_attack(marks, depth).is_some();
        if self.left > 0 {
            // where no check was cut off, there is no mate in any number of moves
            let known = match (found, self.cut) {
                (true, _) => (depth, safe),
                (false, true) => (mated, depth),
                (false, false) => (mated, u8::MAX),
            };
            self.memo.mates.insert(key, known);
        }
        self.cut |= cut;
        found
    }

    /// A check that mates within so many moves.
    pub(super) fn find_attack(&mut self, marks: Marks, depth: u8) -> Option<Move> {
        let movement = &self.threats.movement;
        let levers = Levers::new(movement, &self.position);
        let mut moves = MoveList::new();
        let (position, none) = (&self.position, Bitboard::EMPTY);
        movement.forcing::<false>(position, &levers, &mut moves, marks.waived, none);
        moves.iter().copied().find(|&mv| {
            let checks = levers.gives_check(&self.threats.movement, &self.position, mv);
            !checks.is_empty() && self.mates_by(mv, marks, depth)
        })
    }

    /// Whether this legal move mates within so many moves, itself included: a check, or a first move that mates at once.
    fn mates_by(&mut self, mv: Move, marks: Marks, depth: u8) -> bool {
        let captures = self.position.piece_at(mv.to).is_some();
        if captures && (marks.spared.contains(mv.to) || self.barred.bars(mv)) {
            return false;
        }
        let marks = marks.after_attack(mv);
        let captured = self.position.play(mv);
        let mates = if depth == 1 {
            let mates = self.threats.is_lost(&self.position);
            self.cut |= !mates;
            mates
        } else {
            self.is_hopeless(marks, depth - 1)
        };
        self.position.undo(mv, captured);
        mates
    }

    /// Whether every reply of the opponent lets the attacker mate within so many moves.
    fn is_hopeless(&mut self, marks: Marks, depth: u8) -> bool {
        let movement = &self.threats.movement;
        let last = usize::from(depth) % KILLERS;
        if let Some(reply) = self.refutations[last]
            && movement.is_legal(&self.position, reply)
            && !self.holds_against(reply, marks, depth)
        {
            return false;
        }
        let mut replies = MoveList::new();
        let movement = &self.threats.movement;
        movement.legal_moves(&self.position, &mut replies);
        if replies.is_empty() {
            return self.threats.is_lost(&self.position);
        }
        let mut replies = replies.iter().copied();
        let refutes = replies.find(|&reply| !self.holds_against(reply, marks, depth));
        if refutes.is_some() {
            self.refutations[last] = refutes;
        }
        refutes.is_none()
    }

    fn holds_against(&mut self, reply: Move, marks: Marks, depth: u8) -> bool {
        let captured = self.position.play(reply);
        let mates = self.attack(marks.after_reply(reply), depth);
        self.position.undo(reply, captured);
        mates
    }
}
