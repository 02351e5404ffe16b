//! XQF, the binary format of the best-known studio programs: plain (1.0) and scrambled versions are read, plain ones written.

use qili_board::{File, Move, Rank, Side, Square};

use super::bytes::{Bytes, byte, clean};
use super::{Edition, ReadError, WriteError, men};
use crate::encoding::Encoding;
use crate::game::{Builder, Game, GameResult, NodeId, ProblemKind};
use crate::vocabulary::Vocabulary;
use qili_words::{Bilingual, both};

/// What a file begins with.
pub const MAGIC: &[u8] = b"XQ";

/// Where the moves begin.
const RECORD: usize = 0x400;

/// The last version that is not scrambled.
const PLAIN: u8 = 0x0A;

/// Offset and size of the texts of the header, with the tags they become.
const TEXTS: [(usize, usize, &str); 11] = [
    (0x50, 63, "Title"),
    (0xD0, 63, "Event"),
    (0x110, 15, "Date"),
    (0x120, 15, "Site"),
    (0x130, 15, "Red"),
    (0x140, 15, "Black"),
    (0x150, 63, "TimeControl"),
    (0x190, 15, "RedTime"),
    (0x1A0, 15, "BlackTime"),
    (0x1D0, 15, "Annotator"),
    (0x1E0, 15, "Author"),
];

/// What undoes the scrambling of a file.
#[derive(Default)]
struct Keys {
    square: u8,
    from: u8,
    to: u8,
    remark: u32,
    record: [u8; 32],
}

impl Keys {
    /// The keys that a header holds.
    fn new(header: &[u8]) -> Self {
        if byte(header, 2) <= PLAIN {
            return Self::default();
        }
        let at = |offset| byte(header, offset);
        let (mask, or) = (at(3), [at(8), at(9), at(10), at(11)]);
        let stored = [at(12), at(13), at(14), at(15)];
        let f = |k: u8| {
            let square = k.wrapping_mul(k).wrapping_mul(3).wrapping_add(9);
            square
                .wrapping_mul(3)
                .wrapping_add(8)
                .wrapping_mul(2)
                .wrapping_add(1)
                .wrapping_mul(3)
                .wrapping_add(8)
        };
        let square = f(stored[1]).wrapping_mul(stored[1]);
        let from = f(stored[2]).wrapping_mul(square);
        let to = f(stored[3]).wrapping_mul(from);
        let remark = (u32::from(stored[0]) * 256 + u32::from(stored[1])) % 32000 + 767;
        let mut record = *b"[(C) Copyright Mr. Dong Shiwei.]";
        for (index, byte) in record.iter_mut().enumerate() {
            *byte &= (stored[index % 4] & mask) | or[index % 4];
        }
        Self {
            square,
            from,
            to,
            remark,
            record,
        }
    }
}

fn square(code: u8) -> Option<Square> {
    Some(Square::new(File::new(code / 10)?, Rank::new(code % 10)?))
}

fn code(square: Square) -> u8 {
    square.file().index() * 10 + square.rank().index()
}

/// Reads a file.
///
/// # Errors
/// It has no complete header.
pub fn read(bytes: &[u8], file: &str, edition: Edition<'_>) -> Result<Game, ReadError> {
    let damaged = |what: Bilingual| ReadError::Damaged {
        file: file.into(),
        what,
    };
    if !bytes.starts_with(MAGIC) {
        return Err(damaged(both!(
            "不以 `XQ` 开头",
            "it does not begin with `XQ`"
        )));
    }
    let Some((header, _)) = bytes.split_at_checked(RECORD) else {
        return Err(damaged(both!("在文件头中断", "it ends inside its header")));
    };
    let keys = Keys::new(header);
    let mut builder = Builder::new(&file.into(), 1, edition);
    for (offset, size, tag) in TEXTS {
        let length = (byte(header, offset) as usize).min(size);
        let text = clean(&Encoding::Gb18030.decode(&header[offset + 1..offset + 1 + length]));
        if !text.is_empty() {
            builder.tag(tag, &text);
        }
    }
    let result = match byte(header, 0x33) {
        1 => Some(GameResult::Win(Side::Red)),
        2 => Some(GameResult::Win(Side::Black)),
        3 => Some(GameResult::Draw),
        _ => None,
    };
    if let Some(result) = result {
        builder.tag("Result", result.symbol());
    }
    let mut record: Vec<u8> = bytes[RECORD..].to_vec();
    for (index, byte) in record.iter_mut().enumerate() {
        *byte = byte.wrapping_sub(keys.record[index % 32]);
    }
    let turn = if byte(header, 0x32) == 1 {
        Side::Black
    } else {
        Side::Red
    };
    builder.start(men::set_up(
        &men_squares(header, &keys),
        turn,
        edition.vocabulary,
    ));
    let moves = Nodes {
        bytes: Bytes::new(&record, 0),
        keys: &keys,
        plain: byte(header, 2) <= PLAIN,
    };
    if let Some(mv) = moves.clone().nth(1).and_then(|node| node.mv) {
        builder.let_move(mv.from);
    }
    play(moves, &mut builder);
    Ok(builder.finish(result))
}

fn men_squares(header: &[u8], keys: &Keys) -> [Option<Square>; 32] {
    let mut squares = [None; 32];
    for index in 0..32 {
        let man = if byte(header, 2) >= 12 {
            (keys.square as usize + index + 1) % 32
        } else {
            index
        };
        squares[man] = square(header[0x10 + index].wrapping_sub(keys.square));
    }
    squares
}

/// A move of the record.
struct RawNode {
    from: u8,
    to: u8,
    mv: Option<Move>,
    has_next: bool,
    has_sister: bool,
    remark: Option<String>,
}

/// The moves of the record, depth first, until it ends.
#[derive(Clone)]
struct Nodes<'r> {
    bytes: Bytes<'r>,
    keys: &'r Keys,
    plain: bool,
}

impl Iterator for Nodes<'_> {
    type Item = RawNode;

    fn next(&mut self) -> Option<RawNode> {
        let [from, to, flags, _] = self.bytes.array()?;
        let from = from.wrapping_sub(24).wrapping_sub(self.keys.from);
        let to = to.wrapping_sub(32).wrapping_sub(self.keys.to);
        let (has_next, has_sister, has_remark) = if self.plain {
            (flags & 0xF0 != 0, flags & 0x0F != 0, true)
        } else {
            (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0)
        };
        let mut remark = None;
        if has_remark {
            let length = self.bytes.u32()?.wrapping_sub(self.keys.remark);
            let text = self.bytes.take(length as usize)?;
            remark = Some(clean(&Encoding::Gb18030.decode(text)));
        }
        let mv = square(from)
            .zip(square(to))
            .map(|(from, to)| Move::new(from, to));
        Some(RawNode {
            from,
            to,
            mv,
            has_next,
            has_sister,
            remark,
        })
    }
}

fn play(mut moves: Nodes<'_>, builder: &mut Builder<'_>) {
    let Some(root) = moves.next() else {
        builder.problem(
            ProblemKind::Truncated {
                inside: both!("着法", "its moves"),
            },
            None,
            None,
        );
        return;
    };
    builder.comment(&root.remark.unwrap_or_default());
    if !root.has_next {
        return;
    }
    // The place that the next move continues; nowhere after one that could not be played.
    let mut before = Some(NodeId::ROOT);
    let mut sisters = Vec::new();
    loop {
        let Some(node) = moves.next() else {
            builder.problem(
                ProblemKind::Truncated {
                    inside: both!("着法", "its moves"),
                },
                None,
                None,
            );
            return;
        };
        if node.has_sister {
            sisters.push(before);
        }
        let mut here = None;
        if let Some(place) = before {
            builder.go_to(place);
            match node.mv {
                Some(mv) if builder.play(mv) => {
                    here = Some(builder.here());
                    builder.comment(&node.remark.unwrap_or_default());
                }
                Some(_) => {}
                None => {
                    let value = format!("{}-{}", node.from, node.to);
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
        before = if node.has_next {
            here
        } else {
            match sisters.pop() {
                Some(place) => place,
                None => return,
            }
        };
    }
}

/// Writes a game in the plain version.
///
/// # Errors
/// The format has no place for a piece of the position.
pub fn write(game: &Game, vocabulary: &Vocabulary) -> Result<Vec<u8>, WriteError> {
    let mut bytes = vec![0; RECORD];
    bytes[..2].copy_from_slice(MAGIC);
    bytes[2] = PLAIN;
    let squares = men::list(&game.start.position, vocabulary).map_err(|(square, piece)| {
        WriteError::Piece {
            square,
            letter: vocabulary.letter(piece.kind),
        }
    })?;
    for (byte, square) in bytes[0x10..0x30].iter_mut().zip(squares) {
        *byte = square.map_or(0xFF, code);
    }
    bytes[0x32] = game.start.position.turn().index() as u8;
    bytes[0x33] = match game.result {
        GameResult::Unknown => 0,
        GameResult::Win(Side::Red) => 1,
        GameResult::Win(Side::Black) => 2,
        GameResult::Draw => 3,
    };
    for (offset, size, tag) in TEXTS {
        let text = match tag {
            "Red" => game.player(Side::Red),
            tag => game.tags.get(tag),
        };
        let mut text = text.unwrap_or_default();
        let mut encoded = Encoding::Gb18030.encode(text);
        while encoded.len() > size {
            text = &text[..text.char_indices().next_back().map_or(0, |(at, _)| at)];
            encoded = Encoding::Gb18030.encode(text);
        }
        bytes[offset] = encoded.len() as u8;
        bytes[offset + 1..offset + 1 + encoded.len()].copy_from_slice(&encoded);
    }
    let mut todo = vec![NodeId::ROOT];
    while let Some(id) = todo.pop() {
        let node = &game.tree[id];
        let (child, sister) = (game.tree.children(id).next(), game.tree.sister(id));
        let (from, to) = node.mv.map_or((0, 0), |mv| (code(mv.from), code(mv.to)));
        let flags =
            if child.is_some() { 0xF0 } else { 0 } | if sister.is_some() { 0x0F } else { 0 };
        let remark = Encoding::Gb18030.encode(&node.comment().replace('\n', "\r\n"));
        bytes.extend([from + 24, to + 32, flags, 0]);
        bytes.extend((remark.len() as u32).to_le_bytes());
        bytes.extend(remark);
        todo.extend(sister.into_iter().chain(child));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{edition, essence, random_game, vocabulary};

    /// A plain file as a later version of the program would have written it.
    fn scramble(plain: &[u8], seed: u8) -> Vec<u8> {
        let mut bytes = plain[..RECORD].to_vec();
        bytes[2] = 0x12;
        for (index, byte) in bytes[3..16].iter_mut().enumerate() {
            *byte = seed
                .wrapping_mul(37)
                .wrapping_add((index as u8).wrapping_mul(53));
        }
        let keys = Keys::new(&bytes);
        for index in 0..32 {
            let man = (keys.square as usize + index + 1) % 32;
            bytes[0x10 + index] = plain[0x10 + man].wrapping_add(keys.square);
        }
        let mut record = Vec::new();
        let mut rest = Bytes::new(plain, RECORD);
        while let Some([from, to, flags, _]) = rest.array() {
            let length = rest.u32().unwrap();
            let remark = if length > 0 { 0x20 } else { 0 };
            let sister = if flags & 0x0F != 0 { 0x40 } else { 0 };
            let flags = (flags & 0x80) | sister | remark;
            record.extend([
                from.wrapping_add(keys.from),
                to.wrapping_add(keys.to),
                flags,
                0,
            ]);
            if length > 0 {
                record.extend(length.wrapping_add(keys.remark).to_le_bytes());
                record.extend(rest.take(length as usize).unwrap());
            }
        }
        let scrambled = record
            .iter()
            .zip(keys.record.iter().cycle())
            .map(|(byte, key)| byte.wrapping_add(*key));
        bytes.extend(scrambled);
        bytes
    }

    #[test]
    fn scrambled_files_are_read() {
        let game = random_game(&[11, 5, 22, 16, 33, 7, 32, 44, 48, 3, 99]);
        let plain = write(&game, vocabulary()).unwrap();
        for seed in 0..=255 {
            let read = read(&scramble(&plain, seed), "x", edition()).unwrap();
            assert_eq!(essence(&read), essence(&game), "{seed}");
        }
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        let mut game = random_game(&[1]);
        game.tags.set("Red", "一二三四五六七八九");
        game.start.position.set_turn(Side::Black);
        let again = read(&write(&game, vocabulary()).unwrap(), "x", edition()).unwrap();
        assert_eq!(again.player(Side::Red), Some("一二三四五六七"));
    }
}
