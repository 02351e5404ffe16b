//! What could not be read or played, and where.

use std::fmt;
use std::sync::Arc;

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};
use qili_board::fen::FenError;
use qili_interpreter::movement::PositionError;
use thiserror::Error;

use super::{MAX_NODES, MAX_VARIATION_DEPTH};
use crate::encoding::MAX_LINE;
use crate::moves::MoveError;

/// One line of a file, and a place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The file's name, or what stands for one.
    pub file: Arc<str>,
    /// The line's number, from 1.
    pub line: u64,
    /// Its text.
    pub text: String,
    /// The place in the text, in bytes.
    pub span: (usize, usize),
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        _before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        if span.offset() + span.len() > self.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let line = usize::try_from(self.line.saturating_sub(1)).unwrap_or(usize::MAX);
        let whole = SourceSpan::from(0..self.text.len());
        Ok(Box::new(MietteSpanContents::new_named(
            self.file.to_string(),
            self.text.as_bytes(),
            whole,
            line,
            0,
            1,
        )))
    }
}

/// What is wrong.
#[derive(Debug, Clone, Error, Diagnostic)]
pub enum ProblemKind {
    /// A move cannot be read or played; the moves after it in its line are dropped.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Move(#[from] MoveError),
    /// The position that the game starts from cannot be read.
    #[error("the position that the game starts from cannot be read: {0}")]
    #[diagnostic(transparent)]
    Fen(FenError),
    /// The position that the game starts from cannot occur.
    #[error("the game starts from a position that cannot occur: {0}")]
    #[diagnostic(transparent)]
    Position(PositionError),
    /// A comment without an end.
    #[error("a comment that begins on line {line} never ends")]
    #[diagnostic(code(qili::game::open_comment), help("a comment ends with `}}`"))]
    OpenComment {
        /// The line where it begins.
        line: u64,
    },
    /// A variation without an end.
    #[error("a variation never ends")]
    #[diagnostic(code(qili::game::open_variation), help("a variation ends with `)`"))]
    OpenVariation,
    /// The end of a variation that has not begun.
    #[error("`)` ends no variation")]
    #[diagnostic(code(qili::game::no_variation))]
    NoVariation,
    /// Variations are nested too deep; the rest of the game is dropped.
    #[error("variations are nested more than {MAX_VARIATION_DEPTH} deep")]
    #[diagnostic(code(qili::game::too_deep))]
    TooDeep,
    /// Too many moves; the rest of the game is dropped.
    #[error("a game has more than {MAX_NODES} moves")]
    #[diagnostic(code(qili::game::too_long))]
    TooLong,
    /// A line that is too long.
    #[error("the line is longer than {MAX_LINE} bytes")]
    #[diagnostic(code(qili::text::long_line), help("this is hardly a game file"))]
    LongLine,
    /// Bytes that the encoding of the file does not know.
    #[error("the line has bytes that are no text in {encoding}")]
    #[diagnostic(
        code(qili::text::encoding),
        help("is the file damaged, or in an encoding other than UTF-8, UTF-16, GB18030 and Big5?")
    )]
    Malformed {
        /// The encoding's name.
        encoding: String,
    },
    /// The file ends too early.
    #[error("the file ends inside {inside}")]
    #[diagnostic(
        code(qili::file::truncated),
        help("the file is damaged; what it still says is kept")
    )]
    Truncated {
        /// What is cut short.
        inside: &'static str,
    },
    /// A field of a file format has a value that makes no sense.
    #[error("the file says `{value}` for {field}")]
    #[diagnostic(code(qili::file::field))]
    Field {
        /// What the field is for.
        field: &'static str,
        /// Its value.
        value: String,
    },
}

/// Something that could not be read or played, and where it stands.
#[derive(Debug, Clone)]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// The file's name, or what stands for one.
    pub file: Arc<str>,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// The ply, from 1, where there is one.
    pub ply: Option<u32>,
    /// The line, in a text file.
    pub excerpt: Option<Excerpt>,
    /// The board before the ply, drawn.
    pub board: Option<String>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`, game {}", self.file, self.game)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl std::error::Error for Problem {}

impl Diagnostic for Problem {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.kind.code()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        match (self.kind.help(), &self.board) {
            (Some(help), Some(board)) => Some(Box::new(format!("{help}\n{board}"))),
            (None, Some(board)) => Some(Box::new(board)),
            (help, None) => help,
        }
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        match (&self.excerpt, &self.kind) {
            (Some(excerpt), _) => Some(excerpt),
            (None, ProblemKind::Fen(error)) => error.source_code(),
            (None, _) => None,
        }
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        match (&self.excerpt, &self.kind) {
            (
                Some(Excerpt {
                    span: (start, end), ..
                }),
                _,
            ) => Some(Box::new(std::iter::once(LabeledSpan::new(
                None,
                *start,
                end - start,
            )))),
            (None, ProblemKind::Fen(error)) => error.labels(),
            (None, _) => None,
        }
    }
}
