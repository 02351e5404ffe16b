//! Where an edition's files are: inside the binary, or in a folder.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use crate::error::EditionError;

static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../rules");

/// The folder of one edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Folder {
    /// Shipped inside the binary, by its name.
    Shipped(String),
    /// A folder of the file system.
    Disk(PathBuf),
}

/// A file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It is not there, or the system refused.
    Missing(String),
    /// It is not UTF-8.
    NotText,
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

    /// The folder of another edition that this one refers to: its neighbour, or a shipped one.
    #[must_use]
    pub fn neighbour(&self, id: &str) -> Option<Self> {
        if let Self::Disk(path) = self {
            // `path` may end in `.` or `..`; its real parent is what counts
            let parent = path
                .canonicalize()
                .ok()
                .and_then(|path| path.parent().map(Path::to_path_buf));
            if let Some(beside) = parent
                .map(|parent| parent.join(id))
                .filter(|beside| beside.join("edition.yaml").is_file())
            {
                return Some(Self::Disk(beside));
            }
        }
        Self::shipped()
            .any(|name| name == id)
            .then(|| Self::Shipped(id.to_owned()))
    }

    /// What messages call a file of this folder.
    #[must_use]
    pub fn display(&self, file: &str) -> String {
        match self {
            Self::Shipped(id) => format!("rules/{id}/{file}"),
            Self::Disk(path) => path.join(file).display().to_string(),
        }
    }

    /// Reads a text file of this folder.
    ///
    /// # Errors
    /// When it is not there or not text.
    pub fn read(&self, file: &str) -> Result<String, Unreadable> {
        match self {
            Self::Shipped(id) => {
                let path = Path::new(id).join(file);
                let file = SHIPPED
                    .get_file(path)
                    .ok_or_else(|| Unreadable::Missing("no such file".to_owned()))?;
                file.contents_utf8()
                    .map(str::to_owned)
                    .ok_or(Unreadable::NotText)
            }
            Self::Disk(path) => {
                let bytes = std::fs::read(path.join(file))
                    .map_err(|error| Unreadable::Missing(error.to_string()))?;
                String::from_utf8(bytes).map_err(|_| Unreadable::NotText)
            }
        }
    }

    /// The names of the case files, in order.
    #[must_use]
    pub fn case_files(&self) -> Vec<String> {
        let mut files: Vec<String> = match self {
            Self::Shipped(id) => SHIPPED
                .get_dir(Path::new(id).join("cases"))
                .into_iter()
                .flat_map(Dir::files)
                .filter_map(|file| file.path().file_name()?.to_str().map(str::to_owned))
                .collect(),
            Self::Disk(path) => std::fs::read_dir(path.join("cases"))
                .into_iter()
                .flatten()
                .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                .collect(),
        };
        files.retain(|file| file.ends_with(".yaml"));
        files.sort();
        files
    }
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
