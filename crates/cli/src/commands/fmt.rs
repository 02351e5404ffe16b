//! `qili fmt`

use std::path::Path;

use qili_lang::format::faithful;
use qili_lang::parse::parse;

use crate::arguments::Fmt;
use crate::output::{Done, Failure, Whole, complain, print_bytes, read};

pub(crate) fn run(arguments: &Fmt) -> Done {
    let mut changed = Vec::new();
    for path in &arguments.files {
        let name = path.display().to_string();
        let text = String::from_utf8(read(path)?).map_err(|_| {
            Failure::Report(miette::miette!(
                code = "qili::file::text",
                help = "save the file as UTF-8",
                "`{name}` is not UTF-8 text"
            ))
        })?;
        let file = parse(&name, &text)?;
        let formatted = faithful(&name, &file, arguments.to.unwrap_or(file.language))?;
        if arguments.to.is_some() || (path == Path::new("-") && !arguments.check) {
            print_bytes(formatted.as_bytes())?;
        } else if formatted != text {
            if !arguments.check {
                let mut file = Whole::create(path)?;
                file.write(formatted.as_bytes())?;
                file.finish()?;
            }
            changed.push(name);
        }
    }
    if arguments.check && !changed.is_empty() {
        for name in changed {
            complain(&format!("`{name}` is not in its canonical form\n"));
        }
        return Err(Failure::Expectations);
    }
    Ok(())
}
