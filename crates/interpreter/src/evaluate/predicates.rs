//! Comparisons, and verbs between things and about one thing.

use std::rc::Rc;

use qili_lang::rules::Expr;
use qili_lang::syntax::{Comparison, LoneVerb, Verb};

use super::value::Value;
use super::{Evaluator, Frame};
use crate::scene::Scene;
use crate::truth::Truth;

impl Evaluator<'_> {
    pub(super) fn compare(
        &mut self,
        operator: Comparison,
        left: &Expr,
        right: &Expr,
        scene: &Rc<Scene>,
        frame: &mut Frame,
    ) -> Truth {
        let left = self.value(left, scene, frame);
        let right = self.value(right, scene, frame);
        if let (Value::Truth(left), Value::Truth(right)) = (&left, &right) {
            let same = left.and(*right).or((!*left).and(!*right));
            return if operator == Comparison::NotEqual {
                !same
            } else {
                same
            };
        }
        let order = match (&left, &right) {
            (Value::Int(left), Value::Int(right)) => left.cmp(right),
            (Value::Nothing, _) | (_, Value::Nothing) => return Truth::No,
            _ if left == right => std::cmp::Ordering::Equal,
            // only equality is asked of things that are not numbers
            _ => std::cmp::Ordering::Less,
        };
        match operator {
            Comparison::Equal => order.is_eq(),
            Comparison::NotEqual => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::LessOrEqual => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::GreaterOrEqual => order.is_ge(),
        }
        .into()
    }

    pub(super) fn verb(
        &mut self,
        verb: Verb,
        subject: &Expr,
        object: &Expr,
        scene: &Rc<Scene>,
        frame: &mut Frame,
    ) -> Truth {
        let subject = self.value(subject, scene, frame);
        let object = self.value(object, scene, frame);
        let board = &scene.board;
        let Some((to, what)) = self.piece_of(&object, scene) else {
            return Truth::No;
        };
        match (verb, &subject) {
            (Verb::Takes, Value::Move(mv)) => {
                (mv.to == to && board.position.piece_at(mv.from).is_some()).into()
            }
            (Verb::Takes, Value::Piece(_)) => self
                .piece_of(&subject, scene)
                .is_some_and(|(from, piece)| {
                    piece.side != what.side && self.can_capture(scene, from, to)
                })
                .into(),
            (Verb::Attacks | Verb::Protects, Value::Piece(_)) => self
                .piece_of(&subject, scene)
                .is_some_and(|(from, piece)| {
                    from != to
                        && (piece.side == what.side) == (verb == Verb::Protects)
                        && self
                            .engine
                            .movement()
                            .attackers(&board.position, to, piece.side)
                            .contains(from)
                })
                .into(),
            (Verb::DearerThan, Value::Piece(_)) => self
                .piece_of(&subject, scene)
                .is_some_and(|(at, piece)| self.worth(piece, at) > self.worth(what, to))
                .into(),
            _ => Truth::No,
        }
    }

    pub(super) fn lone(
        &mut self,
        verb: LoneVerb,
        subject: &Expr,
        scene: &Rc<Scene>,
        frame: &mut Frame,
    ) -> Truth {
        let subject = self.value(subject, scene, frame);
        let position = &scene.board.position;
        match (verb, subject) {
            (LoneVerb::Checks, Value::Move(mv)) => {
                (!self.engine.movement().gives_check(position, mv).is_empty()).into()
            }
            (LoneVerb::Captures, Value::Move(mv)) => position.piece_at(mv.to).is_some().into(),
            (LoneVerb::IsInCheck, Value::Side(side)) => {
                self.engine.movement().in_check(position, side).into()
            }
            (LoneVerb::HasMove, Value::Side(side)) => {
                let mut position = position.clone();
                position.set_turn(side);
                self.engine.movement().has_legal_move(&position).into()
            }
            _ => Truth::No,
        }
    }
}
