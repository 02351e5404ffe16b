//! The games of the files that a user names, with the progress through them.

use std::io::IsTerminal as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

use indicatif::{ProgressBar, ProgressStyle};
use qili_notation::Game;
use qili_notation::files::{self, Edition, Recorded};
use qili_notation::game::Problem;
use qili_words::Report;

use crate::inputs::{Input, Inputs};
use crate::output::{Done, Failure};
use crate::parallel::Weight;

/// How many threads work, where the user does not say.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked
        .or_else(|| available_parallelism().ok())
        .map_or(1, NonZeroUsize::get)
}

/// A game of a file, or what went wrong where one was looked for.
pub(crate) enum Item {
    Game { file: Arc<str>, recorded: Recorded },
    Wrong(Report),
}

impl Weight for Item {
    fn weight(&self) -> usize {
        match self {
            Self::Game {
                recorded: Recorded::Text(record),
                ..
            } => record.text().len(),
            Self::Game {
                recorded: Recorded::Played(game),
                ..
            } => game.tree.len() * 32,
            Self::Wrong(_) => 0,
        }
    }
}

/// The worst that was found in the games of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Worst {
    Nothing,
    /// Something that leaves the main line whole.
    Warning,
    Error,
}

impl Worst {
    /// The result of the command; warnings are not tolerated where the user denies them.
    pub(crate) fn done(self, deny: bool) -> Done {
        match self {
            Self::Error => Err(Failure::Quiet),
            Self::Warning if deny => Err(Failure::Expectations),
            Self::Warning | Self::Nothing => Ok(()),
        }
    }
}

/// The problems of a game, each as it is to be said, and the worst of them.
pub(crate) fn problems(game: &Game, say: impl Fn(&Problem) -> String) -> (String, Worst) {
    let worst = match (game.errors().next(), game.problems.is_empty()) {
        (Some(_), _) => Worst::Error,
        (None, false) => Worst::Warning,
        (None, true) => Worst::Nothing,
    };
    (game.problems.iter().map(say).collect(), worst)
}

/// How far it is through the files, on a terminal.
pub(crate) fn progress(files: &[PathBuf]) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, style) = match Inputs::size(files) {
        Some(size) => (
            ProgressBar::new(size),
            "{bar:30} {percent}%  {msg}  {eta}  {prefix}",
        ),
        None => (
            ProgressBar::new_spinner(),
            "{spinner} {bytes}  {msg}  {elapsed}  {prefix}",
        ),
    };
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The games of all files that are named, one at a time.
pub(crate) fn games<'a>(
    files: &[PathBuf],
    edition: Edition<'a>,
    bar: &ProgressBar,
) -> impl Iterator<Item = Item> + Send + use<'a> {
    let bar = bar.clone();
    Inputs::new(files).flat_map(move |input| games_of(input, edition, &bar))
}

fn games_of<'a>(
    input: Result<Input, Report>,
    edition: Edition<'a>,
    bar: &ProgressBar,
) -> Box<dyn Iterator<Item = Item> + Send + 'a> {
    let opened = input.and_then(|input| {
        let name = input.name();
        let reader = input.open()?;
        bar.set_prefix(name.clone());
        let games = files::recorded(bar.wrap_read(reader), &name, edition)?;
        Ok((Arc::<str>::from(name), games))
    });
    match opened {
        Ok((file, games)) => Box::new(games.map(move |recorded| match recorded {
            Ok(recorded) => Item::Game {
                file: file.clone(),
                recorded,
            },
            Err(error) => Item::Wrong(error.into()),
        })),
        Err(report) => Box::new(std::iter::once(Item::Wrong(report))),
    }
}
