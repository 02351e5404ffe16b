//! `GET /watch/boards`: the games of a folder that are being written, those in which a ruling may be asked for first.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use qili_interpreter::referee::{Referee, Status};
use qili_notation::Game;
use qili_report::Rulebook;
use qili_words::{Language, refusal};
use serde::Serialize;

use super::position::{ClaimJson, claims};
use super::read::{GameJson, games, shown};
use super::{Answer, Question};
use crate::server::{Problem, Stop};

/// How many files are looked at.
const MOST: usize = 200;

/// The largest file that is read: that of a game or a round, not of a collection.
const LONGEST: u64 = 1_000_000;

/// A folder of games, with what was read of them last.
#[derive(Debug)]
pub(crate) struct Watch {
    folder: PathBuf,
    read: Mutex<HashMap<Key, Read>>,
}

/// A file, the law by which its games are watched, and the language in which that is told.
type Key = (PathBuf, String, Language);

/// What a file said when it had been written last.
#[derive(Debug, Clone)]
struct Read {
    written: (SystemTime, u64),
    boards: Vec<Arc<BoardJson>>,
}

#[derive(Debug, Serialize)]
struct WatchJson<'w> {
    schema: &'static str,
    edition: String,
    boards: Vec<&'w BoardJson>,
    /// The files that cannot be read, and why.
    unreadable: BTreeMap<String, String>,
}

/// A game as it stands.
#[derive(Debug, Serialize)]
struct BoardJson {
    file: String,
    #[serde(flatten)]
    game: GameJson,
    /// How it ended, where the rules say that it has.
    over: Option<String>,
    /// What may be claimed now.
    claim: Option<ClaimJson>,
    /// What could be claimed if the last round were played once more.
    next: Option<ClaimJson>,
}

impl Watch {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            read: Mutex::default(),
        }
    }

    /// The plain files of the folder, in order, with when they were written and how long they are.
    fn files(&self) -> std::io::Result<Vec<(PathBuf, (SystemTime, u64))>> {
        let entries = std::fs::read_dir(&self.folder)?.filter_map(Result::ok);
        let files = entries.filter_map(|entry| {
            let hidden = entry.file_name().to_str()?.starts_with('.');
            let found = entry
                .metadata()
                .ok()
                .filter(|found| found.is_file() && !hidden)?;
            Some((entry.path(), (found.modified().ok()?, found.len())))
        });
        let mut files: Vec<_> = files.collect();
        files.sort();
        files.truncate(MOST);
        Ok(files)
    }

    /// The games of a file; worked out again when it has been written.
    fn boards(
        &self,
        path: &Path,
        written: (SystemTime, u64),
        book: &Rulebook,
        language: Language,
        stop: &Stop,
    ) -> Result<Vec<Arc<BoardJson>>, Problem> {
        let key = (path.to_owned(), book.law.clone(), language);
        let known = || self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(read) = known().get(&key).filter(|read| read.written == written) {
            return Ok(read.boards.clone());
        }
        let file = named(path);
        let refused = |error| Problem::refused(&file, refusal(&error));
        if written.1 > LONGEST {
            return Err(refused(std::io::ErrorKind::FileTooLarge.into()));
        }
        let bytes = std::fs::read(path).map_err(refused)?;
        let mut boards = Vec::new();
        for game in games(book, &file, &bytes)?.take(MOST) {
            boards.push(Arc::new(board(&file, &game?, book, language)));
            stop.check()?;
        }
        let read = Read {
            written,
            boards: boards.clone(),
        };
        known().insert(key, read);
        Ok(boards)
    }
}

fn named(path: &Path) -> String {
    path.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn board(file: &str, game: &Game, book: &Rulebook, language: Language) -> BoardJson {
    let procedure = book.edition.procedure().cloned();
    let start = game.start.position.clone();
    let mut referee = Referee::unchecked(book.engine.clone(), procedure, start);
    for mv in game.moves() {
        // what the rules do not allow is among the problems of the game
        if referee.play(mv).is_err() {
            break;
        }
    }
    let (claim, next) = claims(book, &referee, language);
    BoardJson {
        file: file.to_owned(),
        game: shown(book, game, language),
        over: match referee.status() {
            Status::Over { outcome, .. } => Some(outcome.result(language).to_owned()),
            _ => None,
        },
        claim,
        next,
    }
}

pub(super) fn answer(question: &Question<'_>) -> Result<Answer, Problem> {
    let language = question.language();
    let edition = question.named()?;
    let watch = question
        .state
        .watch
        .as_ref()
        .ok_or_else(Problem::no_round)?;
    let book = question.edition(&edition)?;
    let mut boards = Vec::new();
    let mut unreadable = BTreeMap::new();
    let files = watch.files();
    let files = files.map_err(|error| Problem::refused(&named(&watch.folder), refusal(&error)))?;
    for (path, written) in &files {
        match watch.boards(path, *written, &book, language, question.stop) {
            Ok(found) => boards.extend(found),
            Err(problem) => {
                unreadable.insert(named(path), problem.detail(language).to_owned());
            }
        }
        question.stop.check()?;
    }
    let there = |(path, ..): &Key| files.iter().any(|(file, _)| file == path);
    let mut read = watch.read.lock().unwrap_or_else(PoisonError::into_inner);
    read.retain(|key, _| there(key));
    // a ruling can be asked for; soon can be; the others as their files are called
    boards.sort_by_key(|board| match (&board.claim, &board.next) {
        (Some(_), _) => 0,
        (None, Some(_)) => 1,
        (None, None) => 2,
    });
    Answer::json(&WatchJson {
        schema: "qili.watch/1",
        edition,
        boards: boards.iter().map(|board| &**board).collect(),
        unreadable,
    })
}
