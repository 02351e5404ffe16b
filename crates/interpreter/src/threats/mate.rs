//! The search for a mate by consecutive checks.

use qili_board::{Bitboard, Move, Position};
use qili_lang::Truth;

use super::{Barred, Memo, Threats};
use crate::key::{Key, code};
use crate::movement::MoveList;

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

/// One search, at work.
pub(super) struct Mate<'a> {
    threats: &'a Threats,
    memo: &'a mut Memo,
    barred: &'a Barred,
    pub(super) position: Position,
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
        let found = mate.shortest(question).is_some();
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
        memo.mates.clear();
        let granted = memo.granted(threats.budget);
        Self {
            threats,
            memo,
            barred: question.barred,
            position: question.position.clone(),
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
        let mut moves = MoveList::new();
        let marks = Marks::new(question);
        self.moves(&mut moves, marks);
        let allowed = |mv: &Move| question.first.is_none_or(|first| first == *mv);
        let moves: Vec<Move> = moves.iter().copied().filter(allowed).collect();
        for depth in 1..=question.within {
            let by = |&mv: &Move| self.mates_by(mv, marks, depth, true);
            if let Some(mv) = moves.iter().copied().find(by) {
                return Some((mv, depth));
            }
            if self.left == 0 {
                break;
            }
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

    fn moves(&self, moves: &mut MoveList, marks: Marks) {
        let movement = &self.threats.movement;
        movement.legal_moves_ignoring(&self.position, moves, marks.waived);
    }

    /// Whether the attacker, to move, mates within so many moves.
    fn attack(&mut self, marks: Marks, depth: u8) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return false;
        }
        let key = Key::of(&self.position)
            .and_set(marks.waived)
            .and(0)
            .and_set(marks.spared);
        let (mated, safe) = self.memo.mates.get(&key).copied().unwrap_or((u8::MAX, 0));
        if mated <= depth {
            return true;
        }
        if safe >= depth {
            return false;
        }
        let found = self.find_attack(marks, depth).is_some();
        if self.left > 0 {
            let known = if found { (depth, safe) } else { (mated, depth) };
            self.memo.mates.insert(key, known);
        }
        found
    }

    /// A check that mates within so many moves.
    pub(super) fn find_attack(&mut self, marks: Marks, depth: u8) -> Option<Move> {
        let mut moves = MoveList::new();
        self.moves(&mut moves, marks);
        moves
            .iter()
            .copied()
            .find(|&mv| self.mates_by(mv, marks, depth, false))
    }

    /// Whether this legal move mates within so many moves, itself included.
    fn mates_by(&mut self, mv: Move, marks: Marks, depth: u8, first: bool) -> bool {
        let movement = &self.threats.movement;
        let captures = self.position.piece_at(mv.to).is_some();
        if captures && (marks.spared.contains(mv.to) || self.barred.bars(mv)) {
            return false;
        }
        let checks = !movement.gives_check(&self.position, mv).is_empty();
        let stalemates = first && depth == 1;
        if !checks && !stalemates {
            return false;
        }
        let marks = marks.after_attack(mv);
        let captured = self.position.play(mv);
        let mates = if depth == 1 {
            self.threats.is_lost(&self.position)
        } else {
            let mut replies = MoveList::new();
            movement.legal_moves(&self.position, &mut replies);
            if replies.is_empty() {
                self.threats.is_lost(&self.position)
            } else {
                replies
                    .iter()
                    .all(|&reply| self.holds_against(reply, marks, depth - 1))
            }
        };
        self.position.undo(mv, captured);
        mates
    }

    fn holds_against(&mut self, reply: Move, marks: Marks, depth: u8) -> bool {
        let captured = self.position.play(reply);
        let mates = self.attack(marks.after_reply(reply), depth);
        self.position.undo(reply, captured);
        mates
    }
}
