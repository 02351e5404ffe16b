//! `qili explore`: planted drafts are found out, finds are as simple as can be, and the same whatever the number of threads; the
//! kept finds of every pair of editions judged again.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use fastrand::Rng;
use qili_edition::outcome::Outcome;
use qili_explore::kind::Class;
use qili_explore::reading::Opened;
use qili_explore::shrink::{Shrinker, Shrunk};
use qili_explore::simplicity::{Figures, Scales};
use qili_explore::source::Maker;
use qili_explore::{Kind, Question, Report, Search, Sources, Stretch, kept, report, tell};
use qili_report::{OpenError, Rulebook};
use qili_tests::{qili, root};
use qili_words::Language;
use serde_json::Value;

/// Drafts that change one clause of the edition in force.
const PLANTED: [(&str, &str); 10] = [
    (
        "mate threats are permitted",
        r#"replace clause general.2 "禁止着法" "prohibited moves" { define 犯禁 prohibited (p: ply) as p is 将 or p is 捉 }"#,
    ),
    ("soldiers chase", "repeal clause provision.2"),
    ("the general chases", "repeal clause provision.1"),
    ("nothing is self-inflicted", "repeal clause 29.6"),
    (
        "protected pieces are chased",
        r#"replace clause 29.3.1 "直接得子" "any capture" { define 直取 outright (m: move, x: piece) as m takes x or m checks and m wins x by 就地 barring 兑对 }"#,
    ),
    (
        "a horse is worth more than a cannon",
        r#"replace clause worth.horse "马" "a horse" { worth 马 is 2 强子 }"#,
    ),
    (
        "a general out of check can offer an exchange",
        r#"replace clause 26.1 "应将" "out of check" { exception to nature.kill, 28.3 when moved is 帅 and mover is in check at before }"#,
    ),
    (
        "a single chase is no heavier breach",
        r#"replace clause 25.hard "更重" "heavier" { define 重犯 hard (p: ply) as p is 将 or p is 杀 }"#,
    ),
    (
        "the drawing point does not excuse",
        "repeal clause provision.3",
    ),
    (
        "one for several is a gain",
        "repeal clause worth.several-for-one",
    ),
];

/// How many stretches suffice; a debug build tries only those that come first.
const COUNT: u64 = if cfg!(debug_assertions) { 512 } else { 8192 };

fn opened(reference: &str) -> Opened {
    open(reference).unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}

fn open(reference: &str) -> Result<Opened, OpenError> {
    let book = Rulebook::open(reference)?;
    Ok(Opened {
        label: book.edition.about.id.clone(),
        reference: reference.to_owned(),
        book,
    })
}

/// A draft in a folder of its own.
fn draft(folder: &Path, clause: &str) -> Result<Opened, OpenError> {
    let about = "id: planted\ntitle: { zh: 草案, en: A draft }\nstatus: draft\namends: \"2020\"\nfiles: [draft.rule]\n";
    std::fs::write(folder.join("edition.yaml"), about).unwrap();
    std::fs::write(
        folder.join("draft.rule"),
        format!("language english\n{clause}\n"),
    )
    .unwrap();
    open(&folder.display().to_string())
}

/// What a search of so many stretches finds.
fn explored(question: &Question, count: u64) -> (Figures, Report) {
    let sources = Sources::shipped(question).unwrap();
    let figures = Figures::of(&sources.cases);
    let mut search = Search::new(question, &sources, 1);
    while search.tried.stretches < count && search.round(&mut |_, _| ()) {}
    let report = report(question, &figures, &search.found, search.tried, 3, &|| {
        false
    });
    (figures, report)
}

#[test]
fn planted_drafts_are_found_out() {
    let found = PLANTED.iter().filter(|(what, clause)| {
        let home = tempfile::tempdir().unwrap();
        let draft = match draft(home.path(), clause) {
            Ok(draft) => draft,
            // the law has changed under it
            Err(error) => {
                println!("{what}: {error}");
                return false;
            }
        };
        let question = Question::otherwise(opened("2020"), draft);
        let (_, report) = explored(&question, COUNT);
        let men = report.finds.iter().map(|find| find.simplicity.men).min();
        println!(
            "{what}: {men:?} men, {} of {} stretches",
            report.tried.found, report.tried.stretches
        );
        men.is_some_and(|men| men <= 10)
    });
    assert!(found.count() >= 9);
}

/// A draft with an end form of it.
fn mate_threats_permitted(home: &Path) -> (Question, Figures, Kind, Stretch) {
    let question = Question::otherwise(opened("2020"), draft(home, PLANTED[0].1).unwrap());
    let (figures, report) = explored(&question, 256);
    let find = report.finds.into_iter().next().unwrap();
    (question, figures, find.kind, find.stretch)
}

#[test]
fn what_has_settled_stays_and_its_relatives_end_there() {
    let home = tempfile::tempdir().unwrap();
    let (question, figures, kind, end) = mate_threats_permitted(home.path());
    let scales = Scales {
        reading: question.first(),
        figures: &figures,
    };
    let shrinker = Shrinker::new(&question, scales, 20_000, &|| false);
    let end = shrinker.settle(&kind, &end).stretch;
    let again = shrinker.settle(&kind, &end);
    assert!(again.done);
    assert_eq!(again.stretch, end);
    // twenty others of its kind: men added, moved, on the other wing, with the sides changed, begun elsewhere
    let maker = Maker::new(question.first());
    let mut rng = Rng::with_seed(7);
    let mut starts: Vec<Stretch> = Vec::new();
    while starts.len() < 20 {
        let from = starts
            .last()
            .filter(|start| start.men() < end.men() + 3)
            .unwrap_or(&end);
        let Some(start) = maker.changed(from, &mut rng) else {
            continue;
        };
        if start.men() >= end.men() && question.kind(&start, 1).as_ref() == Some(&kind) {
            let image = start.images()[starts.len() % 4].begun(starts.len() % start.moves.len());
            starts.push(image);
        }
    }
    let ends: BTreeSet<String> = starts
        .iter()
        .map(|start| {
            let Shrunk {
                stretch,
                simplicity: end,
                ..
            } = shrinker.settle(&kind, start);
            assert_eq!(question.kind(&stretch, 1).as_ref(), Some(&kind));
            end.text
        })
        .collect();
    assert!(ends.len() <= 2, "in more than two forms: {ends:?}");
}

#[test]
fn cases_on_which_editions_differ_and_their_end_forms() {
    let question = Question::otherwise(opened("1965"), opened("2020"));
    let sources = Sources::shipped(&question).unwrap();
    let figures = Figures::of(&sources.cases);
    let scales = Scales {
        reading: question.first(),
        figures: &figures,
    };
    let shrinker = Shrinker::new(&question, scales, 300, &|| false);
    let mut text = String::new();
    let differing = sources
        .cases
        .iter()
        .filter_map(|case| Some((question.kind(case, 1)?, case)));
    for (kind, case) in differing.step_by(20) {
        let shrunk = shrinker.shrink(&kind, case);
        let line = |stretch: &Stretch| tell::one_line(&question, &kind, stretch, Language::English);
        let _ = writeln!(text, "{} men: {}", case.men(), line(case));
        let _ = writeln!(
            text,
            "{} men: {}\n",
            shrunk.stretch.men(),
            line(&shrunk.stretch)
        );
        assert_eq!(question.kind(&shrunk.stretch, 1), Some(kind));
    }
    snapshot("end-forms", &text);
}

/// Compares with what is kept in `snapshots/explore`.
fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots/explore");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn the_kept_finds_of_every_pair_of_editions() {
    let mut pairs = 0;
    for entry in std::fs::read_dir(root().join("tests/data/explore")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let kept: Value = serde_json::from_str(&text).unwrap();
        let edition = |at: usize| opened(kept["editions"][at].as_str().unwrap());
        let question = Question::otherwise(edition(0), edition(1));
        let sources = Sources::shipped(&question).unwrap();
        let figures = Figures::of(&sources.cases);
        let name = path.file_stem().unwrap().to_string_lossy();
        let stretches = kept::stretches(&name, &text, question.first()).unwrap();
        let report = kept::replay(&question, &figures, stretches);
        snapshot(&name, &tell::text(&question, &report, Language::English));
        pairs += 1;
    }
    assert_eq!(pairs, 10);
}

#[test]
fn images_and_beginnings_are_one_find() {
    let question = Question::otherwise(opened("1965"), opened("2020"));
    let sources = Sources::shipped(&question).unwrap();
    let figures = Figures::of(&sources.cases);
    let scales = Scales {
        reading: question.first(),
        figures: &figures,
    };
    let mut kinds = 0;
    for case in sources.cases.iter().step_by(15) {
        let (kind, normal) = (question.kind(case, 1), scales.normal(case));
        kinds += usize::from(kind.is_some());
        for image in case.images() {
            for at in 0..image.moves.len() {
                let begun = image.begun(at);
                assert_eq!(
                    (begun.key(), scales.normal(&begun)),
                    (case.key(), normal.clone())
                );
            }
            assert_eq!(question.kind(&image, 1), kind);
        }
    }
    assert!(kinds > 1);
}

#[test]
fn who_is_in_the_wrong_comes_before_how_it_is_punished() {
    let mut question = Question::otherwise(opened("1965"), opened("2020"));
    let (_, report) = explored(&question, 512);
    let classes: Vec<_> = report.finds.iter().map(|find| find.class).collect();
    assert!(
        classes.is_sorted() && classes[0] == Class::Fault,
        "{classes:?}"
    );
    let towards = report
        .directions
        .iter()
        .map(|(_, row)| (row.stricter, row.milder));
    let towards = towards.fold((0, 0), |all, row| (all.0 + row.0, all.1 + row.1));
    assert!(towards.0 > 0 && towards.1 > 0, "{towards:?}");
    let told = serde_json::to_value(tell::json(&question, &report)).unwrap();
    let find = &told["finds"][0];
    let place = find["fen"].as_str().unwrap().split(' ').next().unwrap();
    let moves: String = find["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv.as_str().unwrap())
        .collect();
    let address = find["address"].as_str().unwrap();
    assert!(
        address.starts_with("/#e=1965&") && address.contains(place) && address.contains(&moves),
        "{address}"
    );
    // who cannot say does not differ
    let reading = &mut question.readings[1];
    reading.book = reading.book.clone().with_budget(1);
    let (_, report) = explored(&question, 256);
    assert!(report.tried.undetermined > 0);
    let other = |find: &qili_explore::report::Find| find.judged[1].1.ruling.outcome;
    assert!(
        report
            .finds
            .iter()
            .all(|find| other(find) != Outcome::Undetermined)
    );
}

fn command(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = qili().arg("explore").args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_same_seed_and_count_find_the_same_on_any_number_of_threads_and_in_two_goes() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("draft");
    std::fs::create_dir(&folder).unwrap();
    draft(&folder, PLANTED[0].1).unwrap();
    let draft = folder.display().to_string();
    let run = |threads: &str, more: &[&str]| {
        let mut qili = qili();
        qili.args(["explore", "2020", &draft, "--show", "2", "--format", "json"])
            .args(more);
        let output = qili.env("RAYON_NUM_THREADS", threads).output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(output.stderr.is_empty(), "progress is for terminals only");
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let once = run("1", &["--count", "600"]);
    assert_eq!(once["schema"], "qili.finds/1");
    assert_eq!(once, run("4", &["--count", "600"]));
    let keep = home.path().join("kept").display().to_string();
    run("2", &["--count", "300", "--keep", &keep]);
    assert_eq!(once, run("2", &["--count", "600", "--keep", &keep]));
    // what is kept is there for the next edition of the draft
    let replayed = run("2", &["--replay", &keep]);
    assert_eq!(
        replayed["finds"].as_array().unwrap().len(),
        once["finds"].as_array().unwrap().len()
    );
    let gone = command(&["2020", "rules/2020", "--replay", &keep, "--lang", "en"]);
    assert_eq!(gone.0, Some(0), "{gone:?}");
    assert!(
        gone.1.contains("0 are finds still") && gone.1.contains("no find any more"),
        "{gone:?}"
    );
    let other = command(&["2020", "1965", "--count", "600", "--keep", &keep]);
    assert_eq!(other.0, Some(2));
    assert!(other.2.contains("qili::explore::other_search"), "{other:?}");
}

#[test]
fn finds_are_judged_alike_by_the_command_that_they_name() {
    let (status, out, errors) = command(&[
        "2007-trial",
        "2020",
        "--count",
        "256",
        "--show",
        "2",
        "--format",
        "json",
    ]);
    assert_eq!(status, Some(0), "{errors}");
    let found: Value = serde_json::from_str(&out).unwrap();
    let finds = found["finds"].as_array().unwrap();
    assert!(!finds.is_empty());
    for find in finds {
        let moves: Vec<&str> = find["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|mv| mv.as_str().unwrap())
            .collect();
        let arguments = [
            "judge",
            "--compare",
            "2007-trial,2020",
            "--fen",
            find["fen"].as_str().unwrap(),
        ];
        let output = qili()
            .args(arguments)
            .args(["--moves", &moves.join(" "), "--cycle", "--format", "json"])
            .output();
        let judged: Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
        for edition in ["2007-trial", "2020"] {
            let (said, judged) = (&find["judgements"][edition], &judged["editions"][edition]);
            assert_eq!(said["ruling"], judged["ruling"]["outcome"]);
            let natures = judged["plies"]
                .as_array()
                .unwrap()
                .iter()
                .map(|ply| ply["nature"].clone());
            assert_eq!(said["natures"], Value::Array(natures.collect()));
        }
    }
}

#[test]
fn what_is_shown_becomes_case_files_that_an_edition_can_have() {
    let home = tempfile::tempdir().unwrap();
    let draft = home.path().join("found-draft").display().to_string();
    let new = qili()
        .args(["new", &draft, "--amends", "2020"])
        .output()
        .unwrap();
    assert_eq!(new.status.code(), Some(0));
    let cases = format!("{draft}/cases");
    let arguments = [
        "2020",
        "--pattern",
        "长捉",
        "--ruling",
        "draw",
        "--count",
        "256",
        "--show",
        "2",
    ];
    for (language, said) in [("en", "stretches"), ("zh", "循环")] {
        let (status, out, errors) =
            command(&[&arguments[..], &["--cases", &cases, "--lang", language]].concat());
        assert_eq!(status, Some(0), "{errors}");
        assert!(out.contains(said) && out.contains("qili judge"), "{out}");
    }
    let tested = qili()
        .args(["test", &draft, "--case", "found-", "--format", "json"])
        .output()
        .unwrap();
    assert_eq!(
        tested.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&tested.stderr)
    );
    assert!(std::fs::read_dir(&cases).unwrap().count() > 1);
}

#[test]
fn a_clause_decides_where_the_edition_without_it_says_otherwise() {
    let club = qili_tests::test_edition("club");
    let asked = |format, language| {
        command(&[
            &club, "--clause", "9", "--count", "256", "--show", "1", "--format", format, "--lang",
            language,
        ])
    };
    let (status, out, errors) = asked("json", "en");
    assert_eq!(status, Some(0), "{errors}");
    let found: Value = serde_json::from_str(&out).unwrap();
    let judgements = found["finds"][0]["judgements"].as_object().unwrap();
    assert_eq!(
        judgements.keys().collect::<Vec<_>>(),
        ["club", "club (9 removed)"]
    );
    assert_ne!(judgements["club"], judgements["club (9 removed)"]);
    let pages = ["html", "markdown"].map(|format| asked(format, "zh").1);
    assert!(
        pages[0].contains("<figure class=\"strip\">") && pages[1].contains("```text"),
        "{pages:?}"
    );
}

#[test]
fn a_class_that_is_exhausted_is_a_proof() {
    let (status, out, errors) =
        command(&["2020", "rules/2007-trial", "--men", "2", "--lang", "en"]);
    assert_eq!(status, Some(0), "{errors}");
    assert!(
        out.contains("No difference in ") && out.contains("Exhausted: "),
        "{out}"
    );
}

#[test]
fn what_cannot_be_asked() {
    for (code, arguments) in [
        ("clause", &["2020", "--clause", "29.66"][..]),
        ("clause", &["2020", "--clause", "29.6", "--against", "1965"]),
        ("pattern", &["2020", "--pattern", "长长"]),
        ("unchangeable", &["2020", "--clause", "board"]),
    ] {
        let (status, out, errors) = command(&[arguments, &["--count", "1"]].concat());
        assert_eq!((status, out.as_str()), (Some(2), ""), "{errors}");
        assert!(
            errors.contains(&format!("qili::explore::{code}")),
            "{errors}"
        );
    }
    for arguments in [
        &["2020"][..],
        &["2020", "1965", "--undetermined"],
        &["2020", "1965", "--ruling", "draw"],
    ] {
        assert_eq!(command(arguments).0, Some(2), "{arguments:?}");
    }
}
