//! Files with games: which format they have, read and written.
//!
//! [`games`] reads any of them. A binary file is known by its first bytes, each game of a text by the line that it begins with, never
//! by a name. Texts are read as a stream in constant memory, and a game is there as soon as its last line is; the binary files are
//! small and read whole.

mod bytes;
mod cbf;
pub mod cbr;
pub mod dhtmlxq;
pub mod fen_moves;
mod men;
mod movetext;
pub mod pgn;
mod records;
#[cfg(test)]
mod tests;
pub mod text;
mod write;
mod wxf;
pub mod xqf;

use std::fmt;
use std::io::{self, BufRead, Read};
use std::iter;
use std::str::FromStr;
use std::sync::Arc;

use miette::Diagnostic;
use qili_board::Square;
use qili_interpreter::movement::Movement;
use qili_words::{Localized, Texts};
use thiserror::Error;

use crate::encoding::{self, LineError};
use crate::game::Game;
use crate::moves::Style;
use crate::vocabulary::Vocabulary;

pub use records::{MAX_RECORD, Record};

/// Why no game could be read.
#[derive(Debug, Error, Diagnostic)]
pub enum ReadError {
    /// The source fails.
    #[error("`{file}` cannot be read")]
    #[diagnostic(code(qili::file::io))]
    Io {
        /// The file.
        file: Arc<str>,
        /// What happened.
        source: io::Error,
    },
    /// Nothing in it is a game.
    #[error("`{file}` has no game")]
    #[diagnostic(
        code(qili::file::no_game),
        help(
            "PGN, move text, `fen` and `moves` lines, DhtmlXQ, WXF, CBF, XQF, CBR and CBL can be read"
        )
    )]
    NoGame {
        /// The file.
        file: Arc<str>,
    },
    /// It is neither text nor one of the binary formats.
    #[error("`{file}` is neither text nor a game file of a known format")]
    #[diagnostic(
        code(qili::file::format),
        help(
            "PGN, move text, `fen` and `moves` lines, DhtmlXQ, WXF, CBF, XQF, CBR and CBL can be read"
        )
    )]
    Format {
        /// The file.
        file: Arc<str>,
    },
    /// A line outside of any game is too long.
    #[error("`{file}`: {source}")]
    #[diagnostic(code(qili::text::long_line), help("this is hardly a game file"))]
    Line {
        /// The file.
        file: Arc<str>,
        /// Which line.
        source: LineError,
    },
    /// A binary file is larger than any game.
    #[error("`{file}` has more than {limit} bytes")]
    #[diagnostic(code(qili::file::too_large))]
    TooLarge {
        /// The file.
        file: Arc<str>,
        /// The limit in bytes.
        limit: u64,
    },
    /// The file is cut short or damaged where it cannot be missed.
    #[error("`{file}` is damaged: {what}")]
    #[diagnostic(code(qili::file::damaged))]
    Damaged {
        /// The file.
        file: Arc<str>,
        /// What is missing or wrong.
        what: String,
    },
}

impl Localized for ReadError {
    fn chinese(&self) -> Texts {
        const FORMATS: &str = "能读 `PGN`、着法文字、`fen` 与 `moves` 行、`DhtmlXQ`、`WXF`、`CBF`、`XQF`、`CBR`、`CBL`";
        let (message, help) = match self {
            Self::Io { file, source } => (format!("`{file}` 读不出来：`{source}`"), None),
            Self::NoGame { file } => (format!("`{file}` 里没有棋局"), Some(FORMATS)),
            Self::Format { file } => (
                format!("`{file}` 不是文字，也不是认识的棋谱文件"),
                Some(FORMATS),
            ),
            Self::Line { file, source } => (
                format!("`{file}` 有一行太长：`{source}`"),
                Some("这大概不是棋谱"),
            ),
            Self::TooLarge { file, limit } => (format!("`{file}` 超过 {limit} 字节"), None),
            Self::Damaged { file, what } => (format!("`{file}` 已损坏：`{what}`"), None),
        };
        Texts {
            message,
            help: help.map(str::to_owned),
            ..Texts::default()
        }
    }
}

impl Localized for WriteError {
    fn chinese(&self) -> Texts {
        let (message, help) = match self {
            Self::Piece { square, letter } => (
                format!("这种格式写不了 `{square}` 上的 `{letter}`"),
                "`PGN` 能写任何局面",
            ),
            Self::ReadOnly { format } => (
                format!("棋谱不能写成 `{format}`"),
                "选 `pgn`、`text`、`fen`、`dhtmlxq`、`xqf` 之一",
            ),
        };
        Texts {
            message,
            help: Some(help.to_owned()),
            ..Texts::default()
        }
    }
}

/// What reading a game needs to know of its edition.
#[derive(Clone, Copy)]
pub struct Edition<'a> {
    /// How pieces move.
    pub movement: &'a Movement,
    /// What they are called.
    pub vocabulary: &'a Vocabulary,
}
/// A format of game files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// PGN.
    Pgn,
    /// Plain move text.
    Text,
    /// Lines `fen …` and `moves …`.
    FenMoves,
    /// Tagged text of web boards.
    DhtmlXq,
    /// Text of playing sites, with moves between `START{` and `}END`.
    Wxf,
    /// XML of a studio program.
    Cbf,
    /// Binary, one game.
    Xqf,
    /// Binary, one game.
    Cbr,
    /// Binary, a library of games.
    Cbl,
}

impl Format {
    /// The format of a file that begins like this; `None` if nothing in it tells.
    ///
    /// ```
    /// use qili_notation::files::Format;
    /// # let rules = qili_edition::Edition::open("2020")?.rules;
    /// # let movement = qili_interpreter::movement::Movement::compile(&rules)?;
    /// # let vocabulary = qili_notation::Vocabulary::of(&rules, &movement)?;
    ///
    /// assert_eq!(Format::detect(b"[Event \"?\"]", &vocabulary), Some(Format::Pgn));
    /// assert_eq!(Format::detect(b"\x7fELF\0\0", &vocabulary), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn detect(beginning: &[u8], vocabulary: &Vocabulary) -> Option<Self> {
        match Self::binary(beginning) {
            Some(format) => Some(format),
            None => records::format(&encoding::decode(beginning).0, vocabulary),
        }
    }

    /// The binary format whose files begin like this.
    fn binary(beginning: &[u8]) -> Option<Self> {
        // Two letters alone may begin a text; what follows them in a binary file never occurs in one.
        let control = |b: &u8| matches!(b, 0..=8 | 14..=25 | 27..=31);
        if beginning.starts_with(cbr::MAGIC) {
            Some(Self::Cbr)
        } else if beginning.starts_with(cbr::LIBRARY_MAGIC) {
            Some(Self::Cbl)
        } else if beginning.starts_with(xqf::MAGIC) {
            let head = beginning.get(..BEGINNING).unwrap_or(beginning);
            head.iter().any(control).then_some(Self::Xqf)
        } else {
            None
        }
    }

    /// All formats.
    pub const ALL: [Self; 9] = [
        Self::Pgn,
        Self::Text,
        Self::FenMoves,
        Self::DhtmlXq,
        Self::Wxf,
        Self::Cbf,
        Self::Xqf,
        Self::Cbr,
        Self::Cbl,
    ];

    /// Its name, as people give it on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Text => "text",
            Self::FenMoves => "fen",
            Self::DhtmlXq => "dhtmlxq",
            Self::Wxf => "wxf",
            Self::Cbf => "cbf",
            Self::Xqf => "xqf",
            Self::Cbr => "cbr",
            Self::Cbl => "cbl",
        }
    }

    /// Whether a file of this format can hold more than one game.
    pub fn holds_several(self) -> bool {
        !matches!(self, Self::Cbf | Self::Xqf | Self::Cbr)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no format.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
#[error("`{0}` is no format of game files")]
#[diagnostic(
    code(qili::file::format_name),
    help("choose one of pgn, text, fen, dhtmlxq, wxf, cbf, xqf, cbr, cbl")
)]
pub struct ParseFormatError(pub String);

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = |format: &Self| format.name().eq_ignore_ascii_case(text);
        Self::ALL
            .into_iter()
            .find(named)
            .ok_or_else(|| ParseFormatError(text.to_owned()))
    }
}

/// Writes a game in a format; the style counts where moves are written as text. Several games of a text format can follow each
/// other, with an empty line between them.
///
/// # Errors
/// The format has no place for a piece of the position, or is only read.
pub fn write(
    game: &Game,
    format: Format,
    edition: Edition<'_>,
    style: &Style,
) -> Result<Vec<u8>, WriteError> {
    Ok(match format {
        Format::Pgn => pgn::write(game, edition, style).into_bytes(),
        Format::Text => text::write(game, edition, style).into_bytes(),
        Format::FenMoves => fen_moves::write(game, edition.vocabulary).into_bytes(),
        Format::DhtmlXq => dhtmlxq::write(game, edition.vocabulary)?.into_bytes(),
        Format::Xqf => xqf::write(game, edition.vocabulary)?,
        Format::Wxf | Format::Cbf | Format::Cbr | Format::Cbl => {
            return Err(WriteError::ReadOnly { format });
        }
    })
}

/// How many bytes of a file tell whether it is binary.
const BEGINNING: usize = 64;

/// Games one after the other, as a file has them.
pub type Games<'a> = Box<dyn Iterator<Item = Result<Game, ReadError>> + Send + 'a>;

/// The games of a file in any format. `file` is its name for messages.
///
/// # Errors
/// The source fails, or has no format that is known.
pub fn games<'a>(
    reader: impl BufRead + Send + 'a,
    file: &str,
    edition: Edition<'a>,
) -> Result<Games<'a>, ReadError> {
    let recorded = recorded(reader, file, edition)?;
    Ok(Box::new(
        recorded.map(move |recorded| Ok(recorded?.play(edition))),
    ))
}

/// A game whose moves may still have to be played.
#[derive(Debug)]
pub enum Recorded {
    /// The text of a game.
    Text(Record),
    /// A game of a format whose records are played while they are read.
    Played(Box<Game>),
}

impl Recorded {
    /// The game, with its moves played.
    pub fn play(self, edition: Edition<'_>) -> Game {
        match self {
            Self::Text(record) => record.parse(edition),
            Self::Played(game) => *game,
        }
    }
}

/// Records one after the other, as a file has them.
pub type Records<'a> = Box<dyn Iterator<Item = Result<Recorded, ReadError>> + Send + 'a>;

/// Like [`games`], for who plays several games at a time: texts are only cut into games, which is the smaller part of the work.
///
/// # Errors
/// The source fails, or has no format that is known.
pub fn recorded<'a>(
    mut reader: impl BufRead + Send + 'a,
    file: &str,
    edition: Edition<'a>,
) -> Result<Records<'a>, ReadError> {
    let io = |source| ReadError::Io {
        file: file.into(),
        source,
    };
    let beginning = beginning(&mut reader).map_err(io)?;
    let format = Format::binary(&beginning);
    let reader = io::Cursor::new(beginning).chain(reader);
    let games: Games<'a> = match format {
        Some(Format::Xqf) => Box::new(iter::once(xqf::read(&whole(reader, file)?, file, edition))),
        Some(Format::Cbr) => Box::new(iter::once(cbr::read(&whole(reader, file)?, file, edition))),
        Some(Format::Cbl) => Box::new(cbr::read_library(whole(reader, file)?, file, edition)),
        _ => {
            let records = records::Records::new(reader, file, edition.vocabulary);
            return Ok(Box::new(records.map(|record| record.map(Recorded::Text))));
        }
    };
    Ok(Box::new(games.map(|game| {
        game.map(|game| Recorded::Played(Box::new(game)))
    })))
}

/// As many of the first bytes as tell whether a file is binary, however few at a time a pipe delivers.
fn beginning(mut reader: impl BufRead) -> io::Result<Vec<u8>> {
    let may_be = |beginning: &[u8]| {
        [xqf::MAGIC, cbr::MAGIC, cbr::LIBRARY_MAGIC]
            .iter()
            .any(|magic| {
                let both = magic.len().min(beginning.len());
                magic[..both] == beginning[..both]
            })
    };
    let mut beginning = Vec::new();
    while beginning.len() < BEGINNING && may_be(&beginning) {
        if reader.by_ref().take(1).read_to_end(&mut beginning)? == 0 {
            break;
        }
    }
    Ok(beginning)
}

/// The largest file, in bytes, of a format that is read whole.
pub const MAX_FILE: u64 = 256 * 1024 * 1024;

fn whole(reader: impl BufRead, file: &str) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    let read = reader.take(MAX_FILE + 1).read_to_end(&mut bytes);
    let read = read.map_err(|source| ReadError::Io {
        file: file.into(),
        source,
    })?;
    if read as u64 > MAX_FILE {
        return Err(ReadError::TooLarge {
            file: file.into(),
            limit: MAX_FILE,
        });
    }
    Ok(bytes)
}

/// Why a game cannot be written in a format.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
pub enum WriteError {
    /// The format lists the men of the standard game and has no place for this one.
    #[error("the format has no place for the `{letter}` on `{square}`")]
    #[diagnostic(code(qili::file::piece), help("PGN can hold any position"))]
    Piece {
        /// Where it stands.
        square: Square,
        /// Its letter.
        letter: char,
    },
    /// Games of the format are read but not written.
    #[error("games cannot be written as {format}")]
    #[diagnostic(
        code(qili::file::read_only),
        help("choose one of pgn, text, fen, dhtmlxq, xqf")
    )]
    ReadOnly {
        /// The format.
        format: Format,
    },
}
