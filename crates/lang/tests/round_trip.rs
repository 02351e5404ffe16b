//! What is printed is read back as the same tree, in both languages.

mod trees;

use proptest::prelude::*;
use qili_lang::format::format;
use qili_lang::parse::parse;
use qili_lang::syntax::{Clause, File};
use qili_words::Language;
use trees::clause;

/// A tree without its spans, as text.
fn essence(file: &File) -> String {
    let text = format!("{file:#?}");
    let mut kept = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with("language:") {
            continue;
        }
        if line.trim_end().ends_with("Span {") {
            for _ in 0..3 {
                lines.next();
            }
            continue;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    kept
}

fn survives(file: &File) {
    for language in [Language::English, Language::Chinese] {
        let printed = format(file, language);
        let again = match parse("printed.rule", &printed) {
            Ok(again) => again,
            Err(error) => panic!("{printed}\n{:?}", miette::Report::new(error)),
        };
        assert_eq!(again.language, language);
        let (before, after) = (essence(file), essence(&again));
        let differing = before
            .lines()
            .zip(after.lines())
            .position(|(before, after)| before != after);
        if let Some(line) = differing {
            let around = |text: &str| {
                text.lines()
                    .skip(line.saturating_sub(12))
                    .take(16)
                    .collect::<Vec<_>>()
                    .join("\n")
            };
            panic!(
                "{printed}\nbefore:\n{}\nafter:\n{}",
                around(&before),
                around(&after)
            );
        }
        assert_eq!(before.len(), after.len(), "{printed}");
        assert_eq!(format(&again, language), printed);
    }
}

#[test]
fn sample_files() {
    insta::glob!("good/*.rule", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let file = parse(&path.display().to_string(), &text)
            .map_err(miette::Report::new)
            .unwrap();
        survives(&file);
        let comments = text.matches('#').count();
        for language in [Language::English, Language::Chinese] {
            assert_eq!(format(&file, language).matches('#').count(), comments);
        }
    });
}

#[test]
fn the_editions_of_the_project() {
    let rules = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    for edition in std::fs::read_dir(rules).into_iter().flatten().flatten() {
        for entry in std::fs::read_dir(edition.path())
            .into_iter()
            .flatten()
            .flatten()
        {
            let path = entry.path();
            if path.extension().is_some_and(|kind| kind == "rule") {
                let text = std::fs::read_to_string(&path).unwrap();
                survives(
                    &parse(&path.display().to_string(), &text)
                        .map_err(miette::Report::new)
                        .unwrap(),
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn arbitrary_trees_are_checked_without_panic(clauses in prop::collection::vec(clause(), 0..6)) {
        let clauses: Vec<(usize, Clause)> = clauses.into_iter().map(|clause| (0, clause)).collect();
        let _ = qili_lang::check::check(&clauses);
        let _ = qili_lang::check::amend(clauses.clone(), clauses);
    }

    #[test]
    fn arbitrary_trees(clauses in prop::collection::vec(clause(), 0..3)) {
        survives(&File {
            language: Language::English,
            clauses,
            header: Vec::new(),
            footer: Vec::new(),
        });
    }
}
