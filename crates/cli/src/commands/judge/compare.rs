//! Stretches and games, judged by several editions.

use qili_board::{Move, Position, fen};
use qili_interpreter::procedure::watch;
use qili_interpreter::{Cycle, judge};
use qili_notation::Game;
use qili_notation::files::Edition;
use qili_report::comparison::{self, Column, Compared, ComparisonJson};
use qili_report::{Rulebook, given, record};
use qili_words::{Language, Report, both};

use crate::arguments::{Judge, JudgeFormat};
use crate::games::{self, Item, Worst};
use crate::output::{self, Done, Failure, no_json, print, rendered};

/// An edition, by the name under which it was asked for.
type Named<'a> = (&'a str, Rulebook);

pub(super) fn run(arguments: &Judge) -> Done {
    let named = arguments.compare.iter().map(String::as_str);
    let books = named
        .map(|name| Ok((name, super::open(arguments, name)?)))
        .collect::<Result<Vec<Named<'_>>, Failure>>()?;
    if arguments.files.is_empty() {
        return typed(&books, arguments);
    }
    files(&books, arguments)
}

/// What `--fen` and `--moves` say to the first of the editions.
fn typed(books: &[Named<'_>], arguments: &Judge) -> Done {
    let Some((_, first)) = books.first() else {
        return Ok(());
    };
    let (start, moves) = super::position_and_moves(first, arguments)?;
    super::warn_of(first, &start, arguments.lang.language());
    let text = arguments.moves.as_deref().unwrap_or_default();
    let read = for_each(books, &start, &moves).map_err(Failure::Report)?;
    let compared = compared(books, read, arguments, text, "--moves").map_err(Failure::Report)?;
    print(&written(&compared, None, arguments).map_err(Failure::Report)?)
}

/// A position and moves that the first of the editions reads, for each of them.
fn for_each(
    books: &[Named<'_>],
    start: &Position,
    moves: &[Move],
) -> Result<Vec<(Position, Vec<Move>)>, Report> {
    let Some((_, first)) = books.first() else {
        return Ok(Vec::new());
    };
    let start = fen::write(start, first.vocabulary.alphabet());
    let read = |(_, book): &Named<'_>| -> Result<_, Report> {
        let start = fen::parse(&start, book.vocabulary.alphabet())?.position;
        book.movement().validate(&start)?;
        Ok((start, moves.to_vec()))
    };
    books.iter().map(read).collect()
}

/// Every game of the files, one after the other.
fn files(books: &[Named<'_>], arguments: &Judge) -> Done {
    let Some((_, first)) = books.first() else {
        return Ok(());
    };
    let edition = Edition {
        movement: first.movement(),
        vocabulary: &first.vocabulary,
    };
    let language = arguments.lang.language();
    let bar = games::progress(&arguments.files);
    let mut worst = Worst::Nothing;
    for item in games::games(&arguments.files, edition, &bar) {
        let (file, recorded) = match item {
            Item::Game { file, recorded } => (file, recorded),
            Item::Wrong(report) => {
                worst = complain(&report, language);
                continue;
            }
        };
        let played = recorded.play(edition);
        let (said, found) = games::problems(&played, |problem| rendered(language, problem));
        output::complain(&said);
        worst = worst.max(found);
        // of what could not be read to its end, the editions cannot be compared
        if found == Worst::Error {
            continue;
        }
        if let Some(warning) = given::doubtful(first, &played.start.position, &file) {
            output::complain(&rendered(language, &warning));
            worst = worst.max(Worst::Warning);
        }
        match one(books, arguments, &file, &played) {
            Ok(text) => bar.suspend(|| print(&text))?,
            Err(report) => worst = complain(&report, language),
        }
    }
    bar.finish_and_clear();
    worst.done(arguments.deny)
}

fn complain(report: &Report, language: Language) -> Worst {
    output::complain(&rendered(language, &**report));
    Worst::Error
}

/// One game of a file.
fn one(
    books: &[Named<'_>],
    arguments: &Judge,
    file: &str,
    played: &Game,
) -> Result<String, Report> {
    let moves: Vec<Move> = played.moves().collect();
    let read = for_each(books, &played.start.position, &moves)?;
    let text: Vec<String> = moves.iter().map(Move::to_string).collect();
    let number = played.number;
    let name = both!("`{file}` 第 {number} 局", "{file}, game {number}");
    let name = name.get(arguments.lang.language());
    let compared = compared(books, read, arguments, &text.join(" "), name)?;
    written(&compared, Some((file, played)), arguments)
}

/// What each edition says of the moves; `text` are the moves as messages show them, and `source` is what these call them.
fn compared<'b>(
    books: &'b [Named<'b>],
    read: Vec<(Position, Vec<Move>)>,
    arguments: &Judge,
    text: &str,
    source: &str,
) -> Result<Compared<'b>, Report> {
    let each = books.iter().zip(read);
    if arguments.cycle {
        let judged = each.map(|(&(name, ref book), (start, moves))| {
            let cycle = Cycle::checked(&book.engine, &start, &moves)
                .map_err(|reason| given::BadCycle::new(reason, text, source))?;
            let said = judge(&book.engine, cycle);
            Ok(Column { name, book, said })
        });
        let judged = judged.collect::<Result<Vec<_>, Report>>()?;
        if judged.iter().any(|column| !column.said.cycle.closes()) {
            let language = arguments.lang.language();
            output::complain(&rendered(language, &given::open_cycle(text, source)));
        }
        return Ok(Compared::Stretch(judged));
    }
    let (policy, shown) = super::claims(arguments);
    let watched = each.map(|(&(name, ref book), (start, moves))| {
        let procedure = book.edition.procedure();
        let said = watch(&book.engine, procedure, start, &moves, policy)?;
        Ok(Column { name, book, said })
    });
    Ok(Compared::Game(
        watched.collect::<Result<_, Report>>()?,
        shown,
    ))
}

/// For people or for programs.
fn written(
    compared: &Compared<'_>,
    recorded: Option<(&str, &Game)>,
    arguments: &Judge,
) -> Result<String, Report> {
    let language = arguments.lang.language();
    let json = || -> Result<ComparisonJson, Report> {
        comparison::json(compared, recorded, language).map_err(|error| no_json(&error))
    };
    let written = match arguments.format {
        JudgeFormat::Text => {
            let heading = recorded.map(|(file, game)| record::heading(file, game, language));
            return Ok(heading.unwrap_or_default() + &comparison::text(compared, language));
        }
        JudgeFormat::Json => serde_json::to_string_pretty(&json()?),
        JudgeFormat::Jsonl => serde_json::to_string(&json()?),
    };
    Ok(written.map_err(|error| no_json(&error))? + "\n")
}
