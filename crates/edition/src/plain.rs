//! Reading plain files, and nothing else.
//!
//! A folder of rules comes from whoever sent it. A link in it must not print a file of the reader's machine, a pipe must
//! not be waited for, and a device must not fill the memory: so what a path is, and how large, is asked before it is read.

use std::fmt;
use std::fs::{File, Metadata};
use std::io::{self, Read as _};
use std::path::Path;

use qili_words::{Bilingual, both, refusal};

use crate::yaml::MAX_BYTES;

/// Why a file cannot be read; in Chinese by `{:#}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It is not there, or the system refused.
    Missing(Bilingual),
    /// It is no plain file.
    Special(Special),
    /// It is larger than any file of an edition.
    TooLarge,
    /// It is not UTF-8; what it looks like, where that can be told.
    NotText(Option<&'static str>),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.said(), f)
    }
}

impl std::error::Error for Unreadable {}

/// What is not a plain file or folder where one should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Special {
    /// A symbolic link.
    Link,
    /// A pipe, a device or the like.
    Device,
    /// A folder.
    Folder,
    /// A file.
    File,
}

impl Unreadable {
    /// Why.
    #[must_use]
    pub fn said(&self) -> Bilingual {
        match self {
            Self::Missing(why) => why.clone(),
            Self::Special(Special::Link) => both!("它是链接", "it is a symbolic link"),
            Self::Special(Special::Device) => {
                both!("它是管道、设备之类", "it is a pipe, a device or the like")
            }
            Self::Special(Special::Folder) => both!("它是文件夹", "it is a folder"),
            Self::Special(Special::File) => {
                both!("它是文件，不是文件夹", "it is a file, not a folder")
            }
            Self::TooLarge => both!(
                "它超过 {MAX_BYTES} 字节",
                "it has more than {MAX_BYTES} bytes"
            ),
            Self::NotText(_) => both!("它不是 `UTF-8` 文本", "it is not UTF-8 text"),
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<Bilingual> {
        match self {
            Self::Missing(_) => None,
            Self::Special(_) => Some(both!(
                "这里只读普通的文件和文件夹：放一份副本在那里",
                "only plain files and folders are read here: put a copy in its place"
            )),
            Self::TooLarge => Some(both!(
                "版本的文件都很小；请拆开",
                "a file of an edition is small; split it"
            )),
            Self::NotText(Some(encoding)) => Some(both!(
                "看来是 `{encoding}`：请存为 `UTF-8`",
                "it looks like {encoding}: save it as UTF-8"
            )),
            Self::NotText(None) => Some(both!("请存为 `UTF-8` 文本", "save it as UTF-8 text")),
        }
    }
}

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sort {
    /// A plain file.
    File,
    /// A folder.
    Folder,
    /// A link, a pipe, a device, and so on.
    Special(Special),
}

impl Sort {
    fn of(metadata: &Metadata) -> Self {
        let sort = metadata.file_type();
        match () {
            () if sort.is_symlink() => Self::Special(Special::Link),
            () if sort.is_file() => Self::File,
            () if sort.is_dir() => Self::Folder,
            () => Self::Special(Special::Device),
        }
    }
}

fn refused(error: io::Error) -> Unreadable {
    Unreadable::Missing(match error.kind() {
        io::ErrorKind::NotFound => both!("没有这个文件", "there is no such file"),
        _ => refusal(&error),
    })
}

/// What stands at a path; links are not followed.
pub(crate) fn sort(path: &Path) -> Result<Sort, Unreadable> {
    Ok(Sort::of(&std::fs::symlink_metadata(path).map_err(refused)?))
}

fn must_be_file(sort: Sort) -> Result<(), Unreadable> {
    match sort {
        Sort::File => Ok(()),
        Sort::Folder => Err(Unreadable::Special(Special::Folder)),
        Sort::Special(what) => Err(Unreadable::Special(what)),
    }
}

/// The text of a plain file.
pub(crate) fn read(path: &Path) -> Result<String, Unreadable> {
    must_be_file(sort(path)?)?;
    let file = File::open(path).map_err(refused)?;
    let metadata = file.metadata().map_err(refused)?;
    must_be_file(Sort::of(&metadata))?;
    let most = MAX_BYTES as u64;
    if metadata.len() > most {
        return Err(Unreadable::TooLarge);
    }
    let mut bytes = Vec::new();
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(refused)?;
    if bytes.len() > MAX_BYTES {
        return Err(Unreadable::TooLarge);
    }
    text(bytes)
}

/// A text that is held in memory, if it is no larger than a file may be.
pub(crate) fn held(text: &str) -> Result<String, Unreadable> {
    if text.len() > MAX_BYTES {
        return Err(Unreadable::TooLarge);
    }
    Ok(text.to_owned())
}

/// Bytes as text.
pub(crate) fn text(bytes: Vec<u8>) -> Result<String, Unreadable> {
    let wide = matches!(
        bytes.get(..2),
        Some([0xFF, 0xFE] | [0xFE, 0xFF] | [0, _] | [_, 0])
    );
    if wide {
        return Err(Unreadable::NotText(Some("UTF-16")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let chinese = encoding_rs::GB18030
            .decode_without_bom_handling_and_without_replacement(error.as_bytes());
        Unreadable::NotText(chinese.map(|_| "GBK"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_other_encodings_are_named() {
        let gbk = encoding_rs::GBK.encode("条 一 “车”").0.into_owned();
        assert_eq!(text(gbk), Err(Unreadable::NotText(Some("GBK"))));
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let wide = |text: &str| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
            let utf_16 = Err(Unreadable::NotText(Some("UTF-16")));
            assert_eq!(text(wide("\u{FEFF}条 一")), utf_16);
            assert_eq!(text(wide("clause 1")), utf_16);
        }
        assert_eq!(
            text(vec![b'a', 0xFF, 0xFF, 0xFF]),
            Err(Unreadable::NotText(None))
        );
        assert_eq!(text("条 一".into()), Ok("条 一".to_owned()));
    }

    #[test]
    fn a_file_is_measured_before_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let file = File::create(&path).unwrap();
        file.set_len(1 << 40).unwrap();
        assert_eq!(read(&path), Err(Unreadable::TooLarge));
        file.set_len(MAX_BYTES as u64 + 1).unwrap();
        assert_eq!(read(&path), Err(Unreadable::TooLarge));
        std::fs::write(&path, " ".repeat(MAX_BYTES)).unwrap();
        assert_eq!(read(&path).map(|text| text.len()), Ok(MAX_BYTES));
        assert_eq!(
            read(folder.path()),
            Err(Unreadable::Special(Special::Folder))
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::fs::write(&file, "text").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert_eq!(read(&file), Ok("text".to_owned()));
        assert_eq!(read(&link), Err(Unreadable::Special(Special::Link)));
        for device in ["/dev/zero", "/dev/tty"] {
            assert!(
                matches!(read(Path::new(device)), Err(Unreadable::Special(_))),
                "{device}"
            );
        }
    }
}
