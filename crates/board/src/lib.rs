//! Geometry and state of a xiangqi board, without any rule.
//!
//! The board has nine files (`a`-`i`, from Red's left) and ten ranks (`0`-`9`, from Red's side). A [`Position`] says
//! which [`Piece`] stands on which [`Square`] and whose turn it is. What a piece is called, how it moves and where it may
//! stand is the business of an edition's rules: here a piece is a [`Side`] and a [`Kind`], a number.
//!
//! ```
//! use qili_board::{Bitboard, Kind, Move, Piece, Position, Side, Square};
//!
//! let chariot = Piece { side: Side::Red, kind: Kind::new(4).unwrap() };
//! let mut position = Position::empty(Side::Red);
//! position.place("a0".parse().unwrap(), chariot);
//!
//! let before = position.clone();
//! let mv: Move = "a0a7".parse().unwrap();
//! let captured = position.play(mv);
//! assert_eq!(position.piece_at(mv.to), Some(chariot));
//! assert_eq!(position.turn(), Side::Black);
//!
//! position.undo(mv, captured);
//! assert_eq!(position, before);
//! ```

mod bitboard;
mod coordinate;
pub mod fen;
mod kind;
mod moves;
mod piece;
mod position;
mod side;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use coordinate::{File, Rank};
pub use kind::Kind;
pub use moves::{Move, ParseMoveError};
pub use piece::Piece;
pub use position::Position;
pub use side::Side;
pub use square::{ParseSquareError, Square};
