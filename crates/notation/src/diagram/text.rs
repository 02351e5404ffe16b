//! A position as lines of text.

use qili_board::{File, Move, Position, Rank, Side, Square};

use super::Options;
use crate::vocabulary::Vocabulary;

/// Draws a position for a fixed-width font in which a Chinese character is as wide as two letters.
///
/// Red's men stand in round brackets, Black's in square ones. `*` marks the two squares of the last move, a number the square
/// that a move of the line leads to; both are written out below the board.
///
/// ```text
/// 9  ＋   ＋   ＋   ＋  [将]  ＋   ＋   ＋   ＋
/// …
/// 0 (车)  ＋   ＋   ＋  (帅)  ＋   ＋   ＋   ＋
///    a    b    c    d    e    f    g    h    i
/// ```
pub fn text(position: &Position, vocabulary: &Vocabulary, options: &Options) -> String {
    let mut drawn = String::new();
    let mut line = |text: &str| {
        drawn.push_str(text.trim_end());
        drawn.push('\n');
    };
    for rank in Rank::all().rev() {
        let points: String = File::all()
            .map(|file| point(Square::new(file, rank), position, vocabulary, options))
            .collect();
        line(&format!("{rank} {points}"));
        if rank.index() == Rank::COUNT / 2 {
            line("");
        }
    }
    let files: String = File::all().map(|file| format!(" {file}   ")).collect();
    line(&format!("  {files}"));
    if let Some(last) = options.last {
        line(&format!("  * {last}"));
    }
    if !options.line.is_empty() {
        let moves: Vec<_> = (1..)
            .zip(&options.line)
            .map(|(number, mv)| format!("{number} {mv}"))
            .collect();
        line(&format!("  {}", moves.join("  ")));
    }
    drawn
}

/// A point in five columns.
fn point(
    square: Square,
    position: &Position,
    vocabulary: &Vocabulary,
    options: &Options,
) -> String {
    let mark = mark(square, options.last, &options.line);
    match position.piece_at(square) {
        Some(piece) => {
            let character = vocabulary.character(piece.side, piece.kind, options.script);
            let (open, close) = if piece.side == Side::Red {
                ('(', ')')
            } else {
                ('[', ']')
            };
            format!("{open}{character}{close}{mark}")
        }
        None => format!(" ＋ {mark}"),
    }
}

fn mark(square: Square, last: Option<Move>, line: &[Move]) -> char {
    let arrives = line.iter().position(|mv| mv.to == square);
    match (arrives, last) {
        (Some(index @ 0..9), _) => (b'1' + index as u8) as char,
        (Some(_), _) => '+',
        (None, Some(last)) if last.from == square || last.to == square => '*',
        _ => ' ',
    }
}
