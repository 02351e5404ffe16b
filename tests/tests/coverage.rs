//! `qili coverage` and `qili check`, on copies of the editions for tests with a clause edited or cases taken away.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use qili_report::Rulebook;
use qili_review::check::{Checked, check};
use qili_review::coverage::{Coverage, coverage, json};
use qili_tests::{Editions, qili};

const RULINGS: &str = "club/rulings.rule";

fn book(copy: &Editions) -> Rulebook {
    Rulebook::open(&copy.edition("club"))
        .unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}

/// A copy with a few of the club's cases only.
fn with_cases(cases: &[&str]) -> Editions {
    let copy = Editions::new().unwrap();
    for entry in std::fs::read_dir(copy.path("club/cases")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if !cases.contains(&name.as_str()) {
            std::fs::remove_file(path).unwrap();
        }
    }
    copy
}

fn articles(coverage: &Coverage) -> Vec<&str> {
    coverage
        .unexercised()
        .map(|clause| clause.article.as_str())
        .collect()
}

#[test]
fn a_clause_is_exercised_by_the_cases_in_which_it_holds() {
    let copy = with_cases(&["checks", "chases"]);
    let traced = coverage(&book(&copy), None).unwrap();
    assert_eq!(traced.scenarios, 2);
    let by = |article: &str| {
        let clause = traced
            .clauses
            .iter()
            .find(|clause| clause.article == article);
        clause.unwrap().exercised_by.clone()
    };
    assert_eq!(by("ruling.checks"), ["checks"], "one-sided perpetual check");
    assert_eq!(
        by("ruling.one-sided"),
        ["chases"],
        "one side breaks a prohibition"
    );
    assert!(
        articles(&traced).contains(&"nature.kill"),
        "no case threatens mate"
    );
    assert!(
        articles(&traced).contains(&"ruling.mutual"),
        "in no case do both sides chase"
    );
}

#[test]
fn a_change_is_noticed_by_a_case_that_rests_on_the_clause() {
    let copy = with_cases(&["soldier"]);
    let found = coverage(&book(&copy), Some(&|_, _| ())).unwrap();
    let clause = |article: &str| {
        found
            .clauses
            .iter()
            .find(|clause| clause.article == article)
            .unwrap()
    };
    // the soldier's exemption is what the case is about
    let soldier = clause("7");
    assert!(!soldier.traced, "discounts are compiled into the searches");
    let noticed = soldier.mutants[0].1.as_ref().unwrap();
    assert_eq!((noticed.by.as_str(), noticed.found), ("soldier", false));
    // nothing in it could notice that one-sided perpetual check no longer loses
    assert_eq!(clause("ruling.checks").mutants[0].1, None);
    let score = found.score();
    let (noticed, all) = (score.noticed(), score.all);
    assert!(noticed > 1 && noticed < all, "{noticed} of {all}");
    assert_eq!(found.survivors().count(), all - noticed);
    let json = serde_json::to_value(json(&found)).unwrap();
    assert_eq!(json["schema"], "qili.coverage/1");
    assert_eq!(json["score"]["mutants"], all);
    assert_eq!(json["score"]["printed"], noticed);
}

#[test]
fn no_change_is_made_of_what_nothing_uses_nor_one_that_changes_nothing() {
    let copy = with_cases(&["soldier"]);
    copy.append(
        RULINGS,
        r#"clause 92 "半得" "half a gain" { result 半得 half-gain when 弱子 > 0 }
           clause 93 "一算" "a search" { search 一算 a-search wants 半得 }"#,
    )
    .unwrap();
    let found = coverage(&book(&copy), Some(&|_, _| ())).unwrap();
    let unused: Vec<_> = found.unused().collect();
    let named: Vec<_> = unused.iter().map(|row| row.article.as_str()).collect();
    assert!(named.ends_with(&["92", "93"]), "{named:?}");
    assert!(unused.iter().all(|row| row.mutants.is_empty()));
    assert!(found.unexercised().all(|row| row.used));
    // natures are as heavy as they are declared where nothing else is said
    let severity = found
        .clauses
        .iter()
        .find(|row| row.defines.starts_with("severity"));
    let changes: Vec<_> = severity
        .unwrap()
        .mutants
        .iter()
        .map(|(one, _)| one.en())
        .collect();
    assert_eq!(changes, ["order reversed"]);
}

#[test]
fn the_command_prints_the_same_whatever_the_number_of_threads() {
    let copy = with_cases(&["mates", "checks"]);
    let run = |threads: &str| {
        let run = qili()
            .args(["coverage", &copy.edition("club"), "--lang", "en"])
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(0));
        assert!(run.stderr.is_empty(), "progress is for terminals only");
        String::from_utf8(run.stdout).unwrap()
    };
    let one = run("1");
    assert!(one.contains("== score: "), "{one}");
    assert_eq!(one, run("4"));
}

/// The codes of what a check finds in a copy with text put at the end of its rulings, apart from missing cases.
fn findings(amendment: &str) -> (Checked, Vec<(String, String)>) {
    let copy = Editions::new().unwrap();
    copy.append(RULINGS, amendment).unwrap();
    let checked = check(&book(&copy)).unwrap();
    let found = checked
        .findings
        .iter()
        .filter(|finding| {
            !finding.code.ends_with("unexercised") && !finding.code.ends_with("never_applies")
        })
        .map(|finding| (finding.code.to_owned(), finding.article.clone()))
        .collect();
    (checked, found)
}

fn finding(code: &str, article: &str) -> (String, String) {
    (format!("qili::check::{code}"), article.to_owned())
}

#[test]
fn every_combination_has_a_ruling() {
    let (checked, found) = findings("");
    assert_eq!(found, []);
    assert!(checked.proof.combinations > 50);
    assert_eq!(
        checked.proof.decided + checked.proof.open,
        checked.proof.combinations
    );
}

#[test]
fn a_combination_without_a_ruling_is_shown() {
    let (checked, found) = findings("repeal clause ruling.one-sided");
    assert_eq!(found.len(), 1, "{found:?}");
    let finding = checked.findings.into_iter().next().unwrap();
    assert_eq!(finding.code, "qili::check::uncovered");
    assert!(finding.is_error());
    let help = finding.help.unwrap_or_default();
    let told = "for example, one side plays 杀, the other 闲";
    assert!(help.en.contains(told), "{help:?}");
    assert!(help.zh.contains("例如一方走杀，另一方走闲"), "{help:?}");
}

#[test]
fn a_ruling_that_condemns_both_sides() {
    let (_, found) = findings(
        r#"replace clause ruling.mutual "双方均为禁止着法" "both sides' moves are prohibited" {
             ruling for s when s is 长犯 and other s is 长犯 then s must change
           }"#,
    );
    assert_eq!(found, [finding("contradiction", "ruling.mutual")]);
}

#[test]
fn rulings_and_patterns_that_never_come_first() {
    let (_, found) = findings(
        r#"clause 90 "长将长捉" "check and chase" { pattern 长将长捉 check-and-chase for s when every p in plies of s: p is 将 and p is 捉 }
           clause 91 "重复" "said before" { ruling for s when s is 长将 and not other s is 长将 then s must change }"#,
    );
    assert_eq!(
        found,
        [finding("dead_pattern", "90"), finding("dead_ruling", "91")]
    );
}

#[test]
fn things_that_nothing_uses() {
    let (_, found) = findings(
        r#"clause 92 "半得" "half a gain" { result 半得 half-gain when 弱子 > 0 }
           clause 93 "一算" "a search" { search 一算 a-search wants 半得 }
           clause 94 "可半得" "half winnable" { define 可半得 half-winnable (m: move, x: piece) as m wins x by 一算 }
           clause 95 "二子" "another unit" { unit 二子 second }
           clause 96 "边线" "the edge" { zone 边线 edge files a to a }"#,
    );
    // the result is used by the search and the search by the definition, but nothing uses the definition
    let expected: Vec<_> = ["92", "93", "94", "95", "96"]
        .into_iter()
        .map(|article| ("qili::rule::unused".to_owned(), article.to_owned()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn exceptions_that_never_apply_and_warnings_that_are_denied() {
    let copy = Editions::new().unwrap();
    copy.append(
        RULINGS,
        r#"clause 97 "例外" "an exception" { exception to nature.check when mover is in check at reply }"#,
    )
    .unwrap();
    let run = |deny: bool| {
        let mut qili = qili();
        qili.args(["check", &copy.edition("club")]);
        if deny {
            qili.arg("--deny");
        }
        qili.output().unwrap()
    };
    assert_eq!(run(false).status.code(), Some(0));
    let denied = run(true);
    assert_eq!(denied.status.code(), Some(1));
    let said = String::from_utf8_lossy(&denied.stderr);
    assert!(
        said.contains("qili::check::exception_never_applies"),
        "{said}"
    );
    assert!(
        said.contains("clause 97") && said.contains("rulings.rule"),
        "{said}"
    );
}
