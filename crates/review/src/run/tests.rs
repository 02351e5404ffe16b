//! Cases of a small edition: two natures, two rulings.

use qili_board::Side;
use qili_edition::Edition;
use qili_edition::case::Case;
use qili_edition::folder::Folder;
use qili_report::Rulebook;
use qili_words::Language;

use super::{Scope, read, run};
use crate::snapshot::line_in;

const ABOUT: &str = "id: small
title: { zh: 小, en: Small }
status: draft
amends: common
files: [small.rule]
";

const RULES: &str = r#"
clause s.1 "将" "check" { number unknown nature 将 check when opponent is in check at reply }
clause s.2 "闲" "idle" { number unknown nature 闲 idle }
clause s.3 "从重" "the heaviest" { number unknown severity 将 闲 }
clause s.4 "长将" "perpetual check" {
  number unknown
  ruling for s when every p in plies of s: p is 将 then s loses
}
"#;

const CASE: &str = "case: figure
title: { zh: 单方面长将, en: One side checks for ever }
source: { figure: 1 }
diagram: printed
fen: 2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w
moves: [车四平五, 将5平6, 车五平四, 将6平5]
natures: [将, 闲, check, idle]
targets: [~, [], ~, ~]
patterns: { red: 长将, black: 两闲 }
ruling: red-loses
clauses: [s.4]
";

fn book() -> Rulebook {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small");
    std::fs::create_dir(&path).unwrap();
    std::fs::write(path.join("edition.yaml"), ABOUT).unwrap();
    std::fs::write(path.join("small.rule"), RULES).unwrap();
    Rulebook::new(Edition::from_folder(Folder::Disk(path)).unwrap()).unwrap()
}

/// What is said about the case with one text replaced by another.
fn refused(book: &Rulebook, old: &str, new: &str) -> String {
    assert!(CASE.contains(old), "{old}");
    let text = CASE.replacen(old, new, 1);
    let case = Case::parse("figure.yaml", text.as_str()).unwrap();
    let error = read(book, &case, &case.scenario).unwrap_err();
    let error: &dyn miette::Diagnostic = &error;
    let labels = error.labels().into_iter().flatten();
    let places: Vec<_> = labels
        .map(|label| &text[label.offset()..label.offset() + label.len()])
        .collect();
    let help = error.help().map(|help| help.to_string());
    format!(
        "{error} [{}] {}",
        places.join(" "),
        help.unwrap_or_default()
    )
}

#[test]
fn a_case_is_compared_in_either_language() {
    let (book, case) = (book(), Case::parse("figure.yaml", CASE).unwrap());
    let run = run(&book, &case, &case.id, &case.scenario).unwrap();
    assert!(run.passes(), "{:?}", run.checks);
    assert_eq!(
        run.tally(|scope| matches!(scope, Scope::Targets(_))),
        (1, 1)
    );
    let said = |language| {
        let lines = run.checks.iter().map(|check| line_in(check, language));
        lines.collect::<Vec<_>>()
    };
    let (zh, en) = (said(Language::Chinese), said(Language::English));
    assert!(zh.contains(&"= 第3着: 将\n".to_owned()), "{zh:?}");
    assert!(zh.contains(&"= 裁决: 红方作负\n".to_owned()), "{zh:?}");
    assert!(en.contains(&"= ply 1: check\n".to_owned()), "{en:?}");
    assert!(en.contains(&"= ruling: red-loses\n".to_owned()), "{en:?}");
    let chinese = |text: &String| text.chars().any(|c| ('\u{4E00}'..'\u{9FFF}').contains(&c));
    assert!(!en.iter().any(chinese), "{en:?}");
    assert!(
        en.contains(&"= Red: every move check\n".to_owned()),
        "{en:?}"
    );
}

#[test]
fn patterns_may_use_either_name() {
    let book = book();
    for (red, black) in [("长check", "闲"), ("长将", "一idle")] {
        let text = CASE.replacen(
            "red: 长将, black: 两闲",
            &format!("red: {red}, black: {black}"),
            1,
        );
        let case = Case::parse("figure.yaml", text).unwrap();
        let run = run(&book, &case, &case.id, &case.scenario).unwrap();
        for side in Side::ALL {
            assert_eq!(
                run.tally(|scope| scope == Scope::Pattern(side)),
                (1, 1),
                "{red} {black}"
            );
        }
    }
}

#[test]
fn what_a_target_list_means() {
    let book = book();
    let agrees = |targets: &str| {
        let text = CASE.replacen("[~, [], ~, ~]", targets, 1);
        let case = Case::parse("figure.yaml", text).unwrap();
        let run = run(&book, &case, &case.id, &case.scenario).unwrap();
        run.tally(|scope| matches!(scope, Scope::Targets(_)))
    };
    assert_eq!(agrees("[~, ~, ~, ~]"), (0, 0));
    assert_eq!(agrees("[[], [], ~, ~]"), (2, 2));
    // neither nature of this edition has a target
    assert_eq!(agrees("[[e8], [车], [将, f8], ~]"), (0, 3));
}

#[test]
fn qualities_of_targets_and_patterns_by_name() {
    let book = Rulebook::open("2020").unwrap();
    let cases = book.edition.cases().unwrap();
    let figure = cases.iter().find(|case| case.id == "figure-10").unwrap();
    let text = figure.source().inner().to_string();
    let differing = |old: &str, new: &str| {
        assert!(text.contains(old), "{text}");
        let case = Case::parse("figure-10.yaml", text.replacen(old, new, 1)).unwrap();
        assert!(read(&book, &case, &case.scenario).is_ok());
        let run = run(&book, &case, &case.id, &case.scenario).unwrap();
        let differing = run.checks.iter().filter(|check| !check.agrees);
        let told = differing.map(|check| line_in(check, Language::English));
        told.collect::<Vec<_>>().concat()
    };
    assert_eq!(differing("[c2 联合]", "[马 joint, c2 少根]"), "");
    let told = differing("[c2 联合]", "[c2 单独]");
    assert!(
        told.contains("targets of ply 4: c2 single | c2 joint"),
        "{told}"
    );
    let told = differing("red: 单独长捉", "red: 长捉无根子");
    assert!(
        told.contains("perpetual-rootless-chase | perpetual-single-chase"),
        "{told}"
    );
}

#[test]
fn a_lighter_nature_aims_at_a_piece() {
    let book = Rulebook::open("1965").unwrap();
    let cases = book.edition.cases().unwrap();
    let figure = cases.iter().find(|case| case.id == "figure-18").unwrap();
    let text = figure.source().inner().to_string();
    // the second move is idle, and prepares checks that would win the advisor
    let agrees = |second: &str| {
        let text = text.replacen("[f2 暗抽]", second, 1);
        let case = Case::parse("figure-18.yaml", text).unwrap();
        let run = run(&book, &case, &case.id, &case.scenario).unwrap();
        run.tally(|scope| scope == Scope::Targets(2))
    };
    assert!(text.contains("[f2 暗抽]"), "{text}");
    for right in ["[f2 暗抽]", "[仕 hidden-discovery]", "[]"] {
        assert_eq!(agrees(right), (1, 1), "{right}");
    }
    for wrong in ["[f2]", "[f2 捉]", "[e4 暗抽]"] {
        assert_eq!(agrees(wrong), (0, 1), "{wrong}");
    }
}

#[test]
fn positions_are_checked_as_strictly_as_anywhere() {
    let book = book();
    let fen = "2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w";
    all_say(&[
        (
            refused(&book, fen, "2b6/4k4/9/9/9/9/9/9/2p6/5RBc1 w"),
            "red has no",
        ),
        (
            refused(&book, fen, "2b6/4k4/4k4/9/9/9/9/9/2p6/3K1RBc1 w"),
            "[k k]",
        ),
        (
            refused(&book, fen, "2b6/4k4/9/9/9/9/9/9/2p6/4K1Rc1 w"),
            "[K k]",
        ),
        (
            refused(&book, fen, "2b6/4k4/9/9/9/9/9/9/2p6/3KR1Bc1 w"),
            "[R]",
        ),
    ]);
}

#[test]
fn lines_that_do_not_come_back_say_so() {
    let book = book();
    let natures = "natures: [将, 闲, check, idle]\ntargets: [~, [], ~, ~]\n";
    let short = format!(", 车五平四, 将6平5]\n{natures}");
    all_say(&[
        (
            refused(&book, &short, "]\n"),
            "[将5平6] write the whole cycle, or `open: true`",
        ),
        (
            refused(&book, &format!(", 将5平6{short}"), "]\n"),
            "1 moves are no cycle",
        ),
        (
            refused(&book, "ruling:", "open: true\nruling:"),
            "[true] leave `open` out",
        ),
    ]);
    let one_sided = CASE.replacen(&format!(", 将5平6{short}"), "]\nopen: true\n", 1);
    let case = Case::parse("figure.yaml", one_sided).unwrap();
    let refused = read(&book, &case, &case.scenario).unwrap_err().to_string();
    assert!(refused.contains("1 moves are no cycle"), "{refused}");
    let open = CASE.replacen(&short, "]\nopen: true\n", 1);
    let case = Case::parse("figure.yaml", open).unwrap();
    assert!(read(&book, &case, &case.scenario).is_ok());
}

#[test]
fn names_and_targets_that_are_not_there() {
    let book = book();
    all_say(&[
        (
            refused(&book, "[将, 闲,", "[将, 追,"),
            "there is no nature `追` in this edition [追] the names are",
        ),
        (
            refused(&book, "check, idle]", "chekc, idle]"),
            "did you mean `check`?",
        ),
        (
            refused(&book, "两闲", "两追"),
            "no nature `追` in this edition [两追]",
        ),
        (
            refused(&book, "[~, [],", "[[a5], [],"),
            "no piece of black stands on `a5` after ply 1 [a5]",
        ),
        (
            refused(&book, "[~, [],", "[[f0], [],"),
            "no piece of black stands on `f0`",
        ),
        (
            refused(&book, "[~, [],", "[[车子], [],"),
            "did you mean `车`?",
        ),
        (
            refused(&book, "[~, [],", "[[e8 无根], [],"),
            "nothing that a target is in this edition is called `无根`",
        ),
        (
            refused(&book, "两闲", "闲将"),
            "`闲将` is no pattern: write 长 and a nature",
        ),
        (refused(&book, "车四平五", "车四平四"), "ply 1, `车四平四`"),
    ]);
}

/// That each text has its part.
fn all_say(said: &[(String, &str)]) {
    for (text, part) in said {
        assert!(text.contains(part), "{text}\nhas no\n{part}");
    }
}
