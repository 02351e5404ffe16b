//! `qili explore`: planted drafts are found out, finds are as simple as can be, and the same whatever the number of threads; the
//! kept finds of every pair of editions judged again.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use fastrand::Rng;
use qili_board::{Bitboard, Move, Piece, Position, Side, Square};
use qili_edition::outcome::Outcome;
use qili_explore::kind::Class;
use qili_explore::matter::Matter;
use qili_explore::reading::{Opened, Reading};
use qili_explore::report::{Find, Verifier};
use qili_explore::shrink::Shrinker;
use qili_explore::simplicity::{Figures, Scales};
use qili_explore::source::Maker;
use qili_explore::{
    Kind, Over, Question, Report, Search, Sources, Stage, Stretch, kept, report, tell,
};
use qili_interpreter::movement::{MoveList, Movement};
use qili_report::{OpenError, Rulebook};
use qili_tests::{Editions, qili, root};
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

/// Time without end, but none for settling, which takes long.
fn enough(stage: Stage) -> bool {
    stage == Stage::Settle
}

/// A limit that is reached when it has been asked so often, in whichever stage.
fn after(asked: usize) -> impl Fn(Stage) -> bool + Sync {
    let count = AtomicUsize::new(0);
    move |_| count.fetch_add(1, Ordering::Relaxed) >= asked
}

/// A question, and what its answers are looked for in and weighed by.
struct Asked {
    question: Question,
    sources: Sources,
    figures: Figures,
}

impl Asked {
    fn of(question: Question) -> Self {
        let sources = Sources::shipped(&question).unwrap();
        let figures = Figures::of(&sources.cases);
        Self {
            question,
            sources,
            figures,
        }
    }

    fn between(first: &str, other: &str) -> Self {
        Self::of(Question::otherwise(opened(first), opened(other)))
    }

    fn scales(&self) -> Scales<'_> {
        Scales {
            reading: self.question.first(),
            figures: &self.figures,
        }
    }

    fn search(&self) -> Search<'_> {
        Search::new(&self.question, &self.sources, 1)
    }

    fn report(&self, search: &Search<'_>, over: &Over<'_>) -> Report {
        let (found, tried) = (&search.found, search.tried);
        report(&self.question, &self.figures, found, tried, 3, over)
    }

    /// What a search of so many stretches finds.
    fn explored(&self, count: u64) -> Report {
        let mut search = self.search();
        looked(&mut search, count, &enough);
        self.report(&search, &enough)
    }
}

/// Looks at so many stretches, if there is time.
fn looked(search: &mut Search<'_>, count: u64, over: &Over<'_>) {
    while search.tried.stretches < count && search.round(over, &mut |_, _| ()) {}
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
        let asked = Asked::of(Question::otherwise(opened("2020"), draft));
        let report = asked.explored(COUNT);
        let men = report.finds.iter().map(|find| find.simplicity.men).min();
        println!(
            "{what}: {men:?} men, {} of {} stretches",
            report.tried.found, report.tried.stretches
        );
        men.is_some_and(|men| men <= 10)
    });
    assert!(found.count() >= 9);
}

/// One of the drafts, and a find of it.
fn a_find(home: &Path, planted: usize) -> (Asked, Find) {
    let draft = draft(home, PLANTED[planted].1).unwrap();
    let asked = Asked::of(Question::otherwise(opened("2020"), draft));
    let find = asked.explored(256).finds.into_iter().next().unwrap();
    (asked, find)
}

#[test]
fn what_has_settled_stays_and_its_relatives_end_there() {
    for planted in [0, 2, 5] {
        let home = tempfile::tempdir().unwrap();
        let (asked, Find { kind, stretch, .. }) = a_find(home.path(), planted);
        let question = &asked.question;
        let never = |_| false;
        let shrinker = Shrinker::new(question, asked.scales(), 50_000, &never);
        let end = shrinker.settle(&kind, &stretch).stretch;
        let again = shrinker.settle(&kind, &end);
        assert!(again.done);
        assert_eq!(again.stretch, end);
        let starts = relatives(question, &kind, &end);
        let mut judged = 0;
        let ends = starts.iter().map(|start| {
            let settled = shrinker.settle(&kind, start);
            assert!(settled.done);
            judged += settled.judged;
            assert_eq!(question.kind(&settled.stretch, 1).as_ref(), Some(&kind));
            settled.simplicity.text
        });
        let ends: BTreeSet<String> = ends.collect();
        println!(
            "{}: {} and {judged} judged: {ends:?}",
            PLANTED[planted].0, again.judged
        );
        assert!(ends.len() <= 2, "in more than two forms: {ends:?}");
    }
}

/// Twenty others of a find's kind: men added, moved, on the other wing, with the sides changed, begun elsewhere.
fn relatives(question: &Question, kind: &Kind, end: &Stretch) -> Vec<Stretch> {
    let maker = Maker::new(question.first());
    let mut rng = Rng::with_seed(7);
    let mut starts: Vec<Stretch> = Vec::new();
    while starts.len() < 20 {
        let from = starts
            .last()
            .filter(|start| start.men() < end.men() + 3)
            .unwrap_or(end);
        let Some(start) = maker.changed(from, &mut rng) else {
            continue;
        };
        if start.men() >= end.men() && question.kind(&start, 1).as_ref() == Some(kind) {
            let image = start.images()[starts.len() % 4].begun(starts.len() % start.moves.len());
            starts.push(image);
        }
    }
    starts
}

#[test]
fn cases_on_which_editions_differ_and_their_end_forms() {
    let asked = Asked::between("1965", "2020");
    let (question, sources) = (&asked.question, &asked.sources);
    let shrinker = Shrinker::new(question, asked.scales(), 300, &enough);
    let mut text = String::new();
    let differing = sources
        .cases
        .iter()
        .filter_map(|case| Some((question.kind(case, 1)?, case)));
    for (kind, case) in differing.step_by(20) {
        let shrunk = shrinker.shrink(&kind, case);
        let line = |stretch: &Stretch| tell::one_line(question, &kind, stretch, Language::English);
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
        let asked = Asked::of(Question::otherwise(edition(0), edition(1)));
        let question = &asked.question;
        let name = path.file_stem().unwrap().to_string_lossy();
        let stretches = kept::stretches(&name, &text, question.first()).unwrap();
        let report = kept::replay(question, &asked.figures, stretches, &enough);
        snapshot(&name, &tell::text(question, &report, Language::English));
        pairs += 1;
    }
    assert_eq!(pairs, 10);
}

#[test]
fn images_and_beginnings_are_one_find() {
    let asked = Asked::between("1965", "2020");
    let (question, scales) = (&asked.question, asked.scales());
    let mut kinds = 0;
    for case in asked.sources.cases.iter().step_by(15) {
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
    let mut asked = Asked::between("1965", "2020");
    let report = asked.explored(512);
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
    let told = serde_json::to_value(tell::json(&asked.question, &report)).unwrap();
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
    let reading = &mut asked.question.readings[1];
    reading.book = reading.book.clone().with_budget(1);
    let report = asked.explored(256);
    assert!(report.tried.undetermined > 0);
    let other = |find: &Find| find.judged[1].1.ruling.outcome;
    assert!(
        report
            .finds
            .iter()
            .all(|find| other(find) != Outcome::Undetermined)
    );
}

#[test]
fn every_stage_stops_when_it_is_told_to() {
    let asked = Asked::between("1965", "2020");
    let question = &asked.question;
    for asks in [0, 10, 300] {
        let mut search = asked.search();
        looked(&mut search, u64::MAX, &after(asks));
        assert_eq!(search.tried.stretches, asks as u64);
    }
    let mut search = asked.search();
    looked(&mut search, 256, &enough);
    let case = search.found.iter().max_by_key(|(_, raw)| raw.stretch.men());
    let (kind, raw) = case.unwrap();
    for asks in [0, 10, 40] {
        let over = after(asks);
        let shrinker = Shrinker::new(question, asked.scales(), 300, &over);
        for shrunk in [
            shrinker.shrink(kind, &raw.stretch),
            shrinker.settle(kind, &raw.stretch),
        ] {
            assert!(shrunk.judged <= asks && !shrunk.done);
            assert_eq!(question.kind(&shrunk.stretch, 1).as_ref(), Some(kind));
        }
        assert!(Matter::of(question, kind, &raw.stretch, &after(asks)).is_none());
    }
    // what was found is shown at any rate, and what was not done with it is said
    for (from, done) in [
        (Some(Stage::Search), [false; 3]),
        (Some(Stage::Tell), [true, false, false]),
        (None, [true; 3]),
    ] {
        let report = asked.report(&search, &|stage| {
            enough(stage) || from.is_some_and(|from| stage >= from)
        });
        assert!(!report.finds.is_empty());
        for find in &report.finds {
            assert_eq!(
                [find.shrunk, find.judged_again, find.matter.is_some()],
                done
            );
            assert!(question.kind(&find.stretch, 1).is_some());
        }
        let said = tell::text(question, &report, Language::English);
        let undone = said.contains("For want of time or budget it was not ");
        assert_eq!(undone, done.contains(&false), "{said}");
        let told = serde_json::to_value(tell::json(question, &report)).unwrap();
        assert_eq!(told["finds"][0]["shrunk"], done[0]);
    }
    let kept: Vec<Stretch> = asked.sources.cases.iter().take(5).cloned().collect();
    let report = kept::replay(question, &asked.figures, kept, &|_| true);
    assert_eq!((report.finds.len(), report.left.len()), (0, 5));
    let said = tell::text(question, &report, Language::English);
    assert!(said.contains("5 more were not judged again"), "{said}");
}

#[test]
fn a_search_that_was_stopped_within_a_round_goes_on_as_if_it_had_not_been() {
    let asked = Asked::between("2007-trial", "2020");
    let mut unbroken = asked.search();
    looked(&mut unbroken, 700, &enough);
    let mut stopped = asked.search();
    looked(&mut stopped, 700, &after(400));
    assert_eq!(stopped.tried.stretches, 400);
    let mut search = asked.search();
    search.go_on("kept", &stopped.kept().unwrap()).unwrap();
    assert!((1..400).contains(&search.tried.stretches));
    looked(&mut search, 700, &enough);
    assert_eq!(
        (&search.found, search.tried),
        (&unbroken.found, unbroken.tried)
    );
}

/// Two editions of one game, the second with a clause more.
fn with_clause(editions: &Editions, clause: &str) -> Question {
    editions.append("club/natures.rule", clause).unwrap();
    let [first, other] = ["garden", "club"].map(|name| opened(&editions.edition(name)));
    Question::otherwise(first, other)
}

#[test]
fn what_is_shown_was_judged_again_with_ten_times_the_budget() {
    let editions = Editions::new().unwrap();
    let clause = r#"clause 10 "soldiers" { exception to nature.check when moved is 兵 }"#;
    let mut asked = Asked::of(with_clause(&editions, clause));
    let report = asked.explored(256);
    let mut checked = 0;
    for Find { kind, stretch, .. } in report.finds {
        // so much the two need
        let mut suffices = |budget: u32| {
            let question = with_budget(&mut asked, budget);
            question.kind(&stretch, 1).as_ref() == Some(&kind)
        };
        let needed = (0..16).rev().fold(1, |least, bit| {
            let more = least + (1 << bit);
            if suffices(more - 1) { least } else { more }
        });
        assert!(suffices(needed));
        if needed < 20 {
            continue;
        }
        for (budget, holds) in [
            (needed.div_ceil(10), true),
            (needed.div_ceil(10) - 1, false),
        ] {
            let question = with_budget(&mut asked, budget);
            assert_eq!(question.kind(&stretch, 1), None);
            assert_eq!(Verifier::new(question).holds(&kind, &stretch), holds);
        }
        checked += 1;
    }
    assert!(checked > 0);
}

/// The question to the same editions with less budget.
fn with_budget(asked: &mut Asked, budget: u32) -> &Question {
    for reading in &mut asked.question.readings {
        reading.book = reading.book.clone().with_budget(budget);
    }
    &asked.question
}

#[test]
fn what_does_not_hold_in_the_mirror_is_not_shown() {
    let editions = Editions::new().unwrap();
    let clause = r#"clause wing "the wing" { zone 左翼 left files a to d ranks 0 to 9 }
replace clause worth.horse "马" "a horse on one wing is worth one" { worth 马 on left is 1 强子 }"#;
    let asked = Asked::of(with_clause(&editions, clause));
    let report = asked.explored(256);
    assert!(report.tried.found > 10);
    for find in &report.finds {
        assert_eq!(
            asked.question.kind(&find.stretch.mirrored(), 1).as_ref(),
            Some(&find.kind)
        );
    }
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

fn told(arguments: &[&str]) -> Value {
    let (status, out, errors) = command(&[arguments, &["--format", "json"]].concat());
    assert_eq!(status, Some(0), "{errors}");
    serde_json::from_str(&out).unwrap()
}

/// What `qili judge` says of a find by an edition.
fn judged(find: &Value, edition: &str) -> Value {
    let moves = find["moves"].as_array().unwrap();
    let moves: Vec<&str> = moves.iter().map(|mv| mv.as_str().unwrap()).collect();
    let (fen, moves) = (find["fen"].as_str().unwrap(), moves.join(" "));
    let arguments = ["judge", "--rules", edition, "--cycle", "--format", "json"];
    let output = qili()
        .args(arguments)
        .args(["--fen", fen, "--moves", &moves])
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn what_an_edition_leaves_open() {
    let editions = Editions::new().unwrap();
    let garden = editions.edition("garden");
    let asked = [&garden, "--undetermined", "--count", "512", "--show", "2"];
    let none = told(&asked);
    assert_eq!(none["finds"], Value::Array(Vec::new()));
    assert!(none["tried"]["stretches"].as_u64() >= Some(512));
    // nothing is said any more of two sides that both do what is prohibited
    let clause = "clause ruling.mutual \"双方均为禁止着法\" \"both sides' moves are prohibited\" {
  ruling for s when s is 长犯 and other s is 长犯 then draw
}
";
    editions.replace("garden/rulings.rule", clause, "").unwrap();
    let open = told(&asked);
    let finds = open["finds"].as_array().unwrap();
    assert!(!finds.is_empty());
    for find in finds {
        assert_eq!(find["class"], "alone");
        assert_eq!(find["judgements"]["garden"]["ruling"], "undetermined");
        assert_eq!(judged(find, &garden)["ruling"]["outcome"], "undetermined");
        let ruled = judged(find, &qili_tests::test_edition("garden"));
        assert_eq!(ruled["ruling"]["outcome"], "draw");
    }
}

#[test]
fn what_no_case_notices() {
    let home = tempfile::tempdir().unwrap();
    let about = "id: same\ntitle: { zh: 草案, en: A draft }\nstatus: draft\namends: \"2020\"\ncases: inherited\nfiles: [draft.rule]\n";
    std::fs::write(home.path().join("edition.yaml"), about).unwrap();
    std::fs::write(home.path().join("draft.rule"), "language english\n").unwrap();
    let draft = home.path().display().to_string();
    // it has no clause of its own that could be changed
    let none = told(&[&draft, "--unnoticed"]);
    assert_eq!(none["finds"], Value::Array(Vec::new()));
    let said = command(&[&draft, "--unnoticed", "--lang", "en"]).1;
    assert_eq!(said, "Every change is noticed by a case.\n");
    let club = qili_tests::test_edition("club");
    let found = told(&[&club, "--unnoticed", "--count", "512"]);
    let finds = found["finds"].as_array().unwrap();
    assert!(!finds.is_empty());
    for find in finds {
        let said: Vec<&Value> = find["judgements"].as_object().unwrap().values().collect();
        assert_ne!(said[0], said[1]);
    }
    let changes = found["editions"].as_array().unwrap().len() - 1;
    assert_eq!(
        finds.len() + found["missing"].as_array().unwrap().len(),
        changes
    );
}

#[test]
fn another_reading_of_one_clause() {
    let (read, one) = (Editions::new().unwrap(), Editions::new().unwrap());
    let club = qili_tests::test_edition("club");
    let asked = |other: &Editions| {
        told(&[
            &club,
            "--clause",
            "9",
            "--against",
            &other.edition("club"),
            "--count",
            "512",
            "--show",
            "2",
        ])
    };
    // what else the other edition says is not asked about
    let soldiers = "discount c when piece of c is 兵";
    let cannons = "discount c when piece of c is 炮";
    read.replace("garden/natures.rule", soldiers, cannons)
        .unwrap();
    assert_eq!(asked(&read)["tried"]["found"], 0);
    for other in [&read, &one] {
        let check = "    when moved is 帅 and mover is in check at before";
        other
            .replace("club/natures.rule", check, "    when moved is 车")
            .unwrap();
    }
    let found = asked(&read);
    let finds = found["finds"].as_array().unwrap();
    assert!(!finds.is_empty());
    let natures = |judged: &Value| {
        let plies = judged["plies"].as_array().unwrap().iter();
        Value::Array(plies.map(|ply| ply["nature"].clone()).collect())
    };
    for find in finds {
        let said = &find["judgements"];
        assert_eq!(said["club"]["natures"], natures(&judged(find, &club)));
        let other = &said["club (9 as in club)"]["natures"];
        assert_eq!(*other, natures(&judged(find, &one.edition("club"))));
        assert_ne!(*other, said["club"]["natures"]);
    }
}

#[test]
fn games_are_looked_at() {
    let home = tempfile::tempdir().unwrap();
    let (asked, Find { kind, stretch, .. }) = a_find(home.path(), 0);
    let question = &asked.question;
    let mut sources = Sources::default();
    let moves = stretch.moves.repeat(3);
    sources.add_game(&question.first().book, stretch.start.clone(), moves);
    assert!(!sources.positions.is_empty());
    let mut search = Search::new(question, &sources, 1);
    looked(&mut search, 1, &enough);
    assert!(search.tried.games > 0 && search.tried.cases == 0);
    assert_eq!(search.found[&kind].stretch.key(), stretch.key());
    // as a file, before one that has something wrong
    let fen = qili_board::fen::write(&stretch.start, question.first().book.vocabulary.alphabet());
    let moves: Vec<String> = stretch
        .moves
        .repeat(3)
        .iter()
        .map(ToString::to_string)
        .collect();
    let file = |name: &str, moves: &str| {
        let file = home.path().join(name);
        let text = format!("[FEN \"{fen}\"]\n[Format \"ICCS\"]\n\n{moves} *\n");
        std::fs::write(&file, text).unwrap();
        file.display().to_string()
    };
    let draft = home.path().display().to_string();
    let arguments = [
        "2020", &draft, "--count", "512", "--format", "json", "--lang", "en",
    ];
    let games = |files: &[&str]| {
        let (status, out, errors) = command(&[&arguments[..], &["--games"], files].concat());
        let told: Value = serde_json::from_str(&out).unwrap();
        (status, told["tried"]["games"].as_u64(), errors)
    };
    let whole = file("whole.pgn", &moves.join(" "));
    let (status, tried, errors) = games(&[&whole]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(tried > Some(0));
    let broken = file("broken.pgn", "a0a9");
    let (status, with_broken, errors) = games(&[&broken, &whole]);
    assert_eq!((status, with_broken), (Some(2), tried));
    assert!(errors.contains("broken.pgn"), "{errors}");
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
    assert!(!out.contains("no proof"), "{out}");
}

/// Two editions of a game with few men: in the second a soldier gives no check.
fn few_men(editions: &Editions, start: &str) -> Asked {
    let full = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    editions.replace("garden/pieces.rule", full, start).unwrap();
    let clause = "clause 9 \"soldiers\" { exception to nature.check when moved is 兵 }";
    let text = format!("language english\n{clause}\n");
    std::fs::write(editions.path("club/natures.rule"), text).unwrap();
    let [first, other] = ["garden", "club"].map(|name| opened(&editions.edition(name)));
    let question = Question::otherwise(first, other);
    Asked {
        question,
        sources: Sources::default(),
        figures: Figures::default(),
    }
}

/// A stretch as men and moves, in no terms of the explorer: one for all its images and beginnings.
type Plain = (Vec<(usize, bool, u8, u8)>, Vec<[u8; 4]>);

fn plain(stretch: &Stretch) -> Plain {
    let at = |square: Square| (square.file().index(), square.rank().index());
    let mut forms: Vec<Plain> = Vec::new();
    for begun in 0..stretch.moves.len() {
        let mut position = stretch.start.clone();
        stretch.moves[..begun].iter().for_each(|&mv| {
            position.play(mv);
        });
        let mut moves = stretch.moves.clone();
        moves.rotate_left(begun);
        for mirrored in [false, true] {
            // the side that moves first is called Red, and sits below
            let turned = position.turn() == Side::Black;
            let point = |(file, rank): (u8, u8)| {
                let file = if mirrored == turned { file } else { 8 - file };
                (file, if turned { 9 - rank } else { rank })
            };
            let mut men: Vec<_> = position
                .occupied()
                .squares()
                .map(|square| {
                    let piece = position.piece_at(square).unwrap();
                    let (file, rank) = point(at(square));
                    (
                        piece.kind.index(),
                        (piece.side == Side::Red) != turned,
                        file,
                        rank,
                    )
                })
                .collect();
            men.sort_unstable();
            let moves = moves.iter().map(|mv| {
                let (from, to) = (point(at(mv.from)), point(at(mv.to)));
                [from.0, from.1, to.0, to.1]
            });
            forms.push((men, moves.collect()));
        }
    }
    forms.into_iter().min().unwrap()
}

/// Every stretch of two plies a side with the generals and at most one more man of these, found by playing all moves.
fn counted(reading: &Reading) -> BTreeSet<Plain> {
    let (movement, fresh) = (reading.book.movement(), reading.book.start());
    let all: Vec<Piece> = fresh
        .occupied()
        .squares()
        .filter_map(|at| fresh.piece_at(at))
        .collect();
    let royal = |piece: &&Piece| movement.royal_kinds().contains(&piece.kind);
    let royals: Vec<Piece> = all.iter().filter(royal).copied().collect();
    let more = all
        .iter()
        .filter(|piece| !royal(piece))
        .map(|&piece| Some(piece));
    let mut found = BTreeSet::new();
    for man in [None].into_iter().chain(more) {
        let men: Vec<Piece> = royals.iter().copied().chain(man).collect();
        for turn in Side::ALL {
            let mut positions = vec![Position::empty(turn)];
            for piece in men.iter().copied() {
                let with = |position: &Position| {
                    let free = (Bitboard::ALL - position.occupied()).squares();
                    let placed = free.map(|at| {
                        let mut position = position.clone();
                        position.place(at, piece);
                        position
                    });
                    placed.collect::<Vec<_>>()
                };
                positions = positions.iter().flat_map(with).collect();
            }
            positions.retain(|position| movement.validate(position).is_ok());
            for start in &positions {
                let mut lines = vec![Vec::new()];
                for _ in 0..4 {
                    lines = lines
                        .iter()
                        .flat_map(|line| longer(movement, start, line))
                        .collect();
                }
                let round = lines.into_iter().map(|moves| Stretch {
                    start: start.clone(),
                    moves,
                });
                found.extend(
                    round
                        .filter(|one| one.is_played(movement))
                        .map(|one| plain(&one)),
                );
            }
        }
    }
    found
}

/// A line with every move that can be played after it.
fn longer(movement: &Movement, start: &Position, line: &[Move]) -> Vec<Vec<Move>> {
    let mut position = start.clone();
    line.iter().for_each(|&mv| {
        position.play(mv);
    });
    let mut legal = MoveList::new();
    movement.legal_moves(&position, &mut legal);
    legal.iter().map(|&mv| [line, &[mv]].concat()).collect()
}

#[test]
fn an_enumeration_looks_at_one_image_of_each_stretch() {
    for start in [
        "3ak4/9/9/4p4/9/9/4P4/9/9/3AK4",
        // the sides cannot be changed where one has a man that the other has not
        "4k4/9/9/9/9/9/4P4/9/9/3AK4",
    ] {
        let editions = Editions::new().unwrap();
        let asked = few_men(&editions, start);
        let mut search = asked.search();
        let reached = search.exhaust(3, &enough, &mut |_, _| (), &|_, _| ());
        assert!(reached.exhausted.is_some() && reached.further.is_none());
        let counted = counted(asked.question.first());
        println!("{} stretches", counted.len());
        assert!(counted.len() > 100);
        assert_eq!(search.tried.stretches, counted.len() as u64);
    }
}

#[test]
fn an_enumeration_that_is_stopped_goes_on_where_it_was() {
    let editions = Editions::new().unwrap();
    let asked = few_men(&editions, "3ak4/9/9/4p4/9/9/4P4/9/9/3AK4");
    let mut unbroken = asked.search();
    let _ = unbroken.exhaust(3, &enough, &mut |_, _| (), &|_, _| ());
    assert!(unbroken.tried.found > 0);
    let mut kept = asked.search().kept().unwrap();
    let mut goes = 0;
    loop {
        let mut search = asked.search();
        search.go_on("kept", &kept).unwrap();
        let before = search.tried.stretches;
        let reached = search.exhaust(3, &after(1500), &mut |_, _| (), &|_, _| ());
        assert!(search.tried.stretches - before <= 1500);
        kept = search.kept().unwrap();
        goes += 1;
        if reached.further.is_none() {
            break;
        }
        let class = reached.exhausted.unwrap().en;
        assert!(class.ends_with("at most 2 men"), "{class}");
    }
    let mut search = asked.search();
    search.go_on("kept", &kept).unwrap();
    println!("in {goes} goes");
    assert!(goes > 2);
    assert_eq!(
        (&search.found, search.tried),
        (&unbroken.found, unbroken.tried)
    );
}

#[test]
fn what_cannot_be_asked() {
    for (code, arguments) in [
        ("clause", &["2020", "--clause", "29.66"][..]),
        ("clause", &["2020", "--clause", "29.6", "--against", "1965"]),
        ("pattern", &["2020", "--pattern", "长长"]),
        ("what", &["2020"]),
        ("unchangeable", &["2020", "--clause", "board"]),
    ] {
        let (status, out, errors) = command(&[arguments, &["--count", "1"]].concat());
        assert_eq!((status, out.as_str()), (Some(2), ""), "{errors}");
        assert!(
            errors.contains(&format!("qili::explore::{code}")),
            "{errors}"
        );
    }
    let home = tempfile::tempdir().unwrap();
    let (none, empty) = (home.path().join("none"), home.path());
    for (code, folder) in [
        ("qili::file", none.as_path()),
        ("qili::explore::replay", empty),
    ] {
        let folder = folder.display().to_string();
        let (status, _, errors) = command(&["2020", "1965", "--replay", &folder]);
        assert_eq!(status, Some(2), "{errors}");
        assert!(errors.contains(code), "{errors}");
    }
    // where nothing can be written that is said before the search, not after it
    let file = home.path().join("file");
    std::fs::write(&file, "").unwrap();
    for option in ["--keep", "--cases"] {
        let file = file.display().to_string();
        let (status, _, errors) = command(&["2020", "1965", "--count", "9999999", option, &file]);
        assert_eq!(status, Some(2), "{errors}");
    }
    for arguments in [
        &["2020", "1965", "--count", "0"][..],
        &["2020", "1965", "--seconds", "0"],
        &["2020", "1965", "--show", "0"],
        &["2020", "1965", "--men", "9"],
        &[
            "2020",
            "--pattern",
            "长捉",
            "--ruling",
            "wins",
            "--count",
            "1",
        ],
        &["2020", "1888", "--count", "1"],
        &["2020", "1965", "--undetermined"],
        &["2020", "1965", "--ruling", "draw"],
    ] {
        assert_eq!(command(arguments).0, Some(2), "{arguments:?}");
    }
}
