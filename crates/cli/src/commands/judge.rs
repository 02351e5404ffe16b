//! `qili judge`

mod compare;
mod many;
mod requests;

use qili_board::{Move, Position};
use qili_interpreter::procedure::{Policy, watch};
use qili_interpreter::{Cycle, judge};
use qili_report::explain::{self, Detail};
use qili_report::game::Shown;
use qili_report::{Rulebook, game, given, json};
use qili_words::Language;
use serde::Serialize;

use crate::arguments::{Claim, Judge, JudgeFormat};
use crate::edited;
use crate::output::{self, Done, Failure, print, print_json, print_json_line, rendered};

pub(crate) fn run(arguments: &Judge) -> Done {
    if !arguments.compare.is_empty() {
        return compare::run(arguments);
    }
    if arguments.requests {
        return requests::run(arguments);
    }
    let book = open(arguments, &arguments.rules.rules)?;
    if arguments.files.is_empty() {
        let (start, moves) = position_and_moves(&book, arguments)?;
        warn_of(&book, &start, arguments.lang.language());
        return if arguments.cycle {
            cycle(&book, arguments, &start, &moves)
        } else {
            one_game(&book, arguments, start, &moves)
        };
    }
    many::run(&book, arguments)
}

/// An edition as the arguments want it.
fn open(arguments: &Judge, name: &str) -> Result<Rulebook, Failure> {
    let mut book = Rulebook::open(&edited::here(name, arguments.lang.language()))?;
    if let Some(nodes) = arguments.budget {
        book = book.with_budget(nodes);
    }
    if arguments.any_position {
        book = book.with_any_position();
    }
    Ok(book)
}

const fn detail(arguments: &Judge) -> Detail {
    if arguments.explain {
        Detail::Full
    } else {
        Detail::Short
    }
}

/// Which rulings on a game are made, and which are shown.
const fn claims(arguments: &Judge) -> (Policy, Shown) {
    match arguments.claim {
        Claim::Last => (Policy::Last, Shown::Last),
        Claim::First => (Policy::First, Shown::Last),
        Claim::Every => (Policy::Last, Shown::Every),
    }
}

/// Warns where a position cannot occur, which is judged only if the user wants it.
fn warn_of(book: &Rulebook, start: &Position, language: Language) {
    if let Some(warning) = given::doubtful(book, start, "FEN") {
        output::complain(&rendered(language, &warning));
    }
}

/// The moves as a cycle, refused where they are none.
fn checked(
    book: &Rulebook,
    arguments: &Judge,
    start: &Position,
    moves: &[Move],
) -> Result<Cycle, Failure> {
    let text = arguments.moves.as_deref().unwrap_or_default();
    Cycle::checked(&book.engine, start, moves)
        .map_err(|reason| given::BadCycle::new(reason, text, "--moves").into())
}

fn cycle(book: &Rulebook, arguments: &Judge, start: &Position, moves: &[Move]) -> Done {
    let cycle = checked(book, arguments, start, moves)?;
    if !cycle.closes() {
        let text = arguments.moves.as_deref().unwrap_or_default();
        let language = arguments.lang.language();
        output::complain(&rendered(language, &given::open_cycle(text, "--moves")));
    }
    let judged = judge(&book.engine, cycle);
    let language = arguments.lang.language();
    match arguments.format {
        JudgeFormat::Text => {
            let text = explain::judgement(book, &judged, language, detail(arguments));
            print(&(text + &explain::law(book, language)))
        }
        JudgeFormat::Json | JudgeFormat::Jsonl => {
            print_as(arguments.format, &json::stretch(book, &judged, language))
        }
    }
}

fn one_game(book: &Rulebook, arguments: &Judge, start: Position, moves: &[Move]) -> Done {
    let procedure = book.edition.procedure();
    let (policy, shown) = claims(arguments);
    let watched = watch(&book.engine, procedure, start, moves, policy)?;
    let language = arguments.lang.language();
    match arguments.format {
        JudgeFormat::Text => {
            let detail = detail(arguments);
            print(&game::text(book, &watched, language, detail, shown))
        }
        format => print_as(format, &game::json(book, &watched, language, shown)),
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
        Some(fen) => given::position(book, fen)?,
        None => book.start(),
    };
    let text = arguments.moves.as_deref().unwrap_or_default();
    let moves = given::moves(book, &start, text, "--moves")?;
    Ok((start, moves))
}
