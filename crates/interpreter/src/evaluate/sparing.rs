//! Evaluation for who asks only one thing of many cycles: parts are withheld as long as an answer may do without them,
//! and what was found out about a ply is remembered for other cycles in which it is played.
//!
//! What is withheld is *unknown*, and what is unknown stays so unless the whole does not depend on it: so whatever is known
//! in spite of it is known for good.

use std::rc::Rc;

use qili_board::{Bitboard, Side, Square};
use qili_lang::Truth;
use qili_lang::eval::{World, frame};
use qili_lang::rules::{
    Attribute, DefinitionId, Exception, Expr, ExprKind, NatureId, QualityId, Rules,
};
use qili_lang::syntax::{Type, Verb};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Evaluator;
use super::natures::{Finding, Target};
use crate::cycle::Cycle;
use crate::engine::Engine;
use crate::judge::outcome;
use crate::key::{Key, code};
use crate::movement::MoveList;
use crate::ply::Ply;
use crate::scene::Scene;
use crate::thing::Value;
use crate::threats::Memo;
use qili_edition::outcome::Outcome;

/// What must be known of an edition's natures and definitions before they are asked.
#[derive(Debug)]
pub(crate) struct Costs {
    /// Of each nature: to ask it takes a search, or all heavier natures.
    searched: Vec<bool>,
    /// Of each nature: it speaks of nothing beyond its ply and the one before.
    local: Vec<bool>,
    /// Of each definition: it asks for searches itself, beside those of natures.
    searching: Vec<bool>,
    /// Of each definition: it is of two pieces, and holds only where the first takes the second.
    taking: Vec<bool>,
}

impl Costs {
    pub(crate) fn of(rules: &Rules) -> Self {
        let mut costs = Self {
            searched: Vec::new(),
            local: Vec::new(),
            searching: Vec::new(),
            taking: Vec::new(),
        };
        for id in rules.definitions.ids() {
            let mut walk = Walk::new(rules);
            walk.natures.extend(rules.natures.ids());
            walk.definition(id);
            costs.searching.push(walk.searches);
            costs.taking.push(is_taking(rules, id));
        }
        for id in rules.natures.ids() {
            let mut walk = Walk::new(rules);
            walk.nature(id);
            costs.searched.push(walk.searches);
            costs.local.push(walk.local);
        }
        costs
    }

    /// Whether a definition is of two pieces and holds only where the first takes the second.
    pub(super) fn is_taking(&self, id: DefinitionId) -> bool {
        self.taking[id.index()]
    }
}

fn is_taking(rules: &Rules, id: DefinitionId) -> bool {
    let definition = &rules.definitions[id];
    definition.parameters == [Type::Piece; 2] && needs_taking(rules, &definition.body)
}

/// Whether a condition on the pieces in the first two slots holds only where the first takes the second.
fn needs_taking(rules: &Rules, expr: &Expr) -> bool {
    let is =
        |expr: &Expr, slot| matches!(&*expr.kind, ExprKind::Variable(of) if of.index() == slot);
    let are = |one: &Expr, other: &Expr| is(one, 0) && is(other, 1);
    match &*expr.kind {
        ExprKind::And(parts) => parts.iter().any(|part| needs_taking(rules, part)),
        ExprKind::Verb(Verb::Takes, one, other) => are(one, other),
        ExprKind::Call(id, arguments) => {
            matches!(&arguments[..], [one, other] if are(one, other)) && is_taking(rules, *id)
        }
        _ => false,
    }
}

/// What an expression comes to ask, definitions and all.
struct Walk<'r> {
    rules: &'r Rules,
    searches: bool,
    local: bool,
    definitions: FxHashSet<DefinitionId>,
    natures: FxHashSet<NatureId>,
    qualities: FxHashSet<QualityId>,
}

impl<'r> Walk<'r> {
    fn new(rules: &'r Rules) -> Self {
        Self {
            rules,
            searches: false,
            local: true,
            definitions: FxHashSet::default(),
            natures: FxHashSet::default(),
            qualities: FxHashSet::default(),
        }
    }

    fn nature(&mut self, id: NatureId) {
        if !self.natures.insert(id) {
            return;
        }
        let nature = &self.rules.natures[id];
        if nature.is_remainder() {
            self.heavier(id);
        }
        let targets = nature.targets.iter().flat_map(|(of, which)| [of, which]);
        let parts = targets.chain(&nature.when);
        parts.for_each(|part| self.expr(part));
        self.exceptions(&nature.exceptions);
    }

    fn heavier(&mut self, id: NatureId) {
        self.searches |= !self.natures.contains(&id);
        let heavier = self.rules.natures.ids().take_while(|&other| other != id);
        heavier.for_each(|heavier| self.nature(heavier));
    }

    fn definition(&mut self, id: DefinitionId) {
        if self.definitions.insert(id) {
            let definition = &self.rules.definitions[id];
            self.expr(&definition.body);
            self.exceptions(&definition.exceptions);
        }
    }

    fn quality(&mut self, id: QualityId) {
        if self.qualities.insert(id) {
            let quality = &self.rules.qualities[id];
            self.expr(&quality.when);
            self.exceptions(&quality.exceptions);
        }
    }

    fn exceptions(&mut self, exceptions: &[Exception]) {
        exceptions
            .iter()
            .for_each(|exception| self.expr(&exception.when));
    }

    fn expr(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Wins { barring, .. } | ExprKind::Mates { barring, .. } => {
                self.searches = true;
                barring.iter().for_each(|&id| self.definition(id));
            }
            ExprKind::Call(id, _) => self.definition(*id),
            ExprKind::IsQuality(_, id) => self.quality(*id),
            ExprKind::HasNature(_, id) | ExprKind::TargetsAs(_, id) => self.nature(*id),
            ExprKind::IsNature(_, id) => {
                self.heavier(*id);
                self.nature(*id);
            }
            ExprKind::Attribute(Attribute::Targets, _) => {
                self.rules.natures.ids().for_each(|id| self.nature(id));
            }
            ExprKind::Attribute(Attribute::Plies | Attribute::Next | Attribute::Previous, _)
            | ExprKind::IsPattern(..)
            | ExprKind::Captureless(_) => self.local = false,
            _ => {}
        }
        expr.kind
            .parts()
            .into_iter()
            .for_each(|part| self.expr(part));
    }
}

/// What was found out about a ply's nature, in words that other cycles understand.
#[derive(Debug, Clone)]
struct Recalled {
    holds: Truth,
    more: bool,
    targets: Box<[Square]>,
}

/// What was found out in other cycles. It has a limit: when it is reached, what was not asked for longest is forgotten.
#[derive(Debug)]
pub(crate) struct Recollection {
    limit: usize,
    young: FxHashMap<Key, Recalled>,
    old: FxHashMap<Key, Recalled>,
    memo: Memo,
}

impl Recollection {
    /// Nothing yet; at most about so many findings at a time, and as many answers of searches.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit: limit / 2,
            young: FxHashMap::default(),
            old: FxHashMap::default(),
            memo: Memo::new(),
        }
    }

    fn get(&mut self, key: Key) -> Option<Recalled> {
        if let Some(found) = self.young.get(&key) {
            return Some(found.clone());
        }
        let found = self.old.remove(&key)?;
        self.insert(key, found.clone());
        Some(found)
    }

    fn insert(&mut self, key: Key, recalled: Recalled) {
        if self.limit == 0 {
            return;
        }
        if self.young.len() >= self.limit {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, recalled);
    }

    /// How much it holds.
    pub(crate) fn len(&self) -> usize {
        self.young.len() + self.old.len() + self.memo.len()
    }
}

/// What an evaluator that withholds things has to know.
pub(super) struct Sparing<'e> {
    costs: &'e Costs,
    recollection: Recollection,
    /// Of each ply: whether natures that cost a search are withheld.
    plies: Vec<bool>,
    /// Whether searches about no ply are.
    elsewhere: bool,
    /// How many findings are being looked for at the moment: of what these ask nothing is withheld.
    within: u32,
    /// How many conditions are being asked of which a part is not known.
    doubts: u32,
}

impl Sparing<'_> {
    /// Whether what is asked now may wait: as long as something is withheld, it may not be needed.
    const fn doubts(&self) -> bool {
        self.doubts > 0 && self.within == 0 && self.elsewhere
    }
}

impl<'e> Evaluator<'e> {
    /// An evaluator that looks at nothing that costs a search until it is [told](Self::look_at) to, has so much work to
    /// do at most, and starts from what was found out in other cycles.
    pub(crate) fn sparing(
        engine: &'e Engine,
        cycle: &'e Cycle,
        mut recollection: Recollection,
        work: u64,
    ) -> Self {
        let mut evaluator = Self::new(engine, cycle);
        let memo = std::mem::take(&mut recollection.memo);
        if memo.len() <= recollection.limit {
            evaluator.memo = memo;
        }
        evaluator.left = work;
        evaluator.sparing = Some(Sparing {
            costs: engine.costs(),
            recollection,
            plies: vec![true; cycle.plies().len()],
            elsewhere: true,
            within: 0,
            doubts: 0,
        });
        evaluator
    }

    /// What was found out, for other cycles.
    pub(crate) fn recollection(self) -> Option<Recollection> {
        let mut recollection = self.sparing?.recollection;
        recollection.memo = self.memo;
        Some(recollection)
    }

    /// From now on the natures of a ply are found out; without one, everything is.
    pub(crate) fn look_at(&mut self, ply: Option<Ply>) {
        let Some(sparing) = &mut self.sparing else {
            return;
        };
        match ply {
            Some(ply) => sparing.plies[self.cycle.alike(ply).0] = false,
            None => {
                sparing.plies.fill(false);
                sparing.elsewhere = false;
            }
        }
    }

    /// The plies of the cycle, the quiet ones before those that threaten much: the mover would have few checks and captures next.
    pub(crate) fn quietest(&self) -> Vec<Ply> {
        let mut plies: Vec<Ply> = self.cycle.plies().collect();
        let mut initiatives = MoveList::new();
        plies.sort_by_cached_key(|&ply| {
            let mut passed = self.cycle.after(ply).position.clone();
            passed.set_turn(passed.turn().other());
            let movement = self.engine.movement();
            movement.checks_and_captures(&passed, &mut initiatives, Bitboard::EMPTY);
            initiatives.len()
        });
        plies
    }

    /// Whether all that can be asked of a ply's natures is remembered.
    pub(crate) fn remembers(&mut self, ply: Ply) -> bool {
        let ply = self.cycle.alike(ply);
        self.natures().all(|id| {
            let known = self.key_of(ply, id).is_some_and(|key| {
                let recollection = self
                    .sparing
                    .as_mut()
                    .map(|sparing| &mut sparing.recollection);
                recollection.is_some_and(|known| known.get(key).is_some())
            });
            known || self.is_cheap(id)
        })
    }

    fn is_cheap(&self, id: NatureId) -> bool {
        let sparing = self.sparing.as_ref();
        sparing.is_some_and(|sparing| !sparing.costs.searched[id.index()])
    }

    /// Whether there is a limit to the work of one question, and how much it is.
    pub(super) fn limit(&self) -> Option<u32> {
        let sparing = self.sparing.as_ref();
        sparing.map(|_| u32::try_from(self.left).unwrap_or(u32::MAX))
    }

    /// Whether what was not found out may be asked again, and found out then.
    pub(super) fn may_ask_again(&self) -> bool {
        let sparing = self.sparing.as_ref();
        sparing.is_some_and(|sparing| sparing.within == 0 || self.left == 0)
    }

    /// Whether a search in a scene is not to be made now.
    pub(super) fn withholds_search(&self, scene: &Scene) -> bool {
        let Some(sparing) = &self.sparing else {
            return false;
        };
        let withheld = match scene.ply {
            Some(ply) => sparing.plies[self.cycle.alike(ply).0],
            None => sparing.elsewhere,
        };
        self.left == 0 || sparing.within == 0 && withheld || sparing.doubts()
    }

    /// Whether a call is not to be made now: it would search, and can settle things in one way at most.
    pub(super) fn defers(&self, id: DefinitionId) -> bool {
        let defers =
            |sparing: &Sparing<'_>| sparing.doubts() && sparing.costs.searching[id.index()];
        self.sparing.as_ref().is_some_and(defers)
    }

    /// Takes note that a condition is asked, or has been, of which a part is not known.
    pub(super) fn doubts(&mut self, begins: bool) {
        if let Some(sparing) = &mut self.sparing {
            sparing.doubts = match begins {
                true => sparing.doubts + 1,
                false => sparing.doubts.saturating_sub(1),
            };
        }
    }

    /// Whether a nature of a ply is not to be found out now.
    pub(super) fn withholds(&self, ply: Ply, id: NatureId) -> bool {
        let Some(sparing) = &self.sparing else {
            return false;
        };
        let withheld =
            sparing.within == 0 && sparing.plies[ply.0] && sparing.costs.searched[id.index()];
        self.left == 0 || withheld
    }

    /// A nature of a ply, from what is remembered or else by `find`.
    pub(super) fn recalled(&mut self, ply: Ply, id: NatureId) -> Finding {
        let key = self.key_of(ply, id);
        let Some(sparing) = &mut self.sparing else {
            return self.find(ply, id);
        };
        if let Some(known) = key.and_then(|key| sparing.recollection.get(key)) {
            let after = self.cycle.after(ply);
            let targets = known.targets.iter().filter_map(|&square| {
                Some(Target {
                    piece: after.id_at(square)?,
                    facts: Rc::new([]),
                })
            });
            return Finding {
                holds: known.holds,
                more: known.more,
                targets: targets.collect(),
                ..Finding::unknown(id)
            };
        }
        sparing.within += 1;
        let finding = self.find(ply, id);
        let after = self.cycle.after(ply);
        let squares = finding.targets.iter();
        let targets = squares.filter_map(|target| after.square_of(target.piece));
        if let Some(sparing) = &mut self.sparing {
            sparing.within -= 1;
            if let Some(key) = key.filter(|_| self.left > 0) {
                let recalled = Recalled {
                    holds: finding.holds,
                    more: finding.more,
                    targets: targets.collect(),
                };
                sparing.recollection.insert(key, recalled);
            }
        }
        finding
    }

    /// What tells a nature of a ply from all others, in whatever cycle; `None` where it depends on more of its cycle.
    fn key_of(&self, ply: Ply, id: NatureId) -> Option<Key> {
        let sparing = self.sparing.as_ref()?;
        if !sparing.costs.local[id.index()] {
            return None;
        }
        let played = self.cycle.played(ply);
        let words =
            (id.index() as u64) << 16 | code(Some(played.from)) << 8 | code(Some(played.to));
        let key = Key::of(&self.cycle.before(ply).position).and(words);
        let earlier = self.cycle.earlier(ply);
        Some(match earlier {
            Some(earlier) => key.and_key(Key::of(&earlier.position)),
            None => key,
        })
    }

    /// Whether the ruling goes against a side, as far as it can be told now.
    pub(crate) fn outlook(&mut self, me: Side) -> Outlook {
        let scene = Rc::new(self.scene_of_cycle());
        let rules = self.rules();
        let mut outlook = Outlook::default();
        for ruling in &rules.rulings {
            let sides: &[Side] = if ruling.for_side {
                &Side::ALL
            } else {
                &Side::ALL[..1]
            };
            let mut said: Option<Outcome> = None;
            let mut decided = false;
            for &side in sides {
                let mut frame = frame(ruling.frame, [Value::Thing(side.into())]);
                let applies = self.holds(&ruling.when, &ruling.exceptions, &scene, &mut frame);
                if applies.is_no() {
                    continue;
                }
                decided |= applies.is_yes();
                let outcome = outcome(ruling.then, side);
                // two that differ contradict each other, which goes against nobody
                outlook.otherwise |= said.is_some_and(|said| said != outcome);
                said = Some(outcome);
                outlook.add(outcome, me);
            }
            if decided || outlook.is_open() {
                return outlook;
            }
        }
        outlook.otherwise = true;
        outlook
    }
}

/// What a ruling may still come to for one side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Outlook {
    /// It may go against the side, in this way.
    pub(crate) against: Option<Outcome>,
    /// It may not, or go against it in another way.
    pub(crate) otherwise: bool,
}

impl Outlook {
    fn add(&mut self, outcome: Outcome, me: Side) {
        match self.against {
            _ if outcome.against() != Some(me) => self.otherwise = true,
            None => self.against = Some(outcome),
            Some(other) => self.otherwise |= other != outcome,
        }
    }

    const fn is_open(self) -> bool {
        self.against.is_some() && self.otherwise
    }
}
