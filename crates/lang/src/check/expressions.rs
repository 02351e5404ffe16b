//! Typing expressions.

use super::error::{Fault, cited};
use super::names::{Class, taken, vocabulary};
use super::values::{any_of, described, element};
use super::{Checker, Thing};
use crate::rules::{Expr, ExprKind, Slot};
use crate::syntax::{self, LoneVerb, Name, Span, Type};
use qili_words::{Bilingual, both};

/// What an expression is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// Positions, moves, cycles: everything but the two below.
    Law,
    /// The condition of a result: net units only.
    Result,
    /// The condition of a discount: facts about a capture only.
    Discount,
}

/// What an expression needs that not every clause can give; each with the place where it first does.
#[derive(Debug, Clone, Default)]
pub(super) struct Uses {
    /// Natures of plies, patterns.
    pub(super) cycle: Option<Use>,
    /// Qualities of targets.
    pub(super) quality: Option<Use>,
    /// The ply at hand.
    pub(super) ply: Option<Use>,
    /// Other positions than the one at hand, or a search.
    pub(super) elsewhere: Option<Use>,
}

/// Where something is used, and in which words.
#[derive(Debug, Clone)]
pub(super) struct Use {
    /// The clause in which it stands.
    pub(super) place: usize,
    pub(super) span: Span,
    /// What is needed.
    pub(super) words: String,
    /// The definition, named here, that needs it.
    pub(super) through: Option<String>,
}

impl Use {
    /// What is used, in words.
    pub(super) fn said(&self) -> Bilingual {
        let words = &self.words;
        match &self.through {
            None => both!("用了 `{words}`", "uses `{words}`"),
            Some(name) => both!(
                "用了 `{name}`，它要用 `{words}`",
                "uses `{name}`, which needs `{words}`"
            ),
        }
    }
}

/// An expression in the making: variables and their slots.
pub(super) struct Typing<'k, 'c> {
    pub(super) checker: &'k mut Checker<'c>,
    /// The clause to which mistakes are charged.
    pub(super) place: usize,
    pub(super) context: Context,
    pub(super) variables: Vec<(String, Slot, Type)>,
    /// Pieces that no quality can be said of: those taken from a set other than `targets of` a ply.
    pub(super) plain: Vec<Slot>,
    /// How large the results have grown that were put into this one.
    pub(super) parts: usize,
    slots: u16,
    pub(super) uses: Uses,
}

impl<'k, 'c> Typing<'k, 'c> {
    pub(super) fn new(checker: &'k mut Checker<'c>, place: usize, context: Context) -> Self {
        Self {
            checker,
            place,
            context,
            variables: Vec::new(),
            plain: Vec::new(),
            parts: 0,
            slots: 0,
            uses: Uses::default(),
        }
    }

    /// How many slots the frame needs.
    pub(super) fn frame(&self) -> usize {
        usize::from(self.slots)
    }

    pub(super) fn fault(&mut self, fault: Fault) {
        self.checker.report(self.place, fault);
    }

    /// Adds a variable in a slot of its own.
    pub(super) fn bind(&mut self, name: &Name, ty: Type) -> Slot {
        let slot = Slot(self.slots);
        self.slots = self.slots.saturating_add(1);
        self.alias(name, slot, ty);
        slot
    }

    /// Gives a slot a name.
    pub(super) fn alias(&mut self, name: &Name, slot: Slot, ty: Type) {
        if let Some(word) = vocabulary(&name.text) {
            self.fault(taken(name, word));
        } else if self
            .variables
            .iter()
            .any(|(other, _, _)| *other == name.text)
        {
            let own = &name.text;
            let message = both!(
                "`{own}` 在这里已是一个变量",
                "`{own}` is already a variable here"
            );
            let fault = Fault::new("qili::rule::duplicate_name", name.span, message);
            self.fault(fault.help(both!("换一个字母", "use another letter")));
        } else if let Some(place) = self.checker.directory.find(Class::Word, &name.text) {
            let article = cited(&self.checker.clauses[place].1);
            let own = &name.text;
            let message = both!(
                "变量 `{own}` 与{}所定的名称相同",
                "the variable `{own}` has the name of something that {} declares"; article
            );
            let fault = Fault::new("qili::rule::duplicate_name", name.span, message);
            self.fault(fault.help(both!("换一个字母", "use another letter")));
        }
        self.variables.push((name.text.clone(), slot, ty));
    }

    /// Forgets all variables, not their slots.
    pub(super) fn forget(&mut self) {
        self.variables.clear();
    }

    pub(super) fn variable(&self, name: &str) -> Option<(Slot, Type)> {
        let found = self
            .variables
            .iter()
            .rev()
            .find(|(other, _, _)| other == name);
        found.map(|(_, slot, ty)| (*slot, *ty))
    }

    /// A condition.
    pub(super) fn condition(&mut self, expr: &syntax::Expr) -> Option<Expr> {
        self.of_type(expr, &[Type::Bool])
    }

    /// An expression of one of several types.
    pub(super) fn of_type(&mut self, expr: &syntax::Expr, types: &[Type]) -> Option<Expr> {
        let typed = self.infer(expr, types.first().copied())?;
        if types.contains(&typed.ty) {
            return Some(typed);
        }
        let (wanted, found) = (any_of(types), described(typed.ty));
        let message = both!("这里要{}，写的是{}", "expected {}, found {}"; wanted, found);
        let mut fault = Fault::new("qili::rule::type", expr.span, message)
            .label(both!("这是{}", "this is {}"; found));
        if types == [Type::Bool] && element(typed.ty).is_some() {
            fault = fault.help(both!(
                "要问其中的成员：`有 x 于 … 其中 …`（`some x in … where …`）",
                "ask about its members: `some x in … where …`"
            ));
        }
        self.fault(fault);
        None
    }

    /// An expression and its type. `wanted` decides between things of one name.
    pub(super) fn infer(&mut self, expr: &syntax::Expr, wanted: Option<Type>) -> Option<Expr> {
        use syntax::ExprKind as Written;
        let span = expr.span;
        if !self.allowed(expr) {
            return None;
        }
        let (kind, ty) = match &*expr.kind {
            Written::Bool(value) => (ExprKind::Bool(*value), Type::Bool),
            Written::Unknown => (ExprKind::Unknown, Type::Bool),
            Written::Int(value) => (ExprKind::Int(*value), Type::Int),
            Written::Name(name) => return self.name(name, wanted),
            Written::Captureless { checks } => {
                let checks = u32::try_from(checks.value).unwrap_or(u32::MAX);
                (ExprKind::Captureless(Some(checks)), Type::Int)
            }
            Written::Call { name, arguments } => return self.call(name, arguments, span),
            Written::Of { name, of } => self.attribute(name, of)?,
            Written::TargetsAs { ply, nature } => {
                let ply = self.of_type(ply, &[Type::Ply]);
                let nature = self.nature(nature);
                self.needs_cycle(span, "targets");
                (ExprKind::TargetsAs(ply?, nature?), Type::Pieces)
            }
            Written::Is {
                subject,
                negated,
                predicate,
            } => return Some(negate(self.is(subject, predicate, span)?, *negated)),
            Written::Has { subject, nature } => {
                let ply = self.of_type(subject, &[Type::Ply]);
                let nature = self.nature(nature);
                self.needs_cycle(span, "has");
                (ExprKind::HasNature(ply?, nature?), Type::Bool)
            }
            Written::In {
                subject,
                negated,
                set,
            } => return Some(negate(self.within(subject, set, span)?, *negated)),
            Written::Verb {
                subject,
                verb,
                object,
            } => self.verb(subject, *verb, object)?,
            Written::Alone { subject, verb } => {
                let types: &[Type] = match verb {
                    LoneVerb::Checks | LoneVerb::Captures => &[Type::Move],
                    LoneVerb::IsInCheck | LoneVerb::HasMove => &[Type::Side],
                };
                (
                    ExprKind::Lone(*verb, self.of_type(subject, types)?),
                    Type::Bool,
                )
            }
            Written::Fact { subject, fact } => (
                ExprKind::Fact(self.of_type(subject, &[Type::Move])?, *fact),
                Type::Bool,
            ),
            Written::Wins {
                first,
                target,
                search,
                barring,
            } => {
                let first = self.of_type(first, &[Type::Move]);
                let target = match target {
                    Some(target) => Some(self.of_type(target, &[Type::Piece])?),
                    None => None,
                };
                let search =
                    match self.thing(Class::Search, search, &[], &both!("算法", "search"))? {
                        Thing::Search(search) => search,
                        _ => return None,
                    };
                let barring = self.barring(barring)?;
                self.looks_elsewhere(span, "wins … by");
                let kind = ExprKind::Wins {
                    first: first?,
                    target,
                    search,
                    barring,
                };
                (kind, Type::Bool)
            }
            Written::Mates {
                subject,
                within,
                barring,
            } => {
                let subject = self.of_type(subject, &[Type::Side, Type::Move]);
                let within = self.of_type(within, &[Type::Int]);
                let barring = self.barring(barring)?;
                self.looks_elsewhere(span, "mates within");
                let kind = ExprKind::Mates {
                    subject: subject?,
                    within: within?,
                    barring,
                };
                (kind, Type::Bool)
            }
            Written::Not(inner) => (ExprKind::Not(self.condition(inner)?), Type::Bool),
            Written::And(all) => (ExprKind::And(self.conditions(all)?), Type::Bool),
            Written::Or(all) => (ExprKind::Or(self.conditions(all)?), Type::Bool),
            Written::Implies(left, right) => {
                let left = self.condition(left);
                let right = self.condition(right);
                (ExprKind::Implies(left?, right?), Type::Bool)
            }
            Written::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.condition(condition);
                let then = self.infer(then, wanted)?;
                let otherwise = self.of_type(otherwise, &[then.ty])?;
                let ty = then.ty;
                (ExprKind::If(condition?, then, otherwise), ty)
            }
            Written::Compare {
                left,
                operator,
                right,
            } => self.compare(left, *operator, right, span)?,
            Written::Sum { left, minus, right } => {
                let left = self.of_type(left, &[Type::Int]);
                let right = self.of_type(right, &[Type::Int]);
                (ExprKind::Sum(left?, *minus, right?), Type::Int)
            }
            Written::Quantified {
                quantifier,
                binders,
                body,
            } => return self.quantified(*quantifier, binders, body.as_ref(), span),
            Written::Count { binder } => {
                let depth = self.variables.len();
                let (slot, set, filter) = self.binder(binder)?;
                self.variables.truncate(depth);
                (ExprKind::Count { slot, set, filter }, Type::Int)
            }
            Written::At { body, place } => {
                // the place written first is gone to first: `at before without x` takes x off the board before the ply
                let mut places = vec![place];
                let mut body = body;
                while let Written::At { body: inner, place } = &*body.kind {
                    places.push(place);
                    body = inner;
                }
                let mut resolved = Vec::new();
                let mut outside = None;
                for place in places.into_iter().rev() {
                    if let syntax::Place::Under(situation) = place {
                        resolved.extend(self.situation(situation)?);
                        continue;
                    }
                    let (place, leaves) = self.place(place, span)?;
                    if leaves && outside.is_none() {
                        // what follows is asked of the ply that was named
                        outside = Some(self.uses.ply.clone());
                    }
                    resolved.push(place);
                }
                self.looks_elsewhere(span, "another position");
                let mut whole = self.infer(body, wanted)?;
                if let Some(outside) = outside {
                    self.uses.ply = outside;
                }
                let ty = whole.ty;
                let outermost = resolved.remove(0);
                for place in resolved.into_iter().rev() {
                    whole = typed(ExprKind::At(whole, place), ty, span);
                }
                (ExprKind::At(whole, outermost), ty)
            }
        };
        Some(typed(kind, ty, span))
    }

    /// Whether an expression may stand in its context at all.
    pub(super) fn allowed(&mut self, expr: &syntax::Expr) -> bool {
        use syntax::ExprKind as Written;
        let logic = matches!(
            &*expr.kind,
            Written::Bool(_) | Written::Not(_) | Written::And(_) | Written::Or(_)
        );
        let fault = match self.context {
            Context::Law => {
                if matches!(&*expr.kind, Written::Fact { .. }) {
                    Fault::new(
                        "qili::rule::out_of_place",
                        expr.span,
                        both!(
                            "吃子的情形只能在 `不计`（`discount`）里问",
                            "facts about a capture can only be asked in a `discount`"
                        ),
                    )
                    .label(both!(
                        "算法中吃子的情形",
                        "a fact about a capture in a search"
                    ))
                } else {
                    return true;
                }
            }
            Context::Result => {
                let numbers = matches!(
                    &*expr.kind,
                    Written::Int(_)
                        | Written::Name(_)
                        | Written::Compare { .. }
                        | Written::Sum { .. }
                );
                if logic || numbers {
                    return true;
                }
                Fault::new(
                    "qili::rule::out_of_place",
                    expr.span,
                    both!(
                        "得失只能说净得的单位和别的得失",
                        "a result can only speak of net units of material and of other results"
                    ),
                )
                .help(both!(
                    "把单位与数比较，例如 `强子 > 0`",
                    "compare units with numbers, for example `强子 > 0`"
                ))
            }
            Context::Discount => {
                let about = match &*expr.kind {
                    Written::Fact { .. } => true,
                    Written::Is { subject, .. } => {
                        matches!(&*subject.kind, Written::Of { name, .. } if name.text == "piece")
                    }
                    Written::Of { name, of } => {
                        name.text == "piece" && matches!(&*of.kind, Written::Name(_))
                    }
                    Written::Name(name) => self.variable(&name.text).is_some(),
                    _ => false,
                };
                if logic || about {
                    return true;
                }
                Fault::new(
                    "qili::rule::out_of_place",
                    expr.span,
                    both!(
                        "不计只能说吃子一方棋子的种类和吃子的情形",
                        "a discount can only speak of the capturing piece's kind and of facts about the capture"
                    ),
                )
                .help(both!(
                    "写 `c 的 走子 是 车` 之类，或 `c` 吃子的情形，写法见规则语言的说明",
                    "write `piece of c is KIND`, `c checks with another piece`, `c is on a square captured before`, `c retakes`"
                ))
            }
        };
        self.fault(fault);
        false
    }

    pub(super) fn conditions(&mut self, all: &[syntax::Expr]) -> Option<Vec<Expr>> {
        // Report the mistakes of all parts before giving up.
        let typed: Vec<Option<Expr>> = all.iter().map(|one| self.condition(one)).collect();
        typed.into_iter().collect()
    }

    pub(super) fn needs_cycle(&mut self, span: Span, words: &str) {
        let used = self.used(span, words);
        self.uses.cycle.get_or_insert(used);
    }

    pub(super) fn needs_ply(&mut self, span: Span, words: &str) {
        let used = self.used(span, words);
        self.uses.ply.get_or_insert(used);
    }

    pub(super) fn looks_elsewhere(&mut self, span: Span, words: &str) {
        let used = self.used(span, words);
        self.uses.elsewhere.get_or_insert(used);
    }

    pub(super) fn used(&self, span: Span, words: &str) -> Use {
        Use {
            place: self.place,
            span,
            words: words.to_owned(),
            through: None,
        }
    }
}

pub(super) fn typed(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr {
        kind: Box::new(kind),
        ty,
        span,
    }
}

fn negate(expr: Expr, negated: bool) -> Expr {
    if !negated {
        return expr;
    }
    let span = expr.span;
    typed(ExprKind::Not(expr), Type::Bool, span)
}
