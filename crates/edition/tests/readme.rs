//! The examples of the pages on an edition's folder, in either language and in the files of a new draft, are what an
//! edition reads.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use qili_edition::Edition;
use qili_edition::folder::Folder;
use qili_edition::template::begin;
use qili_words::Language;

const PAGES: [&str; 2] = [
    include_str!("../README.md"),
    include_str!("../README.zh.md"),
];

/// The YAML of a page.
fn examples(page: &str) -> Vec<&str> {
    let blocks = page.split("```yaml\n").skip(1);
    blocks.filter_map(|rest| rest.split("```").next()).collect()
}

/// Puts the examples of a page where they belong in a draft.
fn written(folder: &Path, page: &str) -> usize {
    let examples = examples(page);
    for example in &examples {
        let first = example.lines().next().unwrap();
        let (key, value) = first.split_once(": ").unwrap();
        let name = value.split('#').next().unwrap().trim();
        let file = match key {
            "id" => "edition.yaml".to_owned(),
            _ => format!("cases/{name}.yaml"),
        };
        std::fs::write(folder.join(file), example).unwrap();
    }
    examples.len()
}

#[test]
fn examples_are_read() {
    for page in PAGES {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("my-draft");
        begin(&folder, "2020", Language::English).unwrap();
        assert_eq!(written(&folder, page), 4);
        let edition = Edition::from_folder(Folder::Disk(folder)).unwrap();
        assert_eq!(edition.procedure().unwrap().occurrences, 4);
        let cases = edition.cases().unwrap();
        assert_eq!(cases.len(), 3);
        let inherited = cases.iter().find(|case| case.id == "figure-07").unwrap();
        assert_eq!(inherited.scenario.natures.len(), 4, "taken over");
        assert_eq!(inherited.scenario.ruling.unwrap().word(), "draw");
        assert!(
            edition
                .inherited_cases()
                .unwrap()
                .iter()
                .all(|case| case.id != "figure-07")
        );
    }
}

#[test]
fn examples_of_a_new_draft_are_read() {
    for language in [Language::Chinese, Language::English] {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("draft's");
        begin(&folder, "2020", language).unwrap();
        let page = std::fs::read_to_string(folder.join("cases/README.md")).unwrap();
        assert_eq!(written(&folder, &page), 2);
        let edition = Edition::from_folder(Folder::Disk(folder.clone())).unwrap();
        assert_eq!(edition.about.id, "draft's");
        assert_eq!(edition.cases().unwrap().len(), 2);
        assert!(edition.notices(&edition.cases().unwrap()).is_empty());

        // what stands in comments is what can be written
        let about = std::fs::read_to_string(folder.join("edition.yaml")).unwrap();
        let opened: Vec<&str> = about
            .lines()
            .skip_while(|line| *line != "#")
            .skip(1)
            .map(|line| line.strip_prefix("# ").unwrap())
            .collect();
        let opened = about.split("#\n").next().unwrap().to_owned() + &opened.join("\n") + "\n";
        std::fs::write(folder.join("edition.yaml"), opened).unwrap();
        let edition = Edition::from_folder(Folder::Disk(folder)).unwrap();
        assert_eq!(edition.procedure().unwrap().unasked_occurrences, Some(5));
    }
}

#[test]
fn a_case_that_amends_nothing_says_what_is_missing() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("draft");
    begin(&folder, "2020", Language::English).unwrap();
    std::fs::write(folder.join("cases/x.yaml"), "case: x\nruling: draw\n").unwrap();
    let edition = Edition::from_folder(Folder::Disk(folder.clone())).unwrap();
    assert!(edition.cases().is_err());
    let text = "case: figure-07\nvariants:\n  - { id: 7b, ruling: draw }\n";
    std::fs::remove_file(folder.join("cases/x.yaml")).unwrap();
    std::fs::write(folder.join("cases/figure-07.yaml"), text).unwrap();
    let error = edition.cases().unwrap_err().to_string();
    assert!(error.contains("no variant `7b`"), "{error}");
}
