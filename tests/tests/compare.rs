//! `.ci/compare`, by which pull requests are commented on, in a small repository with a worktree of its target branch.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use qili_tests::{english, qili, read, root, test_edition};

/// A comment in its two languages.
fn languages(comment: &str) -> (String, String) {
    let mut parts = comment.split("<details><summary>In English</summary>\n");
    let chinese = parts.next().unwrap_or_default().to_owned();
    (chinese, parts.collect())
}

/// A repository whose `rules/` are the editions for tests, and its target branch beside it.
struct Repository {
    folder: tempfile::TempDir,
}

impl Repository {
    fn new() -> Self {
        let repository = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let here = repository.folder.path();
        run(Command::new("mkdir").arg(here.join("rules")));
        for edition in ["garden", "club"] {
            let mut copy = Command::new("cp");
            run(copy
                .arg("-r")
                .arg(test_edition(edition))
                .arg(here.join("rules")));
        }
        repository.git(&["init", "--quiet"]);
        repository.git(&["add", "rules"]);
        let commit = ["-c", "user.name=Qili", "-c", "user.email=qili@example.org"];
        repository.git(&[&commit[..], &["commit", "--quiet", "--message", "Rules"]].concat());
        repository.git(&["worktree", "add", "--quiet", "target-branch"]);
        repository
    }

    fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.current_dir(self.folder.path());
        run(git.args(["-c", "core.hooksPath=/dev/null"]).args(arguments));
    }

    fn append(&self, file: &str, text: &str) {
        let path = self.folder.path().join("rules").join(file);
        let old = std::fs::read_to_string(&path).unwrap();
        std::fs::write(path, old + text).unwrap();
    }

    /// A new edition without cases of its own.
    fn add(&self, name: &str, amends: &str, rule: &str) {
        let folder = self.folder.path().join("rules").join(name);
        std::fs::create_dir(&folder).unwrap();
        let about = format!(
            "id: {name}\ntitle: {{ zh: 新, en: New }}\nstatus: draft\namends: \"{amends}\"\nfiles: [new.rule]\n"
        );
        std::fs::write(folder.join("edition.yaml"), about).unwrap();
        std::fs::write(folder.join("new.rule"), rule).unwrap();
    }

    fn comment(&self, limit: usize) -> String {
        let command = qili();
        let folder = Path::new(command.get_program()).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        let mut compare = Command::new(root().join(".ci/compare"));
        compare
            .args(["target-branch", "report"])
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{path}", folder.display()))
            .env("QILI_COMMENT_LIMIT", limit.to_string());
        let output = compare.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        String::from_utf8(output.stdout).unwrap()
    }
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
}

const ROOMY: usize = 65_000;

#[test]
fn nothing_changed() {
    assert_eq!(
        Repository::new().comment(ROOMY),
        "<!-- qili diff -->\n没有一个版本与目标分支不同。 / No edition reads otherwise than on the target branch.\n"
    );
}

#[test]
fn a_changed_edition_is_compared_and_the_others_are_left_out() {
    let repository = Repository::new();
    repository.append("club/rulings.rule", "\nrepeal clause 7\n");
    let comment = repository.comment(ROOMY);
    let (chinese, in_english) = languages(&comment);
    for (text, names, rulings) in [
        (
            &chinese,
            "`club (改前)` → `club (改后)`",
            "| 和 | 红方变着 |",
        ),
        (
            &in_english,
            "`club (before)` → `club (after)`",
            "| draw | red-must-change |",
        ),
    ] {
        assert_eq!(text.matches("\n## ").count(), 1, "{text}");
        assert!(text.contains(names) && text.contains(rulings), "{text}");
    }
    assert_eq!(english(&read(&chinese)), [""; 0], "{chinese}");
    assert!(!comment.contains("garden"), "{comment}");
    let reports = repository.folder.path().join("report");
    for page in ["club.zh.html", "club.en.html"] {
        let page = std::fs::read_to_string(reports.join(page)).unwrap();
        assert!(
            page.contains("club/soldier") && page.contains("<svg"),
            "{page}"
        );
    }
    assert_eq!(std::fs::read_dir(reports).unwrap().count(), 2);
    assert!(!comment.contains("target-branch"), "{comment}");
}

#[test]
fn a_change_of_what_others_amend_shows_in_all_of_them() {
    let repository = Repository::new();
    repository.append(
        "garden/rulings.rule",
        "clause 99 \"长闲\" \"idle for ever\" { pattern 长闲 perpetual-idle for s when every p in plies of s: p is 闲 }",
    );
    let comment = repository.comment(ROOMY);
    let (chinese, english) = languages(&comment);
    assert_eq!(chinese.matches("\n## ").count(), 1, "{comment}");
    assert_eq!(comment.matches("\n## ").count(), 4, "{comment}");
    assert!(english.contains("## "), "{comment}");
}

#[test]
fn a_new_edition_is_compared_with_what_it_amends() {
    let repository = Repository::new();
    repository.add("court", "club", "language english\n\nrepeal clause 7\n");
    let comment = repository.comment(ROOMY);
    assert!(
        comment.contains("# New edition `court`, which amends `club`"),
        "{comment}"
    );
    assert!(comment.contains("`club` → `court`"), "{comment}");
    assert!(
        comment.contains("# 新版本 `court`，增改 `club`"),
        "{comment}"
    );
    assert!(comment.contains("| draw | red-must-change |"), "{comment}");
}

#[test]
fn an_edition_with_mistakes_and_one_that_is_gone_are_told() {
    let repository = Repository::new();
    repository.append("garden/rulings.rule", "\nclause 99 { rulin }\n");
    std::fs::remove_dir_all(repository.folder.path().join("rules/club")).unwrap();
    let comment = repository.comment(ROOMY);
    assert!(comment.contains("> [!WARNING]"), "{comment}");
    assert!(comment.contains("Edition `club` is gone"), "{comment}");
}

#[test]
fn a_comparison_without_room_is_left_out_whole() {
    let repository = Repository::new();
    repository.append("club/rulings.rule", "\nrepeal clause 7\n");
    repository.add("court", "club", "language english\n\nrepeal clause 7\n");
    let roomy = repository.comment(ROOMY);
    for limit in [100, roomy.len() / 2, roomy.len() - 10] {
        let comment = repository.comment(limit);
        assert!(comment.len() < limit + 300, "{comment}");
        assert!(comment.contains("here is no room for"), "{comment}");
        let count = |mark: &str| comment.matches(mark).count();
        assert_eq!(count("<details"), count("</details>"), "{comment}");
    }
}
