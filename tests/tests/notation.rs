//! The sample games of `tests/data` through an edition: read, converted to every format and notation, read again.

#![allow(clippy::unwrap_used)] // helpers of tests are tests

use std::io::BufReader;
use std::path::Path;

use qili_edition::Edition;
use qili_interpreter::movement::Movement;
use qili_notation::files::{self, Format};
use qili_notation::{Game, Notation, Style, Vocabulary, diagram};

/// An edition with what reading games needs of it.
struct Pieces {
    movement: Movement,
    vocabulary: Vocabulary,
}

impl Pieces {
    fn new() -> Self {
        let rules = Edition::open(&qili_tests::test_edition("club"))
            .unwrap()
            .rules;
        let movement = Movement::compile(&rules).unwrap();
        let vocabulary = Vocabulary::of(&rules, &movement).unwrap();
        Self {
            movement,
            vocabulary,
        }
    }

    fn edition(&self) -> files::Edition<'_> {
        files::Edition {
            movement: &self.movement,
            vocabulary: &self.vocabulary,
        }
    }

    fn read(&self, bytes: &[u8], name: &str) -> Vec<Game> {
        files::games(bytes, name, self.edition())
            .unwrap()
            .map(Result::unwrap)
            .collect()
    }

    fn sample(&self, name: &str) -> Game {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("data")
            .join(name);
        let file = BufReader::new(std::fs::File::open(path).unwrap());
        let mut games = files::games(file, name, self.edition()).unwrap();
        games.next().unwrap().unwrap()
    }
}

fn moves(game: &Game) -> Vec<String> {
    game.moves().map(|mv| mv.to_string()).collect()
}

#[test]
fn samples_survive_every_format_and_notation() {
    let pieces = Pieces::new();
    for (name, plies) in [("perpetual-chase.pgn", 104), ("perpetual-check.txt", 40)] {
        let game = pieces.sample(name);
        assert!(game.problems.is_empty());
        assert_eq!(game.moves().count(), plies);
        for format in [
            Format::Pgn,
            Format::Text,
            Format::FenMoves,
            Format::DhtmlXq,
            Format::Xqf,
        ] {
            for notation in Notation::ALL {
                let bytes =
                    files::write(&game, format, pieces.edition(), &Style::from(notation)).unwrap();
                let again = pieces.read(&bytes, name);
                assert_eq!(again.len(), 1);
                assert_eq!(
                    moves(&again[0]),
                    moves(&game),
                    "{name} {format} {notation:?}"
                );
                assert_eq!(again[0].start.position, game.start.position);
            }
        }
    }
}

#[test]
fn a_sample_in_chinese_and_its_last_position() {
    let pieces = Pieces::new();
    let game = pieces.sample("perpetual-chase.pgn");
    let style = Style::from(Notation::Chinese);
    let text = files::write(&game, Format::Text, pieces.edition(), &style).unwrap();
    insta::assert_snapshot!(String::from_utf8(text).unwrap());
    let mut position = game.start.position.clone();
    for mv in game.moves() {
        position.play(mv);
    }
    let options = diagram::Options {
        last: game.moves().last(),
        ..diagram::Options::default()
    };
    insta::assert_snapshot!(diagram::text(&position, &pieces.vocabulary, &options));
}
