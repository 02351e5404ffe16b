//! `qili board`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use qili_board::{Move, Position};
use qili_notation::files::{self, Edition};
use qili_notation::{Script, diagram, moves};
use qili_report::Rulebook;

use super::convert::{cannot, open};
use super::judge::position;
use crate::arguments::Rules;
use crate::output::{Done, Failure, print};

/// Draw a position as text, SVG or PNG.
#[derive(Debug, Args)]
pub(crate) struct Board {
    /// A game file of any format, to draw a position of it; `-` reads standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    file: Option<PathBuf>,
    /// Which game of the file, from 1
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "file")]
    game: usize,
    /// After how many plies of the game; its end if absent
    #[arg(long, value_name = "PLIES", requires = "file")]
    ply: Option<usize>,
    /// A position; the edition's initial position if absent
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to play from the position, in any notation; the last one is marked
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Moves of a line of play from there, to be marked but not played
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
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    let (mut position, played) = match &arguments.file {
        Some(_) => from_file(arguments, edition)?,
        None => {
            let start = match &arguments.fen {
                Some(fen) => position(&book, fen)?,
                None => book.start(),
            };
            let played = read(
                arguments.moves.as_deref().unwrap_or_default(),
                &start,
                edition,
            )?;
            (start, played)
        }
    };
    for &mv in &played {
        position.play(mv);
    }
    let options = diagram::Options {
        script: if arguments.traditional {
            Script::Traditional
        } else {
            Script::Simplified
        },
        last: played.last().copied(),
        line: read(
            arguments.line.as_deref().unwrap_or_default(),
            &position,
            edition,
        )?,
    };
    let drawn = match arguments.drawing() {
        Drawing::Text => diagram::text(&position, &book.vocabulary, &options).into_bytes(),
        Drawing::Svg => diagram::svg(&position, edition, &options).into_bytes(),
        Drawing::Png => diagram::png(&position, edition, &options, arguments.width)?,
    };
    match &arguments.output {
        Some(path) => std::fs::write(path, drawn).map_err(|error| cannot("written", path, &error)),
        None => match String::from_utf8(drawn) {
            Ok(text) => print(&text),
            Err(image) => print_bytes(image.as_bytes()),
        },
    }
}

/// An image goes to standard output only when that leads somewhere.
fn print_bytes(bytes: &[u8]) -> Done {
    use std::io::{IsTerminal, Write};
    let mut out = std::io::stdout().lock();
    if out.is_terminal() {
        return Err(Failure::Report(miette::miette!(
            code = "qili::board::terminal",
            help = "name a file with --output",
            "a terminal cannot show a PNG"
        )));
    }
    out.write_all(bytes)
        .map_err(|error| cannot("written", std::path::Path::new("-"), &error))
}

/// The start of a game and the plies asked for.
fn from_file(arguments: &Board, edition: Edition<'_>) -> Result<(Position, Vec<Move>), Failure> {
    let path = arguments
        .file
        .as_deref()
        .unwrap_or(std::path::Path::new("-"));
    let (name, reader) = open(path)?;
    let wanted = arguments.game.max(1);
    let mut games = files::games(reader, &name, edition)?;
    let game = games.nth(wanted - 1).ok_or_else(|| {
        Failure::Report(miette::miette!(
            code = "qili::board::game",
            "`{name}` has no game {wanted}"
        ))
    })??;
    for problem in &game.problems {
        eprintln!("{:?}", miette::Report::new(problem.clone()));
    }
    let mut moves: Vec<Move> = game.moves().collect();
    if let Some(plies) = arguments.ply {
        if plies > moves.len() {
            return Err(Failure::Report(miette::miette!(
                code = "qili::board::ply",
                "game {wanted} of `{name}` has only {} plies",
                moves.len()
            )));
        }
        moves.truncate(plies);
    }
    Ok((game.start.position, moves))
}

/// Moves in any notation from a position.
fn read(text: &str, start: &Position, edition: Edition<'_>) -> Result<Vec<Move>, Failure> {
    let mut position = start.clone();
    let mut read = Vec::new();
    for word in text.split_whitespace() {
        let mv = moves::parse(word, &position, edition.movement, edition.vocabulary)?;
        position.play(mv);
        read.push(mv);
    }
    Ok(read)
}
