//! A position and a list of moves, as engines and bug reports have them:
//!
//! ```text
//! fen 3ak4/4a4/9/9/9/9/9/9/4R4/3K5 w
//! moves e1a1 e8d7
//! ```
//!
//! `position fen … moves …` on one line is read as well, a FEN without a word before it, `FEN=…`, and `startpos` for the initial
//! position. Moves may be in any notation; without the word `moves` they may stand on several lines. A line with that word ends the
//! game, so that nobody has to wait for what follows.
//!
//! They are read together with PGN and move text ([`super::pgn`]).

use qili_board::fen::Fen;

use crate::game::Game;
use crate::vocabulary::Vocabulary;

/// What a line says: the position it starts from (empty for the initial one), and moves.
pub(super) type Parts<'l> = (Option<&'l str>, Option<&'l str>);

/// Whether a line is one of this format.
pub(super) fn begins(line: &str) -> bool {
    parts(line).is_some()
}

/// Whether a line has moves and no position.
pub(super) fn continues(line: &str) -> bool {
    matches!(parts(line), Some((None, Some(_))))
}

/// Whether a line of this format has moves.
pub(super) fn has_moves(line: &str) -> bool {
    matches!(parts(line), Some((_, Some(_))))
}

/// The parts of a line of this format.
pub(super) fn parts(line: &str) -> Option<Parts<'_>> {
    let line = line.trim();
    if !matches!(line.as_bytes().first()?, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9') {
        return None;
    }
    let line = word(line, "position").unwrap_or(line);
    if let Some(moves) = word(line, "moves") {
        return Some((None, Some(moves)));
    }
    let start = if let Some(rest) = word(line, "startpos") {
        rest
    } else if let Some(fen) = word(line, "fen") {
        fen
    } else {
        Some(line).filter(|line| is_board(line))?
    };
    let moves = start.to_ascii_lowercase();
    let at = moves
        .match_indices("moves")
        .map(|(at, _)| at)
        .find(|&at| at == 0 || moves[..at].ends_with([' ', '\t']));
    Some(match at {
        Some(at) => {
            let moves = start[at + "moves".len()..].trim_start_matches([':', '=']);
            (Some(start[..at].trim()), Some(moves))
        }
        None => (Some(start), None),
    })
}

/// What follows a word at the beginning of a line, perhaps after a colon or an equals sign.
fn word<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    let (first, rest) = line.split_at_checked(word.len())?;
    if !first.eq_ignore_ascii_case(word) {
        return None;
    }
    let value = rest.trim_start();
    match value
        .strip_prefix([':', '='])
        .or_else(|| value.strip_prefix('：'))
    {
        Some(value) => Some(unquoted(value)),
        None if rest.is_empty() || rest.starts_with([' ', '\t']) => Some(unquoted(value)),
        None => None,
    }
}

/// A value without white space and quotation marks around it.
fn unquoted(value: &str) -> &str {
    value.trim().trim_matches('"')
}

/// Whether a line begins with the board of a FEN, sound or not.
fn is_board(line: &str) -> bool {
    let board = line.split_whitespace().next().unwrap_or_default();
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'/';
    board.bytes().filter(|&b| b == b'/').count() > 6 && board.bytes().all(plain)
}

/// Writes the start and the main line of a game.
pub fn write(game: &Game, vocabulary: &Vocabulary) -> String {
    let moves: String = game.moves().map(|mv| format!(" {mv}")).collect();
    let start = Fen::write(&game.start, vocabulary.alphabet());
    format!("fen {start}\nmoves{moves}\n")
}
