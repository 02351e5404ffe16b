//! `POST /api/draw`: a position as SVG, PNG or text, as the command `board` draws it; `GET /api/men.svg`: the parts that pages draw with.

use qili_board::{Move, Position, Square};
use qili_notation::Script;
use qili_notation::diagram::{self, Options};
use qili_words::both;
use serde::Deserialize;

use super::asked::{self, Lang, Moves, Played};
use super::{Answer, Question};
use crate::server::Problem;

/// The width of a picture, in pixels, where the question does not say.
const WIDTH: u32 = 616;

/// The widest picture that the server draws.
const MAX_WIDTH: u32 = 2464;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    edition: String,
    fen: Option<String>,
    #[serde(default)]
    moves: Moves,
    /// A line of play from there, which is shown and not played; its first move may be either side's.
    #[serde(default)]
    line: Vec<String>,
    /// Points to circle.
    #[serde(default)]
    targets: Vec<String>,
    /// What stands below, in letters and digits.
    #[serde(default)]
    caption: String,
    #[serde(default)]
    forms: bool,
    #[serde(default)]
    traditional: bool,
    #[serde(default)]
    format: Form,
    width: Option<u32>,
    /// Only problems are said in it.
    #[serde(default, rename = "lang")]
    _lang: Lang,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    #[default]
    Svg,
    Png,
    Text,
}

pub(super) fn answer(question: &Question<'_>) -> Result<Answer, Problem> {
    let asked: Asked = question.json()?;
    let book = question.edition(&asked.edition)?;
    let (start, moves) = Played::new(asked.fen, asked.moves).read(&book)?;
    let mut position = start;
    for &mv in &moves {
        position.play(mv);
    }
    let options = Options {
        script: match asked.traditional {
            true => Script::Traditional,
            false => Script::Simplified,
        },
        last: moves.last().copied(),
        targets: asked
            .targets
            .iter()
            .map(|text| square(text))
            .collect::<Result<_, _>>()?,
        line: line(&asked.line, &position)?,
        forms: asked.forms,
        caption: asked.caption,
    };
    let edition = asked::edition(&book);
    Ok(match asked.format {
        Form::Text => Answer::text(diagram::text(&position, &book.vocabulary, &options)),
        Form::Svg => Answer {
            kind: "image/svg+xml",
            body: diagram::svg(&position, edition, &options).into_bytes(),
        },
        Form::Png => {
            let width = asked.width.unwrap_or(WIDTH).min(MAX_WIDTH);
            let drawn = diagram::png(&position, edition, &options, width);
            Answer {
                kind: "image/png",
                body: drawn.map_err(|error| Problem::of(&error))?,
            }
        }
    })
}

fn square(text: &str) -> Result<Square, Problem> {
    let bad = |_| {
        Problem::question(both!(
            "`{text}` 不是棋盘上的点",
            "`{text}` is no point of the board"
        ))
    };
    text.parse().map_err(bad)
}

/// A line in coordinates; it is somebody's answer, so what matters is that every move has a man to move.
fn line(texts: &[String], position: &Position) -> Result<Vec<Move>, Problem> {
    let mut position = position.clone();
    let moves = texts.iter().map(|text| {
        let read = text.parse::<Move>().ok();
        let mv = read.filter(|mv| position.piece_at(mv.from).is_some());
        let mv = mv.ok_or_else(|| {
            Problem::question(both!("`{text}` 没有棋子可走", "`{text}` moves nothing"))
        })?;
        position.play(mv);
        Ok(mv)
    });
    moves.collect()
}

/// Every man of an edition and the empty board, as definitions and a group that a page can use.
pub(super) fn men(question: &Question<'_>) -> Result<Answer, Problem> {
    let name = question.named()?;
    let book = question.edition(&name)?;
    Ok(Answer {
        kind: "image/svg+xml",
        body: crate::board::men(&book).into_bytes(),
    })
}
