use qili_board::{
    Kind, Position, Side, Square,
    fen::{self, Alphabet},
};

use super::{rules::*, *};

mod standard;

use standard::standard;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

fn letters() -> Alphabet {
    Alphabet::new([
        ('k', ""),
        ('a', ""),
        ('b', "e"),
        ('n', "h"),
        ('r', ""),
        ('c', ""),
        ('p', ""),
        ('x', ""),
    ])
    .unwrap()
}

fn position(text: &str) -> Position {
    fen::parse(text, &letters()).unwrap().position
}

/// The standard pieces, with places of the initial position where `starts` is set.
fn movement(change: impl FnOnce(&mut MovementRules), starts: bool) -> Movement {
    let mut rules = standard();
    if starts {
        let start = position(START);
        for (index, kind) in rules.kinds.iter_mut().enumerate() {
            let handle = Kind::new(index as u8).unwrap();
            kind.starts = Side::ALL.map(|side| start.pieces(side, handle));
        }
    }
    change(&mut rules);
    Movement::new(rules).unwrap()
}

fn counts(movement: &Movement, text: &str, depth: u32) -> Vec<u64> {
    let mut position = position(text);
    (1..=depth)
        .map(|depth| movement.perft(&mut position, depth))
        .collect()
}

#[test]
fn published_counts() {
    let movement = movement(|_| (), false);
    for (text, expected) in [
        (START, &[44, 1920, 79666, 3290240, 133312995][..]),
        (
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
            &[38, 1128, 43929, 1339047],
        ),
        (
            "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w",
            &[7, 281, 8620, 326201, 10369923],
        ),
        (
            "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w",
            &[25, 424, 9850, 202884, 4739553],
        ),
        (
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w",
            &[28, 516, 14808, 395483, 11842230],
        ),
        (
            "R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w",
            &[21, 364, 7626, 162837, 3500505],
        ),
        (
            "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w",
            &[28, 222, 6241, 64971, 1914306],
        ),
        (
            "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w",
            &[23, 345, 8124, 149272, 3513104],
        ),
        (
            "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w",
            &[21, 195, 3883, 48060, 933096],
        ),
        (
            "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w",
            &[30, 830, 22787, 649866, 17920736],
        ),
        (
            "CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w",
            &[19, 583, 11714, 376467, 8148177],
        ),
    ] {
        assert_eq!(
            counts(&movement, text, expected.len() as u32),
            expected,
            "{text}"
        );
    }
}

/// The index of a kind in [`standard`].
const ELEPHANT: usize = 2;
const HORSE: usize = 3;
const CANNON: usize = 5;
const SOLDIER: usize = 6;

/// Elephants at the river.
const CROSSING: &str = "3k5/9/9/9/9/2B3B2/9/9/9/4K4 w";

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn set(text: &str) -> Bitboard {
    text.split_whitespace().map(square).collect()
}

#[test]
fn rules_change_the_counts() {
    let usual = movement(|_| (), false);
    let crossing = movement(
        |rules| rules.kinds[ELEPHANT].within = [Bitboard::ALL; 2],
        false,
    );
    assert_eq!(counts(&usual, CROSSING, 1), [6]);
    assert_eq!(counts(&crossing, CROSSING, 1), [10]);
    assert_eq!(counts(&crossing, START, 3)[..2], [44, 1920]);

    // Generals on files next to each other.
    let near = "4k4/9/9/9/9/9/9/9/9/3K5 w";
    let open = movement(|rules| rules.facings.clear(), false);
    assert_eq!(counts(&usual, near, 2), [1, 2]);
    assert_eq!(counts(&open, near, 2), [2, 6]);

    // They may face each other along ranks no more than along files.
    let ranks = Facing {
        kinds: [0, 0],
        along: SIDEWAYS.to_vec(),
    };
    let neither = movement(|rules| rules.facings.push(ranks), false);
    for faced in ["4k4/9/9/9/9/9/9/9/9/4K4 w", "9/9/9/9/9/9/9/9/9/3K1k3 w"] {
        assert!(neither.in_check(&position(faced), Side::Red), "{faced}");
    }
}

#[test]
fn a_new_kind_needs_no_code() {
    let leaper = |purpose, routes, screens| {
        let motion = Motion {
            screens,
            ..Motion::new(purpose, routes)
        };
        move |rules: &mut MovementRules| {
            rules.kinds.push(PieceRules {
                motions: vec![motion],
                ..PieceRules::new("x")
            })
        }
    };
    let text = "3k5/9/9/9/4p4/4p4/2PPX1p1p/9/9/5K3 w";
    let targets = |movement: Movement| movement.targets(&position(text), square("e3"));

    let leap = movement(
        leaper(Purpose::Both, chain(&[Leg::steps(3, &ORTHOGONAL)]), None),
        false,
    );
    assert_eq!(targets(leap), set("b3 e0 e6 h3"));
    let short = movement(
        leaper(Purpose::Both, chain(&[Leg::up_to(2, &ORTHOGONAL)]), Some(0)),
        false,
    );
    assert_eq!(targets(short), set("e1 e2 e4 f3 g3"));
    let far = movement(
        leaper(Purpose::Both, chain(&[Leg::any(&ORTHOGONAL)]), Some(2)),
        false,
    );
    assert_eq!(targets(far), set("a3 b3 e6 e7 e8 e9"));
    let diagonal = movement(
        leaper(Purpose::Capture, chain(&[Leg::any(&DIAGONAL)]), Some(0)),
        false,
    );
    assert_eq!(targets(diagonal), Bitboard::EMPTY);
    let bent = chain(&[
        Leg::steps(1, &ORTHOGONAL),
        Leg {
            onward: true,
            ..Leg::any(&DIAGONAL)
        },
    ]);
    let bent = movement(leaper(Purpose::Both, bent, Some(0)), false);
    assert_eq!(targets(bent), set("d1 c0 f1 g0 g4 h5 i6 g2 h1 i0"));
}

#[test]
fn routes_end_where_the_board_does() {
    let far = Leg::steps(u8::MAX, &FORWARD);
    assert_eq!(chain(&[far]), Vec::<Vec<Offset>>::new());
    let winding: Vec<Leg> = (0..200).map(|_| Leg::steps(9, &FORWARD)).collect();
    assert_eq!(chain(&winding), Vec::<Vec<Offset>>::new());
    assert_eq!(chain(&[Leg::up_to(u8::MAX, &SIDEWAYS)]).len(), 16);
}

#[test]
fn pieces_stand_where_they_can_get_to() {
    let movement = movement(|_| (), true);
    let allowed = |letter| movement.allowed_squares(letters().piece(letter).unwrap());
    assert_eq!(allowed('B'), set("c0 g0 a2 e2 i2 c4 g4"));
    assert_eq!(allowed('a'), set("d9 f9 e8 d7 f7"));
    assert_eq!(allowed('K').count(), 9);
    assert_eq!(allowed('P').count(), 55);
    assert!(!allowed('P').contains(square("b4")));
    assert_eq!(allowed('n'), Bitboard::ALL);
    assert_eq!(allowed('x'), Bitboard::EMPTY);
}

#[test]
fn royal_are_the_kinds_that_the_rules_call_so() {
    let general = Kind::new(0).unwrap();
    assert_eq!(movement(|_| (), false).royal_kinds(), [general]);
    let two = movement(|rules| rules.kinds[1].royal = true, false);
    assert_eq!(two.royal_kinds(), [general, Kind::new(1).unwrap()]);
}

#[test]
fn impossible_positions_are_told_apart() {
    let movement = movement(|_| (), true);
    let error = |text| movement.validate(&position(text)).unwrap_err().to_string();
    assert_eq!(movement.validate(&position(START)), Ok(()));
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/4K4/3K5 w"),
        "red has 2 pieces of the kind general, at most 1 are possible"
    );
    assert_eq!(error("9/9/9/9/9/9/9/9/9/3K5 w"), "black has no general");
    assert_eq!(
        error("4k4/9/9/9/9/9/9/4P4/9/3K5 w"),
        "red's soldier cannot stand on `e2`"
    );
    assert_eq!(
        error("4k4/9/9/4b4/9/9/9/9/9/3K5 w"),
        "black's elephant cannot stand on `e6`"
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9/4K4 w"),
        "the pieces on `e0`, `e9` face each other with nothing between"
    );
    assert_eq!(
        error("4k4/9/9/9/4R4/9/9/9/9/3K5 w"),
        "black is in check although it is red's turn"
    );
    assert_eq!(
        error("4k4/9/9/9/4X4/9/9/9/9/3K5 w"),
        "the piece on `e5` is of no known kind"
    );
    assert_eq!(
        movement.validate(&position("4k4/9/9/9/4R4/9/9/9/9/3K5 b")),
        Ok(())
    );
}

#[test]
fn illegal_moves_are_explained() {
    let movement = movement(|_| (), true);
    let explain = |text: &str, mv: &str| {
        let error = movement
            .explain_illegal(&position(text), mv.parse().unwrap())
            .map(|error| error.reason);
        error.map(|reason| reason.to_string()).unwrap_or_default()
    };
    assert_eq!(explain(START, "e4e5"), "there is no piece on `e4`");
    assert_eq!(explain(START, "e6e5"), "the piece on `e6` is not red's");
    assert_eq!(
        explain(START, "a0b0"),
        "a piece of the same side stands on `b0`"
    );
    assert_eq!(explain(START, "a0a5"), "the way is blocked on `a3`");
    assert_eq!(explain(START, "b0d1"), "the way is blocked on `c0`");
    assert_eq!(explain(START, "h2h9"), "");
    assert_eq!(
        explain(CROSSING, "c4e6"),
        "the elephant may not stand on `e6`"
    );
    assert_eq!(explain(START, "h2h8"), "the way is blocked on `h7`");
    assert_eq!(
        explain(START, "b2b7"),
        "0 pieces stand between, there must be exactly 1"
    );
    assert_eq!(
        explain(START, "e0d1"),
        "the general does not go from `e0` to `d1`"
    );
    assert_eq!(
        explain(START, "e3d3"),
        "the soldier does not go from `e3` to `d3`"
    );
    assert_eq!(explain(START, "d0c1"), "the advisor may not stand on `c1`");
    assert_eq!(explain(START, "e3e4"), "");
    let exposed = "4k4/9/9/9/4r4/9/9/4R4/9/4K4 w";
    assert_eq!(
        explain(exposed, "e2d2"),
        "it leaves the general open to capture from `e5`"
    );
    assert_eq!(explain(exposed, "e2e5"), "");
    let facing = "4k4/9/9/9/9/9/9/4R4/9/4K4 w";
    assert_eq!(
        explain(facing, "e2d2"),
        "the pieces on `e0`, `e9` would face each other with nothing between"
    );
}

#[test]
fn attackers_screens_and_checks() {
    let movement = movement(|_| (), true);
    let position = position("4k4/4a4/4b4/9/4C4/4n4/9/4C4/9/3RK4 w");
    assert_eq!(
        movement.attackers(&position, square("e7"), Side::Red),
        Bitboard::EMPTY
    );
    assert_eq!(
        movement.attackers(&position, square("e8"), Side::Red),
        set("e5")
    );
    assert_eq!(
        movement.attackers(&position, square("e5"), Side::Red),
        set("e2")
    );
    assert!(movement.attacks(&position, square("e2"), square("e5")));
    assert_eq!(
        movement.screens(&position, "e5e8".parse().unwrap()),
        set("e7")
    );
    assert_eq!(
        movement.screens(&position, "d0d9".parse().unwrap()),
        Bitboard::EMPTY
    );
    assert_eq!(
        movement.gives_check(&position, "d0d9".parse().unwrap()),
        set("d9")
    );
    assert!(!movement.in_check(&position, Side::Black));
}

mod against_trying;
