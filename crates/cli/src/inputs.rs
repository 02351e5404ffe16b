//! The files that a user names: files, folders, patterns, `-`.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use qili_notation::visible;
use qili_words::{Report, Said, both};

use crate::output::cannot_read;

/// Extensions of the files that are read where a folder is named.
const EXTENSIONS: [&str; 10] = [
    "pgn", "pgns", "txt", "fen", "dhtmlxq", "wxf", "cbf", "xqf", "cbr", "cbl",
];

/// A file, or standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Input(PathBuf);

impl Input {
    /// Its name for people.
    pub(crate) fn name(&self) -> String {
        visible(&self.0.display().to_string()).into_owned()
    }

    fn is_standard(&self) -> bool {
        self.0 == Path::new("-")
    }

    /// Whether it is one of the process's own open files.
    fn is_open(&self) -> bool {
        ["/dev/fd", "/dev/stdin", "/proc/self/fd"]
            .iter()
            .any(|own| self.0.starts_with(own))
    }

    /// Its size in bytes; unknown for a stream.
    pub(crate) fn size(&self) -> Option<u64> {
        let data = std::fs::metadata(&self.0)
            .ok()
            .filter(|_| !self.is_standard())?;
        data.is_file().then_some(data.len())
    }

    /// Opens it. A pipe is read where a shell has opened it, as `<(…)` does; nothing else that is no file is waited for.
    pub(crate) fn open(&self) -> Result<Box<dyn BufRead + Send>, Report> {
        if self.is_standard() {
            return Ok(Box::new(BufReader::new(io::stdin())));
        }
        let data = std::fs::metadata(&self.0).map_err(|error| cannot_read(&self.0, &error))?;
        if !data.is_file() && !self.is_open() {
            let name = self.name();
            let said = Said::new(
                "qili::file",
                both!("`{name}` 不是文件", "`{name}` is no file"),
            );
            return Err(said
                .help(both!(
                    "管道从标准输入（`-`）和 `<(…)` 读",
                    "pipes are read from standard input (`-`) and from `<(…)`"
                ))
                .into());
        }
        let file = File::open(&self.0).map_err(|error| cannot_read(&self.0, &error))?;
        Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
    }
}

/// Walks through what was named; a folder's files come in the order of their names, the folders in it among them.
#[derive(Debug)]
pub(crate) struct Inputs {
    todo: VecDeque<Todo>,
}

#[derive(Debug)]
enum Todo {
    /// By the user, or by a pattern.
    Named(PathBuf),
    /// In a folder; a link to a folder is not followed, since it could lead in circles.
    Found(PathBuf),
}

impl Todo {
    fn is_folder(&self) -> bool {
        match self {
            Self::Named(path) => path.is_dir(),
            Self::Found(path) => path.symlink_metadata().is_ok_and(|data| data.is_dir()),
        }
    }
}

impl Inputs {
    /// What the arguments name.
    pub(crate) fn new(named: &[PathBuf]) -> Self {
        Self {
            todo: named.iter().cloned().map(Todo::Named).collect(),
        }
    }

    /// The sizes of all files together, where each argument is one file.
    pub(crate) fn size(named: &[PathBuf]) -> Option<u64> {
        named.iter().map(|path| Input(path.clone()).size()).sum()
    }

    fn put_first(&mut self, found: Vec<PathBuf>, todo: impl Fn(PathBuf) -> Todo) {
        for path in found.into_iter().rev() {
            self.todo.push_front(todo(path));
        }
    }
}

impl Iterator for Inputs {
    type Item = Result<Input, Report>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let todo = self.todo.pop_front()?;
            let is_folder = todo.is_folder();
            let (path, named) = match todo {
                Todo::Named(path) => (path, true),
                Todo::Found(path) => (path, false),
            };
            if is_folder {
                match files_of(&path) {
                    Ok(found) => self.put_first(found, Todo::Found),
                    Err(error) => return Some(Err(cannot_read(&path, &error))),
                }
            } else if named && !path.exists() && path != Path::new("-") && is_pattern(&path) {
                match matches(&path) {
                    Ok(found) => self.put_first(found, Todo::Named),
                    Err(error) => return Some(Err(error)),
                }
            } else {
                return Some(Ok(Input(path)));
            }
        }
    }
}

/// The game files and the folders in a folder, hidden ones left out, by name.
fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let is_game = path
            .extension()
            .and_then(|extension| extension.to_str())
            .is_some_and(|extension| EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str()));
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !hidden && (is_game || entry.file_type()?.is_dir()) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn is_pattern(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '['])
}

/// The files that a pattern stands for, by name.
fn matches(pattern: &Path) -> Result<Vec<PathBuf>, Report> {
    let text = pattern.to_string_lossy();
    let options = glob::MatchOptions {
        require_literal_leading_dot: true,
        ..glob::MatchOptions::new()
    };
    let paths = glob::glob_with(&text, options).map_err(|error| {
        let why = error.msg;
        Said::new(
            "qili::file::pattern",
            both!(
                "`{text}` 不是文件名的式样：`{why}`",
                "`{text}` is no pattern of file names: {why}"
            ),
        )
    })?;
    let found: Vec<PathBuf> = paths.flatten().collect();
    if found.is_empty() {
        return Err(Said::new(
            "qili::file::pattern",
            both!("没有文件合 `{text}`", "no file fits `{text}`"),
        )
        .into());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_patterns_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir(root.join("b")).unwrap();
        for name in ["c.pgn", "a.XQF", "b/2.txt", "b/1.pgn", "notes.md", ".x.pgn"] {
            std::fs::write(root.join(name), "").unwrap();
        }
        let names = |named: &[PathBuf]| -> Vec<String> {
            Inputs::new(named)
                .map(|input| {
                    let path = input.unwrap().0;
                    let inside = path.strip_prefix(root).unwrap_or(&path).to_owned();
                    inside.to_string_lossy().replace('\\', "/")
                })
                .collect()
        };
        assert_eq!(
            names(&[root.to_owned(), "-".into()]),
            ["a.XQF", "b/1.pgn", "b/2.txt", "c.pgn", "-"]
        );
        assert_eq!(
            names(&[root.join("*.pgn"), root.join("b/?.txt")]),
            ["c.pgn", "b/2.txt"]
        );
        let none = Inputs::new(&[root.join("*.cbl")]).next().unwrap();
        assert!(none.unwrap_err().to_string().contains("no file fits"));
    }
}
