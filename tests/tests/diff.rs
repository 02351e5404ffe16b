//! `qili diff`, on copies of the editions for tests with a clause edited.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use qili_edition::folder::Folder;
use qili_review::diff::{Change, Difference, Pair, Part, difference, markdown, text};
use qili_tests::{Editions, qili, test_edition};
use qili_words::Language;

/// The club's edition against a copy of it.
fn against(copy: &Editions) -> Difference {
    let pair = Pair::open(&test_edition("club"), &copy.edition("club")).unwrap();
    difference(&pair, Language::English).unwrap()
}

fn edited(file: &str, amendment: &str) -> Difference {
    let copy = Editions::new().unwrap();
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
    let found = against(&Editions::new().unwrap());
    assert!(found.clauses.is_empty() && found.cases.is_empty() && found.problems.is_empty());
    assert_eq!(found.compared, 5);
}

#[test]
fn a_replaced_clause_is_changed_and_its_change_marked() {
    let found = edited(
        "club/rulings.rule",
        r#"replace clause worth.horse "马" "a horse" { worth 马 is 2 强子 }"#,
    );
    assert_eq!(kinds(&found), [(Change::Changed, "worth 马 强子")]);
    let marked = &found.clauses[0].text;
    assert!(marked.contains(&Part::Old("1".into())), "{marked:?}");
    assert!(marked.contains(&Part::New("2".into())), "{marked:?}");
    let case = found
        .cases
        .iter()
        .find(|case| case.names == ["club/protected"])
        .unwrap();
    assert_eq!(case.plies[0].old.says, "idle");
    assert_eq!(case.plies[0].new.says, "chase");
    assert!(
        case.plies[0].new.because.contains("C5+5"),
        "the line of play: {case:?}"
    );
}

#[test]
fn a_repealed_clause() {
    let found = edited("club/rulings.rule", "repeal clause 7");
    assert_eq!(found.clauses.len(), 1);
    assert_eq!(found.clauses[0].change, Change::Repealed);
    assert_eq!(found.clauses[0].old_article.as_deref(), Some("7"));
    assert_eq!(found.clauses[0].new_article, None);
    let names: Vec<_> = found.cases.iter().flat_map(|case| &case.names).collect();
    assert_eq!(names, ["club/soldier"], "the only case that rests on it");
    let ruling = found.cases[0].ruling.as_ref().unwrap();
    assert_eq!(ruling.old.says, "draw");
    assert_eq!(ruling.new.says, "red-must-change");
}

#[test]
fn an_added_pattern_changes_no_ruling() {
    let found = edited(
        "club/rulings.rule",
        r#"clause 99 "长闲" "idle for ever" { pattern 长闲 perpetual-idle for s when every p in plies of s: p is 闲 }"#,
    );
    assert_eq!(kinds(&found), [(Change::Added, "pattern 长闲")]);
    let ruled =
        |case: &qili_review::diff::CaseChange| case.ruling.is_some() || !case.plies.is_empty();
    assert!(
        !found.cases.iter().any(ruled),
        "at most a side's name for what it does"
    );
}

#[test]
fn remarks_are_told_from_law() {
    let copy = Editions::new().unwrap();
    copy.replace(
        "club/rulings.rule",
        r#"cites "club minutes""#,
        r#"cites "club minutes, page 2""#,
    )
    .unwrap();
    let found = against(&copy);
    assert_eq!(kinds(&found), [(Change::Described, "ending #3")]);
    assert!(found.cases.is_empty());
    // a comment is not even a remark
    let copy = Editions::new().unwrap();
    copy.append("club/rulings.rule", "# a comment").unwrap();
    assert_eq!(kinds(&against(&copy)), []);
}

#[test]
fn with_a_mistake_of_syntax_the_other_clauses_are_still_compared() {
    let copy = Editions::new().unwrap();
    copy.append(
        "club/rulings.rule",
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
        .args(["diff", &test_edition("club"), &copy.edition("club")])
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2), "the comparison is incomplete");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(said.contains("worth 马 强子"), "{said}");
}

#[test]
fn all_that_is_law_is_told() {
    let copy = Editions::new().unwrap();
    copy.append(
        "club/edition.yaml",
        "first-mover: black\nprocedure: { occurrences: 4, moves-to-comply: 1 }",
    )
    .unwrap();
    let turned = "ruling: red-must-change";
    copy.replace("club/cases/soldier.yaml", "ruling: draw", turned)
        .unwrap();
    let found = against(&copy);
    let about: Vec<&str> = found.law.iter().map(|one| one.what.as_str()).collect();
    assert_eq!(
        about,
        [
            "first mover",
            "occurrences before a player may ask",
            "moves within which a side must change",
        ]
    );
    let expected: Vec<_> = found.expectations.iter().map(|one| &*one.case).collect();
    assert_eq!(expected, ["soldier"], "{:?}", found.expectations);
    let said = text(&found, Language::English);
    assert!(
        said.contains("soldier ruling: draw → red-must-change"),
        "{said}"
    );
}

/// What `qili check` says about a copy with text put at the end of a file, and its exit status.
fn checked(file: &str, amendment: &str) -> (Option<i32>, String) {
    let copy = Editions::new().unwrap();
    copy.append(file, amendment).unwrap();
    let run = qili()
        .args(["check", &copy.edition("club")])
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
            "repeal clause 7\nrepeal clause 7".to_owned(),
            "qili::rule::repealed_twice",
            "repeal clause 7",
        ),
        (
            unit("8.1"),
            "qili::rule::duplicate_article",
            "clause 8.1 \"新\"",
        ),
    ] {
        let (status, said) = checked("club/rulings.rule", &amendment);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains(code), "{said}");
        assert!(said.contains(shown), "{said}");
    }
}

#[test]
fn two_files_that_define_one_article() {
    let copy = Editions::new().unwrap();
    let clause = "clause 97 \"新\" \"new\" { unit 新子 fresh }";
    copy.append("club/rulings.rule", clause).unwrap();
    copy.append("club/natures.rule", clause).unwrap();
    let run = qili()
        .args(["check", &copy.edition("club")])
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
    let copy = Editions::new().unwrap();
    copy.replace(
        "garden/edition.yaml",
        "status: base",
        "status: base\namends: club",
    )
    .unwrap();
    let run = qili()
        .args(["diff", &test_edition("club"), &copy.edition("club")])
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
    let run = qili()
        .args(["diff", &test_edition("club"), "2021"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2));
    assert!(said.contains("there is no edition `2021`"), "{said}");
    for shipped in Folder::shipped() {
        assert!(said.contains(shipped), "{said}");
    }
}

#[test]
fn games_that_would_have_been_ruled_otherwise() {
    let copy = Editions::new().unwrap();
    copy.append(
        "club/rulings.rule",
        r#"replace clause prohibited "禁止着法" "prohibited moves" {
             define 犯禁 prohibited (p: ply) as p is 将 or p is 捉
           }"#,
    )
    .unwrap();
    // mate threats until the position has occurred often enough, and a game without a repetition
    let cycle = "b1c1 e9d9 c1b1 d9e9 ";
    let games = copy.path("games.txt");
    std::fs::write(
        &games,
        format!(
            "fen 4k4/R8/9/9/9/9/9/9/1R7/5K3 w\nmoves {}\n\nfen startpos\nmoves h2e2 h9g7\n",
            cycle.repeat(3)
        ),
    )
    .unwrap();
    let run = qili()
        .args([
            "diff",
            &test_edition("club"),
            &copy.edition("club"),
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

#[test]
fn games_of_folders_and_patterns_are_compared_and_each_broken_one_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let round = folder.path().join("round");
    std::fs::create_dir(&round).unwrap();
    std::fs::write(round.join("a.pgn"), "1. 炮二平五 马8进7 *\n").unwrap();
    std::fs::write(round.join("b.pgn"), "1. 炮二平五 车9进5 *\n").unwrap();
    std::fs::write(folder.path().join("c.txt"), "炮二平五\n").unwrap();
    let run = qili()
        .args([
            "diff",
            &test_edition("club"),
            &test_edition("club"),
            "--format",
            "json",
            "--games",
        ])
        .arg(&round)
        .arg(folder.path().join("*.txt"))
        .output()
        .unwrap();
    let found: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(found["games"]["compared"], 2);
    assert_eq!(found["games"]["unreadable"], 1);
    assert_eq!(run.status.code(), Some(2));
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!(said.matches("qili::").count(), 1, "{said}");
    assert!(said.contains("b.pgn") && !said.contains("a.pgn"), "{said}");
}
