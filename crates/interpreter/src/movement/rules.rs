//! What the movement engine is given: kinds of pieces as sets of routes, in board terms and without names to look up.
//!
//! A route is a list of offsets from where the piece stands: the points that it passes and, last, the point where it
//! arrives. A motion says of its routes what must stand on the points between. A chariot's slide along a file is nine
//! routes through empty points; a leap of a horse is one route of two points, the first of which must be empty; a
//! cannon's capture is a slide whose points between hold exactly one piece. Offsets are seen by the side that moves:
//! positive ranks lead towards the enemy.
//!
//! ```
//! use qili_interpreter::movement::rules::{Motion, chain, Leg, Purpose};
//!
//! // One step straight, then one diagonally onward, the first point empty.
//! let horse = Motion::new(Purpose::Both, chain(&[Leg::steps(1, &ORTHOGONAL), Leg::onward(1, &DIAGONAL)])).over(0);
//! # use qili_interpreter::movement::rules::{DIAGONAL, ORTHOGONAL};
//! assert_eq!(horse.routes.len(), 8);
//! ```

use qili_board::{Bitboard, File, Rank, Side, Square};
use qili_words::Bilingual;

/// Files to the right and ranks forward, as the side that moves sees them.
pub type Offset = (i8, i8);

/// Towards the enemy.
pub const FORWARD: [Offset; 1] = [(0, 1)];
/// Towards the own edge.
pub const BACKWARD: [Offset; 1] = [(0, -1)];
/// Along the rank.
pub const SIDEWAYS: [Offset; 2] = [(1, 0), (-1, 0)];
/// Along the file.
pub const LENGTHWAYS: [Offset; 2] = [(0, 1), (0, -1)];
/// Along file and rank.
pub const ORTHOGONAL: [Offset; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
/// The four diagonals.
pub const DIAGONAL: [Offset; 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];

/// All that the engine is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MovementRules {
    /// The kinds of pieces, in the order of their handles; at most [`qili_board::Kind::MAX`].
    pub kinds: Vec<PieceRules>,
    /// Which kinds may not see each other.
    pub facings: Vec<Facing>,
    /// Zones of the board, in the order of their handles, as each side sees them: see [`zone`].
    pub zones: Vec<[Bitboard; 2]>,
}

/// One kind of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceRules {
    /// What messages call it.
    pub name: Bilingual,
    /// Whether a side may not leave it open to capture.
    pub royal: bool,
    /// Per side, the squares that it never leaves.
    pub within: [Bitboard; 2],
    /// Per side, where such pieces stand when a game begins: it can only stand where it can get to from there, and there
    /// are no more of them. Nothing is known where both are empty.
    pub starts: [Bitboard; 2],
    /// How it goes.
    pub motions: Vec<Motion>,
}

impl PieceRules {
    /// A kind that goes nowhere yet, may stand anywhere and is not royal.
    pub fn new(name: impl Into<Bilingual>) -> Self {
        Self {
            name: name.into(),
            royal: false,
            within: [Bitboard::ALL; 2],
            starts: [Bitboard::EMPTY; 2],
            motions: Vec::new(),
        }
    }
}

/// What a motion may do where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Go to an empty point or capture.
    Both,
    /// Go to an empty point.
    Move,
    /// Capture.
    Capture,
}

/// One way in which a kind goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Motion {
    /// What it may do at its end.
    pub purpose: Purpose,
    /// The points that it passes, the last being the one where it arrives.
    pub routes: Vec<Vec<Offset>>,
    /// How many pieces must stand on the points between; `None`: it leaps, whatever stands there.
    pub screens: Option<u8>,
    /// Per side, where it must stand to go like this.
    pub from: [Bitboard; 2],
    /// Per side, where it must arrive.
    pub to: [Bitboard; 2],
}

impl Motion {
    /// A leap along any of the routes, from anywhere to anywhere.
    pub fn new(purpose: Purpose, routes: Vec<Vec<Offset>>) -> Self {
        Self {
            purpose,
            routes,
            screens: None,
            from: [Bitboard::ALL; 2],
            to: [Bitboard::ALL; 2],
        }
    }

    /// The same with exactly this many pieces on the points between.
    #[must_use]
    pub fn over(self, pieces: u8) -> Self {
        Self {
            screens: Some(pieces),
            ..self
        }
    }
}

/// Two kinds that may not stand on one line, on opposite sides, with nothing between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facing {
    /// The two kinds, as indices into [`MovementRules::kinds`]; both royal.
    pub kinds: [usize; 2],
    /// The directions of the lines.
    pub along: Vec<Offset>,
}

/// A part of a route in one direction.
#[derive(Debug, Clone)]
pub struct Leg {
    /// The fewest and the most steps.
    pub steps: (u8, u8),
    /// The directions to choose from.
    pub directions: Vec<Offset>,
    /// Whether only directions count that lead on from the leg before (at less than a right angle).
    pub onward: bool,
}

impl Leg {
    /// Exactly this many steps.
    pub fn steps(steps: u8, directions: &[Offset]) -> Self {
        Self {
            steps: (steps, steps),
            directions: directions.to_vec(),
            onward: false,
        }
    }

    /// Exactly this many steps in a direction that leads on from the leg before.
    pub fn onward(steps: u8, directions: &[Offset]) -> Self {
        Self {
            onward: true,
            ..Self::steps(steps, directions)
        }
    }

    /// Any number of steps, up to this many.
    pub fn up_to(steps: u8, directions: &[Offset]) -> Self {
        Self {
            steps: (1, steps),
            directions: directions.to_vec(),
            onward: false,
        }
    }

    /// Any number of steps that fits on the board.
    pub fn any(directions: &[Offset]) -> Self {
        Self::up_to(Rank::COUNT - 1, directions)
    }
}

/// The routes that follow the legs one after the other, in steps of one point (diagonal ones too). Their number grows with
/// the product of the choices at each leg.
pub fn chain(legs: &[Leg]) -> Vec<Vec<Offset>> {
    // Each route with the direction of its last leg.
    let mut routes: Vec<(Vec<Offset>, Offset)> = vec![(Vec::new(), (0, 0))];
    for leg in legs {
        let mut longer = Vec::new();
        for (route, last) in &routes {
            for &direction in &leg.directions {
                let angle = last.0 * direction.0 + last.1 * direction.1;
                if leg.onward && angle <= 0 {
                    continue;
                }
                let mut route = route.clone();
                // Farther than the board is wide or long, no square is left to start from.
                for step in 1..=leg.steps.1 {
                    let (file, rank) = route.last().copied().unwrap_or((0, 0));
                    let (file, rank) = (file + direction.0, rank + direction.1);
                    if file.unsigned_abs() >= File::COUNT || rank.unsigned_abs() >= Rank::COUNT {
                        break;
                    }
                    route.push((file, rank));
                    if step >= leg.steps.0 {
                        longer.push((route.clone(), direction));
                    }
                }
            }
        }
        routes = longer;
    }
    routes.into_iter().map(|(route, _)| route).collect()
}

/// The rectangle of files and ranks (first and last), as each side sees it: ranks count from the own edge.
pub fn zone(files: (u8, u8), ranks: (u8, u8)) -> [Bitboard; 2] {
    let red: Bitboard = Square::all()
        .filter(|square| (files.0..=files.1).contains(&square.file().index()))
        .filter(|square| (ranks.0..=ranks.1).contains(&square.rank().index()))
        .collect();
    let flipped = red
        .squares()
        .map(|square| Square::new(square.file(), square.rank().flip()));
    [red, flipped.collect()]
}

/// An offset as the board counts it: Black's forward is down the board. Files keep their direction.
pub(super) fn on_board((files, ranks): Offset, side: Side) -> Offset {
    match side {
        Side::Red => (files, ranks),
        Side::Black => (files, ranks.saturating_neg()),
    }
}
