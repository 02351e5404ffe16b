//! `qili explore`

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use qili_explore::reading::Opened;
use qili_explore::report::Verifier;
use qili_explore::search::Tried;
use qili_explore::simplicity::Figures;
use qili_explore::{
    Kind, Over, Question, Report, Search, Sources, Stage, Stretch, kept, report, tell,
};
use qili_lang::rules::Verdict;
use qili_notation::files::Edition;
use qili_report::Rulebook;
use qili_review::coverage::coverage;
use qili_words::{Language, Said, both};

use crate::arguments::{Lang, PageFormat};
use crate::edited;
use crate::games::{Item, Worst, games, problems};
use crate::output::{
    Done, Failure, INTERRUPTED, Whole, cannot_read, cannot_write, complain, no_json, print_json_to,
    print_to, rendered,
};
use crate::parallel::{catch_interruptions, interrupted};

#[derive(Debug, Args)]
#[command(after_help = "\
Stretches that lead back to their position are looked for in the cases of all editions that ship, in games, by changing what is \
known, and at random. A find is made as simple as can be, judged again with ten times the budget, mirrored and with the sides \
changed, and told with what matters in it. What comes out depends on the editions, the cases, the games, the seed and the count \
alone; --seconds stops where the time is up, but for opening editions and finding out what no case notices. Half of it, and no \
more than a minute, is left for making finds simpler, judging them again and saying what matters; what there was no time for is said.

Exit status: 0 done, whatever was found; 2 bad input or usage; 130 interrupted, after what was found has been printed.")]
pub(crate) struct Explore {
    /// An edition by name or folder
    #[arg(value_name = "EDITION")]
    edition: String,
    /// The edition or draft that it is compared with
    #[arg(
        value_name = "OTHER",
        conflicts_with_all = ["clause", "unnoticed", "undetermined", "pattern"]
    )]
    other: Option<String>,
    /// Find where this clause decides: without it, a nature or the ruling would differ
    #[arg(long, value_name = "ARTICLE", conflicts_with_all = ["unnoticed", "undetermined", "pattern"])]
    clause: Option<String>,
    /// The edition that has another reading of the clause; all other clauses are as in the first
    #[arg(
        long,
        value_name = "FOLDER",
        requires = "clause",
        conflicts_with = "other"
    )]
    against: Option<String>,
    /// Find one position for each change of a clause that no case notices
    #[arg(long, conflicts_with_all = ["undetermined", "pattern"])]
    unnoticed: bool,
    /// Find what the edition leaves open
    #[arg(long, conflicts_with = "pattern")]
    undetermined: bool,
    /// Find where a side shows this pattern, such as `长捉` or `一将一捉`
    #[arg(long, value_name = "PATTERN")]
    pattern: Option<String>,
    /// … and this is ruled about that side
    #[arg(long, value_enum, requires = "pattern", conflicts_with_all = ["other", "clause", "unnoticed", "undetermined"])]
    ruling: Option<Ruling>,
    /// Try all stretches of two plies a side with at most so many men, the generals among them; 4 takes many hours, with --keep
    /// in several goes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6), conflicts_with_all = ["count", "seed", "games"])]
    men: Option<u8>,
    /// Search nothing; judge again the finds kept in this folder, and say which still are
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["men", "count", "seed", "games", "keep"])]
    replay: Option<PathBuf>,
    /// Game files whose stretches and positions are used as well
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
    /// The same seed and count find the same
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Try so many stretches, in rounds of 256
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// Take no more than so many seconds; 30 where there is neither a count nor --men nor --replay
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// How many consequences are shown
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    show: u16,
    /// Where finds are kept: they are written there, and the next search with the same folder goes on from there
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Write what is shown as case files into this folder
    #[arg(long, value_name = "FOLDER")]
    cases: Option<PathBuf>,
    #[command(flatten)]
    lang: Lang,
    /// The file to write; standard output if absent
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Text, Markdown, JSON, or a page with boards
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    format: PageFormat,
}

/// What is ruled about a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Ruling {
    #[value(alias = "和")]
    Draw,
    #[value(alias = "变着")]
    MustChange,
    #[value(alias = "对方变着")]
    OtherMustChange,
    #[value(alias = "作负")]
    Loses,
    #[value(alias = "对方作负")]
    OtherLoses,
}

impl From<Ruling> for Verdict {
    fn from(ruling: Ruling) -> Self {
        match ruling {
            Ruling::Draw => Self::Draw,
            Ruling::MustChange => Self::MustChange,
            Ruling::OtherMustChange => Self::OtherMustChange,
            Ruling::Loses => Self::Loses,
            Ruling::OtherLoses => Self::OtherLoses,
        }
    }
}

/// How long it takes where nobody says.
const SECONDS: u64 = 30;
/// What is kept in a folder: the finds, and where the search stands.
const FINDS: &str = "finds.json";
const STATE: &str = "search.json";

pub(crate) fn run(arguments: &Explore) -> Done {
    let limit = Limit::of(arguments);
    catch_interruptions();
    let language = arguments.lang.language();
    for folder in [&arguments.keep, &arguments.cases].into_iter().flatten() {
        create(folder)?;
    }
    let question = question(arguments, language)?;
    if arguments.unnoticed && question.others().next().is_none() {
        return all_noticed(arguments, &question);
    }
    let over = |stage| limit.is_over(stage);
    let mut sources = Sources::shipped(&question)?;
    let figures = Figures::of(&sources.cases);
    let whole = add_games(arguments, &question.first().book, &mut sources, &over);
    let explored = Explored {
        arguments,
        question: &question,
        sources: &sources,
        figures: &figures,
        over: &over,
        language,
    };
    let report = match &arguments.replay {
        Some(folder) => explored.replayed(folder)?,
        None => explored.searched()?,
    };
    explored.print(&report)?;
    if interrupted() {
        std::process::exit(INTERRUPTED);
    }
    match whole {
        true => Ok(()),
        false => Err(Failure::Quiet),
    }
}

/// The time that may be taken, if it is limited.
struct Limit {
    begun: Instant,
    time: Option<Duration>,
}

impl Limit {
    fn of(arguments: &Explore) -> Self {
        let all =
            arguments.count.is_some() || arguments.men.is_some() || arguments.replay.is_some();
        let seconds = arguments.seconds.or((!all).then_some(SECONDS));
        Self {
            begun: Instant::now(),
            time: seconds.map(Duration::from_secs),
        }
    }

    /// A stage ends where what comes after it takes as long as is left: a share of the time, and no more than some seconds.
    fn is_over(&self, stage: Stage) -> bool {
        if stage < Stage::Tell && interrupted() {
            return true;
        }
        let Some(time) = self.time else {
            return false;
        };
        let (share, most) = match stage {
            Stage::Read => (12, 90),
            Stage::Search => (8, 60),
            Stage::Shrink => (4, 30),
            Stage::Settle => (2, 10),
            Stage::Tell => (1, 1),
        };
        let left = (time / 16 * share).min(Duration::from_secs(most));
        self.begun.elapsed() + left >= time
    }
}

/// Says that cases notice every change.
fn all_noticed(arguments: &Explore, question: &Question) -> Done {
    let output = arguments.output.as_deref();
    match arguments.format {
        PageFormat::Json => {
            let report = Report::empty(Tried::default());
            print_json_to(output, &tell::json(question, &report))
        }
        _ => print_to(
            output,
            arguments.lang.language().of(
                "每处改动都有判例看得出。\n",
                "Every change is noticed by a case.\n",
            ),
        ),
    }
}

/// The question that was asked.
fn question(arguments: &Explore, language: Language) -> Result<Question, Failure> {
    let mut first = open(&arguments.edition, language)?;
    if let Some(other) = &arguments.other {
        let mut other = open(other, language)?;
        if first.label == other.label {
            for one in [&mut first, &mut other] {
                one.label = format!("{} ({})", one.label, one.reference);
            }
        }
        return Ok(Question::otherwise(first, other));
    }
    if let Some(clause) = &arguments.clause {
        let question = match &arguments.against {
            Some(against) => Question::read_otherwise(first, clause, &open(against, language)?),
            None => Question::decided_by(first, clause),
        };
        return Ok(question?);
    }
    if arguments.unnoticed {
        let bar = progress();
        let step = |done: usize, all: usize| bar.set_message(format!("{done}/{all}"));
        let coverage = coverage(&first.book, Some(&step))?;
        bar.finish_and_clear();
        return Ok(Question::unnoticed(first, &coverage));
    }
    if let Some(pattern) = &arguments.pattern {
        let ruling = arguments.ruling.map(Verdict::from);
        return Ok(Question::shown(first, pattern, ruling)?);
    }
    if arguments.undetermined {
        return Ok(Question::undetermined(first));
    }
    let said = Said::new(
        "qili::explore::what",
        both!("没有说要找什么", "it is not said what to look for"),
    );
    Err(Failure::from(said.help(both!(
        "写与它比较的版本或草案，或写 `--clause`、`--pattern`、`--unnoticed`、`--undetermined` 之一",
        "name the edition or draft to compare it with, or give one of `--clause`, `--pattern`, `--unnoticed` and `--undetermined`"
    ))))
}

fn open(reference: &str, language: Language) -> Result<Opened, Failure> {
    let reference = edited::here(reference, language);
    let book = Rulebook::open(&reference)?;
    Ok(Opened {
        label: book.edition.about.id.clone(),
        reference,
        book,
    })
}

/// Adds the games that are named, as long as there is time; `false` where some could not be read or played.
fn add_games(
    arguments: &Explore,
    first: &Rulebook,
    sources: &mut Sources,
    over: &Over<'_>,
) -> bool {
    let language = arguments.lang.language();
    let edition = Edition {
        movement: first.movement(),
        vocabulary: &first.vocabulary,
    };
    let mut whole = true;
    let games = games(&arguments.games, edition, &ProgressBar::hidden());
    for (read, item) in games.enumerate() {
        if over(Stage::Read) {
            let said = both!(
                "时间有限，棋谱只读了前 {read} 局",
                "for want of time only the first {read} games were read"
            );
            complain(&output::rendered(
                language,
                &Said::new("qili::explore::games", said).warning(),
            ));
            break;
        }
        match item {
            Item::Game { recorded, .. } => {
                let game = recorded.play(edition);
                let (said, worst) = problems(&game, |problem| rendered(language, problem));
                complain(&said);
                whole &= worst < Worst::Error;
                sources.add_game(first, game.start.position.clone(), game.moves());
            }
            Item::Wrong(report) => {
                Failure::Report(report).report(language);
                whole = false;
            }
        }
    }
    whole
}

/// A search as it was asked for.
struct Explored<'e> {
    arguments: &'e Explore,
    question: &'e Question,
    sources: &'e Sources,
    figures: &'e Figures,
    over: &'e Over<'e>,
    language: Language,
}

impl Explored<'_> {
    fn searched(&self) -> Result<Report, Failure> {
        let arguments = self.arguments;
        let none = Sources::default();
        let (sources, seed) = match arguments.men {
            Some(_) => (&none, 0),
            None => (self.sources, arguments.seed),
        };
        let mut search = Search::new(self.question, sources, seed);
        let state = arguments.keep.as_ref().map(|folder| folder.join(STATE));
        if let Some(state) = state.as_deref().filter(|state| state.exists()) {
            search.go_on(&state.display().to_string(), &read(state)?)?;
        }
        let bar = progress();
        let verifier = Verifier::new(self.question);
        let mut first = |kind: &Kind, stretch: &Stretch| {
            if !bar.is_hidden() && verifier.holds(kind, stretch) {
                bar.println(tell::one_line(self.question, kind, stretch, self.language));
            }
        };
        let reached = arguments.men.map(|men| {
            let step = |done: usize, all: usize| {
                bar.set_message(format!("{done} / {all}"));
                bar.tick();
            };
            search.exhaust(usize::from(men), self.over, &mut first, &step)
        });
        let enough = |search: &Search<'_>| {
            arguments.men.is_some()
                || arguments
                    .count
                    .is_some_and(|count| search.tried.stretches >= count)
                || search.is_answered()
        };
        while !enough(&search) && search.round(self.over, &mut first) {
            bar.set_message(format!(
                "{} / {}",
                search.tried.found, search.tried.stretches
            ));
            bar.tick();
        }
        bar.finish_and_clear();
        let mut report = report(
            self.question,
            self.figures,
            &search.found,
            search.tried,
            usize::from(arguments.show),
            self.over,
        );
        report.seed = arguments.men.is_none().then_some(arguments.seed);
        report.reached = reached;
        if let (Some(folder), Some(state)) = (&arguments.keep, state) {
            let kept = search.kept();
            write(
                &state,
                &kept.map_err(|error| Failure::Report(no_json(&error)))?,
            )?;
            print_json_to(
                Some(&folder.join(FINDS)),
                &tell::json(self.question, &report),
            )?;
        }
        Ok(report)
    }

    fn replayed(&self, folder: &Path) -> Result<Report, Failure> {
        let entries = std::fs::read_dir(folder)
            .map_err(|error| Failure::Report(cannot_read(folder, &error)))?;
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        files.retain(|file| {
            file.extension().is_some_and(|kind| kind == "json")
                && file.file_name().is_some_and(|name| name != STATE)
        });
        if files.is_empty() {
            let folder = folder.display();
            let said = Said::new(
                "qili::explore::replay",
                both!(
                    "`{folder}` 里没有存下的局面",
                    "no finds are kept in `{folder}`"
                ),
            );
            return Err(Failure::from(said.help(both!(
                "`--keep 文件夹` 把找到的写在那里；`--format json` 的输出存为 `.json` 文件也可以",
                "`--keep FOLDER` writes them there; so does `--format json` into a file `.json`"
            ))));
        }
        files.sort();
        let mut stretches = Vec::new();
        for file in files {
            stretches.extend(kept::stretches(
                &file.display().to_string(),
                &read(&file)?,
                self.question.first(),
            )?);
        }
        Ok(kept::replay(
            self.question,
            self.figures,
            stretches,
            self.over,
        ))
    }

    fn print(&self, report: &Report) -> Done {
        let (question, language) = (self.question, self.language);
        if let Some(folder) = &self.arguments.cases {
            for find in &report.finds {
                let (name, text) = kept::case_file(question, find, report.seed);
                write(&folder.join(format!("{name}.yaml")), &text)?;
            }
        }
        let output = self.arguments.output.as_deref();
        match self.arguments.format {
            PageFormat::Text => print_to(output, &tell::text(question, report, language)),
            PageFormat::Markdown => print_to(output, &tell::markdown(question, report, language)),
            PageFormat::Json => print_json_to(output, &tell::json(question, report)),
            PageFormat::Html => print_to(output, &tell::html(question, report, language)),
        }
    }
}

fn create(folder: &Path) -> Done {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))
}

fn read(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file).map_err(|error| Failure::Report(cannot_read(file, &error)))
}

fn write(file: &Path, text: &str) -> Done {
    let mut whole = Whole::create(file)?;
    whole.write(text.as_bytes())?;
    whole.finish()
}

/// What is known of how far it is; shown on a terminal only.
fn progress() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    match ProgressStyle::with_template("{spinner} {msg}  {elapsed}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
