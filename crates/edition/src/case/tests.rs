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
    let square = "e8".parse().unwrap();
    assert_eq!(case.scenario.targets[..2], [Some(vec![square]), None]);
    let named: Target = "马 无根 单独".parse().unwrap();
    assert_eq!(named.piece, Named::Piece("马".to_owned()));
    assert_eq!(named.to_string(), "马 无根 单独");
    assert!(!case.scenario.open);
    assert_eq!(case.scenario.patterns.as_ref().unwrap().black, "两闲");
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

/// The figure in Chinese words.
fn in_chinese() -> String {
    let words = [
        ("case:", "判例:"),
        ("title:", "标题:"),
        ("{ zh:", "{ 中:"),
        (" en:", " 英:"),
        ("source:", "出处:"),
        ("chapter:", "章:"),
        ("figure:", "图:"),
        ("diagram:", "图源:"),
        ("fen:", "局面:"),
        ("moves:", "着法:"),
        ("coordinates:", "坐标:"),
        ("natures:", "性质:"),
        ("targets:", "目标:"),
        ("patterns:", "形:"),
        ("red:", "红:"),
        ("black:", "黑:"),
        ("ruling:", "裁决:"),
        ("red-loses", "红方作负"),
        ("variants:", "变例:"),
        ("id:", "名:"),
        ("change:", "改动:"),
    ];
    words.iter().fold(FIGURE.to_owned(), |text, (en, zh)| {
        assert!(text.contains(en), "{en}");
        text.replace(en, zh)
    })
}

#[test]
fn a_case_can_be_written_in_chinese() {
    let text = in_chinese();
    let (chinese, english) = (parse(&text).unwrap(), parse(FIGURE).unwrap());
    assert_eq!(chinese.id, english.id);
    assert_eq!(chinese.title, english.title);
    assert_eq!(chinese.reference, english.reference);
    for ((zh, one), (en, other)) in chinese.scenarios().zip(english.scenarios()) {
        assert_eq!((zh, &one.moves, &one.fen), (en, &other.moves, &other.fen));
        assert_eq!((&one.natures, one.ruling), (&other.natures, other.ruling));
        assert_eq!(
            (&one.targets, &one.patterns),
            (&other.targets, &other.patterns)
        );
    }
    let span = chinese.span(&chinese.scenario, "moves/2");
    assert_eq!(&text[span.offset()..span.offset() + span.len()], "车五平四");
}

#[test]
fn chinese_words_that_are_none() {
    let said =
        |old: &str, new: &str| render(&parse(&in_chinese().replacen(old, new, 1)).unwrap_err());
    insta::assert_snapshot!(said("坐标:", "座标:"));
    insta::assert_snapshot!(said("裁决: 红方作负", "裁决: 红方作付"));
    insta::assert_snapshot!(said("着法:", "moves: []\n着法:"));
}

#[test]
fn full_width_commas() {
    insta::assert_snapshot!(shown("车四平五, 将5平6,", "车四平五，将5平6,"));
    insta::assert_snapshot!(shown("[将, 闲, 将, 闲]", "[将、闲、将、闲]"));
    insta::assert_snapshot!(shown("[f8]", "[f8，f9]"));
}

#[test]
fn a_blank_is_missing() {
    insta::assert_snapshot!(shown("ruling: red-loses\nvar", "ruling:red-loses\nvar"));
}

#[test]
fn a_line_that_is_longer_than_any_cycle() {
    let many = |count: usize| {
        let moves = vec!["车四平五"; count].join(", ");
        let text = FIGURE.replacen("车四平五, 将5平6, 车五平四, 将6平5", &moves, 1);
        let short = text.lines().filter(|line| {
            let lists = ["coordinates", "natures", "targets"];
            !lists.iter().any(|list| line.starts_with(list))
        });
        parse(&short.collect::<Vec<_>>().join("\n"))
    };
    assert!(many(MAX_PLIES).is_ok());
    let error = many(100_000).unwrap_err();
    assert!(
        matches!(error, CaseError::TooLong { found: 100_000, .. }),
        "{error}"
    );
}

#[test]
fn more_variants_than_anybody_reads() {
    let variant = |index: usize| format!("  - {{ id: v{index}, change: {{ zh: 无 }} }}\n");
    let text = FIGURE.to_owned() + &(0..MAX_VARIANTS).map(variant).collect::<String>();
    let error = parse(&text).unwrap_err();
    assert!(
        matches!(
            error,
            CaseError::TooLong {
                field: "variants",
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn whether_the_moves_lead_back_has_to_be_said() {
    let case = parse(FIGURE).unwrap();
    assert!(case.check_open(&case.scenario, true).is_ok());
    insta::assert_snapshot!(render(&case.check_open(&case.scenario, false).unwrap_err()));
    let open = parse(&FIGURE.replacen("ruling:", "open: true\nruling:", 1)).unwrap();
    assert!(open.check_open(&open.scenario, false).is_ok());
    insta::assert_snapshot!(render(&open.check_open(&open.scenario, true).unwrap_err()));
    // a variant with the same moves takes it over
    assert!(open.variants[0].scenario.open);
}

#[test]
fn an_odd_number_of_moves() {
    let short = FIGURE
        .replacen(", 将6平5]", "]", 1)
        .replacen(", f8e8]", "]", 1)
        .replacen("[将, 闲, 将, 闲]", "[将, 闲, 将]", 1)
        .replacen(", [f8], ~]", ", [f8]]", 1);
    let case = parse(&short).unwrap();
    insta::assert_snapshot!(render(&case.check_open(&case.scenario, false).unwrap_err()));
}

#[test]
fn moves_may_be_given_in_coordinates_only() {
    let text = FIGURE.replacen("moves: [车四平五, 将5平6, 车五平四, 将6平5]\n", "", 1);
    let case = parse(&text).unwrap();
    assert_eq!(case.scenario.plies(), 4);
    let error = case.illegal_move(&case.scenario, 1, "it is not there".into(), None);
    insta::assert_snapshot!(render(&error));
}

#[test]
fn a_position_that_cannot_occur_points_at_squares() {
    for quote in ["", "'"] {
        let fen = "2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w";
        let text = FIGURE.replacen(fen, &format!("{quote}{fen}{quote}"), 1);
        let case = parse(&text).unwrap();
        let squares = ["d0".parse().unwrap(), "f0".parse().unwrap()];
        let no = qili_words::Said::new("no", "no".into());
        let error = case.impossible_position(&case.scenario, &no, squares);
        let CaseError::Fen { spans, .. } = error else {
            panic!("{error}");
        };
        let at = |span: &miette::LabeledSpan| &text[span.offset()..span.offset() + span.len()];
        assert_eq!(spans.iter().map(at).collect::<Vec<_>>(), ["K", "R"]);
    }
}

#[test]
fn targets_as_the_book_names_them() {
    let case =
        parse(&FIGURE.replacen("[[e8], ~, [f8], ~]", "[[将], ~, [三路马, f8], []]", 1)).unwrap();
    let said: Vec<Vec<String>> = case
        .scenario
        .targets
        .iter()
        .flatten()
        .map(|targets| targets.iter().map(ToString::to_string).collect())
        .collect();
    assert_eq!(said, [vec!["将"], vec!["三路马", "f8"], vec![]]);
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
        "the generals would face each other".into(),
        Some("the general can step to f9".into()),
    );
    insta::assert_snapshot!(render(&error));
}
