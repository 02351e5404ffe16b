//! The usual pieces, written by hand, for tests and benches of the engine alone.

use qili_board::Bitboard;

use super::rules::{
    DIAGONAL, FORWARD, Facing, LENGTHWAYS, Leg, Motion, MovementRules, ORTHOGONAL, PieceRules,
    Purpose, SIDEWAYS, chain, zone,
};

/// The kinds in the order K A B N R C P, without their places in the initial position.
pub(super) fn standard() -> MovementRules {
    let palace = zone((3, 5), (0, 2));
    let half = zone((0, 8), (0, 4));
    let beyond = zone((0, 8), (5, 9));
    let goes = |legs: &[Leg]| Motion::new(Purpose::Both, chain(legs));
    let kind = |name: &str, within, motions| PieceRules {
        within,
        motions,
        ..PieceRules::new(name)
    };
    let anywhere = [Bitboard::ALL; 2];
    let slide = chain(&[Leg::any(&ORTHOGONAL)]);
    let kinds = vec![
        PieceRules {
            royal: true,
            ..kind("general", palace, vec![goes(&[Leg::steps(1, &ORTHOGONAL)])])
        },
        kind("advisor", palace, vec![goes(&[Leg::steps(1, &DIAGONAL)])]),
        kind(
            "elephant",
            half,
            vec![goes(&[Leg::steps(2, &DIAGONAL)]).over(0)],
        ),
        kind(
            "horse",
            anywhere,
            vec![goes(&[Leg::steps(1, &ORTHOGONAL), Leg::onward(1, &DIAGONAL)]).over(0)],
        ),
        kind(
            "chariot",
            anywhere,
            vec![Motion::new(Purpose::Both, slide.clone()).over(0)],
        ),
        kind(
            "cannon",
            anywhere,
            vec![
                Motion::new(Purpose::Move, slide.clone()).over(0),
                Motion::new(Purpose::Capture, slide).over(1),
            ],
        ),
        kind(
            "soldier",
            anywhere,
            vec![
                goes(&[Leg::steps(1, &FORWARD)]),
                Motion {
                    from: beyond,
                    ..goes(&[Leg::steps(1, &SIDEWAYS)])
                },
            ],
        ),
    ];
    MovementRules {
        kinds,
        facings: vec![Facing {
            kinds: [0, 0],
            along: LENGTHWAYS.to_vec(),
        }],
        zones: vec![beyond],
    }
}
