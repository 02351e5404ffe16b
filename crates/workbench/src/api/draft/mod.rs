//! `/draft/…`: an edition as it is being typed in a page. The server keeps nothing: the texts come with every question.

mod files;
mod follows;
mod read;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use qili_edition::folder::{Folder, Memory, is_own_file, is_plain_name};
use qili_lsp::typed;
use qili_words::Language;
use serde::Deserialize;

use super::Question;
use crate::server::Problem;

pub(super) use files::{patch, save, texts};
pub(super) use follows::{boards, follows};
pub(super) use read::{check, read};

/// A draft as it comes with a question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    /// The name of the edition.
    name: String,
    /// Its texts by their files: of a draft that only the browser has, all; of one in the served folder, those that are
    /// being typed.
    files: BTreeMap<String, String>,
    /// Whether only the browser has it.
    #[serde(default)]
    alone: bool,
}

/// A draft that can be read.
#[derive(Debug)]
pub(super) struct Draft {
    path: PathBuf,
    texts: typed::Texts,
    alone: bool,
}

impl Given {
    /// The draft, whose files are all its own.
    fn open(self, question: &Question<'_>) -> Result<Draft, Problem> {
        let path = match self.alone {
            false => question.state.editions.folder(&self.name)?.to_owned(),
            true if is_plain_name(&self.name) => PathBuf::from(&self.name),
            true => return Err(Problem::no_draft(&self.name)),
        };
        if let Some(stranger) = self.files.keys().find(|file| !is_own_file(file)) {
            return Err(Problem::no_file(stranger));
        }
        let texts = self.files.into_iter();
        Ok(Draft {
            path,
            texts: texts.map(|(file, text)| (file, Arc::from(text))).collect(),
            alone: self.alone,
        })
    }
}

impl Draft {
    /// The folder as it would be if it were saved.
    fn folder(&self) -> Folder {
        let texts = self.texts.iter();
        let texts = texts.map(|(file, text)| (self.path.join(file), Arc::clone(text)));
        let memory = match self.alone {
            true => Memory::alone(texts),
            false => Memory::over_disk(texts),
        };
        Folder::Memory(self.path.clone(), memory.into())
    }

    /// The draft for what an editor asks.
    fn typed(&self, language: Language, question: &Question<'_>) -> typed::Draft {
        let stop = question.stop.flag();
        typed::Draft::new(&self.path, self.texts.clone(), !self.alone, language, stop)
    }
}
