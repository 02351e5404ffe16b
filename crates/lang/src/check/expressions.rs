//! Typing expressions.

use super::error::Fault;
use super::names::{Class, taken, unknown_attribute, vocabulary};
use super::values::{any_of, attribute, described, element};
use super::{Checker, Thing};
use crate::keywords::WORDS;
use crate::rules::{DefinitionId, Expr, ExprKind, Place, SideWord, Slot};
use crate::syntax::{self, Binder, Comparison, LoneVerb, Name, Quantifier, Span, Type, Verb};

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
}

/// Where something is used, and in which words.
#[derive(Debug, Clone)]
pub(super) struct Use {
    pub(super) span: Span,
    pub(super) words: String,
}

/// An expression in the making: variables and their slots.
pub(super) struct Typing<'k, 'c> {
    pub(super) checker: &'k mut Checker<'c>,
    /// The clause to which mistakes are charged.
    pub(super) place: usize,
    context: Context,
    variables: Vec<(String, Slot, Type)>,
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
            let message = format!("`{}` is already a variable here", name.text);
            let fault = Fault::new("qili::rule::duplicate_name", name.span, message);
            self.fault(fault.help("use another letter"));
        } else if let Some(place) = self.checker.directory.find(Class::Word, &name.text) {
            let article = &self.checker.clauses[place].1.article.text;
            let message = format!(
                "the variable `{}` has the name of something that clause {article} declares",
                name.text
            );
            let fault = Fault::new("qili::rule::duplicate_name", name.span, message);
            self.fault(fault.help("use another letter"));
        }
        self.variables.push((name.text.clone(), slot, ty));
    }

    /// Forgets all variables, not their slots.
    pub(super) fn forget(&mut self) {
        self.variables.clear();
    }

    fn variable(&self, name: &str) -> Option<(Slot, Type)> {
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
        let message = format!("expected {}, found {}", any_of(types), described(typed.ty));
        let mut fault = Fault::new("qili::rule::type", expr.span, message)
            .label(format!("this is {}", described(typed.ty)));
        if types == [Type::Bool] && element(typed.ty).is_some() {
            fault = fault.help("ask about its members: `some x in … where …`");
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
            Written::Call { name, arguments } => return self.call(name, arguments, span),
            Written::Of { name, of } => self.attribute(name, of)?,
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
                let search = match self.thing(Class::Search, search, &[], "search")? {
                    Thing::Search(search) => search,
                    _ => return None,
                };
                let barring = self.barring(barring)?;
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
                let mut leaves = false;
                for place in places {
                    let (place, ply) = self.place(place, span)?;
                    resolved.push(place);
                    leaves |= ply;
                }
                let before = self.uses.ply.clone();
                let mut whole = self.infer(body, wanted)?;
                if leaves {
                    self.uses.ply = before;
                }
                let ty = whole.ty;
                let outermost = resolved.pop()?;
                for place in resolved {
                    whole = typed(ExprKind::At(whole, place), ty, span);
                }
                (ExprKind::At(whole, outermost), ty)
            }
        };
        Some(typed(kind, ty, span))
    }

    /// Whether an expression may stand in its context at all.
    fn allowed(&mut self, expr: &syntax::Expr) -> bool {
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
                        "facts about a capture can only be asked in a `discount`",
                    )
                    .label("a fact about a capture in a search")
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
                    "a result can only speak of net units of material and of other results",
                )
                .help("compare units with numbers, for example `强子 > 0`")
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
                    "a discount can only speak of the capturing piece's kind and of facts about the capture",
                )
                .help(
                    "write `piece of c is KIND`, `c checks with another piece`, `c is on a square captured before`, `c retakes`",
                )
            }
        };
        self.fault(fault);
        false
    }

    fn conditions(&mut self, all: &[syntax::Expr]) -> Option<Vec<Expr>> {
        // Report the mistakes of all parts before giving up.
        let typed: Vec<Option<Expr>> = all.iter().map(|one| self.condition(one)).collect();
        typed.into_iter().collect()
    }

    fn needs_cycle(&mut self, span: Span, words: &str) {
        let words = words.to_owned();
        self.uses.cycle.get_or_insert(Use { span, words });
    }

    fn needs_ply(&mut self, span: Span, words: &str) {
        let words = words.to_owned();
        self.uses.ply.get_or_insert(Use { span, words });
    }

    // --- names

    /// What a name stands for within a class; reports if it is nothing.
    fn thing(
        &mut self,
        class: Class,
        name: &Name,
        words: &[crate::keywords::Word],
        what: &str,
    ) -> Option<Thing> {
        match self.checker.directory.find(class, &name.text) {
            Some(place) => self.checker.things[place],
            None => {
                let fault = self.checker.directory.unknown(&[class], words, what, name);
                self.fault(fault);
                None
            }
        }
    }

    fn nature(&mut self, name: &Name) -> Option<crate::rules::NatureId> {
        match self.thing(Class::Nature, name, &[], "nature")? {
            Thing::Nature(nature) => Some(nature),
            _ => None,
        }
    }

    /// A name by itself.
    fn name(&mut self, name: &Name, wanted: Option<Type>) -> Option<Expr> {
        let span = name.span;
        if let Some((slot, ty)) = self.variable(&name.text) {
            return Some(typed(ExprKind::Variable(slot), ty, span));
        }
        if self.context == Context::Result {
            return self.net(name);
        }
        if let Some((kind, ty, at_hand)) = word(&name.text) {
            if at_hand {
                self.needs_ply(span, &name.text);
            }
            return Some(typed(kind, ty, span));
        }
        let find = |class| {
            let place = self.checker.directory.find(class, &name.text)?;
            self.checker.things[place]
        };
        let nature = find(Class::Nature);
        if let (Some(Thing::Nature(nature)), true) = (nature, wanted == Some(Type::Nature)) {
            return Some(typed(ExprKind::NatureConst(nature), Type::Nature, span));
        }
        match find(Class::Word).or(nature) {
            Some(Thing::Kind(kind)) => Some(typed(ExprKind::KindConst(kind), Type::Kind, span)),
            Some(Thing::Nature(nature)) => {
                Some(typed(ExprKind::NatureConst(nature), Type::Nature, span))
            }
            Some(Thing::Definition(_)) => self.call(name, &[], span),
            Some(Thing::Unit(_)) => {
                let fault = Fault::new(
                    "qili::rule::out_of_place",
                    span,
                    format!(
                        "net amounts such as `{}` are only known in a `result`",
                        name.text
                    ),
                )
                .label("a unit of material")
                .help(format!(
                    "to ask whether a piece is worth any, write `x is {}`",
                    name.text
                ));
                self.fault(fault);
                None
            }
            Some(_) => {
                let fault = Fault::new(
                    "qili::rule::type",
                    span,
                    format!(
                        "`{}` is said of something and has no value of its own",
                        name.text
                    ),
                )
                .help(format!("write `x is {}`", name.text));
                self.fault(fault);
                None
            }
            None => {
                let fault = self.unknown_value(name);
                self.fault(fault);
                None
            }
        }
    }

    fn unknown_value(&self, name: &Name) -> Fault {
        let fault = Fault::new(
            "qili::rule::unknown_name",
            name.span,
            format!("nothing is called `{}`", name.text),
        )
        .label("not known here");
        let variables = self.variables.iter().map(|(name, _, _)| name.as_str());
        if let Some(near) = crate::suggest::nearest(&name.text, variables) {
            return fault.help(format!("did you mean the variable `{near}`?"));
        }
        let classes = [Class::Word, Class::Nature];
        match self.checker.directory.suggestion(&classes, WORDS, &name.text) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help("variables are introduced by `some`, `every`, `no`, `count`, `for` or as parameters"),
        }
    }

    /// A name in the condition of a result: a unit or another result.
    fn net(&mut self, name: &Name) -> Option<Expr> {
        let span = name.span;
        let find = |class| {
            let place = self.checker.directory.find(class, &name.text)?;
            self.checker.things[place]
        };
        if let Some(Thing::Unit(unit)) = find(Class::Word) {
            return Some(typed(ExprKind::Net(unit), Type::Int, span));
        }
        match find(Class::Result) {
            Some(Thing::Result(result)) => self.checker.result_condition(result),
            _ => {
                let fault = self.checker.directory.unknown(
                    &[Class::Result, Class::Word],
                    &[],
                    "unit or result",
                    name,
                );
                self.fault(fault);
                None
            }
        }
    }

    // --- things said of other things

    fn call(&mut self, name: &Name, arguments: &[syntax::Expr], span: Span) -> Option<Expr> {
        let Thing::Definition(id) = self.thing(Class::Word, name, &[], "definition")? else {
            let message = format!("`{}` is not defined with parameters", name.text);
            self.fault(
                Fault::new("qili::rule::type", name.span, message)
                    .help("only what a `define` clause names can be called"),
            );
            return None;
        };
        let signature = self.checker.signatures.get(id.index())?.clone()?;
        if arguments.len() != signature.parameters.len() {
            let asked: Vec<&str> = signature
                .parameters
                .iter()
                .map(|ty| described(*ty))
                .collect();
            let message = format!(
                "`{}` asks for {} values, not {}",
                name.text,
                asked.len(),
                arguments.len()
            );
            self.fault(
                Fault::new("qili::rule::arity", span, message)
                    .help(format!("it is defined for {}", listed(&asked))),
            );
            return None;
        }
        let arguments: Vec<Option<Expr>> = arguments
            .iter()
            .zip(&signature.parameters)
            .map(|(argument, ty)| self.of_type(argument, &[*ty]))
            .collect();
        let arguments = arguments.into_iter().collect::<Option<Vec<Expr>>>()?;
        self.inherit(&signature.uses, &name.text, span);
        Some(typed(ExprKind::Call(id, arguments), signature.ty, span))
    }

    /// A call needs what the called definition needs.
    fn inherit(&mut self, uses: &Uses, name: &str, span: Span) {
        let inherited = |inner: &Option<Use>| {
            inner.as_ref().map(|inner| Use {
                span,
                words: format!(
                    "{name}` (by `{}",
                    inner.words.rsplit("(by `").next().unwrap_or_default()
                ),
            })
        };
        for (own, inner) in [
            (&mut self.uses.cycle, &uses.cycle),
            (&mut self.uses.quality, &uses.quality),
            (&mut self.uses.ply, &uses.ply),
        ] {
            if own.is_none() {
                *own = inherited(inner);
            }
        }
    }

    fn is(&mut self, subject: &syntax::Expr, predicate: &Name, span: Span) -> Option<Expr> {
        let subject = self.infer(subject, None)?;
        let condition = |kind| Some(typed(kind, Type::Bool, span));
        if let Some((slot, ty)) = self.variable(&predicate.text) {
            let other = typed(ExprKind::Variable(slot), ty, predicate.span);
            return self.equal(subject, other, span);
        }
        if predicate.text == "material" {
            if subject.ty == Type::Piece {
                return condition(ExprKind::IsMaterial(subject));
            }
        } else if let Some((kind, ty, at_hand)) = word(&predicate.text) {
            if at_hand {
                self.needs_ply(predicate.span, &predicate.text);
            }
            return self.equal(subject, typed(kind, ty, predicate.span), span);
        }
        let classes: &[Class] = match subject.ty {
            Type::Ply | Type::Nature => &[Class::Nature, Class::Word],
            Type::Side => &[Class::Pattern, Class::Word],
            _ => &[Class::Word],
        };
        let found = classes.iter().find_map(|class| {
            let place = self.checker.directory.find(*class, &predicate.text)?;
            self.checker.things[place]
        });
        match (found, subject.ty) {
            (Some(Thing::Nature(nature)), Type::Ply) => {
                self.needs_cycle(span, &predicate.text);
                condition(ExprKind::IsNature(subject, nature))
            }
            (Some(Thing::Nature(nature)), Type::Nature) => {
                let other = typed(ExprKind::NatureConst(nature), Type::Nature, predicate.span);
                condition(ExprKind::Compare(Comparison::Equal, subject, other))
            }
            (Some(Thing::Pattern(pattern)), Type::Side) => {
                self.needs_cycle(span, &predicate.text);
                condition(ExprKind::IsPattern(subject, pattern))
            }
            (Some(Thing::Kind(kind)), Type::Piece) => condition(ExprKind::IsKind(subject, kind)),
            (Some(Thing::Kind(kind)), Type::Kind) => {
                let other = typed(ExprKind::KindConst(kind), Type::Kind, predicate.span);
                condition(ExprKind::Compare(Comparison::Equal, subject, other))
            }
            (Some(Thing::Unit(unit)), Type::Piece) if self.context == Context::Law => {
                condition(ExprKind::IsUnit(subject, unit))
            }
            (Some(Thing::Quality(quality)), Type::Piece) if self.context == Context::Law => {
                let words = predicate.text.clone();
                self.uses.quality.get_or_insert(Use { span, words });
                self.needs_ply(span, &predicate.text);
                condition(ExprKind::IsQuality(subject, quality))
            }
            (Some(Thing::Definition(id)), _) if self.context == Context::Law => {
                let signature = self.checker.signatures.get(id.index())?.clone()?;
                self.said_of(subject, predicate, id, &signature, span)
            }
            (Some(_), ty) => {
                let message = format!("`{}` cannot be said of {}", predicate.text, described(ty));
                let fault = Fault::new("qili::rule::type", predicate.span, message);
                self.fault(match self.context {
                    Context::Discount => {
                        fault.help("a discount can only ask for the kind of the capturing piece")
                    }
                    _ => fault,
                });
                None
            }
            (None, ty) => {
                let elsewhere = [Class::Nature, Class::Pattern, Class::Word]
                    .into_iter()
                    .any(|class| {
                        self.checker
                            .directory
                            .find(class, &predicate.text)
                            .is_some()
                    });
                let fault = if elsewhere || predicate.text == "material" {
                    let message =
                        format!("`{}` cannot be said of {}", predicate.text, described(ty));
                    Fault::new("qili::rule::type", predicate.span, message)
                        .label(format!("the subject is {}", described(ty)))
                } else {
                    self.checker
                        .directory
                        .unknown(classes, WORDS, "word", predicate)
                };
                self.fault(fault);
                None
            }
        }
    }

    /// `x is NAME` for a definition of one parameter.
    fn said_of(
        &mut self,
        subject: Expr,
        predicate: &Name,
        id: DefinitionId,
        signature: &super::Signature,
        span: Span,
    ) -> Option<Expr> {
        let fault = match signature.parameters.as_slice() {
            _ if signature.ty != Type::Bool => {
                let message = format!(
                    "`{}` is {}, not a condition",
                    predicate.text,
                    described(signature.ty)
                );
                Fault::new("qili::rule::type", predicate.span, message)
            }
            [ty] if *ty == subject.ty => {
                self.inherit(&signature.uses, &predicate.text, span);
                return Some(typed(ExprKind::Call(id, vec![subject]), Type::Bool, span));
            }
            [ty] => {
                let message = format!(
                    "`{}` can be said of {}, not of {}",
                    predicate.text,
                    described(*ty),
                    described(subject.ty)
                );
                Fault::new("qili::rule::type", predicate.span, message)
            }
            more => {
                let message = format!("`{}` has {} parameters", predicate.text, more.len());
                Fault::new("qili::rule::arity", predicate.span, message).help(format!(
                    "only what has one parameter can be said with `is`; write `{}(…)`",
                    predicate.text
                ))
            }
        };
        self.fault(fault);
        None
    }

    fn within(&mut self, subject: &syntax::Expr, set: &syntax::Expr, span: Span) -> Option<Expr> {
        if let syntax::ExprKind::Name(name) = &*set.kind
            && self.variable(&name.text).is_none()
            && let Some(place) = self.checker.directory.find(Class::Zone, &name.text)
        {
            let subject = self.of_type(subject, &[Type::Piece])?;
            return match self.checker.things[place] {
                Some(Thing::Zone(zone)) => {
                    Some(typed(ExprKind::InZone(subject, zone), Type::Bool, span))
                }
                _ => None,
            };
        }
        let subject = self.infer(subject, None)?;
        let set = self.set(set)?;
        if element(set.ty) != Some(subject.ty) {
            let message = format!(
                "{} is never in {}",
                described(subject.ty),
                described(set.ty)
            );
            self.fault(Fault::new("qili::rule::type", span, message));
            return None;
        }
        Some(typed(ExprKind::InSet(subject, set), Type::Bool, span))
    }

    /// A set; a name that is none may have been meant as a zone.
    fn set(&mut self, set: &syntax::Expr) -> Option<Expr> {
        if let syntax::ExprKind::Name(name) = &*set.kind
            && self.variable(&name.text).is_none()
            && word(&name.text).is_none()
            && self
                .checker
                .directory
                .find(Class::Word, &name.text)
                .is_none()
        {
            let fault = self
                .checker
                .directory
                .unknown(&[Class::Zone], WORDS, "zone or set", name);
            self.fault(fault);
            return None;
        }
        self.of_type(set, &[Type::Pieces, Type::Moves, Type::Plies])
    }

    fn attribute(&mut self, name: &Name, of: &syntax::Expr) -> Option<(ExprKind, Type)> {
        let Some((attribute, types, ty)) = attribute(&name.text) else {
            self.fault(unknown_attribute(name, name.span));
            return None;
        };
        let of = self.infer(of, types.first().copied())?;
        if !types.contains(&of.ty) {
            let message = format!(
                "`{}` can be asked of {}, not of {}",
                name.text,
                any_of(types),
                described(of.ty)
            );
            self.fault(
                Fault::new("qili::rule::type", of.span, message)
                    .label(format!("this is {}", described(of.ty))),
            );
            return None;
        }
        if matches!(
            attribute,
            crate::rules::Attribute::Plies | crate::rules::Attribute::Targets
        ) {
            self.needs_cycle(name.span, &name.text);
        }
        Some((ExprKind::Attribute(attribute, of), ty))
    }

    fn verb(
        &mut self,
        subject: &syntax::Expr,
        verb: Verb,
        object: &syntax::Expr,
    ) -> Option<(ExprKind, Type)> {
        let subjects: &[Type] = match verb {
            Verb::Takes => &[Type::Piece, Type::Move],
            Verb::Attacks | Verb::Protects | Verb::DearerThan => &[Type::Piece],
        };
        let subject = self.of_type(subject, subjects);
        let object = self.of_type(object, &[Type::Piece]);
        Some((ExprKind::Verb(verb, subject?, object?), Type::Bool))
    }

    fn barring(&mut self, names: &[Name]) -> Option<Vec<DefinitionId>> {
        let mut barred = Vec::new();
        for name in names {
            let Thing::Definition(id) = self.thing(Class::Word, name, &[], "definition")? else {
                let message = format!("`{}` cannot be barred", name.text);
                let fault = Fault::new("qili::rule::type", name.span, message);
                self.fault(fault.help("name a definition of one piece or of two pieces"));
                return None;
            };
            let signature = self.checker.signatures.get(id.index())?.clone()?;
            let pieces = signature.parameters.iter().all(|ty| *ty == Type::Piece);
            if signature.ty != Type::Bool
                || !pieces
                || !(1..=2).contains(&signature.parameters.len())
            {
                let message = format!("`{}` does not tell which captures are barred", name.text);
                let fault = Fault::new("qili::rule::type", name.span, message);
                self.fault(fault.help("name a condition on one piece (its captures) or on two pieces (captures of the second by the first)"));
                return None;
            }
            self.inherit(&signature.uses, &name.text, name.span);
            barred.push(id);
        }
        Some(barred)
    }

    // --- comparisons, quantifiers, places

    fn compare(
        &mut self,
        left: &syntax::Expr,
        operator: Comparison,
        right: &syntax::Expr,
        span: Span,
    ) -> Option<(ExprKind, Type)> {
        let written = left;
        let left = self.infer(left, None)?;
        let right = self.infer(right, Some(left.ty))?;
        let ordered = !matches!(operator, Comparison::Equal | Comparison::NotEqual);
        if left.ty != right.ty {
            let message = format!(
                "{} cannot be compared with {}",
                described(left.ty),
                described(right.ty)
            );
            let fault = Fault::new("qili::rule::type", span, message);
            self.fault(match (left.ty, right.ty) {
                _ if left.ty == Type::Bool && right.ty == Type::Int => {
                    fault.help("if a `count … where …` is compared, put it in brackets: `(count x in … where …) = 1`")
                }
                (set, Type::Int) if element(set).is_some() => fault.help("write `number of …`"),
                (Type::Piece, Type::Kind) => fault.help("write `x is KIND` or `kind of x`"),
                _ => fault,
            });
            return None;
        }
        if ordered && left.ty != Type::Int {
            let message = format!(
                "{} has no order: only numbers are more or less",
                described(left.ty)
            );
            let fault = Fault::new("qili::rule::type", written.span, message);
            self.fault(match left.ty {
                Type::Piece => fault.help("to compare worth, write `x dearer than y`"),
                _ => fault,
            });
            return None;
        }
        Some((ExprKind::Compare(operator, left, right), Type::Bool))
    }

    /// `x is y` for two things of one type.
    fn equal(&mut self, subject: Expr, other: Expr, span: Span) -> Option<Expr> {
        if subject.ty != other.ty {
            let message = format!(
                "{} cannot be {}",
                described(subject.ty),
                described(other.ty)
            );
            self.fault(Fault::new("qili::rule::type", span, message));
            return None;
        }
        Some(typed(
            ExprKind::Compare(Comparison::Equal, subject, other),
            Type::Bool,
            span,
        ))
    }

    fn binder(&mut self, binder: &Binder) -> Option<(Slot, Expr, Option<Expr>)> {
        let set = self.set(&binder.set);
        let ty = set.as_ref().and_then(|set| element(set.ty));
        let Some((set, ty)) = set.zip(ty) else {
            return None; // the variable's type is not known: what follows would only repeat the mistake
        };
        let slot = self.bind(&binder.name, ty);
        let filter = match &binder.filter {
            Some(filter) => Some(self.condition(filter)?),
            None => None,
        };
        Some((slot, set, filter))
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        binders: &[Binder],
        body: Option<&syntax::Expr>,
        span: Span,
    ) -> Option<Expr> {
        let depth = self.variables.len();
        let result = self.quantified_inside(quantifier, binders, body, span);
        self.variables.truncate(depth);
        result
    }

    fn quantified_inside(
        &mut self,
        quantifier: Quantifier,
        binders: &[Binder],
        body: Option<&syntax::Expr>,
        span: Span,
    ) -> Option<Expr> {
        let mut bound = Vec::new();
        for binder in binders {
            bound.push(self.binder(binder)?);
        }
        let mut inner = match body {
            Some(body) => self.condition(body)?,
            None => typed(ExprKind::Bool(true), Type::Bool, span),
        };
        // `no x, y` means: no x for which there is some y.
        let within = match quantifier {
            Quantifier::No => Quantifier::Some,
            other => other,
        };
        for (index, (slot, set, filter)) in bound.into_iter().enumerate().rev() {
            let kind = ExprKind::Quantified {
                quantifier: if index == 0 { quantifier } else { within },
                slot,
                set,
                filter,
                body: inner,
            };
            inner = typed(kind, Type::Bool, span);
        }
        Some(inner)
    }

    /// A place, and whether it gives a ply.
    fn place(&mut self, place: &syntax::Place, span: Span) -> Option<(Place, bool)> {
        use syntax::Place as Written;
        let at_hand = match place {
            Written::Before => "at before",
            Written::After => "at after",
            Written::Reply => "at reply",
            Written::Earlier => "at earlier",
            _ => "",
        };
        if !at_hand.is_empty() {
            self.needs_ply(span, at_hand);
        }
        Some(match place {
            Written::Before => (Place::Before, false),
            Written::After => (Place::After, false),
            Written::Reply => (Place::Reply, false),
            Written::Earlier => (Place::Earlier, false),
            Written::Passing => (Place::Passing, false),
            Written::WaivingChecks => (Place::WaivingChecks, false),
            Written::CountingEveryCapture => (Place::CountingEveryCapture, false),
            Written::BarringNothing => (Place::BarringNothing, false),
            Written::Played(by) => (Place::Played(self.of_type(by, &[Type::Move])?), false),
            Written::Taken { by, what } => {
                let by = self.of_type(by, &[Type::Piece]);
                let what = self.of_type(what, &[Type::Piece]);
                (Place::Taken(by?, what?), false)
            }
            Written::Without(piece) => {
                (Place::Without(self.of_type(piece, &[Type::Piece])?), false)
            }
            Written::Ply(ply) => (Place::Ply(self.of_type(ply, &[Type::Ply])?), true),
        })
    }
}

/// A word of the vocabulary: its value, its type, and whether it speaks of the ply at hand.
fn word(text: &str) -> Option<(ExprKind, Type, bool)> {
    Some(match text {
        "mover" => (ExprKind::Side(SideWord::Mover), Type::Side, true),
        "opponent" => (ExprKind::Side(SideWord::Opponent), Type::Side, true),
        "turn" => (ExprKind::Side(SideWord::Turn), Type::Side, false),
        "moved" => (ExprKind::Moved, Type::Piece, true),
        "last-moved" => (ExprKind::LastMoved, Type::Piece, true),
        "played" => (ExprKind::Played, Type::Move, true),
        "initiatives" => (ExprKind::Initiatives, Type::Moves, false),
        "moves" => (ExprKind::Moves, Type::Moves, false),
        "captureless" => (ExprKind::Captureless, Type::Int, false),
        _ => return None,
    })
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

fn listed(words: &[&str]) -> String {
    if words.is_empty() {
        "no values".to_owned()
    } else {
        words.join(", ")
    }
}
