//! `qili competition …`: the rules around the board.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use qili_competition::report::{self, Output};
use qili_competition::{Competition, Result, files};
use qili_edition::yaml::Document;
use qili_words::Language;

use crate::arguments::{Form, Format};
use crate::output::{self, Done, Failure, print, print_json};

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
pub(crate) fn run(args: &Args) -> Done {
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
    fn report(&self, report: impl FnOnce(&Competition, Language) -> Result<Output>) -> Done {
        let competition = Competition::open(&self.rules)?;
        let output = report(&competition, self.form.language())?;
        match self.form.format {
            Format::Text => print(&output.text),
            Format::Json => print_json(&output.json),
        }
    }
}

impl Input {
    fn report(
        &self,
        report: impl FnOnce(&Document, &Competition, Language) -> Result<Output>,
    ) -> Done {
        let (name, text) = (self.file.display().to_string(), text_of(&self.file)?);
        let document = Document::parse(name, text)?;
        self.common
            .report(|competition, language| report(&document, competition, language))
    }
}

impl Clock {
    fn report(&self) -> Done {
        let file = &self.input.file;
        let is_game = file
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        if !is_game {
            return self.input.report(report::clock);
        }
        let (name, text) = (file.display().to_string(), text_of(file)?);
        self.input.common.report(|competition, language| {
            let times = files::times::times(&name, text.as_bytes(), &self.control, competition)?;
            report::clock(&times, competition, language)
        })
    }
}

fn text_of(path: &Path) -> Result<String, Failure> {
    String::from_utf8(output::read(path)?).map_err(|_| output::not_text(path))
}
