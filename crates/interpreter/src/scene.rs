//! Positions in which every piece keeps its identity, and the circumstances under which a question is asked there.

use std::cell::OnceCell;
use std::rc::Rc;

use qili_board::{Bitboard, Move, Position, Side, Square};

use crate::key::Key;
use crate::ply::Ply;
use crate::thing::Value;
use crate::threats::Net;

/// One piece of the game, wherever it stands: the same along a cycle and in every position derived from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceId(u8);

impl PieceId {
    /// The piece that stands on a square in the first position.
    pub(crate) const fn starting_on(square: Square) -> Self {
        Self(square.index())
    }

    /// A number that no other piece of the game has.
    pub(crate) fn word(self) -> u64 {
        self.0.into()
    }

    /// Where it stands in the first position.
    pub(crate) fn start(self) -> Option<Square> {
        Square::from_index(self.0)
    }
}

const NOBODY: u8 = u8::MAX;
/// Identities of the squares 0-89 of the first position, and one for a piece captured just before it.
const EARLIER_VICTIM: u8 = 90;

/// How many identities there are.
const IDS: usize = EARLIER_VICTIM as usize + 1;

/// A position whose pieces have identities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tracked {
    /// The position.
    pub position: Position,
    /// Who stands on each square.
    ids: [u8; Square::COUNT],
    /// Where each piece stands.
    squares: [u8; IDS],
    /// That of who stands where.
    key: Key,
}

impl Tracked {
    /// Gives every piece the identity of the square on which it stands.
    #[must_use]
    pub fn new(position: Position) -> Self {
        let occupied = position.occupied();
        let mut tracked = Self {
            position,
            ids: [NOBODY; Square::COUNT],
            squares: [NOBODY; IDS],
            key: Key::NONE,
        };
        for square in occupied {
            tracked.stands(square.index(), square);
        }
        tracked
    }

    /// A piece stands on a square from now on.
    fn stands(&mut self, id: u8, square: Square) {
        self.ids[square.index() as usize] = id;
        self.squares[id as usize] = square.index();
        self.key = self.key.toggled(place(id, square));
    }

    /// Whoever stood on a square has left it.
    fn leave(&mut self, square: Square) -> Option<u8> {
        let PieceId(id) = self.id_at(square)?;
        self.ids[square.index() as usize] = NOBODY;
        self.squares[id as usize] = NOBODY;
        self.key = self.key.toggled(place(id, square));
        Some(id)
    }

    /// The piece on a square.
    #[must_use]
    pub fn id_at(&self, square: Square) -> Option<PieceId> {
        let id = self.ids[square.index() as usize];
        (id != NOBODY).then_some(PieceId(id))
    }

    /// Where a piece stands, if it still does.
    #[must_use]
    pub fn square_of(&self, piece: PieceId) -> Option<Square> {
        Square::from_index(*self.squares.get(piece.0 as usize)?)
    }

    /// The pieces of a side.
    pub(crate) fn pieces(&self, side: Side) -> impl Iterator<Item = PieceId> + '_ {
        let squares = self.position.side(side).squares();
        squares.filter_map(|square| self.id_at(square))
    }

    /// Plays a move, legal or not; the other side is to move.
    pub fn play(&mut self, mv: Move) {
        self.position.play(mv);
        if let Some(id) = self.leave(mv.from) {
            self.leave(mv.to);
            self.stands(id, mv.to);
        }
    }

    /// Takes a piece off the board.
    pub fn remove(&mut self, square: Square) {
        self.position.remove(square);
        self.leave(square);
    }

    /// Gives the turn to the other side.
    pub fn pass(&mut self) {
        self.position.set_turn(self.position.turn().other());
    }

    /// The position before a move that led here, with the identities of this one.
    ///
    /// `before` is that earlier position as it was; a piece that the move captured gets an identity of its own.
    #[must_use]
    pub fn rewound(&self, mv: Move, before: &Position) -> Self {
        let mut earlier = Self {
            position: before.clone(),
            ..self.clone()
        };
        if let Some(id) = earlier.leave(mv.to) {
            earlier.stands(id, mv.from);
        }
        if before.piece_at(mv.to).is_some() {
            earlier.stands(EARLIER_VICTIM, mv.to);
        }
        earlier
    }
}

/// What one piece adds to the key of who stands where.
fn place(id: u8, square: Square) -> Key {
    Key::NONE.and(u64::from(id)).and(u64::from(square.index()))
}

/// Where and how a question is asked. The side to move is the side whose possibilities are asked.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The position.
    pub board: Tracked,
    /// Pieces whose attack on the royal piece of the side to move is disregarded when its moves are tested.
    pub ignored: Bitboard,
    /// No clause discounts a capture.
    pub every_capture: bool,
    /// Nothing is barred, whatever a search says.
    pub unbarred: bool,
    /// The position is only supposed: nobody could have come to it by passing, so a check that stands means nothing.
    pub supposed: bool,
    /// What searches bar is what they bar there: a piece was taken off the board only to see what goes without it.
    pub bars: Option<Rc<Scene>>,
    /// What the side to move has won or lost on the way here.
    pub opening: Net,
    /// The ply at hand, where there is one.
    pub ply: Option<Ply>,
    key: Key,
    known: Known,
}

/// What is asked of a scene again and again, once it is known.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// Nothing can be asked of the side to move.
    pub(crate) over: OnceCell<bool>,
    /// Its checks and captures.
    pub(crate) initiatives: OnceCell<Value>,
    /// All its moves.
    pub(crate) moves: OnceCell<Value>,
}

impl Scene {
    /// A scene without special circumstances.
    #[must_use]
    pub fn new(board: Tracked, ply: Option<Ply>) -> Self {
        let mut scene = Self {
            board,
            ignored: Bitboard::EMPTY,
            every_capture: false,
            unbarred: false,
            supposed: false,
            bars: None,
            opening: Net::ZERO,
            ply,
            key: Key::NONE,
            known: Known::default(),
        };
        scene.key = scene.fresh_key();
        scene
    }

    /// The same scene after a change.
    #[must_use]
    pub fn changed(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut scene = self.clone();
        change(&mut scene);
        scene.key = scene.fresh_key();
        scene.known = Known::default();
        scene
    }

    /// What is known of it so far.
    pub(crate) const fn known(&self) -> &Known {
        &self.known
    }

    /// What tells scenes apart, for memory of what was asked before.
    #[must_use]
    pub(crate) const fn key(&self) -> Key {
        self.key
    }

    fn fresh_key(&self) -> Key {
        let flags = [self.every_capture, self.unbarred, self.supposed];
        let flags = flags
            .into_iter()
            .fold(0, |word, flag| word << 1 | u64::from(flag));
        let ply = self.ply.map_or(u64::MAX, |ply| ply.0 as u64);
        let key = Key::of(&self.board.position)
            .and(flags << 32 | u64::from(self.opening.bits()))
            .and(ply)
            .and_set(self.ignored)
            .and_key(self.board.key);
        match &self.bars {
            Some(bars) => key.and(1).and_key(bars.key),
            None => key,
        }
    }
}
