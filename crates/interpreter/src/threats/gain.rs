//! The search for a gain of material.

use qili_board::{Bitboard, Move, Position, Side, Square};
use qili_lang::Truth;
use qili_lang::rules::{AlsoQuiet, Search, SearchId};

use super::{Barred, Facts, Memo, Net, Threats, state::State};
use crate::key::{Key, code, limit};
use crate::movement::{Levers, MoveList};

/// Does this first move win that piece?
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The side to move attacks.
    pub position: &'a Position,
    /// By which of the edition's searches.
    pub search: SearchId,
    /// The attacker's first move.
    pub first: Move,
    /// Where the piece stands that is to be won; `None`: anything that has worth.
    pub target: Option<Square>,
    /// Captures that may not be played.
    pub barred: &'a Barred,
    /// No capture is discounted.
    pub every_capture: bool,
    /// Squares with pieces whose checks the other side ignores, as long as they stand there.
    pub waived: Bitboard,
    /// What has been won or lost before and counts as well.
    pub opening: Net,
}

impl<'a> Question<'a> {
    /// Does the first move win the target, with nothing barred, waived or won before?
    pub fn new(
        position: &'a Position,
        search: SearchId,
        first: Move,
        target: Option<Square>,
    ) -> Self {
        Self {
            position,
            search,
            first,
            target,
            barred: Barred::nothing(),
            every_capture: false,
            waived: Bitboard::EMPTY,
            opening: Net::ZERO,
        }
    }

    fn key(&self) -> Key {
        let words = u64::from(self.search.0) << 32
            | code(Some(self.first.from)) << 24
            | code(Some(self.first.to)) << 16
            | code(self.target) << 8
            | u64::from(self.every_capture);
        let key = Key::of(self.position)
            .and(words)
            .and(u64::from(self.opening.bits()));
        self.barred.and(key.and_set(self.waived))
    }

    /// What a line of play depends on until the target falls: neither on which that is, nor on what counts afterwards.
    fn approach(&self, search: &Search) -> Key {
        let AlsoQuiet { aim, again, .. } = search.also_quiet;
        let flags = [
            self.every_capture,
            search.first_mover_only,
            search.alone_after_retaking,
            aim,
            again,
        ];
        let flags = flags
            .into_iter()
            .fold(0, |bits, flag| bits << 1 | u64::from(flag));
        let words = flags << 44
            | limit(search.quiet_captures.filter(|&left| left == 0)) << 40
            | limit(search.defender_moves) << 24
            | u64::from(search.initiatives) << 16
            | code(Some(self.first.from)) << 8
            | code(Some(self.first.to));
        let key = Key::of(self.position).and(words);
        self.barred.and(key.and_set(self.waived))
    }

    /// What positions on the way depend on beside their state: of questions that share it, one can use what another found.
    fn seed(&self, search: &Search) -> Key {
        let mut words = u64::from(self.search.0) << 3
            | (self.position.turn().index() as u64) << 2
            | u64::from(self.target.is_none()) << 1
            | u64::from(self.every_capture);
        let mut seed = Key::NONE;
        if search.replies_exposed {
            // the replies depend on where the first move began
            words |= code(Some(self.first.from)) << 24;
            seed = Key::of(self.position);
        }
        self.barred.and(seed.and(words))
    }
}

/// For how many amounts a refutation is remembered.
const KILLERS: usize = 8;

/// One search, at work.
pub(super) struct Gain<'a> {
    threats: &'a Threats,
    memo: &'a mut Memo,
    search: &'a Search,
    barred: &'a Barred,
    every_capture: bool,
    /// Anything with worth is a target.
    anything: bool,
    /// What tells this search from others, in the memo.
    seed: Key,
    /// By how much the attacker may still do, the reply that refuted him last.
    refutations: [Option<Move>; KILLERS],
    attacker: Side,
    pub(super) position: Position,
    before: Exposed,
    /// All that the attacker could have captured while the target stood, in what shows that he fails, on the squares of the
    /// position as it is: what is not among it he does not win either.
    reach: Bitboard,
    /// Nodes that may still be visited.
    left: u32,
    /// How many there were at first.
    granted: u32,
}

/// What the position before the first move says about the replies that the search calls exposed.
struct Exposed {
    /// Squares that the first mover protected from its old square.
    protected: Bitboard,
    /// The captures that the defender could have made then.
    captures: MoveList,
}

impl Threats {
    /// Whether the first move wins the target by the search.
    ///
    /// An illegal first move wins nothing.
    pub fn wins(&self, memo: &mut Memo, question: &Question<'_>) -> Truth {
        let key = question.key();
        if let Some(&answer) = memo.answers.get(&key) {
            return answer;
        }
        if self.is_pointless(question) {
            return Truth::No;
        }
        let approach = question.approach(&self.rules.searches[question.search]);
        if memo.is_beyond_reach(approach, question.target) {
            return Truth::No;
        }
        let (mut gain, state) = Gain::new(self, memo, question);
        let wins = gain.begins_with(question.first, &state);
        let taken = Bitboard::of(question.first.to) & question.position.occupied();
        let reach = gain.reach | taken;
        let answer = gain.answer(wins);
        memo.keep(key, answer, self.budget);
        if answer.is_no() && question.target.is_some() {
            memo.reaches_at_most(approach, reach);
        }
        answer
    }

    /// Whether the first move cannot even begin: it answers no check, gives none, and does not take what is asked for.
    fn is_pointless(&self, question: &Question<'_>) -> bool {
        let Question {
            position,
            first,
            waived,
            ..
        } = *question;
        let movement = &self.movement;
        let takes = match question.target {
            Some(target) => target == first.to,
            None => position.piece_at(first.to).is_some(),
        };
        !takes
            && (movement.gives_check(position, first) - waived.without(first.from)).is_empty()
            && !movement.in_check_ignoring(position, position.turn(), waived)
    }
}

impl<'a> Gain<'a> {
    pub(super) fn new(
        threats: &'a Threats,
        memo: &'a mut Memo,
        question: &Question<'a>,
    ) -> (Self, State) {
        let granted = memo.granted(threats.budget);
        let search = &threats.rules.searches[question.search];
        let attacker = question.position.turn();
        let state = State {
            net: question.opening,
            got: false,
            checked: threats.movement.in_check(question.position, attacker),
            initiatives: search.initiatives,
            quiet_captures: search.quiet_captures,
            quiet_checks: search.quiet_checks,
            opponent_checks: search.opponent_checks,
            defender_moves: search.defender_moves,
            target: question.target,
            capturer: None,
            provoker: None,
            mover: search.first_mover_only.then_some(question.first.from),
            captured_on: Bitboard::EMPTY,
            shut: Bitboard::EMPTY,
            spared: question.barred.pieces(),
            waived: question.waived,
        };
        let before = if search.replies_exposed {
            Exposed::new(threats, question)
        } else {
            Exposed {
                protected: Bitboard::EMPTY,
                captures: MoveList::new(),
            }
        };
        memo.begin();
        let gain = Self {
            threats,
            seed: question.seed(search),
            refutations: [None; KILLERS],
            memo,
            search,
            barred: question.barred,
            every_capture: question.every_capture,
            anything: question.target.is_none(),
            attacker,
            position: question.position.clone(),
            before,
            reach: Bitboard::EMPTY,
            left: granted,
            granted,
        };
        (gain, state)
    }

    /// The answer, if the search has found this.
    pub(super) fn answer(self, wins: bool) -> Truth {
        self.memo.nodes += u64::from(self.granted - self.left);
        match (self.left, wins) {
            (0, _) => Truth::Unknown,
            (_, true) => Truth::Yes,
            (_, false) => Truth::No,
        }
    }

    /// Begins the budget anew.
    pub(super) fn renew(&mut self) {
        self.left = self.granted;
    }

    /// Whether the budget has ended, so that nothing is known.
    pub(super) fn is_exhausted(&self) -> bool {
        self.left == 0
    }

    /// Counts a node; `true` when there are none left.
    fn is_spent(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }

    /// Whether the first move of the question reaches what is wanted.
    pub(super) fn begins_with(&mut self, first: Move, state: &State) -> bool {
        let movement = &self.threats.movement;
        let legal = movement.is_legal_ignoring(&self.position, first, state.waived);
        legal && {
            let in_check = self.attacker_in_check(state);
            self.attack_by(first, state, in_check, &self.levers())
        }
    }

    /// What the moves of the side to move are asked for checks.
    pub(super) fn levers(&self) -> Levers {
        Levers::new(&self.threats.movement, &self.position)
    }

    pub(super) fn attacker_in_check(&self, state: &State) -> bool {
        self.in_check(self.attacker, state)
    }

    pub(super) fn defender_in_check(&self, state: &State) -> bool {
        self.in_check(!self.attacker, state)
    }

    fn in_check(&self, side: Side, state: &State) -> bool {
        let movement = &self.threats.movement;
        if state.waived.is_empty() {
            state.checked
        } else {
            movement.in_check_ignoring(&self.position, side, state.waived)
        }
    }

    /// The moves that the defender may still make.
    pub(super) fn defender_moves(&self, moves: &mut MoveList, state: &State) {
        let movement = &self.threats.movement;
        if state.defender_moves == Some(0) {
            moves.clear();
        } else {
            movement.legal_moves_ignoring(&self.position, moves, state.waived);
        }
    }

    /// The moves of the attacker that the search may let him play: all that answer a check, else checks and some captures.
    fn attacks(&self, moves: &mut MoveList, state: &State, in_check: bool, levers: &Levers) {
        let movement = &self.threats.movement;
        if in_check {
            movement.legal_moves_ignoring(&self.position, moves, state.waived);
            return;
        }
        let captures = match state.target {
            _ if state.got && state.quiet_captures == Some(0) => Bitboard::EMPTY,
            Some(target) if !state.got => Bitboard::of(target),
            _ => Bitboard::ALL,
        };
        movement.forcing::<false>(&self.position, levers, moves, state.waived, captures);
    }

    /// The moves of the defender that the search may let him play: all that answer a check, else some captures, and
    /// checks as long as he has any.
    fn replies(&self, moves: &mut MoveList, state: &State, in_check: bool, levers: &Levers) {
        let Threats { movement, .. } = self.threats;
        if in_check || state.defender_moves == Some(0) {
            self.defender_moves(moves, state);
            return;
        }
        let captures = if self.search.replies_any || self.search.replies_exposed {
            Bitboard::ALL
        } else {
            state.capturer.map_or(Bitboard::EMPTY, Bitboard::of)
        };
        if state.opponent_checks > 0 {
            movement.forcing::<false>(&self.position, levers, moves, state.waived, captures);
        } else {
            movement.captures_on(&self.position, moves, state.waived, captures);
        }
    }

    /// Whether the outcome so far is what is wanted.
    pub(super) fn is_won(&self, state: &State) -> bool {
        state.got && self.threats.material.is(state.net, self.search.wants)
    }

    /// The attacker is to move: can he reach what is wanted?
    fn attack(&mut self, state: &State) -> bool {
        if self.is_spent() {
            return false;
        }
        let in_check = self.attacker_in_check(state);
        if !in_check {
            if self.is_won(state) {
                return true;
            }
            if state.initiatives == 0 {
                return false;
            }
        }
        let key = state.key(&self.position, self.seed);
        if let Some(&(known, reach)) = self.memo.gains.get(&key) {
            self.reach |= reach;
            return known;
        }
        let outer = std::mem::take(&mut self.reach);
        let found = self.succeeds_again(state, in_check) || {
            let found = self.find_attack(state, in_check);
            self.memo.settle(&self.position, found);
            found.is_some()
        };
        self.keep(key, found, outer)
    }

    /// Keeps what was found of a position on the way, and adds what the attacker could have captured to what he could before.
    fn keep(&mut self, key: Key, succeeds: bool, before: Bitboard) -> bool {
        if self.left > 0 {
            self.memo.gains.insert(key, (succeeds, self.reach));
        }
        self.reach |= before;
        succeeds
    }

    /// Whether the attacker reaches what is wanted with the move that did it here before, when something else was asked.
    fn succeeds_again(&mut self, state: &State, in_check: bool) -> bool {
        let movement = &self.threats.movement;
        self.memo.settling(&self.position).is_some_and(|mv| {
            movement.is_legal_ignoring(&self.position, mv, state.waived)
                && self.attack_by(mv, state, in_check, &self.levers())
        })
    }

    /// A move with which the attacker reaches what is wanted; captures are tried first.
    pub(super) fn find_attack(&mut self, state: &State, in_check: bool) -> Option<Move> {
        let levers = self.levers();
        let mut moves = MoveList::new();
        self.attacks(&mut moves, state, in_check, &levers);
        if !state.got && !self.anything {
            self.reach |= self.threats.movement.captured(&self.position);
        }
        let occupied = self.position.occupied();
        let captures = moves.iter().filter(|mv| occupied.contains(mv.to));
        let others = moves.iter().filter(|mv| !occupied.contains(mv.to));
        captures
            .chain(others)
            .copied()
            .find(|&mv| self.attack_by(mv, state, in_check, &levers))
    }

    /// The attacker plays this legal move, if the search lets him.
    pub(super) fn attack_by(
        &mut self,
        mv: Move,
        state: &State,
        in_check: bool,
        levers: &Levers,
    ) -> bool {
        let Some(next) = self.after_attack(mv, state, in_check, levers) else {
            return false;
        };
        let outer = self.reach;
        let captured = self.position.play(mv);
        let holds = self.defend(&next);
        self.position.undo(mv, captured);
        if next.got && !state.got {
            // were another piece the target, the line would go on here if the move checks, and be over if not
            self.reach = match next.checked {
                true => Bitboard::ALL,
                false => outer,
            };
        }
        holds
    }

    /// What the attacker's move leads to; `None` if the search does not let him play it.
    pub(super) fn after_attack(
        &self,
        mv: Move,
        state: &State,
        in_check: bool,
        levers: &Levers,
    ) -> Option<State> {
        let Threats {
            movement,
            material,
            discounts,
            ..
        } = self.threats;
        let retakes = state.provoker == Some(mv.to);
        let mut worth = match self.position.piece_at(mv.to) {
            None => Net::ZERO,
            Some(_)
                if state.shut.contains(mv.to)
                    || self.barred.bars(mv)
                    || !retakes && state.spared.contains(mv.to) =>
            {
                return None;
            }
            Some(captured) => material.worth(captured, mv.to),
        };
        if !in_check && state.mover.is_some_and(|mover| mover != mv.from) {
            return None;
        }
        let given = levers.gives_check(movement, &self.position, mv);
        let checkers = given & !state.waived.without(mv.from);
        let checks = !checkers.is_empty();
        let alone = checkers.without(mv.to).is_empty();
        if state.mover.is_some() && !in_check && !alone {
            return None;
        }
        let again = state.captured_on.contains(mv.to);
        if !worth.is_zero() && !self.every_capture {
            let facts = Facts {
                checks_with_another: !alone,
                captured_before: again,
                retakes,
            };
            let mover = self.position.piece_at(mv.from)?;
            if !discounts.counts(mover.kind, facts) {
                worth = Net::ZERO;
            }
        }
        let captures = !worth.is_zero();
        let is_target = state.target == Some(mv.to) || self.anything && captures && !state.got;
        let mut next = *state;
        next.checked = !given.is_empty();
        if checks || !in_check {
            if !checks && !captures {
                return None;
            }
            next.initiatives = state.initiatives.checked_sub(1)?;
            let also = self.search.also_quiet;
            let quiet =
                !checks || also.aim && is_target || also.again && again || also.later && state.got;
            if captures && quiet {
                if !state.got && !is_target {
                    return None;
                }
                if let Some(left) = &mut next.quiet_captures {
                    *left = left.checked_sub(1)?;
                }
            } else if !captures && state.got {
                next.quiet_checks = state.quiet_checks.checked_sub(1)?;
            }
        }
        if state.capturer == Some(mv.from) {
            next.capturer = Some(mv.to);
        }
        if state.mover == Some(mv.from) {
            next.mover = Some(mv.to);
        }
        if captures {
            next.net += worth;
            next.captured_on = next.captured_on.with(mv.to);
            next.capturer = Some(mv.to);
            next.got |= is_target;
        }
        if state.target == Some(mv.to) {
            next.target = None;
        }
        next.provoker = None;
        next.waived = next.waived.without(mv.to).without(mv.from);
        next.spared = next.spared.without(mv.to);
        Some(next)
    }

    /// The defender is to move: has he nothing against what is wanted?
    fn defend(&mut self, state: &State) -> bool {
        if self.is_spent() {
            return false;
        }
        let in_check = self.defender_in_check(state);
        if state.defender_moves == Some(0) && self.is_won(state) {
            return true;
        }
        if !in_check && !self.is_won(state) {
            // He lets it be, if he can move at all.
            return self.threats.is_lost(&self.position);
        }
        let key = state.key(&self.position, self.seed);
        if let Some(&(known, reach)) = self.memo.gains.get(&key) {
            self.reach |= reach;
            return known;
        }
        let levers = self.levers();
        let outer = std::mem::take(&mut self.reach);
        if let Some(reply) = self.likely_refutation(state, in_check)
            && !self.holds_against(reply, state, in_check, &levers)
        {
            return self.keep(key, false, outer);
        }
        let mut replies = MoveList::new();
        self.replies(&mut replies, state, in_check, &levers);
        let movement = &self.threats.movement;
        if replies.is_empty()
            && (in_check || !movement.has_legal_move_ignoring(&self.position, state.waived))
        {
            return self.threats.is_lost(&self.position);
        }
        let occupied = self.position.occupied();
        let captures = replies.iter().filter(|reply| occupied.contains(reply.to));
        let others = replies.iter().filter(|reply| !occupied.contains(reply.to));
        let mut tried = captures.chain(others).copied();
        let refutes = tried.find(|&reply| !self.holds_against(reply, state, in_check, &levers));
        let holds = refutes.is_none();
        if !holds {
            self.refutations[usize::from(state.initiatives) % KILLERS] = refutes;
            self.memo.settle(&self.position, refutes);
        }
        self.keep(key, holds, outer)
    }

    /// A legal reply to be tried before the others are listed: what refuted last when the attacker could do as much, or any
    /// one where he is at his end.
    fn likely_refutation(&self, state: &State, in_check: bool) -> Option<Move> {
        let movement = &self.threats.movement;
        if state.defender_moves == Some(0) {
            return None;
        }
        if in_check && state.initiatives == 0 {
            return movement.some_legal_move(&self.position, state.waived);
        }
        let last = self.refutations[usize::from(state.initiatives) % KILLERS];
        let last = match in_check {
            true => last,
            false => self.memo.settling(&self.position).or(last),
        };
        last.filter(|&reply| movement.is_legal_ignoring(&self.position, reply, state.waived))
    }

    /// The defender plays this legal move, if the search lets him.
    pub(super) fn holds_against(
        &mut self,
        mv: Move,
        state: &State,
        in_check: bool,
        levers: &Levers,
    ) -> bool {
        match self.after_defence(mv, state, in_check, levers) {
            None => true,
            Some(next) => {
                let outer = std::mem::take(&mut self.reach);
                let captured = self.position.play(mv);
                let holds = self.attack(&next);
                self.position.undo(mv, captured);
                let reach = self.reach.without(mv.to);
                self.reach = match (holds, self.reach.contains(mv.to)) {
                    (true, _) => outer,
                    (false, true) => outer | reach.with(mv.from),
                    (false, false) => outer | reach,
                };
                holds
            }
        }
    }

    /// What the defender's move leads to; nothing where the search does not let him play it.
    pub(super) fn after_defence(
        &self,
        mv: Move,
        state: &State,
        in_check: bool,
        levers: &Levers,
    ) -> Option<State> {
        let Threats {
            movement, material, ..
        } = self.threats;
        let retakes = state.capturer == Some(mv.to);
        let worth = match self.position.piece_at(mv.to) {
            None => Net::ZERO,
            Some(captured) => material.worth(captured, mv.to),
        };
        let captures = !worth.is_zero();
        let search = self.search;
        let allowed = in_check
            || search.replies_retaking && retakes
            || captures
                && (search.replies_any || search.replies_exposed && self.before.exposes(mv));
        if !allowed && state.opponent_checks == 0 {
            return None;
        }
        let checks = !levers.gives_check(movement, &self.position, mv).is_empty();
        if !allowed && !checks {
            return None;
        }
        let mut next = *state;
        next.checked = checks;
        next.defender_moves = state.defender_moves.map(|left| left.saturating_sub(1));
        if checks && !in_check {
            next.opponent_checks = state.opponent_checks.saturating_sub(1);
        }
        if search.losses_elsewhere || retakes || !state.got {
            next.net -= worth;
        }
        if retakes {
            next.capturer = None;
            if search.alone_after_retaking {
                next.shut = next.shut.with(mv.to) | self.protected_by(mv.from);
                next.quiet_checks = 0;
            }
        }
        if state.target == Some(mv.from) {
            next.target = Some(mv.to);
        }
        next.provoker = (captures || checks).then_some(mv.to);
        next.waived = next.waived.without(mv.from).without(mv.to);
        if next.spared.contains(mv.from) {
            next.spared = next.spared.without(mv.from).with(mv.to);
        }
        Some(next)
    }

    /// The squares of pieces of its own side that a piece protects.
    fn protected_by(&self, square: Square) -> Bitboard {
        let movement = &self.threats.movement;
        let Some(piece) = self.position.piece_at(square) else {
            return Bitboard::EMPTY;
        };
        self.position
            .side(piece.side)
            .squares()
            .filter(|&other| movement.attacks(&self.position, square, other))
            .collect()
    }
}

impl Exposed {
    fn new(threats: &Threats, question: &Question<'_>) -> Self {
        let Question {
            position, first, ..
        } = question;
        let side = position.turn();
        let movement = &threats.movement;
        let protected = |&square: &Square| movement.attacks(position, first.from, square);
        let mut passed = (*position).clone();
        passed.set_turn(!side);
        let mut captures = MoveList::new();
        movement.captures(&passed, &mut captures);
        Self {
            protected: position.side(side).squares().filter(protected).collect(),
            captures,
        }
    }

    /// Whether this capture takes what the first mover left, or could not be made before it left.
    fn exposes(&self, mv: Move) -> bool {
        self.protected.contains(mv.to) || !self.captures.contains(&mv)
    }
}
