//! A whole game watched through the procedure of an edition: what would have happened when, and the ruling.

use std::fmt::Write as _;

use qili_interpreter::judge::{JudgedRuling, Judgement, judge};
use qili_interpreter::procedure::{Step, Watched};
use qili_interpreter::replay::Repetition;
use serde::Serialize;

use crate::explain::{self, Detail};
use crate::json::{self, CycleJson, JudgementJson};
use qili_words::Language;

use crate::Rulebook;

/// The judgement of the position that was ruled on last, if one was and could be judged.
#[must_use]
pub fn ruled(book: &Rulebook, watched: &Watched<'_>) -> Option<(Repetition, Judgement)> {
    let (repetition, _) = watched.ruled.as_ref()?;
    if !repetition.can_be_judged() {
        return None;
    }
    Some((
        *repetition,
        judge(&book.engine, watched.replay.cycle(*repetition)),
    ))
}

/// A game in words: the steps of the procedure, the cycle judged, what the game comes to.
#[must_use]
pub fn text(book: &Rulebook, watched: &Watched<'_>, language: Language, detail: Detail) -> String {
    let mut text = String::new();
    for step in &watched.steps {
        let _ = writeln!(text, "{}", self::step(book, step, language));
    }
    match ruled(book, watched) {
        Some((repetition, judged)) => {
            let _ = match language {
                Language::Chinese => writeln!(
                    text,
                    "\n待判局面（第 {} 着后，第 {} 次出现；循环自第 {} 着起，共 {} 着）",
                    repetition.now,
                    repetition.occurrences,
                    repetition.since + 1,
                    repetition.now - repetition.since
                ),
                Language::English => writeln!(
                    text,
                    "\nPending position (after ply {}, occurring {} times; the cycle is plies {} to {})",
                    repetition.now,
                    repetition.occurrences,
                    repetition.since + 1,
                    repetition.now
                ),
            };
            text += &explain::numbered(book, &judged, repetition.since + 1, language, detail);
        }
        None => {
            text += &explain::board(book, watched.replay.position());
            if watched.steps.is_empty() {
                text += language.of(
                    "没有重复的局面，无须裁决。\n",
                    "No position occurs again: there is nothing to rule on.\n",
                );
            }
        }
    }
    text += &explain::law(book, language);
    text
}

/// One step of the procedure in words.
#[must_use]
pub fn step(book: &Rulebook, step: &Step, language: Language) -> String {
    let again = |repetition: &Repetition| match language {
        Language::Chinese => format!(
            "第 {} 着后局面第 {} 次出现",
            repetition.now, repetition.occurrences
        ),
        Language::English => {
            format!(
                "after ply {} a position has occurred {} times",
                repetition.now, repetition.occurrences
            )
        }
    };
    let ruling = |ruling: &JudgedRuling| {
        let clauses: Vec<String> = ruling
            .clauses
            .iter()
            .map(|&id| book.clause(id).article.clone())
            .collect();
        let said = book.ruling(ruling, language);
        if clauses.is_empty() {
            said
        } else {
            format!("{said} [{}]", clauses.join(", "))
        }
    };
    match (step, language) {
        (Step::TooEarly(repetition), Language::Chinese) => {
            format!("{}：未到裁决时机，继续对局", again(repetition))
        }
        (Step::TooEarly(repetition), Language::English) => {
            format!("{}: too early for a ruling, play on", again(repetition))
        }
        (Step::Pending(repetition, made), Language::Chinese) => {
            format!("{}：棋手可要求裁决——{}", again(repetition), ruling(made))
        }
        (Step::Pending(repetition, made), Language::English) => {
            format!(
                "{}: a player may ask for a ruling: {}",
                again(repetition),
                ruling(made)
            )
        }
        (Step::Plain(repetition, made), Language::Chinese) => {
            format!("{}：裁判可主动裁决——{}", again(repetition), ruling(made))
        }
        (Step::Plain(repetition, made), Language::English) => {
            format!(
                "{}: the arbiter may rule unasked: {}",
                again(repetition),
                ruling(made)
            )
        }
        (Step::Complied { side, ply }, Language::Chinese) => {
            format!("第 {ply} 着：{}已变着，继续对局", side.name(language))
        }
        (Step::Complied { side, ply }, Language::English) => {
            format!("ply {ply}: {} has changed, play on", side.name(language))
        }
        (Step::Ignored { side, ply }, Language::Chinese) => {
            format!("第 {ply} 着：{}未在限着内变着，作负", side.name(language))
        }
        (Step::Ignored { side, ply }, Language::English) => {
            format!(
                "ply {ply}: {} has not changed within the moves allowed and loses",
                side.name(language)
            )
        }
        (Step::Ended { by, ply }, Language::Chinese) => {
            format!(
                "第 {ply} 着后终局：{}，据 {}",
                by.outcome.result(language),
                book.cited(by.clause, language)
            )
        }
        (Step::Ended { by, ply }, Language::English) => {
            format!(
                "after ply {ply} the game is over: {}, by {}",
                by.outcome.result(language),
                book.cited(by.clause, language)
            )
        }
    }
}

/// A game for programs: the judgement of its last ruling, and every step.
#[derive(Debug, Clone, Serialize)]
pub struct GameJson {
    /// The judgement; without a repetition its plies are empty and its outcome is that of the game's end, or `none`.
    #[serde(flatten)]
    pub judgement: JudgementJson,
    /// The position that the game starts from.
    pub start: String,
    /// Number of plies in the game.
    pub length: usize,
    /// What the game comes to: by a ruling, by not complying with one, or by its end on the board.
    pub result: String,
    /// The steps of the procedure.
    pub procedure: Vec<StepJson>,
}

/// A step of the procedure for programs.
#[derive(Debug, Clone, Serialize)]
pub struct StepJson {
    /// After which ply, from 1.
    pub ply: usize,
    /// `too-early`, `pending`, `plain`, `complied`, `ignored`, `ended`
    pub event: &'static str,
    /// How often the position has occurred, where it is about that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occurrences: Option<usize>,
    /// What it means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The clauses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
}

/// A game for programs.
#[must_use]
pub fn json(book: &Rulebook, watched: &Watched<'_>, language: Language) -> GameJson {
    let start = qili_board::fen::write(watched.replay.start(), book.vocabulary.alphabet());
    let judgement = match ruled(book, watched) {
        Some((repetition, judged)) => {
            let Repetition {
                since,
                now,
                occurrences,
            } = repetition;
            let cycle = CycleJson {
                start: since + 1,
                length: now - since,
                occurrences,
            };
            json::judgement(book, &judged, since + 1, Some(cycle), language)
        }
        None => {
            let ruling = match &watched.ruled {
                Some((_, unjudged)) if !watched.is_over() => unjudged.clone(),
                _ => JudgedRuling {
                    outcome: watched.outcome,
                    clauses: watched.ended().into_iter().collect(),
                    ways: Vec::new(),
                    open: None,
                },
            };
            json::without_cycle(book, &start, &ruling, language)
        }
    };
    GameJson {
        judgement,
        start,
        length: watched.replay.moves().len(),
        result: watched.outcome.to_string(),
        procedure: watched
            .steps
            .iter()
            .map(|step| step_json(book, step))
            .collect(),
    }
}

fn step_json(book: &Rulebook, step: &Step) -> StepJson {
    let plain = |ply, event| StepJson {
        ply,
        event,
        occurrences: None,
        outcome: None,
        clauses: Vec::new(),
    };
    let ruled = |repetition: &Repetition, ruling: &JudgedRuling, event| StepJson {
        occurrences: Some(repetition.occurrences),
        outcome: Some(ruling.outcome.to_string()),
        clauses: json::articles(book, &ruling.clauses),
        ..plain(repetition.now, event)
    };
    match step {
        Step::TooEarly(repetition) => StepJson {
            occurrences: Some(repetition.occurrences),
            ..plain(repetition.now, "too-early")
        },
        Step::Pending(repetition, ruling) => ruled(repetition, ruling, "pending"),
        Step::Plain(repetition, ruling) => ruled(repetition, ruling, "plain"),
        Step::Complied { ply, .. } => plain(*ply, "complied"),
        Step::Ignored { side, ply } => StepJson {
            outcome: Some(qili_edition::outcome::Outcome::loses(*side).to_string()),
            ..plain(*ply, "ignored")
        },
        Step::Ended { by, ply } => StepJson {
            outcome: Some(by.outcome.to_string()),
            clauses: json::articles(book, &[by.clause]),
            ..plain(*ply, "ended")
        },
    }
}
