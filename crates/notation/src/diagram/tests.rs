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
        line: vec!["e1d1".parse().unwrap()],
        ..Options::default()
    };
    insta::assert_snapshot!(svg(&position, edition(), &options));
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
