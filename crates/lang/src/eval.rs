//! What the expressions of the rule language mean, once for whatever they are asked about.
//!
//! Connectives, quantifiers, counts, sums, comparisons, calls and exceptions mean the same everywhere. What differs is
//! what can be asked: pieces and searches on a board, net amounts of an exchange, facts about a capture, the plies of a
//! cycle without a board. Each of these is a [`World`] that answers its own questions; the checker refuses at check time
//! what the world of a clause cannot answer.
//!
//! A value can be *absent*: there is no such piece any more, no such position; nothing can be said of it, and a set of it
//! is empty. Or it can be *unknown*: a budget ran out, or the book leaves it open. What is unknown stays so through whatever is done
//! with it, unless the whole does not depend on it.

use std::rc::Rc;

use smallvec::SmallVec;

use crate::rules::{
    Attribute, ClauseId, Definition, DefinitionId, Exception, Expr, ExprKind, Place, Slot,
};
use crate::syntax::{Comparison, Quantifier, Type};
use crate::truth::Truth;

/// A value of an expression; `T` is what its world speaks of: sides, pieces, moves, plies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value<T> {
    /// The answer to a condition.
    Truth(Truth),
    /// A number.
    Int(i64),
    /// Something of its world.
    Thing(T),
    /// A set.
    Set(Rc<[Self]>),
    /// There is no such thing.
    Absent,
    /// It could not be found out.
    Unknown,
}

impl<T> Value<T> {
    /// A set of things.
    pub fn set(things: impl IntoIterator<Item = T>) -> Self {
        Self::Set(things.into_iter().map(Self::Thing).collect())
    }

    /// The thing, if it is there.
    pub fn thing(thing: Option<T>) -> Self {
        thing.map_or(Self::Absent, Self::Thing)
    }

    /// As the answer to a condition: of what is absent nothing holds.
    pub const fn truth(&self) -> Truth {
        match self {
            Self::Truth(truth) => *truth,
            Self::Absent => Truth::No,
            _ => Truth::Unknown,
        }
    }

    /// Whether it could not be found out.
    pub const fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown | Self::Truth(Truth::Unknown))
    }
}

impl<T> From<Truth> for Value<T> {
    fn from(truth: Truth) -> Self {
        Self::Truth(truth)
    }
}

impl<T> From<bool> for Value<T> {
    fn from(truth: bool) -> Self {
        Self::Truth(truth.into())
    }
}

/// The variables of a clause or definition; few of them have more.
pub type Frame<T> = SmallVec<[Value<T>; 4]>;

/// A frame of so many slots, at least one, with the first ones filled.
#[must_use]
pub fn frame<T: Clone>(slots: usize, first: impl IntoIterator<Item = Value<T>>) -> Frame<T> {
    let mut frame: Frame<T> = first.into_iter().collect();
    frame.resize(slots.max(frame.len()).max(1), Value::Absent);
    frame
}

/// What was looked for: something, nothing, or not to be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found<T> {
    /// This.
    This(T),
    /// There is none.
    Nothing,
    /// It could not be found out.
    Unknown,
}

impl<T> Found<T> {
    /// What is known to be there.
    pub fn known(self) -> Option<T> {
        match self {
            Self::This(found) => Some(found),
            Self::Nothing | Self::Unknown => None,
        }
    }
}

impl<T> From<Option<T>> for Found<T> {
    fn from(found: Option<T>) -> Self {
        found.map_or(Self::Nothing, Self::This)
    }
}

/// What expressions are asked about.
///
/// ```
/// use qili_lang::eval::{Value, World};
/// use qili_lang::rules::{Definition, ExprKind, ResultId};
/// use qili_lang::{Truth, check::check, parse::parse};
///
/// /// The world of net amounts: a unit that is won, and nothing else.
/// struct Won(i64);
///
/// impl<'r> World<'r> for Won {
///     type Thing = ();
///     type Scene = ();
///     fn definitions(&self) -> &'r [Definition] {
///         &[]
///     }
///     fn atom(&mut self, asked: &ExprKind, _: &[Value<()>], (): &()) -> Value<()> {
///         match asked {
///             ExprKind::Net(_) => Value::Int(self.0),
///             _ => Value::Unknown,
///         }
///     }
/// }
///
/// let file = parse("r", r#"
/// clause 1 "子" "men" { unit 子 men }
/// clause 2 "得" "gain" { result 得 gain when 子 > 0 and not 子 > 5 }
/// "#)?;
/// let clauses: Vec<_> = file.clauses.into_iter().map(|clause| (0, clause)).collect();
/// let rules = check(&clauses).map_err(|errors| errors[0].clone())?;
/// assert_eq!(Won(3).truth(&rules.results[ResultId(0)].when, &(), &mut Default::default()), Truth::Yes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait World<'r> {
    /// What can be a value beside truths, numbers and sets.
    type Thing: Clone + PartialEq;
    /// Where something is asked.
    type Scene;

    /// The definitions that can be called.
    fn definitions(&self) -> &'r [Definition];

    /// Answers what the language itself does not: a question about its operands, or a word. An unknown operand has been
    /// taken care of.
    fn atom(
        &mut self,
        asked: &ExprKind,
        operands: &[Value<Self::Thing>],
        at: &Self::Scene,
    ) -> Value<Self::Thing>;

    /// The scene that a place names, seen from another.
    fn go(
        &mut self,
        _place: &Place,
        _operands: &[Value<Self::Thing>],
        _at: &Self::Scene,
    ) -> Found<Self::Scene> {
        Found::Unknown
    }

    /// Calls a definition.
    fn call(
        &mut self,
        id: DefinitionId,
        arguments: Frame<Self::Thing>,
        at: &Self::Scene,
    ) -> Value<Self::Thing> {
        self.called(id, arguments, at)
    }

    /// Takes note that what is asked from now on, until `begins` is false, belongs to a condition of which another part is
    /// not known, so that it can settle the condition in one way at most.
    fn doubt(&mut self, _begins: bool) {}

    /// Takes note of a step of work; `false` where the budget is at its end, and nothing more can be found out.
    fn step(&mut self) -> bool {
        true
    }

    /// How many reasons have been found so far for what holds.
    fn reasons(&self) -> usize {
        0
    }

    /// Forgets the reasons found since there were so many: what they belong to does not hold.
    fn forget(&mut self, _since: usize) {}

    /// An element was found of which something holds.
    fn found(&mut self, _element: &Value<Self::Thing>, _at: &Self::Scene) {}

    /// An exception was asked.
    fn asked(&mut self, _exception: ClauseId, _applies: Truth) {}

    /// What a definition says, asked anew.
    fn called(
        &mut self,
        id: DefinitionId,
        arguments: Frame<Self::Thing>,
        at: &Self::Scene,
    ) -> Value<Self::Thing> {
        let Some(definition) = self.definitions().get(id.index()) else {
            return Value::Unknown;
        };
        let mut frame = frame(definition.frame, arguments);
        if definition.ty == Type::Bool {
            let holds = self.holds(&definition.body, &definition.exceptions, at, &mut frame);
            Value::Truth(holds)
        } else {
            self.value(&definition.body, at, &mut frame)
        }
    }

    /// Whether a condition holds, and not one of its exceptions.
    fn holds(
        &mut self,
        when: &Expr,
        exceptions: &[Exception],
        at: &Self::Scene,
        frame: &mut Frame<Self::Thing>,
    ) -> Truth {
        let since = self.reasons();
        let mut truth = self.truth(when, at, frame);
        for exception in exceptions {
            if truth.is_no() {
                break;
            }
            let doubted = truth == Truth::Unknown;
            self.doubt_if(doubted, true);
            truth = truth.and(!self.applies(exception, at, frame));
            self.doubt_if(doubted, false);
        }
        if !truth.is_yes() {
            self.forget(since);
        }
        truth
    }

    /// Whether an exception applies; its reasons are no reason for anything else.
    fn applies(
        &mut self,
        exception: &Exception,
        at: &Self::Scene,
        variables: &Frame<Self::Thing>,
    ) -> Truth {
        let since = self.reasons();
        let own = variables.iter().take(exception.variables).cloned();
        let truth = self.truth(&exception.when, at, &mut frame(exception.frame, own));
        self.forget(since);
        self.asked(exception.clause, truth);
        truth
    }

    /// Whether a condition holds.
    fn truth(&mut self, expr: &Expr, at: &Self::Scene, frame: &mut Frame<Self::Thing>) -> Truth {
        let since = self.reasons();
        let truth = match &*expr.kind {
            ExprKind::Bool(value) => (*value).into(),
            ExprKind::Not(inner) => {
                let truth = !self.truth(inner, at, frame);
                self.forget(since);
                truth
            }
            ExprKind::And(parts) => {
                let mut truth = Truth::Yes;
                for part in parts {
                    truth = truth.and(self.part(truth, part, at, frame));
                    if truth.is_no() {
                        break;
                    }
                }
                truth
            }
            ExprKind::Or(parts) => {
                let mut truth = Truth::No;
                for part in parts {
                    truth = truth.or(self.part(truth, part, at, frame));
                    if truth.is_yes() {
                        break;
                    }
                }
                truth
            }
            ExprKind::Implies(condition, consequence) => {
                let condition = self.truth(condition, at, frame);
                if condition.is_no() {
                    Truth::Yes
                } else {
                    (!condition).or(self.part(condition, consequence, at, frame))
                }
            }
            ExprKind::Quantified {
                quantifier,
                slot,
                set,
                filter,
                body,
            } => {
                let inside = (*slot, filter.as_ref(), body);
                match self.value(set, at, frame) {
                    Value::Set(elements) => {
                        self.quantified(*quantifier, &elements, inside, at, frame)
                    }
                    Value::Absent => self.quantified(*quantifier, &[], inside, at, frame),
                    _ => Truth::Unknown,
                }
            }
            _ => self.value(expr, at, frame).truth(),
        };
        if !truth.is_yes() {
            self.forget(since);
        }
        truth
    }

    /// Whether a part of a condition holds, when the parts before it came to `so_far`.
    fn part(
        &mut self,
        so_far: Truth,
        part: &Expr,
        at: &Self::Scene,
        frame: &mut Frame<Self::Thing>,
    ) -> Truth {
        let doubted = so_far == Truth::Unknown;
        self.doubt_if(doubted, true);
        let truth = self.truth(part, at, frame);
        self.doubt_if(doubted, false);
        truth
    }

    /// [`doubt`](Self::doubt), where there is any.
    fn doubt_if(&mut self, doubted: bool, begins: bool) {
        if doubted {
            self.doubt(begins);
        }
    }

    /// Whether something holds of some, every or no element.
    fn quantified(
        &mut self,
        quantifier: Quantifier,
        elements: &[Value<Self::Thing>],
        (slot, filter, body): (Slot, Option<&Expr>, &Expr),
        at: &Self::Scene,
        frame: &mut Frame<Self::Thing>,
    ) -> Truth {
        // `some` and `no` look for an example, `every` for a counterexample
        let mut example = Truth::No;
        for element in elements {
            if !self.step() {
                example = example.or(Truth::Unknown);
                break;
            }
            frame[slot.index()] = element.clone();
            let chosen = filter.map_or(Truth::Yes, |filter| self.truth(filter, at, frame));
            if chosen.is_no() {
                continue;
            }
            let holds = self.truth(body, at, frame);
            let sought = match quantifier {
                Quantifier::Every => !holds,
                Quantifier::Some | Quantifier::No => holds,
            };
            example = example.or(chosen.and(sought));
            if example.is_yes() {
                break;
            }
        }
        match quantifier {
            Quantifier::Every | Quantifier::No => !example,
            Quantifier::Some => {
                if example.is_yes() {
                    let element = frame[slot.index()].clone();
                    self.found(&element, at);
                }
                example
            }
        }
    }

    /// The value of any expression.
    fn value(
        &mut self,
        expr: &Expr,
        at: &Self::Scene,
        frame: &mut Frame<Self::Thing>,
    ) -> Value<Self::Thing> {
        match &*expr.kind {
            ExprKind::Unknown => Value::Unknown,
            ExprKind::Int(number) => Value::Int(*number),
            ExprKind::Variable(slot) => frame[slot.index()].clone(),
            ExprKind::Bool(_)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Implies(..)
            | ExprKind::Quantified { .. } => Value::Truth(self.truth(expr, at, frame)),
            ExprKind::If(condition, then, otherwise) => match self.truth(condition, at, frame) {
                Truth::Yes => self.value(then, at, frame),
                Truth::No => self.value(otherwise, at, frame),
                Truth::Unknown => {
                    let then = self.value(then, at, frame);
                    if then == self.value(otherwise, at, frame) {
                        then
                    } else {
                        Value::Unknown
                    }
                }
            },
            ExprKind::Compare(comparison, left, right) => {
                let left = self.value(left, at, frame);
                let right = self.value(right, at, frame);
                compare(*comparison, &left, &right).into()
            }
            ExprKind::Sum(left, minus, right) => {
                match (self.value(left, at, frame), self.value(right, at, frame)) {
                    (Value::Int(left), Value::Int(right)) => Value::Int(if *minus {
                        left.saturating_sub(right)
                    } else {
                        left.saturating_add(right)
                    }),
                    (Value::Absent, _) | (_, Value::Absent) => Value::Absent,
                    _ => Value::Unknown,
                }
            }
            ExprKind::Count { slot, set, filter } => match self.value(set, at, frame) {
                Value::Set(elements) => self.count(&elements, (*slot, filter.as_ref()), at, frame),
                Value::Absent => Value::Int(0),
                _ => Value::Unknown,
            },
            ExprKind::InSet(element, set) => {
                match (self.value(element, at, frame), self.value(set, at, frame)) {
                    (Value::Absent, _) | (_, Value::Absent) => false.into(),
                    (Value::Unknown, _) => Value::Unknown,
                    (element, Value::Set(set)) => set.contains(&element).into(),
                    _ => Value::Unknown,
                }
            }
            ExprKind::Call(id, arguments) => {
                if !self.step() {
                    return Value::Unknown;
                }
                let arguments = arguments
                    .iter()
                    .map(|argument| self.value(argument, at, frame))
                    .collect();
                self.call(*id, arguments, at)
            }
            ExprKind::At(inner, place) => {
                let (one, other) = place.operands();
                let reached = match self.operands(one, other, at, frame) {
                    Some((operands, given)) => self.go(place, &operands[..given], at),
                    None => Found::Unknown,
                };
                match reached {
                    Found::This(there) => self.value(inner, &there, frame),
                    Found::Nothing => Value::Absent,
                    Found::Unknown => Value::Unknown,
                }
            }
            _ if !self.step() => Value::Unknown,
            asked => {
                let (one, other) = asked.operands();
                let Some((operands, given)) = self.operands(one, other, at, frame) else {
                    return Value::Unknown;
                };
                match (asked, &operands[0]) {
                    (ExprKind::Attribute(Attribute::Number, _), Value::Set(elements)) => {
                        Value::Int(i64::try_from(elements.len()).unwrap_or(i64::MAX))
                    }
                    _ => self.atom(asked, &operands[..given], at),
                }
            }
        }
    }

    /// The values of up to two operands, and how many there are; `None` where one is unknown.
    fn operands(
        &mut self,
        one: Option<&Expr>,
        other: Option<&Expr>,
        at: &Self::Scene,
        frame: &mut Frame<Self::Thing>,
    ) -> Option<([Value<Self::Thing>; 2], usize)> {
        let mut values = [Value::Absent, Value::Absent];
        let mut given = 0;
        for operand in one.into_iter().chain(other) {
            let value = self.value(operand, at, frame);
            if value.is_unknown() {
                return None;
            }
            values[given] = value;
            given += 1;
        }
        Some((values, given))
    }

    /// How many elements there are, or how many of which something holds.
    fn count(
        &mut self,
        elements: &[Value<Self::Thing>],
        (slot, filter): (Slot, Option<&Expr>),
        at: &Self::Scene,
        frame: &mut Frame<Self::Thing>,
    ) -> Value<Self::Thing> {
        let mut count = 0;
        for element in elements {
            if !self.step() {
                return Value::Unknown;
            }
            frame[slot.index()] = element.clone();
            match filter.map_or(Truth::Yes, |filter| self.truth(filter, at, frame)) {
                Truth::Yes => count += 1,
                Truth::No => {}
                Truth::Unknown => return Value::Unknown,
            }
        }
        Value::Int(count)
    }
}

/// Compares two values; only numbers are more or less than each other. Nothing compares with what is absent.
fn compare<T: PartialEq>(comparison: Comparison, left: &Value<T>, right: &Value<T>) -> Truth {
    let order = match (left, right) {
        (Value::Absent, _) | (_, Value::Absent) => return Truth::No,
        _ if left.is_unknown() || right.is_unknown() => return Truth::Unknown,
        (Value::Int(left), Value::Int(right)) => left.cmp(right),
        _ if left == right => std::cmp::Ordering::Equal,
        _ => std::cmp::Ordering::Less,
    };
    match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::LessOrEqual => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::GreaterOrEqual => order.is_ge(),
    }
    .into()
}
