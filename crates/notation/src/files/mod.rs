//! Files with games: which format they have, read and written.
//!
//! [`games`] reads any of them; [`Format::detect`] looks at what a file begins with, never at its name. Text formats are read
//! as a stream in constant memory; the binary ones are small and read whole.

pub mod fen_moves;
mod movetext;
pub mod pgn;

use std::io::{self, BufRead};
use std::sync::Arc;

use miette::Diagnostic;
use qili_interpreter::movement::Movement;
use thiserror::Error;

use crate::encoding::{self, LineError};
use crate::game::Game;
use crate::vocabulary::Vocabulary;

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
        help("PGN, move text, `fen` and `moves` lines, DhtmlXQ, XQF, CBR and CBL can be read")
    )]
    NoGame {
        /// The file.
        file: Arc<str>,
    },
    /// It is neither text nor one of the binary formats.
    #[error("`{file}` is neither text nor a game file of a known format")]
    #[diagnostic(
        code(qili::file::format),
        help("PGN, move text, `fen` and `moves` lines, DhtmlXQ, XQF, CBR and CBL can be read")
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
    /// PGN, and plain move text.
    Pgn,
    /// Lines `fen …` and `moves …`.
    FenMoves,
}

impl Format {
    /// The format of a file that begins like this; `None` if it is neither text nor a known binary format.
    ///
    /// ```
    /// use qili_notation::files::Format;
    ///
    /// assert_eq!(Format::detect(b"[Event \"?\"]"), Some(Format::Pgn));
    /// assert_eq!(Format::detect(b"\x7fELF\0\0"), None);
    /// ```
    pub fn detect(beginning: &[u8]) -> Option<Self> {
        if !encoding::is_text(beginning) {
            return None;
        }
        let (text, _) = encoding::decode(beginning);
        let first = text
            .lines()
            .map(str::trim)
            .find(|line| !line.is_empty())
            .unwrap_or_default();
        Some(if fen_moves::begins(first) {
            Self::FenMoves
        } else {
            Self::Pgn
        })
    }
}

/// Games one after the other, as a file has them.
pub type Games<'a> = Box<dyn Iterator<Item = Result<Game, ReadError>> + Send + 'a>;

/// The games of a file in any format. `file` is its name for messages.
///
/// # Errors
/// The source fails, or has no format that is known.
pub fn games<'a>(
    mut reader: impl BufRead + Send + 'a,
    file: &str,
    edition: Edition<'a>,
) -> Result<Games<'a>, ReadError> {
    let io = |source| ReadError::Io {
        file: file.into(),
        source,
    };
    let beginning = reader.fill_buf().map_err(io)?;
    Ok(
        match Format::detect(beginning).ok_or_else(|| ReadError::Format { file: file.into() })? {
            Format::Pgn => Box::new(pgn::read(reader, file, edition)),
            Format::FenMoves => Box::new(fen_moves::read(reader, file, edition)),
        },
    )
}
