//! `qili fmt`

use std::io::Write as _;
use std::path::Path;

use qili_lang::format::format;
use qili_lang::parse::parse;
use qili_lang::syntax::Language as Keywords;
use qili_report::Language;

use crate::arguments::Fmt;
use crate::output::{Done, Failure, print, read};

pub(crate) fn run(arguments: &Fmt) -> Done {
    let mut changed = Vec::new();
    for path in &arguments.files {
        let name = path.display().to_string();
        let text = String::from_utf8(read(path)?).map_err(|_| {
            Failure::Report(miette::miette!(
                code = "qili::file::text",
                "`{name}` is not UTF-8 text"
            ))
        })?;
        let file = parse(&name, &text)?;
        let language = match arguments.to {
            Some(Language::Chinese) => Keywords::Chinese,
            Some(Language::English) => Keywords::English,
            None => file.language,
        };
        let formatted = format(&file, language);
        if arguments.to.is_some() || (path == Path::new("-") && !arguments.check) {
            print(&formatted)?;
        } else if formatted != text {
            if !arguments.check {
                replace(path, &formatted)?;
            }
            changed.push(name);
        }
    }
    if arguments.check && !changed.is_empty() {
        for name in changed {
            eprintln!("`{name}` is not in its canonical form");
        }
        return Err(Failure::Expectations);
    }
    Ok(())
}

/// Writes a file as a whole or not at all.
fn replace(path: &Path, text: &str) -> Done {
    let cannot = |error: std::io::Error| {
        Failure::Report(miette::miette!(
            code = "qili::file",
            "`{}` cannot be written: {error}",
            path.display()
        ))
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(cannot)?;
    file.write_all(text.as_bytes()).map_err(cannot)?;
    let permissions = std::fs::metadata(path).map_err(cannot)?.permissions();
    file.as_file()
        .set_permissions(permissions)
        .map_err(cannot)?;
    file.persist(path).map_err(|error| cannot(error.error))?;
    Ok(())
}
