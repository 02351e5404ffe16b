//! The standard game for unit tests.

use std::sync::LazyLock;

use qili_board::{Position, fen};
use qili_interpreter::movement::Movement;

use crate::vocabulary::{Characters, KindNames, Vocabulary};

static MOVEMENT: LazyLock<Movement> = LazyLock::new(Movement::standard);
static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(make);

/// The movement of the 2020 edition.
pub(crate) fn movement() -> &'static Movement {
    &MOVEMENT
}

/// The names of the standard pieces.
pub(crate) fn vocabulary() -> &'static Vocabulary {
    &VOCABULARY
}

/// The position of a FEN.
pub(crate) fn fen(text: &str) -> Position {
    fen::parse(text, vocabulary().alphabet()).unwrap().position
}

fn make() -> Vocabulary {
    let kind = |letter: char, aliases: &str, wxf: &str, red: &str, black: &str| KindNames {
        letter,
        aliases: aliases.into(),
        wxf: wxf.into(),
        red: Characters::new(red).unwrap(),
        black: Characters::new(black).unwrap(),
    };
    let kinds = vec![
        kind('k', "", "K", "帅帥", "将將"),
        kind('a', "", "A", "仕", "士"),
        kind('b', "e", "EB", "相", "象"),
        kind('n', "h", "HN", "马馬傌", "马馬"),
        kind('r', "", "R", "车車俥", "车車"),
        kind('c', "", "C", "炮炮砲包", "炮砲包"),
        kind('p', "", "P", "兵", "卒"),
    ];
    let alphabet =
        fen::Alphabet::new(kinds.iter().map(|k| (k.letter, k.aliases.as_str()))).unwrap();
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    Vocabulary::new(
        kinds,
        fen::parse(start, &alphabet).unwrap().position,
        movement(),
    )
    .unwrap()
}
