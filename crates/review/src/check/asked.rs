//! What patterns and rulings ask of a ply: plies that give the same answers are one to them.

use qili_lang::rules::{DefinitionId, Exception, Expr, ExprKind, NatureId, Rules};
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
            ExprKind::IsNature(_, id) | ExprKind::HasNature(_, id) | ExprKind::TargetsAs(_, id) => {
                self.natures.push(*id)
            }
            ExprKind::IsQuality(..) => self.targets = true,
            ExprKind::Call(id, _) if !std::mem::replace(&mut seen[id.index()], true) => {
                let definition = &rules.definitions[*id];
                if definition.parameters == [Type::Ply] && definition.ty == Type::Bool {
                    self.definitions.push(*id);
                } else {
                    self.all(rules, &definition.body, &definition.exceptions, seen);
                }
            }
            _ => {}
        }
        for part in expr.kind.parts() {
            self.expr(rules, part, seen);
        }
    }
}
