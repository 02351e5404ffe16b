//! How a game ends on the board, or by an event beside it: an edition's `ending` clauses.

use qili_board::{Position, Side};
use qili_edition::outcome::Outcome;
use qili_lang::rules::{Attribute, Cause, ClauseId, Expr, ExprKind, SideWord};
use qili_lang::syntax::{Comparison, LoneVerb};

use crate::engine::Engine;
use crate::judge::outcome;
use crate::truth::Truth;

/// An ending that applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// What it means.
    pub outcome: Outcome,
    /// The clause.
    pub clause: ClauseId,
}

/// What the conditions of endings can speak of.
struct Board<'a> {
    engine: &'a Engine,
    position: &'a Position,
    side: Side,
    captureless: u32,
}

/// The first ending on the board that applies to a position, after `captureless` full moves by each side without a
/// capture.
#[must_use]
pub fn on_board(engine: &Engine, position: &Position, captureless: u32) -> Option<Ended> {
    engine.rules().endings.iter().find_map(|ending| {
        let Cause::Board(when) = &ending.cause else {
            return None;
        };
        let side = position.turn();
        let board = Board {
            engine,
            position,
            side,
            captureless,
        };
        board.truth(when).is_yes().then(|| Ended {
            outcome: outcome(ending.then, side),
            clause: ending.clause,
        })
    })
}

/// What an event beside the board means, when it befalls `side`: `resignation`, `agreement`, …, by the edition's names.
#[must_use]
pub fn on_event(engine: &Engine, event: &str, side: Side) -> Option<Ended> {
    engine
        .rules()
        .endings
        .iter()
        .find_map(|ending| match &ending.cause {
            Cause::Event(name) if name.eq_ignore_ascii_case(event) => Some(Ended {
                outcome: outcome(ending.then, side),
                clause: ending.clause,
            }),
            _ => None,
        })
}

impl Board<'_> {
    fn truth(&self, expr: &Expr) -> Truth {
        match &*expr.kind {
            ExprKind::Bool(value) => (*value).into(),
            ExprKind::Not(inner) => !self.truth(inner),
            ExprKind::And(parts) => {
                // the cheap parts come first in the clauses, so stop at the first that fails
                let mut truth = Truth::Yes;
                for part in parts {
                    truth = truth.and(self.truth(part));
                    if truth.is_no() {
                        break;
                    }
                }
                truth
            }
            ExprKind::Or(parts) => parts
                .iter()
                .fold(Truth::No, |truth, part| truth.or(self.truth(part))),
            ExprKind::Implies(condition, consequence) => {
                (!self.truth(condition)).or(self.truth(consequence))
            }
            ExprKind::Lone(verb, subject) => {
                let Some(side) = self.side(subject) else {
                    return Truth::Unknown;
                };
                match verb {
                    LoneVerb::IsInCheck => {
                        self.engine.movement().in_check(self.position, side).into()
                    }
                    LoneVerb::HasMove if side == self.position.turn() => {
                        self.engine.movement().has_legal_move(self.position).into()
                    }
                    LoneVerb::HasMove => {
                        let mut position = self.position.clone();
                        position.set_turn(side);
                        self.engine.movement().has_legal_move(&position).into()
                    }
                    LoneVerb::Checks | LoneVerb::Captures => Truth::Unknown,
                }
            }
            ExprKind::Compare(operator, left, right) => {
                match (self.number(left), self.number(right)) {
                    (Some(left), Some(right)) => match operator {
                        Comparison::Equal => left == right,
                        Comparison::NotEqual => left != right,
                        Comparison::Less => left < right,
                        Comparison::LessOrEqual => left <= right,
                        Comparison::Greater => left > right,
                        Comparison::GreaterOrEqual => left >= right,
                    }
                    .into(),
                    _ => Truth::Unknown,
                }
            }
            _ => Truth::Unknown,
        }
    }

    fn side(&self, expr: &Expr) -> Option<Side> {
        match &*expr.kind {
            ExprKind::Variable(_) => Some(self.side),
            ExprKind::Side(SideWord::Turn) => Some(self.position.turn()),
            ExprKind::Attribute(Attribute::Other, of) => self.side(of).map(Side::other),
            _ => None,
        }
    }

    fn number(&self, expr: &Expr) -> Option<i64> {
        match &*expr.kind {
            ExprKind::Int(number) => Some(*number),
            ExprKind::Captureless => Some(i64::from(self.captureless)),
            ExprKind::Sum(left, minus, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                Some(if *minus {
                    left.saturating_sub(right)
                } else {
                    left.saturating_add(right)
                })
            }
            _ => None,
        }
    }
}
