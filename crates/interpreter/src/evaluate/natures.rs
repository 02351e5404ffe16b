//! The natures of a ply: which hold, on which targets, and what an exception lifted.

use std::rc::Rc;

use qili_board::Side;
use qili_lang::rules::{ClauseId, NatureId, Pattern, QualityId};

use super::value::Value;
use super::{Evaluator, Fact};
use crate::ply::Ply;
use crate::scene::PieceId;
use crate::truth::Truth;

/// Whether a ply has a nature, and why.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The nature.
    pub nature: NatureId,
    /// Whether the ply has it.
    pub holds: Truth,
    /// Its targets.
    pub targets: Vec<Target>,
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

impl Evaluator<'_> {
    /// Whether a ply has a nature.
    pub fn finding(&mut self, ply: Ply, id: NatureId) -> Rc<Finding> {
        if let Some(known) = self.findings.get(&(ply, id)) {
            return known.clone();
        }
        let finding = Rc::new(self.find(ply, id));
        self.findings.insert((ply, id), finding.clone());
        finding
    }

    fn find(&mut self, ply: Ply, id: NatureId) -> Finding {
        let rules = self.rules();
        let nature = &rules.natures[id.index()];
        let scene = Rc::new(self.scene_after(ply));
        let mut frame = vec![Value::Nothing; nature.frame.max(1)];
        let mut finding = Finding {
            nature: id,
            holds: Truth::No,
            targets: Vec::new(),
            lifted: Vec::new(),
            facts: Rc::new([]),
        };
        let outer = self.facts.len();
        if let Some((of, filter)) = &nature.targets {
            let pieces = match self.value(of, &scene, &mut frame) {
                Value::Side(side) => self.attribute(
                    qili_lang::rules::Attribute::Pieces,
                    &Value::Side(side),
                    &scene,
                ),
                other => other,
            };
            for element in pieces.elements().iter() {
                let Value::Piece(piece) = *element else {
                    continue;
                };
                frame[0] = element.clone();
                let mut truth = self.truth(filter, &scene, &mut frame);
                let facts: Rc<[Fact]> = self.facts[outer..].into();
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
                finding.holds = finding.holds.or(truth);
            }
        }
        if let Some(when) = &nature.when {
            let truth = self.truth(when, &scene, &mut frame);
            finding.facts = self.facts[outer..].into();
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
        (0..self.rules().natures.len())
            .filter_map(|index| u16::try_from(index).ok())
            .map(NatureId)
    }

    /// Whether a nature is the heaviest of a ply.
    pub fn is_heaviest(&mut self, ply: Ply, id: NatureId) -> Truth {
        let mut truth = Truth::Yes;
        for heavier in self.natures().take_while(|&other| other != id) {
            truth = truth.and(!self.finding(ply, heavier).holds);
            if truth.is_no() {
                return truth;
            }
        }
        truth.and(self.finding(ply, id).holds)
    }

    /// The finding for the heaviest nature of a ply, where it is known.
    pub fn heaviest_known(&mut self, ply: Ply) -> Option<Rc<Finding>> {
        for id in self.natures() {
            let finding = self.finding(ply, id);
            match finding.holds {
                Truth::Yes => return Some(finding),
                Truth::Unknown => return None,
                Truth::No => {}
            }
        }
        None
    }

    /// Whether a target of a ply has a quality.
    pub fn has_quality(&mut self, ply: Ply, target: PieceId, id: QualityId) -> Truth {
        let quality = &self.rules().qualities[id.index()];
        let scene = Rc::new(self.scene_after(ply));
        let mut frame = vec![Value::Nothing; quality.frame.max(1)];
        frame[0] = Value::Piece(target);
        let mark = self.facts.len();
        let truth = self.holds(&quality.when, &quality.exceptions, &scene, &mut frame);
        self.facts.truncate(mark);
        self.mark(quality.clause, truth);
        truth
    }

    /// Whether a side shows a pattern over the cycle.
    pub fn shows(&mut self, side: Side, pattern: &Pattern) -> Truth {
        let scene = Rc::new(self.scene_of_cycle());
        let mut frame = vec![Value::Nothing; pattern.frame.max(1)];
        frame[0] = Value::Side(side);
        let mark = self.facts.len();
        let truth = self.holds(&pattern.when, &pattern.exceptions, &scene, &mut frame);
        self.facts.truncate(mark);
        self.mark(pattern.clause, truth);
        truth
    }
}
