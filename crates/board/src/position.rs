use std::{
    fmt,
    hash::{Hash, Hasher},
};

use crate::{Bitboard, File, Kind, Move, Piece, Rank, Side, Square, zobrist};

/// No piece, in the table of squares.
const NONE: u8 = u8::MAX;

/// Which piece stands where, and whose turn it is.
///
/// Any arrangement is a position; whether it can occur is for the rules to say.
///
/// ```
/// use qili_board::{Kind, Piece, Position, Side};
///
/// let mut position = Position::empty(Side::Red);
/// let general = Piece { side: Side::Black, kind: Kind::new(0).unwrap() };
/// position.place("e9".parse().unwrap(), general);
/// assert_eq!(position.occupied().count(), 1);
/// assert_eq!(position.pieces(general.side, general.kind), position.side(Side::Black));
/// ```
#[derive(Clone)]
pub struct Position {
    squares: [u8; Square::COUNT],
    kinds: [[Bitboard; Kind::MAX]; 2],
    sides: [Bitboard; 2],
    hash: u128,
    turn: Side,
}

impl Position {
    /// A board without pieces.
    pub fn empty(turn: Side) -> Self {
        let mut position = Self {
            squares: [NONE; Square::COUNT],
            kinds: [[Bitboard::EMPTY; Kind::MAX]; 2],
            sides: [Bitboard::EMPTY; 2],
            hash: 0,
            turn: Side::Red,
        };
        position.set_turn(turn);
        position
    }

    /// Puts a piece on a square; what stood there is gone.
    pub fn place(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.squares[square.index() as usize] = piece.index() as u8;
        self.toggle(square, piece);
    }

    /// Takes the piece off a square.
    #[inline]
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.squares[square.index() as usize] = NONE;
        self.toggle(square, piece);
        Some(piece)
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.squares[square.index() as usize] {
            NONE => None,
            index => Some(Piece::from_valid(index)),
        }
    }

    /// The squares with a piece on them.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The squares of a side's pieces.
    #[inline]
    pub fn side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// The squares of a side's pieces of one kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> Bitboard {
        self.kinds[side.index()][kind.index()]
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Gives the turn to a side, as if the other one had passed.
    #[inline]
    pub fn set_turn(&mut self, turn: Side) {
        if turn != self.turn {
            self.turn = turn;
            self.hash ^= zobrist::TURN;
        }
    }

    /// A number that equal positions (pieces and turn) share and that others hardly ever do.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash as u64
    }

    /// The same with so many bits that others never do: two halves that have nothing to do with each other.
    #[inline]
    pub fn wide_hash(&self) -> u128 {
        self.hash
    }

    /// Plays a move without asking whether it is legal, and gives the turn to the other side.
    ///
    /// Returns what stood on the target square, which [`Position::undo`] needs. A move from an empty square only passes
    /// the turn.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Option<Piece> {
        self.set_turn(!self.turn);
        let piece = self.piece_at(mv.from)?;
        let captured = self.remove(mv.to);
        self.shift(piece, mv.from, mv.to);
        captured
    }

    /// Takes back the move that was played last, given what it captured.
    #[inline]
    pub fn undo(&mut self, mv: Move, captured: Option<Piece>) {
        self.set_turn(!self.turn);
        let Some(piece) = self.piece_at(mv.to) else {
            return;
        };
        self.shift(piece, mv.to, mv.from);
        if let Some(captured) = captured {
            self.squares[mv.to.index() as usize] = captured.index() as u8;
            self.toggle(mv.to, captured);
        }
    }

    /// Moves a piece to a square where nothing stands.
    #[inline]
    fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.squares[from.index() as usize] = NONE;
        self.squares[to.index() as usize] = piece.index() as u8;
        let bits = Bitboard::of(from) ^ Bitboard::of(to);
        self.kinds[piece.side.index()][piece.kind.index()] ^= bits;
        self.sides[piece.side.index()] ^= bits;
        self.hash ^= zobrist::key(piece, from) ^ zobrist::key(piece, to);
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.kinds[piece.side.index()][piece.kind.index()] ^= bit;
        self.sides[piece.side.index()] ^= bit;
        self.hash ^= zobrist::key(piece, square);
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.turn == other.turn && self.squares == other.squares
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash());
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} to move; kinds as letters from a, red in upper case",
            self.turn
        )?;
        for rank in Rank::all().rev() {
            for file in File::all() {
                let letter = match self.piece_at(Square::new(file, rank)) {
                    None => '.',
                    Some(Piece { side, kind }) => {
                        let first = if side == Side::Red { b'A' } else { b'a' };
                        (first + kind.index() as u8) as char
                    }
                };
                write!(f, "{letter}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn piece(index: u8) -> Piece {
        Piece::from_valid(index % 32)
    }

    fn square(index: u8) -> Square {
        Square::from_valid(index % 90)
    }

    fn fresh(position: &Position) -> Position {
        let mut copy = Position::empty(position.turn());
        for square in position.occupied() {
            copy.place(square, position.piece_at(square).unwrap());
        }
        copy
    }

    #[test]
    fn placing_replaces() {
        let mut position = Position::empty(Side::Black);
        position.place(square(3), piece(1));
        position.place(square(3), piece(20));
        assert_eq!(position.occupied(), Bitboard::of(square(3)));
        assert_eq!(position.side(Side::Red), Bitboard::EMPTY);
        assert_eq!(position.remove(square(3)), Some(piece(20)));
        assert_eq!(position.remove(square(3)), None);
        assert_eq!(position, Position::empty(Side::Black));
        assert_ne!(position.hash(), Position::empty(Side::Red).hash());
    }

    proptest! {
        #[test]
        fn undo_restores_and_incremental_hash_equals_fresh_hash(
            pieces in prop::collection::vec((0u8..90, 0u8..32), 0..40),
            moves in prop::collection::vec((0u8..90, 0u8..90), 0..40),
        ) {
            let mut position = Position::empty(Side::Red);
            for (at, index) in pieces {
                position.place(square(at), piece(index));
            }
            let mut stack = Vec::new();
            for (from, to) in moves {
                // An empty starting square is a pass and is not undone as a move.
                if position.piece_at(square(from)).is_none() {
                    continue;
                }
                let before = position.clone();
                let mv = Move::new(square(from), square(to));
                let captured = position.play(mv);
                let again = fresh(&position);
                prop_assert_eq!(&again, &position);
                prop_assert_eq!(again.wide_hash(), position.wide_hash());
                prop_assert_eq!(again.kinds, position.kinds);
                prop_assert_eq!(again.sides, position.sides);
                stack.push((before, mv, captured));
            }
            while let Some((before, mv, captured)) = stack.pop() {
                position.undo(mv, captured);
                prop_assert_eq!(&before, &position);
                prop_assert_eq!(before.kinds, position.kinds);
            }
        }
    }
}
