//! Who attacks, checks and protects.

use qili_board::{Bitboard, Move, Piece, Position, Side, Square};

use super::Movement;

impl Movement {
    /// The squares of a side's royal pieces.
    #[inline]
    pub fn royals(&self, position: &Position, side: Side) -> Bitboard {
        self.royal_kinds.iter().fold(Bitboard::EMPTY, |all, &kind| {
            all | position.pieces(side, kind)
        })
    }

    /// The pieces of `by` that could capture on the square were a hostile piece there, whether or not that would leave
    /// their own royal piece open to capture.
    pub fn attackers(&self, position: &Position, square: Square, by: Side) -> Bitboard {
        self.attackers_with(position, square, by, position.occupied())
    }

    /// As [`Movement::attackers`], with these squares occupied instead.
    #[inline]
    fn attackers_with(
        &self,
        position: &Position,
        square: Square,
        by: Side,
        occupied: Bitboard,
    ) -> Bitboard {
        self.sides[by.index()]
            .iter()
            .fold(Bitboard::EMPTY, |found, tables| {
                found
                    | tables.captures.reaching(
                        position.pieces(by, tables.kind) & occupied,
                        square,
                        occupied,
                    )
            })
    }

    /// Whether the piece on `from` could capture on `to` were a hostile piece there.
    pub fn attacks(&self, position: &Position, from: Square, to: Square) -> bool {
        let tables = position.piece_at(from).and_then(|piece| self.tables(piece));
        tables.is_some_and(|tables| tables.captures.reaches(from, to, position.occupied()))
    }

    /// The pieces that the piece on `from` needs between to go to `to` as it can now: the screens of a hop.
    pub fn screens(&self, position: &Position, mv: Move) -> Bitboard {
        let Some(tables) = position
            .piece_at(mv.from)
            .and_then(|piece| self.tables(piece))
        else {
            return Bitboard::EMPTY;
        };
        let occupied = position.occupied();
        let capture = occupied.contains(mv.to);
        let sources = if capture {
            &tables.captures
        } else {
            &tables.moves
        };
        let open = sources
            .between(mv.from, mv.to)
            .iter()
            .find(|path| path.is_open(occupied));
        open.map_or(Bitboard::EMPTY, |path| path.between & occupied)
    }

    /// Whether a royal piece of the side can be captured, or faces one that it may not face.
    pub fn in_check(&self, position: &Position, side: Side) -> bool {
        self.in_check_ignoring(position, side, Bitboard::EMPTY)
    }

    /// As [`Movement::in_check`], disregarding enemy pieces on `ignored` squares.
    pub fn in_check_ignoring(&self, position: &Position, side: Side, ignored: Bitboard) -> bool {
        let occupied = position.occupied();
        self.royal_kinds.iter().any(|&kind| {
            let royal = Piece { side, kind };
            let mut royals = position.pieces(side, kind).squares();
            royals.any(|square| self.is_open_to(position, royal, square, occupied, ignored))
        })
    }

    /// The enemy pieces that give check to the side: those that could capture a royal piece, or face it.
    pub fn checkers(&self, position: &Position, side: Side) -> Bitboard {
        self.checkers_with(position, side, position.occupied(), None)
    }

    /// The pieces that give check once the side to move has played the move, on the squares where they stand then; by
    /// that move or already before.
    pub fn gives_check(&self, position: &Position, mv: Move) -> Bitboard {
        let Some(piece) = position.piece_at(mv.from) else {
            return Bitboard::EMPTY;
        };
        let occupied = position.occupied().without(mv.from).with(mv.to);
        self.checkers_with(position, !piece.side, occupied, Some((piece, mv)))
    }

    #[inline]
    fn checkers_with(
        &self,
        position: &Position,
        side: Side,
        occupied: Bitboard,
        moved: Option<(Piece, Move)>,
    ) -> Bitboard {
        let by = !side;
        let pieces = |kind| match moved {
            Some((piece, mv)) if piece.kind == kind => {
                position.pieces(by, kind).without(mv.from).with(mv.to)
            }
            _ => position.pieces(by, kind),
        };
        let mut found = Bitboard::EMPTY;
        for &royal_kind in &self.royal_kinds {
            let royals = position.pieces(side, royal_kind);
            let royals = moved.map_or(royals, |(_, mv)| royals.without(mv.to));
            for royal in royals {
                for tables in &self.sides[by.index()] {
                    found |= tables
                        .captures
                        .reaching(pieces(tables.kind), royal, occupied);
                }
                for sight in self.sights.iter().filter(|sight| sight.seen == royal_kind) {
                    found |= sight.lines.reaching(pieces(sight.seer), royal, occupied);
                }
            }
        }
        found
    }
}
