//! A whole game watched through the procedure of an edition: what would have happened when, and the ruling.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use qili_board::Side;
use qili_edition::outcome::Outcome;
use qili_interpreter::cycle::MAX_CYCLE;
use qili_interpreter::judge::{JudgedRuling, Judgement, judge};
use qili_interpreter::procedure::{Step, Watched};
use qili_interpreter::referee::{Moment, Standing, Turn};
use serde::Serialize;

use crate::explain::{self, Detail};
use crate::json::{self, CycleJson, JudgementJson, RulingJson};
use qili_words::Language;

use crate::Rulebook;

/// Which of the rulings that could be asked for are shown in full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shown {
    /// The last that is taken as made.
    #[default]
    Last,
    /// Every one.
    Every,
}

/// The judgement of a moment at which a ruling could be asked for, unless its stretch is too long to be judged.
#[must_use]
pub fn judged(book: &Rulebook, watched: &Watched, moment: &Moment) -> Option<Judgement> {
    let stretch = moment.stretch();
    (stretch.len() <= MAX_CYCLE).then(|| judge(&book.engine, watched.game().cycle(stretch)))
}

/// The judgement of the position that was ruled on last, if one was and could be judged.
#[must_use]
pub fn ruled(book: &Rulebook, watched: &Watched) -> Option<(Moment, Judgement)> {
    let moment = watched.made()?;
    Some((moment, judged(book, watched, &moment)?))
}

/// A game in words: the steps of the procedure, the cycle judged, what the game comes to.
#[must_use]
pub fn text(
    book: &Rulebook,
    watched: &Watched,
    language: Language,
    detail: Detail,
    shown: Shown,
) -> String {
    let mut text = String::new();
    for step in &watched.steps {
        let _ = writeln!(text, "{}", self::step(book, watched, step, language));
    }
    let mut any = false;
    for (moment, judged) in in_full(book, watched, shown) {
        text += &pending(&moment, language);
        text += &explain::numbered(book, &judged, moment.from + 1, language, detail);
        any = true;
    }
    if !any {
        text += &explain::board(book, watched.game().position());
        if watched.steps.is_empty() {
            text += language.of(
                "没有重复的局面，无须裁决。\n",
                "No position occurs again: there is nothing to rule on.\n",
            );
        }
    }
    text += &explain::law(book, language);
    text
}

/// The judgements that are shown: of every round the last moment, or only of what is taken as made.
pub(crate) fn in_full(
    book: &Rulebook,
    watched: &Watched,
    shown: Shown,
) -> Vec<(Moment, Judgement)> {
    match shown {
        Shown::Last => ruled(book, watched).into_iter().collect(),
        Shown::Every => {
            let rounds: BTreeMap<usize, Moment> = watched
                .claimable()
                .map(|moment| (moment.round(), *moment))
                .collect();
            let judged = |moment: Moment| Some((moment, judged(book, watched, &moment)?));
            rounds.into_values().filter_map(judged).collect()
        }
    }
}

/// Where a cycle that is judged lies.
fn pending(moment: &Moment, language: Language) -> String {
    let (now, occurrences) = (moment.repetition.now, moment.repetition.occurrences);
    let (first, plies) = (moment.from + 1, moment.stretch().len());
    match language {
        Language::Chinese => format!(
            "\n待判局面（第 {now} 着后，第 {occurrences} 次出现；循环自第 {first} 着起，共 {plies} 着）\n"
        ),
        Language::English => format!(
            "\nPending position (after ply {now}, occurring {occurrences} times; the cycle is plies {first} to {now})\n"
        ),
    }
}

/// One step of the procedure in words.
#[must_use]
pub fn step(book: &Rulebook, watched: &Watched, step: &Step, language: Language) -> String {
    match step {
        Step::TooEarly(moment) => {
            again(moment, language)
                + language.of(
                    "：未到裁决时机，继续对局",
                    ": too early for a ruling, play on",
                )
        }
        Step::Claimable { moment, made } => {
            let ruling = watched.ruling(moment);
            let by = watched.referee.claimants(moment, &ruling);
            let mut text = claim(book, moment, &by, &ruling, language);
            if !made {
                text += language.of("；无人提出，继续对局", "; nobody did, and play went on");
            }
            text
        }
        Step::Turn(turn) => self::turn(book, turn, language),
    }
}

/// That a ruling may be asked for, by whom, and what it is.
#[must_use]
pub fn claim(
    book: &Rulebook,
    moment: &Moment,
    by: &[Side],
    ruling: &JudgedRuling,
    language: Language,
) -> String {
    let mut text = again(moment, language);
    text += language.of("：", ": ");
    text += &who(by, language);
    if moment.standing == Standing::Plain {
        text += language.of("，裁判也可主动裁决", ", and the arbiter may rule unasked");
    }
    text += language.of("——", ": ");
    text + &said(book, ruling, language)
}

fn again(moment: &Moment, language: Language) -> String {
    let (now, occurrences) = (moment.repetition.now, moment.repetition.occurrences);
    match language {
        Language::Chinese => format!("第 {now} 着后局面第 {occurrences} 次出现"),
        Language::English => {
            format!("after ply {now} a position has occurred {occurrences} times")
        }
    }
}

/// Who may ask for a ruling.
fn who(by: &[Side], language: Language) -> String {
    match (by, language) {
        ([side], Language::Chinese) => format!("{}可要求裁决", side.name(language)),
        ([side], Language::English) => format!("{} may ask for a ruling", side.name(language)),
        (_, Language::Chinese) => "任一方可要求裁决".to_owned(),
        (_, Language::English) => "either player may ask for a ruling".to_owned(),
    }
}

/// A ruling and its clauses.
pub(crate) fn said(book: &Rulebook, ruling: &JudgedRuling, language: Language) -> String {
    let clauses = book.numbers(&ruling.clauses, language);
    let said = book.ruling(ruling, language);
    if clauses.is_empty() {
        said
    } else {
        format!("{said} [{}]", clauses.join(", "))
    }
}

fn turn(book: &Rulebook, turn: &Turn, language: Language) -> String {
    match (turn, language) {
        (Turn::Complied { side, ply }, Language::Chinese) => {
            format!("第 {ply} 着：{}已变着，继续对局", side.name(language))
        }
        (Turn::Complied { side, ply }, Language::English) => {
            format!("ply {ply}: {} has changed, play on", side.name(language))
        }
        (Turn::Ignored { side, ply }, Language::Chinese) => {
            format!("第 {ply} 着：{}未在限着内变着，作负", side.name(language))
        }
        (Turn::Ignored { side, ply }, Language::English) => {
            format!(
                "ply {ply}: {} has not changed within the moves allowed and loses",
                side.name(language)
            )
        }
        (Turn::Ended { by, ply }, Language::Chinese) => {
            format!(
                "第 {ply} 着后终局：{}，据 {}",
                by.outcome.result(language),
                book.cited(by.clause, language)
            )
        }
        (Turn::Ended { by, ply }, Language::English) => {
            format!(
                "after ply {ply} the game is over: {}, by {}",
                by.outcome.result(language),
                book.cited(by.clause, language)
            )
        }
    }
}

/// A game for programs: the judgement of its last ruling, every claim that was open, and every step.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
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
    /// Every moment at which a ruling could be asked for.
    pub claims: Vec<ClaimJson>,
    /// The steps of the procedure.
    pub procedure: Vec<StepJson>,
}

/// A moment at which a ruling could be asked for.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct ClaimJson {
    /// After which ply, from 1.
    pub ply: usize,
    /// How often the position has occurred.
    pub occurrences: usize,
    /// Who could ask: `red`, `black`.
    pub by: Vec<&'static str>,
    /// Whether the arbiter could also rule unasked.
    pub unasked: bool,
    /// Whether the ruling is taken as made: asked for, or the game stopped there.
    pub made: bool,
    /// What the ruling is, or would have been.
    pub ruling: RulingJson,
    /// The whole judgement, where every one is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<JudgementJson>,
}

/// A step of the procedure for programs.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
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
pub fn json(book: &Rulebook, watched: &Watched, language: Language, shown: Shown) -> GameJson {
    let start = qili_board::fen::write(watched.game().start(), book.vocabulary.alphabet());
    let judgement = match ruled(book, watched) {
        Some((moment, judged)) => judgement_json(book, &moment, &judged, language),
        None => {
            let over = watched.referee.status().is_over();
            let ruling = match watched.ruled() {
                Some((_, unjudged)) if !over => unjudged,
                _ => JudgedRuling {
                    outcome: watched.outcome(),
                    clauses: watched.ending().into_iter().collect(),
                    ways: Vec::new(),
                    open: None,
                },
            };
            let mut judgement = json::without_cycle(book, &start, &ruling, language);
            if over {
                judgement.ruling.text = ruling.outcome.result(language).to_owned();
            }
            judgement
        }
    };
    let claims = watched.steps.iter().filter_map(|step| match step {
        Step::Claimable { moment, made } => {
            Some(claim_json(book, watched, moment, *made, (language, shown)))
        }
        _ => None,
    });
    GameJson {
        judgement,
        start,
        length: watched.game().moves().len(),
        result: watched.outcome().to_string(),
        claims: claims.collect(),
        procedure: watched
            .steps
            .iter()
            .map(|step| step_json(book, watched, step))
            .collect(),
    }
}

fn judgement_json(
    book: &Rulebook,
    moment: &Moment,
    judged: &Judgement,
    language: Language,
) -> JudgementJson {
    let cycle = CycleJson {
        start: moment.from + 1,
        length: moment.stretch().len(),
        occurrences: moment.repetition.occurrences,
    };
    json::judgement(book, judged, moment.from + 1, Some(cycle), language)
}

fn claim_json(
    book: &Rulebook,
    watched: &Watched,
    moment: &Moment,
    made: bool,
    (language, shown): (Language, Shown),
) -> ClaimJson {
    let ruling = watched.ruling(moment);
    let by = watched.referee.claimants(moment, &ruling).into_iter();
    let judgement = match shown {
        Shown::Last => None,
        Shown::Every => judged(book, watched, moment)
            .map(|judged| judgement_json(book, moment, &judged, language)),
    };
    ClaimJson {
        ply: moment.repetition.now,
        occurrences: moment.repetition.occurrences,
        by: by.map(json::side).collect(),
        unasked: moment.standing == Standing::Plain,
        made,
        ruling: json::ruling(book, &ruling, language),
        judgement,
    }
}

fn step_json(book: &Rulebook, watched: &Watched, step: &Step) -> StepJson {
    let plain = |ply, event| StepJson {
        ply,
        event,
        occurrences: None,
        outcome: None,
        clauses: Vec::new(),
    };
    match step {
        Step::TooEarly(moment) => StepJson {
            occurrences: Some(moment.repetition.occurrences),
            ..plain(moment.repetition.now, "too-early")
        },
        Step::Claimable { moment, .. } => {
            let ruling = watched.ruling(moment);
            let event = match moment.standing {
                Standing::Plain => "plain",
                Standing::Askable | Standing::TooEarly => "pending",
            };
            StepJson {
                occurrences: Some(moment.repetition.occurrences),
                outcome: Some(ruling.outcome.to_string()),
                clauses: json::articles(book, &ruling.clauses),
                ..plain(moment.repetition.now, event)
            }
        }
        Step::Turn(Turn::Complied { ply, .. }) => plain(*ply, "complied"),
        Step::Turn(Turn::Ignored { side, ply }) => StepJson {
            outcome: Some(Outcome::loses(*side).to_string()),
            ..plain(*ply, "ignored")
        },
        Step::Turn(Turn::Ended { by, ply }) => StepJson {
            outcome: Some(by.outcome.to_string()),
            clauses: json::articles(book, &[by.clause]),
            ..plain(*ply, "ended")
        },
    }
}
