//! The readers of positions, moves and games.

use std::sync::LazyLock;

use qili_board::fen;
use qili_interpreter::movement::MoveList;
use qili_notation::encoding::{Encoding, decode};
use qili_notation::files::{self, Edition, Format};
use qili_notation::{Game, Notation, moves};
use qili_report::Rulebook;

use crate::Target;

pub(crate) const FEN: Target = Target {
    name: "fen",
    run: position,
};
pub(crate) const MOVES: Target = Target {
    name: "moves",
    run: move_texts,
};
pub(crate) const PGN: Target = Target {
    name: "pgn",
    run: games,
};
pub(crate) const FEN_MOVES: Target = Target {
    name: "fen-moves",
    run: games,
};
pub(crate) const DHTMLXQ: Target = Target {
    name: "dhtmlxq",
    run: games,
};
pub(crate) const WXF: Target = Target {
    name: "wxf",
    run: games,
};
pub(crate) const CBF: Target = Target {
    name: "cbf",
    run: games,
};
pub(crate) const ENCODINGS: Target = Target {
    name: "encodings",
    run: encoded,
};
pub(crate) const XQF: Target = Target {
    name: "xqf",
    run: games,
};
pub(crate) const CBR: Target = Target {
    name: "cbr",
    run: games,
};

static BOOK: LazyLock<Rulebook> = LazyLock::new(|| Rulebook::open("2020").unwrap());

fn edition() -> Edition<'static> {
    Edition {
        movement: BOOK.movement(),
        vocabulary: &BOOK.vocabulary,
    }
}

fn shown(problem: impl miette::Diagnostic + Send + Sync + 'static) {
    assert!(!format!("{:?}", miette::Report::new(problem)).contains('\0'));
}

/// What is read is written, and then read as the same.
fn position(input: &[u8]) {
    let alphabet = BOOK.vocabulary.alphabet();
    match fen::parse(&String::from_utf8_lossy(input), alphabet) {
        Err(error) => drop(format!("{:?}", miette::Report::new(error))),
        Ok(read) => {
            assert_eq!(fen::parse(&read.write(alphabet), alphabet).unwrap(), read);
            if BOOK.movement().validate(&read.position).is_ok() {
                let mut legal = MoveList::new();
                BOOK.movement().legal_moves(&read.position, &mut legal);
            }
        }
    }
}

/// A move is written in every notation and then read as the same.
fn move_texts(input: &[u8]) {
    let (movement, vocabulary) = (BOOK.movement(), &BOOK.vocabulary);
    let mut position = BOOK.start();
    for word in String::from_utf8_lossy(input).split_whitespace() {
        match moves::parse(word, &position, movement, vocabulary) {
            Err(error) => drop(format!("{:?}", miette::Report::new(error))),
            Ok(mv) => {
                for notation in Notation::ALL {
                    let text = moves::write(mv, &position, movement, vocabulary, notation);
                    let again = moves::parse(&text, &position, movement, vocabulary);
                    assert_eq!(again.ok(), Some(mv), "{text}");
                }
                position.play(mv);
            }
        }
    }
}

/// Games are written as PGN, and then read as the same without any problem; in other formats they are at least read.
fn games(input: &[u8]) {
    let Ok(games) = files::games(input, "input", edition()) else {
        return;
    };
    for game in games {
        match game {
            Err(error) => drop(format!("{:?}", miette::Report::new(error))),
            Ok(game) => rewritten(&game),
        }
    }
}

fn rewritten(game: &Game) {
    game.problems.iter().cloned().for_each(shown);
    let wrong = game.errors().next().is_some();
    if wrong && BOOK.movement().validate(&game.start.position).is_err() {
        return;
    }
    for format in [Format::Pgn, Format::Text, Format::DhtmlXq, Format::Xqf] {
        let Ok(bytes) = files::write(game, format, edition(), &Notation::Chinese.into()) else {
            continue;
        };
        let read: Vec<_> = files::games(&bytes[..], "again", edition())
            .unwrap()
            .collect();
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(read.len(), 1, "{format}: {text}");
        let again = read[0].as_ref().unwrap();
        assert!(again.moves().eq(game.moves()), "{format}: {text}");
        assert!(
            again.problems.is_empty(),
            "{format}: {text}: {:?}",
            again.problems
        );
    }
}

/// The same in every encoding.
fn encoded(input: &[u8]) {
    drop(decode(input));
    games(input);
    let text = String::from_utf8_lossy(input);
    for encoding in [Encoding::Gb18030, Encoding::Big5] {
        games(&encoding.encode(&text));
    }
    let units = || text.encode_utf16();
    games(&units().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
    games(&units().flat_map(u16::to_be_bytes).collect::<Vec<_>>());
}
