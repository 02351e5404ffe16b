//! The natures of a ply: which hold, on which targets, and what an exception lifted.

use std::rc::Rc;

use qili_board::Side;
use qili_lang::Truth;
use qili_lang::eval::{Found, World, frame};
use qili_lang::rules::{ClauseId, NatureId, PatternId, QualityId};

use super::{Evaluator, Fact};
use crate::ply::Ply;
use crate::scene::{PieceId, Scene};
use crate::thing::{Thing, Value};

/// Whether a ply has a nature, and why.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The nature.
    pub nature: NatureId,
    /// Whether the ply has it.
    pub holds: Truth,
    /// Its targets, as far as they are known.
    pub targets: Vec<Target>,
    /// Of some piece it could not be found out whether it is a target.
    pub more: bool,
    /// What would be, but for an exception.
    pub lifted: Vec<Lifted>,
    /// The searches behind a condition that speaks of no target.
    pub facts: Rc<[Fact]>,
}

/// A target of a nature.
#[derive(Debug, Clone)]
pub struct Target {
    /// The piece.
    pub piece: PieceId,
    /// The searches that make it one.
    pub facts: Rc<[Fact]>,
}

/// Something that an exception lifted.
#[derive(Debug, Clone)]
pub struct Lifted {
    /// The clause of the exception.
    pub by: ClauseId,
    /// The target that it lifted; `None`: the nature as a whole.
    pub target: Option<PieceId>,
    /// The searches behind what was lifted.
    pub facts: Rc<[Fact]>,
}

impl Finding {
    /// That it is not known whether a ply has a nature.
    pub(super) fn unknown(nature: NatureId) -> Self {
        Self {
            nature,
            holds: Truth::Unknown,
            targets: Vec::new(),
            more: true,
            lifted: Vec::new(),
            facts: Rc::new([]),
        }
    }

    /// Its targets, if all of them are known.
    fn pieces(&self) -> Value {
        if self.more {
            return Value::Unknown;
        }
        Value::set(self.targets.iter().map(|target| Thing::Piece(target.piece)))
    }
}

impl Evaluator<'_> {
    /// Whether a ply has a nature.
    pub fn finding(&mut self, ply: Ply, id: NatureId) -> Rc<Finding> {
        let ply = self.cycle.alike(ply);
        if let Some(known) = self.findings.get(&(ply, id)) {
            return known.clone();
        }
        if self.withholds(ply, id) {
            return Rc::new(Finding::unknown(id));
        }
        let finding = Rc::new(self.recalled(ply, id));
        self.findings.insert((ply, id), finding.clone());
        finding
    }

    pub(super) fn find(&mut self, ply: Ply, id: NatureId) -> Finding {
        let rules = self.rules();
        let nature = &rules.natures[id];
        let scene = Rc::new(self.scene_after(ply));
        let mut frame = frame(nature.frame, []);
        let mut finding = Finding {
            nature: id,
            holds: Truth::No,
            targets: Vec::new(),
            more: false,
            lifted: Vec::new(),
            facts: self.no_facts.clone(),
        };
        let outer = self.facts.len();
        if let Some((of, filter)) = &nature.targets {
            let side = match self.value(of, &scene, &mut frame) {
                Value::Thing(Thing::Side(side)) => Some(side),
                other => {
                    finding.more = other.is_unknown();
                    finding.holds = other.truth();
                    None
                }
            };
            let pieces = side.map(|side| scene.board.pieces(side));
            for piece in pieces.into_iter().flatten() {
                frame[0] = Value::Thing(Thing::Piece(piece));
                let mut truth = self.truth(filter, &scene, &mut frame);
                let facts = self.facts_since(outer);
                self.facts.truncate(outer);
                for exception in nature
                    .exceptions
                    .iter()
                    .filter(|exception| exception.variables > 0)
                {
                    if truth.is_no() {
                        break;
                    }
                    let applies = self.applies(exception, &scene, &frame);
                    if applies.is_yes() && truth.is_yes() {
                        finding.lifted.push(Lifted {
                            by: exception.clause,
                            target: Some(piece),
                            facts: facts.clone(),
                        });
                    }
                    truth = truth.and(!applies);
                }
                if truth.is_yes() {
                    finding.targets.push(Target { piece, facts });
                }
                finding.more |= truth == Truth::Unknown;
                finding.holds = finding.holds.or(truth);
            }
        }
        if let Some(when) = &nature.when {
            let truth = self.truth(when, &scene, &mut frame);
            finding.facts = self.facts_since(outer);
            finding.holds = finding.holds.or(truth);
        }
        if nature.is_remainder() {
            finding.holds = self.has_no_heavier(ply, id);
        }
        self.facts.truncate(outer);
        for exception in nature
            .exceptions
            .iter()
            .filter(|exception| exception.variables == 0)
        {
            if finding.holds.is_no() {
                break;
            }
            let applies = self.applies(exception, &scene, &frame);
            if applies.is_yes() {
                let facts = finding
                    .targets
                    .first()
                    .map_or_else(|| finding.facts.clone(), |target| target.facts.clone());
                finding.lifted.push(Lifted {
                    by: exception.clause,
                    target: None,
                    facts,
                });
                finding.targets.clear();
            }
            finding.holds = finding.holds.and(!applies);
        }
        self.mark(nature.clause, finding.holds);
        finding
    }

    fn has_no_heavier(&mut self, ply: Ply, id: NatureId) -> Truth {
        let mut none = Truth::Yes;
        for heavier in self.natures().take_while(|&other| other != id) {
            none = none.and(!self.finding(ply, heavier).holds);
            if none.is_no() {
                break;
            }
        }
        none
    }

    /// All natures of the edition, the heaviest first.
    pub fn natures(&self) -> impl Iterator<Item = NatureId> + use<> {
        self.rules().natures.ids()
    }

    /// Whether a nature is the heaviest of a ply.
    pub fn is_heaviest(&mut self, ply: Ply, id: NatureId) -> Truth {
        match self.has_no_heavier(ply, id) {
            Truth::No => Truth::No,
            none => none.and(self.finding(ply, id).holds),
        }
    }

    /// The finding for the heaviest nature of a ply.
    pub fn heaviest(&mut self, ply: Ply) -> Found<Rc<Finding>> {
        for id in self.natures() {
            let finding = self.finding(ply, id);
            match finding.holds {
                Truth::Yes => return Found::This(finding),
                Truth::Unknown => return Found::Unknown,
                Truth::No => {}
            }
        }
        Found::Nothing
    }

    /// The targets of a ply's heaviest nature.
    pub(super) fn targets(&mut self, ply: Ply) -> Value {
        match self.heaviest(ply) {
            Found::This(finding) => finding.pieces(),
            Found::Nothing => Value::set([]),
            Found::Unknown => Value::Unknown,
        }
    }

    /// The targets of one of a ply's natures; none where it has not that nature.
    pub(super) fn targets_as(&mut self, ply: Ply, id: NatureId) -> Value {
        let finding = self.finding(ply, id);
        match finding.holds {
            Truth::Yes => finding.pieces(),
            Truth::No => Value::set([]),
            Truth::Unknown => Value::Unknown,
        }
    }

    /// Whether a target of a ply has a quality.
    pub fn has_quality(&mut self, ply: Ply, target: PieceId, id: QualityId) -> Truth {
        let scene = Rc::new(self.scene_after(ply));
        let since = self.reasons();
        let truth = self.quality(id, Value::Thing(Thing::Piece(target)), &scene);
        self.forget(since);
        truth
    }

    /// Whether something has a quality where it is asked.
    pub(super) fn quality(&mut self, id: QualityId, target: Value, scene: &Rc<Scene>) -> Truth {
        let quality = &self.rules().qualities[id];
        let mut frame = frame(quality.frame, [target]);
        let truth = self.holds(&quality.when, &quality.exceptions, scene, &mut frame);
        self.mark(quality.clause, truth);
        truth
    }

    /// Whether a side shows a pattern over the cycle.
    pub fn shows(&mut self, side: Side, id: PatternId) -> Truth {
        let pattern = &self.rules().patterns[id];
        let scene = Rc::new(self.scene_of_cycle());
        let mut frame = frame(pattern.frame, [Value::Thing(side.into())]);
        let since = self.reasons();
        let truth = self.holds(&pattern.when, &pattern.exceptions, &scene, &mut frame);
        self.forget(since);
        self.mark(pattern.clause, truth);
        truth
    }
}
