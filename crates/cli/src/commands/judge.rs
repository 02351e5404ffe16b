//! `qili judge`

mod compare;
mod many;

use qili_board::{Move, Position};
use qili_interpreter::procedure::watch;
use qili_interpreter::{Cycle, judge};
use qili_report::explain::{self, Detail};
use qili_report::{Rulebook, game, json};
use serde::Serialize;

use super::given::{moves_from, position_from};
use crate::arguments::{Judge, JudgeFormat};
use crate::output::{Done, Failure, print, print_json, print_json_line};

pub(crate) fn run(arguments: &Judge) -> Done {
    if !arguments.compare.is_empty() {
        return compare::run(arguments);
    }
    let mut book = Rulebook::open(&arguments.rules.rules)?;
    if let Some(nodes) = arguments.budget {
        book = book.with_budget(nodes);
    }
    if arguments.files.is_empty() {
        let (start, moves) = position_and_moves(&book, arguments)?;
        return if arguments.cycle {
            cycle(&book, arguments, &start, &moves)
        } else {
            one_game(&book, arguments, start, &moves)
        };
    }
    many::run(&book, arguments)
}

const fn detail(arguments: &Judge) -> Detail {
    if arguments.explain {
        Detail::Full
    } else {
        Detail::Short
    }
}

fn cycle(book: &Rulebook, arguments: &Judge, start: &Position, moves: &[Move]) -> Done {
    let judged = judge(&book.engine, Cycle::new(start, moves, None));
    let language = arguments.lang.language();
    match arguments.format {
        JudgeFormat::Text => {
            let text = explain::judgement(book, &judged, language, detail(arguments));
            print(&(text + &explain::law(book, language)))
        }
        JudgeFormat::Json | JudgeFormat::Jsonl => {
            let json = json::stretch(book, &judged, language);
            print_as(arguments.format, &json)
        }
    }
}

fn one_game(book: &Rulebook, arguments: &Judge, start: Position, moves: &[Move]) -> Done {
    let watched = watch(&book.engine, book.edition.procedure(), start, moves)?;
    let language = arguments.lang.language();
    match arguments.format {
        JudgeFormat::Text => print(&game::text(book, &watched, language, detail(arguments))),
        format => print_as(format, &game::json(book, &watched, language)),
    }
}

fn print_as(format: JudgeFormat, value: &impl Serialize) -> Done {
    match format {
        JudgeFormat::Jsonl => print_json_line(value),
        JudgeFormat::Json | JudgeFormat::Text => print_json(value),
    }
}

/// What `--fen` and `--moves` say.
fn position_and_moves(
    book: &Rulebook,
    arguments: &Judge,
) -> Result<(Position, Vec<Move>), Failure> {
    let start = match &arguments.fen {
        Some(fen) => position_from(book, fen)?,
        None => book.start(),
    };
    let text = arguments.moves.as_deref().unwrap_or_default();
    let moves = moves_from(book, &start, text, "--moves")?;
    Ok((start, moves))
}
