//! A recorded game: what its record says beside the moves, and its judgement.

use std::collections::BTreeMap;

use qili_board::{Move, Side};
use qili_interpreter::procedure::{Watched, watch};
use qili_interpreter::replay::IllegalPly;
use qili_notation::Game;
use qili_notation::game::{Excerpt, GameResult};
use serde::Serialize;

use crate::game::{self, GameJson};
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
pub fn watched<'b>(book: &'b Rulebook, game: &Game) -> Result<Watched<'b>, IllegalPly> {
    let moves: Vec<Move> = game.moves().collect();
    let start = game.start.position.clone();
    let mut watched = watch(&book.engine, book.edition.procedure(), start, &moves)?;
    // of a game that could not be read to its end, the record's end is not the end of what was played
    if game.errors().next().is_none()
        && let Some((event, side)) = event(game)
    {
        watched.end_by(&book.engine, event, side);
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
    watched: &Watched<'_>,
    language: Language,
) -> RecordJson {
    RecordJson {
        file: file.to_owned(),
        game: recorded.number,
        tags: recorded
            .tags
            .iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        recorded: recorded.result.symbol(),
        problems: recorded
            .problems
            .iter()
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
            .collect(),
        judged: game::json(book, watched, language),
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
