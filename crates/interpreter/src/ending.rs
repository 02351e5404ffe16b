//! How a game ends on the board, or by an event beside it: an edition's `ending` clauses.

use qili_board::{Bitboard, Position, Side};
use qili_edition::outcome::Outcome;
use qili_lang::eval::World;
use qili_lang::rules::{Cause, ClauseId, Definition, Ending, ExprKind, Rules};

use crate::engine::Engine;
use crate::judge::outcome;
use crate::movement::Movement;
use crate::thing::{Frame, Thing, Value};
use crate::threats::Material;
use crate::view::View;

/// An ending that applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// What it means.
    pub outcome: Outcome,
    /// The clause.
    pub clause: ClauseId,
}

impl Ended {
    fn by(ending: &Ending, side: Side) -> Self {
        Self {
            outcome: outcome(ending.then, side),
            clause: ending.clause,
        }
    }
}

/// What the conditions of endings speak of: a position by itself, and how long nothing has been taken.
struct Board<'a> {
    rules: &'a Rules,
    view: View<'a>,
    captureless: u32,
}

impl<'a> World<'a> for Board<'a> {
    type Thing = Thing;
    type Scene = ();

    fn definitions(&self) -> &'a [Definition] {
        &self.rules.definitions
    }

    fn atom(&mut self, asked: &ExprKind, operands: &[Value], (): &()) -> Value {
        match asked {
            ExprKind::Captureless => Value::Int(self.captureless.into()),
            _ => self.view.atom(asked, operands),
        }
    }
}

/// The first ending on the board that applies to a position, after `captureless` full moves by each side without a
/// capture.
#[must_use]
pub fn on_board(engine: &Engine, position: &Position, captureless: u32) -> Option<Ended> {
    let material = engine.threats().material();
    applying(
        engine.rules(),
        engine.movement(),
        material,
        position,
        captureless,
    )
}

/// The same, from the parts of an engine.
pub(crate) fn applying(
    rules: &Rules,
    movement: &Movement,
    material: &Material,
    position: &Position,
    captureless: u32,
) -> Option<Ended> {
    let mut board = Board {
        rules,
        view: View {
            movement,
            material,
            position,
            tracked: None,
            ignored: Bitboard::EMPTY,
            supposed: false,
        },
        captureless,
    };
    let side = position.turn();
    let mut frame = Frame::new();
    let found = rules.endings.iter().find(|ending| match &ending.cause {
        Cause::Board(when) => {
            frame.resize(ending.frame.max(1), Value::Absent);
            frame[0] = Value::Thing(side.into());
            board.truth(when, &(), &mut frame).is_yes()
        }
        Cause::Event(_) => false,
    });
    found.map(|ending| Ended::by(ending, side))
}

/// What an event beside the board means, when it befalls `side`: `resignation`, `agreement`, …, by the edition's names.
#[must_use]
pub fn on_event(engine: &Engine, event: &str, side: Side) -> Option<Ended> {
    let named = |ending: &&Ending| match &ending.cause {
        Cause::Event(name) => name.eq_ignore_ascii_case(event),
        Cause::Board(_) => false,
    };
    let found = engine.rules().endings.iter().find(named);
    found.map(|ending| Ended::by(ending, side))
}
