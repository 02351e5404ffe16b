//! The positions in which an expression can be asked, seen from the one at hand.

use std::rc::Rc;

use qili_lang::rules::Place;

use super::Evaluator;
use crate::scene::Scene;
use crate::thing::{Thing, Value};

impl Evaluator<'_> {
    /// The scene that a place names, seen from another; `None` where there is no such position.
    pub(super) fn place(
        &self,
        place: &Place,
        operands: &[Value],
        scene: &Rc<Scene>,
    ) -> Option<Rc<Scene>> {
        let elsewhere = |board| {
            Some(Rc::new(scene.changed(|scene| {
                scene.board = board;
                scene.bars = None;
                scene.supposed = false;
            })))
        };
        match place {
            Place::Before => elsewhere(self.cycle.before(scene.ply?).clone()),
            Place::After => {
                let mut board = self.cycle.after(scene.ply?).clone();
                board.pass();
                elsewhere(board)
            }
            Place::Reply => elsewhere(self.cycle.after(scene.ply?).clone()),
            Place::Earlier => {
                let mut board = self.cycle.earlier(scene.ply?)?.clone();
                board.pass();
                Some(Rc::new(scene.changed(|there| {
                    there.board = board;
                    there.bars = None;
                    there.supposed = true;
                })))
            }
            Place::Played(_) => match operands {
                [Value::Thing(Thing::Move(mv))] => {
                    let mut board = scene.board.clone();
                    board.position.piece_at(mv.from)?;
                    board.play(*mv);
                    elsewhere(board)
                }
                _ => None,
            },
            Place::Taken(..) => {
                let [by, what] = operands else {
                    return None;
                };
                let view = self.view(scene);
                let (from, piece) = view.piece_of(by)?;
                let (to, taken) = view.piece_of(what)?;
                let mut board = scene.board.clone();
                board.position.set_turn(piece.side);
                board.play(qili_board::Move::new(from, to));
                let lost = view.material.worth(taken, to);
                Some(Rc::new(scene.changed(|scene| {
                    scene.board = board;
                    scene.bars = None;
                    scene.supposed = false;
                    scene.opening -= lost;
                })))
            }
            Place::Passing => {
                let mut board = scene.board.clone();
                board.pass();
                elsewhere(board)
            }
            Place::Without(_) => {
                let (square, _) = self.view(scene).piece_of(operands.first()?)?;
                let mut board = scene.board.clone();
                board.remove(square);
                Some(Rc::new(scene.changed(|there| {
                    there.board = board;
                    there.supposed = true;
                    there.bars.get_or_insert_with(|| scene.clone());
                })))
            }
            Place::WaivingChecks => {
                let position = &scene.board.position;
                let checkers = self.engine.movement().checkers(position, position.turn());
                Some(Rc::new(scene.changed(|scene| scene.ignored = checkers)))
            }
            Place::AsIfUnchecked => {
                let position = &scene.board.position;
                let other = position.turn().other();
                let checkers = self.engine.movement().checkers(position, other);
                Some(Rc::new(scene.changed(|scene| {
                    scene.ignored |= checkers;
                    scene.supposed = true;
                })))
            }
            Place::CountingEveryCapture => {
                Some(Rc::new(scene.changed(|scene| scene.every_capture = true)))
            }
            Place::BarringNothing => Some(Rc::new(scene.changed(|scene| scene.unbarred = true))),
            Place::Ply(_) => match operands {
                [Value::Thing(Thing::Ply(ply))] => Some(Rc::new(self.scene_after(*ply))),
                _ => None,
            },
        }
    }
}
