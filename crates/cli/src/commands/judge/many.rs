//! Games of files, judged on several threads and printed in their order.

use indicatif::ProgressBar;
use qili_notation::files::Edition;
use qili_report::summary::Tally;
use qili_report::{Rulebook, game, record};

use crate::arguments::{Judge, JudgeFormat};
use crate::games::{self, Item, Worst};
use crate::output::{self, Done, print};
use crate::parallel::{self, Sink};

/// After how many games the number is shown anew.
const GAMES_SHOWN: u64 = 64;

/// A game that has been judged.
struct Judged {
    /// For standard output.
    text: String,
    /// For standard error; empty if nothing was wrong.
    problems: String,
    worst: Worst,
    tally: Tally,
}

pub(super) fn run(book: &Rulebook, arguments: &Judge) -> Done {
    let bar = games::progress(&arguments.files);
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    let items = games::games(&arguments.files, edition, &bar);
    let mut printer = Printer {
        book,
        arguments,
        bar,
        tally: Tally::default(),
        worst: Worst::Nothing,
    };
    parallel::catch_interruptions();
    let threads = games::threads(arguments.threads);
    let work = |item| judge(book, arguments, item);
    parallel::in_order(threads, items, work, &mut printer)?;
    printer.finish()?;
    printer.worst.done(arguments.deny)
}

/// Plays, judges and words one game.
fn judge(book: &Rulebook, arguments: &Judge, item: Item) -> Judged {
    let mut judged = Judged {
        text: String::new(),
        problems: String::new(),
        worst: Worst::Error,
        tally: Tally::default(),
    };
    let (file, recorded) = match item {
        Item::Game { file, recorded } => (file, recorded),
        Item::Wrong(report) => {
            judged.problems = format!("{report:?}\n");
            return judged;
        }
    };
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    let played = recorded.play(edition);
    let worst;
    (judged.problems, worst) = games::problems(&played);
    let watched = match record::watched(book, &played) {
        Ok(watched) => watched,
        Err(error) => {
            judged.problems += &format!("{:?}\n", miette::Report::new(error));
            return judged;
        }
    };
    judged.worst = worst;
    judged.tally.add(&watched, played.errors().next().is_some());
    if arguments.summary {
        return judged;
    }
    let language = arguments.lang.language();
    let json = || record::json(book, &file, &played, &watched, language);
    let written = match arguments.format {
        JudgeFormat::Text => {
            let detail = super::detail(arguments);
            let heading = record::heading(&file, &played, language);
            let text = game::text(book, &watched, language, detail);
            Ok(format!("{heading}{text}\n"))
        }
        JudgeFormat::Json => serde_json::to_string_pretty(&json()).map(|json| json + "\n"),
        JudgeFormat::Jsonl => serde_json::to_string(&json()).map(|json| json + "\n"),
    };
    match written {
        Ok(text) => judged.text = text,
        Err(error) => {
            judged.worst = Worst::Error;
            judged.problems += &format!("{file}: {error}\n");
        }
    }
    judged
}

/// Prints games as they come, or counts them.
struct Printer<'a> {
    book: &'a Rulebook,
    arguments: &'a Judge,
    bar: ProgressBar,
    tally: Tally,
    worst: Worst,
}

impl Sink<Judged> for Printer<'_> {
    fn take(&mut self, judged: Judged) -> Done {
        self.tally.merge(&judged.tally);
        self.worst = self.worst.max(judged.worst);
        if self.tally.games().is_multiple_of(GAMES_SHOWN) {
            self.bar
                .set_message(format!("{} games", self.tally.games()));
        }
        if judged.problems.is_empty() && judged.text.is_empty() {
            return Ok(());
        }
        self.bar.suspend(|| {
            output::complain(&judged.problems);
            print(&judged.text)
        })
    }

    fn interrupted(&mut self) -> ! {
        let finished = self.finish();
        let games = self.tally.games();
        output::complain(&format!("interrupted after {games} games\n"));
        drop(finished);
        std::process::exit(output::INTERRUPTED)
    }
}

impl Printer<'_> {
    /// What stands below all games.
    fn finish(&self) -> Done {
        self.bar.finish_and_clear();
        if !self.arguments.summary {
            return Ok(());
        }
        let language = self.arguments.lang.language();
        match self.arguments.format {
            JudgeFormat::Text => print(&self.tally.text(self.book, language)),
            JudgeFormat::Json => output::print_json(&self.tally.json(self.book)),
            JudgeFormat::Jsonl => output::print_json_line(&self.tally.json(self.book)),
        }
    }
}
