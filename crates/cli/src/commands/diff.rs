//! `qili diff`

use std::io::BufRead;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use qili_notation::files::{self, Edition};
use qili_report::Rulebook;
use qili_review::diff::{GamesCompared, Pair, compare_game, difference, html, markdown, text};
use qili_words::{Language, Said, both};
use rayon::prelude::*;

use crate::arguments::{Diff, PageFormat};
use crate::edited;
use crate::inputs::Input;
use crate::output::{Done, Failure, complain, print_json_to, print_to};

pub(crate) fn run(arguments: &Diff) -> Done {
    let language = arguments.lang.language();
    let here = |name: &String| edited::here(name, language);
    let pair = Pair::open(&here(&arguments.old), &here(&arguments.new))?;
    let mut found = difference(&pair, language)?;
    let mut incomplete = !found.problems.is_empty();
    if !arguments.games.is_empty() {
        let (Ok(old), Ok(new)) = (&pair.old.book, &pair.new.book) else {
            for problem in &found.problems {
                complain(&format!("{problem}\n"));
            }
            let said = Said::new(
                "qili::diff::games",
                both!(
                    "没有错误的版本才能比较棋局",
                    "games can be compared only by editions without mistakes"
                ),
            );
            return Err(said
                .help(both!(
                    "看看 `qili check` 怎么说",
                    "see what `qili check` says about them"
                ))
                .into());
        };
        let mut games = GamesCompared::default();
        for path in &arguments.games {
            if let Err(failure) = compare_file(old, new, path, language, &mut games) {
                failure.report(language);
                incomplete = true;
            }
        }
        found.games = Some(games);
    }
    let output = arguments.output.as_deref();
    match arguments.format {
        PageFormat::Text => print_to(output, &text(&found, language))?,
        PageFormat::Markdown => print_to(output, &markdown(&found, language))?,
        PageFormat::Json => print_json_to(output, &found)?,
        PageFormat::Html => print_to(output, &html(&pair, &found, language))?,
    }
    if incomplete {
        // the report says what is missing from it
        Err(Failure::Quiet)
    } else {
        Ok(())
    }
}

/// Compares the games of a file on all cores, in constant memory but for those that differ.
fn compare_file(
    old: &Rulebook,
    new: &Rulebook,
    path: &Path,
    language: Language,
    games: &mut GamesCompared,
) -> Done {
    let (name, reader) = open(path, language)?;
    let edition = Edition {
        movement: old.movement(),
        vocabulary: &old.vocabulary,
    };
    let bar = counter(&name);
    let read = files::games(reader, &name, edition)?;
    let mut results: Vec<_> = read
        .enumerate()
        .par_bridge()
        .map(|(index, game)| {
            bar.inc(1);
            let game = game?;
            if game.errors().next().is_some() {
                return Ok((index, Err(())));
            }
            let compared = compare_game(old, new, &name, &game, language);
            Ok((index, compared.map_err(|_| ())))
        })
        // those that come out alike are only counted
        .fold(Batch::default, Batch::with)
        .collect();
    bar.finish_and_clear();
    let mut changes = Vec::new();
    for batch in &mut results {
        if let Some(error) = batch.error.take() {
            return Err(error.into());
        }
        games.compared += batch.compared;
        games.unreadable += batch.unreadable;
        changes.append(&mut batch.changes);
    }
    changes.sort_by_key(|(index, _)| *index);
    games
        .changes
        .extend(changes.into_iter().map(|(_, change)| change));
    Ok(())
}

/// What one thread has compared.
#[derive(Default)]
struct Batch {
    compared: usize,
    unreadable: usize,
    changes: Vec<(usize, qili_review::diff::GameChange)>,
    error: Option<files::ReadError>,
}

type Compared = (usize, Result<Option<qili_review::diff::GameChange>, ()>);

impl Batch {
    fn with(mut self, one: Result<Compared, files::ReadError>) -> Self {
        match one {
            Ok((index, Ok(change))) => {
                self.compared += 1;
                self.changes.extend(change.map(|change| (index, change)));
            }
            Ok((_, Err(()))) => self.unreadable += 1,
            Err(error) => self.error = Some(error),
        }
        self
    }
}

fn open(path: &Path, language: Language) -> Result<(String, Box<dyn BufRead + Send>), Failure> {
    let input = Input::named(path.to_owned());
    let name = if path == Path::new("-") {
        language.of("标准输入", "standard input").to_owned()
    } else {
        input.name()
    };
    Ok((name, input.open()?))
}

/// A counter on standard error; shown on a terminal only.
fn counter(name: &str) -> ProgressBar {
    let bar = ProgressBar::no_length().with_message(name.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}: {human_pos} ({per_sec})") {
        bar.set_style(style);
    }
    bar
}
