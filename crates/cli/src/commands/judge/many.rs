//! Games of files, judged on several threads and printed in their order.

use indicatif::ProgressBar;
use qili_board::Move;
use qili_notation::Game;
use qili_notation::files::Edition;
use qili_report::summary::Tally;
use qili_report::{Rulebook, explain, game, given, record};
use qili_words::{Localized, Report, both};
use serde::Serialize;

use crate::arguments::{Judge, JudgeFormat};
use crate::games::{self, Item, Worst};
use crate::output::{self, Done, in_a_line, no_json, print, print_bytes, rendered};
use crate::parallel::{self, Sink};

/// After how many games the number is shown anew.
const GAMES_SHOWN: u64 = 64;

/// A game that has been judged.
struct Judged {
    /// For standard output.
    text: String,
    /// For standard error: what was wrong, and warnings.
    said: String,
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
        said: String::new(),
        worst: Worst::Nothing,
        tally: Tally::default(),
    };
    let (file, recorded) = match item {
        Item::Game { file, recorded } => (file, recorded),
        Item::Wrong(report) => {
            judged.complain(say(arguments, &*report));
            judged.tally.add_unread();
            return judged;
        }
    };
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    let played = recorded.play(edition);
    (judged.said, judged.worst) = games::problems(&played, |problem| say(arguments, problem));
    if played.errors().next().is_none()
        && let Some(warning) = given::doubtful(book, &played.start.position, &file)
    {
        judged.said += &say(arguments, &warning);
        judged.worst = judged.worst.max(Worst::Warning);
    }
    let written = if arguments.cycle {
        judged.stretch(book, arguments, &file, &played)
    } else {
        judged.game(book, arguments, &file, &played)
    };
    match written {
        Ok(text) => judged.text = text,
        Err(error) => judged.complain(say(arguments, &*error)),
    }
    judged
}

/// What is wrong, for people: on a line of its own where games are counted, since there may be thousands.
fn say(arguments: &Judge, diagnostic: &dyn Localized) -> String {
    let shown = if arguments.summary {
        in_a_line
    } else {
        rendered
    };
    shown(arguments.lang.language(), diagnostic)
}

impl Judged {
    /// Something is wrong.
    fn complain(&mut self, said: String) {
        self.said += &said;
        self.worst = Worst::Error;
    }

    /// A whole game.
    fn game(
        &mut self,
        book: &Rulebook,
        arguments: &Judge,
        file: &str,
        played: &Game,
    ) -> Result<String, Report> {
        let (policy, shown) = super::claims(arguments);
        let watched = record::watched(book, played, policy)?;
        let faulty = played.errors().next().is_some();
        self.tally.add(&watched, played.result, faulty);
        if arguments.summary {
            return Ok(String::new());
        }
        let language = arguments.lang.language();
        if arguments.format == JudgeFormat::Text {
            let detail = super::detail(arguments);
            let heading = record::heading(file, played, language);
            let text = game::text(book, &watched, language, detail, shown);
            let agreement = record::agreement(&watched, played.result, language);
            return Ok(format!("{heading}{text}{agreement}\n"));
        }
        let json = record::json(book, file, played, &watched, language, shown);
        written(arguments.format, &json)
    }

    /// A stretch that is taken as a cycle.
    fn stretch(
        &mut self,
        book: &Rulebook,
        arguments: &Judge,
        file: &str,
        played: &Game,
    ) -> Result<String, Report> {
        let moves: Vec<Move> = played.moves().collect();
        let language = arguments.lang.language();
        let number = played.number;
        let name = both!("`{file}` 第 {number} 局", "{file}, game {number}");
        let name = name.get(language);
        let text = || {
            moves
                .iter()
                .map(Move::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let judged = record::judged(book, played);
        match &judged {
            Ok(judged) if !judged.cycle.closes() => {
                self.said += &say(arguments, &given::open_cycle(&text(), name));
                self.worst = self.worst.max(Worst::Warning);
            }
            Ok(_) | Err(None) => {}
            Err(Some(reason)) => {
                let error = given::BadCycle::new(reason.clone(), &text(), name);
                self.complain(say(arguments, &error));
            }
        }
        if arguments.format == JudgeFormat::Text {
            let Ok(judged) = &judged else {
                return Ok(String::new());
            };
            let heading = record::heading(file, played, language);
            let text = explain::judgement(book, judged, language, super::detail(arguments));
            return Ok(format!("{heading}{text}\n"));
        }
        let judged = judged.as_ref().map_err(Option::as_ref);
        let json = record::stretch_json(book, file, played, judged, language);
        written(arguments.format, &json)
    }
}

/// One JSON document, on one line or for people.
fn written(format: JudgeFormat, json: &impl Serialize) -> Result<String, Report> {
    let text = match format {
        JudgeFormat::Jsonl => serde_json::to_string(json),
        JudgeFormat::Json | JudgeFormat::Text => serde_json::to_string_pretty(json),
    };
    Ok(text.map_err(|error| no_json(&error))? + "\n")
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
            let (games, language) = (self.tally.games(), self.arguments.lang.language());
            let said = both!("{games} 局", "{games} games");
            self.bar.set_message(said.get(language).to_owned());
        }
        if judged.said.is_empty() && judged.text.is_empty() {
            return Ok(());
        }
        self.bar.suspend(|| {
            output::complain(&judged.said);
            match self.arguments.format {
                JudgeFormat::Text => print(&judged.text),
                JudgeFormat::Json | JudgeFormat::Jsonl => print_bytes(judged.text.as_bytes()),
            }
        })
    }

    fn interrupted(&mut self) -> ! {
        let finished = self.finish();
        drop(finished);
        parallel::end_after(self.tally.games(), self.arguments.lang.language())
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
