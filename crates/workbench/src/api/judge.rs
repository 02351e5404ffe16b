//! `POST /api/judge`: what the command `judge` answers, for one game or stretch, by one edition or by several.

use qili_interpreter::judge;
use qili_interpreter::procedure::{Policy, watch};
use qili_notation::Game;
use qili_report::comparison::{self, Column, Compared};
use qili_report::game::Shown;
use qili_report::{Rulebook, game, json, record};
use qili_words::{Language, both};
use serde::Deserialize;

use super::asked::{Lang, Played};
use super::read::game_of;
use super::{Answer, Question};
use crate::server::Problem;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    edition: Option<String>,
    #[serde(default)]
    editions: Vec<String>,
    fen: Option<String>,
    #[serde(default)]
    moves: super::asked::Moves,
    game: Option<String>,
    number: Option<u64>,
    #[serde(default)]
    cycle: bool,
    #[serde(default)]
    claim: Claim,
    #[serde(default)]
    lang: Lang,
}

/// Which of the rulings that could have been asked for in a whole game are made.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Claim {
    #[default]
    Last,
    First,
    Every,
}

impl Claim {
    const fn policy(self) -> (Policy, Shown) {
        match self {
            Self::Last => (Policy::Last, Shown::Last),
            Self::First => (Policy::First, Shown::Last),
            Self::Every => (Policy::Last, Shown::Every),
        }
    }
}

pub(super) fn answer(question: &Question<'_>) -> Result<Answer, Problem> {
    let Asked {
        edition,
        editions,
        fen,
        moves,
        game,
        number,
        cycle,
        claim,
        lang,
    } = question.json()?;
    let language = lang.into();
    let played = Played::new(fen, moves);
    let game = match game {
        Some(_) if played.is_given() => {
            return Err(Problem::question(both!(
                "`game` 与 `fen`、`moves` 只写其一",
                "give `game`, or `fen` and `moves`"
            )));
        }
        game => game.map(|text| (text, number.unwrap_or(1))),
    };
    match (edition, &editions[..]) {
        (Some(name), []) => {
            let book = question.edition(&name)?;
            match (game, cycle) {
                (None, true) => stretch(&book, &played, language),
                (None, false) => whole(&book, &played, claim, language),
                (Some((text, number)), cycle) => {
                    let game = game_of(&book, text.as_bytes(), number)?;
                    recorded(&book, &game, cycle, claim, language)
                }
            }
        }
        (None, [_, ..]) if cycle && game.is_none() => {
            compared(question, &editions, &played, language)
        }
        (None, [_, ..]) => Err(Problem::question(both!(
            "`editions` 比较的是一段着法：写 `fen`、`moves` 和 `cycle`",
            "`editions` are compared on a stretch: give `fen`, `moves` and `cycle`"
        ))),
        _ => Err(Problem::question(both!(
            "写 `edition`，或用 `editions` 写几个",
            "give `edition`, or several as `editions`"
        ))),
    }
}

/// `judge --fen FEN --moves MOVES --cycle`
fn stretch(book: &Rulebook, played: &Played, language: Language) -> Result<Answer, Problem> {
    let judged = judge(&book.engine, played.cycle(book)?);
    Answer::json(&json::stretch(book, &judged, language))
}

/// `judge --fen FEN --moves MOVES`
fn whole(
    book: &Rulebook,
    played: &Played,
    claim: Claim,
    language: Language,
) -> Result<Answer, Problem> {
    let (start, moves) = played.read(book)?;
    let (policy, shown) = claim.policy();
    let watched = watch(
        &book.engine,
        book.edition.procedure(),
        start,
        &moves,
        policy,
    );
    let watched = watched.map_err(|error| Problem::of(&error))?;
    Answer::json(&game::json(book, &watched, language, shown))
}

/// `judge FILE`, of one game
fn recorded(
    book: &Rulebook,
    game: &Game,
    cycle: bool,
    claim: Claim,
    language: Language,
) -> Result<Answer, Problem> {
    const FILE: &str = "-";
    if cycle {
        let judged = record::judged(book, game);
        let judged = judged.as_ref().map_err(Option::as_ref);
        return Answer::json(&record::stretch_json(book, FILE, game, judged, language));
    }
    let (policy, shown) = claim.policy();
    let watched = record::watched(book, game, policy);
    let watched = watched.map_err(|error| Problem::of(&error))?;
    Answer::json(&record::json(book, FILE, game, &watched, language, shown))
}

/// `judge --compare EDITIONS --fen FEN --moves MOVES --cycle`
fn compared(
    question: &Question<'_>,
    editions: &[String],
    played: &Played,
    language: Language,
) -> Result<Answer, Problem> {
    let books = editions.iter().map(|name| question.edition(name));
    let books = books.collect::<Result<Vec<_>, _>>()?;
    let columns = editions.iter().zip(&books).map(|(name, book)| {
        let said = judge(&book.engine, played.cycle(book)?);
        Ok(Column { name, book, said })
    });
    let compared = Compared::Stretch(columns.collect::<Result<_, Problem>>()?);
    let compared = comparison::json(&compared, None, language);
    Answer::json(&compared.map_err(|error| Problem::json(&error))?)
}
