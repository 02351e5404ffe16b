//! Moves that give check, found without trying all.
//!
//! A move checks directly from a square that has a path to the royal piece, or it opens or closes a path of another
//! piece: by leaving a square between where one piece is too many, or by arriving on one where one is missing. Only such
//! moves are looked at.

use std::ops::ControlFlow;

use qili_board::{Bitboard, Move, Position, Square};

use super::{MoveList, Movement, guard::Guard, sources::Sources};

/// Where a change makes a path to an enemy royal piece open: found once for a position, it answers for all of its moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Levers {
    /// The enemy royal pieces.
    royals: Bitboard,
    /// Squares that a piece opens a path by leaving.
    leave: Bitboard,
    /// Squares that a piece opens a path by arriving at.
    arrive: Bitboard,
}

impl Levers {
    /// Those of the side to move.
    #[inline]
    pub(crate) fn new(movement: &Movement, position: &Position) -> Self {
        let side = position.turn();
        let royals = movement.royals(position, !side);
        let mut levers = Self {
            royals,
            leave: Bitboard::EMPTY,
            arrive: Bitboard::EMPTY,
        };
        for royal in royals {
            for tables in &movement.sides[side.index()] {
                levers.add(
                    position,
                    position.pieces(side, tables.kind),
                    &tables.captures,
                    royal,
                );
            }
            for sight in &movement.sights {
                if position.pieces(!side, sight.seen).contains(royal) {
                    levers.add(
                        position,
                        position.pieces(side, sight.seer),
                        &sight.lines,
                        royal,
                    );
                }
            }
        }
        levers
    }

    #[inline]
    fn add(&mut self, position: &Position, by: Bitboard, sources: &Sources, royal: Square) {
        let occupied = position.occupied();
        for from in by & sources.to(royal) {
            for path in sources.between(from, royal) {
                let filled = (path.between & occupied).count();
                let screens = u32::from(path.screens);
                if filled == screens {
                    // It gives check already, and goes on doing so after most moves.
                    self.leave = Bitboard::ALL;
                } else if filled == screens + 1 {
                    self.leave |= path.between;
                } else if filled + 1 == screens {
                    self.arrive |= path.between - occupied;
                }
            }
        }
    }

    /// The pieces that give check after a move: what [`Movement::gives_check`] says.
    #[inline]
    pub(crate) fn gives_check(
        &self,
        movement: &Movement,
        position: &Position,
        mv: Move,
    ) -> Bitboard {
        let to = Bitboard::of(mv.to);
        if self.candidates(movement, position, mv.from, to).is_empty() {
            return Bitboard::EMPTY;
        }
        movement.gives_check(position, mv)
    }

    /// Those of a piece's targets that may give check.
    #[inline]
    fn candidates(
        &self,
        movement: &Movement,
        position: &Position,
        from: Square,
        targets: Bitboard,
    ) -> Bitboard {
        if self.leave.contains(from) {
            return targets;
        }
        let mut wanted = self.arrive;
        if let Some(piece) = position.piece_at(from) {
            for royal in self.royals {
                if let Some(tables) = movement.tables(piece) {
                    wanted |= tables.captures.to(royal);
                }
                for sight in movement
                    .sights
                    .iter()
                    .filter(|sight| sight.seer == piece.kind)
                {
                    wanted |= sight.lines.to(royal);
                }
            }
        }
        targets & wanted
    }
}

impl Movement {
    /// The legal moves after which the opponent is in check, if enemy pieces on `ignored` squares could not capture a
    /// royal piece.
    pub fn checks(&self, position: &Position, moves: &mut MoveList, ignored: Bitboard) {
        let levers = Levers::new(self, position);
        self.forcing::<true>(position, &levers, moves, ignored, Bitboard::EMPTY);
    }

    /// The legal moves that capture or after which the opponent is in check, if enemy pieces on `ignored` squares could
    /// not capture a royal piece.
    pub fn checks_and_captures(
        &self,
        position: &Position,
        moves: &mut MoveList,
        ignored: Bitboard,
    ) {
        let (levers, enemy) = (Levers::new(self, position), position.side(!position.turn()));
        self.forcing::<true>(position, &levers, moves, ignored, enemy);
    }

    /// The legal moves that capture on `wanted` squares or after which the opponent is in check, if enemy pieces on
    /// `ignored` squares could not capture a royal piece. Unless they are to be `EXACT`, there may be others among them.
    #[inline]
    pub(crate) fn forcing<const EXACT: bool>(
        &self,
        position: &Position,
        levers: &Levers,
        moves: &mut MoveList,
        ignored: Bitboard,
        wanted: Bitboard,
    ) {
        moves.clear();
        let guard = Guard::new(self, position, ignored);
        let wanted = wanted & position.side(!position.turn());
        let _ = self.visit::<true>(position, |from, targets| {
            let candidates = levers.candidates(self, position, from, targets);
            let legal = guard.allowed(self, position, from, candidates | targets & wanted);
            for to in legal {
                let mv = Move::new(from, to);
                if !EXACT || wanted.contains(to) || !self.gives_check(position, mv).is_empty() {
                    moves.push(mv);
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// The legal captures on `wanted` squares, if enemy pieces on `ignored` squares could not capture a royal piece.
    pub(crate) fn captures_on(
        &self,
        position: &Position,
        moves: &mut MoveList,
        ignored: Bitboard,
        wanted: Bitboard,
    ) {
        moves.clear();
        let guard = Guard::new(self, position, ignored);
        let _ = self.visit::<false>(position, |from, targets| {
            moves.extend(from, guard.allowed(self, position, from, targets & wanted));
            ControlFlow::Continue(())
        });
    }
}
