//! `POST /api/convert`: a game written in a format and a notation.

use qili_board::fen::Fen;
use qili_notation::files::{self, Format, ParseFormatError};
use qili_notation::game::NodeId;
use qili_notation::moves::ParseNotationError;
use qili_notation::{Game, Notation, Script};
use qili_words::both;
use serde::Deserialize;

use super::asked::{self, Lang, Moves, Played};
use super::read::game_of;
use super::{Answer, Question};
use crate::server::Problem;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    edition: String,
    fen: Option<String>,
    #[serde(default)]
    moves: Moves,
    game: Option<String>,
    number: Option<u64>,
    to: String,
    notation: Option<String>,
    #[serde(default)]
    traditional: bool,
    /// Only problems are said in it.
    #[serde(default, rename = "lang")]
    _lang: Lang,
}

pub(super) fn answer(question: &Question<'_>) -> Result<Answer, Problem> {
    let asked: Asked = question.json()?;
    let format: Format = asked
        .to
        .parse()
        .map_err(|error: ParseFormatError| Problem::of(&error))?;
    let book = question.edition(&asked.edition)?;
    let mut style = book.style();
    if let Some(notation) = asked.notation {
        let read = notation.parse::<Notation>();
        style.notation = read.map_err(|error: ParseNotationError| Problem::of(&error))?;
    }
    if asked.traditional {
        style.script = Script::Traditional;
    }
    let played = Played::new(asked.fen, asked.moves);
    let game = match asked.game {
        Some(_) if played.is_given() => {
            return Err(Problem::question(both!(
                "`game` 与 `fen`、`moves` 只写其一",
                "give `game`, or `fen` and `moves`"
            )));
        }
        Some(text) => game_of(&book, text.as_bytes(), asked.number.unwrap_or(1))?,
        None => {
            let (position, moves) = played.read(&book)?;
            let mut game = Game::new(Fen {
                position,
                idle_plies: 0,
                move_number: 1,
            });
            let mut last = NodeId::ROOT;
            for mv in moves {
                let added = game.tree.add(last, mv);
                last = added.map_err(|error| Problem::of(&error))?;
            }
            game
        }
    };
    // what a file would lack is no answer
    if let Some(problem) = game.errors().next() {
        return Err(Problem::of(problem));
    }
    let written = files::write(&game, format, asked::edition(&book), &style);
    Ok(Answer {
        kind: match format {
            Format::Xqf => "application/octet-stream",
            _ => "text/plain; charset=utf-8",
        },
        body: written.map_err(|error| Problem::of(&error))?,
    })
}
