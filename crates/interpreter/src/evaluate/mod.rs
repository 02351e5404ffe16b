//! Evaluates the expressions of the rule language on the plies of a cycle.
//!
//! Everything is asked lazily and remembered: natures per ply, definitions per scene and arguments, searches in the
//! memory of [`crate::threats`]. While something is found true, the searches that made it so are kept as its
//! [`Fact`]s; they are the lines of play that an explanation shows.

mod facts;
mod misses;
mod natures;
mod places;
mod searches;
mod sparing;
#[cfg(test)]
mod tests;

use std::hash::BuildHasher;
use std::rc::Rc;

use qili_lang::Truth;
use qili_lang::eval::{self, Found, World};
use qili_lang::rules::{
    Attribute, ClauseId, Definition, DefinitionId, ExprKind, Place, Rules, SideWord,
};
use qili_lang::syntax::Verb;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::cycle::Cycle;
use crate::engine::Engine;
use crate::key::Key;
use crate::ply::Ply;
use crate::scene::Scene;
use crate::thing::{Frame, Thing, Value, and_value};
use crate::threats::Memo;
use crate::view::View;
pub use facts::Fact;
pub use misses::{Miss, Why};
pub use natures::{Finding, Lifted, Target};
use searches::BarredBy;
use sparing::Sparing;
pub(crate) use sparing::{Costs, Recollection};

/// What a call gave, and why.
struct Remembered {
    value: Value,
    facts: Rc<[Fact]>,
}

/// A call that took less work than this is quicker made again than remembered.
const WORTH_REMEMBERING: u64 = 12;
/// How many places are remembered: those of one question are few, and what follows from every move is seldom asked again.
const PLACES: usize = 1 << 10;

/// Evaluates an edition's expressions on one cycle.
pub struct Evaluator<'e> {
    engine: &'e Engine,
    cycle: &'e Cycle,
    memo: Memo,
    calls: FxHashMap<Key, Remembered>,
    places: FxHashMap<Key, Option<Rc<Scene>>>,
    barred: FxHashMap<Key, Rc<BarredBy>>,
    nothing_barred: Rc<BarredBy>,
    findings: FxHashMap<(Ply, qili_lang::rules::NatureId), Rc<Finding>>,
    facts: Vec<Fact>,
    no_facts: Rc<[Fact]>,
    held: Option<FxHashSet<ClauseId>>,
    /// How much work may still be done.
    left: u64,
    /// Searches that failed, while someone asks for them.
    failed: Option<Vec<misses::Failed>>,
    /// What is withheld and remembered, where not everything is asked.
    sparing: Option<Sparing<'e>>,
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
            places: FxHashMap::default(),
            barred: FxHashMap::default(),
            nothing_barred: Rc::default(),
            findings: FxHashMap::default(),
            facts: Vec::new(),
            no_facts: Rc::new([]),
            held: None,
            left: engine.threats().whole_budget(),
            failed: None,
            sparing: None,
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
    pub(crate) fn scene_after(&self, ply: Ply) -> Scene {
        let ply = self.cycle.alike(ply);
        let mut board = self.cycle.after(ply).clone();
        board.pass();
        Scene::new(board, Some(ply))
    }

    /// Where rulings are asked: no ply is at hand; the position is the first of the cycle.
    pub(crate) fn scene_of_cycle(&self) -> Scene {
        Scene::new(self.cycle.before(Ply(0)).clone(), None)
    }
}

impl<'e> World<'e> for Evaluator<'e> {
    type Thing = Thing;
    type Scene = Rc<Scene>;

    fn definitions(&self) -> &'e [Definition] {
        &self.rules().definitions
    }

    fn atom(&mut self, asked: &ExprKind, operands: &[Value], at: &Rc<Scene>) -> Value {
        let ply = at.ply;
        match (asked, operands) {
            (ExprKind::Side(SideWord::Mover), _) => {
                Value::thing(ply.map(|ply| self.cycle.mover(ply).into()))
            }
            (ExprKind::Side(SideWord::Opponent), _) => {
                Value::thing(ply.map(|ply| self.cycle.mover(ply).other().into()))
            }
            (ExprKind::Moved, _) => Value::thing(ply.and_then(|ply| self.moved(ply))),
            (ExprKind::LastMoved, _) => {
                let answered = ply.and_then(|ply| self.cycle.answered(ply));
                Value::thing(answered.map(Thing::Piece))
            }
            (ExprKind::Played, _) => {
                Value::thing(ply.map(|ply| Thing::Move(self.cycle.played(ply))))
            }
            (ExprKind::Attribute(Attribute::Plies, _), [Value::Thing(Thing::Side(side))]) => {
                Value::set(self.cycle.plies_of(*side).map(Thing::Ply))
            }
            (ExprKind::Attribute(attribute, _), [Value::Thing(Thing::Ply(ply))]) => match attribute
            {
                Attribute::Targets => self.targets(*ply),
                Attribute::Side => Value::Thing(self.cycle.mover(*ply).into()),
                Attribute::Piece => Value::thing(self.moved(*ply)),
                Attribute::Next => Value::thing(self.cycle.next(*ply).map(Thing::Ply)),
                Attribute::Previous => Value::thing(self.cycle.previous(*ply).map(Thing::Ply)),
                _ => Value::Unknown,
            },
            (ExprKind::Attribute(Attribute::Next | Attribute::Previous, _), [Value::Absent]) => {
                Value::Absent
            }
            (ExprKind::TargetsAs(_, nature), [Value::Thing(Thing::Ply(ply))]) => {
                self.targets_as(*ply, *nature)
            }
            (ExprKind::TargetsAs(..), [Value::Absent]) => Value::set([]),
            (ExprKind::HasNature(_, nature), [Value::Thing(Thing::Ply(ply))]) => {
                self.finding(*ply, *nature).holds.into()
            }
            (ExprKind::IsNature(_, nature), [Value::Thing(Thing::Ply(ply))]) => {
                self.is_heaviest(*ply, *nature).into()
            }
            (ExprKind::IsPattern(_, pattern), [Value::Thing(Thing::Side(side))]) => {
                self.shows(*side, *pattern).into()
            }
            (ExprKind::IsQuality(_, id), [target]) => self.quality(*id, target.clone(), at).into(),
            (
                ExprKind::Wins {
                    search,
                    barring,
                    target,
                    ..
                },
                [first, rest @ ..],
            ) => match (target, rest) {
                (Some(_), [won]) => self.wins(*search, first, Some(won), barring, at).into(),
                (None, _) => self.wins(*search, first, None, barring, at).into(),
                (Some(_), _) => Value::Unknown,
            },
            (ExprKind::Mates { barring, .. }, [subject, within]) => {
                self.mates(subject, within, barring, at).into()
            }
            (_, [Value::Absent, ..])
                if matches!(
                    asked,
                    ExprKind::HasNature(..) | ExprKind::IsNature(..) | ExprKind::IsPattern(..)
                ) =>
            {
                false.into()
            }
            _ => {
                let value = self.view(at).atom(asked, operands);
                match &value {
                    eval::Value::Set(elements) => {
                        self.spend(elements.len() as u64);
                    }
                    eval::Value::Truth(Truth::Yes) => self.note(asked, operands, at),
                    _ => {}
                }
                value
            }
        }
    }

    fn go(&mut self, place: &Place, operands: &[Value], at: &Rc<Scene>) -> Found<Rc<Scene>> {
        let which = FxBuildHasher.hash_one(std::mem::discriminant(place));
        let key = operands.iter().fold(at.key().and(which), and_value);
        if let Some(known) = self.places.get(&key) {
            return known.clone().into();
        }
        let there = self.place(place, operands, at);
        if self.places.len() >= PLACES {
            self.places.clear();
        }
        self.places.insert(key, there.clone());
        there.into()
    }

    /// Calls a definition, or remembers what the same call gave.
    fn call(&mut self, id: DefinitionId, arguments: Frame, at: &Rc<Scene>) -> Value {
        if self.engine.costs().is_taking(id) && !self.view(at).could_take(&arguments) {
            return false.into();
        }
        let key = arguments
            .iter()
            .fold(at.key().and(id.index() as u64), and_value);
        if let Some(known) = self.calls.get(&key) {
            self.facts.extend(known.facts.iter().cloned());
            return known.value.clone();
        }
        if self.defers(id) {
            return Value::Unknown;
        }
        let since = self.facts.len();
        let before = self.left;
        let value = self.called(id, arguments, at);
        let used = match value {
            eval::Value::Truth(truth) => truth,
            _ => Truth::Yes,
        };
        self.mark(self.rules().definitions[id].clause, used);
        let quick = before - self.left < WORTH_REMEMBERING;
        if quick || value.is_unknown() && self.may_ask_again() {
            return value;
        }
        let facts = self.facts_since(since);
        self.calls.insert(
            key,
            Remembered {
                value: value.clone(),
                facts,
            },
        );
        value
    }

    fn doubt(&mut self, begins: bool) {
        self.doubts(begins);
    }

    fn step(&mut self) -> bool {
        self.spend(1)
    }

    fn reasons(&self) -> usize {
        self.facts.len()
    }

    fn forget(&mut self, since: usize) {
        self.facts.truncate(since);
    }

    /// A move found where a ply was played is an alternative to it.
    fn found(&mut self, element: &Value, at: &Rc<Scene>) {
        let (Value::Thing(Thing::Move(instead)), Some(ply)) = (element, at.ply) else {
            return;
        };
        if at.board == *self.cycle.before(ply) && at.ignored.is_empty() {
            self.facts.push(Fact::Another {
                ply,
                instead: *instead,
            });
        }
    }

    fn asked(&mut self, exception: ClauseId, applies: Truth) {
        self.mark(exception, applies);
    }
}

impl Evaluator<'_> {
    /// Takes note of work; `false` where there is no budget left.
    fn spend(&mut self, work: u64) -> bool {
        self.left = match self.engine.is_stopped() {
            true => 0,
            false => self.left.saturating_sub(work),
        };
        self.left > 0
    }

    /// How much work may still be done.
    pub(crate) const fn left(&self) -> u64 {
        self.left
    }

    /// A scene as a position that can be asked about.
    fn view<'s>(&'s self, at: &'s Scene) -> View<'s> {
        View {
            movement: self.engine.movement(),
            material: self.engine.threats().material(),
            position: &at.board.position,
            tracked: Some(&at.board),
            ignored: at.ignored,
            supposed: at.supposed,
            known: Some(at.known()),
        }
    }

    /// The facts found since there were so many.
    fn facts_since(&self, since: usize) -> Rc<[Fact]> {
        match &self.facts[since..] {
            [] => self.no_facts.clone(),
            facts => facts.into(),
        }
    }

    /// Keeps what a question about the position has shown: that a piece takes another, that a piece has worth.
    fn note(&mut self, asked: &ExprKind, operands: &[Value], at: &Rc<Scene>) {
        match (asked, operands) {
            (
                ExprKind::Verb(Verb::Takes, ..),
                [
                    Value::Thing(Thing::Piece(by)),
                    Value::Thing(Thing::Piece(what)),
                ],
            ) => self.facts.push(Fact::Takes {
                scene: at.clone(),
                by: *by,
                what: *what,
            }),
            (ExprKind::IsMaterial(_), [of]) => self.mark_worth(of, None, at),
            (ExprKind::IsUnit(_, unit), [of]) => self.mark_worth(of, Some(*unit), at),
            _ => {}
        }
    }

    /// The piece that plays a ply.
    fn moved(&self, ply: Ply) -> Option<Thing> {
        let from = self.cycle.played(ply).from;
        self.cycle.before(ply).id_at(from).map(Thing::Piece)
    }
}
