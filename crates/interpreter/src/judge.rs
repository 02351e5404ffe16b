//! Natures of a cycle's plies, the patterns of the two sides, and the first ruling that applies.

use std::rc::Rc;

use qili_board::{Move, Side, Square};
use qili_edition::outcome::Outcome;
use qili_lang::Truth;
use qili_lang::eval::{Found, World, frame};
use qili_lang::rules::{ClauseId, NatureId, PatternId, QualityId, Verdict};

use crate::cycle::Cycle;
use crate::engine::Engine;
use crate::evaluate::{Evaluator, Fact, Miss, Recollection, Target, Why};
use crate::ply::Ply;
use crate::scene::PieceId;
use crate::thing::Value;
use crate::threats::Line;

/// A cycle judged by an edition.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// The cycle.
    pub cycle: Cycle,
    /// What each ply is.
    pub plies: Vec<JudgedPly>,
    /// The named pattern of each side, Red first, where one applies.
    pub patterns: [Option<PatternId>; 2],
    /// The ruling.
    pub ruling: JudgedRuling,
}

/// What a ply is.
#[derive(Debug, Clone)]
pub struct JudgedPly {
    /// Which.
    pub ply: Ply,
    /// Who plays it.
    pub side: Side,
    /// The move.
    pub played: Move,
    /// Its nature: the heaviest; `None` where it could not be determined.
    pub nature: Option<NatureId>,
    /// All its natures, the heaviest first.
    pub natures: Vec<NatureId>,
    /// Natures that could not be determined.
    pub open: Vec<NatureId>,
    /// Targets of its nature.
    pub targets: Vec<JudgedTarget>,
    /// Where the targets of its lighter natures stand.
    pub lighter: Vec<(NatureId, Square)>,
    /// The clause of its nature, and those of its targets' qualities.
    pub clauses: Vec<ClauseId>,
    /// What exceptions lifted.
    pub lifted: Vec<JudgedLift>,
    /// Captures that one would ask about, and why they make it none of the heavier natures.
    pub missed: Vec<JudgedMiss>,
    /// The line of play behind its nature, empty where it needs none.
    pub line: Line,
    /// It gives check.
    pub check: bool,
}

/// A target of a ply's nature.
#[derive(Debug, Clone)]
pub struct JudgedTarget {
    /// Where it stands after the ply.
    pub square: Square,
    /// What can be said of it.
    pub qualities: Vec<QualityId>,
    /// How it is won.
    pub line: Line,
}

/// Something that an exception lifted.
#[derive(Debug, Clone)]
pub struct JudgedLift {
    /// The nature that would have held.
    pub nature: NatureId,
    /// The clause of the exception.
    pub by: ClauseId,
    /// The targets lifted, all by the same line; none where the whole nature is.
    pub targets: Vec<Square>,
    /// The line that would have been the threat.
    pub line: Line,
}

/// A capture that is no threat.
#[derive(Debug, Clone)]
pub struct JudgedMiss {
    /// The nature that it does not make.
    pub nature: NatureId,
    /// What would be taken.
    pub target: Square,
    /// Why it is no threat.
    pub why: Why,
    /// The clause that says so.
    pub clause: ClauseId,
    /// The capture, and the reply to it where one refutes it.
    pub line: Line,
}

/// A ruling with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedRuling {
    /// What it says.
    pub outcome: Outcome,
    /// The clauses that decide.
    pub clauses: Vec<ClauseId>,
    /// Moves that were there to be played instead of a ply, where the ruling rests on there being one.
    pub ways: Vec<(Ply, Move)>,
    /// Why nothing could be decided.
    pub open: Option<Open>,
}

impl JudgedRuling {
    /// That there is nothing to rule on.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            outcome: Outcome::None,
            clauses: Vec::new(),
            ways: Vec::new(),
            open: None,
        }
    }

    pub(crate) fn undetermined(open: Open) -> Self {
        Self {
            outcome: Outcome::Undetermined,
            open: Some(open),
            ..Self::none()
        }
    }
}

/// Why a ruling is undetermined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Open {
    /// A clause leaves it to the arbiter.
    Arbiter(ClauseId),
    /// A clause could not be decided because these plies' natures could not be determined.
    Natures(ClauseId, Vec<Ply>),
    /// No clause speaks of this combination.
    NotCovered,
    /// A clause applies to both sides with different outcomes.
    Contradiction(ClauseId),
    /// The cycle has more than [`MAX_CYCLE`](crate::cycle::MAX_CYCLE) plies.
    TooLong,
    /// The game has more than [`MAX_RULINGS`](crate::procedure::MAX_RULINGS) stretches that could be ruled on.
    TooMany,
}

/// Judges a cycle.
///
/// ```no_run
/// # fn show(engine: &qili_interpreter::Engine, cycle: qili_interpreter::Cycle) {
/// let judgement = qili_interpreter::judge(engine, cycle);
/// println!("{}", judgement.ruling.outcome);
/// # }
/// ```
#[must_use]
pub fn judge(engine: &Engine, cycle: Cycle) -> Judgement {
    let mut evaluator = Evaluator::new(engine, &cycle);
    let plies = cycle.plies().map(|ply| evaluator.judge_ply(ply)).collect();
    let patterns = Side::ALL.map(|side| evaluator.pattern(side));
    let ruling = evaluator.ruling();
    drop(evaluator);
    Judgement {
        cycle,
        plies,
        patterns,
        ruling,
    }
}

/// Judges only who must change or loses, without lines and targets: what a search over many games needs.
#[must_use]
pub fn rule(engine: &Engine, cycle: &Cycle) -> JudgedRuling {
    let all = engine.threats().whole_budget();
    let mut evaluator = Evaluator::sparing(engine, cycle, Recollection::new(0), all);
    let quietest = evaluator.quietest();
    let (mut looked, mut more) = (0, 1);
    while looked < quietest.len() {
        for side in Side::ALL {
            let of_side = quietest.iter().filter(|&&ply| cycle.mover(ply) == side);
            let next = of_side.skip(looked).take(more);
            next.for_each(|&ply| evaluator.look_at(Some(ply)));
        }
        if let Ok(ruling) = evaluator.ruled() {
            return ruling;
        }
        looked += more;
        more *= 2;
    }
    evaluator.look_at(None);
    evaluator.ruling()
}

impl Evaluator<'_> {
    fn judge_ply(&mut self, ply: Ply) -> JudgedPly {
        let mut natures = Vec::new();
        let mut open = Vec::new();
        let mut lighter = Vec::new();
        let mut lifted: Vec<JudgedLift> = Vec::new();
        for id in self.natures() {
            let finding = self.finding(ply, id);
            match finding.holds {
                Truth::Yes => natures.push(id),
                Truth::Unknown => open.push(id),
                Truth::No => {}
            }
            if finding.holds.is_yes() {
                let after = self.cycle().after(ply);
                let stand = finding.targets.iter();
                let stand = stand.filter_map(|target| after.square_of(target.piece));
                lighter.extend(stand.map(|square| (id, square)));
            }
            for lift in &finding.lifted {
                let line = self.best_line(ply, &lift.facts, lift.target);
                let target = lift.target;
                let target = target.and_then(|piece| self.cycle().after(ply).square_of(piece));
                let same = |other: &&mut JudgedLift| {
                    other.nature == id
                        && other.by == lift.by
                        && other.line == line
                        && other.targets.is_empty() == target.is_none()
                };
                match lifted.iter_mut().find(same) {
                    Some(other) => other.targets.extend(target),
                    None => lifted.push(JudgedLift {
                        nature: id,
                        by: lift.by,
                        targets: target.into_iter().collect(),
                        line,
                    }),
                }
            }
        }
        let heaviest = self.heaviest(ply).known();
        let nature = heaviest.as_ref().map(|finding| finding.nature);
        lighter.retain(|(id, _)| Some(*id) != nature);
        let mut clauses: Vec<ClauseId> = nature
            .iter()
            .map(|&id| self.rules().natures[id].clause)
            .collect();
        let mut targets = Vec::new();
        let mut line = Line::default();
        if let Some(finding) = heaviest {
            line = self.best_line(ply, &finding.facts, None);
            for target in &finding.targets {
                targets.extend(self.judge_target(ply, finding.nature, target));
            }
            if line.moves.is_empty() {
                line = targets
                    .first()
                    .map(|target| target.line.clone())
                    .unwrap_or_default();
            }
        }
        for target in &targets {
            for quality in &target.qualities {
                let clause = self.rules().qualities[*quality].clause;
                if !clauses.contains(&clause) {
                    clauses.push(clause);
                }
            }
        }
        // a line that is shown as what the ply threatens is not said again to be lifted
        lifted.retain(|lift| lift.targets.is_empty() || line.moves.is_empty() || lift.line != line);
        let missed = nature.map(|id| self.misses(ply, id)).unwrap_or_default();
        let missed = missed
            .into_iter()
            .filter_map(|miss| self.judge_miss(ply, miss))
            .collect();
        let after = &self.cycle().after(ply).position;
        JudgedPly {
            ply,
            side: self.cycle().mover(ply),
            played: self.cycle().played(ply),
            nature,
            natures,
            open,
            targets,
            lighter,
            clauses,
            lifted,
            missed,
            line,
            check: self.engine().movement().in_check(after, after.turn()),
        }
    }

    fn judge_target(
        &mut self,
        ply: Ply,
        nature: NatureId,
        target: &Target,
    ) -> Option<JudgedTarget> {
        let square = self.cycle().after(ply).square_of(target.piece)?;
        let rules = self.rules();
        let of = rules
            .qualities
            .enumerated()
            .filter(|(_, quality)| quality.nature == nature);
        let qualities = of
            .map(|(id, _)| id)
            .filter(|&id| self.has_quality(ply, target.piece, id).is_yes())
            .collect();
        Some(JudgedTarget {
            square,
            qualities,
            line: self.best_line(ply, &target.facts, Some(target.piece)),
        })
    }

    fn judge_miss(&self, ply: Ply, miss: Miss) -> Option<JudgedMiss> {
        Some(JudgedMiss {
            nature: miss.nature,
            target: self.cycle().after(ply).square_of(miss.target)?,
            why: miss.why,
            clause: miss.clause,
            line: Line {
                moves: miss.line,
                ..Line::default()
            },
        })
    }

    /// The line of the first search that succeeded; without one, how the target could be taken after the ply.
    fn best_line(&mut self, ply: Ply, facts: &[Fact], target: Option<PieceId>) -> Line {
        let searched = |fact: &&Fact| matches!(fact, Fact::Wins { .. } | Fact::Mates { .. });
        let after = self.scene_after(ply).board;
        let taken = |fact: &&Fact| matches!(fact, Fact::Takes { scene, what, .. } if Some(*what) == target && scene.board == after);
        let shown = facts.iter().find(searched);
        shown
            .or_else(|| facts.iter().find(taken))
            .map(|fact| self.line(fact))
            .unwrap_or_default()
    }

    /// The first pattern that a side shows; `None` also where that is not known.
    pub fn pattern(&mut self, side: Side) -> Option<PatternId> {
        for id in self.rules().patterns.ids() {
            match self.shows(side, id) {
                Truth::Yes => return Some(id),
                Truth::Unknown => return None,
                Truth::No => {}
            }
        }
        None
    }

    /// The first ruling that applies.
    pub fn ruling(&mut self) -> JudgedRuling {
        match self.ruled() {
            Ok(ruling) => ruling,
            Err(clause) => {
                let plies = self.cycle().plies();
                let open = plies.filter(|&ply| matches!(self.heaviest(ply), Found::Unknown));
                JudgedRuling::undetermined(Open::Natures(clause, open.collect()))
            }
        }
    }

    /// The first ruling that applies, or the clause of one of which that is not known.
    fn ruled(&mut self) -> Result<JudgedRuling, ClauseId> {
        let undetermined = JudgedRuling::undetermined;
        let scene = Rc::new(self.scene_of_cycle());
        let rules = self.rules();
        for ruling in &rules.rulings {
            let sides: &[Side] = if ruling.for_side {
                &Side::ALL
            } else {
                &Side::ALL[..1]
            };
            let mut outcomes = Vec::new();
            let facts = self.reasons();
            for &side in sides {
                let mut frame = frame(ruling.frame, [Value::Thing(side.into())]);
                let applies = self.holds(&ruling.when, &ruling.exceptions, &scene, &mut frame);
                self.mark(ruling.clause, applies);
                match applies {
                    Truth::Yes => outcomes.push(outcome(ruling.then, side)),
                    Truth::Unknown => return Err(ruling.clause),
                    Truth::No => {}
                }
            }
            outcomes.dedup();
            match outcomes[..] {
                [] => {}
                [Outcome::Undetermined] => return Ok(undetermined(Open::Arbiter(ruling.clause))),
                [outcome] => {
                    return Ok(JudgedRuling {
                        outcome,
                        clauses: vec![ruling.clause],
                        ways: self.ways(facts),
                        open: None,
                    });
                }
                _ => return Ok(undetermined(Open::Contradiction(ruling.clause))),
            }
        }
        Ok(undetermined(Open::NotCovered))
    }
}

/// What a verdict about a side says.
#[must_use]
pub const fn outcome(verdict: Verdict, side: Side) -> Outcome {
    match verdict {
        Verdict::Draw => Outcome::Draw,
        Verdict::MustChange => Outcome::must_change(side),
        Verdict::OtherMustChange => Outcome::must_change(side.other()),
        Verdict::Loses => Outcome::loses(side),
        Verdict::OtherLoses => Outcome::loses(side.other()),
        Verdict::Arbiter => Outcome::Undetermined,
    }
}
