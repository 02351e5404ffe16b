//! The rulings of the Asian rules on random stretches that repeat: the module adjudicates them by itself.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use qili_board::{Move, Position, Square, fen};
use qili_edition::outcome::Outcome;
use qili_interpreter::movement::MoveList;
use qili_interpreter::{Cycle, judge};
use qili_report::Rulebook;

use crate::python;
use crate::random::Random;

/// How many stretches are compared.
const STRETCHES: usize = 3_000;

/// Reads lines of a FEN, `|`, and the moves of one round; prints who loses at the third occurrence: `w`, `b`, or `=`.
const ADJUDICATE: &str = r#"
import sys, pyffish

for line in open(sys.argv[1]):
    fen, moves = line.rstrip("\n").split("|")
    ends, value = pyffish.is_optional_game_end("xiangqi", fen + " - - 0 1", moves.split(" ") * 2)
    mover = fen.split(" ")[1]
    other = "b" if mover == "w" else "w"
    print("goes on" if not ends else "=" if value == 0 else mover if value < 0 else other)
"#;

/// A position and the moves of one round.
struct Stretch {
    start: Position,
    moves: Vec<Move>,
}

#[test]
fn rulings_of_random_stretches_agree() {
    let book = Rulebook::open("asian").unwrap();
    let stretches = stretches(&book);
    let asked = || stretches.iter().map(|one| line(&book, one, 1)).collect();
    let Some(said) = python::run(ADJUDICATE, asked) else {
        return;
    };
    assert_eq!(said.lines().count(), STRETCHES);
    let mut agreed: BTreeMap<&str, usize> = BTreeMap::new();
    let mut differing: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (one, theirs) in stretches.iter().zip(said.lines()) {
        let cycle = Cycle::unchecked(&one.start, &one.moves, None);
        let ours = match judge(&book.engine, cycle).ruling.outcome {
            Outcome::Draw => "=",
            Outcome::RedMustChange => "w",
            Outcome::BlackMustChange => "b",
            other => panic!("the Asian rules say {other}"),
        };
        if ours == theirs {
            *agreed.entry(ours).or_default() += 1;
        } else {
            let kind = format!("{} here, {} there", named(ours), named(theirs));
            let those = differing.entry(kind).or_default();
            those.push(line(&book, one, 0));
        }
    }
    let mut shown = format!("{} of {STRETCHES} agree\n", agreed.values().sum::<usize>());
    for (outcome, count) in agreed {
        let _ = writeln!(shown, "{count} agree: {}", named(outcome));
    }
    for (kind, those) in differing {
        let _ = write!(
            shown,
            "\n{} differ: {kind}\n{}",
            those.len(),
            those.concat()
        );
    }
    insta::assert_snapshot!(shown);
}

fn named(outcome: &str) -> &str {
    match outcome {
        "=" => "a draw",
        "w" => "Red must vary",
        "b" => "Black must vary",
        other => other,
    }
}

/// A stretch as a line; ranks count from `first`.
fn line(book: &Rulebook, stretch: &Stretch, first: u8) -> String {
    let square = |square: Square| format!("{}{}", square.file(), square.rank().index() + first);
    let moves: Vec<String> = stretch
        .moves
        .iter()
        .map(|mv| square(mv.from) + &square(mv.to))
        .collect();
    let fen = fen::write(&stretch.start, book.vocabulary.alphabet());
    format!("{fen}|{}\n", moves.join(" "))
}

fn stretches(book: &Rulebook) -> Vec<Stretch> {
    let mut random = Random::new();
    let mut found = Vec::new();
    while found.len() < STRETCHES {
        let Some(start) = placed(book, &mut random) else {
            continue;
        };
        found.extend(stretch(book, start, &mut random));
    }
    found
}

/// Where the pieces of a random position may stand, as Red sees it, and how many there are at most.
const PIECES: [(char, &str, usize); 6] = [
    ('A', "d0 f0 e1 d2 f2", 2),
    ('B', "c0 g0 a2 e2 i2 c4 g4", 2),
    ('N', "", 2),
    ('R', "", 2),
    ('C', "", 2),
    ('P', "a5 c5 e5 g5 i5 b6 d6 f6 h6 c7 e7 g7 d8 f8", 2),
];

/// A position with some pieces at random, if they can stand so.
fn placed(book: &Rulebook, random: &mut Random) -> Option<Position> {
    let mut board = [['1'; 9]; 10];
    for red in [true, false] {
        let mut put = |letter: char, file: usize, rank: usize| {
            let rank = if red { 9 - rank } else { rank };
            board[rank][file] = if red {
                letter
            } else {
                letter.to_ascii_lowercase()
            };
        };
        for (letter, squares, most) in PIECES {
            for _ in 0..random.below(most + 1) {
                let squares: Vec<&str> = squares.split(' ').collect();
                let (file, rank) = match squares[random.below(squares.len())].as_bytes() {
                    [file, rank] => (file - b'a', rank - b'0'),
                    _ => (random.below(9) as u8, random.below(10) as u8),
                };
                put(letter, file.into(), rank.into());
            }
        }
        put('K', 3 + random.below(3), random.below(3));
    }
    let ranks: Vec<String> = board.iter().map(|rank| rank.iter().collect()).collect();
    let turn = if random.below(2) == 0 { 'w' } else { 'b' };
    let text = format!("{} {turn}", ranks.join("/"));
    let position = fen::parse(&text, book.vocabulary.alphabet()).ok()?.position;
    book.movement().validate(&position).ok()?;
    Some(position)
}

/// Moves by which one piece of each side goes and comes back, over two squares or three.
fn stretch(book: &Rulebook, start: Position, random: &mut Random) -> Option<Stretch> {
    let legs = 2 + usize::from(random.below(4) == 0);
    let mut position = start.clone();
    let mut moves: Vec<Move> = Vec::new();
    for leg in 0..legs {
        for _ in 0..2 {
            let last = moves.len().checked_sub(2).map(|before| moves[before]);
            let mv = match last {
                Some(last) if leg + 1 == legs => Move {
                    from: last.to,
                    to: moves[moves.len() % 2].from,
                },
                last => chosen(book, &position, last.map(|last| last.to), random)?,
            };
            book.movement().check_move(&position, mv).ok()?;
            position.piece_at(mv.to).is_none().then_some(())?;
            position.play(mv);
            moves.push(mv);
        }
    }
    (position == start).then_some(Stretch { start, moves })
}

/// A quiet move of the piece on a square, or of any; mostly one that attacks something.
fn chosen(
    book: &Rulebook,
    position: &Position,
    from: Option<Square>,
    random: &mut Random,
) -> Option<Move> {
    let mut legal = MoveList::new();
    book.movement().legal_moves(position, &mut legal);
    let quiet = |mv: &&Move| {
        position.piece_at(mv.to).is_none() && from.is_none_or(|square| square == mv.from)
    };
    let quiet: Vec<Move> = legal.iter().filter(quiet).copied().collect();
    let attacks = |mv: &&Move| {
        let mut after = position.clone();
        after.play(**mv);
        let enemy = after.side(after.turn());
        let attacked = |square: Square| book.movement().attacks(&after, mv.to, square);
        enemy.squares().any(attacked)
    };
    let attacking: Vec<Move> = quiet.iter().filter(attacks).copied().collect();
    let among = if attacking.is_empty() || random.below(8) == 0 {
        quiet
    } else {
        attacking
    };
    (!among.is_empty()).then(|| among[random.below(among.len())])
}
