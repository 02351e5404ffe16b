//! The arguments of every command.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use qili_words::Language;

/// 棋例: xiangqi competition rules as data, and rulings by them.
#[derive(Debug, Parser)]
#[command(name = "qili", version, about, long_about = None)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Rule on games, or on a position and a list of moves
    Judge(Judge),
    /// Run the cases of editions and show where they come out otherwise
    Test(Test),
    /// Check an edition's files
    Check(Check),
    /// Begin a draft that amends an edition
    New(New),
    /// Compare two editions: clauses, cases and games
    Diff(Diff),
    /// Put editions side by side: a row for each case, a column for each edition
    Table(Table),
    /// Write editions as pages that need no server: clauses, figures, comparisons, search
    Book(Book),
    /// Show which clauses the cases of an edition exercise, and which they would not miss
    Coverage(Coverage),
    /// Find positions that show what a clause does, or on what two editions disagree
    Explore(crate::commands::explore::Explore),
    /// Rewrite rule files in their canonical form, or print them in the other language's keywords
    Fmt(Fmt),
    Convert(crate::commands::convert::Convert),
    Board(crate::commands::board::Board),
    /// Count the positions that can be reached in a number of plies
    Perft(Perft),
    /// List the editions, or print an edition or a clause of it
    Show(Show),
    Serve(crate::commands::serve::Serve),
    /// Serve an editor: the rule language checked, completed and explained as it is typed
    Lsp(Lsp),
    Competition(crate::competition::Args),
}

/// Which edition.
#[derive(Debug, Clone, Args)]
pub(crate) struct Rules {
    /// An edition that ships with the program, or a folder with an edition.yaml
    #[arg(long, value_name = "NAME|PATH", default_value = "2020")]
    pub(crate) rules: String,
}

/// In which language.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Lang {
    /// zh, zh-Hant (in traditional characters) or en; otherwise as the environment says
    #[arg(long, value_name = "zh|zh-Hant|en")]
    lang: Option<Language>,
}

/// What the language server is started with.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Lsp {
    #[command(flatten)]
    pub(crate) lang: Lang,
    /// Serve over standard input and output; it always does, and some editors say so
    #[arg(long)]
    stdio: bool,
}

/// In which language and form.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Form {
    #[command(flatten)]
    lang: Lang,
    /// Text for people, JSON for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

impl Form {
    /// The language asked for, or that of the environment.
    pub(crate) fn language(self) -> Language {
        self.lang.language()
    }
}

impl Lang {
    /// The language asked for, or that of the environment.
    pub(crate) fn language(self) -> Language {
        self.lang.unwrap_or_else(environment)
    }
}

/// What the environment says of language and place: `zh_TW.UTF-8`.
pub(crate) fn locale() -> Option<String> {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].iter();
    let mut set = names.filter_map(|name| std::env::var(name).ok());
    set.find(|set| !set.is_empty())
}

/// The language of the environment.
pub(crate) fn environment() -> Language {
    match locale() {
        Some(set) if set.starts_with("zh") => Language::Chinese,
        _ => Language::English,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// What `judge` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum JudgeFormat {
    /// Text for people
    Text,
    /// A JSON document for each game, in lines for people
    Json,
    /// One line of JSON for each game
    Jsonl,
}

/// Which rulings on a whole game are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Claim {
    /// Where the game stops: nobody asked before, since play went on
    Last,
    /// The first, as if a player asked as soon as possible
    First,
    /// As `last`, and every one that could have been asked for is shown in full
    Every,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Games are read from PGN, move text, DhtmlXQ, WXF, CBF, XQF, CBR and CBL files, and from `fen`/`moves` lines; what a file is, \
its content tells. What cannot be read or played is reported on standard error with its place, and does not keep back the \
other games. It is a warning where the main line of the game is whole: a variation that cannot be played, a damaged character.

A program can write games to `judge - --format jsonl` and read their lines one by one: each comes as soon as the game has \
ended, by its result in PGN, by its line `moves …` after `fen …`. Or it writes requests to `judge --requests`, one on each line: \
`{\"id\": 1, \"edition\": \"2020\", \"fen\": \"…\", \"moves\": \"…\", \"cycle\": true}`, of which only `moves` must be there; \
each is answered at once, by a line with the same id that has the judgement, or what is wrong as `error`.

Exit status: 0 done, whatever the rulings and warnings; 1 there were warnings, and --deny; 2 bad usage, or something could \
not be read or played; 130 interrupted, after what was done has been printed.")]
pub(crate) struct Judge {
    /// Game files, folders of them, or patterns such as `games/*.pgn`; `-` reads standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) lang: Lang,
    /// What is printed
    #[arg(long, value_enum, default_value_t = JudgeFormat::Text)]
    pub(crate) format: JudgeFormat,
    /// The position that the moves start from; the edition's initial position if absent
    #[arg(long, value_name = "FEN", requires = "moves")]
    pub(crate) fen: Option<String>,
    /// Moves in any notation, separated by blanks
    #[arg(long, value_name = "MOVES", required_unless_present_any = ["files", "requests"])]
    pub(crate) moves: Option<String>,
    /// The moves are the repeating cycle, shown once; of files, each game is one
    #[arg(long)]
    pub(crate) cycle: bool,
    /// Which of the rulings that could have been asked for in a whole game are made
    #[arg(long, value_enum, default_value_t = Claim::Last, conflicts_with = "cycle")]
    pub(crate) claim: Claim,
    /// Editions to judge by, side by side
    #[arg(
        long,
        value_name = "NAME|PATH,…",
        value_delimiter = ',',
        conflicts_with_all = ["rules", "explain", "summary"]
    )]
    pub(crate) compare: Vec<String>,
    /// Judge positions that cannot occur as well, with a warning: too many pieces of a kind, or one where it cannot get to
    #[arg(long)]
    pub(crate) any_position: bool,
    /// Say why: targets, lines of play, exceptions, clauses
    #[arg(long)]
    pub(crate) explain: bool,
    /// How many positions one search for a mate or a gain may visit; beyond that the answer is `undetermined`
    #[arg(long, value_name = "N")]
    pub(crate) budget: Option<u32>,
    /// Print only tables over all games: outcomes, clauses, what is undetermined; each problem on one line
    #[arg(long, requires = "files", conflicts_with_all = ["explain", "cycle"])]
    pub(crate) summary: bool,
    /// Exit with status 1 if there are warnings
    #[arg(long, requires = "files")]
    pub(crate) deny: bool,
    /// How many games are judged at a time; as many as there are cores if absent
    #[arg(long, value_name = "N", conflicts_with = "moves")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Read requests from standard input, a JSON document on each line, and answer each with a line
    #[arg(
        long,
        conflicts_with_all = ["files", "moves", "cycle", "claim", "compare", "explain", "summary", "deny"]
    )]
    pub(crate) requests: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Editions by name or folder; all that ship with the program if none is named
    #[arg(value_name = "EDITION")]
    pub(crate) editions: Vec<String>,
    /// Only the cases whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) case: Option<String>,
    /// Print each case in full
    #[arg(long)]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) form: Form,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Editions by name or folder; all that ship with the program if none is named
    #[arg(value_name = "EDITION")]
    pub(crate) editions: Vec<String>,
    /// Exit with status 1 if there are warnings
    #[arg(long)]
    pub(crate) deny: bool,
    #[command(flatten)]
    pub(crate) lang: Lang,
}

#[derive(Debug, Args)]
pub(crate) struct New {
    /// The folder of the draft, which does not exist yet or is empty; its name is that of the edition
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The edition to amend: one that ships with the program, or a folder beside this one
    #[arg(long, value_name = "NAME")]
    pub(crate) amends: String,
    #[command(flatten)]
    pub(crate) lang: Lang,
}

/// The form of a report that can be a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    /// For a terminal
    Text,
    /// For a comment on a pull request
    Markdown,
    /// For programs
    Json,
    /// A page with boards, which needs nothing else
    Html,
}

#[derive(Debug, Args)]
pub(crate) struct Table {
    /// Editions by name or folder, the earlier first
    #[arg(value_name = "EDITION", required = true)]
    pub(crate) editions: Vec<String>,
    /// Only the cases on which they differ
    #[arg(long)]
    pub(crate) differing: bool,
    /// The file to write; standard output if absent
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) lang: Lang,
    /// Text, Markdown, JSON, or a page
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
}

/// The form of a report for reviewers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReviewFormat {
    /// For a terminal
    Text,
    /// For a comment on a pull request
    Markdown,
    /// For programs
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// The first edition, by name or folder
    #[arg(value_name = "OLD")]
    pub(crate) old: String,
    /// The second edition, by name or folder
    #[arg(value_name = "NEW")]
    pub(crate) new: String,
    /// Game files, folders of them or patterns, to be judged by both; `-` reads standard input
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) games: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) lang: Lang,
    /// The file to write; standard output if absent
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Text, Markdown for a pull request, JSON, or a page
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
}

#[derive(Debug, Args)]
pub(crate) struct Book {
    /// Editions by name or folder, the earlier first; without one, those that ship with the program
    #[arg(value_name = "EDITION")]
    pub(crate) editions: Vec<String>,
    /// The folder to write into; of what it holds only an earlier book is replaced
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// Also try which cases each clause decides, by changing it; this takes minutes
    #[arg(long)]
    pub(crate) decides: bool,
    #[command(flatten)]
    pub(crate) lang: Lang,
}

#[derive(Debug, Args)]
pub(crate) struct Coverage {
    /// An edition by name or folder
    #[arg(value_name = "EDITION")]
    pub(crate) edition: String,
    /// Only which clauses the cases exercise; change none
    #[arg(long)]
    pub(crate) no_mutants: bool,
    #[command(flatten)]
    pub(crate) lang: Lang,
    /// Text, Markdown for a pull request, or JSON
    #[arg(long, value_enum, default_value_t = ReviewFormat::Text)]
    pub(crate) format: ReviewFormat,
}

#[derive(Debug, Args)]
pub(crate) struct Fmt {
    /// Rule files, rewritten in place; `-` reads standard input and prints
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing; exit with status 1 if a file is not in its canonical form
    #[arg(long)]
    pub(crate) check: bool,
    /// Print in the other language's keywords instead of changing the files
    #[arg(long, value_name = "zh|en")]
    pub(crate) to: Option<Language>,
    #[command(flatten)]
    pub(crate) lang: Lang,
}

#[derive(Debug, Args)]
pub(crate) struct Perft {
    /// The position; `start` is the edition's initial position
    #[arg(value_name = "FEN")]
    pub(crate) fen: String,
    /// How many plies
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=20))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) rules: Rules,
    /// The count behind each first move
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) lang: Lang,
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// An edition by name or folder; lists the editions if absent
    #[arg(value_name = "EDITION")]
    pub(crate) edition: Option<String>,
    /// Only clauses whose article begins with this, or that define what is called so
    #[arg(value_name = "CLAUSE")]
    pub(crate) clause: Option<String>,
    #[command(flatten)]
    pub(crate) form: Form,
}
