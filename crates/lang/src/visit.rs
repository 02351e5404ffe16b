//! Walking over expressions.
//!
//! ```
//! use qili_lang::{syntax::{Effect, ExprKind}, visit::walk};
//!
//! let file = qili_lang::parse::parse("r", r#"clause 1 "" { ruling for s when s is 长将 and not other s is 长将 then s loses }"#)?;
//! let Some(Effect::Ruling { when, .. }) = &file.clauses[0].effect else { unreachable!() };
//! let mut patterns = 0;
//! walk(when, &mut |expr| patterns += usize::from(matches!(&*expr.kind, ExprKind::Is { .. })));
//! assert_eq!(patterns, 2);
//! # Ok::<(), qili_lang::parse::ParseError>(())
//! ```

use crate::syntax::{Effect, Ending, Expr, ExprKind, Place};

/// Calls `visit` for an expression and everything inside it, the whole before its parts.
pub fn walk<'e>(expr: &'e Expr, visit: &mut impl FnMut(&'e Expr)) {
    visit(expr);
    for part in parts(expr) {
        walk(part, visit);
    }
}

/// The expressions directly inside an expression, in the order written.
#[must_use]
pub fn parts(expr: &Expr) -> Vec<&Expr> {
    match &*expr.kind {
        ExprKind::Bool(_)
        | ExprKind::Unknown
        | ExprKind::Int(_)
        | ExprKind::Name(_)
        | ExprKind::Captureless { .. } => Vec::new(),
        ExprKind::Call { arguments, .. } => arguments.iter().collect(),
        ExprKind::Of { of, .. } => vec![of],
        ExprKind::TargetsAs { ply, .. } => vec![ply],
        ExprKind::Is { subject, .. }
        | ExprKind::Alone { subject, .. }
        | ExprKind::Has { subject, .. }
        | ExprKind::Fact { subject, .. } => vec![subject],
        ExprKind::In { subject, set, .. } => vec![subject, set],
        ExprKind::Verb {
            subject, object, ..
        } => vec![subject, object],
        ExprKind::Wins { first, target, .. } => std::iter::once(first).chain(target).collect(),
        ExprKind::Mates {
            subject, within, ..
        } => vec![subject, within],
        ExprKind::Not(inner) => vec![inner],
        ExprKind::And(all) | ExprKind::Or(all) => all.iter().collect(),
        ExprKind::Implies(left, right)
        | ExprKind::Compare { left, right, .. }
        | ExprKind::Sum { left, right, .. } => {
            vec![left, right]
        }
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => vec![condition, then, otherwise],
        ExprKind::Quantified { binders, body, .. } => binders
            .iter()
            .flat_map(|binder| std::iter::once(&binder.set).chain(&binder.filter))
            .chain(body)
            .collect(),
        ExprKind::Count { binder } => std::iter::once(&binder.set).chain(&binder.filter).collect(),
        ExprKind::At { body, place } => std::iter::once(body).chain(place_parts(place)).collect(),
    }
}

/// The expressions of a place.
pub(crate) fn place_parts(place: &Place) -> Vec<&Expr> {
    match place {
        Place::Played(inner) | Place::Without(inner) | Place::Ply(inner) => vec![inner],
        Place::Taken { by, what } => vec![by, what],
        Place::Before
        | Place::After
        | Place::Reply
        | Place::Earlier
        | Place::Passing
        | Place::WaivingChecks
        | Place::AsIfUnchecked
        | Place::CountingEveryCapture
        | Place::BarringNothing
        | Place::Under(_) => Vec::new(),
    }
}

/// The expressions of an effect, in the order written.
#[must_use]
pub fn expressions(effect: &Effect) -> Vec<&Expr> {
    match effect {
        Effect::Ending(Ending::OnBoard { when, .. })
        | Effect::Result { when, .. }
        | Effect::Discount { when, .. }
        | Effect::Exception { when, .. }
        | Effect::Quality { when, .. }
        | Effect::Pattern { when, .. }
        | Effect::Ruling { when, .. } => vec![when],
        Effect::Define { body, .. } => vec![body],
        Effect::Situation { places, .. } => places.iter().flat_map(place_parts).collect(),
        Effect::Nature(nature) => nature
            .targets
            .iter()
            .flat_map(|targets| [&targets.of, &targets.filter])
            .chain(&nature.when)
            .collect(),
        Effect::Board { .. }
        | Effect::Zone { .. }
        | Effect::Piece(_)
        | Effect::Facing { .. }
        | Effect::Ending(Ending::OnEvent { .. })
        | Effect::Unit { .. }
        | Effect::Worth { .. }
        | Effect::Search(_)
        | Effect::Severity { .. } => Vec::new(),
    }
}
