//! `qili diff`, on copies of the rules with a clause edited, and on the editions that ship with the program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use qili_review::diff::{Change, Difference, Pair, Part, difference, markdown, text};
use qili_tests::{RulesCopy, qili, root};
use qili_words::Language;

/// The 2020 edition against a copy of it.
fn against(copy: &RulesCopy) -> Difference {
    let pair = Pair::open("2020", &copy.edition("2020")).unwrap();
    difference(&pair, Language::English).unwrap()
}

fn edited(file: &str, amendment: &str) -> Difference {
    let copy = RulesCopy::new().unwrap();
    copy.append(file, amendment).unwrap();
    against(&copy)
}

fn kinds(found: &Difference) -> Vec<(Change, &str)> {
    let kind = |clause: &'_ qili_review::diff::ClauseChange| clause.change;
    found
        .clauses
        .iter()
        .map(|clause| (kind(clause), clause.defines.as_str()))
        .collect()
}

#[test]
fn an_edition_is_like_itself() {
    let found = against(&RulesCopy::new().unwrap());
    assert!(found.clauses.is_empty() && found.cases.is_empty() && found.problems.is_empty());
    assert!(found.compared > 50);
}

#[test]
fn a_replaced_clause_is_changed_and_its_change_marked() {
    let found = edited(
        "2020/rulings.rule",
        r#"replace clause worth.horse "马" "a horse" { worth 马 is 2 强子 }"#,
    );
    assert_eq!(kinds(&found), [(Change::Changed, "worth 马 强子")]);
    let marked = &found.clauses[0].text;
    assert!(marked.contains(&Part::Old("1".into())), "{marked:?}");
    assert!(marked.contains(&Part::New("2".into())), "{marked:?}");
    let case = found
        .cases
        .iter()
        .find(|case| case.names == ["2020/figure-24"])
        .unwrap();
    assert_eq!(case.plies[0].old.says, "idle");
    assert_eq!(case.plies[0].new.says, "chase");
    assert!(
        case.plies[0].new.because.contains("P7=6"),
        "the line of play: {case:?}"
    );
}

#[test]
fn a_repealed_clause() {
    let found = edited("2020/rulings.rule", "repeal clause provision.2");
    assert_eq!(found.clauses.len(), 1);
    assert_eq!(found.clauses[0].change, Change::Repealed);
    assert_eq!(found.clauses[0].old_article.as_deref(), Some("provision.2"));
    assert_eq!(found.clauses[0].new_article, None);
    assert!(
        !found.cases.is_empty(),
        "figures 8, 13, 17 and 18 rest on it"
    );
}

#[test]
fn an_added_clause_may_change_nothing() {
    let found = edited(
        "2020/rulings.rule",
        r#"clause 99 "长闲" "idle for ever" { pattern 长闲 perpetual-idle for s when every p in plies of s: p is 闲 }"#,
    );
    assert_eq!(kinds(&found), [(Change::Added, "pattern 长闲")]);
    assert!(found.cases.is_empty());
}

#[test]
fn remarks_are_told_from_law() {
    let copy = RulesCopy::new().unwrap();
    copy.replace(
        "2020/rulings.rule",
        r#"cites "2020 26.9""#,
        r#"cites "2020, article 26.9""#,
    )
    .or_else(|_| {
        // cited more than once: any other remark will do
        copy.append("2020/rulings.rule", "# a comment")
    })
    .unwrap();
    let found = against(&copy);
    assert!(
        found
            .clauses
            .iter()
            .all(|clause| clause.change == Change::Described)
    );
    assert!(found.cases.is_empty());
}

#[test]
fn with_a_mistake_of_syntax_the_other_clauses_are_still_compared() {
    let copy = RulesCopy::new().unwrap();
    copy.append(
        "2020/rulings.rule",
        "clause 98 \"坏\" \"broken\" { rulin }\nreplace clause worth.horse \"马\" \"a horse\" { worth 马 is 2 强子 }",
    )
    .unwrap();
    let found = against(&copy);
    assert_eq!(kinds(&found), [(Change::Changed, "worth 马 强子")]);
    assert_eq!(found.compared, 0);
    assert_eq!(found.problems.len(), 1, "{:?}", found.problems);
    assert!(
        found.problems[0].contains("rulings.rule:"),
        "{:?}",
        found.problems
    );
    assert!(text(&found, Language::English).contains("no case was judged"));
    assert!(markdown(&found, Language::English).contains("> [!WARNING]"));

    let run = qili()
        .args(["diff", "2020", &copy.edition("2020")])
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2), "the comparison is incomplete");
    assert!(
        String::from_utf8_lossy(&run.stdout).contains("1 clauses changed")
            || run.stdout.len() > 100
    );
}

/// What `qili check` says about a copy with text put at the end of a file, and its exit status.
fn checked(file: &str, amendment: &str) -> (Option<i32>, String) {
    let copy = RulesCopy::new().unwrap();
    copy.append(file, amendment).unwrap();
    let run = qili()
        .args(["check", &copy.edition("2020")])
        .output()
        .unwrap();
    (
        run.status.code(),
        String::from_utf8_lossy(&run.stderr).into_owned(),
    )
}

#[test]
fn amendments_that_cannot_be_made_are_diagnostics_at_the_clause() {
    let unit = |article: &str| format!("clause {article} \"新\" \"new\" {{ unit 新子 fresh }}");
    for (amendment, code, shown) in [
        (
            "repeal clause 77.7".to_owned(),
            "qili::rule::no_such_article",
            "repeal clause 77.7",
        ),
        (
            "repeal clause provision.2\nrepeal clause provision.2".to_owned(),
            "qili::rule::repealed_twice",
            "repeal clause provision.2",
        ),
        (
            unit("26.1"),
            "qili::rule::duplicate_article",
            "clause 26.1 \"新\"",
        ),
    ] {
        let (status, said) = checked("2020/rulings.rule", &amendment);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains(code), "{said}");
        assert!(said.contains(shown), "{said}");
    }
}

#[test]
fn two_files_that_define_one_article() {
    let copy = RulesCopy::new().unwrap();
    let clause = "clause 97 \"新\" \"new\" { unit 新子 fresh }";
    copy.append("2020/rulings.rule", clause).unwrap();
    copy.append("2020/natures.rule", clause).unwrap();
    let run = qili()
        .args(["check", &copy.edition("2020")])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2));
    assert!(
        said.contains("qili::rule::duplicate_article") && said.contains("clause 97"),
        "{said}"
    );
    // what can be read is compared all the same
    assert_eq!(against(&copy).clauses.len(), 1);
}

#[test]
fn editions_that_amend_one_another_in_a_circle() {
    let copy = RulesCopy::new().unwrap();
    copy.replace(
        "2007-trial/edition.yaml",
        "amends: common",
        "amends: \"2020\"",
    )
    .unwrap();
    let run = qili()
        .args(["diff", "2020", &copy.edition("2020")])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2));
    assert!(
        said.contains("qili::edition::amends") && said.contains("in turn"),
        "{said}"
    );
}

#[test]
fn an_unknown_edition_names_those_there_are() {
    let run = qili().args(["diff", "2020", "2021"]).output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2));
    assert!(
        said.contains("there is no edition `2021`") && said.contains("2007-trial"),
        "{said}"
    );
}

#[test]
fn games_that_would_have_been_ruled_otherwise() {
    let copy = RulesCopy::new().unwrap();
    copy.append(
        "2020/rulings.rule",
        r#"replace clause general.2 "禁止着法" "prohibited moves" {
             define 犯禁 prohibited (p: ply) as p is 将 or p is 捉
           }"#,
    )
    .unwrap();
    // figure 7, played until its position has occurred often enough, and a game without a repetition
    let cycle = "i0h0 i8h8 h0i0 h8i8 ";
    let games = copy.path("games.txt");
    std::fs::write(
        &games,
        format!(
            "fen 2bak1c2/4aRN1r/4b4/9/9/9/3pp4/2n1B4/9/2B1K3C w\nmoves {}\n\nfen startpos\nmoves h2e2 h9g7\n",
            cycle.repeat(3)
        ),
    )
    .unwrap();
    let run = qili()
        .args([
            "diff",
            "2020",
            &copy.edition("2020"),
            "--format",
            "json",
            "--games",
        ])
        .arg(&games)
        .output()
        .unwrap();
    let found: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(found["schema"], "qili.diff/1");
    let changes = found["games"]["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{}", found["games"]);
    assert_eq!(changes[0]["number"], 1);
    assert_eq!(changes[0]["new"]["says"], "draw");
}

/// The editions side by side: what a committee reads. `cargo insta review` shows what an edit of the law does to them.
#[test]
fn the_editions_side_by_side() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("snapshots/diff"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _bound = settings.bind_to_scope();
    for (old, new) in EDITIONS {
        let pair = Pair::open(old, new).unwrap();
        let found = difference(&pair, Language::English).unwrap();
        assert_eq!(found.problems, Vec::<String>::new());
        insta::assert_snapshot!(format!("{old}-{new}"), text(&found, Language::English));
    }
}

const EDITIONS: [(&str, &str); 3] = [
    ("1965", "2007-trial"),
    ("1965", "2020"),
    ("2007-trial", "2020"),
];
