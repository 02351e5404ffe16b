//! `POST /api/read`: the games of a file of any format, or of pasted text, with their moves played.

use std::collections::BTreeMap;

use qili_notation::Game;
use qili_notation::files;
use qili_report::record::{self, ProblemJson};
use qili_report::{Rulebook, given};
use qili_words::Language;
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
struct GameJson {
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
    let name = question.parameter("edition");
    let name = name.ok_or_else(|| Problem::question("give `?edition=`"))?;
    let book = question.edition(name)?;
    let mut games = Vec::new();
    let mut more = false;
    if let Some(fen) = position_in(question.body) {
        let start = given::position(&book, fen).map_err(|error| {
            let squares = error.squares();
            Problem::of(&error, language).on(squares)
        })?;
        games.push(shown(
            &book,
            &Game::new(qili_board::fen::Fen {
                position: start,
                idle_plies: 0,
                move_number: 1,
            }),
            language,
        ));
    } else {
        for game in read(&book, question.body, language)? {
            question.stop.check()?;
            if games.len() == MOST {
                more = true;
                break;
            }
            games.push(shown(&book, &game?, language));
        }
    }
    Answer::json(&GamesJson {
        schema: SCHEMA,
        edition: name.to_owned(),
        games,
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

fn read<'b>(
    book: &'b Rulebook,
    bytes: &'b [u8],
    language: Language,
) -> Result<impl Iterator<Item = Result<Game, Problem>> + 'b, Problem> {
    let games = files::games(bytes, "game", asked::edition(book));
    let games = games.map_err(|error| Problem::of(&error, language))?;
    Ok(games.map(move |game| game.map_err(|error| Problem::of(&error, language))))
}

/// One game of a text.
pub(super) fn game_of(
    book: &Rulebook,
    bytes: &[u8],
    number: u64,
    language: Language,
) -> Result<Game, Problem> {
    let mut last = 0;
    for game in read(book, bytes, language)? {
        let game = game?;
        if game.number == number {
            return Ok(game);
        }
        last = game.number;
    }
    Err(Problem::question(format!(
        "there is no game {number}: the text has {last}"
    )))
}

fn shown(book: &Rulebook, game: &Game, language: Language) -> GameJson {
    GameJson {
        game: game.number,
        tags: record::tags(game),
        recorded: game.result.symbol(),
        fen: qili_board::fen::write(&game.start.position, book.vocabulary.alphabet()),
        moves: game.moves().map(|mv| mv.to_string()).collect(),
        problems: record::problems(game, language),
    }
}
