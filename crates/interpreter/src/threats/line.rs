//! Lines of play that show why a search answers as it does.

use std::cmp::Ordering;

use qili_board::Move;

use super::{
    Memo, Net, Threats,
    gain::{Gain, Question},
    mate::{Marks, Mate, MateQuestion},
    state::State,
};
use crate::movement::MoveList;

/// How many positions are looked at to choose the defender's replies; beyond that, the first reply is shown.
const CARE: u32 = 2_000;

/// A line of play, both sides in turn, the attacker first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// What the attacker has won at its end, by the search's own count.
    pub net: Net,
    /// Whether the defender has no legal move at its end.
    pub mates: bool,
}

impl Line {
    fn end(net: Net, mates: bool) -> Self {
        Self {
            moves: Vec::new(),
            net,
            mates,
        }
    }

    /// The line with a move before it; moves are collected in reverse and turned round at the end.
    fn behind(mut self, mv: Move) -> Self {
        self.moves.push(mv);
        self
    }

    fn turned(mut self) -> Self {
        self.moves.reverse();
        self
    }

    /// Whether the defender prefers this to another line: not to be mated, or late; to lose little; to have it over.
    fn defends_better_than(&self, other: &Self) -> bool {
        let length = self.moves.len().cmp(&other.moves.len());
        let order = match (self.mates, other.mates) {
            (true, true) => length,
            (false, false) => other.net.cmp(&self.net).then(length.reverse()),
            (mated, _) => (!mated).cmp(&mated),
        };
        order == Ordering::Greater
    }
}

impl Threats {
    /// A line of play that shows how the first move wins the target; `None` where it does not, or where that is not known.
    ///
    /// Where the target's capture can be answered by retaking, the line retakes, even at a loss: that is what one wants
    /// to see refuted. Otherwise the defender plays what costs him least.
    pub fn line(&self, memo: &mut Memo, question: &Question<'_>) -> Option<Line> {
        let (mut gain, state) = Gain::new(self, memo, question);
        if !gain.begins_with(question.first, &state) || gain.is_exhausted() {
            return None;
        }
        let in_check = gain.attacker_in_check(&state);
        gain.renew();
        let mut care = CARE;
        let line = gain.attacked_by(question.first, &state, in_check, &mut care)?;
        Some(line.turned())
    }

    /// The first move and the reply that refutes it, if one reply does; only the first move where letting things be is
    /// refutation enough, or where the search does not let it be played; empty where the move wins or that is not known.
    pub fn refutation(&self, memo: &mut Memo, question: &Question<'_>) -> Vec<Move> {
        let (mut gain, state) = Gain::new(self, memo, question);
        let first = question.first;
        if gain.begins_with(first, &state) || gain.is_exhausted() {
            return Vec::new();
        }
        let in_check = gain.attacker_in_check(&state);
        let mut moves = vec![first];
        moves.extend(gain.refuted_by(first, &state, in_check));
        moves
    }

    /// A mate in as few moves as possible, the defender holding out as long as possible; `None` where there is none, or
    /// where that is not known.
    pub fn mate_line(&self, memo: &mut Memo, question: &MateQuestion<'_>) -> Option<Line> {
        let mut mate = Mate::new(self, memo, question);
        let (first, depth) = mate.shortest(question)?;
        let moves = mate.line(first, depth, Marks::new(question));
        (!mate.is_exhausted()).then_some(Line {
            moves,
            net: Net::ZERO,
            mates: true,
        })
    }
}

impl Gain<'_> {
    /// The line after a move of the attacker that wins, with it.
    fn attacked_by(
        &mut self,
        mv: Move,
        state: &State,
        in_check: bool,
        care: &mut u32,
    ) -> Option<Line> {
        let next = self.after_attack(mv, state, in_check, &self.levers())?;
        let captured = self.position.play(mv);
        let line = self.defended(&next, care);
        self.position.undo(mv, captured);
        line.map(|line| line.behind(mv))
    }

    fn attacked(&mut self, state: &State, care: &mut u32) -> Option<Line> {
        let in_check = self.attacker_in_check(state);
        if !in_check && self.is_won(state) {
            return Some(Line::end(state.net, false));
        }
        let mv = self.find_attack(state, in_check)?;
        self.attacked_by(mv, state, in_check, care)
    }

    fn defended(&mut self, state: &State, care: &mut u32) -> Option<Line> {
        let in_check = self.defender_in_check(state);
        let mut replies = MoveList::new();
        self.defender_moves(&mut replies, state);
        if replies.is_empty() {
            let stopped = state.defender_moves == Some(0);
            return Some(Line::end(state.net, !stopped));
        }
        let levers = self.levers();
        let mut best = (!in_check).then(|| Line::end(state.net, false));
        let mut retakes = false;
        for &reply in &replies {
            let Some(next) = self.after_defence(reply, state, in_check, &levers) else {
                continue;
            };
            let this = !in_check && state.capturer == Some(reply.to);
            if best.is_some() && (*care == 0 || retakes && !this) {
                continue;
            }
            *care = care.saturating_sub(1);
            let captured = self.position.play(reply);
            let line = self.attacked(&next, care);
            self.position.undo(reply, captured);
            let line = line?.behind(reply);
            let better = |best: &Line| this && !retakes || line.defends_better_than(best);
            if best.as_ref().is_none_or(better) {
                best = Some(line);
            }
            retakes |= this;
        }
        best
    }

    fn refuted_by(&mut self, mv: Move, state: &State, in_check: bool) -> Option<Move> {
        let next = self.after_attack(mv, state, in_check, &self.levers())?;
        let captured = self.position.play(mv);
        let in_check = self.defender_in_check(&next);
        let mut found = None;
        if in_check || self.is_won(&next) {
            let mut replies = MoveList::new();
            self.defender_moves(&mut replies, &next);
            let levers = self.levers();
            found = replies
                .iter()
                .copied()
                .find(|&reply| !self.holds_against(reply, &next, in_check, &levers));
        }
        self.position.undo(mv, captured);
        found
    }
}

impl Mate<'_> {
    fn line(&mut self, first: Move, depth: u8, marks: Marks) -> Vec<Move> {
        let (mut mv, mut depth, mut marks) = (first, depth, marks);
        let mut moves = Vec::new();
        loop {
            moves.push(mv);
            self.position.play(mv);
            marks = marks.after_attack(mv);
            let Some((reply, left)) = self.longest(marks, depth - 1) else {
                return moves;
            };
            moves.push(reply);
            self.position.play(reply);
            marks = marks.after_reply(reply);
            depth = left;
            match self.find_attack(marks, depth) {
                Some(next) => mv = next,
                None => return moves,
            }
        }
    }
}
