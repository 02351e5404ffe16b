//! `qili book`

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use qili_edition::folder::{Folder, is_plain_name};
use qili_report::Rulebook;
use qili_words::Language;
use qili_workbench::book::{Book, BookError};
use rayon::prelude::*;

use crate::arguments::Book as Arguments;
use crate::edited;
use crate::output::{Done, Failure, Whole, cannot_read, cannot_write, complain};

/// The file that lists what a book consists of: what an earlier book of the folder had and this one lacks is taken away.
const LIST: &str = "qili-book.txt";

pub(crate) fn run(arguments: &Arguments) -> Done {
    let language = arguments.lang.language();
    let references: Vec<String> = match arguments.editions.is_empty() {
        true => Folder::shipped().map(str::to_owned).collect(),
        false => arguments.editions.clone(),
    };
    let books = references
        .par_iter()
        .map(|one| Rulebook::open(&edited::here(one, language)))
        .collect::<Result<Vec<_>, _>>()?;
    let book = Book::new(books).map_err(|error| failure(error, language))?;
    let folder = &arguments.output;
    let earlier = earlier(folder, language)?;
    book.prepare();
    if arguments.decides {
        let bar = bar(book.clauses());
        book.decide(&|| bar.inc(1));
        bar.finish_and_clear();
    }
    let paths: Vec<&str> = book.paths().collect();
    // should the command be interrupted, all that it may have written is listed
    let written = earlier
        .iter()
        .map(String::as_str)
        .chain(paths.iter().copied());
    list(folder, &written.collect())?;
    let bar = bar(paths.len());
    paths.par_iter().try_for_each(|path| {
        bar.inc(1);
        let page = book.page(path);
        page.map_or(Ok(()), |page| write(&folder.join(path), &page.text))
    })?;
    bar.finish_and_clear();
    for path in earlier.iter().filter(|path| !paths.contains(&&***path)) {
        remove(&folder.join(path))?;
    }
    list(folder, &paths.iter().copied().collect())?;
    let (first, pages) = (folder.join("index.html"), paths.len());
    complain(&match language {
        Language::Chinese => format!("写出 {pages} 个文件；从 `{}` 读起\n", first.display()),
        Language::English => format!("{pages} files written; begin with `{}`\n", first.display()),
    });
    Ok(())
}

/// Drawn on standard error, and on a terminal only.
fn bar(steps: usize) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} (left {eta})") {
        bar.set_style(style);
    }
    bar
}

fn failure(error: BookError, language: Language) -> Failure {
    match (error, language) {
        (BookError::Twice(id), Language::Chinese) => Failure::Report(miette::miette!(
            code = "qili::book::twice",
            help = "每版只写一次，或在 edition.yaml 里把其中一版的 `id` 改掉",
            "有两个版本都叫 `{id}`"
        )),
        (error, _) => Failure::from(error),
    }
}

/// The files of an earlier book in a folder; a folder that holds something else is left alone.
fn earlier(folder: &Path, language: Language) -> Result<BTreeSet<String>, Failure> {
    let list = folder.join(LIST);
    match std::fs::read_to_string(&list) {
        Ok(text) => {
            // a list that leads out of the folder is not ours
            let inside = |path: &&str| path.split('/').all(is_plain_name);
            return Ok(text.lines().filter(inside).map(str::to_owned).collect());
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(Failure::Report(cannot_read(&list, &error))),
    }
    let mut entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(error) => return Err(cannot_write(folder, &error)),
    };
    if entries.next().is_none() {
        return Ok(BTreeSet::new());
    }
    let (message, help) = match language {
        Language::Chinese => ("文件夹里有别的文件", "请给一个新的或空的文件夹"),
        Language::English => (
            "the folder holds other files",
            "name a new or an empty folder",
        ),
    };
    Err(Failure::Report(miette::miette!(
        code = "qili::book::folder",
        help = help,
        "`{}`: {message}",
        folder.display()
    )))
}

/// Writes the list of files.
fn list(folder: &Path, paths: &BTreeSet<&str>) -> Done {
    let lines: String = paths.iter().map(|path| format!("{path}\n")).collect();
    write(&folder.join(LIST), &lines)
}

fn write(path: &Path, text: &str) -> Done {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    }
    let mut file = Whole::create(path)?;
    file.write(text.as_bytes())?;
    file.finish()
}

fn remove(path: &Path) -> Done {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(cannot_write(path, &error)),
        _ => Ok(()),
    }
}
