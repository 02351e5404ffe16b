//! What committees write: rule texts, `edition.yaml`, cases, `competition.yaml` and the files of events; and a changed
//! law on a position, which is judged within its budget and alike on both wings.

use std::sync::{Arc, LazyLock};

use qili_board::{Move, Position, fen};
use qili_competition::{Competition, report};
use qili_edition::Draft;
use qili_edition::case::Case;
use qili_edition::folder::Folder;
use qili_edition::yaml::Document;
use qili_interpreter::{Cycle, Engine, judge};
use qili_lang::check::{check, lint};
use qili_lang::format::faithful;
use qili_lang::parse::{mixed_keywords, parse_recovering};
use qili_lang::syntax::Clause;
use qili_notation::moves;
use qili_report::Rulebook;
use qili_review::run::play;
use qili_words::Language;

use crate::Target;

pub(crate) const RULE_TEXT: Target = Target {
    name: "rule-text",
    run: rule_text,
};
pub(crate) const EDITION: Target = Target {
    name: "edition",
    run: edition,
};
pub(crate) const CASE: Target = Target {
    name: "case",
    run: case,
};
pub(crate) const COMPETITION: Target = Target {
    name: "competition",
    run: competition,
};
pub(crate) const EVENT: Target = Target {
    name: "event",
    run: event,
};
pub(crate) const LAW: Target = Target {
    name: "law",
    run: law,
};

/// What a judgement may ask of each search here.
const BUDGET: u32 = 50;

static BOOK: LazyLock<Rulebook> = LazyLock::new(|| {
    let club = qili_tests::root().join("tests/data/editions/club");
    Rulebook::open(&club.to_string_lossy()).unwrap()
});
static EVENTS: LazyLock<Competition> = LazyLock::new(|| Competition::open("1965").unwrap());

fn shown(problem: impl miette::Diagnostic + Send + Sync + 'static) {
    drop(format!("{:?}", miette::Report::new(problem)));
}

/// What is read is checked, and printed in both languages so that it reads back the same, or not printed.
fn rule_text(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (file, errors) = parse_recovering("input.rule", &text);
    let whole = errors.is_empty();
    errors.into_iter().take(20).for_each(shown);
    drop(mixed_keywords("input.rule", &text));
    let clauses: Vec<(usize, Clause)> = file.clauses.iter().map(|one| (0, one.clone())).collect();
    drop(check(&clauses));
    drop(lint(&clauses));
    if !whole {
        return;
    }
    for language in [Language::Chinese, Language::English] {
        if let Ok(printed) = faithful("input.rule", &file, language) {
            let (again, errors) = parse_recovering("again.rule", &printed);
            assert!(errors.is_empty(), "{printed}");
            assert_eq!(faithful("again.rule", &again, language).unwrap(), printed);
        }
    }
}

/// A folder whose `edition.yaml` it is opens, or is refused.
fn edition(input: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("edition.yaml"), input).unwrap();
    let rules =
        "language english\nclause 1 \"停着\" \"quiet\" { nature 闲 quiet when moved is 帅 }\n";
    std::fs::write(folder.path().join("rules.rule"), rules).unwrap();
    match Draft::from_folder(&Folder::Disk(folder.path().to_owned())).and_then(Draft::check) {
        Err(error) => shown(error),
        Ok(edition) => drop(edition.cases()),
    }
}

/// A case is played and judged, or refused.
fn case(input: &[u8]) {
    let case = match Case::parse("input.yaml", String::from_utf8_lossy(input)) {
        Err(error) => return shown(error),
        Ok(case) => case,
    };
    for (_, scenario) in case.scenarios() {
        match play(&BOOK, &case, scenario) {
            Err(error) => shown(error),
            Ok((start, moves)) => {
                let engine = Engine::clone(&BOOK.engine).with_budget(BUDGET);
                drop(judge(&engine, Cycle::unchecked(&start, &moves, None)));
            }
        }
    }
}

fn competition(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Err(error) = qili_competition::rules::CompetitionRules::parse("input.yaml", &*text) {
        shown(error);
    }
}

/// Whatever kind of file of an event a document is, or is taken for.
fn event(input: &[u8]) {
    let document = match Document::parse("input.yaml", String::from_utf8_lossy(input)) {
        Err(error) => return shown(error),
        Ok(document) => document,
    };
    let reports = [
        report::adjourn,
        report::clock,
        report::correct,
        report::groups,
        report::handicap,
        report::limit,
        report::offers,
        report::pairings,
        report::standings,
        report::teams,
        report::touch,
    ];
    for report in reports {
        if let Err(error) = report(&document, &EVENTS, Language::Chinese) {
            drop(format!("{error:?}"));
        }
    }
}

/// A first line with a position and moves, then clauses that stand in place of the edition's: the judgement ends
/// within its budget, and on the other wing it is the same wherever both are known.
fn law(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (first, rules) = text.split_once('\n').unwrap_or((&text, ""));
    let Some((start, played)) = stretch(first) else {
        return;
    };
    let mut clauses: Vec<(usize, Clause)> = BOOK
        .edition
        .clauses
        .iter()
        .map(|one| (0, one.clause.clone()))
        .collect();
    for clause in parse_recovering("input.rule", rules).0.clauses {
        let place = clauses
            .iter()
            .position(|(_, old)| old.article.text == clause.article.text);
        match place {
            Some(place) => clauses[place].1 = clause,
            None => clauses.push((0, clause)),
        }
    }
    let Some(engine) = check(&clauses)
        .ok()
        .and_then(|rules| Engine::new(Arc::new(rules)).ok())
    else {
        return;
    };
    let engine = engine.with_budget(BUDGET);
    let judged = judge(&engine, Cycle::unchecked(&start, &played, None));
    let mirrored: Vec<Move> = played
        .iter()
        .map(|mv| Move::new(mv.from.mirror(), mv.to.mirror()))
        .collect();
    let other = judge(&engine, Cycle::unchecked(&mirror(&start), &mirrored, None));
    for (one, other) in judged.plies.iter().zip(&other.plies) {
        if one.open.is_empty() && other.open.is_empty() {
            assert_eq!(one.natures, other.natures, "{text}");
        }
    }
}

/// The position and the moves of a line `FEN moves a0a1 …`, if they can be played by the edition.
fn stretch(line: &str) -> Option<(Position, Vec<Move>)> {
    let (position, played) = line.split_once(" moves ")?;
    let start = fen::parse(position, BOOK.vocabulary.alphabet())
        .ok()?
        .position;
    BOOK.movement().validate(&start).ok()?;
    let mut now = start.clone();
    let mut read = Vec::new();
    for text in played.split_whitespace().take(8) {
        let mv = moves::parse(text, &now, BOOK.movement(), &BOOK.vocabulary).ok()?;
        now.play(mv);
        read.push(mv);
    }
    Some((start, read))
}

fn mirror(position: &Position) -> Position {
    let mut mirrored = Position::empty(position.turn());
    for square in position.occupied().squares() {
        if let Some(piece) = position.piece_at(square) {
            mirrored.place(square.mirror(), piece);
        }
    }
    mirrored
}
