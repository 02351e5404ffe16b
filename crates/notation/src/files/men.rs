//! The 32 men that XQF and DhtmlXQ list, by the letters of the standard game.

use qili_board::fen::Fen;
use qili_board::{Piece, Position, Side, Square};

use crate::vocabulary::Vocabulary;

/// One side's men in the order of the formats, as letters of FEN; the other side's follow.
const MEN: [char; 16] = [
    'R', 'N', 'B', 'A', 'K', 'A', 'B', 'N', 'R', 'C', 'C', 'P', 'P', 'P', 'P', 'P',
];

/// How many men both sides have.
pub(super) const COUNT: usize = 2 * MEN.len();

/// A position from the squares of its men; those that the edition does not have are left out.
pub(super) fn set_up(squares: &[Option<Square>], turn: Side, vocabulary: &Vocabulary) -> Fen {
    let mut position = Position::empty(turn);
    for (index, square) in squares.iter().enumerate() {
        let side = if index < MEN.len() {
            Side::Red
        } else {
            Side::Black
        };
        if let (Some(square), Some(kind)) =
            (square, vocabulary.kind_of_letter(MEN[index % MEN.len()]))
        {
            position.place(*square, Piece { side, kind });
        }
    }
    Fen {
        position,
        idle_plies: 0,
        move_number: 1,
    }
}

/// The squares of the men of a position; an error is a piece that the formats have no place for.
pub(super) fn list(
    position: &Position,
    vocabulary: &Vocabulary,
) -> Result<[Option<Square>; 32], (Square, Piece)> {
    let mut squares = [None; 32];
    for square in position.occupied() {
        let Some(piece) = position.piece_at(square) else {
            continue;
        };
        let letter = vocabulary.letter(piece.kind);
        let base = piece.side.index() * MEN.len();
        let free = (0..MEN.len()).find(|&i| {
            squares[base + i].is_none()
                && vocabulary
                    .kind_of_letter(MEN[i])
                    .is_some_and(|k| vocabulary.letter(k) == letter)
        });
        squares[base + free.ok_or((square, piece))?] = Some(square);
    }
    Ok(squares)
}
