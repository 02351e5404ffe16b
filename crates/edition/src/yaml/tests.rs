use std::collections::BTreeMap;

use miette::{GraphicalReportHandler, GraphicalTheme};
use proptest::prelude::*;
use serde::Deserialize;

use super::*;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Figure {
    name: String,
    moves: Vec<String>,
    #[serde(default)]
    articles: Vec<String>,
    count: Option<u32>,
    side: Option<Side>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Side {
    Red,
    Black,
    Shared(String),
}

fn figure(text: &str) -> Result<Figure, YamlError> {
    Document::parse("figure.yaml", text)?.decode()
}

/// The diagnostic as a terminal without colours shows it.
fn shown(text: &str) -> String {
    let error = figure(text).unwrap_err();
    let mut shown = String::new();
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(100);
    handler.render_report(&mut shown, &error).unwrap();
    shown
}

#[test]
fn a_file_becomes_a_struct() {
    let figure = figure(
        "name: 例\nmoves: [马二进三, '~']\narticles: [25.10, 3]\ncount: 3\nside: red # so\n",
    )
    .unwrap();
    assert_eq!(figure.articles, ["25.10", "3"]);
    assert_eq!(figure.moves, ["马二进三", "~"]);
    assert_eq!((figure.count, figure.side), (Some(3), Some(Side::Red)));
}

#[test]
fn anchors_and_aliases_work() {
    let figure = figure("name: &n 例\nmoves: [*n, *n]\nside: { shared: *n }\n").unwrap();
    assert_eq!(figure.moves, ["例", "例"]);
    assert_eq!(figure.side, Some(Side::Shared("例".into())));
}

#[test]
fn places_are_bytes_even_behind_chinese_text() {
    let text = "name: 马二进三\nmoves:\n  - 车9平8\n  - 炮二平五\nrest: [a, {b: 马, c: d}]\n";
    let document = Document::parse("x", text).unwrap();
    assert_eq!(document.slice("moves/1"), "炮二平五");
    assert_eq!(document.slice("moves"), "- 车9平8\n  - 炮二平五");
    assert_eq!(document.slice("rest/1"), "{b: 马, c: d}");
    assert_eq!(document.slice("rest/1/c"), "d");
    assert_eq!(document.slice("rest/7"), document.slice("rest"));
    assert_eq!(document.find("rest/7"), None);
    assert_eq!(document.slice(""), text.trim_end());
}

#[test]
fn an_empty_file_is_nothing() {
    let document = Document::parse("x", "# only a remark\n").unwrap();
    assert_eq!(document.decode::<Option<String>>().unwrap(), None);
}

#[test]
fn values_of_any_kind() {
    let values: BTreeMap<String, serde_json::Value> = Document::parse(
        "x",
        "a: ~\nb: true\nc: -3\nd: 0.5\ne: 'no'\nf: .inf\ng: [{}]\n",
    )
    .unwrap()
    .decode()
    .unwrap();
    let json = serde_json::to_string(&values).unwrap();
    assert_eq!(
        json,
        r#"{"a":null,"b":true,"c":-3,"d":0.5,"e":"no","f":".inf","g":[{}]}"#
    );
}

#[test]
fn not_yaml() {
    insta::assert_snapshot!(shown("name: 例\nmoves: [马二进三\nside: red\n"));
}

#[test]
fn a_key_and_its_value_run_together() {
    insta::assert_snapshot!(shown("name: 例\nside:red\nmoves: []\n"));
    insta::assert_snapshot!(shown("name: 例\nmoves: []\nside: { shared:例 }\n"));
}

#[test]
fn a_full_width_colon() {
    insta::assert_snapshot!(shown("name: 例\nmoves: []\nside： red\n"));
    insta::assert_snapshot!(shown("name： 例\nmoves: []\n"));
}

#[test]
fn an_unknown_field_proposes_the_nearest() {
    insta::assert_snapshot!(shown("name: 例\nmovse: [马二进三]\n"));
}

#[test]
fn an_unknown_field_far_from_any_lists_them() {
    insta::assert_snapshot!(shown("name: 例\nopening: 中炮\nmoves: []\n"));
}

#[test]
fn a_missing_field() {
    insta::assert_snapshot!(shown("name: 例\nside: red\n"));
}

#[test]
fn an_unknown_word() {
    insta::assert_snapshot!(shown("name: 例\nmoves: []\nside: blakc\n"));
}

#[test]
fn a_list_where_text_is_wanted() {
    insta::assert_snapshot!(shown("name: [例]\nmoves: []\n"));
}

#[test]
fn text_where_a_number_is_wanted() {
    insta::assert_snapshot!(shown("name: 例\nmoves: []\ncount: three\n"));
}

#[test]
fn nothing_where_text_is_wanted() {
    insta::assert_snapshot!(shown("name: 例\nmoves: [马二进三, ~]\n"));
}

#[test]
fn a_key_twice() {
    insta::assert_snapshot!(shown("name: 例\nmoves: []\nname: 图\n"));
}

#[test]
fn a_second_document() {
    insta::assert_snapshot!(shown("name: 例\n---\nname: 图\n"));
}

#[test]
fn a_tag() {
    insta::assert_snapshot!(shown("name: !secret 例\nmoves: []\n"));
}

#[test]
fn a_list_as_a_key() {
    insta::assert_snapshot!(shown("[a, b]: 例\n"));
}

#[test]
fn an_alias_inside_its_own_anchor() {
    insta::assert_snapshot!(shown("moves: &m [马二进三, *m]\n"));
}

#[test]
fn an_alias_bomb_is_refused() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..30 {
        let previous = format!("*a{}", level - 1);
        text += &format!(
            "a{level}: &a{level} [{}]\n",
            [previous.as_str(); 9].join(", ")
        );
    }
    assert!(matches!(
        Document::parse("bomb", text),
        Err(YamlError::Limit { .. })
    ));
}

#[test]
fn deep_nesting_is_refused() {
    for deep in [
        "[".repeat(200),
        "{a: ".repeat(100_000),
        "- ".repeat(100_000),
    ] {
        assert!(Document::parse("deep", deep).is_err());
    }
    let mut text = String::new();
    for (level, next) in (0..1000).zip(1..) {
        let inner = if level == 0 {
            "x".to_owned()
        } else {
            format!("*a{level}")
        };
        text += &format!(
            "a{next}: &a{next} {}{inner}{}\n",
            "[".repeat(50),
            "]".repeat(50)
        );
    }
    assert!(matches!(
        Document::parse("deep", text),
        Err(YamlError::Limit { .. })
    ));
}

#[test]
fn a_huge_file_is_refused() {
    let error = Document::parse("huge", " ".repeat(MAX_BYTES + 1)).unwrap_err();
    assert!(matches!(error, YamlError::Limit { .. }), "{error:?}");
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,80}") {
        let _ = figure(&text);
    }

    #[test]
    fn nothing_like_yaml_makes_the_reader_panic(text in "[-a&*!|>{}\\[\\],:#'\"?%@~ \n马1.]{0,120}") {
        let _ = figure(&text);
        if let Ok(document) = Document::parse("x", text.as_str()) {
            for path in ["", "0", "a", "a/0", "0/a"] {
                let span = document.span(path);
                prop_assert!(text.get(span.offset()..span.offset() + span.len()).is_some());
            }
        }
    }
}

#[test]
fn what_may_be_anything_is_text_where_it_is_quoted() {
    let document = Document::parse("any.yaml", "a: true\nb: 'true'\nc: 3\nd: \"3\"\n").unwrap();
    let any: BTreeMap<String, serde_json::Value> = document.decode().unwrap();
    assert_eq!(any["a"], true);
    assert_eq!(any["b"], "true");
    assert_eq!(any["c"], 3);
    assert_eq!(any["d"], "3");
}

#[test]
fn a_word_is_asked_for_where_one_of_several_is() {
    let (text, word) = ("name: n\nmoves: []\nside: [red]\n", "a word");
    assert!(shown(text).contains(word), "{}", shown(text));
}

#[test]
fn a_choice_has_a_value_where_it_takes_one() {
    let side =
        |text: &str| figure(&format!("name: n\nmoves: []\nside: {text}\n")).map(|it| it.side);
    assert_eq!(side("red").unwrap(), Some(Side::Red));
    assert_eq!(side("{ red: ~ }").unwrap(), Some(Side::Red));
    assert_eq!(
        side("{ shared: a }").unwrap(),
        Some(Side::Shared("a".into()))
    );
    for text in ["{ black: 1 }", "shared", "{ red: ~, black: ~ }"] {
        insta::assert_snapshot!(shown(&format!("name: n\nmoves: []\nside: {text}\n")));
    }
}
