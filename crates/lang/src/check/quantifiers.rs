//! Comparisons, quantifiers and places.

use super::error::Fault;
use super::expressions::{Typing, typed};
use super::values::{described, element};
use crate::rules::{Expr, ExprKind, Place, Slot};
use crate::syntax::{self, Binder, Comparison, Quantifier, Span, Type};
use qili_words::both;

impl Typing<'_, '_> {
    pub(super) fn compare(
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
            let message = both!(
                "{}不能与{}比较",
                "{} cannot be compared with {}"; described(left.ty), described(right.ty)
            );
            let fault = Fault::new("qili::rule::type", span, message);
            self.fault(match (left.ty, right.ty) {
                _ if left.ty == Type::Bool && right.ty == Type::Int => {
                    fault.help(both!(
                        "要比较 `计数 … 其中 …`，把它放进括号：`(计数 x 于 … 其中 …) = 1`",
                        "if a `count … where …` is compared, put it in brackets: `(count x in … where …) = 1`"
                    ))
                }
                (set, Type::Int) if element(set).is_some() => fault.help(both!("写作 `… 的 数`", "write `number of …`")),
                (Type::Piece, Type::Kind) => fault.help(both!(
                    "写作 `x 是 车` 之类，或 `x 的 兵种`",
                    "write `x is KIND` or `kind of x`"
                )),
                _ => fault,
            });
            return None;
        }
        if ordered && left.ty != Type::Int {
            let message = both!(
                "{}没有大小：只有数才有大小",
                "{} has no order: only numbers are more or less"; described(left.ty)
            );
            let fault = Fault::new("qili::rule::type", written.span, message);
            self.fault(match left.ty {
                Type::Piece => fault.help(both!(
                    "要比较价值，写 `x 贵于 y`",
                    "to compare worth, write `x dearer than y`"
                )),
                _ => fault,
            });
            return None;
        }
        Some((ExprKind::Compare(operator, left, right), Type::Bool))
    }

    /// `x is y` for two things of one type.
    pub(super) fn equal(&mut self, subject: Expr, other: Expr, span: Span) -> Option<Expr> {
        if subject.ty != other.ty {
            let message = both!(
                "{}不会是{}",
                "{} cannot be {}"; described(subject.ty), described(other.ty)
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

    pub(super) fn binder(&mut self, binder: &Binder) -> Option<(Slot, Expr, Option<Expr>)> {
        let set = self.set(&binder.set);
        let ty = set.as_ref().and_then(|set| element(set.ty));
        let Some((set, ty)) = set.zip(ty) else {
            return None; // the variable's type is not known: what follows would only repeat the mistake
        };
        let slot = self.bind(&binder.name, ty);
        if ty == Type::Piece && !gives_targets(&set) {
            self.plain.push(slot);
        }
        let filter = match &binder.filter {
            Some(filter) => Some(self.condition(filter)?),
            None => None,
        };
        Some((slot, set, filter))
    }

    pub(super) fn quantified(
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

    pub(super) fn quantified_inside(
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
    pub(super) fn place(&mut self, place: &syntax::Place, span: Span) -> Option<(Place, bool)> {
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
            Written::AsIfUnchecked => (Place::AsIfUnchecked, false),
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
            // What an expression is asked under is resolved before, and a situation is not made of others.
            Written::Under(_) => return None,
        })
    }
}

/// Whether a set is that of a ply's targets, or a part of the cycle that may be.
fn gives_targets(set: &Expr) -> bool {
    match &*set.kind {
        ExprKind::At(body, _) => gives_targets(body),
        ExprKind::Attribute(attribute, _) => *attribute == crate::rules::Attribute::Targets,
        ExprKind::If(_, then, otherwise) => gives_targets(then) && gives_targets(otherwise),
        ExprKind::TargetsAs(..) | ExprKind::Variable(_) | ExprKind::Call(..) => true,
        _ => false,
    }
}
