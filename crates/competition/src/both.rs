//! What each of the two sides has, and whose turn it is.

use qili_board::Side;
use serde::{Deserialize, Serialize};

/// One value for each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Both<T> {
    /// Red's.
    pub red: T,
    /// Black's.
    pub black: T,
}

impl<T> Both<T> {
    /// The value of one side.
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::Red => &self.red,
            Side::Black => &self.black,
        }
    }

    /// The value of one side, to change it.
    pub fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Red => &mut self.red,
            Side::Black => &mut self.black,
        }
    }
}

/// The side that makes ply `ply` (from 1) when `first` makes the first.
#[must_use]
pub fn mover(first: Side, ply: usize) -> Side {
    if ply % 2 == 1 { first } else { !first }
}
