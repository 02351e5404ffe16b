//! What a side must respect so that its royal piece is not left open to capture.
//!
//! An enemy path to the royal piece wants `n` pieces between. With `n` it gives check; with `n + 1` a piece between may
//! not leave; with `n - 1` no piece may come between. So the paths towards one square say of every other piece exactly
//! where it may go, and no move has to be tried.

use arrayvec::ArrayVec;
use qili_board::{Bitboard, Move, Piece, Position, Square};

use super::{Movement, path::Path};

/// How many restrictions on single pieces are kept; beyond that, moves are tried one by one.
const CAPACITY: usize = 8;

/// What follows from a path whose squares between hold pieces of the side in question.
#[derive(Debug, Clone, Copy)]
struct Restriction {
    between: Bitboard,
    /// Where a piece from between may go.
    inside: Bitboard,
    /// Where any other piece may go.
    outside: Bitboard,
}

/// What the pieces of the side to move may do.
#[derive(Debug, Clone)]
pub(super) struct Guard {
    /// The side's royal pieces.
    pub(super) royals: Bitboard,
    /// Where pieces may go that no restriction speaks of.
    free: Bitboard,
    /// Where the others may go at most.
    common: Bitboard,
    /// The others.
    special: Bitboard,
    restrictions: ArrayVec<Restriction, CAPACITY>,
    /// Every move has to be tried: several royal pieces, or too many restrictions.
    try_all: bool,
    /// Squares whose pieces threaten nothing.
    ignored: Bitboard,
}

impl Guard {
    #[inline]
    pub(super) fn new(movement: &Movement, position: &Position, ignored: Bitboard) -> Self {
        let royals = movement.royals(position, position.turn());
        let mut guard = Self {
            royals,
            free: Bitboard::ALL,
            common: Bitboard::ALL,
            special: Bitboard::EMPTY,
            restrictions: ArrayVec::new(),
            try_all: false,
            ignored,
        };
        if let Some(royal) = royals.first() {
            if royals.without(royal).is_empty() {
                guard.watch(movement, position, royal);
            } else {
                guard.try_all = true;
            }
        }
        guard
    }

    #[inline]
    fn watch(&mut self, movement: &Movement, position: &Position, royal: Square) {
        let Some(Piece { side, kind }) = position.piece_at(royal) else {
            return;
        };
        for from in movement.approaching(position, !side, royal) - self.ignored {
            if let Some(piece) = position.piece_at(from) {
                for path in movement.paths_to(piece, from, kind, royal) {
                    self.watch_path(position, path);
                }
            }
        }
    }

    #[inline]
    fn watch_path(&mut self, position: &Position, path: &Path) {
        let occupied = position.occupied();
        let empty = path.between - occupied;
        let stop = empty.with(path.from);
        let filled = (path.between & occupied).count();
        let screens = u32::from(path.screens);
        let (inside, outside) = if filled == screens {
            ((!empty).with(path.from), stop)
        } else if filled == screens + 1 {
            (stop, Bitboard::ALL)
        } else if filled + 1 == screens {
            (Bitboard::ALL, !empty)
        } else {
            return;
        };
        let between = path.between;
        let restriction = Restriction {
            between,
            inside,
            outside,
        };
        self.restrict(restriction, position.side(position.turn()));
    }

    #[inline]
    fn restrict(&mut self, restriction: Restriction, own: Bitboard) {
        self.free &= restriction.outside;
        let inside = restriction.between & own;
        if inside.is_empty() {
            self.common &= restriction.outside;
            return;
        }
        self.special |= inside;
        self.try_all |= self.restrictions.try_push(restriction).is_err();
    }

    /// Where the piece on `from` may go at most.
    #[inline]
    pub(super) fn most(&self, from: Square) -> Bitboard {
        if self.try_all || self.royals.contains(from) {
            Bitboard::ALL
        } else if self.special.contains(from) {
            self.common
        } else {
            self.free
        }
    }

    /// Where of `targets`, which are within the [`most`](Self::most), the piece on `from` may go.
    #[inline(always)]
    pub(super) fn allowed(
        &self,
        movement: &Movement,
        position: &Position,
        from: Square,
        targets: Bitboard,
    ) -> Bitboard {
        if targets.is_empty() {
            return targets;
        }
        if self.try_all || self.royals.contains(from) {
            let safe =
                |&to: &Square| !movement.exposes(position, Move::new(from, to), self.ignored);
            return targets.squares().filter(safe).collect();
        }
        if !self.special.contains(from) {
            return targets;
        }
        self.restrictions
            .iter()
            .fold(targets, |targets, restriction| {
                let inside = restriction.between.contains(from);
                targets
                    & if inside {
                        restriction.inside
                    } else {
                        restriction.outside
                    }
            })
    }
}

impl Movement {
    /// Whether a royal piece of the moving side can be captured after the move, by a piece not on an `ignored` square.
    #[inline]
    pub(super) fn exposes(&self, position: &Position, mv: Move, ignored: Bitboard) -> bool {
        let Some(piece) = position.piece_at(mv.from) else {
            return false;
        };
        let occupied = position.occupied().without(mv.from).with(mv.to);
        let gone = ignored.with(mv.to);
        self.royal_kinds.iter().any(|&kind| {
            let mut royals = position.pieces(piece.side, kind);
            if kind == piece.kind {
                royals = royals.without(mv.from).with(mv.to);
            }
            let royal = Piece {
                side: piece.side,
                kind,
            };
            royals
                .squares()
                .any(|square| self.is_open_to(position, royal, square, occupied, gone))
        })
    }

    /// Whether an enemy piece outside `gone` could capture or faces the royal piece on this square.
    #[inline]
    pub(super) fn is_open_to(
        &self,
        position: &Position,
        royal: Piece,
        square: Square,
        occupied: Bitboard,
        gone: Bitboard,
    ) -> bool {
        for from in self.approaching(position, !royal.side, square) - gone {
            let Some(piece) = position.piece_at(from) else {
                continue;
            };
            let paths = self.paths_to(piece, from, royal.kind, square);
            if paths.iter().any(|path| path.is_open(occupied)) {
                return true;
            }
        }
        false
    }
}
