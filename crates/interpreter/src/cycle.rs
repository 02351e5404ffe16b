//! The stretch of a game that is judged: positions, the moves between them, and what went before.

use qili_board::{Move, Position, Side, Square};

use crate::ply::Ply;
use crate::scene::{PieceId, Tracked};

/// A stretch of play with the identity of every piece along it.
///
/// A printed cycle need not return to its first position; then its plies are judged as they stand.
#[derive(Debug, Clone)]
pub struct Cycle {
    boards: Vec<Tracked>,
    moves: Vec<Move>,
    earlier: Option<Tracked>,
}

impl Cycle {
    /// The stretch that starts in `start` and plays `moves` (which the caller has checked).
    ///
    /// Where it closes, what went before its first ply is its last one; otherwise `previous`, the position and move
    /// before the start, if there was one.
    #[must_use]
    pub fn new(start: &Position, moves: &[Move], previous: Option<(&Position, Move)>) -> Self {
        let mut boards = vec![Tracked::new(start.clone())];
        for &mv in moves {
            let mut next = boards[boards.len() - 1].clone();
            next.play(mv);
            boards.push(next);
        }
        let closes = !moves.is_empty() && boards[moves.len()].position == *start;
        let earlier = if closes {
            let last = moves.len() - 1;
            Some(boards[0].rewound(moves[last], &boards[last].position))
        } else {
            previous.map(|(position, mv)| boards[0].rewound(mv, position))
        };
        Self {
            boards,
            moves: moves.to_vec(),
            earlier,
        }
    }

    /// Whether the last position is the first again.
    #[must_use]
    pub fn closes(&self) -> bool {
        !self.moves.is_empty() && self.boards[self.moves.len()].position == self.boards[0].position
    }

    /// Its plies.
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = Ply> + ExactSizeIterator + use<> {
        (0..self.moves.len()).map(Ply)
    }

    /// Its plies by one side.
    pub fn plies_of(&self, side: Side) -> impl Iterator<Item = Ply> + '_ {
        self.plies().filter(move |&ply| self.mover(ply) == side)
    }

    /// Who plays a ply.
    #[must_use]
    pub fn mover(&self, ply: Ply) -> Side {
        self.before(ply).position.turn()
    }

    /// The move of a ply.
    #[must_use]
    pub fn played(&self, ply: Ply) -> Move {
        self.moves[ply.0]
    }

    /// The board before a ply.
    #[must_use]
    pub fn before(&self, ply: Ply) -> &Tracked {
        &self.boards[ply.0]
    }

    /// The board after a ply.
    #[must_use]
    pub fn after(&self, ply: Ply) -> &Tracked {
        &self.boards[ply.0 + 1]
    }

    /// The piece that played the move before a ply, where there was one.
    #[must_use]
    pub fn answered(&self, ply: Ply) -> Option<PieceId> {
        let (here, earlier) = (self.before(ply), self.earlier(ply)?);
        let moved = |square: &Square| here.id_at(*square) != earlier.id_at(*square);
        let own = here.position.side(here.position.turn().other());
        own.squares()
            .find(moved)
            .and_then(|square| here.id_at(square))
    }

    /// The board before the move that went before a ply, where one did.
    #[must_use]
    pub fn earlier(&self, ply: Ply) -> Option<&Tracked> {
        match ply.0.checked_sub(1) {
            Some(previous) => Some(&self.boards[previous]),
            None => self.earlier.as_ref(),
        }
    }
}
