//! Editions in folders: small ones, made here.

use std::path::Path;

use miette::{GraphicalReportHandler, GraphicalTheme};
use tempfile::TempDir;

use crate::folder::{Folder, Memory};
use crate::procedure::Asker;
use crate::{Draft, Edition, EditionError};

const ABOUT: &str = "id: base\ntitle: { zh: 基, en: Base }\nstatus: base\nfiles: [a.rule]\n";
const RULES: &str = "clause 1 \"强子\" \"strong\" { unit 强子 strong }\n";
const CASE: &str = "case: one
title: { zh: 例, en: A case }
source: { figure: 1 }
diagram: printed
fen: 4k4/9/9/9/9/9/9/9/9/3K5 w
";

/// Folders of editions side by side; each file by its path below.
fn folders(files: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = root.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    root
}

/// A base edition and a draft that amends it with these lines more.
fn draft(lines: &str) -> TempDir {
    let about = format!("id: draft\ntitle: {{ zh: 稿 }}\nstatus: draft\namends: base\n{lines}");
    folders(&[
        ("base/edition.yaml", ABOUT),
        ("base/a.rule", RULES),
        ("draft/edition.yaml", &about),
    ])
}

fn open(root: &TempDir, name: &str) -> Result<Edition, EditionError> {
    Edition::from_folder(Folder::Disk(root.path().join(name)))
}

fn render(root: &TempDir, error: &dyn miette::Diagnostic) -> String {
    let mut shown = String::new();
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(100);
    handler.render_report(&mut shown, error).unwrap();
    let root = root.path();
    let real = root.canonicalize().unwrap();
    shown
        .replace(&real.display().to_string(), "ROOT")
        .replace(&root.display().to_string(), "ROOT")
}

/// What is said about an edition that cannot be opened.
fn refused(root: &TempDir, name: &str) -> String {
    render(root, &open(root, name).unwrap_err())
}

#[test]
fn an_edition_is_a_draft_without_problems() {
    let root = draft("files: [b.rule]\n");
    let path = root.path().join("draft");
    std::fs::write(
        path.join("b.rule"),
        "clause 2 \"弱子\" \"weak\" { unit 弱子 weak }\n",
    )
    .unwrap();
    let edition = open(&root, "draft").unwrap();
    let read = Draft::from_folder(&Folder::Disk(path.clone())).unwrap();
    assert_eq!(edition.clauses.len(), 2);
    assert_eq!(read.clauses.len(), 2);
    assert_eq!(edition.amended[0].id, "base");

    std::fs::write(
        path.join("b.rule"),
        "clause 2 \"弱子\" { unti 弱子 }\nrepeal clause 9\nclause 3 \"三\" { what }\n",
    )
    .unwrap();
    let read = Draft::from_folder(&Folder::Disk(path)).unwrap();
    assert_eq!((read.clauses.len(), read.problems.len()), (1, 2));
    // every mistake of syntax, and not what follows from them
    let Err(EditionError::Syntax(mistakes)) = open(&root, "draft") else {
        panic!("it opens");
    };
    let shown = format!("{:?}", miette::Report::new(mistakes));
    assert!(
        shown.contains("`unti`") && shown.contains("`what`"),
        "{shown}"
    );
}

#[test]
fn amendments_of_nothing_leave_the_others() {
    let root = draft("files: [b.rule]\n");
    let path = root.path().join("draft");
    std::fs::write(
        path.join("b.rule"),
        "repeal clause 9\nrepeal clause 1\nrepeal clause 8\n",
    )
    .unwrap();
    let read = Draft::from_folder(&Folder::Disk(path)).unwrap();
    assert!(read.clauses.is_empty());
    assert_eq!(read.problems.len(), 1);
}

#[test]
fn a_name_that_is_taken() {
    let root = folders(&[
        ("base/edition.yaml", ABOUT),
        ("base/a.rule", RULES),
        (
            "copy/edition.yaml",
            "id: base\ntitle: { zh: 稿 }\nstatus: draft\namends: base\n",
        ),
        (
            "ring/edition.yaml",
            "id: ring\ntitle: { zh: 环 }\nstatus: draft\namends: ring\n",
        ),
        (
            "up/edition.yaml",
            "id: ../up\ntitle: { zh: 上 }\nstatus: draft\n",
        ),
    ]);
    insta::assert_snapshot!(
        ["copy", "ring", "up"]
            .map(|name| refused(&root, name))
            .concat()
    );
}

#[test]
fn a_file_listed_twice() {
    insta::assert_snapshot!(refused(&draft("files: [../base/a.rule]\n"), "draft"));
    let root = draft("files: [b.rule, b.rule]\n");
    std::fs::write(root.path().join("draft/b.rule"), "").unwrap();
    insta::assert_snapshot!(refused(&root, "draft"));
}

#[test]
fn texts_in_other_encodings() {
    let root = draft("files: [b.rule]\n");
    let gbk = encoding_rs::GBK.encode("# 条 一 “车”\n").0.into_owned();
    std::fs::write(root.path().join("draft/b.rule"), &gbk).unwrap();
    let rule = refused(&root, "draft");
    std::fs::write(root.path().join("draft/edition.yaml"), &gbk).unwrap();
    insta::assert_snapshot!(rule + &refused(&root, "draft"));
}

/// The procedure of a draft on an edition with one.
fn procedure(change: &str) -> (TempDir, Result<Edition, EditionError>) {
    let base = format!(
        "{ABOUT}procedure:\n  occurrences: 3\n  asked-by: either\n  unasked-occurrences: 4\n  moves-to-comply: 2\n  reading: {{ zh: 三次 }}\n"
    );
    let root = draft(change);
    std::fs::write(root.path().join("base/edition.yaml"), base).unwrap();
    let edition = open(&root, "draft");
    (root, edition)
}

#[test]
fn a_procedure_inherits_what_it_does_not_say() {
    let of = |change: &str| procedure(change).1.unwrap().procedure().cloned().unwrap();
    let whole = of("");
    assert_eq!(
        (whole.occurrences, whole.asked_by),
        (3, Some(Asker::Either))
    );
    let partial = of("procedure: { occurrences: 4 }\n");
    assert_eq!(
        (
            partial.occurrences,
            partial.unasked_occurrences,
            partial.moves_to_comply
        ),
        (4, Some(4), Some(2))
    );
    assert_eq!(partial.reading, whole.reading);
    let other = of(
        "procedure: { asked-by: to-move, unasked-occurrences: ~, moves-to-comply: ~, cites: 26.1 }\n",
    );
    assert_eq!(
        (other.occurrences, other.asked_by),
        (3, Some(Asker::ToMove))
    );
    assert_eq!(
        (other.unasked_occurrences, other.moves_to_comply),
        (None, None)
    );
    assert_eq!(
        (
            other.reading.clone(),
            other.cites.as_ref().map(|cites| &*cites.en)
        ),
        (None, Some("26.1"))
    );
}

#[test]
fn procedures_that_make_no_sense() {
    let refused = |change: &str| {
        let (root, edition) = procedure(&format!("procedure: {change}\n"));
        render(&root, &edition.unwrap_err())
    };
    let mut said = [
        "{ occurrences: 0 }",
        "{ occurrences: 1, cites: 26.1 }",
        "{ occurrences: 5 }",
        "{ unasked-occurrences: 2 }",
        "{ moves-to-comply: 0 }",
        "{ repetitions-to-comply: 0 }",
        "{ repetitions-to-comply: 3 }",
        "{ check-occurrences: 1 }",
        "{ stretch: all }",
        "{ asked-by: eiter }",
        "{ occurrences: three }",
        "{ cites: [26.1] }",
    ]
    .map(refused)
    .concat();
    for whole in ["{ moves-to-comply: 2 }", "{ occurrences: 3 }"] {
        let root = draft(&format!("procedure: {whole}\n"));
        said += &self::refused(&root, "draft");
    }
    insta::assert_snapshot!(said);
}

#[test]
fn nothing_is_left_out_in_silence() {
    let root = folders(&[
        ("base/edition.yaml", ABOUT),
        ("base/a.rule", RULES),
        ("base/b.rule", RULES),
        ("base/natures.rule.txt", RULES),
        ("base/competition.yml", ""),
        ("base/README.md", ""),
        ("base/.gitignore", ""),
        ("base/case/one.yaml", CASE),
        ("base/cases/one.yaml", CASE),
        ("base/cases/two.yml", CASE),
        ("base/cases/three.yaml", &CASE.replace("one", "third")),
        ("base/cases/deep/four.yaml", CASE),
    ]);
    let edition = open(&root, "base").unwrap();
    let notices = edition.notices(&edition.cases().unwrap());
    let said = notices.iter().map(|notice| render(&root, notice));
    insta::assert_snapshot!(said.collect::<String>());

    let elsewhere = root.path().join("elsewhere");
    std::fs::rename(root.path().join("base"), &elsewhere).unwrap();
    let edition = open(&root, "elsewhere").unwrap();
    assert_eq!(edition.notices(&[])[0].code, "qili::edition::folder_name");
}

#[test]
fn what_ships_has_nothing_to_notice() {
    for name in Folder::shipped() {
        let edition = Edition::open(name).unwrap();
        let notices = edition.notices(&edition.cases().unwrap());
        assert!(notices.is_empty(), "{notices:?}");
    }
}

#[test]
fn two_cases_of_one_name() {
    let root = folders(&[
        ("base/edition.yaml", ABOUT),
        ("base/a.rule", RULES),
        ("base/cases/one.yaml", CASE),
        ("base/cases/two.yaml", CASE),
    ]);
    let error = open(&root, "base").unwrap().cases().unwrap_err();
    insta::assert_snapshot!(render(&root, &error));
}

#[test]
fn an_edited_copy_of_what_ships() {
    let name = Folder::shipped().next().unwrap();
    let root = tempfile::tempdir().unwrap();
    let edited = |root: &TempDir| Folder::edited(name, root.path());
    assert_eq!(edited(&root), None);
    let here = root.path().join(name);
    for file in copied(&Folder::Shipped(name.to_owned())) {
        std::fs::create_dir_all(here.join(&file).parent().unwrap()).unwrap();
        let text = Folder::Shipped(name.to_owned()).read(&file).unwrap();
        std::fs::write(here.join(&file), text).unwrap();
    }
    assert_eq!(edited(&root), None);
    std::fs::write(here.join("README.md"), "").unwrap();
    assert_eq!(edited(&root), None);
    std::fs::create_dir_all(here.join("cases")).unwrap();
    std::fs::write(here.join("cases/new.yaml"), CASE).unwrap();
    assert_eq!(edited(&root), Some(Folder::Disk(here)));
    assert_eq!(Folder::edited("no-such", root.path()), None);
}

#[test]
fn an_edition_in_memory_reads_as_the_same_one_on_disk() {
    let root = draft("files: [b.rule]\n");
    std::fs::write(root.path().join("draft/b.rule"), "").unwrap();
    std::fs::create_dir(root.path().join("draft/cases")).unwrap();
    std::fs::write(root.path().join("draft/cases/one.yaml"), CASE).unwrap();
    let files = [
        "base/edition.yaml",
        "base/a.rule",
        "draft/edition.yaml",
        "draft/b.rule",
        "draft/cases/one.yaml",
    ];
    let text = |file: &str| std::fs::read_to_string(root.path().join(file)).unwrap();
    let alone = Memory::alone(files.map(|file| (file.into(), text(file).into())));
    let alone = std::sync::Arc::new(alone);
    let disk = open(&root, "draft").unwrap();
    let memory = Edition::from_folder(Folder::Memory("draft".into(), alone.clone())).unwrap();
    assert_eq!(memory.digest(), disk.digest());
    assert_eq!(memory.cases().unwrap().len(), 1);
    assert!(memory.notices(&memory.cases().unwrap()).is_empty());

    let other = Edition::from_folder(Folder::Memory("other".into(), alone)).unwrap_err();
    assert!(other.to_string().contains("other/edition.yaml"), "{other}");
}

#[test]
fn a_text_in_memory_goes_before_the_file_of_its_path() {
    let root = draft("files: [b.rule]\n");
    std::fs::write(root.path().join("draft/b.rule"), "not a rule").unwrap();
    assert!(open(&root, "draft").is_err());
    let over = |file: &str, text: &str| {
        let memory = Memory::over_disk([(root.path().join(file), text.into())]);
        Edition::from_folder(Folder::Memory(root.path().join("draft"), memory.into()))
    };
    let mended = over("draft/b.rule", "").unwrap();
    assert_eq!(mended.amended[0].id, "base");
    // an edition that it amends may be the one in memory
    std::fs::write(root.path().join("draft/b.rule"), "").unwrap();
    assert!(open(&root, "draft").is_ok());
    assert!(over("base/a.rule", "not a rule").is_err());
}

/// The files of a shipped edition.
fn copied(folder: &Folder) -> Vec<String> {
    let entries = |below: &str| folder.entries(below).unwrap().into_iter();
    let own = entries("")
        .map(|(name, _)| name)
        .filter(|name| name.contains('.'));
    let cases = entries("cases").map(|(name, _)| format!("cases/{name}"));
    own.chain(cases).collect()
}

#[cfg(unix)]
mod special {
    use std::os::unix::fs::symlink;

    use super::*;

    const SECRET: &str = "root:x:0:0:secret\n";

    /// What is said where a file of an edition is a link to one outside.
    fn linked(link: &str, target: &str) -> String {
        let root = draft("files: [b.rule]\n");
        std::fs::write(root.path().join("draft/b.rule"), "").unwrap();
        std::fs::write(root.path().join("secret"), SECRET).unwrap();
        let link = root.path().join(link);
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        let _ = std::fs::remove_file(&link);
        let _ = std::fs::remove_dir_all(&link);
        let target = match target.starts_with('/') {
            true => Path::new(target).to_owned(),
            false => root.path().join(target),
        };
        symlink(target, &link).unwrap();
        let said = match open(&root, "draft") {
            Ok(edition) => match edition.cases() {
                Ok(_) => panic!("{} is read", link.display()),
                Err(error) => render(&root, &error),
            },
            Err(error) => render(&root, &error),
        };
        assert!(!said.contains("root:x"), "{said}");
        said
    }

    #[test]
    fn links_are_not_followed() {
        std::fs::create_dir_all(std::env::temp_dir()).unwrap();
        let said = [
            ("draft/b.rule", "secret"),
            ("draft/b.rule", "/dev/zero"),
            ("draft/edition.yaml", "secret"),
            ("draft/cases/a.yaml", "secret"),
            ("draft/cases", "base"),
            ("base", "draft"),
            ("base/edition.yaml", "secret"),
        ]
        .map(|(link, target)| linked(link, target));
        insta::assert_snapshot!(said.concat());
    }
}

/// The event of the edition's only ending.
fn event(edition: &Edition) -> &str {
    match &edition.rules.endings[0].cause {
        qili_lang::rules::Cause::Event(event) => event,
        qili_lang::rules::Cause::Board(_) => panic!("an ending on the board"),
    }
}

#[test]
fn an_event_has_its_english_name_in_whichever_language_it_is_written() {
    let events = "events: [{ zh: 认输, en: resignation }, { zh: 弃权, en: forfeit }]\n";
    for written in ["forfeit", "弃权"] {
        let root = folders(&[
            ("base/edition.yaml", &format!("{ABOUT}{events}")),
            (
                "base/a.rule",
                &format!(
                    "clause 9 \"弃权\" \"forfeit\" {{ ending on {written} for side then side loses }}\n"
                ),
            ),
        ]);
        assert_eq!(event(&open(&root, "base").unwrap()), "forfeit");
    }
}

#[test]
fn a_neighbour_is_held_in_memory_or_lies_on_a_disk_that_counts() {
    let root = folders(&[("base/edition.yaml", ABOUT), ("base/a.rule", RULES)]);
    let beside = root.path().join("draft");
    let alone = Memory::alone([(beside.join("edition.yaml"), ABOUT.into())]);
    let over = Memory::over_disk([(beside.join("edition.yaml"), ABOUT.into())]);
    let neighbour = |memory: Memory, name: &str| {
        let folder = Folder::Memory(beside.clone(), memory.into());
        folder.neighbour(name).unwrap().is_some()
    };
    assert!(!neighbour(alone, "base"));
    assert!(neighbour(over, "base"));
    let empty = Memory::over_disk([]);
    assert!(!neighbour(empty, "nobody"));
}

#[test]
fn a_draft_amends_what_has_a_plain_name() {
    let root = folders(&[("base/edition.yaml", ABOUT), ("base/a.rule", RULES)]);
    let made = |amends: &str| {
        let folder = root.path().join("mine");
        crate::template::texts(&folder, amends, qili_words::Language::English).is_ok()
    };
    assert!(made("base"));
    assert!(made("2020"));
    assert!(!made("../base"));
    assert!(!made("mine"));
    assert!(!made("nobody"));
}

#[test]
fn a_plain_name_stays_in_its_folder() {
    use crate::folder::{is_own_file, is_plain_name};
    let plain = ["a.rule", "2020", ".hidden", "..."];
    let others = ["", ".", "..", "a/b", "a\\b", "a\0b", "c:"];
    assert!(plain.into_iter().all(is_plain_name));
    for name in others {
        assert!(!is_plain_name(name), "{name:?}");
    }
    let own = ["a.rule", "edition.yaml", "cases/one.yaml"];
    let others = [
        "a.txt",
        ".rule",
        "rule",
        "cases/.yaml",
        "cases/a.rule",
        "other/a.yaml",
        "a\nb.rule",
        "",
    ];
    assert!(own.into_iter().all(is_own_file));
    for name in others {
        assert!(!is_own_file(name), "{name:?}");
    }
}

#[test]
fn what_an_amendment_takes_away_is_the_cause_of_what_is_wrong() {
    let root = folders(&[
        ("base/edition.yaml", ABOUT),
        (
            "base/a.rule",
            "clause 1 \"闲\" \"idle\" { nature 闲 idle }\nclause 2 \"从重\" \"severity\" { severity 闲 }\n",
        ),
        (
            "draft/edition.yaml",
            "id: draft\ntitle: { zh: 稿 }\nstatus: draft\namends: base\nfiles: [b.rule]\n",
        ),
        ("draft/b.rule", "repeal clause 1\n"),
        (
            "later/edition.yaml",
            "id: later\ntitle: { zh: 后 }\nstatus: draft\namends: draft\nfiles: [c.rule]\n",
        ),
        (
            "later/c.rule",
            "replace clause 1 \"闲\" \"idle\" { nature 闲 idle }\nrepeal clause 9\n",
        ),
    ]);
    insta::assert_snapshot!(["draft", "later"].map(|name| refused(&root, name)).concat());
    // what is wrong beside it, in clauses of its own, is said as well
    std::fs::write(
        root.path().join("draft/b.rule"),
        "repeal clause 1\nclause 3 \"三\" \"three\" { define 三 as mover is 甲 }\n",
    )
    .unwrap();
    insta::assert_snapshot!("and_what_is_wrong_beside_it", refused(&root, "draft"));
}

#[test]
fn of_very_many_problems_some_are_shown() {
    let said = |count: usize| {
        let problem = |index| EditionError::Lineage { limit: index };
        let several = EditionError::several((0..count).map(problem).collect());
        qili_words::Localized::chinese(&several).message
    };
    assert_eq!(said(1), "一个增改一个的版本超过 0 个");
    assert_eq!(said(10), "这个版本有 10 处错误");
    assert_eq!(said(11), "这个版本有 11 处错误，先列出 10 处");
}
