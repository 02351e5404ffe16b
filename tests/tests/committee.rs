//! A committee takes a change from its first idea to a pull request with the command alone: 长杀 is to be permitted.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::PathBuf;

use qili_tests::{english, qili};

/// A draft that amends the edition in force.
struct Draft {
    _home: tempfile::TempDir,
    folder: PathBuf,
}

const CHANGE: &str = r#"
replace clause general.2 "禁止着法" "prohibited moves" {
  says "将、捉为禁止着法；步步都是才算犯禁"
  says "check and chase; a side breaks the rules when every move of it is one of them"
  define 犯禁 prohibited (p: ply) as
    p is 将 or p is 捉
}
"#;

impl Draft {
    fn new(language: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let draft = Self {
            folder: home.path().join("kill-permitted"),
            _home: home,
        };
        let said = draft.run(&["new", "FOLDER", "--amends", "2020", "--lang", language]);
        assert_eq!(said.status, Some(0), "{said:?}");
        draft
    }

    fn change(&self) {
        let file = self.folder.join("draft.rule");
        std::fs::write(file, format!("language english\n{CHANGE}")).unwrap();
    }

    fn case(&self, name: &str, text: &str) {
        let text = format!("case: {name}\n{text}");
        std::fs::write(self.folder.join(format!("cases/{name}.yaml")), text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Said {
        let folder = self.folder.display().to_string();
        let arguments = arguments.iter().map(|one| match *one {
            "FOLDER" => folder.as_str(),
            other => other,
        });
        let output = qili().args(arguments).output().unwrap();
        Said {
            status: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            errors: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

#[derive(Debug)]
struct Said {
    status: Option<i32>,
    out: String,
    errors: String,
}

/// The inherited cases that `qili test` lists, with whether their ruling is another.
fn listed(draft: &Draft) -> Vec<(String, bool)> {
    let said = draft.run(&["test", "FOLDER", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let inherited = &found["editions"][0]["inherited"];
    assert_eq!(inherited["unplayable"].as_array().unwrap().len(), 0);
    let otherwise = inherited["otherwise"].as_array().unwrap().iter();
    otherwise
        .map(|one| {
            let changed = one["changed"].as_array().unwrap();
            let ruling = changed.iter().any(|what| what["what"]["en"] == "ruling");
            (one["case"].as_str().unwrap().to_owned(), ruling)
        })
        .collect()
}

#[test]
fn a_new_draft_checks_and_tests_at_once() {
    for language in ["en", "zh"] {
        let draft = Draft::new(language);
        for command in [&["check", "FOLDER", "--deny"][..], &["test", "FOLDER"]] {
            let said = draft.run(command);
            assert_eq!(said.status, Some(0), "{said:?}");
        }
        assert_eq!(listed(&draft), []);
        let again = draft.run(&["new", "FOLDER", "--amends", "2020"]);
        assert_eq!(again.status, Some(2), "{again:?}");
        assert!(again.errors.contains("qili::new::not_empty"), "{again:?}");
    }
}

#[test]
fn a_folder_or_an_edition_that_cannot_be() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("draft").display().to_string();
    for (amends, code) in [
        ("2021", "qili::new::amends"),
        ("draft", "qili::new::amends"),
    ] {
        let arguments = ["new", &folder, "--amends", amends, "--lang", "zh"];
        let output = qili().args(arguments).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(errors.contains(code) && errors.contains("没有"), "{errors}");
        assert!(!home.path().join("draft").exists());
    }
}

#[test]
fn the_printed_figures_whose_ruling_flips_are_listed() {
    let draft = Draft::new("en");
    draft.change();
    let said = draft.run(&["test", "FOLDER"]);
    assert_eq!(said.status, Some(1), "not yet said by the draft: {said:?}");
    let listed = listed(&draft);
    for flipped in [
        "figure-07",
        "figure-19",
        "figure-20",
        "figure-29",
        "reference-35",
        "reference-43",
    ] {
        let entry = (flipped.to_owned(), true);
        assert!(listed.contains(&entry), "{flipped}: {listed:?}");
    }
    // whatever else is listed is a case in which a mate threat decides
    for (case, _) in &listed {
        let base = qili()
            .args(["test", "2020", "--case", case, "--verbose", "--lang", "zh"])
            .output()
            .unwrap();
        let base = String::from_utf8(base.stdout).unwrap();
        assert!(base.contains('杀'), "{case}: {base}");
    }

    // a case file that says only what is otherwise counts as expected
    draft.case("figure-07", "ruling: draw\n");
    draft.case("figure-19", "ruling: red-must-change\n");
    draft.case("figure-20", "ruling: draw\n");
    let said = draft.run(&["test", "FOLDER", "--lang", "en"]);
    let own: Vec<&str> = said
        .out
        .lines()
        .filter(|line| line.contains("kill-permitted"))
        .collect();
    assert!(!said.out.contains("figure-07 "), "{said:?}");
    assert!(own.last().unwrap().contains("cases as expected"), "{own:?}");
}

/// The draft with three case files that say what is expected otherwise.
fn with_cases(language: &str) -> Draft {
    let draft = Draft::new(language);
    draft.change();
    let said = draft.run(&["test", "FOLDER", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let otherwise = found["editions"][0]["inherited"]["otherwise"]
        .as_array()
        .unwrap();
    for one in otherwise.iter().take(3) {
        let ruling = &one["changed"][0]["new"]["en"];
        draft.case(
            one["case"].as_str().unwrap(),
            &format!("ruling: {}\n", ruling.as_str().unwrap()),
        );
    }
    draft
}

#[test]
fn three_small_case_files_make_three_cases_expected() {
    let draft = with_cases("en");
    let before = {
        let plain = Draft::new("en");
        plain.change();
        listed(&plain).len()
    };
    assert_eq!(listed(&draft).len(), before - 3);
    let said = draft.run(&["test", "FOLDER", "--lang", "en"]);
    assert!(said.out.contains("3 of 3 cases as expected"), "{said:?}");
    let said = draft.run(&["check", "FOLDER", "--deny"]);
    assert_eq!(said.status, Some(0), "{said:?}");
    let said = draft.run(&["coverage", "FOLDER", "--lang", "en"]);
    assert!(said.out.contains("1 clause of its own"), "{said:?}");
}

#[test]
fn pages_show_it() {
    let draft = with_cases("en");
    let page = draft.run(&["diff", "2020", "FOLDER", "--format", "html"]);
    assert_eq!(page.status, Some(0), "{}", page.errors);
    let table = draft.run(&["table", "2007-trial", "2020", "FOLDER", "--format", "html"]);
    assert_eq!(table.status, Some(0), "{}", table.errors);
    for page in [&page.out, &table.out] {
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert!(
            page.contains("figure-07") && page.contains("<svg viewBox"),
            "{page}"
        );
        assert!(page.contains("class=\"differs\">≠ draw"), "{page}");
        assert!(
            page.contains("<p class=\"step\">4. "),
            "a board for every ply"
        );
        assert!(
            !page.contains("src=") && !page.contains("url(http"),
            "needs nothing else"
        );
    }
    let file = draft.folder.join("../page.html");
    let name = file.display().to_string();
    let written = draft.run(&["diff", "2020", "FOLDER", "--format", "html", "-o", &name]);
    assert_eq!((written.status, written.out.as_str()), (Some(0), ""));
    assert_eq!(std::fs::read_to_string(file).unwrap(), page.out);
}

#[test]
fn in_chinese_without_an_english_word() {
    let draft = with_cases("zh");
    for arguments in [
        &["test", "FOLDER", "--lang", "zh"][..],
        &["check", "FOLDER", "--deny", "--lang", "zh"],
        &["coverage", "FOLDER", "--lang", "zh"],
        &["table", "2020", "FOLDER", "--differing", "--lang", "zh"],
    ] {
        let said = draft.run(arguments);
        assert_eq!(english(&said.out), [""; 0], "{arguments:?}: {}", said.out);
        assert_eq!(
            english(&said.errors),
            [""; 0],
            "{arguments:?}: {}",
            said.errors
        );
    }
    let said = draft.run(&["diff", "2020", "FOLDER", "--lang", "zh"]);
    // clauses are quoted as they would be written
    let told: String = said
        .out
        .lines()
        .filter(|line| !line.starts_with("  ") || line.contains('：'))
        .collect();
    assert_eq!(english(&told), [""; 0], "{}", said.out);
    let page = draft.run(&[
        "table", "2020", "FOLDER", "--format", "html", "--lang", "zh",
    ]);
    let mut read = String::new();
    let body = page.out.split_once("</svg>").unwrap().1;
    let body = body.split("<script>").next().unwrap();
    for code in body.split("<code>") {
        let rest = code.split_once("</code>").map_or(code, |(_, rest)| rest);
        read += rest
            .split('<')
            .filter_map(|tag| Some(tag.split_once('>')?.1))
            .collect::<String>()
            .as_str();
    }
    assert_eq!(english(&read), [""; 0]);
}

#[test]
fn traps_are_told_of_drafts() {
    let draft = Draft::new("en");
    let file = draft.folder.join("draft.rule");
    let traps = r#"
clause new.1 "让" "yield" { nature 让 yield when (opponent is in check) at reply }
replace clause provision.5 "从重" "the heaviest counts" { severity 将 杀 捉 兑 拦 闲 让 }
clause new.2 "长让" "perpetual yield" { pattern 长让 perpetual-yield for s when every p in plies of s: p is 让 }
clause new.3 "火" "fire" { piece 火 fire letters Q red 火 black 灾 goes 2 diagonal through empty points }
"#;
    std::fs::write(&file, format!("language english\n{CHANGE}{traps}")).unwrap();
    let said = draft.run(&["check", "FOLDER", "--lang", "en"]);
    for code in ["outweighs", "never_heaviest", "worthless"] {
        let code = format!("qili::check::{code}");
        assert!(said.errors.contains(&code), "{code}: {said:?}");
    }
    // what is only advice is not denied
    draft.change();
    let said = draft.run(&["check", "FOLDER", "--deny", "--lang", "en"]);
    assert_eq!(said.status, Some(0), "{said:?}");
    assert!(said.errors.contains("qili::check::outweighs"), "{said:?}");
    let shipped = qili().args(["check", "--lang", "en"]).output().unwrap();
    let told = String::from_utf8(shipped.stderr).unwrap();
    for code in [
        "outweighs",
        "never_heaviest",
        "worthless",
        "for_want",
        "changes_one",
    ] {
        assert!(!told.contains(&format!("qili::check::{code}")), "{told}");
    }
}
