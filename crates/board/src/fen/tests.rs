use miette::Diagnostic;
use proptest::prelude::*;

use super::*;
use crate::Piece;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn alphabet() -> Alphabet {
    Alphabet::new([
        ('k', ""),
        ('a', ""),
        ('b', "e"),
        ('n', "h"),
        ('r', ""),
        ('c', ""),
        ('p', ""),
    ])
    .unwrap()
}

/// The message of the error and the text that its label points at.
fn error(text: &str) -> (String, String) {
    let error = parse(text, &alphabet()).unwrap_err();
    let label = error.labels().and_then(|mut labels| labels.next());
    let pointed = label.map_or(String::new(), |label| {
        text[label.offset()..label.offset() + label.len()].to_owned()
    });
    assert!(error.code().is_some());
    assert!(error.help().is_some(), "{error}");
    (error.to_string(), pointed)
}

fn with(message: &str, pointed: &str) -> (String, String) {
    (message.to_owned(), pointed.to_owned())
}

#[test]
fn the_start_position_comes_back() {
    let fen = parse(START, &alphabet()).unwrap();
    assert_eq!(fen.position.occupied().count(), 32);
    assert_eq!(write(&fen.position, &alphabet()), START);
    assert_eq!(fen.write(&alphabet()), START);
}

#[test]
fn relaxed_forms_mean_the_same() {
    let canonical = parse("4k4/9/9/9/9/9/9/9/4B4/4K2N1 w - - 0 1", &alphabet()).unwrap();
    for text in [
        "4k4/9/9/9/9/9/9/9/4B4/4K2N1 w",
        " 4k4/45/9/9/9/9/9/9/4E4/4K2H1\tR  -  - ",
        "4k4/9/9/9/9/9/9/9/4B4/4K2N1 r 0 1\n",
        "4k4/9/9/9/9/9/9/9/4B4/1111K2N1 W - - 0",
    ] {
        assert_eq!(parse(text, &alphabet()).as_ref(), Ok(&canonical), "{text}");
    }
    let counted = parse("4k4/9/9/9/9/9/9/9/9/4K4 b - - 17 40", &alphabet()).unwrap();
    assert_eq!((counted.idle_plies, counted.move_number), (17, 40));
    assert_eq!(
        counted.write(&alphabet()),
        "4k4/9/9/9/9/9/9/9/9/4K4 b - - 17 40"
    );
}

#[test]
fn errors_point_at_the_place() {
    assert_eq!(error(" \n"), with("the FEN is empty", ""));
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9/9/4K4 w"),
        with("the board has 11 ranks instead of ten", "4K4"),
    );
    assert_eq!(
        error("4k4/9/9/4K4 w"),
        with("the board has 4 ranks instead of ten", "4K4")
    );
    assert_eq!(
        error("4k4/9/9/9/9/p9/9/9/9/4K4 w"),
        with("rank 4 has 10 squares instead of nine", "p9"),
    );
    assert_eq!(
        error("4k4/9/9/9//9/9/9/9/4K4 w"),
        with("rank 5 has 0 squares instead of nine", "")
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9/4X4 w"),
        with("`X` is no letter of a piece", "X")
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/0/4K4 w"),
        with("`0` is no letter of a piece", "0")
    );
    assert_eq!(
        error("4將4/9/9/9/9/9/9/9/9/4K4 w"),
        with("`將` is no letter of a piece", "將")
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9/4K4"),
        with("the FEN does not say whose turn it is", "")
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9/4K4 x"),
        with("`x` is no side to move", "x")
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9/4K4 w - - -1 1"),
        with("`-1` is no number of plies without a capture", "-1"),
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 99999999999"),
        with("`99999999999` is no number of moves", "99999999999"),
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1 h2e2 h9g7 "),
        with("there is text after the FEN", "h2e2 h9g7"),
    );
}

#[test]
fn squares_are_found_in_the_text() {
    let text = format!("  {START}");
    for square in Square::all() {
        let span = span(&text, square).unwrap();
        let piece = parse(&text, &alphabet()).unwrap().position.piece_at(square);
        match piece {
            Some(piece) => assert_eq!(text[span].chars().next(), alphabet().letter(piece)),
            None => assert!(text[span].parse::<u8>().is_ok()),
        }
    }
    assert_eq!(span("4k4/9", Square::from_index(0).unwrap()), None);
    assert_eq!(span("", Square::from_index(89).unwrap()), None);
}

#[test]
fn a_full_width_letter_gets_its_narrow_one() {
    let error = parse("4ｋ4/9/9/9/9/9/9/9/9/4K4 w", &alphabet()).unwrap_err();
    assert!(
        error
            .help()
            .unwrap()
            .to_string()
            .starts_with("did you mean `k`?")
    );
}

#[test]
fn letters_must_be_distinct() {
    assert_eq!(
        Alphabet::new([('k', ""), ('K', "")]),
        Err(AlphabetError::Twice('k'))
    );
    assert_eq!(
        Alphabet::new([('车', "")]),
        Err(AlphabetError::NotALetter('车'))
    );
    assert_eq!(
        Alphabet::new(('a'..='q').map(|letter| (letter, ""))),
        Err(AlphabetError::TooManyKinds)
    );
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = parse(&text, &alphabet());
        for square in Square::all() {
            assert!(span(&text, square).is_none_or(|span| text.get(span).is_some()));
        }
    }

    #[test]
    fn arbitrary_likely_text_never_panics(text in "[kabnrcpKE1-9/ wb-]{0,120}|([kaN1-9]{0,9}/){8,11}[k9]? ?[wb]?( - - 0 [0-9]{0,12})?") {
        if let Ok(fen) = parse(&text, &alphabet()) {
            prop_assert_eq!(parse(&fen.write(&alphabet()), &alphabet()), Ok(fen));
        }
    }

    #[test]
    fn fen_round_trip(pieces in prop::collection::vec((0u8..90, 0u8..7, any::<bool>()), 0..40), red: bool, idle: u32, number: u32) {
        let mut position = Position::empty(if red { Side::Red } else { Side::Black });
        for (square, kind, red) in pieces {
            let side = if red { Side::Red } else { Side::Black };
            let kind = crate::Kind::new(kind).unwrap();
            position.place(Square::from_index(square).unwrap(), Piece { side, kind });
        }
        let fen = Fen { position, idle_plies: idle, move_number: number };
        prop_assert_eq!(parse(&fen.write(&alphabet()), &alphabet()), Ok(fen));
    }
}
