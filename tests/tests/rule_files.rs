//! Rule files through the command: every mistake is told, and `fmt` changes nothing but the form.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

fn qili(arguments: &[&str], paths: &[&Path]) -> Output {
    let mut command = qili_tests::qili();
    command.args(arguments).args(paths).output().unwrap()
}

fn rules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules")
}

/// The files of a folder that are written in the rule language.
fn rule_files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = files.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|kind| kind == "rule"));
    files.sort();
    files
}

#[test]
fn the_mistakes_of_all_files_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let edition = folder.path().join("common");
    fs::create_dir(&edition).unwrap();
    for entry in fs::read_dir(rules().join("common")).unwrap().flatten() {
        if entry.path().is_file() {
            fs::copy(entry.path(), edition.join(entry.file_name())).unwrap();
        }
    }
    let files = rule_files(&edition);
    assert!(files.len() > 1);
    for (index, path) in files.iter().enumerate() {
        let text = fs::read_to_string(path).unwrap();
        let mistakes = format!(
            "{text}\nclause a{index} \"一\" {{ unti 子 }}\nclause b{index} \"二\" {{ unit }}\n"
        );
        fs::write(path, mistakes).unwrap();
    }
    let output = qili(&["check"], &[&edition]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    for index in 0..files.len() {
        for name in [format!("clause a{index}"), format!("clause b{index}")] {
            assert!(told.contains(&name), "{name}: {told}");
        }
    }
}

#[test]
fn the_editions_are_in_their_canonical_form_and_survive_the_other_language() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = 0;
    for edition in fs::read_dir(rules()).unwrap().flatten() {
        for path in rule_files(&edition.path()) {
            files += 1;
            let checked = qili(&["fmt", "--check"], &[&path]);
            assert_eq!(checked.status.code(), Some(0), "{}", path.display());
            let there = qili(&["fmt", "--to", "zh"], &[&path]);
            let chinese = folder.path().join("chinese.rule");
            fs::write(&chinese, &there.stdout).unwrap();
            let back = qili(&["fmt", "--to", "en"], &[&chinese]);
            assert_eq!(back.stdout, fs::read(&path).unwrap(), "{}", path.display());
        }
    }
    assert!(files > 10);
}

#[test]
fn a_file_is_rewritten_only_if_it_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("draft.rule");
    fs::write(&path, "條 1 “子” “piece” ｛單位 子 piece｝").unwrap();
    assert_eq!(qili(&["fmt"], &[&path]).status.code(), Some(0));
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "language english\n\nclause 1 \"子\" \"piece\" {\n  unit 子 piece\n}\n"
    );
    let wrong = "clause 1 \"子\" \"piece\" {unti 子}";
    fs::write(&path, wrong).unwrap();
    assert_eq!(qili(&["fmt"], &[&path]).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).unwrap(), wrong);
}

/// The trial edition of 2007 is known from the training text of 2011.
const TRIAL: u16 = 2007;

#[test]
fn no_clause_cites_a_later_edition_for_its_own_law() {
    use qili_lang::syntax::Remark;
    let mut cited = 0;
    for name in qili_edition::folder::Folder::shipped() {
        let edition = qili_edition::Edition::open(name).unwrap();
        // what all share rests on the first edition
        let year = edition.about.issued.as_ref().map_or(1965, |by| by.year);
        let own = |file: usize| edition.files[file].edition == edition.about.id;
        for one in edition.clauses.iter().filter(|one| own(one.file)) {
            for remark in &one.clause.remarks {
                let Remark::Cites(text) = remark else {
                    continue;
                };
                let of = match text.get(..4).map(str::parse::<u16>) {
                    Some(Ok(2011)) => TRIAL,
                    Some(Ok(of)) => of,
                    _ => continue,
                };
                cited += 1;
                let article = &one.clause.article.text;
                assert!(of <= year, "{name} {article} cites {text}");
            }
        }
    }
    assert!(cited > 50);
}

#[test]
fn a_game_begins_with_one_general_a_side() {
    let begins = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    for start in [
        "rnbaaabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBAKABNR",
        "4k4/9/9/9/9/9/9/9/9/4K4",
        "4k4/9/9/9/9",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let edition = folder.path().join("garden");
        fs::create_dir(&edition).unwrap();
        let garden = qili_tests::root().join("tests/data/editions/garden");
        let mut begun = 0;
        for entry in fs::read_dir(garden).unwrap().flatten() {
            let text = fs::read_to_string(entry.path()).unwrap();
            begun += text.matches(begins).count();
            let text = text.replace(begins, start);
            fs::write(edition.join(entry.file_name()), text).unwrap();
        }
        assert_eq!(begun, 1);
        for command in ["check", "test"] {
            let output = qili(&[command, "--lang", "zh"], &[&edition]);
            let told = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{told}");
            assert!(
                told.contains("qili::edition::start") && told.contains("棋局从这里开始"),
                "{told}"
            );
        }
    }
}
