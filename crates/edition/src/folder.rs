//! Where an edition's files are: inside the binary, in a folder, or in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use qili_rules::{Dir, DirEntry, SHIPPED};
use qili_words::{both, refusal};

use crate::error::EditionError;
use crate::plain::{self, Sort, Special, Unreadable};

/// The folder of one edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Folder {
    /// Shipped inside the binary, by its name.
    Shipped(String),
    /// A folder of the file system.
    Disk(PathBuf),
    /// A folder whose texts, or some of them, are held in memory.
    Memory(PathBuf, Arc<Memory>),
}

/// Texts held in memory by their paths: the unsaved texts of an editor over the files of a disk, or editions that no disk has.
///
/// ```
/// use qili_edition::Edition;
/// use qili_edition::folder::{Folder, Memory};
///
/// let about = "id: draft\ntitle: { zh: 稿 }\nstatus: draft\namends: \"2020\"\n";
/// let memory = Memory::alone([("draft/edition.yaml".into(), about.into())]);
/// let edition = Edition::from_folder(Folder::Memory("draft".into(), memory.into()))?;
/// assert_eq!(edition.amended[0].id, "2020");
/// # Ok::<(), qili_edition::EditionError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    texts: BTreeMap<PathBuf, Arc<str>>,
    over_disk: bool,
}

impl Memory {
    /// Texts beside which there is nothing else.
    pub fn alone(texts: impl IntoIterator<Item = (PathBuf, Arc<str>)>) -> Self {
        Self {
            texts: texts.into_iter().collect(),
            over_disk: false,
        }
    }

    /// Texts that stand for what the files of these paths say, or for files that are not there yet.
    pub fn over_disk(texts: impl IntoIterator<Item = (PathBuf, Arc<str>)>) -> Self {
        Self {
            over_disk: true,
            ..Self::alone(texts)
        }
    }

    /// The same with another text, which takes the place of the one of its path.
    #[must_use]
    pub fn with(&self, path: PathBuf, text: Arc<str>) -> Self {
        let mut changed = self.clone();
        changed.texts.insert(path, text);
        changed
    }

    /// The texts that are held, by their paths.
    pub fn texts(&self) -> impl Iterator<Item = (&Path, &Arc<str>)> {
        self.texts.iter().map(|(path, text)| (path.as_path(), text))
    }

    /// What lies in a folder, by name.
    fn entries(&self, folder: &Path) -> BTreeMap<String, Sort> {
        let below = self.texts.keys().filter_map(|path| {
            let mut steps = path.strip_prefix(folder).ok()?.components();
            let name = steps.next()?.as_os_str().to_str()?.to_owned();
            let sort = match steps.next() {
                Some(_) => Sort::Folder,
                None => Sort::File,
            };
            Some((name, sort))
        });
        below.collect()
    }
}

impl Folder {
    /// The names of the editions that ship with the program.
    pub fn shipped() -> impl Iterator<Item = &'static str> {
        SHIPPED
            .dirs()
            .filter(|folder| {
                folder
                    .get_file(folder.path().join("edition.yaml"))
                    .is_some()
            })
            .filter_map(|folder| folder.path().to_str())
    }

    /// The folder that a user names: an edition that ships with the program, or a path.
    ///
    /// A plain name is looked for among the shipped editions first; write `./2020` for a folder of that name.
    #[must_use]
    pub fn find(reference: &str) -> Option<Self> {
        if Self::shipped().any(|name| name == reference) {
            return Some(Self::Shipped(reference.to_owned()));
        }
        let path = PathBuf::from(reference);
        path.is_dir().then_some(Self::Disk(path))
    }

    /// The same, or the error that says what there is.
    ///
    /// # Errors
    /// [`EditionError::Unknown`].
    pub fn named(reference: &str) -> Result<Self, EditionError> {
        Self::find(reference).ok_or_else(|| EditionError::Unknown {
            reference: reference.to_owned(),
            known: Self::shipped().collect::<Vec<_>>().join(", "),
        })
    }

    /// The folder of a shipped edition's name below `rules`, where it reads otherwise than what ships: it, or an edition
    /// that it amends, has been edited. Who edits rules in a checkout means these, and should be told.
    ///
    /// ```
    /// use qili_edition::folder::Folder;
    /// assert_eq!(Folder::edited("2020", "no/such/folder".as_ref()), None);
    /// ```
    #[must_use]
    pub fn edited(name: &str, rules: &Path) -> Option<Self> {
        let shipped = Self::shipped().find(|shipped| *shipped == name)?;
        let here = Self::Disk(rules.join(shipped));
        here.read("edition.yaml").ok()?;
        let lineage = crate::lineage::read(&Self::Shipped(name.to_owned())).ok()?;
        let edited = |layer: &crate::lineage::Layer| {
            let here = Self::Disk(rules.join(&layer.about.id));
            here.read("edition.yaml").is_ok() && here.contents() != layer.folder.contents()
        };
        lineage.iter().any(edited).then_some(here)
    }

    /// The folder of another edition that this one refers to: its neighbour, or a shipped one.
    ///
    /// # Errors
    /// A neighbour of that name that is no folder.
    pub fn neighbour(&self, id: &str) -> Result<Option<Self>, Unreadable> {
        let beside = match self {
            Self::Shipped(_) => None,
            // `path` may end in `.` or `..`; its real parent is what counts
            Self::Disk(path) => {
                let path = path.canonicalize().ok();
                let beside = path.and_then(|path| Some(path.parent()?.join(id)));
                beside.map(beside_on_disk).transpose()?.flatten()
            }
            Self::Memory(path, memory) => {
                let beside = path.parent().map(|parent| parent.join(id));
                let held = |beside: &PathBuf| {
                    memory.texts.contains_key(&beside.join("edition.yaml"))
                        || memory.over_disk && matches!(beside_on_disk(beside.clone()), Ok(Some(_)))
                };
                beside
                    .filter(held)
                    .map(|beside| Self::Memory(beside, Arc::clone(memory)))
            }
        };
        let shipped = || Self::shipped().find(|name| *name == id);
        Ok(beside.or_else(|| Some(Self::Shipped(shipped()?.to_owned()))))
    }

    /// Whether both are the same folder.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Disk(a), Self::Disk(b)) => match (a.canonicalize(), b.canonicalize()) {
                (Ok(a), Ok(b)) => a == b,
                _ => a == b,
            },
            (Self::Memory(a, _), Self::Memory(b, _)) => a == b,
            _ => self == other,
        }
    }

    /// Its own name, without where it lies.
    pub(crate) fn name(&self) -> Option<String> {
        match self {
            Self::Shipped(id) => Some(id.clone()),
            Self::Disk(path) => {
                let path = path.canonicalize().ok()?;
                Some(path.file_name()?.to_str()?.to_owned())
            }
            Self::Memory(path, _) => Some(path.file_name()?.to_str()?.to_owned()),
        }
    }

    /// What messages call a file of this folder.
    #[must_use]
    pub fn display(&self, file: &str) -> String {
        match self {
            Self::Shipped(id) => format!("rules/{id}/{file}"),
            Self::Disk(path) | Self::Memory(path, _) => path.join(file).display().to_string(),
        }
    }

    /// Reads a text file of this folder: a plain file, not a link to one, and no larger than an edition's files are.
    ///
    /// # Errors
    /// When it is not there, not such a file, or not text.
    pub fn read(&self, file: &str) -> Result<String, Unreadable> {
        match self {
            Self::Shipped(id) => {
                let path = Path::new(id).join(file);
                let file = SHIPPED
                    .get_file(path)
                    .ok_or_else(|| Unreadable::Missing(both!("没有这个文件", "no such file")))?;
                plain::text(file.contents().to_vec())
            }
            Self::Disk(path) => {
                if let Some((folder, _)) = file.rsplit_once('/') {
                    folder_at(&path.join(folder))?;
                }
                plain::read(&path.join(file))
            }
            Self::Memory(path, memory) => match memory.texts.get(&path.join(file)) {
                Some(text) => plain::held(text),
                None if memory.over_disk => Self::Disk(path.clone()).read(file),
                None => Err(Unreadable::Missing(qili_words::both!(
                    "没有这个文件",
                    "there is no such file"
                ))),
            },
        }
    }

    /// What lies in this folder, or in a folder of it, by name.
    ///
    /// # Errors
    /// A folder that cannot be read; one that is not there is empty.
    pub(crate) fn entries(&self, below: &str) -> Result<Vec<(String, Sort)>, Unreadable> {
        let mut entries: Vec<(String, Sort)> = match self {
            Self::Shipped(id) => SHIPPED
                .get_dir(Path::new(id).join(below))
                .into_iter()
                .flat_map(Dir::entries)
                .filter_map(|entry| {
                    let sort = match entry {
                        DirEntry::Dir(_) => Sort::Folder,
                        DirEntry::File(_) => Sort::File,
                    };
                    Some((entry.path().file_name()?.to_str()?.to_owned(), sort))
                })
                .collect(),
            Self::Disk(path) => {
                let path = path.join(below);
                if plain::sort(&path).is_err() {
                    return Ok(Vec::new());
                }
                folder_at(&path)?;
                let missing = |error: std::io::Error| Unreadable::Missing(refusal(&error));
                let entry = |entry: std::io::Result<std::fs::DirEntry>| {
                    let entry = entry.map_err(missing)?;
                    let name = entry.file_name().to_string_lossy().into_owned();
                    Ok((name, plain::sort(&entry.path())?))
                };
                std::fs::read_dir(path)
                    .map_err(missing)?
                    .map(entry)
                    .collect::<Result<_, Unreadable>>()?
            }
            Self::Memory(path, memory) => {
                let mut entries = memory.entries(&path.join(below));
                if memory.over_disk {
                    for (name, sort) in Self::Disk(path.clone()).entries(below)? {
                        entries.entry(name).or_insert(sort);
                    }
                }
                entries.into_iter().collect()
            }
        };
        entries.sort();
        Ok(entries)
    }

    /// The names of the case files, in order.
    ///
    /// # Errors
    /// A folder `cases` that cannot be read.
    pub fn case_files(&self) -> Result<Vec<String>, Unreadable> {
        let names = self.entries("cases")?.into_iter().map(|(name, _)| name);
        Ok(names.filter(|name| name.ends_with(".yaml")).collect())
    }

    /// Every file that an edition is read from, by name, and what it says or why it cannot be read.
    #[must_use]
    pub fn contents(&self) -> Vec<(String, Result<String, Unreadable>)> {
        let own = self.entries("").unwrap_or_default().into_iter();
        let own = own
            .map(|(name, _)| name)
            .filter(|name| name.ends_with(".rule") || name.ends_with(".yaml"));
        let cases = self.case_files().unwrap_or_default().into_iter();
        own.chain(cases.map(|name| format!("cases/{name}")))
            .map(|file| (file.clone(), self.read(&file)))
            .collect()
    }
}

/// A folder of the file system in which an edition lies, if there is one.
fn beside_on_disk(beside: PathBuf) -> Result<Option<Folder>, Unreadable> {
    match plain::sort(&beside) {
        Ok(Sort::Folder) if plain::sort(&beside.join("edition.yaml")).is_ok() => {
            Ok(Some(Folder::Disk(beside)))
        }
        Ok(Sort::Special(what)) => Err(Unreadable::Special(what)),
        Ok(Sort::Folder | Sort::File) | Err(_) => Ok(None),
    }
}

/// That a path is a folder, and not a link to one.
fn folder_at(path: &Path) -> Result<(), Unreadable> {
    match plain::sort(path)? {
        Sort::Folder => Ok(()),
        Sort::File => Err(Unreadable::Special(Special::File)),
        Sort::Special(what) => Err(Unreadable::Special(what)),
    }
}

/// Whether a path is one that a file of an edition has, below the edition's folder: `edition.yaml`, `natures.rule`,
/// `cases/figures.yaml`.
///
/// ```
/// use qili_edition::folder::is_own_file;
/// assert!(is_own_file("edition.yaml") && is_own_file("cases/figures.yaml"));
/// assert!(!is_own_file("../edition.yaml") && !is_own_file("cases/notes.txt") && !is_own_file(".rule"));
/// ```
#[must_use]
pub fn is_own_file(file: &str) -> bool {
    let (kinds, name): (&[&str], &str) = match file.split_once('/') {
        Some(("cases", name)) => (&["yaml"], name),
        Some(_) => return false,
        None => (&["rule", "yaml"], file),
    };
    let (stem, kind) = name.rsplit_once('.').unwrap_or_default();
    is_plain_name(name)
        && !stem.is_empty()
        && kinds.contains(&kind)
        && !name.contains(char::is_control)
}

/// Whether a name in `files:` or `amends:` stays inside the folder that it is meant for.
#[must_use]
pub fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name != "."
        && name != ".."
        && !name.contains(['/', '\\', '\0'])
        && !name.contains(':')
}
