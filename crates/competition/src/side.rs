//! Sides of the board in data files: `red` and `black`.

use qili_board::Side;
use serde::{Deserialize, Serialize};

use crate::text::Lang;

/// A side as files and JSON write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Red.
    Red,
    /// Black.
    Black,
}

impl Colour {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// The side's name.
    #[must_use]
    pub fn name(self, lang: Lang) -> &'static str {
        match self {
            Self::Red => lang.pick("红方", "Red"),
            Self::Black => lang.pick("黑方", "Black"),
        }
    }

    /// The side that makes ply `ply` (from 1) when `self` makes the first.
    #[must_use]
    pub fn at_ply(self, ply: usize) -> Self {
        if ply % 2 == 1 { self } else { self.other() }
    }
}

impl From<Side> for Colour {
    fn from(side: Side) -> Self {
        match side {
            Side::Red => Self::Red,
            Side::Black => Self::Black,
        }
    }
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Red => Self::Red,
            Colour::Black => Self::Black,
        }
    }
}

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
    pub fn of(&self, side: Colour) -> &T {
        match side {
            Colour::Red => &self.red,
            Colour::Black => &self.black,
        }
    }

    /// The value of one side, to change it.
    pub fn of_mut(&mut self, side: Colour) -> &mut T {
        match side {
            Colour::Red => &mut self.red,
            Colour::Black => &mut self.black,
        }
    }
}
