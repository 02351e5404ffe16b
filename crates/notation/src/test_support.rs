//! The standard game for unit tests.

use std::sync::LazyLock;

use qili_board::{Bitboard, Position, fen};
use qili_interpreter::movement::rules::{
    DIAGONAL, FORWARD, Facing, LENGTHWAYS, Leg, Motion, MovementRules, ORTHOGONAL, PieceRules,
    Purpose, SIDEWAYS, chain, zone,
};
use qili_interpreter::movement::{MoveList, Movement};

use crate::files::Edition;
use crate::game::{Builder, Event, Game, GameResult, NodeId};
use crate::vocabulary::{Characters, KindNames, Vocabulary};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

static MOVEMENT: LazyLock<Movement> = LazyLock::new(|| Movement::new(rules()).unwrap());
static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(make);

/// How the standard pieces move.
pub(crate) fn movement() -> &'static Movement {
    &MOVEMENT
}

/// What they are called.
pub(crate) fn vocabulary() -> &'static Vocabulary {
    &VOCABULARY
}

/// The position of a FEN.
pub(crate) fn fen(text: &str) -> Position {
    fen::parse(text, vocabulary().alphabet()).unwrap().position
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
    let general = kind("general", palace, vec![goes(&[Leg::steps(1, &ORTHOGONAL)])]);
    let cross = Motion {
        from: zone((0, 8), (5, 9)),
        ..goes(&[Leg::steps(1, &SIDEWAYS)])
    };
    let mut kinds = vec![
        PieceRules {
            royal: true,
            ..general
        },
        kind("advisor", palace, vec![goes(&[Leg::steps(1, &DIAGONAL)])]),
        kind(
            "elephant",
            zone((0, 8), (0, 4)),
            vec![goes(&[Leg::steps(2, &DIAGONAL)]).over(0)],
        ),
        kind(
            "horse",
            everywhere,
            vec![goes(&[Leg::steps(1, &ORTHOGONAL), Leg::onward(1, &DIAGONAL)]).over(0)],
        ),
        kind(
            "chariot",
            everywhere,
            vec![Motion::new(Purpose::Both, slide()).over(0)],
        ),
        kind(
            "cannon",
            everywhere,
            vec![
                Motion::new(Purpose::Move, slide()).over(0),
                Motion::new(Purpose::Capture, slide()).over(1),
            ],
        ),
        kind(
            "soldier",
            everywhere,
            vec![goes(&[Leg::steps(1, &FORWARD)]), cross],
        ),
    ];
    let alphabet = alphabet(&names());
    let start = fen::parse(START, &alphabet).unwrap().position;
    for square in start.occupied() {
        let piece = start.piece_at(square).unwrap();
        let starts = &mut kinds[piece.kind.index()].starts[piece.side.index()];
        *starts = starts.with(square);
    }
    MovementRules {
        kinds,
        facings: vec![Facing {
            kinds: [0, 0],
            along: LENGTHWAYS.to_vec(),
        }],
    }
}

fn names() -> Vec<KindNames> {
    let kind = |letter: char, aliases: &str, wxf: &str, red: &str, black: &str| KindNames {
        letter,
        aliases: aliases.into(),
        wxf: wxf.into(),
        red: Characters::new(red).unwrap(),
        black: Characters::new(black).unwrap(),
    };
    vec![
        kind('k', "", "K", "帅帥", "将將"),
        kind('a', "", "A", "仕", "士"),
        kind('b', "e", "EB", "相", "象"),
        kind('n', "h", "HN", "马馬傌", "马馬"),
        kind('r', "", "R", "车車俥", "车車"),
        kind('c', "", "C", "炮砲包", "炮砲包"),
        kind('p', "", "P", "兵", "卒"),
    ]
}

fn alphabet(names: &[KindNames]) -> fen::Alphabet {
    fen::Alphabet::new(names.iter().map(|k| (k.letter, k.aliases.as_str()))).unwrap()
}

fn make() -> Vocabulary {
    let names = names();
    let start = fen::parse(START, &alphabet(&names)).unwrap().position;
    Vocabulary::new(names, start, movement()).unwrap()
}

/// The standard pieces, their names and their start.
pub(crate) fn edition() -> Edition<'static> {
    Edition {
        movement: movement(),
        vocabulary: vocabulary(),
    }
}

/// A game of random moves. Each number chooses a move; some of them first go back to play a variation, or add a comment.
pub(crate) fn random_game(choices: &[u16]) -> Game {
    let mut builder = Builder::new(&"random".into(), 1, edition());
    builder.tag("Event", "杯赛 \"A\" \\ [x]");
    builder.tag("Red", "红棋手");
    builder.tag("Black", "Black player");
    let mut places = vec![NodeId::ROOT];
    for &choice in choices {
        if choice % 16 == 0 {
            builder.go_to(places[choice as usize / 16 % places.len()]);
        }
        let mut moves = MoveList::new();
        movement().legal_moves(builder.position(), &mut moves);
        if moves.is_empty() {
            continue;
        }
        builder.play(moves[choice as usize % moves.len()]);
        places.push(builder.here());
        if choice % 11 == 0 {
            builder.comment(&format!("好棋 {choice} (x)\nsecond line {{"));
        }
    }
    builder.finish(Some(GameResult::Draw))
}

/// A game as text that shows all of its moves and comments.
pub(crate) fn essence(game: &Game) -> String {
    let mut text = format!(
        "{} {}\n",
        game.start.write(vocabulary().alphabet()),
        game.result
    );
    for event in game.tree.events() {
        match event {
            Event::Open => text.push_str("( "),
            Event::Close => text.push_str(") "),
            Event::Move(id) => {
                let node = &game.tree[id];
                text.push_str(&format!("{}{:?} ", node.mv.unwrap(), node.comment()));
            }
        }
    }
    text
}
