//! Positions as text: FEN.
//!
//! `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1`: ten ranks from the far side of Red, digits
//! for runs of empty squares, Red in upper case; the side to move; two fields without meaning here; plies without a
//! capture; the number of the move. Which letter stands for which kind of piece comes from the edition: an [`Alphabet`].
//!
//! # What is accepted beyond the canonical form
//!
//! * the turn as `w`, `r` or `b`, in either case;
//! * missing counters, and counters without the two hyphens before them;
//! * every alias letter of a kind, say `h` beside `n`;
//! * empty squares in several digits, `45` for `9`;
//! * any white space between and around the fields.
//!
//! How many pieces there are and where they stand is not checked here: that is for the rules.
//!
//! ```
//! use qili_board::{Kind, Side, fen};
//!
//! let letters = fen::Alphabet::new([('k', ""), ('a', ""), ('b', "e"), ('n', "h")]).unwrap();
//! let fen = fen::parse("3ak4/9/9/9/9/9/9/9/4E4/4K2H1 r", &letters).unwrap();
//! assert_eq!(fen.position.turn(), Side::Red);
//! assert_eq!(fen.move_number, 1);
//! assert_eq!(fen::write(&fen.position, &letters), "3ak4/9/9/9/9/9/9/9/4B4/4K2N1 w - - 0 1");
//!
//! let error = fen::parse("3ak4/9/9/9/9/9/9/9/4X4/4K4 w", &letters).unwrap_err();
//! assert_eq!(error.to_string(), "`X` is no letter of a piece");
//! ```

mod alphabet;
mod error;
mod parse;

use std::{fmt::Write as _, ops::Range};

pub use alphabet::{Alphabet, AlphabetError};
pub use error::FenError;
pub use parse::parse;

use crate::{File, Position, Rank, Side, Square};

/// What a FEN says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fen {
    /// The pieces and the turn.
    pub position: Position,
    /// Plies since the last capture; 0 where the text does not say.
    pub idle_plies: u32,
    /// The number of the move, from 1; 1 where the text does not say.
    pub move_number: u32,
}

impl Fen {
    /// The canonical text with its counters.
    pub fn write(&self, alphabet: &Alphabet) -> String {
        let Self {
            position,
            idle_plies,
            move_number,
        } = self;
        format!(
            "{} - - {idle_plies} {move_number}",
            board_and_turn(position, alphabet)
        )
    }
}

/// The canonical text of a position, with counters as at the start of a game.
///
/// A kind that the alphabet does not have is written as `?`.
pub fn write(position: &Position, alphabet: &Alphabet) -> String {
    format!("{} - - 0 1", board_and_turn(position, alphabet))
}

/// Where in a FEN the piece on a square is written, so that an error about the square can point at the letter; for an
/// empty square, the digit that covers it. `None` where the text has no such place.
///
/// ```
/// use qili_board::fen;
///
/// let text = "4k4/9/9/9/9/9/9/4P4/9/3K5 w";
/// let span = fen::span(text, "e2".parse().unwrap()).unwrap();
/// assert_eq!(&text[span.clone()], "P");
/// assert_eq!(span.start, 17);
/// ```
pub fn span(text: &str, square: Square) -> Option<Range<usize>> {
    let board = text.split_whitespace().next()?;
    let rank = board
        .split('/')
        .nth(usize::from(Rank::COUNT - 1 - square.rank().index()))?;
    // Both are parts of the text, so that their distance is the place in it.
    let start = rank.as_ptr() as usize - text.as_ptr() as usize;
    let mut file = 0;
    for (at, letter) in rank.char_indices() {
        file += letter.to_digit(10).unwrap_or(1);
        if file > u32::from(square.file().index()) {
            return Some(start + at..start + at + letter.len_utf8());
        }
    }
    None
}

fn board_and_turn(position: &Position, alphabet: &Alphabet) -> String {
    let mut text = String::with_capacity(80);
    for rank in Rank::all().rev() {
        if !text.is_empty() {
            text.push('/');
        }
        let mut empty = 0;
        for file in File::all() {
            let Some(piece) = position.piece_at(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            push_empty(&mut text, &mut empty);
            text.push(alphabet.letter(piece).unwrap_or('?'));
        }
        push_empty(&mut text, &mut empty);
    }
    text.push_str(match position.turn() {
        Side::Red => " w",
        Side::Black => " b",
    });
    text
}

fn push_empty(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{empty}");
        *empty = 0;
    }
}

#[cfg(test)]
mod tests;
