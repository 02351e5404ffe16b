//! What all answers share: the editions, and who does the work.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use qili_edition::folder::Folder;
use qili_report::Rulebook;
use qili_words::Language;

use super::guard::Access;
use super::work::{Stop, Workers};
use super::{Problem, ServeError};
use crate::api::Watch;
use crate::book::Book;

/// What all answers share.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) editions: Editions,
    pub(crate) workers: Workers,
    pub(crate) watch: Option<Watch>,
    /// The language of who states none.
    pub(super) language: Language,
    pub(super) access: Access,
}

impl State {
    pub(super) fn new(
        editions: Editions,
        watch: Option<PathBuf>,
        language: Language,
        access: Access,
    ) -> Self {
        Self {
            editions,
            language,
            watch: watch.map(Watch::new),
            workers: Workers::new(),
            access,
        }
    }
}

/// The editions that can be asked for, by name: no question opens anything else.
#[derive(Debug)]
pub(crate) struct Editions {
    slots: Vec<Slot>,
    /// All of them as a book, with the mark of what the folders said when it was made.
    book: Mutex<Option<(u64, Arc<Book>)>>,
    /// Who writes into the folder.
    writing: Mutex<()>,
}

#[derive(Debug)]
struct Slot {
    name: String,
    source: Source,
}

#[derive(Debug)]
enum Source {
    /// Opened once.
    Shipped(OnceLock<Arc<Rulebook>>),
    /// Read anew for every question, since somebody may be writing in it.
    Folder(PathBuf),
}

impl Editions {
    /// Those that ship, and those of a folder, which take the place of a shipped one of the same name.
    pub(super) fn new(folder: Option<PathBuf>) -> Result<Self, ServeError> {
        let shipped = Folder::shipped().map(|name| Slot {
            name: name.to_owned(),
            source: Source::Shipped(OnceLock::new()),
        });
        let mut slots: Vec<Slot> = shipped.collect();
        if let Some(folder) = folder {
            for (name, path) in editions_in(&folder)? {
                let source = Source::Folder(path);
                match slots.iter_mut().find(|slot| slot.name == name) {
                    Some(shipped) => shipped.source = source,
                    None => slots.push(Slot { name, source }),
                }
            }
        }
        Ok(Self {
            slots,
            book: Mutex::default(),
            writing: Mutex::default(),
        })
    }

    /// The folder of an edition that can be edited.
    pub(crate) fn folder(&self, name: &str) -> Result<&Path, Problem> {
        let mut slots = self.slots.iter().filter(|slot| slot.name == name);
        let found = slots.find_map(|slot| match &slot.source {
            Source::Folder(path) => Some(path.as_path()),
            Source::Shipped(_) => None,
        });
        found.ok_or_else(|| Problem::no_draft(name))
    }

    /// Lets one write at a time.
    pub(crate) fn writing(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Their names, the shipped ones first.
    pub(crate) fn names(&self) -> Vec<String> {
        self.slots.iter().map(|slot| slot.name.clone()).collect()
    }

    /// An edition by its name, whose engine stops when nobody waits for it any more.
    pub(crate) fn open(&self, name: &str, stop: &Stop) -> Result<Rulebook, Problem> {
        stop.check()?;
        let book = self.whole(name)?;
        Ok(book.stopped_by(stop.flag()))
    }

    /// All that can be opened, as a book; made again when something in the folder has changed.
    pub(crate) fn book(&self) -> Result<Arc<Book>, Problem> {
        let written = self.written();
        // who comes second waits for what the first one makes
        let mut made = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, book)) = &*made
            && *known == written
        {
            return Ok(book.clone());
        }
        let slots = self.slots.iter();
        let opened = slots.filter_map(|slot| self.whole(&slot.name).ok());
        let book = Book::new(opened.collect()).map_err(|error| Problem::of(&error))?;
        let book = Arc::new(book);
        *made = Some((written, book.clone()));
        Ok(book)
    }

    /// A mark of all that the folders say, and those beside them that they may amend.
    fn written(&self) -> u64 {
        let slots = self.slots.iter();
        let parents: BTreeSet<&Path> = slots
            .filter_map(|slot| match &slot.source {
                Source::Folder(path) => path.parent(),
                Source::Shipped(_) => None,
            })
            .collect();
        let mut mark = DefaultHasher::new();
        for (name, path) in parents
            .into_iter()
            .filter_map(|one| editions_in(one).ok())
            .flatten()
        {
            name.hash(&mut mark);
            for (file, text) in Folder::Disk(path).contents() {
                (file, text.ok()).hash(&mut mark);
            }
        }
        mark.finish()
    }

    fn whole(&self, name: &str) -> Result<Rulebook, Problem> {
        let slot = self.slots.iter().find(|slot| slot.name == name);
        let slot = slot.ok_or_else(|| Problem::no_edition(name, &self.names()))?;
        match &slot.source {
            Source::Folder(path) => open(&path.to_string_lossy()),
            Source::Shipped(opened) => match opened.get() {
                Some(book) => Ok(Rulebook::clone(book)),
                None => {
                    let book = Arc::new(open(name)?);
                    Ok(Rulebook::clone(opened.get_or_init(|| book)))
                }
            },
        }
    }
}

fn open(reference: &str) -> Result<Rulebook, Problem> {
    Rulebook::open(reference).map_err(|error| Problem::of(&error))
}

/// The editions in a folder: itself, or the folders in it, by name.
fn editions_in(folder: &Path) -> Result<Vec<(String, PathBuf)>, ServeError> {
    let is_edition = |path: &Path| path.join("edition.yaml").is_file();
    let named = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.to_owned();
        Some((name, path))
    };
    let folder = folder.canonicalize()?;
    let mut found: Vec<_> = if is_edition(&folder) {
        named(folder.clone()).into_iter().collect()
    } else {
        let inside = std::fs::read_dir(&folder)?.collect::<Result<Vec<_>, _>>()?;
        let paths = inside.into_iter().map(|entry| entry.path());
        paths
            .filter(|path| is_edition(path))
            .filter_map(named)
            .collect()
    };
    found.sort();
    if found.is_empty() {
        return Err(ServeError::Folder(folder));
    }
    Ok(found)
}
