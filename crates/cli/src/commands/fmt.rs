//! `qili fmt`

use std::path::Path;

use qili_lang::format::faithful;
use qili_lang::parse::parse;

use qili_words::both;

use crate::arguments::Fmt;
use crate::output::{Done, Failure, Whole, complain, not_text, print_bytes, read};

pub(crate) fn run(arguments: &Fmt) -> Done {
    let mut changed = Vec::new();
    for path in &arguments.files {
        let name = path.display().to_string();
        let text = String::from_utf8(read(path)?).map_err(|_| not_text(path))?;
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
            let said = both!(
                "`{name}` 不是标准格式\n",
                "`{name}` is not in its canonical form\n"
            );
            complain(said.get(arguments.lang.language()));
        }
        return Err(Failure::Expectations);
    }
    Ok(())
}
