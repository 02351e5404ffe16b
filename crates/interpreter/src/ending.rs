//! How a game ends on the board, or by an event beside it: an edition's `ending` clauses.

use qili_board::{Bitboard, Position, Side};
use qili_edition::outcome::Outcome;
use qili_lang::eval::World;
use qili_lang::rules::{Cause, ClauseId, Definition, Ending, Expr, ExprKind, Rules};

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

/// How long nothing has been taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Quiet {
    /// Moves by each side since the last capture.
    moves: [u32; 2],
    /// Those of them that gave check.
    checks: [u32; 2],
}

impl Quiet {
    /// The same after one more move without a capture.
    #[must_use]
    pub const fn after(mut self, side: Side, checks: bool) -> Self {
        self.moves[side.index()] += 1;
        self.checks[side.index()] += checks as u32;
        self
    }

    /// Full moves by each side; of its checks count no more than `most`.
    #[must_use]
    pub fn full_moves(self, most: Option<u32>) -> u32 {
        let counted = |side: Side| {
            let (moves, checks) = (self.moves[side.index()], self.checks[side.index()]);
            moves - checks.saturating_sub(most.unwrap_or(u32::MAX))
        };
        counted(Side::Red).min(counted(Side::Black))
    }
}

/// Whether an ending counts no more than some of the checks.
pub(crate) fn counts_checks(rules: &Rules) -> bool {
    fn asks(expr: &Expr) -> bool {
        matches!(*expr.kind, ExprKind::Captureless(Some(_)))
            || expr.kind.parts().into_iter().any(asks)
    }
    let definitions = rules.definitions.iter().map(|definition| &definition.body);
    let endings = rules
        .endings
        .iter()
        .filter_map(|ending| match &ending.cause {
            Cause::Board(when) => Some(when),
            Cause::Event(_) => None,
        });
    definitions.chain(endings).any(asks)
}

/// What the conditions of endings speak of: a position by itself, and how long nothing has been taken.
struct Board<'a> {
    rules: &'a Rules,
    view: View<'a>,
    quiet: Quiet,
}

impl<'a> World<'a> for Board<'a> {
    type Thing = Thing;
    type Scene = ();

    fn definitions(&self) -> &'a [Definition] {
        &self.rules.definitions
    }

    fn atom(&mut self, asked: &ExprKind, operands: &[Value], (): &()) -> Value {
        match asked {
            ExprKind::Captureless(most) => Value::Int(self.quiet.full_moves(*most).into()),
            _ => self.view.atom(asked, operands),
        }
    }
}

/// The first ending on the board that applies to a position, after so many moves without a capture.
#[must_use]
pub fn on_board(engine: &Engine, position: &Position, quiet: Quiet) -> Option<Ended> {
    let material = engine.threats().material();
    applying(engine.rules(), engine.movement(), material, position, quiet)
}

/// The same, from the parts of an engine.
pub(crate) fn applying(
    rules: &Rules,
    movement: &Movement,
    material: &Material,
    position: &Position,
    quiet: Quiet,
) -> Option<Ended> {
    let mut board = Board {
        rules,
        view: View {
            movement,
            material,
            position,
            tracked: None,
            known: None,
            ignored: Bitboard::EMPTY,
            supposed: false,
        },
        quiet,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_many_checks_of_each_side_count() {
        let mut quiet = Quiet::default();
        for mv in 0..30 {
            quiet = quiet.after(Side::Red, mv < 14).after(Side::Black, mv == 20);
        }
        quiet = quiet.after(Side::Red, false);
        assert_eq!(quiet.full_moves(None), 30);
        assert_eq!(quiet.full_moves(Some(14)), 30);
        assert_eq!(quiet.full_moves(Some(10)), 27);
        assert_eq!(quiet.full_moves(Some(0)), 17);
    }
}
