//! A recorded game: what its record says beside the moves, and its judgement.

use std::collections::BTreeMap;

use qili_board::{Move, Side};
use qili_edition::outcome::Outcome;
use qili_interpreter::cycle::CycleError;
use qili_interpreter::judge::{JudgedRuling, Judgement};
use qili_interpreter::procedure::{Policy, Watched, watch};
use qili_interpreter::replay::IllegalPly;
use qili_notation::Game;
use qili_notation::game::{Excerpt, GameResult};
use serde::Serialize;

use crate::game::{self, GameJson, Shown};
use crate::json::{JudgementJson, stretch, without_cycle};
use qili_words::Language;

use crate::Rulebook;

/// Words by which records tell what ended a game, and the event that editions know it as.
///
/// Where an edition has no ending on the event, nothing is concluded from it.
const EVENTS: [(&str, &[&str]); 4] = [
    (
        "resignation",
        &["resign", "认输", "認輸", "认负", "認負", "投子"],
    ),
    (
        "agreement",
        &["agree", "议和", "議和", "协议和", "協議和", "同意作和"],
    ),
    (
        "time",
        &[
            "time forfeit",
            "on time",
            "timeout",
            "time out",
            "超时",
            "超時",
        ],
    ),
    ("lateness", &["late arrival", "迟到", "遲到"]),
];

/// Watches a recorded game through the edition's procedure; where the record says how it ended beside the board, by
/// resignation or agreement for example, the edition's clause on that is its last step.
///
/// # Errors
/// A move that cannot be played, which a [`Game`] has none of.
pub fn watched(book: &Rulebook, game: &Game, policy: Policy) -> Result<Watched, IllegalPly> {
    let moves: Vec<Move> = game.moves().collect();
    let start = game.start.position.clone();
    let mut watched = watch(
        &book.engine,
        book.edition.procedure(),
        start,
        &moves,
        policy,
    )?;
    // of a game that could not be read to its end, the record's end is not the end of what was played
    if game.errors().next().is_none()
        && let Some((event, side)) = event(game)
    {
        watched.end_by(event, side);
    }
    Ok(watched)
}

/// What the record says that ended the game, and to whom it happened.
fn event(game: &Game) -> Option<(&'static str, Side)> {
    let said = game.tags.get("Termination")?.to_lowercase();
    let (event, _) = EVENTS
        .iter()
        .find(|(_, words)| words.iter().any(|word| said.contains(word)))?;
    match game.result {
        GameResult::Win(winner) => Some((event, !winner)),
        // a draw befalls both
        GameResult::Draw => Some((event, Side::Red)),
        GameResult::Unknown => None,
    }
}

/// A recorded game for programs: one line of a stream of games.
#[derive(Debug, Clone, Serialize)]
pub struct RecordJson {
    /// The file's name, or `-` for standard input.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// What the record says beside the moves: players, event, result, under the names of PGN.
    pub tags: BTreeMap<String, String>,
    /// How it ended, by its record: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub recorded: &'static str,
    /// Whether that agrees with the ruling; null where one of them says nothing.
    pub agrees: Option<bool>,
    /// What could not be read or played; the judgement is of what could.
    pub problems: Vec<ProblemJson>,
    /// The judgement.
    #[serde(flatten)]
    pub judged: GameJson,
}

/// A problem for programs.
#[derive(Debug, Clone, Serialize)]
pub struct ProblemJson {
    /// What is wrong.
    pub message: String,
    /// `error`, or `warning` where the main line of the game is whole.
    pub severity: &'static str,
    /// The line of the file, from 1; of a binary file there is none.
    pub line: Option<u64>,
    /// The character of the line, from 1.
    pub column: Option<usize>,
    /// The ply, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// A recorded game for programs.
#[must_use]
pub fn json(
    book: &Rulebook,
    file: &str,
    recorded: &Game,
    watched: &Watched,
    language: Language,
    shown: Shown,
) -> RecordJson {
    RecordJson {
        file: file.to_owned(),
        game: recorded.number,
        tags: tags(recorded),
        recorded: recorded.result.symbol(),
        agrees: agrees(watched, recorded.result),
        problems: problems(recorded),
        judged: game::json(book, watched, language, shown),
    }
}

pub(crate) fn tags(recorded: &Game) -> BTreeMap<String, String> {
    let tags = recorded.tags.iter();
    tags.map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

fn problems(recorded: &Game) -> Vec<ProblemJson> {
    let problems = recorded.problems.iter();
    problems
        .map(|problem| ProblemJson {
            message: problem.kind.to_string(),
            severity: if problem.is_warning() {
                "warning"
            } else {
                "error"
            },
            line: problem.excerpt.as_ref().map(|excerpt| excerpt.line),
            column: problem.excerpt.as_ref().map(Excerpt::column),
            ply: problem.ply,
        })
        .collect()
}

/// Whether a recorded result is what the ruling on the end of the game says, or what else the game comes to; `None` where
/// one of the two says nothing. A side that must change has not lost yet, but has neither won nor drawn.
#[must_use]
pub fn agrees(watched: &Watched, recorded: GameResult) -> Option<bool> {
    let length = watched.game().moves().len();
    let at_the_end = watched
        .ruled()
        .filter(|(moment, _)| moment.repetition.now == length);
    let outcome = at_the_end.map_or_else(|| watched.outcome(), |(_, ruling)| ruling.outcome);
    match (outcome, recorded) {
        (Outcome::None | Outcome::Undetermined, _) | (_, GameResult::Unknown) => None,
        (outcome, GameResult::Draw) => Some(outcome == Outcome::Draw),
        (outcome, GameResult::Win(winner)) => Some(outcome.against() == Some(!winner)),
    }
}

/// A line on whether the recorded result agrees, where both say something; ends with a line break.
#[must_use]
pub fn agreement(watched: &Watched, recorded: GameResult, language: Language) -> String {
    let recorded_as = recorded.symbol();
    match (agrees(watched, recorded), language) {
        (None, _) => String::new(),
        (Some(true), Language::Chinese) => format!("记录的结果 {recorded_as} 与此相符。\n"),
        (Some(false), Language::Chinese) => format!("记录的结果 {recorded_as} 与此不符。\n"),
        (Some(true), Language::English) => {
            format!("The recorded result, {recorded_as}, agrees with this.\n")
        }
        (Some(false), Language::English) => {
            format!("The recorded result, {recorded_as}, differs from this.\n")
        }
    }
}

/// A recorded stretch that was judged as a cycle, for programs: one line of a stream of stretches.
#[derive(Debug, Clone, Serialize)]
pub struct StretchJson {
    /// The file's name, or `-` for standard input.
    pub file: String,
    /// The number of the stretch in its file, from 1.
    pub game: u64,
    /// What the record says beside the moves, under the names of PGN.
    pub tags: BTreeMap<String, String>,
    /// What could not be read or played, or why it is no cycle.
    pub problems: Vec<ProblemJson>,
    /// The judgement; without plies where there is a problem.
    #[serde(flatten)]
    pub judgement: JudgementJson,
}

/// A recorded stretch for programs: its judgement, or why it has none where its own problems do not say so.
#[must_use]
pub fn stretch_json(
    book: &Rulebook,
    file: &str,
    recorded: &Game,
    judged: Result<&Judgement, Option<&CycleError>>,
    language: Language,
) -> StretchJson {
    let mut problems = problems(recorded);
    let judgement = match judged {
        Ok(judged) => stretch(book, judged, language),
        Err(error) => {
            problems.extend(error.map(|error| ProblemJson {
                message: error.to_string(),
                severity: "error",
                line: None,
                column: None,
                ply: None,
            }));
            let start = &recorded.start.position;
            let fen = qili_board::fen::write(start, book.vocabulary.alphabet());
            without_cycle(book, &fen, &JudgedRuling::none(), language)
        }
    };
    StretchJson {
        file: file.to_owned(),
        game: recorded.number,
        tags: tags(recorded),
        problems,
        judgement,
    }
}

/// One line that tells which game it is: file and number, players, event, result.
#[must_use]
pub fn heading(file: &str, game: &Game, language: Language) -> String {
    let known = |text: &&str| !text.is_empty() && *text != "?";
    let player = |side| {
        game.player(side)
            .filter(known)
            .unwrap_or_else(|| side.name(language))
    };
    let number = match language {
        Language::Chinese => format!("{file} 第 {} 局", game.number),
        Language::English => format!("{file}, game {}", game.number),
    };
    let event = game
        .tags
        .get("Event")
        .filter(known)
        .map(|event| format!(" ({event})"))
        .unwrap_or_default();
    format!(
        "── {number}{}{} – {}{event}, {}\n",
        language.of("：", ": "),
        player(Side::Red),
        player(Side::Black),
        game.result
    )
}
