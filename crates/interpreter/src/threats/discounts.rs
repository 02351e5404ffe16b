use qili_board::Kind;
use qili_lang::Truth;
use qili_lang::eval::{self, Value, World};
use qili_lang::rules::{Attribute, ClauseId, Definition, ExprKind, Fact, Handle, KindId, Rules};

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
        for (by, bits) in rules.kinds.ids().zip(&mut ignored) {
            for discount in &rules.discounts {
                for index in 0..Facts::COUNT {
                    let facts = Facts::from_index(index);
                    let mut frame = eval::frame(1, [Value::Thing(())]);
                    match (Capture { by, facts }).truth(&discount.when, &(), &mut frame) {
                        Truth::Yes => *bits |= 1 << index,
                        Truth::No => {}
                        Truth::Unknown => {
                            return Err(CompileError::Discount {
                                article: article(rules, discount.clause),
                            });
                        }
                    }
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
}

/// The clause by which a capture does not count, if there is one.
pub(super) fn clause(rules: &Rules, by: Kind, facts: Facts) -> Option<ClauseId> {
    let by = KindId::at(by.index());
    let applies = |when| {
        let mut frame = eval::frame(1, [Value::Thing(())]);
        (Capture { by, facts })
            .truth(when, &(), &mut frame)
            .is_yes()
    };
    let discount = rules
        .discounts
        .iter()
        .find(|discount| applies(&discount.when))?;
    Some(discount.clause)
}

/// What conditions of discounts speak of: the facts of a capture and the kind of piece that makes it.
struct Capture {
    by: KindId,
    facts: Facts,
}

impl<'r> World<'r> for Capture {
    /// The capture, or the piece that makes it: there is but one of each.
    type Thing = ();
    type Scene = ();

    fn definitions(&self) -> &'r [Definition] {
        &[]
    }

    fn atom(&mut self, asked: &ExprKind, _: &[Value<()>], (): &()) -> Value<()> {
        match asked {
            ExprKind::Fact(_, Fact::ChecksWithAnother) => self.facts.checks_with_another.into(),
            ExprKind::Fact(_, Fact::CapturedBefore) => self.facts.captured_before.into(),
            ExprKind::Fact(_, Fact::Retakes) => self.facts.retakes.into(),
            ExprKind::Attribute(Attribute::Piece, _) => Value::Thing(()),
            ExprKind::IsKind(_, kind) => (*kind == self.by).into(),
            _ => Value::Unknown,
        }
    }
}
