use std::ops::Range;

use qili_words::{Bilingual, both};

use super::{Alphabet, Fen, FenError};
use crate::{File, Position, Rank, Side, Square};

/// Reads a FEN.
///
/// # Errors
///
/// A [`FenError`] that points at the first thing that does not fit.
pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Fen, FenError> {
    let mut fields = Fields { text, at: 0 };
    let board = fields.next().ok_or(FenError::Empty)?;
    let mut position = Position::empty(Side::Red);
    parse_board(text, board.clone(), alphabet, &mut position)?;

    let turn = fields.next().ok_or_else(|| FenError::TurnMissing {
        text: text.to_owned(),
        span: (board.end..board.end).into(),
    })?;
    position.set_turn(parse_turn(text, turn)?);

    // Two fields of chess (castling and en passant) are empty here and often left out.
    let mut rest = fields.filter(|field| &text[field.clone()] != "-");
    let idle_plies = parse_counter(
        text,
        rest.next(),
        both!("未吃子的着数", "plies without a capture"),
    )?
    .unwrap_or(0);
    let move_number = parse_counter(text, rest.next(), both!("回合数", "moves"))?.unwrap_or(1);
    if let Some(extra) = rest.next() {
        let end = text.trim_end().len();
        return Err(FenError::Trailing {
            text: text.to_owned(),
            span: (extra.start..end).into(),
        });
    }
    Ok(Fen {
        position,
        idle_plies,
        move_number,
    })
}

fn parse_board(
    text: &str,
    board: Range<usize>,
    alphabet: &Alphabet,
    position: &mut Position,
) -> Result<(), FenError> {
    let wanted = Rank::COUNT as usize;
    let found = text[board.clone()].split('/').count();
    let mut start = board.start;
    for (number, rank_text) in text[board.clone()].split('/').enumerate() {
        let span = start..start + rank_text.len();
        if number + 1 == found && found < wanted {
            let note = both!("最后一行", "the last rank");
            return Err(FenError::Ranks {
                found,
                text: text.to_owned(),
                span: span.into(),
                note,
            });
        }
        let Some(rank) = wanted
            .checked_sub(number + 1)
            .and_then(|rank| Rank::new(rank as u8))
        else {
            let (span, note) = (start..board.end, both!("十行以外", "more than ten"));
            return Err(FenError::Ranks {
                found,
                text: text.to_owned(),
                span: span.into(),
                note,
            });
        };
        parse_rank(text, span.clone(), rank, alphabet, position)?;
        start = span.end + 1;
    }
    Ok(())
}

fn parse_rank(
    text: &str,
    span: Range<usize>,
    rank: Rank,
    alphabet: &Alphabet,
    position: &mut Position,
) -> Result<(), FenError> {
    let mut found = 0;
    for (at, letter) in text[span.clone()].char_indices() {
        if let Some(empty @ 1..) = letter.to_digit(10) {
            found += empty as usize;
            continue;
        }
        let Some(piece) = alphabet.piece(letter) else {
            let start = span.start + at;
            return Err(FenError::Letter {
                letter,
                text: text.to_owned(),
                span: (start..start + letter.len_utf8()).into(),
                help: letter_help(letter, alphabet),
            });
        };
        if let Some(file) = u8::try_from(found).ok().and_then(File::new) {
            position.place(Square::new(file, rank), piece);
        }
        found += 1;
    }
    if found != File::COUNT as usize {
        return Err(FenError::Width {
            rank: rank.index().into(),
            found,
            text: text.to_owned(),
            span: span.into(),
        });
    }
    Ok(())
}

/// Proposes the half-width letter for a full-width one, and lists those there are.
fn letter_help(letter: char, alphabet: &Alphabet) -> Bilingual {
    let letters = alphabet.summary();
    let listed = both!(
        "字母有 `{letters}`（红方大写），另有数字 1 到 9",
        "the letters are {letters} (upper case for red) and the digits 1 to 9"
    );
    let narrow = u32::from(letter)
        .checked_sub(0xfee0)
        .and_then(char::from_u32);
    match narrow.filter(|&narrow| alphabet.piece(narrow).is_some() || narrow.is_ascii_digit()) {
        Some(narrow) => both!("是不是 `{narrow}`？{}", "did you mean `{narrow}`? {}"; listed),
        None => listed,
    }
}

fn parse_turn(text: &str, span: Range<usize>) -> Result<Side, FenError> {
    match &text[span.clone()] {
        "w" | "W" | "r" | "R" => Ok(Side::Red),
        "b" | "B" => Ok(Side::Black),
        turn => Err(FenError::Turn {
            turn: turn.to_owned(),
            text: text.to_owned(),
            span: span.into(),
        }),
    }
}

fn parse_counter(
    text: &str,
    span: Option<Range<usize>>,
    of: Bilingual,
) -> Result<Option<u32>, FenError> {
    let Some(span) = span else { return Ok(None) };
    match text[span.clone()].parse() {
        Ok(number) => Ok(Some(number)),
        Err(_) => {
            let counter = text[span.clone()].to_owned();
            Err(FenError::Counter {
                counter,
                of,
                text: text.to_owned(),
                span: span.into(),
            })
        }
    }
}

/// The places of the words of a text.
struct Fields<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Fields<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..)?;
        let start = self.at + rest.find(|c: char| !c.is_whitespace())?;
        let word = &self.text[start..];
        let end = start + word.find(char::is_whitespace).unwrap_or(word.len());
        self.at = end;
        Some(start..end)
    }
}
