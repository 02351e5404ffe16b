//! Moves: targets of the tables, cut down to what the guard allows.

use qili_board::{Bitboard, Move, Position, Square};

use super::{MoveList, Movement, guard::Guard, tables::KindTables};

impl Movement {
    /// All legal moves of the side to move.
    ///
    /// ```
    /// # use qili_interpreter::movement::{Movement, MoveList, rules::*};
    /// # use qili_board::{Bitboard, Kind, Piece, Position, Side};
    /// # let mut king = PieceRules::new("king");
    /// # king.royal = true;
    /// # king.motions = vec![Motion::new(Purpose::Both, chain(&[Leg::steps(1, &ORTHOGONAL)]))];
    /// # let movement = Movement::new(MovementRules { kinds: vec![king], ..MovementRules::default() }).unwrap();
    /// # let mut position = Position::empty(Side::Red);
    /// # position.place("a0".parse().unwrap(), Piece { side: Side::Red, kind: Kind::new(0).unwrap() });
    /// let mut moves = MoveList::new();
    /// movement.legal_moves(&position, &mut moves);
    /// assert_eq!(format!("{moves:?}"), "[a0b0, a0a1]");
    /// ```
    pub fn legal_moves(&self, position: &Position, moves: &mut MoveList) {
        self.legal_moves_ignoring(position, moves, Bitboard::EMPTY);
    }

    /// The legal moves of the side to move if enemy pieces on `ignored` squares could not capture a royal piece.
    pub fn legal_moves_ignoring(
        &self,
        position: &Position,
        moves: &mut MoveList,
        ignored: Bitboard,
    ) {
        moves.clear();
        let all = Bitboard::ALL;
        self.visit_legal::<true>(
            position,
            ignored,
            all,
            |_| all,
            |from, targets| {
                moves.extend(from, targets);
            },
        );
    }

    /// The legal captures of the side to move.
    pub fn captures(&self, position: &Position, moves: &mut MoveList) {
        self.captures_ignoring(position, moves, Bitboard::EMPTY);
    }

    /// The legal captures of the side to move if enemy pieces on `ignored` squares could not capture a royal piece.
    pub fn captures_ignoring(&self, position: &Position, moves: &mut MoveList, ignored: Bitboard) {
        self.captures_on(position, moves, ignored, Bitboard::ALL);
    }

    /// What the side to move could capture, whether or not that would leave its own royal piece open to capture.
    pub(crate) fn captured(&self, position: &Position) -> Bitboard {
        let side = position.turn();
        let mut captured = Bitboard::EMPTY;
        for tables in &self.sides[side.index()] {
            for from in position.pieces(side, tables.kind) {
                captured |= self.targets_of::<false>(position, tables, from);
            }
        }
        captured
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self, position: &Position) -> bool {
        self.has_legal_move_ignoring(position, Bitboard::EMPTY)
    }

    /// As [`Movement::has_legal_move`], if enemy pieces on `ignored` squares could not capture a royal piece.
    pub fn has_legal_move_ignoring(&self, position: &Position, ignored: Bitboard) -> bool {
        self.some_legal_move(position, ignored).is_some()
    }

    /// One of the legal moves if enemy pieces on `ignored` squares could not capture a royal piece.
    pub(crate) fn some_legal_move(&self, position: &Position, ignored: Bitboard) -> Option<Move> {
        let guard = Guard::new(self, position, ignored);
        let side = position.turn();
        let pieces = self.sides[side.index()].iter().flat_map(|tables| {
            let pieces = position.pieces(side, tables.kind).squares();
            pieces.map(move |from| (tables, from))
        });
        let legal = |(tables, from): (&KindTables, Square)| {
            let most = guard.most(from);
            let targets = tables.reaches(from, most).then(|| {
                let targets = self.targets_of::<true>(position, tables, from);
                guard.allowed(self, position, from, targets & most)
            });
            Some(Move::new(from, targets?.first()?))
        };
        // the moves of royal pieces have to be tried, so these are asked last
        let royal = |&(_, from): &(&KindTables, Square)| guard.royals.contains(from);
        let mut others = pieces.clone().filter(|piece| !royal(piece));
        others
            .find_map(legal)
            .or_else(|| pieces.filter(royal).find_map(legal))
    }

    /// How many legal moves the side to move has.
    pub fn count_legal_moves(&self, position: &Position) -> u64 {
        let mut count = 0;
        let (none, all) = (Bitboard::EMPTY, Bitboard::ALL);
        self.visit_legal::<true>(
            position,
            none,
            all,
            |_| all,
            |_, targets| {
                count += u64::from(targets.count());
            },
        );
        count
    }

    /// How many lines of `depth` legal moves there are; 1 for depth 0. The moves of the last ply are not played.
    ///
    /// The position is the same afterwards.
    pub fn perft(&self, position: &mut Position, depth: u32) -> u64 {
        match depth {
            0 => return 1,
            1 => return self.count_legal_moves(position),
            _ => {}
        }
        let mut moves = MoveList::new();
        self.legal_moves(position, &mut moves);
        let mut count = 0;
        for &mv in &moves {
            let captured = position.play(mv);
            count += self.perft(position, depth - 1);
            position.undo(mv, captured);
        }
        count
    }

    /// Calls `f` with squares and where the pieces there may go: anywhere from those in `free`, from others to what is
    /// `wanted` of their kind. Without `QUIET` only captures. Enemy pieces on `ignored` squares threaten no royal piece.
    #[inline]
    pub(super) fn visit_legal<const QUIET: bool>(
        &self,
        position: &Position,
        ignored: Bitboard,
        free: Bitboard,
        wanted: impl Fn(&KindTables) -> Bitboard,
        mut f: impl FnMut(Square, Bitboard),
    ) {
        let guard = Guard::new(self, position, ignored);
        let side = position.turn();
        for tables in &self.sides[side.index()] {
            let pieces = position.pieces(side, tables.kind);
            if pieces.is_empty() {
                continue;
            }
            let of_kind = wanted(tables);
            for from in pieces {
                let wanted = match free.contains(from) {
                    true => guard.most(from),
                    false => guard.most(from) & of_kind,
                };
                if tables.reaches(from, wanted) {
                    let targets = self.targets_of::<QUIET>(position, tables, from) & wanted;
                    f(from, guard.allowed(self, position, from, targets));
                }
            }
        }
    }

    /// Where the piece on a square could go if no royal piece were to be minded. Without `QUIET` only captures.
    #[inline(always)]
    fn targets_of<const QUIET: bool>(
        &self,
        position: &Position,
        tables: &KindTables,
        from: Square,
    ) -> Bitboard {
        let (occupied, enemy) = (position.occupied(), position.side(!tables.piece().side));
        let both = if QUIET { enemy | !occupied } else { enemy };
        let mut targets = tables.both.targets(&self.pool, from, occupied) & both;
        targets |= tables.capture.targets(&self.pool, from, occupied) & enemy;
        if QUIET {
            targets |= tables.quiet.targets(&self.pool, from, occupied) - occupied;
        }
        targets
    }

    /// Where the piece on a square could go if no royal piece were to be minded.
    pub fn targets(&self, position: &Position, from: Square) -> Bitboard {
        let Some(piece) = position.piece_at(from) else {
            return Bitboard::EMPTY;
        };
        let Some(tables) = self.tables(piece) else {
            return Bitboard::EMPTY;
        };
        self.targets_of::<true>(position, tables, from)
    }

    /// Whether the move is legal.
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        self.is_legal_ignoring(position, mv, Bitboard::EMPTY)
    }

    /// As [`Movement::is_legal`], if enemy pieces on `ignored` squares could not capture a royal piece.
    pub fn is_legal_ignoring(&self, position: &Position, mv: Move, ignored: Bitboard) -> bool {
        position.side(position.turn()).contains(mv.from)
            && self.targets(position, mv.from).contains(mv.to)
            && self.is_safe_ignoring(position, mv, ignored)
    }

    /// Whether the move, one of [`Movement::targets`], leaves no royal piece of its side open to capture. Faster than
    /// [`Movement::is_legal`], and right for either side, whoever's turn it is.
    pub fn is_safe(&self, position: &Position, mv: Move) -> bool {
        self.is_safe_ignoring(position, mv, Bitboard::EMPTY)
    }

    /// As [`Movement::is_safe`], disregarding enemy pieces on `ignored` squares.
    pub fn is_safe_ignoring(&self, position: &Position, mv: Move, ignored: Bitboard) -> bool {
        !self.exposes(position, mv, ignored)
    }
}
