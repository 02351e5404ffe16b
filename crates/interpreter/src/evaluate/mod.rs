//! Evaluates the expressions of the rule language on the plies of a cycle.
//!
//! Everything is asked lazily and remembered: natures per ply, definitions per scene and arguments, searches in the
//! memory of [`crate::threats`]. While something is found true, the searches that made it so are kept as its
//! [`Fact`]s; they are the lines of play that an explanation shows.

mod attributes;
mod facts;
mod natures;
mod places;
mod predicates;
mod searches;
#[cfg(test)]
mod tests;
pub(crate) mod value;

use std::rc::Rc;

use qili_board::Side;
use qili_lang::rules::{
    ClauseId, Definition, DefinitionId, Exception, Expr, ExprKind, Rules, SideWord, Slot,
};
use qili_lang::syntax::Quantifier;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cycle::Cycle;
use crate::engine::Engine;
use crate::ply::Ply;
use crate::scene::Scene;
use crate::threats::Memo;
use crate::truth::Truth;
pub use facts::Fact;
pub use natures::{Finding, Lifted, Target};
use searches::BarredBy;
use value::Value;

/// The variables of a clause or definition.
pub(crate) type Frame = Vec<Value>;

#[derive(PartialEq, Eq, Hash)]
struct CallKey {
    definition: DefinitionId,
    arguments: Vec<Value>,
    scene: u64,
}

/// What a call gave, and why.
#[derive(Clone)]
struct Remembered {
    value: Value,
    facts: Rc<[Fact]>,
}

/// Evaluates an edition's expressions on one cycle.
pub struct Evaluator<'e> {
    engine: &'e Engine,
    cycle: &'e Cycle,
    memo: Memo,
    calls: FxHashMap<CallKey, Remembered>,
    barred: FxHashMap<(Vec<DefinitionId>, u64), Rc<BarredBy>>,
    findings: FxHashMap<(Ply, qili_lang::rules::NatureId), Rc<Finding>>,
    facts: Vec<Fact>,
    held: Option<FxHashSet<ClauseId>>,
}

impl<'e> Evaluator<'e> {
    /// An evaluator with an empty memory.
    #[must_use]
    pub fn new(engine: &'e Engine, cycle: &'e Cycle) -> Self {
        Self {
            engine,
            cycle,
            memo: engine.memo(),
            calls: FxHashMap::default(),
            barred: FxHashMap::default(),
            findings: FxHashMap::default(),
            facts: Vec::new(),
            held: None,
        }
    }

    /// The same, remembering which clauses held or applied: see [`held`](Self::held).
    #[must_use]
    pub fn tracing(mut self) -> Self {
        self.held = Some(FxHashSet::default());
        self
    }

    /// The clauses that held or applied in what was asked so far, in the order of the book; none unless
    /// [`tracing`](Self::tracing).
    ///
    /// Traced are definitions, natures, qualities, patterns, rulings and exceptions to them, searches that succeeded
    /// with the result that they want, and the worth of what they won.
    #[must_use]
    pub fn held(&self) -> Vec<ClauseId> {
        let mut held: Vec<ClauseId> = self.held.iter().flatten().copied().collect();
        held.sort_unstable();
        held
    }

    /// Remembers that a clause held, where that is asked for.
    pub(crate) fn mark(&mut self, clause: ClauseId, truth: Truth) {
        if truth.is_yes()
            && let Some(held) = &mut self.held
        {
            held.insert(clause);
        }
    }

    pub(crate) const fn cycle(&self) -> &'e Cycle {
        self.cycle
    }

    pub(crate) const fn engine(&self) -> &'e Engine {
        self.engine
    }

    pub(crate) fn rules(&self) -> &'e Rules {
        self.engine.rules()
    }

    /// Where a nature of a ply is asked by default: after it, as if the opponent passed.
    fn scene_after(&self, ply: Ply) -> Scene {
        let mut board = self.cycle.after(ply).clone();
        board.pass();
        Scene::new(board, Some(ply))
    }

    /// Where rulings are asked: no ply is at hand; the position is the first of the cycle.
    pub(crate) fn scene_of_cycle(&self) -> Scene {
        Scene::new(self.cycle.before(Ply(0)).clone(), None)
    }

    /// Whether an expression holds, and not one of its exceptions.
    pub(crate) fn holds(
        &mut self,
        when: &Expr,
        exceptions: &[Exception],
        scene: &Rc<Scene>,
        frame: &mut Frame,
    ) -> Truth {
        let mark = self.facts.len();
        let mut truth = self.truth(when, scene, frame);
        for exception in exceptions {
            if truth.is_no() {
                break;
            }
            truth = truth.and(!self.applies(exception, scene, frame));
        }
        if !truth.is_yes() {
            self.facts.truncate(mark);
        }
        truth
    }

    /// Whether an exception applies; its facts are no reason for anything else.
    pub(crate) fn applies(
        &mut self,
        exception: &Exception,
        scene: &Rc<Scene>,
        frame: &Frame,
    ) -> Truth {
        let mark = self.facts.len();
        let mut own = frame[..exception.variables.min(frame.len())].to_vec();
        own.resize(exception.frame, Value::Nothing);
        let truth = self.truth(&exception.when, scene, &mut own);
        self.facts.truncate(mark);
        self.mark(exception.clause, truth);
        truth
    }

    /// Whether a boolean expression holds.
    pub(crate) fn truth(&mut self, expr: &Expr, scene: &Rc<Scene>, frame: &mut Frame) -> Truth {
        let mark = self.facts.len();
        let truth = match &*expr.kind {
            ExprKind::Bool(value) => (*value).into(),
            ExprKind::Unknown => Truth::Unknown,
            ExprKind::Not(inner) => {
                let truth = !self.truth(inner, scene, frame);
                self.facts.truncate(mark);
                truth
            }
            ExprKind::And(parts) => {
                let mut truth = Truth::Yes;
                for part in parts {
                    truth = truth.and(self.truth(part, scene, frame));
                    if truth.is_no() {
                        break;
                    }
                }
                truth
            }
            ExprKind::Or(parts) => {
                let mut truth = Truth::No;
                for part in parts {
                    truth = truth.or(self.truth(part, scene, frame));
                    if truth.is_yes() {
                        break;
                    }
                }
                truth
            }
            ExprKind::Implies(condition, consequence) => {
                let condition = self.truth(condition, scene, frame);
                if condition.is_no() {
                    Truth::Yes
                } else {
                    (!condition).or(self.truth(consequence, scene, frame))
                }
            }
            ExprKind::Quantified {
                quantifier,
                slot,
                set,
                filter,
                body,
            } => self.quantified(*quantifier, *slot, set, filter.as_ref(), body, scene, frame),
            ExprKind::At(inner, place) => match self.place(place, scene, frame) {
                Some(there) => self.truth(inner, &there, frame),
                None => Truth::No,
            },
            ExprKind::If(condition, then, otherwise) => match self.truth(condition, scene, frame) {
                Truth::Yes => self.truth(then, scene, frame),
                Truth::No => self.truth(otherwise, scene, frame),
                Truth::Unknown => {
                    let then = self.truth(then, scene, frame);
                    let otherwise = self.truth(otherwise, scene, frame);
                    if then == otherwise {
                        then
                    } else {
                        Truth::Unknown
                    }
                }
            },
            ExprKind::Wins {
                first,
                target,
                search,
                barring,
            } => self.wins(first, target.as_ref(), *search, barring, scene, frame),
            ExprKind::Mates {
                subject,
                within,
                barring,
            } => self.mates(subject, within, barring, scene, frame),
            ExprKind::Compare(operator, left, right) => {
                self.compare(*operator, left, right, scene, frame)
            }
            ExprKind::Verb(verb, subject, object) => {
                self.verb(*verb, subject, object, scene, frame)
            }
            ExprKind::Lone(verb, subject) => self.lone(*verb, subject, scene, frame),
            ExprKind::InSet(element, set) => {
                let element = self.value(element, scene, frame);
                self.value(set, scene, frame)
                    .elements()
                    .contains(&element)
                    .into()
            }
            ExprKind::IsKind(subject, kind) => {
                let subject = self.value(subject, scene, frame);
                self.piece_of(&subject, scene)
                    .is_some_and(|(_, piece)| piece.kind.index() == kind.index())
                    .into()
            }
            ExprKind::IsUnit(subject, unit) => {
                let subject = self.value(subject, scene, frame);
                self.piece_of(&subject, scene)
                    .is_some_and(|(square, piece)| self.worth(piece, square).of(*unit) != 0)
                    .into()
            }
            ExprKind::IsMaterial(subject) => {
                let subject = self.value(subject, scene, frame);
                self.piece_of(&subject, scene)
                    .is_some_and(|(square, piece)| !self.worth(piece, square).is_zero())
                    .into()
            }
            ExprKind::InZone(subject, zone) => {
                let subject = self.value(subject, scene, frame);
                self.piece_of(&subject, scene)
                    .is_some_and(|(square, piece)| {
                        self.engine.zone(*zone, piece.side).contains(square)
                    })
                    .into()
            }
            ExprKind::HasNature(subject, nature) => match self.value(subject, scene, frame) {
                Value::Ply(ply) => self.finding(ply, *nature).holds,
                _ => Truth::No,
            },
            ExprKind::IsNature(subject, nature) => match self.value(subject, scene, frame) {
                Value::Ply(ply) => self.is_heaviest(ply, *nature),
                _ => Truth::No,
            },
            ExprKind::IsPattern(subject, pattern) => match self.value(subject, scene, frame) {
                Value::Side(side) => self.shows(side, &self.rules().patterns[pattern.index()]),
                _ => Truth::No,
            },
            ExprKind::IsQuality(subject, quality) => {
                let subject = self.value(subject, scene, frame);
                let quality = &self.rules().qualities[quality.index()];
                let mut own = vec![Value::Nothing; quality.frame.max(1)];
                own[0] = subject;
                let truth = self.holds(&quality.when, &quality.exceptions, scene, &mut own);
                self.mark(quality.clause, truth);
                truth
            }
            // facts about captures are compiled into the searches; nothing else may ask for them
            ExprKind::Fact(..) => Truth::Unknown,
            ExprKind::Call(..) | ExprKind::Variable(..) => self.value(expr, scene, frame).truth(),
            _ => Truth::Unknown,
        };
        if !truth.is_yes() {
            self.facts.truncate(mark);
        }
        truth
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one quantifier")]
    fn quantified(
        &mut self,
        quantifier: Quantifier,
        slot: Slot,
        set: &Expr,
        filter: Option<&Expr>,
        body: &Expr,
        scene: &Rc<Scene>,
        frame: &mut Frame,
    ) -> Truth {
        let elements = self.value(set, scene, frame).elements();
        let wanted = if quantifier == Quantifier::Every {
            Truth::No
        } else {
            Truth::Yes
        };
        // `some`: found one; `every`: found a counterexample; `no`: found one that should not be
        let mut found = !wanted;
        for element in elements.iter() {
            frame[slot.index()] = element.clone();
            let chosen = filter.map_or(Truth::Yes, |filter| self.truth(filter, scene, frame));
            if chosen.is_no() {
                continue;
            }
            let holds = self.truth(body, scene, frame);
            let seen = match quantifier {
                Quantifier::Every => (!chosen).or(holds),
                Quantifier::Some | Quantifier::No => chosen.and(holds),
            };
            found = if quantifier == Quantifier::Every {
                found.and(seen)
            } else {
                found.or(seen)
            };
            if found == wanted {
                break;
            }
        }
        match quantifier {
            Quantifier::No => !found,
            Quantifier::Every => found,
            Quantifier::Some => {
                if found.is_yes() {
                    self.facts.extend(self.another(&frame[slot.index()], scene));
                }
                found
            }
        }
    }

    /// A move found where a ply was played, as an alternative to it.
    fn another(&self, found: &Value, scene: &Scene) -> Option<Fact> {
        let (Value::Move(instead), Some(ply)) = (found, scene.ply) else {
            return None;
        };
        let there = scene.board == *self.cycle.before(ply) && scene.ignored.is_empty();
        there.then_some(Fact::Another {
            ply,
            instead: *instead,
        })
    }

    /// The value of any expression.
    pub(crate) fn value(&mut self, expr: &Expr, scene: &Rc<Scene>, frame: &mut Frame) -> Value {
        match &*expr.kind {
            ExprKind::Int(number) => Value::Int(*number),
            ExprKind::Variable(slot) => frame[slot.index()].clone(),
            ExprKind::Side(word) => self
                .side_word(*word, scene)
                .map_or(Value::Nothing, Value::Side),
            ExprKind::KindConst(kind) => {
                self.engine.kind(*kind).map_or(Value::Nothing, Value::Kind)
            }
            ExprKind::NatureConst(nature) => Value::Nature(*nature),
            ExprKind::Initiatives => self.initiatives(scene),
            ExprKind::Moves => self.moves(scene),
            ExprKind::Moved => scene
                .ply
                .and_then(|ply| self.cycle.before(ply).id_at(self.cycle.played(ply).from))
                .map_or(Value::Nothing, Value::Piece),
            ExprKind::LastMoved => scene
                .ply
                .and_then(|ply| self.cycle.answered(ply))
                .map_or(Value::Nothing, Value::Piece),
            ExprKind::Played => scene
                .ply
                .map_or(Value::Nothing, |ply| Value::Move(self.cycle.played(ply))),
            ExprKind::Attribute(attribute, of) => {
                let of = self.value(of, scene, frame);
                self.attribute(*attribute, &of, scene)
            }
            ExprKind::Call(definition, arguments) => {
                let arguments = arguments
                    .iter()
                    .map(|argument| self.value(argument, scene, frame))
                    .collect();
                self.call(*definition, arguments, scene)
            }
            ExprKind::If(condition, then, otherwise) => match self.truth(condition, scene, frame) {
                Truth::Yes => self.value(then, scene, frame),
                Truth::No => self.value(otherwise, scene, frame),
                Truth::Unknown => Value::Nothing,
            },
            ExprKind::Sum(left, minus, right) => {
                match (
                    self.value(left, scene, frame),
                    self.value(right, scene, frame),
                ) {
                    (Value::Int(left), Value::Int(right)) if *minus => {
                        Value::Int(left.saturating_sub(right))
                    }
                    (Value::Int(left), Value::Int(right)) => Value::Int(left.saturating_add(right)),
                    _ => Value::Nothing,
                }
            }
            ExprKind::Count { slot, set, filter } => {
                let mut count = 0;
                for element in self.value(set, scene, frame).elements().iter() {
                    frame[slot.index()] = element.clone();
                    match filter
                        .as_ref()
                        .map_or(Truth::Yes, |filter| self.truth(filter, scene, frame))
                    {
                        Truth::Yes => count += 1,
                        Truth::No => {}
                        Truth::Unknown => return Value::Nothing,
                    }
                }
                Value::Int(count)
            }
            ExprKind::At(inner, place) => match self.place(place, scene, frame) {
                Some(there) => self.value(inner, &there, frame),
                None => Value::Nothing,
            },
            _ => Value::Truth(self.truth(expr, scene, frame)),
        }
    }

    fn side_word(&self, word: SideWord, scene: &Scene) -> Option<Side> {
        match word {
            SideWord::Mover => scene.ply.map(|ply| self.cycle.mover(ply)),
            SideWord::Opponent => scene.ply.map(|ply| self.cycle.mover(ply).other()),
            SideWord::Turn => Some(scene.board.position.turn()),
        }
    }

    /// Calls a definition, or remembers what the same call gave.
    pub(crate) fn call(
        &mut self,
        id: DefinitionId,
        arguments: Vec<Value>,
        scene: &Rc<Scene>,
    ) -> Value {
        let key = CallKey {
            definition: id,
            arguments,
            scene: scene.key(),
        };
        if let Some(known) = self.calls.get(&key) {
            self.facts.extend(known.facts.iter().cloned());
            return known.value.clone();
        }
        let definition: &Definition = &self.rules().definitions[id.index()];
        let mut frame = key.arguments.clone();
        frame.resize(definition.frame.max(frame.len()), Value::Nothing);
        let mark = self.facts.len();
        let value = if definition.ty == qili_lang::syntax::Type::Bool {
            Value::Truth(self.holds(&definition.body, &definition.exceptions, scene, &mut frame))
        } else {
            self.value(&definition.body, scene, &mut frame)
        };
        let used = match value {
            Value::Truth(truth) => truth,
            _ => Truth::Yes,
        };
        self.mark(definition.clause, used);
        let facts = self.facts[mark..].into();
        self.calls.insert(
            key,
            Remembered {
                value: value.clone(),
                facts,
            },
        );
        value
    }
}
