//! What patterns and rulings ask of a ply: plies that give the same answers are one to them.

use qili_lang::rules::{DefinitionId, Exception, Expr, ExprKind, NatureId, Place, Rules};
use qili_lang::syntax::Type;

/// The questions that patterns and rulings ask of single plies.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// Whether the ply is, or has, this nature.
    pub(super) natures: Vec<NatureId>,
    /// Whether this definition of one ply holds.
    pub(super) definitions: Vec<DefinitionId>,
    /// What can be said of its targets.
    pub(super) targets: bool,
}

impl Asked {
    /// The questions of an edition.
    pub(super) fn by(rules: &Rules) -> Self {
        let mut asked = Self::default();
        let mut seen = vec![false; rules.definitions.len()];
        for pattern in &rules.patterns {
            asked.all(rules, &pattern.when, &pattern.exceptions, &mut seen);
        }
        for ruling in &rules.rulings {
            asked.all(rules, &ruling.when, &ruling.exceptions, &mut seen);
        }
        asked
    }

    fn all(&mut self, rules: &Rules, when: &Expr, exceptions: &[Exception], seen: &mut [bool]) {
        self.expr(rules, when, seen);
        for exception in exceptions {
            self.expr(rules, &exception.when, seen);
        }
    }

    fn expr(&mut self, rules: &Rules, expr: &Expr, seen: &mut [bool]) {
        match &*expr.kind {
            ExprKind::IsNature(_, id) | ExprKind::HasNature(_, id) => self.natures.push(*id),
            ExprKind::IsQuality(..) => self.targets = true,
            ExprKind::Call(id, _) if !std::mem::replace(&mut seen[id.index()], true) => {
                let definition = &rules.definitions[id.index()];
                if definition.parameters == [Type::Ply] && definition.ty == Type::Bool {
                    self.definitions.push(*id);
                } else {
                    self.all(rules, &definition.body, &definition.exceptions, seen);
                }
            }
            _ => {}
        }
        for part in parts(expr) {
            self.expr(rules, part, seen);
        }
    }
}

/// The expressions directly inside an expression.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match &*expr.kind {
        ExprKind::Attribute(_, one)
        | ExprKind::IsKind(one, _)
        | ExprKind::IsUnit(one, _)
        | ExprKind::IsMaterial(one)
        | ExprKind::HasNature(one, _)
        | ExprKind::IsNature(one, _)
        | ExprKind::IsPattern(one, _)
        | ExprKind::IsQuality(one, _)
        | ExprKind::InZone(one, _)
        | ExprKind::Fact(one, _)
        | ExprKind::Lone(_, one)
        | ExprKind::Not(one) => vec![one],
        ExprKind::Call(_, all) | ExprKind::And(all) | ExprKind::Or(all) => all.iter().collect(),
        ExprKind::InSet(one, other)
        | ExprKind::Verb(_, one, other)
        | ExprKind::Implies(one, other)
        | ExprKind::Compare(_, one, other)
        | ExprKind::Sum(one, _, other) => vec![one, other],
        ExprKind::If(condition, then, otherwise) => vec![condition, then, otherwise],
        ExprKind::Quantified {
            set, filter, body, ..
        } => [set, body].into_iter().chain(filter).collect(),
        ExprKind::Count { set, filter, .. } => std::iter::once(set).chain(filter).collect(),
        ExprKind::At(inner, Place::Ply(ply)) => vec![inner, ply],
        ExprKind::At(inner, _) => vec![inner],
        _ => Vec::new(),
    }
}
