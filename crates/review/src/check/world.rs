//! What the two sides of a cycle can do, as far as rulings ask: plies known by their nature and by what definitions say
//! of them, without a board.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use qili_lang::Truth;
use qili_lang::eval::{self, Found, World};
use qili_lang::rules::{
    Attribute, Definition, DefinitionId, Exception, Expr, ExprKind, NatureId, PatternId, Place,
    Rules,
};
use qili_lang::syntax::Type;

use qili_words::{Bilingual, both};

use super::asked::Asked;

/// How many plies one side plays in a cycle that is looked at.
pub(super) const LONGEST: usize = 2;

/// A ply, known by what can be said of it.
#[derive(Debug, Clone)]
pub(super) struct Class {
    /// Its nature: the heaviest.
    pub(super) nature: NatureId,
    /// The natures of all plies of which rulings say the same, this one's among them.
    pub(super) natures: Vec<NatureId>,
    /// What can be said of its one target, where it has one; quality by quality.
    pub(super) target: Option<Vec<Truth>>,
    /// Whether it has each nature.
    has: Vec<Truth>,
    /// Whether each definition holds of it, for definitions of one ply.
    said: Vec<Option<Truth>>,
    /// Whether some of that depends on the board and is taken as it comes, so that no board may show it.
    pub(super) assumed: bool,
}

/// What one side does over a cycle.
pub(super) type Does = Vec<usize>;

/// Something that can be spoken of without a board.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Thing {
    /// 0 or 1.
    Side(usize),
    /// The nth ply of a side.
    Ply(usize, usize),
    /// The target of the nth ply of a side.
    Target(usize, usize),
}

type Value = eval::Value<Thing>;

/// The plies that are spoken of.
#[derive(Clone, Copy)]
enum Plies<'a> {
    /// What both sides do over a cycle.
    Cycle([&'a Does; 2]),
    /// One by itself, while classes are still being made: `Ply(0, 0)` is it.
    Alone(&'a Class),
}

/// Plies without a board: the world in which combinations are tried.
struct Abstract<'a> {
    rules: &'a Rules,
    classes: &'a [Class],
    plies: Plies<'a>,
}

impl<'a> World<'a> for Abstract<'a> {
    type Thing = Thing;
    type Scene = ();

    fn definitions(&self) -> &'a [Definition] {
        &self.rules.definitions
    }

    fn atom(&mut self, asked: &ExprKind, operands: &[Value], (): &()) -> Value {
        let [Value::Thing(of)] = *operands else {
            return Value::Unknown;
        };
        match (asked, of) {
            (ExprKind::Attribute(Attribute::Other, _), Thing::Side(side)) => {
                Value::Thing(Thing::Side(1 - side))
            }
            (ExprKind::Attribute(Attribute::Plies, _), Thing::Side(side)) => match self.plies {
                Plies::Cycle(sides) => {
                    Value::set((0..sides[side].len()).map(|ply| Thing::Ply(side, ply)))
                }
                Plies::Alone(_) => Value::Unknown,
            },
            (ExprKind::Attribute(Attribute::Side, _), Thing::Ply(side, _)) => {
                Value::Thing(Thing::Side(side))
            }
            (ExprKind::Attribute(Attribute::Targets, _), Thing::Ply(side, ply)) => {
                let target = self
                    .class(side, ply)
                    .and_then(|class| class.target.as_ref());
                Value::set(target.map(|_| Thing::Target(side, ply)))
            }
            (ExprKind::TargetsAs(_, nature), Thing::Ply(side, ply)) => {
                match self.class(side, ply) {
                    // of its other natures a ply has targets that no class tells
                    Some(class) if class.nature == *nature => {
                        Value::set(class.target.as_ref().map(|_| Thing::Target(side, ply)))
                    }
                    Some(class) if class.has.get(nature.index()) == Some(&Truth::No) => {
                        Value::set([])
                    }
                    _ => Value::Unknown,
                }
            }
            (ExprKind::IsNature(_, nature), Thing::Ply(side, ply)) => {
                self.says(side, ply, |class| Some((class.nature == *nature).into()))
            }
            (ExprKind::HasNature(_, nature), Thing::Ply(side, ply)) => {
                self.says(side, ply, |class| class.has.get(nature.index()).copied())
            }
            (ExprKind::IsQuality(_, quality), Thing::Target(side, ply)) => {
                self.says(side, ply, |class| {
                    let said = class.target.as_ref()?;
                    said.get(quality.index()).copied()
                })
            }
            (ExprKind::IsPattern(_, id), Thing::Side(side)) => self.shows(*id, side).into(),
            _ => Value::Unknown,
        }
    }

    fn go(&mut self, place: &Place, _: &[Value], (): &()) -> Found<()> {
        match place {
            Place::Ply(_) => Found::This(()),
            _ => Found::Unknown,
        }
    }

    fn call(&mut self, id: DefinitionId, arguments: eval::Frame<Thing>, (): &()) -> Value {
        let said = match arguments[..] {
            [Value::Thing(Thing::Ply(side, ply))] => self
                .class(side, ply)
                .and_then(|class| class.said[id.index()]),
            _ => None,
        };
        match said {
            Some(said) => said.into(),
            None => self.called(id, arguments, &()),
        }
    }
}

impl Abstract<'_> {
    fn class(&self, side: usize, ply: usize) -> Option<&Class> {
        match self.plies {
            Plies::Alone(class) => Some(class),
            Plies::Cycle(sides) => Some(&self.classes[*sides[side].get(ply)?]),
        }
    }

    fn says(&self, side: usize, ply: usize, of: impl Fn(&Class) -> Option<Truth>) -> Value {
        self.class(side, ply)
            .and_then(of)
            .map_or(Value::Unknown, Value::Truth)
    }

    fn shows(&mut self, id: PatternId, side: usize) -> Truth {
        let pattern = &self.rules.patterns[id];
        self.about(
            Thing::Side(side),
            pattern.frame,
            &pattern.when,
            &pattern.exceptions,
        )
    }

    /// Whether a condition about one thing holds, and not one of its exceptions.
    fn about(&mut self, thing: Thing, slots: usize, when: &Expr, but: &[Exception]) -> Truth {
        let mut frame = eval::frame(slots, [Value::Thing(thing)]);
        self.holds(when, but, &(), &mut frame)
    }
}

/// Every sort of ply, and what can be asked of cycles made of them.
pub(super) struct Sorts<'r> {
    rules: &'r Rules,
    /// The sorts.
    pub(super) classes: Vec<Class>,
}

impl<'r> Sorts<'r> {
    pub(super) fn new(rules: &'r Rules) -> Self {
        let mut sorts = Self {
            rules,
            classes: Vec::new(),
        };
        sorts.classes = sorts.make_classes();
        sorts
    }

    fn among<'a>(&'a self, plies: Plies<'a>) -> Abstract<'a> {
        Abstract {
            rules: self.rules,
            classes: &self.classes,
            plies,
        }
    }

    /// Whether a condition about a side holds in a cycle, and not one of its exceptions.
    pub(super) fn truth(
        &self,
        when: &Expr,
        exceptions: &[Exception],
        slots: usize,
        side: usize,
        sides: [&Does; 2],
    ) -> Truth {
        let mut cycle = self.among(Plies::Cycle(sides));
        cycle.about(Thing::Side(side), slots, when, exceptions)
    }

    /// Every pattern, in the order of the book.
    pub(super) fn patterns(&self) -> impl Iterator<Item = PatternId> + use<> {
        self.rules.patterns.ids()
    }

    /// Whether a side shows a pattern in a cycle.
    pub(super) fn pattern(&self, id: PatternId, side: usize, sides: [&Does; 2]) -> Truth {
        self.among(Plies::Cycle(sides)).shows(id, side)
    }

    /// Every sort of ply that rulings could tell apart.
    fn make_classes(&self) -> Vec<Class> {
        let mut classes = Vec::new();
        for (id, nature) in self.rules.natures.enumerated() {
            let index = id.index();
            let mut has = vec![Truth::Unknown; self.rules.natures.len()];
            has[..index].fill(Truth::No);
            has[index] = Truth::Yes;
            let class = |target| Class {
                nature: id,
                natures: vec![id],
                target,
                has: has.clone(),
                said: vec![None; self.rules.definitions.len()],
                assumed: false,
            };
            if nature.targets.is_some() {
                let targets = self.targets(id);
                classes.extend(targets.into_iter().map(|target| class(Some(target))));
            } else {
                classes.push(class(None));
            }
        }
        // what definitions say of a ply: where that depends on the board, both answers are possible
        for (index, definition) in self.rules.definitions.iter().enumerate() {
            if definition.parameters != [Type::Ply] || definition.ty != Type::Bool {
                continue;
            }
            let mut next = Vec::new();
            for class in classes {
                let truth = self.among(Plies::Alone(&class)).about(
                    Thing::Ply(0, 0),
                    definition.frame,
                    &definition.body,
                    &definition.exceptions,
                );
                let answers: &[Truth] = match truth {
                    Truth::Unknown => &[Truth::Yes, Truth::No],
                    Truth::Yes => &[Truth::Yes],
                    Truth::No => &[Truth::No],
                };
                for &answer in answers {
                    let mut class = class.clone();
                    class.said[index] = Some(answer);
                    class.assumed |= truth == Truth::Unknown;
                    next.push(class);
                }
            }
            classes = self.told_apart(next, index + 1);
        }
        self.told_apart(classes, self.rules.definitions.len())
    }

    /// One of each sort that rulings can tell apart, where the first definitions are answered.
    fn told_apart(&self, mut classes: Vec<Class>, answered: usize) -> Vec<Class> {
        classes.sort_by_key(|class| class.assumed);
        let asked = Asked::by(self.rules);
        // while definitions remain to be answered, they may still ask for anything
        let all = answered < self.rules.definitions.len();
        let mut seen: HashMap<_, usize> = HashMap::new();
        let mut told: Vec<Class> = Vec::new();
        for class in classes {
            let natures: Vec<bool> = asked.natures.iter().map(|id| class.nature == *id).collect();
            let said: Vec<Option<Truth>> = if all {
                class.said.clone()
            } else {
                asked
                    .definitions
                    .iter()
                    .map(|id| class.said[id.index()])
                    .collect()
            };
            let target = class.target.clone().filter(|_| all || asked.targets);
            let nature = all.then_some(class.nature);
            match seen.entry((natures, said, target, nature)) {
                Entry::Occupied(known) => told[*known.get()].natures.extend(class.natures),
                Entry::Vacant(new) => {
                    new.insert(told.len());
                    told.push(class);
                }
            }
        }
        told
    }

    /// What can be said of a target of a nature: every combination that the definitions of its qualities allow.
    fn targets(&self, nature: NatureId) -> Vec<Vec<Truth>> {
        let mut combinations = vec![vec![Truth::No; self.rules.qualities.len()]];
        for (id, quality) in self.rules.qualities.enumerated() {
            if quality.nature != nature {
                continue;
            }
            let mut next = Vec::new();
            for said in combinations {
                let class = Class {
                    nature,
                    natures: Vec::new(),
                    target: Some(said.clone()),
                    has: Vec::new(),
                    said: vec![None; self.rules.definitions.len()],
                    assumed: false,
                };
                let truth = self.among(Plies::Alone(&class)).about(
                    Thing::Target(0, 0),
                    quality.frame,
                    &quality.when,
                    &quality.exceptions,
                );
                for answer in [Truth::Yes, Truth::No] {
                    if truth == Truth::Unknown || truth == answer {
                        let mut said = said.clone();
                        said[id.index()] = answer;
                        next.push(said);
                    }
                }
            }
            combinations = next;
        }
        combinations
    }

    /// Everything that a side can do over a cycle in which it plays at most [`LONGEST`] plies.
    pub(super) fn all(&self) -> Vec<Does> {
        let mut all: Vec<Does> = Vec::new();
        let mut longest: Vec<Does> = vec![Vec::new()];
        for _ in 0..LONGEST {
            let mut longer = Vec::new();
            for does in &longest {
                // the order of its plies is nothing that a ruling could ask for
                let least = does.last().copied().unwrap_or(0);
                for class in least..self.classes.len() {
                    let mut does = does.clone();
                    does.push(class);
                    longer.push(does);
                }
            }
            all.extend(longer.iter().cloned());
            longest = longer;
        }
        all
    }

    /// Whether anything that the sides do is only assumed to be possible.
    pub(super) fn assumed(&self, sides: [&Does; 2]) -> bool {
        sides
            .into_iter()
            .flatten()
            .any(|&class| self.classes[class].assumed)
    }

    /// A sort of ply in words: its nature, and what is said of its target and of it.
    pub(super) fn said(&self, class: usize) -> Bilingual {
        let class = &self.classes[class];
        let name = &self.rules.natures[class.nature].names.zh;
        let mut details: Vec<&str> = Vec::new();
        for (quality, truth) in self
            .rules
            .qualities
            .iter()
            .zip(class.target.iter().flatten())
        {
            if truth.is_yes() {
                details.push(&quality.names.zh);
            }
        }
        if details.is_empty() {
            return both!("{name}", "{name}");
        }
        let (zh, en) = (details.join("、"), details.join(", "));
        both!("{name}（{zh}）", "{name} ({en})")
    }
}
