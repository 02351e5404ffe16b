//! `GET /draft/files`: the texts of a draft to begin with; `POST /draft/save`; `POST /draft/patch`.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use qili_edition::folder::{Folder, is_own_file};
use qili_edition::template;
use qili_words::{Bilingual, both, refusal};
use serde::{Deserialize, Serialize};
use similar::TextDiff;

use super::super::asked::Lang;
use super::super::{Answer, Question};
use super::Given;
use crate::server::Problem;

/// The file that makes a folder an edition.
const ABOUT: &str = "edition.yaml";

#[derive(Debug, Serialize)]
struct FilesJson {
    schema: &'static str,
    files: BTreeMap<String, FileJson>,
}

#[derive(Debug, Serialize)]
struct FileJson {
    text: String,
    /// The mark of the text that the folder has: what is saved over it must name it.
    was: Option<String>,
}

/// A mark that tells whether a text is the same as before.
fn mark(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The texts of a draft in the served folder, or of one that begins.
pub(in super::super) fn texts(question: &Question<'_>) -> Result<Answer, Problem> {
    let files = match question.parameter("new") {
        Some(name) => {
            let amends = question.parameter("amends").unwrap_or_default();
            let begun = template::texts(Path::new(&name), &amends, question.language());
            let begun = begun.map_err(|error| Problem::of(&error))?.into_iter();
            let begun = begun.filter(|(file, _)| is_own_file(file));
            begun
                .map(|(file, text)| (file.to_owned(), FileJson { text, was: None }))
                .collect()
        }
        None => {
            let path = question.state.editions.folder(&question.named()?)?;
            let found = Folder::Disk(path.to_owned()).contents().into_iter();
            let read = found.filter(|(file, _)| is_own_file(file));
            let read = read.map(|(file, text)| match text {
                Ok(text) => {
                    let was = Some(mark(&text));
                    Ok((file, FileJson { text, was }))
                }
                Err(why) => Err(Problem::refused(&file, why.said())),
            });
            read.collect::<Result<_, Problem>>()?
        }
    };
    Answer::json(&FilesJson {
        schema: "qili.draft-files/1",
        files,
    })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedSave {
    draft: Given,
    /// The marks of the texts that they take the place of; a file without one must not be there.
    was: BTreeMap<String, String>,
    /// Files that are to go, with the marks of their texts.
    #[serde(default)]
    gone: BTreeMap<String, String>,
    /// Only problems are said in it.
    #[serde(default, rename = "lang")]
    _lang: Lang,
}

#[derive(Debug, Serialize)]
struct SavedJson {
    schema: &'static str,
    /// The marks of what is saved, by file.
    was: BTreeMap<String, String>,
}

/// Writes texts into the served folder, all of them whole, and takes files away: or nothing where one has changed meanwhile.
pub(in super::super) fn save(question: &Question<'_>) -> Result<Answer, Problem> {
    let AskedSave {
        draft, was, gone, ..
    } = question.json()?;
    let name = draft.name.clone();
    let draft = draft.open(question)?;
    if draft.alone {
        return Err(Problem::no_draft(&name));
    }
    let _alone = question.state.editions.writing();
    let folder = Folder::Disk(draft.path.clone());
    let written = draft.texts.keys().map(|file| (file, was.get(file)));
    let gone = || gone.iter().map(|(file, was)| (file, Some(was)));
    for (file, _) in gone() {
        // without its list of files a folder is no edition
        if !is_own_file(file) || draft.texts.contains_key(file) || file == ABOUT {
            return Err(Problem::no_file(file));
        }
    }
    for (file, was) in written.chain(gone()) {
        let there = on_disk(&folder, &draft.path, file)?;
        if there.as_deref().map(mark).as_ref() != was {
            return Err(Problem::changed(file));
        }
    }
    let model = draft.path.join(ABOUT);
    let written = draft.texts.iter().map(|(file, text)| {
        let path = draft.path.join(file);
        let written =
            whole(&path, &model, text).map_err(|error| Problem::refused(file, refusal(&error)))?;
        Ok((written, path, file))
    });
    let written = written.collect::<Result<Vec<_>, Problem>>()?;
    for (new, path, file) in written {
        new.persist(path)
            .map_err(|error| Problem::refused(file, refusal(&error.error)))?;
    }
    for (file, _) in gone() {
        std::fs::remove_file(draft.path.join(file))
            .map_err(|error| Problem::refused(file, refusal(&error)))?;
    }
    let texts = draft.texts.iter();
    Answer::json(&SavedJson {
        schema: "qili.draft-saved/1",
        was: texts
            .map(|(file, text)| (file.clone(), mark(text)))
            .collect(),
    })
}

/// What the folder has under a name: nothing, or the text of a plain file in a plain folder.
fn on_disk(folder: &Folder, path: &Path, file: &str) -> Result<Option<String>, Problem> {
    let below: PathBuf = path.join(file);
    let inside = below.parent().is_some_and(|folder| {
        let found = folder.symlink_metadata();
        // a folder `cases` is made where there is none
        found.map_or(folder != path, |found| {
            found.is_dir() && !found.is_symlink()
        })
    });
    if !inside {
        return Err(Problem::refused(file, not_plain()));
    }
    match below.symlink_metadata() {
        Err(_) => Ok(None),
        Ok(_) => match folder.read(file) {
            Ok(text) => Ok(Some(text)),
            Err(why) => Err(Problem::refused(file, why.said())),
        },
    }
}

fn not_plain() -> Bilingual {
    both!("不在一个普通的文件夹里", "it lies in no plain folder")
}

/// A text beside the file whose place it will take, with the permissions of that one, or of a
/// file beside it.
fn whole(path: &Path, model: &Path, text: &str) -> std::io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)?;
    let mut new = tempfile::Builder::new()
        .prefix(".qili-")
        .tempfile_in(folder)?;
    new.write_all(text.as_bytes())?;
    // not only its owner is to read it
    if let Ok(like) = path.metadata().or_else(|_| model.metadata()) {
        new.as_file().set_permissions(like.permissions())?;
    }
    new.as_file().sync_all()?;
    Ok(new)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedPatch {
    draft: Given,
    /// Only problems are said in it.
    #[serde(default, rename = "lang")]
    _lang: Lang,
}

/// What is typed as a patch against what the folder says, for the folder in which that lies.
pub(in super::super) fn patch(question: &Question<'_>) -> Result<Answer, Problem> {
    let AskedPatch { draft, .. } = question.json()?;
    let alone = draft.alone;
    let name = draft.name.clone();
    let draft = draft.open(question)?;
    let folder = Folder::Disk(draft.path.clone());
    let mut patch = String::new();
    for (file, text) in &draft.texts {
        let there = match alone {
            true => None,
            false => on_disk(&folder, &draft.path, file)?,
        };
        if there.as_deref() == Some(text) {
            continue;
        }
        let old = match there {
            Some(_) => format!("a/{name}/{file}"),
            None => "/dev/null".to_owned(),
        };
        let there = there.unwrap_or_default();
        let changed = TextDiff::from_lines(there.as_str(), text);
        let mut unified = changed.unified_diff();
        patch += &unified
            .header(&old, &format!("b/{name}/{file}"))
            .to_string();
    }
    Ok(Answer {
        kind: "text/x-diff; charset=utf-8",
        body: patch.into_bytes(),
    })
}
