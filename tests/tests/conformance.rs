//! What the editions under `rules/` say, as snapshots to be accepted: every case judged by its edition, the editions side
//! by side, and what changes of a clause bring about.
//!
//! A snapshot is what an arbiter reviews in a pull request, and nothing here is expected in Rust: editions, cases,
//! comparisons and variants are found in their folders. All snapshots of `rules/` are in this one binary, and where one
//! differs the rest are looked at all the same, so that `INSTA_UPDATE=always cargo test --package qili-tests` accepts all
//! of them at once. Whether the cases agree with their book is for `qili test` to say: accepting a snapshot does not
//! change its exit status.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test stops where the rules that it tests cannot be read"
)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use qili_edition::folder::Folder;
use qili_report::Rulebook;
use qili_review::diff::{Difference, Pair, difference, text};
use qili_review::snapshot::{line, snapshot};
use qili_review::{Scope, run};
use qili_tests::root;
use qili_words::Language;

/// The snapshots of one folder: which were looked at, and which differ.
struct Accepted {
    folder: PathBuf,
    seen: BTreeSet<String>,
    differing: Vec<String>,
}

impl Accepted {
    fn of(folder: &str) -> Self {
        Self {
            folder: root().join("snapshots").join(folder),
            seen: BTreeSet::new(),
            differing: Vec::new(),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.folder.join(format!("{name}.snap")).exists()
    }

    /// Compares a text with its snapshot and goes on, whatever comes out.
    fn look_at(&mut self, name: &str, text: &str) {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(&self.folder);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let compared = catch_unwind(AssertUnwindSafe(|| {
            settings.bind(|| insta::assert_snapshot!(name, text));
        }));
        if compared.is_err() {
            self.differing.push(name.to_owned());
        }
        self.seen.insert(name.to_owned());
    }

    /// What is wrong: snapshots that differ, and those of what no longer exists.
    fn complaints(&self) -> Vec<String> {
        let place = self.folder.display();
        let differing = self.differing.iter().map(|name| {
            format!("{place}/{name}.snap differs: accept it, or mend the rule or the case")
        });
        let stale = names(&self.folder, "snap")
            .into_iter()
            .filter(|name| !self.seen.contains(name))
            .map(|name| format!("{place}/{name}.snap is of nothing that still exists: delete it"));
        differing.chain(stale).collect()
    }
}

/// The names of the files of one kind in a folder, in order; none if there is no such folder.
fn names(folder: &Path, kind: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<_> = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == kind))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// The names of the folders in a folder, in order.
fn folders(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<_> = entries
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn nothing_wrong(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn open(edition: &str) -> Rulebook {
    Rulebook::open(edition).unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}

/// The names of the editions that have cases.
fn with_cases() -> Vec<&'static str> {
    let has_cases =
        |name: &&str| !names(&root().join("rules").join(name).join("cases"), "yaml").is_empty();
    Folder::shipped().filter(has_cases).collect()
}

/// Judges every case of an edition.
fn judged(edition: &str) -> Vec<String> {
    let book = open(edition);
    let cases = book.edition.cases().expect("its cases read");
    let mut accepted = Accepted::of(edition);
    let mut summary = String::new();
    let mut otherwise = String::new();
    let (mut natures, mut rulings, mut all) = ((0, 0), (0, 0), 0);
    for case in &cases {
        for (id, scenario) in case.scenarios() {
            let name = if id == case.id {
                id.to_owned()
            } else {
                format!("{}-{id}", case.id)
            };
            all += 1;
            let run = match run(&book, case, id, scenario) {
                Ok(run) => run,
                Err(error) => {
                    accepted.look_at(&name, &format!("cannot be judged: {error}\n"));
                    let _ = writeln!(summary, "{name:<24} cannot be judged");
                    continue;
                }
            };
            accepted.look_at(&name, &snapshot(&book, &run));
            let nature = run.tally(|scope| matches!(scope, Scope::Natures(_)));
            let ruling = run.tally(|scope| scope == Scope::Ruling);
            let _ = writeln!(
                summary,
                "{name:<24} natures {}/{}  ruling {}/{}",
                nature.0, nature.1, ruling.0, ruling.1
            );
            natures = (natures.0 + nature.0, natures.1 + nature.1);
            rulings = (rulings.0 + ruling.0, rulings.1 + ruling.1);
            for check in run.checks.iter().filter(|check| check.fails()) {
                let _ = write!(otherwise, "{name} {}", line(check));
            }
        }
    }
    let _ = writeln!(
        summary,
        "\n{all} cases, natures {}/{}, rulings {}/{}",
        natures.0, natures.1, rulings.0, rulings.1
    );
    if !otherwise.is_empty() {
        let _ = write!(summary, "\nnot as the cases say:\n{otherwise}");
    }
    accepted.look_at("summary", &summary);
    accepted.complaints()
}

#[test]
fn every_case_of_every_edition() {
    let editions = with_cases();
    assert!(!editions.is_empty());
    nothing_wrong(editions.into_iter().flat_map(judged).collect());
}

/// The editions side by side, as a committee reads them: each with the one that it amends, and any two for which there is
/// a file `snapshots/diff/OLD-NEW.snap`, which may be empty at first.
#[test]
fn the_editions_side_by_side() {
    let mut accepted = Accepted::of("diff");
    let cases = with_cases();
    let editions: Vec<&str> = Folder::shipped().collect();
    for new in &editions {
        let amends = open(new).edition.about.amends.clone();
        for old in &editions {
            let name = format!("{old}-{new}");
            let amended = amends.as_deref() == Some(*old) && cases.contains(old);
            if amended || accepted.has(&name) {
                accepted.look_at(&name, &text(&compared(old, new), Language::English));
            }
        }
    }
    nothing_wrong(accepted.complaints());
}

fn compared(old: &str, new: &str) -> Difference {
    let pair =
        Pair::open(old, new).unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)));
    difference(&pair, Language::English)
        .unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}

/// The rulings that each amendment in `tests/data/variants/EDITION` would change, and no other.
#[test]
fn variants() {
    let data = root().join("tests/data/variants");
    let mut complaints = Vec::new();
    for edition in folders(&data) {
        let mut accepted = Accepted::of(&format!("variants/{edition}"));
        for name in names(&data.join(&edition), "rule") {
            let folder = tempfile::tempdir().unwrap();
            let draft = folder.path().join("draft");
            std::fs::create_dir(&draft).unwrap();
            let file = format!("{name}.rule");
            std::fs::copy(data.join(&edition).join(&file), draft.join(&file)).unwrap();
            let about = format!(
                "id: draft\ntitle: {{ zh: 草案, en: Draft }}\nstatus: draft\namends: \"{edition}\"\nfiles: [{file}]\n"
            );
            std::fs::write(draft.join("edition.yaml"), about).unwrap();
            let found = compared(&edition, &draft.display().to_string());
            let shown = changes(&found).replace(&folder.path().display().to_string(), "");
            accepted.look_at(&name, &shown);
        }
        complaints.extend(accepted.complaints());
    }
    nothing_wrong(complaints);
}

/// A line for each ruling that changes; where the amendment cannot be made, why.
fn changes(found: &Difference) -> String {
    let mut changes = String::new();
    for problem in &found.problems {
        let _ = writeln!(changes, "{problem}");
    }
    for case in &found.cases {
        let name = case.names.join(", ");
        if let Some(problem) = &case.problem {
            let _ = writeln!(changes, "{name:<24} {problem:?}");
        } else if let Some(ruling) = &case.ruling {
            let _ = writeln!(
                changes,
                "{name:<24} {} → {}",
                ruling.old.says, ruling.new.says
            );
        }
    }
    changes
}

/// No folder of snapshots is left of an edition that is gone.
#[test]
fn every_folder_of_snapshots_is_of_something() {
    let mut known: Vec<&str> = with_cases();
    known.extend(["competition", "diff", "explore", "variants"]);
    let stale: Vec<_> = folders(&root().join("snapshots"))
        .into_iter()
        .filter(|folder| !known.contains(&folder.as_str()))
        .map(|folder| format!("snapshots/{folder} is of no edition with cases: delete it"))
        .collect();
    nothing_wrong(stale);
}
