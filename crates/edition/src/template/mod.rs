//! A new draft: an edition's folder that checks as it is, and says in comments what can be written where.

use std::io;
use std::path::Path;

use miette::Diagnostic;
use qili_words::{Language, Localized, Texts, refusal};
use thiserror::Error;

use crate::folder::{Folder, is_plain_name};

/// Why a draft cannot be begun.
#[derive(Debug, Error, Diagnostic)]
pub enum NewError {
    /// The folder has something in it.
    #[error("`{folder}` is there already, and is not empty")]
    #[diagnostic(
        code(qili::new::not_empty),
        help("name a folder that does not exist yet")
    )]
    NotEmpty {
        /// The folder.
        folder: String,
    },
    /// Its name cannot be that of an edition.
    #[error("`{folder}` cannot be the folder of an edition")]
    #[diagnostic(
        code(qili::new::name),
        help("end the path with a name of its own, without control characters or `:`")
    )]
    Name {
        /// The folder.
        folder: String,
    },
    /// The edition to be amended is not there, or has the same name.
    #[error("there is no edition `{amends}` that `{folder}` could amend")]
    #[diagnostic(
        code(qili::new::amends),
        help(
            "name an edition that ships with the program ({known}), or another folder beside this one"
        )
    )]
    Amends {
        /// What was to be amended.
        amends: String,
        /// The folder.
        folder: String,
        /// The editions that ship with the program.
        known: String,
    },
    /// The system refuses.
    #[error("`{folder}` cannot be written: {error}")]
    #[diagnostic(code(qili::new::write))]
    Write {
        /// The folder.
        folder: String,
        /// Why.
        error: io::Error,
    },
}

impl Localized for NewError {
    fn chinese(&self) -> Texts {
        let (message, help) = match self {
            Self::NotEmpty { folder } => (
                format!("`{folder}` 已经存在，里面有东西"),
                Some("换一个还没有的文件夹".to_owned()),
            ),
            Self::Name { folder } => (
                format!("`{folder}` 不能作版本的文件夹"),
                Some("路径末尾写一个自己的名字，不含控制字符和 `:`".to_owned()),
            ),
            Self::Amends {
                amends,
                folder,
                known,
            } => (
                format!("没有可供 `{folder}` 增改的版本 `{amends}`"),
                Some(format!(
                    "写程序自带的版本（`{known}`），或此文件夹旁边另一个文件夹的名字"
                )),
            ),
            Self::Write { folder, error } => {
                (format!("`{folder}` 写不成：{}", refusal(error).zh), None)
            }
        };
        Texts {
            message,
            help,
            ..Texts::default()
        }
    }
}

/// What each file of a new draft says, in Chinese and in English.
const FILES: [(&str, &str, &str); 3] = [
    (
        "edition.yaml",
        include_str!("edition.zh.yaml"),
        include_str!("edition.en.yaml"),
    ),
    (
        "draft.rule",
        include_str!("draft.zh.rule"),
        include_str!("draft.en.rule"),
    ),
    (
        "cases/README.md",
        include_str!("cases.zh.md"),
        include_str!("cases.en.md"),
    ),
];

/// Begins a draft that amends an edition, in a folder that does not exist or is empty.
///
/// ```
/// use qili_edition::Edition;
/// use qili_edition::folder::Folder;
/// use qili_words::Language;
///
/// let home = tempfile::tempdir()?;
/// let folder = home.path().join("my-draft");
/// qili_edition::template::begin(&folder, "2020", Language::English)?;
/// let edition = Edition::from_folder(Folder::Disk(folder))?;
/// assert_eq!(edition.about.id, "my-draft");
/// assert!(edition.cases()?.is_empty() && !edition.inherited_cases()?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A folder that has something in it or a name that cannot be an edition's, an edition that is not there, and what the
/// system refuses.
pub fn begin(folder: &Path, amends: &str, language: Language) -> Result<(), NewError> {
    let shown = || folder.display().to_string();
    let texts = texts(folder, amends, language)?;
    let refused = |error| NewError::Write {
        folder: shown(),
        error,
    };
    let there = match std::fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(refused(error)),
    };
    if there {
        return Err(NewError::NotEmpty { folder: shown() });
    }
    std::fs::create_dir_all(folder.join("cases")).map_err(refused)?;
    for (file, text) in texts {
        std::fs::write(folder.join(file), text).map_err(refused)?;
    }
    Ok(())
}

/// The files of such a draft, by name, without writing any.
///
/// # Errors
/// A name that cannot be an edition's, an edition that is not there.
pub fn texts(
    folder: &Path,
    amends: &str,
    language: Language,
) -> Result<Vec<(&'static str, String)>, NewError> {
    let shown = || folder.display().to_string();
    let name = folder.file_name().and_then(|name| name.to_str());
    let id = name
        .filter(|name| is_plain_name(name) && !name.contains(char::is_control))
        .ok_or_else(|| NewError::Name { folder: shown() })?;
    let beside = folder.parent().map(|parent| parent.join(amends));
    let is_beside =
        is_plain_name(amends) && beside.is_some_and(|path| path.join("edition.yaml").is_file());
    if id == amends || !(is_beside || Folder::shipped().any(|shipped| shipped == amends)) {
        return Err(NewError::Amends {
            amends: amends.to_owned(),
            folder: shown(),
            known: Folder::shipped().collect::<Vec<_>>().join(", "),
        });
    }
    let text = |(file, zh, en): (&'static str, &str, &str)| {
        let text = language.of(zh, en);
        let text = text
            .replace("{id}", &quoted(id))
            .replace("{amends}", &quoted(amends));
        (file, text)
    };
    Ok(FILES.map(text).into())
}

/// A name as YAML text, whatever it looks like.
fn quoted(name: &str) -> String {
    format!("'{}'", name.replace('\'', "''"))
}
