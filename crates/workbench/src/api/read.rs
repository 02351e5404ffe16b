//! `POST /api/read`: the games of a file of any format, or of pasted text, with their moves played.

use std::collections::BTreeMap;

use qili_notation::Game;
use qili_notation::files;
use qili_report::Rulebook;
use qili_report::record::{self, ProblemJson};
use qili_words::{Language, both};
use serde::Serialize;

use super::{Answer, Question, asked};
use crate::server::Problem;

/// The name and version of the schema.
const SCHEMA: &str = "qili.games/1";

/// How many games of a file are shown.
const MOST: usize = 200;

#[derive(Debug, Serialize)]
struct GamesJson {
    schema: &'static str,
    edition: String,
    games: Vec<GameJson>,
    /// Whether there are more, which are not shown.
    more: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct GameJson {
    /// Its number in the file, from 1.
    game: u64,
    tags: BTreeMap<String, String>,
    recorded: &'static str,
    /// The position that it starts from.
    fen: String,
    /// The moves of the main line, in coordinates.
    moves: Vec<String>,
    problems: Vec<ProblemJson>,
}

pub(super) fn answer(question: &Question<'_>) -> Result<Answer, Problem> {
    let language = question.language();
    let name = question.named()?;
    let book = question.edition(&name)?;
    let mut found = Vec::new();
    let mut more = false;
    if let Some(fen) = position_in(question.body) {
        let start = asked::position(&book, fen)?;
        found.push(shown(
            &book,
            &Game::new(qili_board::fen::Fen {
                position: start,
                idle_plies: 0,
                move_number: 1,
            }),
            language,
        ));
    } else {
        for game in games(&book, "game", question.body)? {
            question.stop.check()?;
            if found.len() == MOST {
                more = true;
                break;
            }
            found.push(shown(&book, &game?, language));
        }
    }
    Answer::json(&GamesJson {
        schema: SCHEMA,
        edition: name,
        games: found,
        more,
    })
}

/// The text where it is nothing but one position.
fn position_in(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?.trim();
    let board = text.split_whitespace().next()?;
    let is_board = board.matches('/').count() > 1
        && board.chars().all(|c| c.is_ascii_alphanumeric() || c == '/');
    (is_board && text.lines().count() == 1).then_some(text)
}

pub(super) fn games<'b>(
    book: &'b Rulebook,
    name: &str,
    bytes: &'b [u8],
) -> Result<impl Iterator<Item = Result<Game, Problem>> + 'b, Problem> {
    let games = files::games(bytes, name, asked::edition(book));
    let games = games.map_err(|error| Problem::of(&error))?;
    Ok(games.map(move |game| game.map_err(|error| Problem::of(&error))))
}

/// One game of a text.
pub(super) fn game_of(book: &Rulebook, bytes: &[u8], number: u64) -> Result<Game, Problem> {
    let mut last = 0;
    for game in games(book, "game", bytes)? {
        let game = game?;
        if game.number == number {
            return Ok(game);
        }
        last = game.number;
    }
    Err(Problem::question(both!(
        "没有第 {number} 局：共 {last} 局",
        "there is no game {number}: the text has {last}"
    )))
}

pub(super) fn shown(book: &Rulebook, game: &Game, language: Language) -> GameJson {
    GameJson {
        game: game.number,
        tags: record::tags(game),
        recorded: game.result.symbol(),
        fen: qili_board::fen::write(&game.start.position, book.vocabulary.alphabet()),
        moves: game.moves().map(|mv| mv.to_string()).collect(),
        problems: record::problems(game, language),
    }
}
