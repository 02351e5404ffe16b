//! What the server knows at one moment: the texts as they are being typed, over what the disk has. A snapshot is cheap to
//! make, and whoever works on one is not disturbed by the next keystroke.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use lsp_types::{Location, Uri};
use qili_edition::folder::{Folder, Memory};
use qili_lang::parse::{ParseError, parse_recovering};
use qili_lang::syntax::{File, Span};
use qili_words::Language;

use crate::analysis::Analysis;
use crate::figures::Figures;
use crate::path;
use crate::position::{Encoding, Lines};

/// The file that makes a folder an edition.
pub const ABOUT: &str = "edition.yaml";
/// How many editions are looked for.
const MOST_EDITIONS: usize = 256;
/// How deep below a folder that is open in the editor.
const DEPTH: usize = 3;

/// What the client asked for when it began.
#[derive(Debug, Clone)]
pub struct Options {
    /// The reader's language.
    pub language: Language,
    /// How positions are counted.
    pub encoding: Encoding,
    /// Whether names are found by the initials of their pinyin.
    pub pinyin: bool,
    /// How long a text must rest before unfinished words are called mistakes, and before slow work begins.
    pub rest: Duration,
}

/// A text that is open in the editor.
#[derive(Debug, Clone)]
pub struct Open {
    /// Its address, as the client writes it.
    pub uri: Uri,
    /// Its version.
    pub version: i32,
    /// The text.
    pub lines: Arc<Lines>,
}

/// A rule file as far as it can be read.
#[derive(Debug)]
pub struct Parsed {
    /// The text that was read.
    pub text: Arc<str>,
    /// Its clauses.
    pub file: File,
    /// Its mistakes.
    pub mistakes: Vec<ParseError>,
}

/// What all snapshots share.
#[derive(Debug, Default)]
struct Shared {
    analyses: Mutex<BTreeMap<PathBuf, (u64, Arc<Analysis>)>>,
    parsed: Mutex<BTreeMap<PathBuf, Arc<Parsed>>>,
    /// What the clauses of an edition decided when it was last without mistakes.
    figures: Mutex<BTreeMap<PathBuf, BTreeMap<String, Figures>>>,
    scratch: OnceLock<Option<tempfile::TempDir>>,
}

/// A snapshot.
#[derive(Debug, Clone)]
pub struct World {
    /// What the client asked for.
    pub options: Arc<Options>,
    /// Counts the changes of anything.
    pub revision: u64,
    /// The texts that are open, by their paths.
    pub open: Arc<BTreeMap<PathBuf, Open>>,
    /// The folders that are open in the editor.
    pub roots: Arc<Vec<PathBuf>>,
    /// The folders of editions that are known.
    pub folders: Arc<BTreeSet<PathBuf>>,
    memory: Arc<Memory>,
    /// At which revision a folder changed last.
    changed: Arc<BTreeMap<PathBuf, u64>>,
    shared: Arc<Shared>,
    held: Option<Held>,
}

/// What is asked of texts that somebody holds, without an editor: nothing is looked for beside them, and nothing written.
#[derive(Debug, Clone)]
struct Held {
    /// Whether the disk counts where no text is held.
    over_disk: bool,
    /// Set when nobody wants the answer any more.
    stop: Arc<AtomicBool>,
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World {
    /// Nothing is open yet.
    #[must_use]
    pub fn new(options: Options, roots: Vec<PathBuf>) -> Self {
        let mut world = Self {
            options: options.into(),
            revision: 0,
            open: Arc::default(),
            roots: roots.into(),
            folders: Arc::default(),
            memory: Memory::over_disk([]).into(),
            changed: Arc::default(),
            shared: Arc::default(),
            held: None,
        };
        world.look_around();
        world
    }

    /// The texts of one edition, over the disk or without any, until a flag is set.
    pub(crate) fn holding(
        options: Options,
        texts: impl IntoIterator<Item = (PathBuf, Arc<str>)>,
        over_disk: bool,
        stop: Arc<AtomicBool>,
    ) -> Self {
        let opened = texts.into_iter().filter_map(|(path, text)| {
            let open = Open {
                uri: path::uri(&path)?,
                version: 0,
                lines: Lines::new(text, options.encoding).into(),
            };
            Some((path, open))
        });
        let mut world = Self {
            open: Arc::new(opened.collect()),
            options: options.into(),
            revision: 0,
            roots: Arc::default(),
            folders: Arc::default(),
            memory: Arc::default(),
            changed: Arc::default(),
            shared: Arc::default(),
            held: Some(Held { over_disk, stop }),
        };
        world.remember();
        world
    }

    /// Whether the disk counts where no text is held.
    fn has_disk(&self) -> bool {
        self.held.as_ref().is_none_or(|held| held.over_disk)
    }

    // --- what changes it

    /// A text is open, or says something else now.
    pub fn put(&mut self, uri: Uri, version: i32, text: Arc<str>) -> PathBuf {
        let path = path::path(&uri);
        let lines = Lines::new(text, self.options.encoding).into();
        let open = Open {
            uri,
            version,
            lines,
        };
        let is_new = Arc::make_mut(&mut self.open)
            .insert(path.clone(), open)
            .is_none();
        self.remember();
        self.touch(&path);
        if is_new {
            self.look_around();
        }
        path
    }

    /// A text is closed: what the disk says counts again.
    pub fn close(&mut self, uri: &Uri) -> PathBuf {
        let path = path::path(uri);
        Arc::make_mut(&mut self.open).remove(&path);
        self.remember();
        self.touch(&path);
        path
    }

    fn remember(&mut self) {
        let texts = self.open.iter();
        let texts = texts.map(|(path, open)| (path.clone(), Arc::clone(open.lines.text())));
        self.memory = match self.has_disk() {
            true => Memory::over_disk(texts).into(),
            false => Memory::alone(texts).into(),
        };
    }

    /// A file has changed, here or on the disk.
    pub fn touch(&mut self, path: &Path) {
        self.revision += 1;
        let revision = self.revision;
        let changed = Arc::make_mut(&mut self.changed);
        for folder in path.ancestors().skip(1).take(2) {
            changed.insert(folder.to_owned(), revision);
        }
    }

    /// Other folders are open in the editor.
    pub fn move_to(&mut self, gone: &[PathBuf], come: impl Iterator<Item = PathBuf>) {
        self.revision += 1;
        let roots = Arc::make_mut(&mut self.roots);
        roots.retain(|root| !gone.contains(root));
        for root in come {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
    }

    /// Looks for editions below the folders that are open, and beside the texts that are.
    pub fn look_around(&mut self) {
        let mut found = BTreeSet::new();
        for root in self.roots.iter() {
            look(root, DEPTH, &mut found);
        }
        let folders: BTreeSet<PathBuf> = self
            .open
            .keys()
            .filter_map(|path| self.edition_of(path))
            .collect();
        for folder in folders {
            if let Some(parent) = folder.parent() {
                look(parent, 1, &mut found);
            }
            found.insert(folder);
        }
        self.folders = found.into();
    }

    // --- what it says

    /// The reader's language.
    #[must_use]
    pub fn language(&self) -> Language {
        self.options.language
    }

    /// A text as it is being typed, or as the disk has it.
    #[must_use]
    pub fn text(&self, path: &Path) -> Option<Arc<str>> {
        if let Some(open) = self.open.get(path) {
            return Some(Arc::clone(open.lines.text()));
        }
        if self.held.is_some()
            && let Ok(file) = path.strip_prefix("rules")
        {
            let mut steps = file.iter();
            let folder = Folder::Shipped(steps.next()?.to_str()?.to_owned());
            return Some(folder.read(steps.as_path().to_str()?).ok()?.into());
        }
        let name = path.file_name()?.to_str()?;
        let folder = Folder::Disk(path.parent()?.to_owned());
        let text = self.has_disk().then(|| folder.read(name).ok()).flatten()?;
        Some(text.into())
    }

    /// The lines of a text.
    #[must_use]
    pub fn lines(&self, path: &Path) -> Option<Arc<Lines>> {
        match self.open.get(path) {
            Some(open) => Some(Arc::clone(&open.lines)),
            None => Some(Lines::new(self.text(path)?, self.options.encoding).into()),
        }
    }

    /// The address of a file, as the client writes it where it has it open.
    #[must_use]
    pub fn uri(&self, path: &Path) -> Option<Uri> {
        match self.open.get(path) {
            Some(open) => Some(open.uri.clone()),
            None => path::uri(path),
        }
    }

    /// The path of a text by the name that messages have for it. Editions inside the program are put into a folder of
    /// the server's own, for editors to open.
    #[must_use]
    pub fn path_of(&self, name: &str) -> PathBuf {
        let path = PathBuf::from(name);
        let mut steps = path.components().map(|step| step.as_os_str().to_str());
        if let (Some(Some("rules")), Some(Some(id)), Some(_)) =
            (steps.next(), steps.next(), steps.next())
            && Folder::shipped().any(|shipped| shipped == id)
            && let Some(folder) = self.shipped(id)
            && let Some(file) = path
                .strip_prefix("rules")
                .ok()
                .and_then(|rest| rest.strip_prefix(id).ok())
        {
            return folder.join(file);
        }
        path
    }

    /// A place in a text, by the name that messages have for it.
    #[must_use]
    pub fn location(&self, name: &str, span: Span) -> Option<Location> {
        let path = self.path_of(name);
        let range = self.lines(&path)?.range(span);
        Some(Location::new(self.uri(&path)?, range))
    }

    /// A folder of the server's own.
    fn scratch(&self) -> Option<&Path> {
        if self.held.is_some() {
            return None;
        }
        let begun = self.shared.scratch.get_or_init(|| {
            let begun = tempfile::Builder::new().prefix("qili-").tempdir();
            begun.ok()
        });
        begun.as_ref().map(tempfile::TempDir::path)
    }

    /// The folder in which an edition of the program lies for editors to open, with those that it amends.
    fn shipped(&self, id: &str) -> Option<PathBuf> {
        let rules = self.scratch()?.join("rules");
        let own = rules.join(id);
        if !own.join(ABOUT).exists() {
            for name in Folder::shipped() {
                let folder = Folder::Shipped(name.to_owned());
                let there = rules.join(name);
                std::fs::create_dir_all(&there).ok()?;
                let draft = qili_edition::Draft::from_folder(&folder).ok()?;
                let files = draft.about.files.iter().map(String::as_str).chain([ABOUT]);
                for file in files {
                    std::fs::write(there.join(file), folder.read(file).ok()?).ok()?;
                }
            }
        }
        Some(own)
    }

    /// A file of the server's own with an answer in it.
    #[must_use]
    pub fn answer(&self, name: &str, text: &str) -> Option<PathBuf> {
        let path = self.scratch()?.join(name);
        std::fs::write(&path, text).ok()?;
        Some(path)
    }

    /// The folder of the edition that a file belongs to, by where it lies.
    #[must_use]
    pub fn edition_of(&self, path: &Path) -> Option<PathBuf> {
        let parent = path.parent()?;
        let is_case = parent.file_name().is_some_and(|name| name == "cases");
        let folders = [Some(parent), parent.parent().filter(|_| is_case)];
        let mut folders = folders.into_iter().flatten();
        let folder = folders.find(|folder| self.has(&folder.join(ABOUT)))?;
        Some(folder.to_owned())
    }

    /// Whether there is such a file.
    fn has(&self, path: &Path) -> bool {
        self.open.contains_key(path) || self.has_disk() && path.is_file()
    }

    /// A folder as it is being typed.
    #[must_use]
    pub fn folder(&self, folder: &Path) -> Folder {
        Folder::Memory(folder.to_owned(), Arc::clone(&self.memory))
    }

    /// A folder as the disk has it.
    #[must_use]
    pub fn saved(&self, folder: &Path) -> Folder {
        Folder::Memory(folder.to_owned(), Memory::over_disk([]).into())
    }

    /// Whether any text of a folder says something else than the disk.
    #[must_use]
    pub fn unsaved(&self, folder: &Path) -> bool {
        let mut own = self
            .open
            .iter()
            .filter(|(path, _)| path.starts_with(folder));
        own.any(|(path, open)| {
            std::fs::read_to_string(path).is_ok_and(|saved| *saved != **open.lines.text())
        })
    }

    /// What is known of an edition; worked out once for each of its states.
    #[must_use]
    pub fn analysis(&self, folder: &Path) -> Arc<Analysis> {
        let fresh = |all: &BTreeMap<PathBuf, (u64, Arc<Analysis>)>| {
            let (revision, analysis) = all.get(folder)?;
            let changed = |folder: &PathBuf| self.changed_since(folder, *revision);
            let fresh = *revision <= self.revision && !analysis.lineage.iter().any(changed);
            fresh.then(|| Arc::clone(analysis))
        };
        if let Some(known) = fresh(&locked(&self.shared.analyses)) {
            return known;
        }
        let mut analysis = Analysis::new(&self.folder(folder), folder, self.language());
        analysis.stop = self.held.as_ref().map(|held| Arc::clone(&held.stop));
        let analysis = Arc::new(analysis);
        let mut all = locked(&self.shared.analyses);
        // another thread may have been faster, with what it has worked out since
        if let Some(known) = fresh(&all) {
            return known;
        }
        let newer = all
            .get(folder)
            .is_some_and(|(revision, _)| *revision > self.revision);
        if !newer {
            all.insert(folder.to_owned(), (self.revision, Arc::clone(&analysis)));
        }
        analysis
    }

    fn changed_since(&self, folder: &Path, revision: u64) -> bool {
        self.changed
            .get(folder)
            .is_some_and(|changed| *changed > revision)
    }

    /// The editions that stand on a folder, itself included, the nearest first.
    #[must_use]
    pub fn standing_on(&self, folder: &Path) -> Vec<Arc<Analysis>> {
        let mut standing: Vec<Arc<Analysis>> = self
            .folders
            .iter()
            .filter(|other| other.as_path() != folder && other.parent() == folder.parent())
            .map(|other| self.analysis(other))
            .filter(|analysis| analysis.lineage.iter().any(|below| below == folder))
            .collect();
        standing.sort_by_key(|analysis| analysis.lineage.len());
        standing.insert(0, self.analysis(folder));
        standing
    }

    /// The same with other texts, for a trial; it shares nothing that is worked out.
    #[must_use]
    pub fn with(&self, texts: impl IntoIterator<Item = (PathBuf, Arc<str>)>) -> Self {
        let mut memory = (*self.memory).clone();
        let mut open = (*self.open).clone();
        for (path, text) in texts {
            if let Some(open) = open.get_mut(&path) {
                open.lines = Lines::new(Arc::clone(&text), self.options.encoding).into();
            }
            memory = memory.with(path, text);
        }
        Self {
            memory: memory.into(),
            open: open.into(),
            shared: Arc::default(),
            ..self.clone()
        }
    }

    /// What the clauses of an edition decided when that was last worked out.
    pub(crate) fn figures_before(&self, folder: &Path, article: &str) -> Option<Figures> {
        locked(&self.shared.figures)
            .get(folder)?
            .get(article)
            .cloned()
    }

    /// Remembers what a clause of an edition decides.
    pub(crate) fn keep_figures(&self, analysis: &Analysis, article: &str, figures: &Figures) {
        analysis.keep_figures(article, figures);
        locked(&self.shared.figures)
            .entry(analysis.folder.clone())
            .or_default()
            .insert(article.to_owned(), figures.clone());
    }

    /// A rule file, read as far as it can be.
    #[must_use]
    pub fn parsed(&self, path: &Path) -> Option<Arc<Parsed>> {
        let text = self.text(path)?;
        let known = locked(&self.shared.parsed).get(path).cloned();
        if let Some(parsed) = known
            && parsed.text == text
        {
            return Some(parsed);
        }
        let (file, mistakes) = parse_recovering(&path.display().to_string(), &text);
        let parsed = Arc::new(Parsed {
            text,
            file,
            mistakes,
        });
        locked(&self.shared.parsed).insert(path.to_owned(), Arc::clone(&parsed));
        Some(parsed)
    }
}

/// Collects the folders of editions below a folder.
fn look(folder: &Path, depth: usize, found: &mut BTreeSet<PathBuf>) {
    if found.len() >= MOST_EDITIONS {
        return;
    }
    if folder.join(ABOUT).is_file() {
        found.insert(folder.to_owned());
        return;
    }
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let skipped = name
            .to_str()
            .is_none_or(|name| name.starts_with('.') || name == "target" || name == "node_modules");
        if !skipped && entry.file_type().is_ok_and(|sort| sort.is_dir()) {
            look(&entry.path(), depth, found);
        }
    }
}
