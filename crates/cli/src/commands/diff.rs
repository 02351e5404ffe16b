//! `qili diff`

use std::path::PathBuf;

use indicatif::ProgressBar;
use qili_notation::files::Edition;
use qili_report::Rulebook;
use qili_review::diff::{
    GameChange, GamesCompared, Pair, compare_game, difference, html, markdown, text,
};
use qili_words::{Language, Report, Said, both};

use crate::arguments::{Diff, PageFormat};
use crate::edited;
use crate::games::{self, Item, Worst};
use crate::output::{Done, Failure, complain, print_json_to, print_to, rendered};
use crate::parallel::{self, Sink};

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
        let (games, whole) = compare(old, new, &arguments.games, language)?;
        incomplete |= !whole;
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

/// Compares games on all cores, in constant memory but for those that differ; `false` beside them where some could not be
/// read or played.
fn compare(
    old: &Rulebook,
    new: &Rulebook,
    named: &[PathBuf],
    language: Language,
) -> Result<(GamesCompared, bool), Failure> {
    let edition = Edition {
        movement: old.movement(),
        vocabulary: &old.vocabulary,
    };
    let mut comparison = Comparison {
        games: GamesCompared::default(),
        worst: Worst::Nothing,
        bar: games::progress(named),
        language,
    };
    let work = |item| {
        let (file, game) = match item {
            Item::Game { file, recorded } => (file, recorded.play(edition)),
            Item::Wrong(report) => return Compared::wrong(&report, language),
        };
        let (said, worst) = games::problems(&game, |problem| rendered(language, problem));
        if worst == Worst::Error {
            let change = None;
            return Compared {
                said,
                worst,
                change,
            };
        }
        match compare_game(old, new, &file, &game, language) {
            Ok(change) => Compared {
                said,
                worst,
                change,
            },
            Err(report) => Compared::wrong(&report, language),
        }
    };
    parallel::catch_interruptions();
    let items = games::games(named, edition, &comparison.bar);
    parallel::in_order(games::threads(None), items, work, &mut comparison)?;
    comparison.bar.finish_and_clear();
    Ok((comparison.games, comparison.worst < Worst::Error))
}

/// A game, compared where it could be read and played.
struct Compared {
    /// For standard error.
    said: String,
    worst: Worst,
    change: Option<GameChange>,
}

impl Compared {
    fn wrong(report: &Report, language: Language) -> Self {
        Self {
            said: rendered(language, &**report),
            worst: Worst::Error,
            change: None,
        }
    }
}

/// Counts games as they come.
struct Comparison {
    games: GamesCompared,
    worst: Worst,
    bar: ProgressBar,
    language: Language,
}

impl Sink<Compared> for Comparison {
    fn take(&mut self, compared: Compared) -> Done {
        self.worst = self.worst.max(compared.worst);
        if compared.worst == Worst::Error {
            self.games.unreadable += 1;
        } else {
            self.games.compared += 1;
            self.games.changes.extend(compared.change);
        }
        self.bar.suspend(|| complain(&compared.said));
        Ok(())
    }

    fn interrupted(&mut self) -> ! {
        self.bar.finish_and_clear();
        let games = self.games.compared + self.games.unreadable;
        parallel::end_after(games as u64, self.language)
    }
}
