//! Why a capture that one would ask about is no threat: what refutes it, or which clause does not let it count.

use std::rc::Rc;

use qili_board::Move;
use qili_lang::Truth;
use qili_lang::eval::{World, frame};
use qili_lang::rules::{
    ClauseId, DefinitionId, Exception, Expr, ExprKind, NatureId, Place, Search, SearchId,
};
use qili_lang::syntax::Quantifier;

use super::Evaluator;
use super::searches::BarredBy;
use crate::movement::MoveList;
use crate::ply::Ply;
use crate::scene::{PieceId, Scene};
use crate::thing::{Frame, Thing, Value};
use crate::threats::{Line, Net, Question};

/// A piece that a nature might have been thought to have as its target, and why it has not.
#[derive(Debug, Clone)]
pub struct Miss {
    /// The nature.
    pub nature: NatureId,
    /// The piece.
    pub target: PieceId,
    /// Why it is none.
    pub why: Why,
    /// The clause that says so.
    pub clause: ClauseId,
    /// The capture, and the reply to it where one refutes it.
    pub line: Vec<Move>,
}

/// Why a capture is no threat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// A clause discounts it.
    Discounted,
    /// A clause bars it from the search.
    Barred,
    /// The capture can be had, but what it comes to is not what the search wants.
    Worth(Net),
    /// The reply refutes it.
    Refuted,
    /// It wins the piece, but the nature asks for something else that does not hold.
    Excluded,
    /// It could be made before the move, by the piece that moved: then the line is the capture there.
    Before,
}

/// Why a capture is no threat, the clause that says so, and the line.
type Reason = (Why, ClauseId, Vec<Move>);

/// A search that did not succeed.
pub(super) struct Failed {
    pub(super) scene: crate::key::Key,
    pub(super) search: SearchId,
    pub(super) first: Move,
    pub(super) target: Option<PieceId>,
    pub(super) barring: Vec<DefinitionId>,
    pub(super) barred: Rc<BarredBy>,
}

impl Failed {
    /// The same question by a search of the edition.
    fn question<'a>(&'a self, search: SearchId, scene: &'a Scene) -> Question<'a> {
        Question {
            position: &scene.board.position,
            search,
            first: self.first,
            target: self.target.and_then(|piece| scene.board.square_of(piece)),
            barred: &self.barred.captures,
            every_capture: scene.every_capture,
            waived: scene.ignored,
            opening: scene.opening,
        }
    }
}

/// How a search is played, whatever result it wants.
fn how(search: &Search) -> impl PartialEq + use<> {
    let replies = (
        search.replies_retaking,
        search.replies_exposed,
        search.replies_any,
        search.opponent_checks,
    );
    let attack = (
        search.initiatives,
        search.quiet_captures,
        search.quiet_checks,
        search.also_quiet,
        search.first_mover_only,
    );
    let after = (search.losses_elsewhere, search.alone_after_retaking);
    (replies, attack, after)
}

/// Whether a search lets the attacker do whatever another one does: what it does not find, the defender prevents.
fn lets_as_much(search: &Search, other: &Search) -> bool {
    let captures = |search: &Search| search.quiet_captures.unwrap_or(u8::MAX);
    let quiet =
        [search.also_quiet, other.also_quiet].map(|also| [also.aim, also.later, also.again]);
    search.initiatives >= other.initiatives
        && captures(search) >= captures(other)
        && search.quiet_checks >= other.quiet_checks
        && quiet[0]
            .iter()
            .zip(quiet[1])
            .all(|(own, others)| others || !own)
        && (other.first_mover_only || !search.first_mover_only)
        && (other.alone_after_retaking || !search.alone_after_retaking)
}

impl Evaluator<'_> {
    /// The captures that one would ask about after a ply, and why they are none of the natures that are heavier than its
    /// own: captures by the piece that moved and those that the ply made possible; where nothing is to be said of any, what
    /// the piece that moved seems to help to win, and what it could take before; and where there is nothing of that either,
    /// every capture of something that has worth.
    pub fn misses(&mut self, ply: Ply, nature: NatureId) -> Vec<Miss> {
        let scene = Rc::new(self.scene_after(ply));
        let captures = self.captures(&scene);
        let movement = self.engine.movement();
        let before = &self.cycle.before(ply).position;
        let moved = self.cycle.played(ply).to;
        let is_new = |mv: &&Move| mv.from == moved || !movement.attacks(before, mv.from, mv.to);
        let new: Vec<Move> = captures.iter().filter(is_new).copied().collect();
        let mut misses = self.of_captures(ply, nature, &new, &scene);
        if misses.is_empty() {
            misses = self.of_moved(ply, nature, &scene);
        }
        if misses.is_empty() {
            misses = self.of_captures(ply, nature, &captures, &scene);
        }
        misses
    }

    /// The legal captures of something that has worth.
    fn captures(&self, scene: &Scene) -> Vec<Move> {
        let position = &scene.board.position;
        let mut moves = MoveList::new();
        self.engine.movement().legal_moves(position, &mut moves);
        let material = self.engine.threats().material();
        let counts = |mv: &Move| {
            let piece = position.piece_at(mv.to);
            piece.is_some_and(|piece| !material.worth(piece, mv.to).is_zero())
        };
        moves.iter().copied().filter(counts).collect()
    }

    fn of_captures(
        &mut self,
        ply: Ply,
        nature: NatureId,
        captures: &[Move],
        scene: &Rc<Scene>,
    ) -> Vec<Miss> {
        let mut misses: Vec<Miss> = Vec::new();
        for &capture in captures {
            let Some(target) = scene.board.id_at(capture.to) else {
                continue;
            };
            if misses.iter().any(|miss| miss.target == target) {
                continue;
            }
            let mut heavier = self.natures().take_while(|&id| id != nature);
            misses.extend(heavier.find_map(|id| self.miss(ply, id, target, capture, scene)));
        }
        misses
    }

    /// What the piece that moved helps to win as one search has it, and another that is asked as well does not; and what it
    /// could take before and now only hopes for by a check, where an exception says that it is old.
    fn of_moved(&mut self, ply: Ply, nature: NatureId, scene: &Rc<Scene>) -> Vec<Miss> {
        let side = self.cycle.mover(ply);
        let mut misses: Vec<Miss> = Vec::new();
        for id in self.natures().take_while(|&id| id != nature) {
            for target in scene.board.pieces(!side) {
                let known = misses.iter().any(|miss| miss.target == target);
                if known || self.is_accounted_for(ply, id, target) {
                    continue;
                }
                let failed = self.failures(id, target, scene).unwrap_or_default();
                let mut asked = failed.iter();
                let almost = asked.find_map(|asked| self.almost(ply, asked, scene));
                let why = almost.or_else(|| {
                    let moved = self.cycle.played(ply).to;
                    let hopes = failed.iter().any(|failed| failed.first.from == moved);
                    hopes
                        .then(|| self.already(ply, id, target, scene))
                        .flatten()
                });
                misses.extend(why.map(|(why, clause, line)| Miss {
                    nature: id,
                    target,
                    why,
                    clause,
                    line,
                }));
            }
        }
        misses
    }

    /// Why a search does not succeed, where another one with the same first move does, with the piece that moved.
    fn almost(&mut self, ply: Ply, asked: &Failed, scene: &Scene) -> Option<Reason> {
        let rules = self.rules();
        let moved = self.cycle.played(ply).to;
        let helps = |line: &Line| line.moves.iter().step_by(2).any(|mv| mv.from == moved);
        let had = self.had_for_less(asked, scene);
        if let Some((line, clause)) = had.filter(|(line, _)| helps(line) && line.net >= Net::ZERO) {
            return Some((Why::Worth(line.net), clause, line.moves));
        }
        let search = &rules.searches[asked.search];
        let line = rules.searches.enumerated().find_map(|(id, other)| {
            if !lets_as_much(search, other) {
                return None;
            }
            let question = asked.question(id, scene);
            let line = self.engine.threats().line(&mut self.memo, &question)?;
            let wanted = self.engine.threats().material().is(line.net, search.wants);
            (wanted && helps(&line)).then_some(line)
        })?;
        Some((Why::Refuted, search.clause, line.moves))
    }

    /// Which exception that looks at the position before speaks of a piece that the one that moved could take there.
    fn already(
        &mut self,
        ply: Ply,
        id: NatureId,
        target: PieceId,
        scene: &Rc<Scene>,
    ) -> Option<Reason> {
        let nature = &self.rules().natures[id];
        let from = self.cycle.played(ply).from;
        let before = &self.cycle.before(ply).position;
        let to = scene.board.square_of(target)?;
        if !self.engine.movement().attacks(before, from, to) {
            return None;
        }
        let about = frame(nature.frame, [Value::Thing(Thing::Piece(target))]);
        let mut exceptions = nature.exceptions.iter();
        // what is said of every way to win it holds for want of any
        let of_every = |one: &Exception| match &*one.when.kind {
            ExprKind::Quantified { quantifier, .. } => *quantifier == Quantifier::Every,
            _ => false,
        };
        let exception = exceptions.find(|one| {
            one.variables > 0
                && !of_every(one)
                && self.looks_before(&one.when)
                && self.applies(one, scene, &about).is_yes()
        })?;
        Some((Why::Before, exception.clause, vec![Move::new(from, to)]))
    }

    /// Whether an expression, or a definition that it calls, is about the position before the ply.
    fn looks_before(&self, expr: &Expr) -> bool {
        let itself = match &*expr.kind {
            ExprKind::At(_, place) => matches!(place, Place::Before | Place::Earlier),
            ExprKind::Call(id, _) => self.looks_before(&self.rules().definitions[*id].body),
            _ => false,
        };
        itself
            || expr
                .kind
                .parts()
                .into_iter()
                .any(|part| self.looks_before(part))
    }

    /// Why a capture of a piece does not make it a target of a nature; `None` where nothing can be said of it.
    fn miss(
        &mut self,
        ply: Ply,
        id: NatureId,
        target: PieceId,
        capture: Move,
        scene: &Rc<Scene>,
    ) -> Option<Miss> {
        if self.is_accounted_for(ply, id, target) {
            return None;
        }
        let failed = self.failures(id, target, scene)?;
        let (why, clause, line) = if failed.iter().any(|failed| failed.first == capture) {
            self.why(&failed, capture, scene)?
        } else {
            let nature = &self.rules().natures[id];
            let (_, filter) = nature.targets.as_ref()?;
            let mut frame = frame(nature.frame, [Value::Thing(Thing::Piece(target))]);
            let clause = self.excluding(filter, capture, scene, &mut frame)?;
            (Why::Excluded, clause, vec![capture])
        };
        Some(Miss {
            nature: id,
            target,
            why,
            clause,
            line,
        })
    }

    /// Whether a ply has a nature, or it is said already why a piece is no target of it.
    fn is_accounted_for(&mut self, ply: Ply, id: NatureId, target: PieceId) -> bool {
        let finding = self.finding(ply, id);
        let mut lifted = finding.lifted.iter();
        finding.holds.is_yes() || lifted.any(|lift| lift.target == Some(target))
    }

    /// The searches for a piece that fail while it is asked whether it is a target; `None` unless it is none.
    fn failures(
        &mut self,
        id: NatureId,
        target: PieceId,
        scene: &Rc<Scene>,
    ) -> Option<Vec<Failed>> {
        let nature = &self.rules().natures[id];
        let (_, filter) = nature.targets.as_ref()?;
        // what was remembered would not be asked again
        let calls = std::mem::take(&mut self.calls);
        let outer = self.failed.replace(Vec::new());
        let since = self.reasons();
        let mut frame = frame(nature.frame, [Value::Thing(Thing::Piece(target))]);
        let truth = self.truth(filter, scene, &mut frame);
        self.forget(since);
        self.calls = calls;
        let mut failed = std::mem::replace(&mut self.failed, outer)?;
        failed.retain(|failed| failed.scene == scene.key() && failed.target == Some(target));
        truth.is_no().then_some(failed)
    }

    fn why(&mut self, failed: &[Failed], capture: Move, scene: &Rc<Scene>) -> Option<Reason> {
        let mut direct = failed.iter().filter(|failed| failed.first == capture);
        let first = direct.clone().next()?;
        if first.barred.captures.captures().contains(&capture)
            && let Some(clause) = self.barring(first, capture, scene)
        {
            return Some((Why::Barred, clause, vec![capture]));
        }
        let position = &scene.board.position;
        if let Some(clause) = self.engine.threats().discount(position, capture) {
            return Some((Why::Discounted, clause, vec![capture]));
        }
        let others = failed.iter().filter(|failed| failed.first != capture);
        for asked in direct.clone().chain(others) {
            // another way than the capture itself is asked about where it seems to win something
            let asks = |line: &Line| asked.first == capture || line.net > Net::ZERO;
            let had = self.had_for_less(asked, scene);
            if let Some((line, clause)) = had.filter(|(line, _)| asks(line)) {
                return Some((Why::Worth(line.net), clause, line.moves));
            }
        }
        let (search, line) = direct
            .find_map(|asked| {
                let line = self.refutation(asked, scene);
                (line.len() > 1).then_some((asked.search, line))
            })
            .unwrap_or((first.search, vec![capture]));
        Some((Why::Refuted, self.rules().searches[search].clause, line))
    }

    /// The line by which the piece is had after all, where a search fails only because of the result that it wants, with
    /// the clause of that result.
    fn had_for_less(&mut self, failed: &Failed, scene: &Scene) -> Option<(Line, ClauseId)> {
        let rules = self.rules();
        let asked = &rules.searches[failed.search];
        let line = rules.searches.enumerated().find_map(|(id, other)| {
            if other.wants == asked.wants || how(other) != how(asked) {
                return None;
            }
            let question = failed.question(id, scene);
            self.engine.threats().line(&mut self.memo, &question)
        })?;
        // where the line comes to what is wanted after all, it is another one that refutes the first move
        let wanted = self.engine.threats().material().is(line.net, asked.wants);
        (!wanted).then(|| (line, rules.results[asked.wants].clause))
    }

    fn refutation(&mut self, failed: &Failed, scene: &Scene) -> Vec<Move> {
        let question = failed.question(failed.search, scene);
        self.engine.threats().refutation(&mut self.memo, &question)
    }

    /// The clause of the definition that bars a capture.
    fn barring(&mut self, failed: &Failed, capture: Move, scene: &Rc<Scene>) -> Option<ClauseId> {
        let own = scene.board.id_at(capture.from)?;
        let enemy = scene.board.id_at(capture.to)?;
        failed.barring.iter().find_map(|&id| {
            let definition = &self.rules().definitions[id];
            let pieces = if definition.parameters.len() == 2 {
                vec![own, enemy]
            } else {
                vec![enemy]
            };
            let arguments: Frame = pieces
                .into_iter()
                .map(|piece| Value::Thing(Thing::Piece(piece)))
                .collect();
            let bars = self.call(id, arguments, scene).truth().is_yes();
            bars.then_some(definition.clause)
        })
    }

    /// The clause of the condition that a capture does not meet, followed through definitions as far as it can be.
    fn excluding(
        &mut self,
        expr: &Expr,
        capture: Move,
        scene: &Rc<Scene>,
        variables: &mut Frame,
    ) -> Option<ClauseId> {
        match &*expr.kind {
            ExprKind::And(parts) => {
                let mut parts = parts.iter();
                let fails = parts.find(|part| self.truth(part, scene, variables).is_no())?;
                self.excluding(fails, capture, scene, variables)
            }
            ExprKind::Or(parts) => {
                let mut parts = parts.iter();
                parts.find_map(|part| self.excluding(part, capture, scene, variables))
            }
            ExprKind::If(condition, then, otherwise) => {
                let branch = match self.truth(condition, scene, variables) {
                    Truth::Yes => then,
                    Truth::No => otherwise,
                    Truth::Unknown => return None,
                };
                self.excluding(branch, capture, scene, variables)
            }
            ExprKind::Not(denied) => match &*denied.kind {
                ExprKind::Call(id, _) => Some(self.rules().definitions[*id].clause),
                _ => None,
            },
            ExprKind::Call(id, arguments) => {
                let definition = &self.rules().definitions[*id];
                let arguments: Vec<Value> = arguments
                    .iter()
                    .map(|argument| self.value(argument, scene, variables))
                    .collect();
                let means = |argument: &Value| Self::means(argument, capture, scene);
                let about_it = arguments.iter().any(means);
                let mut variables = frame(definition.frame, arguments);
                let clause = if self.truth(&definition.body, scene, &mut variables).is_yes() {
                    let mut exceptions = definition.exceptions.iter();
                    let lifts =
                        exceptions.find(|one| self.applies(one, scene, &variables).is_yes());
                    lifts.map(|exception| exception.clause)
                } else {
                    self.excluding(&definition.body, capture, scene, &mut variables)
                };
                clause.or(about_it.then_some(definition.clause))
            }
            ExprKind::Quantified {
                quantifier: Quantifier::Some,
                slot,
                set,
                body,
                ..
            } => {
                let Value::Set(among) = self.value(set, scene, variables) else {
                    return None;
                };
                let mut among = among.iter();
                let meant = among.find(|element| Self::means(element, capture, scene))?;
                variables[slot.index()] = meant.clone();
                self.excluding(body, capture, scene, variables)
            }
            _ => None,
        }
    }

    /// Whether a value is the capture, or the piece that makes it.
    fn means(value: &Value, capture: Move, scene: &Scene) -> bool {
        match value {
            Value::Thing(Thing::Move(mv)) => *mv == capture,
            Value::Thing(Thing::Piece(piece)) => scene.board.id_at(capture.from) == Some(*piece),
            _ => false,
        }
    }
}
