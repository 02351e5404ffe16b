//! `qili competition …`: the rules around the board.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use miette::{IntoDiagnostic, Result, WrapErr};
use qili_competition::report::{self, Output};
use qili_competition::{Competition, files};
use qili_edition::yaml::Document;
use qili_words::Language;

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
    Officials(Officials),
    /// Prohibitions and duties of the players, with their consequences
    Conduct(Conduct),
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

#[derive(Debug, clap::Args)]
struct Officials {
    /// The level of the event, as the rules name it
    #[arg(long, default_value = "national")]
    level: String,
    /// How many boards play at the same time
    #[arg(long)]
    boards: usize,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, clap::Args)]
struct Conduct {
    #[command(flatten)]
    common: Common,
}

/// Runs a subcommand and prints its report.
///
/// # Errors
/// A diagnostic for files that cannot be read and for data that the rules do not admit; then nothing is printed.
pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.command {
        Command::Standings(input) => input.report(report::standings),
        Command::Pairings(input) => input.report(report::pairings),
        Command::Groups(input) => input.report(report::groups),
        Command::Teams(input) => input.report(report::teams),
        Command::Lineups(input) => input.report(report::line_ups),
        Command::Withdraw(input) => input.report(report::withdraw),
        Command::Limit(input) => input.report(report::limit),
        Command::Offers(input) => input.report(report::offers),
        Command::Touch(input) => input.report(report::touch),
        Command::Correct(input) => input.report(report::correct),
        Command::Handicap(input) => input.report(report::handicap),
        Command::Adjourn(input) => input.report(report::adjourn),
        Command::Clock(clock) => clock.report(),
        Command::Officials(wanted) => wanted.common.report(|competition, language| {
            report::officials(&wanted.level, wanted.boards, competition, language)
        }),
        Command::Conduct(wanted) => wanted.common.report(report::conduct),
    }
}

impl Common {
    fn report(&self, report: impl FnOnce(&Competition, Language) -> Result<Output>) -> Result<()> {
        let competition = Competition::open(&self.rules)?;
        let output = report(&competition, self.form.language())?;
        let text = match self.form.format {
            Format::Text => output.text,
            Format::Json => {
                let json = serde_json::to_string_pretty(&output.json).into_diagnostic()?;
                format!("{json}\n")
            }
        };
        match std::io::stdout().write_all(text.as_bytes()) {
            // Whoever reads has seen enough.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            written => written.into_diagnostic(),
        }
    }
}

impl Input {
    fn report(
        &self,
        report: impl FnOnce(&Document, &Competition, Language) -> Result<Output>,
    ) -> Result<()> {
        self.common
            .report(|competition, language| report(&self.read()?, competition, language))
    }

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

impl Clock {
    fn report(&self) -> Result<()> {
        let file = &self.input.file;
        let is_game = file
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        if !is_game {
            return self.input.report(report::clock);
        }
        self.input.common.report(|competition, language| {
            let (name, text) = (file.display().to_string(), read_file(file)?);
            let times = files::times::times(&name, text.as_bytes(), &self.control, competition)?;
            report::clock(&times, competition, language)
        })
    }
}

fn read_file(path: &Path) -> Result<String> {
    std::fs::read_to_string(path)
        .into_diagnostic()
        .wrap_err_with(|| format!("cannot read `{}`", path.display()))
}
