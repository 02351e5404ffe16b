//! Why a capture that one would ask about is no threat: what refutes it, or which clause does not let it count.

use std::rc::Rc;

use qili_board::{Move, Position};
use qili_lang::eval::{World, frame};
use qili_lang::rules::{ClauseId, DefinitionId, ExprKind, Nature, NatureId, Search, SearchId};

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
}

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

impl Evaluator<'_> {
    /// The captures that one would ask about after a ply, and why they are none of the natures that are heavier than its
    /// own: captures by the piece that moved and those that the ply made possible, or where there are none, every capture
    /// of something that has worth.
    pub fn misses(&mut self, ply: Ply, nature: NatureId) -> Vec<Miss> {
        let scene = Rc::new(self.scene_after(ply));
        let mut misses: Vec<Miss> = Vec::new();
        for capture in self.captures_asked_about(ply, &scene.board.position) {
            let Some(target) = scene.board.id_at(capture.to) else {
                continue;
            };
            if misses.iter().any(|miss| miss.target == target) {
                continue;
            }
            let mut heavier = self.natures().take_while(|&id| id != nature);
            misses.extend(heavier.find_map(|id| self.miss(ply, id, target, capture, &scene)));
        }
        misses
    }

    fn captures_asked_about(&self, ply: Ply, after: &Position) -> Vec<Move> {
        let movement = self.engine.movement();
        let material = self.engine.threats().material();
        let mut moves = MoveList::new();
        movement.legal_moves(after, &mut moves);
        let counts = |mv: &Move| {
            let piece = after.piece_at(mv.to);
            piece.is_some_and(|piece| !material.worth(piece, mv.to).is_zero())
        };
        let captures: Vec<Move> = moves.iter().copied().filter(counts).collect();
        let before = &self.cycle.before(ply).position;
        let moved = self.cycle.played(ply).to;
        let is_new = |mv: &&Move| mv.from == moved || !movement.attacks(before, mv.from, mv.to);
        let new: Vec<Move> = captures.iter().filter(is_new).copied().collect();
        if new.is_empty() { captures } else { new }
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
        let finding = self.finding(ply, id);
        let lifted = finding
            .lifted
            .iter()
            .any(|lift| lift.target == Some(target));
        if finding.holds.is_yes() || lifted {
            return None;
        }
        let nature = &self.rules().natures[id];
        let failed = self.failures(nature, target, scene)?;
        let failed: Vec<Failed> = failed
            .into_iter()
            .filter(|failed| failed.scene == scene.key() && failed.target == Some(target))
            .collect();
        let (why, clause, line) = if failed.iter().any(|failed| failed.first == capture) {
            self.why(&failed, capture, scene)?
        } else {
            let clause = self.excluding(nature, target, scene)?;
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

    /// The searches that fail while it is asked whether a piece is a target; `None` unless it is none.
    fn failures(
        &mut self,
        nature: &Nature,
        target: PieceId,
        scene: &Rc<Scene>,
    ) -> Option<Vec<Failed>> {
        let (_, filter) = nature.targets.as_ref()?;
        // what was remembered would not be asked again
        let calls = std::mem::take(&mut self.calls);
        let outer = self.failed.replace(Vec::new());
        let since = self.reasons();
        let mut frame = frame(nature.frame, [Value::Thing(Thing::Piece(target))]);
        let truth = self.truth(filter, scene, &mut frame);
        self.forget(since);
        self.calls = calls;
        let failed = std::mem::replace(&mut self.failed, outer)?;
        truth.is_no().then_some(failed)
    }

    fn why(
        &mut self,
        failed: &[Failed],
        capture: Move,
        scene: &Rc<Scene>,
    ) -> Option<(Why, ClauseId, Vec<Move>)> {
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
            let wanted = self.rules().searches[asked.search].wants;
            let line = self.had_for_less(asked, scene);
            // another way than the capture itself is asked about where it seems to win something
            let asks = |line: &Line| asked.first == capture || line.net > Net::ZERO;
            // where the line comes to what is wanted after all, it is another one that refutes the capture
            let material = self.engine.threats().material();
            if let Some(line) = line.filter(|line| asks(line) && !material.is(line.net, wanted)) {
                let clause = self.rules().results[wanted].clause;
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

    /// The line by which the piece is had after all, where a search fails only because of the result that it wants.
    fn had_for_less(&mut self, failed: &Failed, scene: &Scene) -> Option<Line> {
        let rules = self.rules();
        let asked = &rules.searches[failed.search];
        rules.searches.enumerated().find_map(|(id, other)| {
            if other.wants == asked.wants || how(other) != how(asked) {
                return None;
            }
            let question = failed.question(id, scene);
            self.engine.threats().line(&mut self.memo, &question)
        })
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

    /// The clause of the first condition of a nature's targets that a piece does not meet.
    fn excluding(
        &mut self,
        nature: &Nature,
        target: PieceId,
        scene: &Rc<Scene>,
    ) -> Option<ClauseId> {
        let (_, filter) = nature.targets.as_ref()?;
        let ExprKind::And(parts) = &*filter.kind else {
            return None;
        };
        let mut frame = frame(nature.frame, [Value::Thing(Thing::Piece(target))]);
        let fails = parts
            .iter()
            .find(|part| self.truth(part, scene, &mut frame).is_no())?;
        let ExprKind::Not(denied) = &*fails.kind else {
            return None;
        };
        match &*denied.kind {
            ExprKind::Call(id, _) => Some(self.rules().definitions[*id].clause),
            _ => None,
        }
    }
}
