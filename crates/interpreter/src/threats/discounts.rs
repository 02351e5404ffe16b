use qili_board::Kind;
use qili_lang::rules::{Expr, ExprKind, Fact, KindId, Rules};

use super::{CompileError, error::article};

/// What is known of a capture when it is asked whether it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Facts {
    /// It gives check with a piece that does not move.
    pub checks_with_another: bool,
    /// The attacker has captured on that square before, in this line of play.
    pub captured_before: bool,
    /// It takes the piece with which the defender has just captured or given check.
    pub retakes: bool,
}

impl Facts {
    const COUNT: usize = 8;

    const fn index(self) -> usize {
        self.checks_with_another as usize
            | (self.captured_before as usize) << 1
            | (self.retakes as usize) << 2
    }

    const fn from_index(index: usize) -> Self {
        Self {
            checks_with_another: index & 1 != 0,
            captured_before: index & 2 != 0,
            retakes: index & 4 != 0,
        }
    }
}

/// Which captures count, compiled from an edition's `discount` clauses: for each kind of capturing piece the combinations
/// of facts under which they do not.
#[derive(Debug, Clone)]
pub struct Discounts {
    /// For each kind a bit per combination of facts.
    ignored: [u8; Kind::MAX],
}

impl Discounts {
    /// Compiles the clauses.
    ///
    /// # Errors
    /// A clause asks for more than the facts and the kind of the capturing piece.
    pub fn compile(rules: &Rules) -> Result<Self, CompileError> {
        let mut ignored = [0; Kind::MAX];
        for (kind, bits) in ignored.iter_mut().enumerate().take(rules.kinds.len()) {
            for discount in &rules.discounts {
                for index in 0..Facts::COUNT {
                    let facts = Facts::from_index(index);
                    let holds =
                        truth(&discount.when, KindId(kind as u16), facts).ok_or_else(|| {
                            CompileError::Discount {
                                article: article(rules, discount.clause),
                            }
                        })?;
                    *bits |= u8::from(holds) << index;
                }
            }
        }
        Ok(Self { ignored })
    }

    /// Whether a capture by a piece of this kind counts.
    #[inline]
    pub fn counts(&self, kind: Kind, facts: Facts) -> bool {
        self.ignored[kind.index()] >> facts.index() & 1 == 0
    }

    /// Whether captures by this kind count whatever the facts are.
    #[inline]
    pub fn always_counts(&self, kind: Kind) -> bool {
        self.ignored[kind.index()] == 0
    }
}

/// Whether a condition on a capture holds; `None` if it asks for anything but its facts and its piece.
fn truth(expr: &Expr, kind: KindId, facts: Facts) -> Option<bool> {
    match &*expr.kind {
        ExprKind::Bool(value) => Some(*value),
        ExprKind::Fact(_, Fact::ChecksWithAnother) => Some(facts.checks_with_another),
        ExprKind::Fact(_, Fact::CapturedBefore) => Some(facts.captured_before),
        ExprKind::Fact(_, Fact::Retakes) => Some(facts.retakes),
        ExprKind::IsKind(_, of) => Some(*of == kind),
        ExprKind::Not(inner) => truth(inner, kind, facts).map(|value| !value),
        ExprKind::And(parts) => parts
            .iter()
            .try_fold(true, |all, part| Some(truth(part, kind, facts)? && all)),
        ExprKind::Or(parts) => parts
            .iter()
            .try_fold(false, |any, part| Some(truth(part, kind, facts)? || any)),
        ExprKind::Implies(if_, then) => {
            Some(!truth(if_, kind, facts)? || truth(then, kind, facts)?)
        }
        _ => None,
    }
}
