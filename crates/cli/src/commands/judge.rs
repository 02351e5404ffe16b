//! `qili judge`

use std::io::BufReader;
use std::path::Path;

use qili_board::fen::FenError;
use qili_board::{Move, Position};
use qili_interpreter::procedure::watch;
use qili_interpreter::{Cycle, judge};
use qili_notation::files::{self, Edition};
use qili_notation::moves;
use qili_report::explain::{self, Detail};
use qili_report::{Rulebook, game, json};

use crate::arguments::{Format, Judge};
use crate::output::{Done, Failure, print, print_json};

pub(crate) fn run(arguments: &Judge) -> Done {
    let book = Rulebook::open(&arguments.rules.rules)?;
    if arguments.files.is_empty() {
        let (start, moves) = position_and_moves(&book, arguments)?;
        return if arguments.cycle {
            cycle(&book, arguments, &start, &moves)
        } else {
            one_game(&book, arguments, start, &moves)
        };
    }
    let mut failed = false;
    for path in &arguments.files {
        failed |= file(&book, arguments, path)?;
    }
    if failed { Err(Failure::Quiet) } else { Ok(()) }
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
    let language = arguments.form.language();
    match arguments.form.format {
        Format::Text => print(&explain::judgement(
            book,
            &judged,
            language,
            detail(arguments),
        )),
        Format::Json => {
            let cycle = judged.cycle.closes().then_some(json::CycleJson {
                start: 1,
                length: moves.len(),
                occurrences: 1,
            });
            print_json(&json::judgement(book, &judged, 1, cycle, language))
        }
    }
}

fn one_game(book: &Rulebook, arguments: &Judge, start: Position, moves: &[Move]) -> Done {
    let watched = watch(&book.engine, book.edition.procedure(), start, moves)?;
    let language = arguments.form.language();
    match arguments.form.format {
        Format::Text => print(&game::text(book, &watched, language, detail(arguments))),
        Format::Json => print_json(&game::json(book, &watched, language)),
    }
}

/// Judges every game of a file; says whether one failed.
fn file(book: &Rulebook, arguments: &Judge, path: &Path) -> Result<bool, Failure> {
    let name = if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    };
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    let cannot = |error: std::io::Error| {
        Failure::Report(miette::miette!(
            code = "qili::file",
            "`{name}` cannot be read: {error}"
        ))
    };
    let reader: Box<dyn std::io::BufRead + Send> = if path == Path::new("-") {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        Box::new(BufReader::new(std::fs::File::open(path).map_err(cannot)?))
    };
    let mut failed = false;
    for read in files::games(reader, &name, edition)? {
        let game = read?;
        for problem in &game.problems {
            eprintln!("{:?}", miette::Report::new(problem.clone()));
            failed = true;
        }
        let moves: Vec<Move> = game.moves().collect();
        if moves.is_empty() && !game.problems.is_empty() {
            continue;
        }
        one_game(book, arguments, game.start.position.clone(), &moves)?;
    }
    Ok(failed)
}

/// What `--fen` and `--moves` say.
fn position_and_moves(
    book: &Rulebook,
    arguments: &Judge,
) -> Result<(Position, Vec<Move>), Failure> {
    let start = match &arguments.fen {
        Some(fen) => position(book, fen)?,
        None => book.start(),
    };
    let mut position = start.clone();
    let mut played = Vec::new();
    let text = arguments.moves.as_deref().unwrap_or_default();
    let mut at = 0;
    for word in text.split_whitespace() {
        at += text[at..].find(word).unwrap_or_default();
        let mv =
            moves::parse(word, &position, book.movement(), &book.vocabulary).map_err(|error| {
                let report = miette::Report::new(error);
                let ply = played.len() + 1;
                let help = report
                    .help()
                    .map(|help| help.to_string())
                    .unwrap_or_default();
                Failure::Report(
                    miette::miette!(
                        labels = vec![miette::LabeledSpan::at(at..at + word.len(), "this move")],
                        code = "qili::moves::illegal",
                        help = format!("{help}\n{}", explain::board(book, &position)),
                        "ply {ply}: {report}"
                    )
                    .with_source_code(miette::NamedSource::new("--moves", text.to_owned())),
                )
            })?;
        position.play(mv);
        played.push(mv);
        at += word.len();
    }
    Ok((start, played))
}

/// A position that the edition's pieces can stand in.
pub(crate) fn position(book: &Rulebook, fen: &str) -> Result<Position, Failure> {
    let parsed: Result<_, FenError> = qili_board::fen::parse(fen, book.vocabulary.alphabet());
    let position = parsed?.position;
    book.movement().validate(&position)?;
    Ok(position)
}
