//! A repeated stretch: a position and the moves that lead back to it.

use std::hash::{Hash, Hasher};

use qili_board::{Bitboard, Move, Position, Square};
use qili_interpreter::Cycle;
use qili_interpreter::cycle::MAX_CYCLE;
use qili_interpreter::movement::Movement;
use rustc_hash::FxHasher;

/// A position and moves that lead back to it, in the pieces of one edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// The position.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Stretch {
    /// How many men it has.
    #[must_use]
    pub fn men(&self) -> usize {
        self.start.occupied().count() as usize
    }

    /// The squares from which and to which is moved.
    #[must_use]
    pub fn trodden(&self) -> Bitboard {
        let squares = self.moves.iter().flat_map(|mv| [mv.from, mv.to]);
        squares.fold(Bitboard::EMPTY, Bitboard::with)
    }

    /// Whether the position can occur, and the moves can be played and lead back to it.
    #[must_use]
    pub fn is_played(&self, movement: &Movement) -> bool {
        let plies = self.moves.len();
        if !(2..=MAX_CYCLE).contains(&plies) || !plies.is_multiple_of(2) {
            return false;
        }
        let mut position = self.start.clone();
        let legal = self.moves.iter().all(|&mv| {
            let legal = movement.is_legal(&position, mv);
            position.play(mv);
            legal
        });
        legal && position == self.start && movement.validate(&self.start).is_ok()
    }

    /// What is judged. Nothing is checked.
    #[must_use]
    pub fn cycle(&self) -> Cycle {
        Cycle::unchecked(&self.start, &self.moves, None)
    }

    /// The same with one point in place of another, for who stands there and who goes there.
    #[must_use]
    pub fn with(&self, from: Square, to: Square) -> Self {
        let mut start = self.start.clone();
        if let Some(piece) = start.remove(from) {
            start.place(to, piece);
        }
        let point = |square| if square == from { to } else { square };
        let moves = self
            .moves
            .iter()
            .map(|mv| Move::new(point(mv.from), point(mv.to)));
        Self {
            start,
            moves: moves.collect(),
        }
    }

    /// The same with every point of a man's way moved; nothing where that leads off the board.
    pub(crate) fn with_way(
        &self,
        man: Square,
        to: impl Fn(Square) -> Option<Square>,
    ) -> Option<Self> {
        let mut start = self.start.clone();
        let piece = start.remove(man)?;
        let there = to(man).filter(|&there| start.piece_at(there).is_none())?;
        start.place(there, piece);
        let mut at = man;
        let moves = self.moves.iter().map(|&mv| {
            if mv.from != at {
                return Some(mv);
            }
            at = mv.to;
            Some(Move::new(to(mv.from)?, to(mv.to)?))
        });
        let moves = moves.collect::<Option<_>>()?;
        Some(Self { start, moves })
    }

    /// The same begun with another of its moves.
    #[must_use]
    pub fn begun(&self, at: usize) -> Self {
        let mut start = self.start.clone();
        for &mv in &self.moves[..at] {
            start.play(mv);
        }
        let mut moves = self.moves.clone();
        moves.rotate_left(at);
        Self { start, moves }
    }

    /// The same on the other wing.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.moved(Square::mirror, false)
    }

    /// The same with the sides changed.
    #[must_use]
    pub fn turned(&self) -> Self {
        self.moved(Square::rotate, true)
    }

    fn moved(&self, to: impl Fn(Square) -> Square, other_side: bool) -> Self {
        let side = |side: qili_board::Side| if other_side { side.other() } else { side };
        let mut start = Position::empty(side(self.start.turn()));
        for square in self.start.occupied() {
            if let Some(mut piece) = self.start.piece_at(square) {
                piece.side = side(piece.side);
                start.place(to(square), piece);
            }
        }
        let moves = self.moves.iter();
        Self {
            start,
            moves: moves.map(|mv| Move::new(to(mv.from), to(mv.to))).collect(),
        }
    }

    /// Itself, its mirror image, and both with the sides changed.
    #[must_use]
    pub fn images(&self) -> [Self; 4] {
        let (mirrored, turned) = (self.mirrored(), self.turned());
        let both = mirrored.turned();
        [self.clone(), mirrored, turned, both]
    }

    /// A number that its images share, begun anywhere, and others hardly ever do.
    #[must_use]
    pub fn key(&self) -> u64 {
        let least = self
            .images()
            .iter()
            .filter_map(|image| image.hashes().into_iter().min())
            .min();
        least.unwrap_or_default()
    }

    /// A number for each of its moves to begin with.
    fn hashes(&self) -> Vec<u64> {
        let mut position = self.start.clone();
        let begun = |at: usize| {
            let mut hasher = FxHasher::default();
            position.hash().hash(&mut hasher);
            self.moves[at..]
                .iter()
                .chain(&self.moves[..at])
                .for_each(|mv| {
                    hasher.write_u16(u16::from(mv.from.index()) << 8 | u16::from(mv.to.index()));
                });
            position.play(self.moves[at]);
            hasher.finish()
        };
        (0..self.moves.len()).map(begun).collect()
    }
}
