//! CBR, the binary format of another studio program, and CBL, its libraries of games.

use qili_board::fen::Fen;
use qili_board::{Move, Piece, Position, Side, Square};

use super::bytes::{Bytes, byte, clean};
use super::{Edition, ReadError};
use crate::encoding::Encoding;
use crate::game::{Builder, Game, GameResult, NodeId, ProblemKind};
use crate::vocabulary::Vocabulary;
use qili_words::{Bilingual, both};

/// What one game begins with.
pub const MAGIC: &[u8] = b"CCBridge Record\0";

/// What a library begins with.
pub const LIBRARY_MAGIC: &[u8] = b"CCBridgeLibrary\0";

const BOARD: usize = 2120;
const REMARK: usize = 2214;

/// Offset and size in bytes of texts, with the tags they become.
const TEXTS: [(usize, usize, &str); 4] = [
    (180, 128, "Title"),
    (692, 64, "Event"),
    (1076, 64, "Red"),
    (1300, 64, "Black"),
];

/// The letters of FEN for the numbers of men.
const MEN: [char; 7] = ['R', 'N', 'B', 'A', 'K', 'C', 'P'];

/// Reads one game, the first of its file.
///
/// # Errors
/// It has no complete header.
pub fn read(bytes: &[u8], file: &str, edition: Edition<'_>) -> Result<Game, ReadError> {
    game(bytes, 1, file, edition)
}

/// Reads a library: its games one after the other. Records without any man are headings, no games.
pub fn read_library<'a>(
    bytes: Vec<u8>,
    file: &str,
    edition: Edition<'a>,
) -> impl Iterator<Item = Result<Game, ReadError>> + Send + use<'a> {
    let file = file.to_owned();
    let starts: Vec<_> = (0..bytes.len())
        .filter(|&at| bytes[at..].starts_with(MAGIC))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let has_men = |record: &[u8]| {
        let board = record.get(BOARD..BOARD + Square::COUNT);
        board.is_none_or(|men| men.iter().any(|&man| man != 0))
    };
    let records: Vec<_> = starts
        .iter()
        .copied()
        .zip(ends)
        .filter(|&(start, end)| has_men(&bytes[start..end]))
        .collect();
    let none = records.is_empty().then(|| {
        Err(ReadError::NoGame {
            file: file.as_str().into(),
        })
    });
    let games = (1..)
        .zip(records)
        .map(move |(number, (start, end))| game(&bytes[start..end], number, &file, edition));
    none.into_iter().chain(games)
}

fn game(bytes: &[u8], number: u64, file: &str, edition: Edition<'_>) -> Result<Game, ReadError> {
    let damaged = |what: Bilingual| ReadError::Damaged {
        file: file.into(),
        what: both!("第 {number} 局{}", "game {number} {}"; what),
    };
    if !bytes.starts_with(MAGIC) {
        return Err(damaged(both!(
            "不以 `CCBridge Record` 开头",
            "does not begin with `CCBridge Record`"
        )));
    }
    if bytes.len() < REMARK {
        return Err(damaged(both!("在文件头中断", "ends inside its header")));
    }
    let mut builder = Builder::new(&file.into(), number, edition);
    for (offset, size, tag) in TEXTS {
        let text = utf16(&bytes[offset..offset + size]);
        if !text.is_empty() {
            builder.tag(tag, &text);
        }
    }
    let result = match byte(bytes, 2076) {
        1 => Some(GameResult::Win(Side::Red)),
        2 => Some(GameResult::Win(Side::Black)),
        3 | 4 => Some(GameResult::Draw),
        _ => None,
    };
    if let Some(result) = result {
        builder.tag("Result", result.symbol());
    }
    builder.start(set_up(bytes, edition.vocabulary));
    if play(Bytes::new(bytes, REMARK), &mut builder).is_none() {
        builder.problem(
            ProblemKind::Truncated {
                inside: both!("着法", "its moves"),
            },
            None,
            None,
        );
    }
    Ok(builder.finish(result))
}

/// A text that ends with a zero unit or with its bytes.
fn utf16(bytes: &[u8]) -> String {
    let units = bytes
        .chunks_exact(2)
        .position(|unit| unit == [0, 0])
        .unwrap_or(bytes.len() / 2);
    clean(&Encoding::Utf16Le.decode(&bytes[..units * 2]))
}

/// The square with a number counted by rows from the top left.
fn square(number: u8) -> Option<Square> {
    let square = Square::from_index(number)?;
    Some(Square::new(square.file(), square.rank().flip()))
}

fn set_up(bytes: &[u8], vocabulary: &Vocabulary) -> Fen {
    let turn = if byte(bytes, 2116) == 2 {
        Side::Black
    } else {
        Side::Red
    };
    let mut position = Position::empty(turn);
    for (number, &man) in (0..).zip(&bytes[BOARD..BOARD + Square::COUNT]) {
        let side = match man >> 4 {
            1 => Side::Red,
            2 => Side::Black,
            _ => continue,
        };
        let letter = MEN.get((man as usize & 15).wrapping_sub(1));
        let kind = letter.and_then(|&letter| vocabulary.kind_of_letter(letter));
        if let (Some(square), Some(kind)) = (square(number), kind) {
            position.place(square, Piece { side, kind });
        }
    }
    Fen {
        position,
        idle_plies: 0,
        move_number: 1,
    }
}

fn remark(bytes: &mut Bytes<'_>) -> Option<String> {
    let length = bytes.u32()? as usize;
    bytes.take(length).map(utf16)
}

/// Plays the tree of moves; `None` if the file ends inside it.
fn play(mut bytes: Bytes<'_>, builder: &mut Builder<'_>) -> Option<()> {
    // The start is a node without a move.
    let [mark, ..] = bytes.array::<4>()?;
    if mark & 4 != 0 {
        let opening = remark(&mut bytes)?;
        builder.comment(&opening);
    }
    if mark & 1 != 0 {
        return Some(());
    }
    let mut before = Some(NodeId::ROOT);
    let mut sisters = Vec::new();
    let mut is_first = true;
    loop {
        let [mark, second, from, to] = bytes.array()?;
        if [mark, second, from, to] == [0; 4] {
            return Some(());
        }
        let text = if mark & 4 != 0 {
            remark(&mut bytes)?
        } else {
            String::new()
        };
        if mark & 2 != 0 {
            sisters.push(before);
        }
        let mut here = None;
        if let Some(place) = before {
            builder.go_to(place);
            match square(from).zip(square(to)) {
                Some((from, to)) => {
                    if is_first {
                        builder.let_move(from);
                    }
                    if builder.play(Move::new(from, to)) {
                        here = Some(builder.here());
                        builder.comment(&text);
                    }
                }
                None => {
                    let value = format!("{from}-{to}");
                    builder.problem(
                        ProblemKind::Field {
                            field: both!("一着", "a move"),
                            value,
                        },
                        None,
                        None,
                    );
                }
            }
        }
        is_first = false;
        before = if mark & 1 == 0 {
            here
        } else {
            match sisters.pop() {
                Some(place) => place,
                None => return Some(()),
            }
        };
    }
}
