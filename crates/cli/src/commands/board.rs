//! `qili board`

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use qili_board::{Move, Position};
use qili_notation::files::{self, Edition};
use qili_notation::{Game, Script, diagram};
use qili_report::{Rulebook, given};

use crate::arguments::Rules;
use crate::inputs::Inputs;
use crate::output::{Done, Failure, Whole, print_bytes};

/// Draw a position as text, SVG or PNG.
#[derive(Debug, Args)]
pub(crate) struct Board {
    /// A position, or a game file of any format to draw a position of it; `-` reads standard input; the edition's initial
    /// position if absent
    #[arg(value_name = "FEN|FILE", conflicts_with = "fen")]
    position: Option<String>,
    /// Which game of the file, from 1
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 1,
        requires = "position"
    )]
    game: u64,
    /// After how many plies of the game; its end if absent
    #[arg(long, value_name = "PLIES", requires = "position")]
    ply: Option<usize>,
    /// A position, whatever it looks like
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to play from the position, in any notation; the last one is marked
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Moves of a line of play from there, to be marked but not played, such as those of a threat; the first one may be either
    /// side's
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,
    /// How to draw; otherwise as the output's name says, or text
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Drawing>,
    /// The width of a PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 616)]
    width: u32,
    /// Traditional characters instead of simplified ones
    #[arg(long)]
    traditional: bool,
    /// The file to write; standard output if absent
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Drawing {
    Text,
    Svg,
    Png,
}

impl Board {
    fn drawing(&self) -> Drawing {
        let extension = || self.output.as_deref()?.extension()?.to_str();
        self.format.unwrap_or_else(|| match extension() {
            Some("svg") => Drawing::Svg,
            Some("png") => Drawing::Png,
            _ => Drawing::Text,
        })
    }
}

pub(crate) fn run(arguments: &Board) -> Done {
    let book = Rulebook::open(&arguments.rules.rules)?;
    let (mut position, mut last) = position_and_last(&book, arguments)?;
    if let Some(text) = &arguments.moves {
        for mv in given::moves(&book, &position, text, "--moves")? {
            position.play(mv);
            last = Some(mv);
        }
    }
    let options = diagram::Options {
        script: if arguments.traditional {
            Script::Traditional
        } else {
            Script::Simplified
        },
        last,
        line: match &arguments.line {
            Some(text) => line_from(&book, &position, text)?,
            None => Vec::new(),
        },
    };
    let edition = edition(&book);
    let drawing = match arguments.drawing() {
        Drawing::Text => diagram::text(&position, &book.vocabulary, &options).into_bytes(),
        Drawing::Svg => diagram::svg(&position, edition, &options).into_bytes(),
        Drawing::Png => diagram::png(&position, edition, &options, arguments.width)?,
    };
    match &arguments.output {
        Some(path) if path != Path::new("-") => {
            let mut file = Whole::create(path)?;
            file.write(&drawing)?;
            file.finish()
        }
        _ if arguments.drawing() == Drawing::Png && std::io::stdout().is_terminal() => {
            Err(Failure::Report(miette::miette!(
                code = "qili::board::terminal",
                help = "name a file with --output",
                "a terminal cannot show a PNG"
            )))
        }
        _ => print_bytes(&drawing),
    }
}

fn edition(book: &Rulebook) -> Edition<'_> {
    Edition {
        movement: book.engine.movement(),
        vocabulary: &book.vocabulary,
    }
}

/// The position asked for, and the move that led there.
fn position_and_last(
    book: &Rulebook,
    arguments: &Board,
) -> Result<(Position, Option<Move>), Failure> {
    let file = arguments
        .position
        .as_deref()
        .filter(|text| !is_fen(text) || Path::new(text).exists());
    let Some(file) = file else {
        if arguments.ply.is_some_and(|ply| ply > 0) {
            return Err(Failure::Report(miette::miette!(
                code = "qili::board::ply",
                help = "play moves with --moves",
                "a position has no plies"
            )));
        }
        let fen = arguments.fen.as_deref().or(arguments.position.as_deref());
        return Ok((given::position(book, fen.unwrap_or("start"))?, None));
    };
    let game = game(book, file, arguments)?;
    let moves: Vec<Move> = game.moves().collect();
    let plies = arguments.ply.unwrap_or(moves.len());
    if plies > moves.len() {
        return Err(Failure::Report(miette::miette!(
            code = "qili::board::ply",
            "game {} of `{file}` has only {} plies",
            arguments.game,
            moves.len()
        )));
    }
    let mut position = game.start.position;
    for &mv in &moves[..plies] {
        position.play(mv);
    }
    Ok((position, plies.checked_sub(1).map(|last| moves[last])))
}

/// The game asked for; if its moves cannot be played as far as is asked, that is an error.
fn game(book: &Rulebook, file: &str, arguments: &Board) -> Result<Game, Failure> {
    let named = [PathBuf::from(file)];
    let mut number = 0;
    for input in Inputs::new(&named) {
        let input = input.map_err(Failure::Report)?;
        let reader = input.open().map_err(Failure::Report)?;
        for recorded in files::recorded(reader, &input.name(), edition(book))? {
            number += 1;
            if number < arguments.game {
                recorded?;
                continue;
            }
            let game = recorded?.play(edition(book));
            let played = game.moves().count();
            let wanted = arguments.ply.unwrap_or(played + 1);
            let error = game.errors().next().cloned();
            return match error {
                Some(problem) if played < wanted => {
                    Err(Failure::Report(miette::Report::new(problem)))
                }
                _ => Ok(game),
            };
        }
    }
    Err(Failure::Report(miette::miette!(
        code = "qili::board::game",
        "`{file}` has no game {}",
        arguments.game
    )))
}

/// Whether a text has the shape of a position rather than that of a file's name.
fn is_fen(text: &str) -> bool {
    if text == "start" {
        return true;
    }
    let board = text.split_whitespace().next().unwrap_or_default();
    board.matches('/').count() > 1
        && !board.starts_with('/')
        && board.chars().all(|c| c.is_ascii_alphanumeric() || c == '/')
}

/// A line of play that starts with a move of either side.
fn line_from(
    book: &Rulebook,
    position: &Position,
    text: &str,
) -> Result<Vec<Move>, given::BadMove> {
    given::moves(book, position, text, "--line").or_else(|error| {
        let mut passed = position.clone();
        passed.set_turn(!position.turn());
        given::moves(book, &passed, text, "--line").map_err(|_| error)
    })
}
