//! A committee takes a change from its first idea to a pull request with the command alone: 长杀 is to be permitted.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use qili_board::Side;
use qili_edition::Edition;
use qili_edition::outcome::Outcome::{
    self, BlackLoses, BlackMustChange, Draw, RedLoses, RedMustChange,
};
use qili_tests::{english, qili, read};

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

/// The ruling of the four principles over natures, where these are the prohibited ones: none where both sides' moves are all
/// prohibited, which needs more than natures.
fn by_principles(plies: &[(Side, &str)], prohibited: &[&str]) -> Option<Outcome> {
    let all = |side: Side, among: &[&str]| {
        let mut own = plies.iter().filter(|(mover, _)| *mover == side);
        own.all(|(_, nature)| among.contains(nature))
    };
    let [red, black] = Side::ALL.map(|side| all(side, prohibited));
    match Side::ALL.map(|side| all(side, &["将"])) {
        [true, false] => return Some(RedLoses),
        [false, true] => return Some(BlackLoses),
        _ => {}
    }
    match (red, black) {
        (true, true) => None,
        (true, false) => Some(RedMustChange),
        (false, true) => Some(BlackMustChange),
        (false, false) => Some(Draw),
    }
}

/// The cases whose ruling flips, worked out without the interpreter: from the natures and the ruling that stand in the case
/// files, and the sentences of the four principles.
fn flipped_by_the_book() -> BTreeMap<String, Outcome> {
    let mut flipped = BTreeMap::new();
    for case in Edition::open("2020").unwrap().cases().unwrap() {
        for (id, scenario) in case.scenarios() {
            let Some(printed) = scenario.ruling else {
                continue;
            };
            let red_first = scenario.fen.split(' ').nth(1) != Some("b");
            let movers = [Side::ALL, [Side::Black, Side::Red]][usize::from(!red_first)];
            let natures = scenario.natures.iter().map(|natures| &*natures.0[0]);
            let plies: Vec<_> = movers.into_iter().cycle().zip(natures).collect();
            assert_eq!(
                plies.len(),
                scenario.moves.len().max(scenario.coordinates.len()),
                "{id}: every nature is stated"
            );
            // the principles say what the book says, where they say anything
            let before = by_principles(&plies, &["将", "杀", "捉"]);
            assert!(before.is_none_or(|before| before == printed), "{id}");
            // where both sides' moves stay prohibited, none of them is a mate threat
            let after = by_principles(&plies, &["将", "捉"]).unwrap_or(printed);
            if after != printed {
                let name = match id == case.id {
                    true => id.to_owned(),
                    false => format!("{} {id}", case.id),
                };
                flipped.insert(name, after);
            }
        }
    }
    flipped
}

#[test]
fn the_figures_whose_ruling_flips_are_listed() {
    let draft = Draft::new("en");
    draft.change();
    let said = draft.run(&["test", "FOLDER"]);
    assert_eq!(said.status, Some(1), "not yet said by the draft: {said:?}");
    let flipped = flipped_by_the_book();
    for printed in [
        "figure-07",
        "figure-19",
        "figure-20",
        "figure-29",
        "reference-35",
        "reference-43",
    ] {
        assert!(flipped.contains_key(printed), "{printed}: {flipped:?}");
    }
    let listed: BTreeMap<String, bool> = listed(&draft).into_iter().collect();
    let expected = flipped.into_keys().map(|case| (case, true)).collect();
    assert_eq!(listed, expected);

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
        &["diff", "2020", "FOLDER", "--lang", "zh"],
        &[
            "diff", "2020", "FOLDER", "--format", "markdown", "--lang", "zh",
        ],
        &["show", "FOLDER", "--lang", "zh"],
    ] {
        let said = draft.run(arguments);
        let read = read(&said.out);
        assert_eq!(english(&read), [""; 0], "{arguments:?}: {}", said.out);
        assert_eq!(
            english(&said.errors),
            [""; 0],
            "{arguments:?}: {}",
            said.errors
        );
    }
    let page = |command: &[&str]| {
        let arguments = [command, &["--format", "html", "--lang", "zh"]].concat();
        let page = draft.run(&arguments);
        assert_eq!(english(&read(&page.out)), [""; 0], "{command:?}");
    };
    page(&["table", "2020", "FOLDER"]);
    page(&["diff", "2020", "FOLDER"]);
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
}

/// What `qili check` says in Chinese of a draft of one clause, and the codes in it.
fn trapped(clause: &str) -> (Said, Vec<String>) {
    let draft = Draft::new("zh");
    let file = draft.folder.join("draft.rule");
    std::fs::write(file, format!("语言 中文\n{clause}\n")).unwrap();
    let said = draft.run(&["check", "FOLDER", "--lang", "zh"]);
    let lines = said.errors.lines();
    let codes = lines.map(|line| line.trim_start_matches("错误："));
    let codes = codes.filter(|line| line.starts_with("qili::"));
    let codes = codes.map(str::to_owned).collect();
    (said, codes)
}

#[test]
fn a_clause_that_holds_for_want_of_anything_is_told() {
    // what can be taken is chased whether or not it can be won: where no move of the set is one that wins, the exception of
    // 29.3(5) holds, as it speaks of every such move, and the change is undone
    let (said, codes) = trapped(
        "改条 28.3-prey \"可得之子\" { 定义 猎物 prey (x: 子) 为 有 m 于 先手着: m 吃 x 或 可得(m, x) }",
    );
    assert_eq!(codes, ["qili::check::for_want"], "{said:?}");
    assert!(said.errors.contains("条 `29.3(5)`"), "{said:?}");
    // a condition that speaks of fewer moves than were meant
    let (said, codes) = trapped(
        "改条 general.2-every \"步步犯禁\" { 定义 长犯 all-prohibited (s: 方) 为 凡 p 于 s 的 着 其中 p 不是 闲: p 是 犯禁 }",
    );
    assert_eq!(codes, ["qili::check::for_want"], "{said:?}");
    assert!(said.errors.contains("条 `general.2-every`"), "{said:?}");
}

#[test]
fn a_clause_that_changes_a_single_case_is_told() {
    let (said, codes) =
        trapped("改条 nature.kill \"杀\" { 性质 杀 kill 当 走方 杀于 4 禁 同种互吃 }");
    assert_eq!(codes, ["qili::check::changes_one"], "{said:?}");
    // one that changes several is none, nor is one whose case says so
    let (said, codes) =
        trapped("改条 nature.kill \"杀\" { 性质 杀 kill 当 走方 杀于 3 禁 同种互吃 }");
    assert_eq!(codes, [""; 0], "{said:?}");
}

#[test]
fn what_others_use_is_told_where_it_is_taken_away() {
    for (clause, what) in [
        ("废条 28.3", "还要用 `捉`，它是条 `28.3` 所定的"),
        (
            "废条 28.3-prey",
            "条 `28.3`、条“以价值最高之子为准”（条号 `29.8-dearest`）、条“走前已可得”（条号 `29.3-before`）还要用 `猎物`",
        ),
        (
            "改条 pattern.kills \"长杀\" { 形 常杀 often-kills 对 s 当 凡 p 于 s 的 着: p 是 杀 }\n\
             条 99 \"甲\" { 裁决 对 s 当 s 是 长杀 则 和 }",
            "条 `99` 还要用 `长杀`",
        ),
    ] {
        let (said, codes) = trapped(clause);
        assert_eq!(said.status, Some(2), "{said:?}");
        let told = said.errors.replace("\n  │ ", "");
        assert!(told.contains(what), "{clause}: {told}");
        assert!(told.contains("draft.rule:2:"), "{clause}: {told}");
        let used = codes.iter().filter(|code| code.ends_with("still_used"));
        assert_eq!(used.count(), 1, "{said:?}");
    }
    for (clause, what) in [
        (
            "改条 28.12 \"甲\" { 例外 28.3 当 动子 是 帅 }",
            "`2007-trial` 已废除这一条",
        ),
        (
            "条 99 \"甲\" { 定义 甲 alpha (x: 子) 为 x 是 卒 }",
            "写作 `兵`",
        ),
        (
            "條 99 「甲」 { 裁決 對 s 當 s 是 長將 則 s 負 }",
            "是不是 `长将`？",
        ),
    ] {
        let (said, _) = trapped(clause);
        assert!(said.errors.contains(what), "{said:?}");
    }
}

/// Every edition that ships, as if it were a draft of what it amends: what its committee meant is no trap.
#[test]
fn no_trap_is_seen_in_the_editions_that_ship() {
    let home = tempfile::tempdir().unwrap();
    for edition in [
        "1965",
        "1999",
        "2007-trial",
        "2011-training",
        "2020",
        "asian",
    ] {
        let folder = home.path().join(edition);
        let from = qili_tests::root().join("rules").join(edition);
        std::fs::create_dir_all(folder.join("cases")).unwrap();
        for below in [".", "cases"] {
            for entry in std::fs::read_dir(from.join(below)).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    std::fs::copy(&path, folder.join(below).join(path.file_name().unwrap()))
                        .unwrap();
                }
            }
        }
        let about = folder.join("edition.yaml");
        let text = std::fs::read_to_string(&about).unwrap();
        if !text.contains("\ncases: inherited\n") {
            std::fs::write(&about, format!("{text}cases: inherited\n")).unwrap();
        }
        let output = qili()
            .args(["check", "--lang", "en"])
            .arg(&folder)
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        for code in [
            "outweighs",
            "never_heaviest",
            "worthless",
            "for_want",
            "changes_one",
        ] {
            assert!(
                !told.contains(&format!("qili::check::{code}")),
                "{edition}: {told}"
            );
        }
    }
}
