//! What comes after a ruling, on a game that ships: the side that must change does, or does not and loses.

#![allow(clippy::unwrap_used)]

use insta::assert_snapshot;
use qili_notation::files::{self, Edition};
use qili_report::{Rulebook, game, record};
use qili_words::Language;

/// The steps of the game that ends with a perpetual chase by Black, played on with these moves.
fn played_on(moves: &str) -> String {
    let book = Rulebook::open(&qili_tests::test_edition("club")).unwrap();
    let path = qili_tests::root().join("tests/data/perpetual-chase.pgn");
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.trim_end().strip_suffix("1-0").unwrap().to_owned() + moves + " *\n";
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    let played = files::games(text.as_bytes(), "test", edition)
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    assert!(played.problems.is_empty(), "{:?}", played.problems);
    let watched = record::watched(&book, &played).unwrap();
    let steps = watched
        .steps
        .iter()
        .skip_while(|step| matches!(step, qili_interpreter::procedure::Step::TooEarly(_)));
    let lines: Vec<_> = steps
        .map(|step| game::step(&book, step, Language::English))
        .collect();
    format!("{}\n{}", lines.join("\n"), watched.outcome)
}

#[test]
fn the_side_that_must_change_does() {
    assert_snapshot!(played_on("h7i7 g7e6"));
}

#[test]
fn the_side_that_must_change_does_not_and_loses() {
    // the moves after that are played, but nothing is ruled any more
    assert_snapshot!(played_on("h7i7 h3i3 i7h7 i3h3 h7i7 h3i3"));
}

#[test]
fn the_side_that_must_change_has_two_moves_for_it() {
    assert_snapshot!(played_on("h7i7 h3i3 i7h7 g7e6"));
}

#[test]
fn an_event_beside_the_board_ends_what_a_ruling_left_open() {
    let book = Rulebook::open(&qili_tests::test_edition("club")).unwrap();
    let text = "[Result \"0-1\"]\n[Termination \"Red resigned\"]\n\n1. h2e2 h9g7 0-1\n";
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    let outcome = |text: &str| {
        let game = files::games(text.as_bytes(), "test", edition)
            .unwrap()
            .next()
            .unwrap()
            .unwrap();
        record::watched(&book, &game).unwrap().outcome.to_string()
    };
    assert_eq!(outcome(text), "red-loses");
    // what the edition has no ending for concludes nothing
    assert_eq!(
        outcome(&text.replace("Red resigned", "adjudication")),
        "none"
    );
    assert_eq!(outcome(&text.replace("0-1", "*")), "none");
    // a game that could not be read to its end did not end there
    assert_eq!(outcome(&text.replace("h9g7", "h9g9")), "none");
}
