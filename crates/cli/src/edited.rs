//! Shipped editions that have been edited where the command runs.

use std::path::Path;

use qili_edition::folder::Folder;
use qili_words::Language;

use crate::output::complain;

/// What an edition's name stands for: in a checkout, `rules/NAME` where that reads otherwise than what ships with the
/// program, which is said on standard error.
pub(crate) fn here(reference: &str, language: Language) -> String {
    match Folder::edited(reference, Path::new("rules")) {
        Some(Folder::Disk(path)) => {
            let path = path.display().to_string();
            complain(&match language {
                Language::Chinese => {
                    format!("`{reference}`：这里的 `{path}` 与程序自带的不同，以这里的为准\n")
                }
                Language::English => format!(
                    "`{reference}`: `{path}` here differs from what ships with the program, and is used\n"
                ),
            });
            path
        }
        _ => reference.to_owned(),
    }
}
