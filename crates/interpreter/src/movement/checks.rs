//! Moves that give check, found without trying all.
//!
//! A move checks directly from a square that has a path to the royal piece, or it opens or closes a path of another
//! piece: by leaving a square between where one piece is too many, or by arriving on one where one is missing. Only such
//! moves are looked at.

use arrayvec::ArrayVec;
use qili_board::{Bitboard, Move, Piece, Position};

use super::{MoveList, Movement, path::Path, tables::KindTables};

/// How many paths are kept; beyond that, checks are looked for everywhere.
const CAPACITY: usize = 16;

/// The paths to an enemy royal piece that one change makes open or shuts: found once for a position, they answer for all
/// of its moves.
#[derive(Debug, Clone)]
pub(crate) struct Levers {
    /// The enemy royal pieces.
    royals: Bitboard,
    paths: ArrayVec<Path, CAPACITY>,
    /// There are more paths than are kept.
    more: bool,
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
            paths: ArrayVec::new(),
            more: false,
            leave: Bitboard::EMPTY,
            arrive: Bitboard::EMPTY,
        };
        for royal in royals {
            let Some(Piece { kind, .. }) = position.piece_at(royal) else {
                continue;
            };
            for from in movement.approaching(position, side, royal) {
                if let Some(piece) = position.piece_at(from) {
                    for path in movement.paths_to(piece, from, kind, royal) {
                        levers.add(position, path);
                    }
                }
            }
        }
        levers
    }

    #[inline]
    fn add(&mut self, position: &Position, path: &Path) {
        let occupied = position.occupied();
        let filled = (path.between & occupied).count();
        let screens = u32::from(path.screens);
        if filled == screens {
            // It gives check already, and goes on doing so after most moves.
            self.leave = Bitboard::ALL;
        } else if filled == screens + 1 {
            self.leave |= path.between;
        } else if filled + 1 == screens {
            self.arrive |= path.between - occupied;
        } else {
            return;
        }
        self.more |= self.paths.try_push(*path).is_err();
    }

    /// The pieces that give check after a move: what [`Movement::gives_check`] says.
    #[inline]
    pub(crate) fn gives_check(
        &self,
        movement: &Movement,
        position: &Position,
        mv: Move,
    ) -> Bitboard {
        let Some(piece) = position.piece_at(mv.from) else {
            return Bitboard::EMPTY;
        };
        if self.more {
            return movement.gives_check(position, mv);
        }
        let occupied = position.occupied().without(mv.from).with(mv.to);
        let mut found = Bitboard::EMPTY;
        if self.leave.contains(mv.from) || self.arrive.contains(mv.to) {
            for path in &self.paths {
                if path.from != mv.from && path.to != mv.to && path.is_open(occupied) {
                    found |= Bitboard::of(path.from);
                }
            }
        }
        let royals = self.royals.without(mv.to);
        if movement.looks_at(position, piece, mv.to, royals, occupied) {
            found |= Bitboard::of(mv.to);
        }
        found
    }

    /// Where pieces that are not to [`leave`](Self::leave) their squares may give check by going there.
    #[inline]
    fn squares(&self, movement: &Movement, position: &Position, tables: &KindTables) -> Bitboard {
        let mut squares = self.arrive;
        for royal in self.royals {
            let seen = position.piece_at(royal);
            let sources = seen.and_then(|seen| movement.threatening(tables.piece(), seen.kind));
            squares |= sources.map_or(Bitboard::EMPTY, |sources| sources.to(royal));
        }
        squares
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

    /// The legal moves that capture on the squares of `captures` or after which the opponent is in check, if enemy pieces on
    /// `ignored` squares could not capture a royal piece. Unless they are to be `EXACT`, there may be others among them.
    #[inline]
    pub(crate) fn forcing<const EXACT: bool>(
        &self,
        position: &Position,
        levers: &Levers,
        moves: &mut MoveList,
        ignored: Bitboard,
        captures: Bitboard,
    ) {
        moves.clear();
        let captures = captures & position.side(!position.turn());
        let (free, wanted) = (levers.leave, |tables: &_| {
            levers.squares(self, position, tables) | captures
        });
        self.visit_legal::<true>(position, ignored, free, wanted, |from, targets| {
            for to in targets {
                let mv = Move::new(from, to);
                let checks = || !levers.gives_check(self, position, mv).is_empty();
                if !EXACT || captures.contains(to) || checks() {
                    moves.push(mv);
                }
            }
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
        self.visit_legal::<false>(
            position,
            ignored,
            Bitboard::EMPTY,
            |_| wanted,
            |from, targets| {
                moves.extend(from, targets);
            },
        );
    }
}
