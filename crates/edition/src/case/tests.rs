use miette::{GraphicalReportHandler, GraphicalTheme};
use qili_board::fen::Alphabet;

use super::*;
use crate::outcome::Outcome;

const FIGURE: &str = "\
case: figure-06
title: { zh: 单方面长将, en: One side checks for ever }
source: { chapter: 8, figure: 6 }
diagram: printed
fen: 2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w
moves: [车四平五, 将5平6, 车五平四, 将6平5]
coordinates: [f0e0, e8f8, e0f0, f8e8]
natures: [将, 闲, 将, 闲]
targets: [[e8], ~, [f8], ~]
patterns: { red: 长将, black: 两闲 }
ruling: red-loses
variants:
  - id: 6b
    change: { zh: 红方多一兵, en: Red has a soldier more }
    fen: 2b6/4k4/9/9/9/9/9/9/2p5P/3K1RBc1 w
    ruling: red-loses
";

fn letters() -> Alphabet {
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

fn parse(text: &str) -> Result<Case, CaseError> {
    Case::parse("figure-06.yaml", text)
}

fn render(error: &CaseError) -> String {
    let mut shown = String::new();
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(100);
    handler.render_report(&mut shown, error).unwrap();
    shown
}

/// The diagnostic for the figure with one text replaced by another.
fn shown(old: &str, new: &str) -> String {
    assert!(FIGURE.contains(old), "{old}");
    render(&parse(&FIGURE.replacen(old, new, 1)).unwrap_err())
}

#[test]
fn a_case_is_read() {
    let case = parse(FIGURE).unwrap();
    assert_eq!(case.id, "figure-06");
    assert_eq!(case.reference.figure, Some(6));
    assert_eq!(case.scenario.ruling, Some(Outcome::RedLoses));
    assert_eq!(case.scenario.targets[0].len(), 1);
    assert_eq!(
        case.scenario.patterns.as_ref().unwrap().black.to_string(),
        "长闲"
    );
    let names: Vec<_> = case.scenarios().map(|(name, _)| name).collect();
    assert_eq!(names, ["figure-06", "6b"]);
}

#[test]
fn a_variant_takes_over_what_it_does_not_state() {
    let case = parse(FIGURE).unwrap();
    let variant = &case.variants[0].scenario;
    assert_eq!(variant.moves, case.scenario.moves);
    assert_eq!(variant.coordinates, case.scenario.coordinates);
    assert_ne!(variant.fen, case.scenario.fen);
    assert!(variant.natures.is_empty());
}

#[test]
fn places_of_moves_lead_to_where_they_are_written() {
    let case = parse(FIGURE).unwrap();
    let at = |scenario, path| {
        let span = case.span(scenario, path);
        &FIGURE[span.offset()..span.offset() + span.len()]
    };
    assert_eq!(at(&case.scenario, "moves/2"), "车五平四");
    let variant = &case.variants[0].scenario;
    assert_eq!(at(variant, "moves/2"), "车五平四");
    assert!(at(variant, "fen").contains("p5P"));
    assert!(at(variant, "natures/0").starts_with("将"));
    assert!(at(variant, "natures/9").starts_with("id: 6b"));
}

#[test]
fn an_unknown_side_in_the_ruling() {
    insta::assert_snapshot!(shown("ruling: red-loses", "ruling: green-loses"));
}

#[test]
fn an_unknown_field_in_a_variant() {
    insta::assert_snapshot!(shown("    change:", "    chagne:"));
}

#[test]
fn more_natures_than_plies() {
    insta::assert_snapshot!(shown("[将, 闲, 将, 闲]", "[将, 闲, 将, 闲, 将, 闲]"));
}

#[test]
fn fewer_targets_than_plies() {
    insta::assert_snapshot!(shown("[[e8], ~, [f8], ~]", "[[e8], ~]"));
}

#[test]
fn a_target_off_the_board() {
    insta::assert_snapshot!(shown("[f8]", "[k8]"));
}

#[test]
fn a_coordinate_move_that_is_none() {
    insta::assert_snapshot!(shown("e8f8", "e8k8"));
}

#[test]
fn a_pattern_that_is_none() {
    insta::assert_snapshot!(shown("red: 长将", "red: 将将"));
}

#[test]
fn an_unknown_origin_of_the_diagram() {
    insta::assert_snapshot!(shown("diagram: printed", "diagram: drawn"));
}

#[test]
fn two_variants_of_one_name() {
    insta::assert_snapshot!(shown("id: 6b", "id: figure-06"));
}

#[test]
fn a_disagreement_about_no_ply() {
    let disagreement = "disagreements:
  - { by: '2020', ply: 5, book: 将, interpreter: 闲, reason: { zh: 无, en: none } }
variants:";
    insta::assert_snapshot!(shown("variants:", disagreement));
}

#[test]
fn a_position_that_is_none() {
    let case = parse(&FIGURE.replace("2p5P/", "2p6P/")).unwrap();
    let error = case
        .position(&case.variants[0].scenario, &letters())
        .unwrap_err();
    insta::assert_snapshot!(render(&error));
    assert!(case.position(&case.scenario, &letters()).is_ok());
}

#[test]
fn an_illegal_move_points_at_the_move() {
    let case = parse(FIGURE).unwrap();
    let error = case.illegal_move(
        &case.variants[0].scenario,
        1,
        "the generals would face each other",
        Some("the general can step to f9".into()),
    );
    insta::assert_snapshot!(render(&error));
}

#[test]
fn a_file_with_another_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("figure-07.yaml");
    std::fs::write(&path, FIGURE).unwrap();
    let shown = render(&Case::load(&path).unwrap_err());
    insta::assert_snapshot!(shown.replace(&folder.path().display().to_string(), "FOLDER"));
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("figure-06.yaml");
    assert!(matches!(Case::load(&path), Err(CaseError::Read { .. })));
    std::fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
    assert!(matches!(Case::load(&path), Err(CaseError::NotText { .. })));
    assert!(matches!(
        Case::load_all(&folder.path().join("none")),
        Err(CaseError::Read { .. })
    ));
}
