//! What the two sides of a cycle can do, as far as rulings ask: plies known by their nature and by what definitions say
//! of them, without a board.

use std::collections::HashSet;

use qili_interpreter::Truth;
use qili_lang::rules::{
    Attribute, DefinitionId, Exception, Expr, ExprKind, NatureId, PatternId, Place, QualityId,
    Rules, Slot,
};
use qili_lang::syntax::{Comparison, Quantifier, Type};

use super::asked::Asked;

/// How many plies one side plays in a cycle that is looked at.
pub(super) const LONGEST: usize = 2;

/// A ply, known by what can be said of it.
#[derive(Debug, Clone)]
pub(super) struct Class {
    /// Its nature: the heaviest.
    pub(super) nature: NatureId,
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

/// Evaluates the conditions of patterns and rulings without a board.
pub(super) struct World<'r> {
    rules: &'r Rules,
    /// The sorts of plies.
    pub(super) classes: Vec<Class>,
}

/// A value without a board.
#[derive(Debug, Clone, PartialEq)]
enum Value {
    Truth(Truth),
    Int(i64),
    /// 0 or 1.
    Side(usize),
    /// The nth ply of a side.
    Ply(usize, usize),
    /// The target of a ply of this class.
    Target(usize),
    Set(Vec<Value>),
    Unknown,
}

/// A cycle: what both sides do.
#[derive(Clone, Copy)]
pub(super) struct Cycle<'d> {
    pub(super) sides: [&'d Does; 2],
}

/// Where an expression is asked.
struct Ask<'d> {
    cycle: Cycle<'d>,
    /// A ply by itself, while classes are still being made: `Ply(0, 0)` is it.
    alone: Option<&'d Class>,
    frame: Vec<Value>,
}

impl<'r> World<'r> {
    pub(super) fn new(rules: &'r Rules) -> Self {
        let mut world = Self {
            rules,
            classes: Vec::new(),
        };
        world.classes = world.make_classes();
        world
    }

    /// Every sort of ply that rulings could tell apart.
    fn make_classes(&self) -> Vec<Class> {
        let mut classes = Vec::new();
        for (index, nature) in self.rules.natures.iter().enumerate() {
            let Ok(id) = u16::try_from(index).map(NatureId) else {
                break;
            };
            let mut has = vec![Truth::Unknown; self.rules.natures.len()];
            has[..index].fill(Truth::No);
            has[index] = Truth::Yes;
            let class = |target| Class {
                nature: id,
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
                let mut ask = Ask {
                    cycle: Cycle {
                        sides: [&Vec::new(), &Vec::new()],
                    },
                    alone: Some(&class),
                    frame: frame(definition.frame, Value::Ply(0, 0)),
                };
                let truth = self.holds(&definition.body, &definition.exceptions, &mut ask);
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
        let mut seen = HashSet::new();
        classes
            .into_iter()
            .filter(|class| {
                let natures: Vec<bool> =
                    asked.natures.iter().map(|id| class.nature == *id).collect();
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
                seen.insert((natures, said, target, nature))
            })
            .collect()
    }

    /// What can be said of a target of a nature: every combination that the definitions of its qualities allow.
    fn targets(&self, nature: NatureId) -> Vec<Vec<Truth>> {
        let mut combinations = vec![vec![Truth::No; self.rules.qualities.len()]];
        for (index, quality) in self.rules.qualities.iter().enumerate() {
            if quality.nature != nature {
                continue;
            }
            let mut next = Vec::new();
            for said in combinations {
                let class = Class {
                    nature,
                    target: Some(said.clone()),
                    has: Vec::new(),
                    said: vec![None; self.rules.definitions.len()],
                    assumed: false,
                };
                let mut ask = Ask {
                    cycle: Cycle {
                        sides: [&Vec::new(), &Vec::new()],
                    },
                    alone: Some(&class),
                    frame: frame(quality.frame, Value::Target(0)),
                };
                let truth = self.holds(&quality.when, &quality.exceptions, &mut ask);
                for answer in [Truth::Yes, Truth::No] {
                    if truth == Truth::Unknown || truth == answer {
                        let mut said = said.clone();
                        said[index] = answer;
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

    /// Whether a condition about a side holds in a cycle, and not one of its exceptions.
    pub(super) fn truth(
        &self,
        when: &Expr,
        exceptions: &[Exception],
        slots: usize,
        side: usize,
        cycle: Cycle<'_>,
    ) -> Truth {
        let mut ask = Ask {
            cycle,
            alone: None,
            frame: frame(slots, Value::Side(side)),
        };
        self.holds(when, exceptions, &mut ask)
    }

    fn holds(&self, when: &Expr, exceptions: &[Exception], ask: &mut Ask<'_>) -> Truth {
        let mut truth = self.eval_truth(when, ask);
        for exception in exceptions {
            if truth.is_no() {
                break;
            }
            let mut own = ask.frame[..exception.variables.min(ask.frame.len())].to_vec();
            own.resize(exception.frame.max(1), Value::Unknown);
            let mut there = Ask {
                cycle: ask.cycle,
                alone: ask.alone,
                frame: own,
            };
            truth = truth.and(!self.eval_truth(&exception.when, &mut there));
        }
        truth
    }

    fn class<'a>(&'a self, ask: &Ask<'a>, side: usize, ply: usize) -> Option<&'a Class> {
        match ask.alone {
            Some(class) => Some(class),
            None => Some(&self.classes[*ask.cycle.sides[side].get(ply)?]),
        }
    }

    fn ply<'a>(&'a self, ask: &Ask<'a>, value: &Value) -> Option<&'a Class> {
        match value {
            Value::Ply(side, ply) => self.class(ask, *side, *ply),
            _ => None,
        }
    }

    fn eval_truth(&self, expr: &Expr, ask: &mut Ask<'_>) -> Truth {
        match self.eval(expr, ask) {
            Value::Truth(truth) => truth,
            _ => Truth::Unknown,
        }
    }

    fn eval(&self, expr: &Expr, ask: &mut Ask<'_>) -> Value {
        Value::Truth(match &*expr.kind {
            ExprKind::Bool(value) => (*value).into(),
            ExprKind::Int(number) => return Value::Int(*number),
            ExprKind::Variable(slot) => return ask.frame[slot.index()].clone(),
            ExprKind::Not(inner) => !self.eval_truth(inner, ask),
            ExprKind::And(parts) => parts
                .iter()
                .fold(Truth::Yes, |all, part| all.and(self.eval_truth(part, ask))),
            ExprKind::Or(parts) => parts
                .iter()
                .fold(Truth::No, |any, part| any.or(self.eval_truth(part, ask))),
            ExprKind::Implies(condition, consequence) => {
                (!self.eval_truth(condition, ask)).or(self.eval_truth(consequence, ask))
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.eval_truth(condition, ask);
                let (then, otherwise) = (self.eval(then, ask), self.eval(otherwise, ask));
                return match condition {
                    Truth::Yes => then,
                    Truth::No => otherwise,
                    Truth::Unknown if then == otherwise => then,
                    Truth::Unknown => Value::Unknown,
                };
            }
            ExprKind::IsNature(subject, nature) => {
                let subject = self.eval(subject, ask);
                self.ply(ask, &subject)
                    .map_or(Truth::Unknown, |class| (class.nature == *nature).into())
            }
            ExprKind::HasNature(subject, nature) => {
                let subject = self.eval(subject, ask);
                self.ply(ask, &subject).map_or(Truth::Unknown, |class| {
                    class
                        .has
                        .get(nature.index())
                        .copied()
                        .unwrap_or(Truth::Unknown)
                })
            }
            ExprKind::IsPattern(subject, pattern) => match self.eval(subject, ask) {
                Value::Side(side) => self.pattern(*pattern, side, ask.cycle),
                _ => Truth::Unknown,
            },
            ExprKind::IsQuality(subject, quality) => {
                let subject = self.eval(subject, ask);
                self.quality(&subject, *quality, ask)
            }
            ExprKind::Call(definition, arguments) => {
                let arguments = arguments
                    .iter()
                    .map(|argument| self.eval(argument, ask))
                    .collect();
                return self.call(*definition, arguments, ask);
            }
            ExprKind::Quantified {
                quantifier,
                slot,
                set,
                filter,
                body,
            } => return self.quantified(*quantifier, *slot, set, filter.as_ref(), body, ask),
            ExprKind::Count { slot, set, filter } => {
                return self.count(*slot, set, filter.as_ref(), ask);
            }
            ExprKind::Compare(operator, left, right) => {
                let (left, right) = (self.eval(left, ask), self.eval(right, ask));
                compare(*operator, &left, &right)
            }
            ExprKind::Sum(left, minus, right) => {
                return match (self.eval(left, ask), self.eval(right, ask)) {
                    (Value::Int(left), Value::Int(right)) if *minus => Value::Int(left - right),
                    (Value::Int(left), Value::Int(right)) => Value::Int(left + right),
                    _ => Value::Unknown,
                };
            }
            ExprKind::InSet(element, set) => match (self.eval(element, ask), self.eval(set, ask)) {
                (Value::Unknown, _) | (_, Value::Unknown) => Truth::Unknown,
                (element, Value::Set(set)) => set.contains(&element).into(),
                _ => Truth::Unknown,
            },
            ExprKind::Attribute(attribute, of) => {
                let of = self.eval(of, ask);
                return self.attribute(*attribute, &of, ask);
            }
            ExprKind::At(inner, Place::Ply(_)) => return self.eval(inner, ask),
            _ => return Value::Unknown,
        })
    }

    fn attribute(&self, attribute: Attribute, of: &Value, ask: &Ask<'_>) -> Value {
        match (attribute, of) {
            (Attribute::Other, Value::Side(side)) => Value::Side(1 - side),
            (Attribute::Side, Value::Ply(side, _)) => Value::Side(*side),
            (Attribute::Plies, Value::Side(side)) if ask.alone.is_none() => Value::Set(
                (0..ask.cycle.sides[*side].len())
                    .map(|ply| Value::Ply(*side, ply))
                    .collect(),
            ),
            (Attribute::Targets, ply @ Value::Ply(side, number)) => match self.ply(ask, ply) {
                Some(Class {
                    target: Some(_), ..
                }) => Value::Set(vec![Value::Target(*side * LONGEST + *number)]),
                Some(_) => Value::Set(Vec::new()),
                None => Value::Unknown,
            },
            (Attribute::Number, Value::Set(values)) => {
                i64::try_from(values.len()).map_or(Value::Unknown, Value::Int)
            }
            _ => Value::Unknown,
        }
    }

    fn quality(&self, target: &Value, quality: QualityId, ask: &Ask<'_>) -> Truth {
        let Value::Target(number) = target else {
            return Truth::Unknown;
        };
        let class = self.class(ask, number / LONGEST, number % LONGEST);
        class
            .and_then(|class| class.target.as_ref())
            .map_or(Truth::Unknown, |said| said[quality.index()])
    }

    pub(super) fn pattern(&self, pattern: PatternId, side: usize, cycle: Cycle<'_>) -> Truth {
        let pattern = &self.rules.patterns[pattern.index()];
        self.truth(
            &pattern.when,
            &pattern.exceptions,
            pattern.frame,
            side,
            cycle,
        )
    }

    fn call(&self, id: DefinitionId, arguments: Vec<Value>, ask: &Ask<'_>) -> Value {
        if let [ply @ Value::Ply(..)] = &arguments[..]
            && let Some(said) = self.ply(ask, ply).and_then(|class| class.said[id.index()])
        {
            return Value::Truth(said);
        }
        let definition = &self.rules.definitions[id.index()];
        let mut own = arguments;
        own.resize(definition.frame.max(own.len()).max(1), Value::Unknown);
        let mut there = Ask {
            cycle: ask.cycle,
            alone: ask.alone,
            frame: own,
        };
        if definition.ty == Type::Bool {
            Value::Truth(self.holds(&definition.body, &definition.exceptions, &mut there))
        } else {
            self.eval(&definition.body, &mut there)
        }
    }

    fn quantified(
        &self,
        quantifier: Quantifier,
        slot: Slot,
        set: &Expr,
        filter: Option<&Expr>,
        body: &Expr,
        ask: &mut Ask<'_>,
    ) -> Value {
        let Value::Set(elements) = self.eval(set, ask) else {
            return Value::Unknown;
        };
        let mut found = Truth::No;
        for element in elements {
            ask.frame[slot.index()] = element;
            let chosen = filter.map_or(Truth::Yes, |filter| self.eval_truth(filter, ask));
            let holds = self.eval_truth(body, ask);
            // `every` looks for a counterexample
            let wanted = if quantifier == Quantifier::Every {
                !holds
            } else {
                holds
            };
            found = found.or(chosen.and(wanted));
        }
        Value::Truth(match quantifier {
            Quantifier::Some => found,
            Quantifier::Every | Quantifier::No => !found,
        })
    }

    fn count(&self, slot: Slot, set: &Expr, filter: Option<&Expr>, ask: &mut Ask<'_>) -> Value {
        let Value::Set(elements) = self.eval(set, ask) else {
            return Value::Unknown;
        };
        let mut count = 0;
        for element in elements {
            ask.frame[slot.index()] = element;
            match filter.map_or(Truth::Yes, |filter| self.eval_truth(filter, ask)) {
                Truth::Yes => count += 1,
                Truth::No => {}
                Truth::Unknown => return Value::Unknown,
            }
        }
        Value::Int(count)
    }

    /// Whether anything that the sides do is only assumed to be possible.
    pub(super) fn assumed(&self, sides: [&Does; 2]) -> bool {
        sides
            .into_iter()
            .flatten()
            .any(|&class| self.classes[class].assumed)
    }

    /// A sort of ply in words: its nature, and what is said of its target and of it.
    pub(super) fn said(&self, class: usize) -> String {
        let class = &self.classes[class];
        let mut text = self.rules.natures[class.nature.index()].names.zh.clone();
        let mut details: Vec<String> = Vec::new();
        for (index, truth) in class.target.iter().flatten().enumerate() {
            if truth.is_yes() {
                details.push(self.rules.qualities[index].names.zh.clone());
            }
        }
        if !details.is_empty() {
            text += &format!(" ({})", details.join(", "));
        }
        text
    }
}

fn frame(slots: usize, first: Value) -> Vec<Value> {
    let mut frame = vec![Value::Unknown; slots.max(1)];
    frame[0] = first;
    frame
}

fn compare(operator: Comparison, left: &Value, right: &Value) -> Truth {
    let order = match (left, right) {
        (Value::Int(left), Value::Int(right)) => left.cmp(right),
        (Value::Side(left), Value::Side(right)) => left.cmp(right),
        _ => return Truth::Unknown,
    };
    match operator {
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::LessOrEqual => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::GreaterOrEqual => order.is_ge(),
    }
    .into()
}
