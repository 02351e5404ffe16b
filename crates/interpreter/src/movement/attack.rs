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

    /// Whether the piece, on that square, could capture or would face one of these enemy royal pieces.
    #[inline]
    pub(super) fn looks_at(
        &self,
        position: &Position,
        piece: Piece,
        from: Square,
        royals: Bitboard,
        occupied: Bitboard,
    ) -> bool {
        royals.squares().any(|royal| {
            position.piece_at(royal).is_some_and(|Piece { kind, .. }| {
                let paths = self.paths_to(piece, from, kind, royal);
                paths.iter().any(|path| path.is_open(occupied))
            })
        })
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
        let (royals, occupied) = (self.royals(position, side), position.occupied());
        self.checkers_with(position, royals, occupied, Bitboard::EMPTY)
    }

    /// The pieces that give check once the side to move has played the move, on the squares where they stand then; by
    /// that move or already before.
    pub fn gives_check(&self, position: &Position, mv: Move) -> Bitboard {
        let Some(piece) = position.piece_at(mv.from) else {
            return Bitboard::EMPTY;
        };
        let royals = self.royals(position, !piece.side).without(mv.to);
        let occupied = position.occupied().without(mv.from).with(mv.to);
        let others = self.checkers_with(position, royals, occupied, Bitboard::of(mv.from));
        match self.looks_at(position, piece, mv.to, royals, occupied) {
            true => others.with(mv.to),
            false => others,
        }
    }

    /// The pieces outside `gone` that threaten these royal pieces with these squares occupied.
    #[inline]
    fn checkers_with(
        &self,
        position: &Position,
        royals: Bitboard,
        occupied: Bitboard,
        gone: Bitboard,
    ) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for royal in royals {
            let Some(Piece { side, .. }) = position.piece_at(royal) else {
                continue;
            };
            for from in self.approaching(position, !side, royal) - gone {
                let royal = Bitboard::of(royal);
                let piece = position.piece_at(from);
                if piece.is_some_and(|piece| self.looks_at(position, piece, from, royal, occupied))
                {
                    found |= Bitboard::of(from);
                }
            }
        }
        found
    }
}
