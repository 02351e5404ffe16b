//! The engine against the plainest one: try every path, play the move, look whether a royal piece can be captured.

use proptest::prelude::*;
use qili_board::{Move, Piece, Square};

use super::*;

/// Rules with everything that the engine knows and xiangqi does not.
fn strange() -> MovementRules {
    let mut rules = standard();
    let extra = |name: &str, motions| PieceRules {
        motions,
        ..PieceRules::new(name)
    };
    rules.kinds[HORSE]
        .motions
        .push(Motion::new(Purpose::Capture, chain(&[Leg::any(&DIAGONAL)])).over(2));
    rules.kinds[CANNON]
        .motions
        .push(Motion::new(Purpose::Capture, chain(&[Leg::up_to(4, &ORTHOGONAL)])).over(2));
    rules.kinds[SOLDIER]
        .motions
        .push(Motion::new(Purpose::Capture, chain(&[Leg::steps(2, &DIAGONAL)])).over(1));
    rules.kinds.push(extra(
        "griffon",
        vec![
            Motion::new(
                Purpose::Both,
                chain(&[
                    Leg::steps(1, &DIAGONAL),
                    Leg {
                        onward: true,
                        ..Leg::any(&ORTHOGONAL)
                    },
                ]),
            )
            .over(0),
            Motion::new(Purpose::Move, chain(&[Leg::steps(3, &ORTHOGONAL)])),
        ],
    ));
    rules
}

/// Whether a royal piece of `side` can be captured or seen, by trying every path.
fn exposed(rules: &MovementRules, position: &Position, side: Side, ignored: Bitboard) -> bool {
    let royal = |square: Square| {
        position
            .piece_at(square)
            .is_some_and(|piece| piece.side == side && rules.kinds[piece.kind.index()].royal)
    };
    let captured = position.side(!side) - ignored;
    let captured = captured
        .squares()
        .any(|from| pseudo(rules, position, from).squares().any(royal));
    let mut seen = false;
    for facing in &rules.facings {
        let kind = |square: Square| position.piece_at(square).map(|piece| piece.kind.index());
        let is = |square: Square, index| kind(square) == Some(facing.kinds[index]);
        let sees =
            |from: Square, to: Square| (is(from, 0) && is(to, 1)) || (is(from, 1) && is(to, 0));
        for from in position.side(!side) - ignored {
            for &(files, ranks) in &facing.along {
                let mut line = (1..10).map_while(|step| from.offset(files * step, ranks * step));
                let first = line.find(|&point| position.occupied().contains(point));
                seen |= first.is_some_and(|to| position.side(side).contains(to) && sees(from, to));
            }
        }
    }
    captured || seen
}

fn pseudo(rules: &MovementRules, position: &Position, from: Square) -> Bitboard {
    let piece = position.piece_at(from).unwrap();
    let side = piece.side.index();
    let kind = &rules.kinds[piece.kind.index()];
    let occupied = position.occupied();
    let mut targets = Bitboard::EMPTY;
    for motion in kind
        .motions
        .iter()
        .filter(|motion| motion.from[side].contains(from))
    {
        for route in &motion.routes {
            let place = |&(files, ranks): &Offset| {
                from.offset(files, if side == 0 { ranks } else { -ranks })
            };
            let Some(points) = route.iter().map(place).collect::<Option<Vec<_>>>() else {
                continue;
            };
            let (&to, between) = points.split_last().unwrap();
            let filled = between
                .iter()
                .filter(|&&point| occupied.contains(point))
                .count();
            let open = motion
                .screens
                .is_none_or(|screens| usize::from(screens) == filled);
            let end = match motion.purpose {
                Purpose::Both => !position.side(piece.side).contains(to),
                Purpose::Move => !occupied.contains(to),
                Purpose::Capture => position.side(!piece.side).contains(to),
            };
            if open && end && (motion.to[side] & kind.within[side]).contains(to) {
                targets |= Bitboard::of(to);
            }
        }
    }
    targets
}

fn tried(rules: &MovementRules, position: &Position, ignored: Bitboard) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in position.side(position.turn()) {
        for to in pseudo(rules, position, from) {
            let mut after = position.clone();
            after.play(Move::new(from, to));
            if !exposed(rules, &after, position.turn(), ignored.without(to)) {
                moves.push(Move::new(from, to));
            }
        }
    }
    moves.sort();
    moves
}

fn check_all(rules: &MovementRules, movement: &Movement, position: &Position, ignored: Bitboard) {
    let expected = tried(rules, position, Bitboard::EMPTY);
    let mut list = MoveList::new();
    movement.legal_moves(position, &mut list);
    let mut moves = list.to_vec();
    moves.sort();
    assert_eq!(moves, expected, "{position:?}");
    assert_eq!(movement.count_legal_moves(position), expected.len() as u64);
    assert_eq!(movement.has_legal_move(position), !expected.is_empty());

    let capture = |mv: &&Move| position.piece_at(mv.to).is_some();
    let mut captures = MoveList::new();
    movement.captures(position, &mut captures);
    let mut captures = captures.to_vec();
    captures.sort();
    assert_eq!(
        captures,
        expected.iter().filter(capture).copied().collect::<Vec<_>>()
    );

    let checking = |mv: &&Move| !movement.gives_check(position, **mv).is_empty();
    movement.checks(position, &mut list, Bitboard::EMPTY);
    let mut moves = list.to_vec();
    moves.sort();
    let checks: Vec<Move> = expected.iter().filter(checking).copied().collect();
    assert_eq!(moves, checks, "{position:?}");
    let levers = Levers::new(movement, position);
    for &mv in &expected {
        let given = movement.gives_check(position, mv);
        assert_eq!(
            levers.gives_check(movement, position, mv),
            given,
            "{position:?} {mv}"
        );
    }
    movement.forcing::<false>(position, &levers, &mut list, Bitboard::EMPTY, ignored);
    let wanted = |mv: &Move| ignored.contains(mv.to) && capture(&mv) || checking(&mv);
    let needed = expected.iter().filter(|mv| wanted(mv));
    assert!(
        needed.into_iter().all(|mv| list.contains(mv)),
        "{position:?}"
    );
    assert!(list.iter().all(|mv| expected.contains(mv)), "{position:?}");
    movement.checks_and_captures(position, &mut list, Bitboard::EMPTY);
    let mut moves = list.to_vec();
    moves.sort();
    let forcing = expected.iter().filter(|mv| capture(mv) || checking(mv));
    assert_eq!(moves, forcing.copied().collect::<Vec<_>>());

    movement.legal_moves_ignoring(position, &mut list, ignored);
    let mut moves = list.to_vec();
    moves.sort();
    assert_eq!(
        moves,
        tried(rules, position, ignored),
        "{position:?} ignoring {ignored:?}"
    );

    for side in Side::ALL {
        assert_eq!(
            movement.in_check(position, side),
            exposed(rules, position, side, Bitboard::EMPTY)
        );
        assert_eq!(
            movement.in_check_ignoring(position, side, ignored),
            exposed(rules, position, side, ignored)
        );
        assert_eq!(
            movement.checkers(position, side).is_empty(),
            !movement.in_check(position, side)
        );
    }
    for from in position.occupied() {
        assert_eq!(
            movement.targets(position, from),
            pseudo(rules, position, from)
        );
        for to in Square::all() {
            let mv = Move::new(from, to);
            assert_eq!(movement.is_legal(position, mv), expected.contains(&mv));
            assert_eq!(
                movement.explain_illegal(position, mv).is_none(),
                expected.contains(&mv)
            );
        }
        let attackers = position.side(position.turn());
        for to in movement.targets(position, from) & position.side(position.turn()) {
            assert!(!attackers.contains(from) && movement.attacks(position, from, to));
            let by = !position.turn();
            assert!(movement.attackers(position, to, by).contains(from));
        }
    }
    for &mv in &expected {
        let mut after = position.clone();
        let captured = after.play(mv);
        assert_eq!(
            movement.gives_check(position, mv),
            movement.checkers(&after, after.turn()),
            "{position:?} {mv}"
        );
        after.undo(mv, captured);
        assert_eq!((&after, after.hash()), (position, position.hash()));
    }
}

#[test]
fn more_restrictions_than_are_kept() {
    let rules = standard();
    let movement = Movement::new(rules.clone()).unwrap();
    let position = position("3k5/9/9/9/4r4/9/3nPn3/2nA1An2/r2RKR2r/2nA1An2 w");
    check_all(&rules, &movement, &position, Bitboard::EMPTY);
    check_all(&rules, &movement, &position, super::set("a1 c2 d3 e5"));
}

/// Positions with any pieces anywhere in their zones; one royal piece a side, as a rule.
fn positions(kinds: u8) -> impl Strategy<Value = Position> {
    let royal = |files: &'static [&'static str]| prop::sample::select(files);
    let reds = royal(&["d0", "e0", "f0", "d1", "e1", "e2"]);
    let blacks = royal(&["d9", "e9", "f9", "e8", "f8", "e7"]);
    let others = prop::collection::vec((0u8..90, 1..kinds, any::<bool>()), 0..24);
    let more = prop::collection::vec((0u8..90, any::<bool>()), 0..3);
    (
        reds,
        blacks,
        others,
        prop::bool::weighted(0.2),
        more,
        any::<bool>(),
    )
        .prop_map(|(red, black, others, several, more, turn)| {
            let side = |red| if red { Side::Red } else { Side::Black };
            let mut position = Position::empty(side(turn));
            for (at, kind, red) in others {
                let piece = Piece {
                    side: side(red),
                    kind: Kind::new(kind).unwrap(),
                };
                position.place(Square::from_index(at).unwrap(), piece);
            }
            let general = |side| Piece {
                side,
                kind: Kind::new(0).unwrap(),
            };
            for (at, red) in more.into_iter().filter(|_| several) {
                position.place(Square::from_index(at).unwrap(), general(side(red)));
            }
            position.place(square(red), general(Side::Red));
            position.place(square(black), general(Side::Black));
            position
        })
}

fn ignored() -> impl Strategy<Value = Bitboard> {
    prop::collection::vec(0u8..90, 0..40)
        .prop_map(|squares| squares.into_iter().filter_map(Square::from_index).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn usual_pieces(position in positions(7), ignored in ignored()) {
        static ENGINE: std::sync::LazyLock<Movement> = std::sync::LazyLock::new(|| Movement::new(standard()).unwrap());
        check_all(&standard(), &ENGINE, &position, ignored);
    }

    #[test]
    fn strange_pieces(position in positions(8), ignored in ignored()) {
        static ENGINE: std::sync::LazyLock<Movement> = std::sync::LazyLock::new(|| Movement::new(strange()).unwrap());
        check_all(&strange(), &ENGINE, &position, ignored);
    }
}
