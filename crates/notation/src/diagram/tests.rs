use super::*;
use crate::test_support::{edition, fen, vocabulary};

fn sample() -> (qili_board::Position, Options) {
    let position = fen("3akab2/4n4/4b4/p3C3p/2p3r2/6P2/P1P1P3P/N5N2/4K4/R1BA1AB2 b");
    let line = ["g5g1", "e1e0", "g1e1"].map(|mv| mv.parse().unwrap());
    (
        position,
        Options {
            script: Script::Simplified,
            last: Some("e2e6".parse().unwrap()),
            line: line.to_vec(),
            ..Options::default()
        },
    )
}

#[test]
fn text_of_a_position() {
    let (position, options) = sample();
    insta::assert_snapshot!(text(&position, vocabulary(), &options));
}

#[test]
fn svg_of_a_position() {
    let position = fen("3k5/9/9/9/9/9/9/9/4R4/3K5 w");
    let options = Options {
        last: Some("e2e1".parse().unwrap()),
        targets: vec!["e1".parse().unwrap()],
        line: vec!["e1d1".parse().unwrap()],
        ..Options::default()
    };
    insta::assert_snapshot!(svg(&position, edition(), &options));
}

#[cfg(feature = "png")]
#[test]
fn with_forms_the_sides_are_drawn_differently_and_without_they_are_not() {
    let position = fen("3k5/4n4/9/9/9/9/9/9/4N4/3K5 w");
    let disc = |forms, man: &str| {
        let options = Options {
            forms,
            ..Options::default()
        };
        let drawn = parts(&position, edition(), &options).definitions;
        let disc = drawn[man].lines().find(|line| line.contains("disc"));
        disc.unwrap().to_owned()
    };
    assert_eq!(disc(false, "red-9a6c"), disc(false, "black-9a6c"));
    assert_ne!(disc(true, "red-9a6c"), disc(true, "black-9a6c"));
}

#[test]
fn a_caption_stands_below_the_board_beside_the_side_to_move() {
    let position = fen("3k5/9/9/9/9/9/9/9/4R4/3K5 b");
    let plain = svg(&position, edition(), &Options::default());
    let options = Options {
        caption: "2020 26.9".to_owned(),
        ..Options::default()
    };
    let captioned = svg(&position, edition(), &options);
    assert!(
        plain.contains("viewBox=\"0 0 616 676\"") && captioned.contains("viewBox=\"0 0 616 720\"")
    );
    // Black's general stands on the board and beside the caption
    let generals = |drawn: &str| drawn.matches("href=\"#black-5c06\"").count();
    assert_eq!((generals(&plain), generals(&captioned)), (1, 2));
    // `.` is drawn
    assert!(!plain.contains("id=\"u2e\"") && captioned.contains("id=\"u2e\""));
}

#[test]
fn a_caption_ends_where_the_board_does() {
    let position = fen("3k5/9/9/9/9/9/9/9/4R4/3K5 w");
    let letters = |count: usize| {
        let options = Options {
            caption: "Q".repeat(count),
            ..Options::default()
        };
        let drawn = svg(&position, edition(), &options);
        drawn.matches("href=\"#u51\"").count()
    };
    assert_eq!(letters(20), 20);
    let most = letters(500);
    assert!((21..60).contains(&most), "{most}");
}

#[cfg(feature = "png")]
#[test]
fn png_of_a_position() {
    let (position, options) = sample();
    let image = png(&position, edition(), &options, 608).unwrap();
    assert!(image.starts_with(b"\x89PNG") && image.len() > 20_000);
    assert!(png(&position, edition(), &options, 0).is_err());
    if let Some(path) = std::env::var_os("QILI_PNG") {
        std::fs::write(path, png(&position, edition(), &options, 1216).unwrap()).unwrap();
    }
}
