//! The game of a small edition for unit tests.

use std::sync::LazyLock;

use qili_board::{Position, fen};
use qili_interpreter::movement::{MoveList, Movement};

use crate::files::Edition;
use crate::game::{Builder, Event, Game, GameResult, NodeId};
use crate::vocabulary::Vocabulary;

static EDITION: LazyLock<(Movement, Vocabulary)> = LazyLock::new(|| {
    let garden = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/editions/garden"
    );
    let rules = qili_edition::Edition::open(garden).unwrap().rules;
    let movement = Movement::compile(&rules).unwrap();
    let vocabulary = Vocabulary::of(&rules, &movement).unwrap();
    (movement, vocabulary)
});

/// How the pieces move.
pub(crate) fn movement() -> &'static Movement {
    &EDITION.0
}

/// What they are called.
pub(crate) fn vocabulary() -> &'static Vocabulary {
    &EDITION.1
}

/// The position of a FEN.
pub(crate) fn fen(text: &str) -> Position {
    fen::parse(text, vocabulary().alphabet()).unwrap().position
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
