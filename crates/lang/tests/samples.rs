//! Good files are read and checked; bad files have their diagnostics beside them.

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};
use qili_lang::check::{amend, check, gone, lint, still_used};
use qili_lang::parse::{ParseError, mixed_keywords, parse, parse_recovering};
use qili_lang::syntax::Clause;
use qili_words::{In, Language, Localized, Source};
use std::path::Path;

fn rendered(diagnostic: &dyn Diagnostic) -> String {
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(100);
    let mut text = String::new();
    assert!(handler.render_report(&mut text, diagnostic).is_ok());
    text
}

/// A Chinese text has no English word but what is quoted.
fn in_both_languages(mistake: &ParseError) -> String {
    let texts = mistake.chinese();
    for text in texts
        .labels
        .iter()
        .chain(&texts.help)
        .chain([&texts.message])
    {
        let own: String = text.split('`').step_by(2).collect();
        assert!(!own.is_empty(), "{mistake}");
        assert!(!own.contains(|c: char| c.is_ascii_alphabetic()), "{text}");
    }
    rendered(mistake) + &rendered(&In::new(Language::Chinese, mistake))
}

fn numbered(source: usize, clauses: Vec<Clause>) -> Vec<(usize, Clause)> {
    clauses.into_iter().map(|clause| (source, clause)).collect()
}

#[test]
fn good_files_are_sound() {
    insta::glob!("good/*.rule", |path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let file = match parse(name, &text) {
            Ok(file) => file,
            Err(error) => panic!("{}", rendered(&error)),
        };
        assert!(mixed_keywords(name, &text).is_empty());
        if let Err(errors) = check(&numbered(0, file.clauses)) {
            let all: String = errors
                .into_iter()
                .map(|error| rendered(&error.with_text(Source::new(name, text.as_str()))))
                .collect();
            panic!("{all}");
        }
    });
}

#[test]
fn bad_files_are_explained() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "rule"));
    paths.sort();
    for path in paths {
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if stem.ends_with(".base") {
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let (file, mistakes) = parse_recovering(name, &text);
        let mut report: String = mistakes.iter().map(in_both_languages).collect();
        let mut clauses = Ok(numbered(0, file.clauses));
        if let Ok(base) = std::fs::read_to_string(folder.join(format!("{stem}.base.rule"))) {
            let base = parse("base", &base).unwrap().clauses;
            clauses = clauses.and_then(|changes| amend(numbered(1, base), changes));
        }
        if mistakes.is_empty() {
            let errors = clauses.and_then(|clauses| check(&clauses)).expect_err(name);
            for error in errors {
                report.push_str(&rendered(
                    &error.with_text(Source::new(name, text.as_str())),
                ));
            }
        }
        settings.bind(|| insta::assert_snapshot!(stem, report));
    }
}

#[test]
fn a_name_of_another_class_does_not_stand_for_one_that_is_gone() {
    let read = |text: &str| numbered(0, parse("r", text).unwrap().clauses);
    let base = read(
        "clause 1 \"闲\" \"idle\" { nature 闲 }\nclause 2 \"从重\" \"severity\" { severity 闲 }",
    );
    for (new, left) in [("nature 闲", 0), ("unit 闲", 1)] {
        let changes = format!("repeal clause 1\nclause 3 \"闲\" \"idle\" {{ {new} }}");
        let changes = read(&changes);
        let after = amend(base.clone(), changes.clone()).unwrap();
        let gone = gone(&base, &changes, &after);
        assert_eq!(still_used(&gone, &after).len(), left, "{new}");
    }
    // a clause that stays in force may declare something else
    for (new, left) in [("nature 闲 slow", 0), ("nature 慢 slow", 1)] {
        let changes = read(&format!("replace clause 1 \"慢\" \"slow\" {{ {new} }}"));
        let after = amend(base.clone(), changes.clone()).unwrap();
        let gone = gone(&base, &changes, &after);
        assert_eq!(still_used(&gone, &after).len(), left, "{new}");
    }
}

#[test]
fn clauses_without_consequence_are_a_warning() {
    let text = r#"
clause 1 "强子" "strong" { unit 强子 strong }
clause 2 "得子" "gain" { result 得子 gain when strong > 0 }
clause 3 "就地" "on the spot" { search 就地 on-the-spot wants gain }
clause 4 "九宫" "palace" { zone 九宫 palace files d to f ranks 0 to 2 }
clause 5 "近" "near" { define 近 near (x: piece) as x is in palace }
clause 6 "判" "ruling" { ruling when true then draw }
clause 6.1 "势" "situation" { situation 走前之势 former-situation as at before waiving checks }
clause 7 "判" "ruling" { ruling for s when s has a move then s loses }
"#;
    let clauses = numbered(0, parse("idle.rule", text).unwrap().clauses);
    let report: String = lint(&clauses)
        .into_iter()
        .map(|warning| rendered(&warning.with_text(Source::new("idle.rule", text))))
        .collect();
    insta::assert_snapshot!(report);
}

#[test]
fn mixed_languages_are_a_warning() {
    let text = "语言 中文\nclause 1 \"强子\" \"strong\" { 单位 强子 }\n";
    assert!(parse("mixed.rule", text).is_ok());
    let warnings = mixed_keywords("mixed.rule", text);
    insta::assert_snapshot!(rendered(&warnings[0]));
}
