//! What is printed is read back as the same tree, in both languages.

mod trees;

use proptest::prelude::*;
use qili_lang::format::{faithful, format};
use qili_lang::parse::parse;
use qili_lang::syntax::{Clause, Effect, File};
use qili_words::Language;
use trees::clause;

fn survives(file: &File) {
    for language in [Language::English, Language::Chinese] {
        let printed = format(file, language);
        assert_eq!(
            faithful("printed.rule", file, language).as_ref(),
            Ok(&printed)
        );
        let again = match parse("printed.rule", &printed) {
            Ok(again) => again,
            Err(error) => panic!("{printed}\n{:?}", miette::Report::new(error)),
        };
        assert_eq!(again.language, language);
        assert_eq!(again.clauses, file.clauses, "{printed}");
        assert_eq!((&again.header, &again.footer), (&file.header, &file.footer));
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
        let comments = text.matches(['#', '＃']).count();
        let printed = [Language::English, Language::Chinese].map(|language| {
            let printed = format(&file, language);
            assert_eq!(printed.matches('#').count(), comments);
            printed
        });
        insta::assert_snapshot!(printed.join("\n"));
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
                let name = path.display().to_string();
                let file = parse(&name, &text).map_err(miette::Report::new).unwrap();
                survives(&file);
                let chinese = format(&file, Language::Chinese);
                let back = parse(&name, &chinese).map_err(miette::Report::new).unwrap();
                assert_eq!(format(&back, file.language), text, "{name}");
            }
        }
    }
}

#[test]
fn being_in_check_is_no_membership() {
    let clause = |condition: &str| {
        let text = format!("clause 1 \"\" \"\" {{ ruling for s when {condition} then draw }}");
        parse("r", &text).map_err(miette::Report::new).unwrap()
    };
    let member = clause("s in check");
    for same in ["s is in (check)", "s 在 check"] {
        assert_eq!(clause(same).clauses, member.clauses);
    }
    let checked = clause("s is in check");
    assert_ne!(checked.clauses, member.clauses);
    assert_eq!(
        clause("s is not in check").clauses,
        clause("not s is in check").clauses
    );
    assert_eq!(clause("s 不被将").clauses, clause("非 s 被将").clauses);
    for file in [
        member,
        checked,
        clause("s is not in (check)"),
        clause("s is in (check of s)"),
    ] {
        survives(&file);
    }
}

#[test]
fn a_clause_has_a_body_where_something_is_said_in_it() {
    let text = "language english

# Both had no use,
repeal clause 1 # in the end.

repeal clause 2 {
  # Nobody asked for it.
}
";
    let file = parse("r", text).map_err(miette::Report::new).unwrap();
    assert_eq!(format(&file, Language::English), text);
}

#[test]
fn what_does_not_read_back_is_not_formatted() {
    let mut file = parse("r", "clause 1 \"一\" \"one\" { unit 强子 }")
        .map_err(miette::Report::new)
        .unwrap();
    assert!(faithful("r", &file, Language::Chinese).is_ok());
    let Some(Effect::Unit { names }) = &mut file.clauses[0].effect else {
        unreachable!()
    };
    "no name".clone_into(&mut names.names[0].text);
    for language in [Language::Chinese, Language::English] {
        let error = faithful("r", &file, language).unwrap_err();
        assert_eq!(error.article, "1");
    }
}

#[test]
fn words_that_open_clauses_are_no_names() {
    for word in ["clause", "条", "改条", "废条", "條"] {
        let text = format!("clause 1 \"\" \"\" {{ define {word} as true }}");
        assert!(parse("r", &text).is_err(), "{word}");
    }
    let text = "clause 1 \"\" \"\" { define d as\nreplace(1) or repeal or 改 or 废 }";
    survives(&parse("r", text).map_err(miette::Report::new).unwrap());
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
