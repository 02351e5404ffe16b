//! What two editions say outside their clauses, and what their cases expect.

use qili_edition::Draft;
use qili_edition::case::{Case, Scenario};
use qili_words::Language;
use serde::Serialize;
use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::clauses::reordered;
use crate::law::{Fact, said};
use crate::things::{label, thing};

/// Something that two editions say differently; in the language of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Statement {
    /// What it is about.
    pub what: String,
    /// What the first says.
    pub old: String,
    /// What the second says.
    pub new: String,
}

/// What differs outside the clauses: who moves first, the procedure, events, the order of rulings, files, and the rules
/// around the board.
#[must_use]
pub fn statements(old: &Draft, new: &Draft, language: Language) -> Vec<Statement> {
    let nothing = || language.of("没有规定", "not said").to_owned();
    let mut statements = Vec::new();
    let mut note = |what: &str, old: Option<String>, new: Option<String>| {
        if old != new {
            statements.push(Statement {
                what: what.to_owned(),
                old: old.unwrap_or_else(nothing),
                new: new.unwrap_or_else(nothing),
            });
        }
    };
    for fact in Fact::ALL {
        let of = |draft: &Draft| {
            let about = std::iter::once(&draft.about);
            let lineage: Vec<_> = about.chain(&draft.amended).collect();
            said(fact, &lineage, draft.procedure.as_ref(), language)
        };
        note(fact.name(language), of(old), of(new));
    }
    for order in reordered(&old.clauses, &new.clauses, language) {
        let what = match language {
            Language::Chinese => format!("{}的次序", thing(order.thing, language)),
            Language::English => format!("order of the {}s", order.thing),
        };
        let listed = |articles: &[String]| Some(language.list(articles));
        note(&what, listed(&order.old), listed(&order.new));
    }
    if old.about.id == new.about.id {
        let files = |draft: &Draft| {
            let files = draft.about.files.iter();
            Some(language.list(&files.map(|file| label(file, language)).collect::<Vec<_>>()))
        };
        note(
            language.of("规则文件", "rule files"),
            files(old),
            files(new),
        );
    }
    let (one, other) = competition(old, new, language);
    note(&label("competition.yaml", language), one, other);
    statements
}

/// The rules around the board, where they differ: only the lines that do if both editions have some.
fn competition(old: &Draft, new: &Draft, language: Language) -> (Option<String>, Option<String>) {
    let read = |draft: &Draft| draft.folder.read("competition.yaml").ok();
    let (Some(one), Some(other)) = (read(old), read(new)) else {
        let there = |draft| read(draft).map(|_| language.of("有", "there is one").to_owned());
        return (there(old), there(new));
    };
    let (one, other): (Vec<&str>, Vec<&str>) = (one.lines().collect(), other.lines().collect());
    let changed = capture_diff_slices(Algorithm::Myers, &one, &other);
    let changed = changed.iter().filter(|op| op.tag() != DiffTag::Equal);
    let (mut before, mut after) = (Vec::<&str>::new(), Vec::<&str>::new());
    for op in changed {
        before.extend(&one[op.old_range()]);
        after.extend(&other[op.new_range()]);
    }
    (Some(before.join("\n")), Some(after.join("\n")))
}

/// A case that says something else in the second edition, or is only in one of two forms of one edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Expectation {
    /// The case, and its variant.
    pub case: String,
    /// What is expected: in the language of the report.
    pub what: String,
    /// By the first; `None` where it has no such case.
    pub old: Option<String>,
    /// By the second; `None` where it has no such case.
    pub new: Option<String>,
}

/// Cases of one name and position that expect something else. Of two forms of one edition, also the cases that only one has.
#[must_use]
pub fn expectations(
    old: &[Case],
    new: &[Case],
    same_edition: bool,
    language: Language,
) -> Vec<Expectation> {
    let mut found = Vec::new();
    let whole = language.of("判例", "the case");
    let mut note = |case: &str, what: &str, old: Option<String>, new: Option<String>| {
        if old != new {
            found.push(Expectation {
                case: case.to_owned(),
                what: what.to_owned(),
                old,
                new,
            });
        }
    };
    let (before, after) = (scenarios(old), scenarios(new));
    for (id, scenario) in &before {
        match after.iter().find(|(other, _)| other == id) {
            Some((_, other)) if same_edition || scenario.fen == other.fen => {
                let (one, other) = (expected(scenario, language), expected(other, language));
                for ((what, one), (_, other)) in one.into_iter().zip(other) {
                    note(id, what, Some(one), Some(other));
                }
            }
            None if same_edition => note(id, whole, Some(scenario.fen.clone()), None),
            Some(_) | None => {}
        }
    }
    for (id, scenario) in after.iter().filter(|_| same_edition) {
        if before.iter().all(|(other, _)| other != id) {
            note(id, whole, None, Some(scenario.fen.clone()));
        }
    }
    found
}

fn scenarios(cases: &[Case]) -> Vec<(String, &Scenario)> {
    let name = |case: &Case, id: &str| match id == case.id {
        true => id.to_owned(),
        false => format!("{} {id}", case.id),
    };
    cases
        .iter()
        .flat_map(|case| {
            case.scenarios()
                .map(move |(id, scenario)| (name(case, id), scenario))
        })
        .collect()
}

/// All that a scenario expects.
fn expected(scenario: &Scenario, language: Language) -> Vec<(&'static str, String)> {
    let listed = |parts: Vec<String>| parts.join(" ");
    let targets = scenario.targets.iter().map(|targets| match targets {
        None => "~".to_owned(),
        Some(targets) => {
            let targets: Vec<_> = targets.iter().map(ToString::to_string).collect();
            format!("[{}]", targets.join(", "))
        }
    });
    let patterns = qili_board::Side::ALL.map(|side| {
        let patterns = scenario.patterns.as_ref();
        patterns.map_or_else(String::new, |patterns| patterns.of(side).to_owned())
    });
    let reaches = scenario.reaches.iter().map(|reach| {
        let to: Vec<_> = reach
            .to
            .squares()
            .map(|square| square.to_string())
            .collect();
        format!("{}: {}", reach.from, to.join(" "))
    });
    let clauses = scenario.clauses.iter();
    vec![
        (
            language.of("局面和着法", "position and moves"),
            format!("{} {}", scenario.fen, scenario.moves.join(" ")),
        ),
        (
            language.of("性质", "natures"),
            listed(scenario.natures.iter().map(ToString::to_string).collect()),
        ),
        (language.of("目标", "targets"), listed(targets.collect())),
        (language.of("形", "patterns"), patterns.join(" – ")),
        (
            language.of("裁决", "ruling"),
            scenario
                .ruling
                .map_or("", |outcome| outcome.word_in(language))
                .to_owned(),
        ),
        (
            language.of("裁决条目", "clauses of the ruling"),
            listed(clauses.map(|clause| label(clause, language)).collect()),
        ),
        (language.of("可到", "reaches"), listed(reaches.collect())),
    ]
}
