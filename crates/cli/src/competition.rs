//! `qili competition …`: the rules around the board.

mod board;
mod event;
mod game;
mod output;
mod people;
mod pieces;

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use qili_competition::rules::CompetitionRules;
use qili_competition::text::Lang;
use qili_edition::yaml::Document;

/// Standings, pairings, clocks, touch-move and the other rules around the board.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,

    /// The edition: the name of one that ships with qili, a folder with a competition.yaml, or such a file
    #[arg(long, global = true, default_value = "1965", value_name = "NAME|PATH")]
    rules: String,

    /// The language of the report
    #[arg(long, global = true, value_enum, default_value_t)]
    lang: Language,

    /// The form of the report
    #[arg(long, global = true, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Language {
    /// Chinese
    #[default]
    Zh,
    /// English
    En,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Format {
    /// Tables and sentences
    #[default]
    Text,
    /// JSON, stable
    Json,
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
    Clock(Input),
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
    Conduct,
}

#[derive(Debug, clap::Args)]
struct Input {
    /// A YAML or JSON file; - for standard input
    file: PathBuf,
}

/// What every subcommand needs.
struct Context {
    rules: CompetitionRules,
    lang: Lang,
}

/// Runs a subcommand and prints its report.
///
/// # Errors
/// A diagnostic for files that cannot be read and for data that the rules do not admit; then nothing is printed.
pub(crate) fn run(args: &Args) -> Result<()> {
    let context = Context {
        rules: load_rules(&args.rules)?,
        lang: match args.lang {
            Language::Zh => Lang::Zh,
            Language::En => Lang::En,
        },
    };
    let output = match &args.command {
        Command::Standings(input) => event::standings(&input.read()?, &context),
        Command::Pairings(input) => event::pairings(&input.read()?, &context),
        Command::Groups(input) => event::groups(&input.read()?, &context),
        Command::Teams(input) => event::teams(&input.read()?, &context),
        Command::Lineups(input) => event::line_ups(&input.read()?, &context),
        Command::Withdraw(input) => event::withdraw(&input.read()?, &context),
        Command::Clock(input) => game::clock(&input.read()?, &context),
        Command::Limit(input) => game::limit(&input.read()?, &context),
        Command::Offers(input) => game::offers(&input.read()?, &context),
        Command::Touch(input) => board::touch(&input.read()?, &context),
        Command::Correct(input) => board::correct(&input.read()?, &context),
        Command::Handicap(input) => board::handicap(&input.read()?, &context),
        Command::Adjourn(input) => board::adjourn(&input.read()?, &context),
        Command::Officials(wanted) => people::officials(wanted, &context),
        Command::Conduct => people::conduct(&context),
    }?;
    let text = match args.format {
        Format::Text => output.text,
        Format::Json => format!(
            "{}\n",
            serde_json::to_string_pretty(&output.json).into_diagnostic()?
        ),
    };
    match std::io::stdout().write_all(text.as_bytes()) {
        // Whoever reads has seen enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written.into_diagnostic(),
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

/// The competition rules that ship with qili, by edition.
const SHIPPED: [(&str, &str); 1] = [("1965", include_str!("../../../rules/1965/competition.yaml"))];

fn load_rules(wanted: &str) -> Result<CompetitionRules> {
    if let Some((_, text)) = SHIPPED.iter().find(|(name, _)| *name == wanted) {
        let name = format!("rules/{wanted}/competition.yaml");
        return Ok(CompetitionRules::parse(name, *text)?);
    }
    let mut path = PathBuf::from(wanted);
    if path.is_dir() {
        path.push("competition.yaml");
    }
    if !path.exists() {
        let names: Vec<String> = SHIPPED
            .iter()
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        return Err(miette!(
            code = "qili::competition::rules",
            help = format!("editions with competition rules: {}", names.join(", ")),
            "there are no competition rules `{wanted}`"
        ));
    }
    Ok(CompetitionRules::parse(
        path.display().to_string(),
        read_file(&path)?,
    )?)
}
