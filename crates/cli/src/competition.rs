//! `qili competition …`: the rules around the board.

mod board;
mod event;
mod game;
mod natures;
mod output;
mod people;
mod pgn;
mod pieces;

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use qili_competition::rules::CompetitionRules;
use qili_competition::text::Lang;
use qili_edition::folder::Folder;
use qili_edition::yaml::Document;
use qili_words::Language;

use self::output::Output;
use crate::arguments::{Form, Format};

/// Standings, pairings, clocks, touch-move and the other rules around the board
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What every subcommand takes.
#[derive(Debug, clap::Args)]
struct Common {
    /// The competition rules: an edition that ships with the program, a folder with a competition.yaml, or such a file
    #[arg(long, default_value = "1965", value_name = "NAME|PATH")]
    rules: String,
    #[command(flatten)]
    form: Form,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The table of an event, with tie-breaks and play-offs
    Standings(Input),
    /// What is to be played next: a rotation round, a knockout round, the schedule of a round robin or of a match
    Pairings(Input),
    /// Groups with seeds, their schedules, and who goes on
    Groups(Input),
    /// A match of two teams in which every player of one meets every player of the other
    Teams(Input),
    /// The line-ups of a team on boards, or the check of one
    Lineups(Input),
    /// What becomes of the games of players who left
    Withdraw(Input),
    /// Who overstepped the time, and at which move
    Clock(Clock),
    /// Whether a move limit may be set, and how far it is counted
    Limit(Input),
    /// Draw offers: which were in order, and who may offer next
    Offers(Input),
    /// What a player must play who touched these pieces
    Touch(Input),
    /// Where a game resumes after an illegal move
    Correct(Input),
    /// The beginning of a handicap game
    Handicap(Input),
    /// The envelope of an adjourned game, and the sealed move
    Adjourn(Input),
    /// How many arbiters an event needs
    Officials(people::Officials),
    /// Prohibitions and duties of the players, with their consequences
    Conduct(people::Conduct),
}

#[derive(Debug, clap::Args)]
struct Input {
    /// A YAML or JSON file; `-` reads standard input
    file: PathBuf,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, clap::Args)]
struct Clock {
    #[command(flatten)]
    input: Input,
    /// The time control of a PGN game with `[%emt …]` comments
    #[arg(long, default_value = "national", value_name = "CONTROL")]
    control: String,
}

/// What every report depends on.
struct Context {
    rules: CompetitionRules,
    /// Where the rules come from, unless from a single file.
    folder: Option<Folder>,
    lang: Lang,
}

/// Runs a subcommand and prints its report.
///
/// # Errors
/// A diagnostic for files that cannot be read and for data that the rules do not admit; then nothing is printed.
pub(crate) fn run(args: &Args) -> Result<()> {
    type Report = fn(&Document, &Context) -> Result<Output>;
    let (input, report): (&Input, Report) = match &args.command {
        Command::Standings(input) => (input, event::standings),
        Command::Pairings(input) => (input, event::pairings),
        Command::Groups(input) => (input, event::groups),
        Command::Teams(input) => (input, event::teams),
        Command::Lineups(input) => (input, event::line_ups),
        Command::Withdraw(input) => (input, event::withdraw),
        Command::Limit(input) => (input, game::limit),
        Command::Offers(input) => (input, game::offers),
        Command::Touch(input) => (input, board::touch),
        Command::Correct(input) => (input, board::correct),
        Command::Handicap(input) => (input, board::handicap),
        Command::Adjourn(input) => (input, board::adjourn),
        Command::Clock(Clock { input, control }) => {
            let context = input.common.context()?;
            let document = match input.file.extension() {
                Some(extension) if extension.eq_ignore_ascii_case("pgn") => {
                    let bytes = read_file(&input.file)?;
                    pgn::times(&input.file, bytes.as_bytes(), control, &context)?
                }
                _ => input.read()?,
            };
            return print(&game::clock(&document, &context)?, &input.common);
        }
        Command::Officials(wanted) => {
            let context = wanted.common.context()?;
            return print(&people::officials(wanted, &context)?, &wanted.common);
        }
        Command::Conduct(wanted) => {
            let context = wanted.common.context()?;
            return print(&people::conduct(&context)?, &wanted.common);
        }
    };
    let context = input.common.context()?;
    print(&report(&input.read()?, &context)?, &input.common)
}

fn print(output: &Output, common: &Common) -> Result<()> {
    let json;
    let text = match common.form.format {
        Format::Text => &output.text,
        Format::Json => {
            json = format!(
                "{}\n",
                serde_json::to_string_pretty(&output.json).into_diagnostic()?
            );
            &json
        }
    };
    match std::io::stdout().write_all(text.as_bytes()) {
        // Whoever reads has seen enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written.into_diagnostic(),
    }
}

impl Common {
    fn context(&self) -> Result<Context> {
        let (rules, folder) = load_rules(&self.rules)?;
        Ok(Context {
            rules,
            folder,
            lang: match self.form.language() {
                Language::Chinese => Lang::Zh,
                Language::English => Lang::En,
            },
        })
    }
}

impl Input {
    fn read(&self) -> Result<Document> {
        let name = self.file.display().to_string();
        let text = if self.file == Path::new("-") {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .into_diagnostic()
                .wrap_err("cannot read standard input")?;
            text
        } else {
            read_file(&self.file)?
        };
        Ok(Document::parse(name, text)?)
    }
}

fn read_file(path: &Path) -> Result<String> {
    std::fs::read_to_string(path)
        .into_diagnostic()
        .wrap_err_with(|| format!("cannot read `{}`", path.display()))
}

/// The file of an edition's folder.
const FILE: &str = "competition.yaml";

fn load_rules(wanted: &str) -> Result<(CompetitionRules, Option<Folder>)> {
    let path = Path::new(wanted);
    if path.is_file() {
        return Ok((CompetitionRules::parse(wanted, read_file(path)?)?, None));
    }
    let found = Folder::find(wanted).and_then(|folder| Some((folder.read(FILE).ok()?, folder)));
    let Some((text, folder)) = found else {
        let has_rules = |name: &&str| Folder::Shipped((*name).to_owned()).read(FILE).is_ok();
        let names: Vec<String> = Folder::shipped()
            .filter(has_rules)
            .map(|name| format!("`{name}`"))
            .collect();
        return Err(miette!(
            code = "qili::competition::rules",
            help = format!("editions with competition rules: {}", names.join(", ")),
            "there are no competition rules `{wanted}`"
        ));
    };
    Ok((
        CompetitionRules::parse(folder.display(FILE), text)?,
        Some(folder),
    ))
}
