//! A position as lines of text.

use qili_board::{File, Position, Rank, Square};

use super::Options;
use crate::vocabulary::Vocabulary;

/// Draws a position with characters of full width.
pub fn text(position: &Position, vocabulary: &Vocabulary, options: &Options) -> String {
    let mut drawn = String::new();
    for rank in Rank::all().rev() {
        drawn.push(rank.char());
        for file in File::all() {
            drawn.push(' ');
            match position.piece_at(Square::new(file, rank)) {
                Some(piece) => {
                    drawn.push(vocabulary.character(piece.side, piece.kind, options.script))
                }
                None => drawn.push('＋'),
            }
        }
        drawn.push('\n');
    }
    drawn
}
