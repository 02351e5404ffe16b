//! The standard pieces, for unit tests.

use std::sync::LazyLock;

use qili_board::{Bitboard, Position, fen};
use qili_interpreter::movement::Movement;
use qili_interpreter::movement::rules::{
    DIAGONAL, FORWARD, Facing, LENGTHWAYS, Leg, Motion, MovementRules, ORTHOGONAL, PieceRules,
    Purpose, SIDEWAYS, chain, zone,
};

static MOVEMENT: LazyLock<Movement> = LazyLock::new(|| Movement::new(rules()).unwrap());

/// How the standard pieces move.
pub(crate) fn movement() -> &'static Movement {
    &MOVEMENT
}

/// The position of a FEN.
pub(crate) fn position(text: &str) -> Position {
    let letters = [
        ('k', ""),
        ('a', ""),
        ('b', ""),
        ('n', ""),
        ('r', ""),
        ('c', ""),
        ('p', ""),
    ];
    let alphabet = fen::Alphabet::new(letters).unwrap();
    fen::parse(text, &alphabet).unwrap().position
}

fn rules() -> MovementRules {
    let goes = |legs: &[Leg]| Motion::new(Purpose::Both, chain(legs));
    let slide = || chain(&[Leg::any(&ORTHOGONAL)]);
    let everywhere = [Bitboard::ALL; 2];
    let kind = |name: &str, within, motions| PieceRules {
        within,
        motions,
        ..PieceRules::new(name)
    };
    let palace = zone((3, 5), (0, 2));
    let half = zone((0, 8), (0, 4));
    let cross = Motion {
        from: zone((0, 8), (5, 9)),
        ..goes(&[Leg::steps(1, &SIDEWAYS)])
    };
    let general = kind("general", palace, vec![goes(&[Leg::steps(1, &ORTHOGONAL)])]);
    let horse = [Leg::steps(1, &ORTHOGONAL), Leg::onward(1, &DIAGONAL)];
    let cannon = vec![
        Motion::new(Purpose::Move, slide()).over(0),
        Motion::new(Purpose::Capture, slide()).over(1),
    ];
    MovementRules {
        kinds: vec![
            PieceRules {
                royal: true,
                ..general
            },
            kind("advisor", palace, vec![goes(&[Leg::steps(1, &DIAGONAL)])]),
            kind(
                "elephant",
                half,
                vec![goes(&[Leg::steps(2, &DIAGONAL)]).over(0)],
            ),
            kind("horse", everywhere, vec![goes(&horse).over(0)]),
            kind(
                "chariot",
                everywhere,
                vec![Motion::new(Purpose::Both, slide()).over(0)],
            ),
            kind("cannon", everywhere, cannon),
            kind(
                "soldier",
                everywhere,
                vec![goes(&[Leg::steps(1, &FORWARD)]), cross],
            ),
        ],
        facings: vec![Facing {
            kinds: [0, 0],
            along: LENGTHWAYS.to_vec(),
        }],
        ..MovementRules::default()
    }
}
