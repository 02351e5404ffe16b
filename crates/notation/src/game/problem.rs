//! What could not be read or played, and where.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, Severity, SourceCode, SourceSpan,
    SpanContents,
};
use qili_board::fen::FenError;
use qili_interpreter::movement::PositionError;
use thiserror::Error;

use super::{GameResult, MAX_NODES, MAX_VARIATION_DEPTH};
use crate::encoding::{Encoding, MAX_LINE};
use crate::moves::MoveError;
use crate::visible::{shortened, visible};

/// A line of a file, or the part of a long one that matters, and a place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The file's name, or what stands for one.
    pub file: Arc<str>,
    /// The line's number, from 1.
    pub line: u64,
    /// How many characters of the line stand before the part.
    pub before: usize,
    /// The part, in which control characters are [`visible`].
    pub text: String,
    /// The place in the part, in bytes.
    pub span: (usize, usize),
}

impl Excerpt {
    /// How much of a line is shown before and after the place, in characters.
    const SHOWN: usize = 100;

    /// A place in a line, in bytes.
    pub fn new(file: &Arc<str>, line: u64, text: &str, span: Range<usize>) -> Self {
        let (start, place, end) = match (text.get(..span.start), text.get(span.clone())) {
            (Some(start), Some(place)) => (start, place, text.get(span.end..).unwrap_or_default()),
            _ => ("", text, ""),
        };
        let kept = start.char_indices().rev().nth(Self::SHOWN - 1);
        let (cut, start) = start.split_at(kept.map_or(0, |(at, _)| at));
        let mut shown = visible(start).into_owned();
        let from = shown.len();
        shown.push_str(&visible(beginning(place)));
        let to = shown.len();
        shown.push_str(&visible(beginning(end)));
        Self {
            file: file.clone(),
            line,
            before: cut.chars().count(),
            text: shown,
            span: (from, to),
        }
    }

    /// The number of the first character of the place in its line, from 1.
    pub fn column(&self) -> usize {
        let before = self.text.get(..self.span.0).unwrap_or_default();
        self.before + before.chars().count() + 1
    }
}

/// As much of a text as is shown.
fn beginning(text: &str) -> &str {
    let end = text.char_indices().nth(Excerpt::SHOWN);
    end.map_or(text, |(at, _)| &text[..at])
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
            visible(&self.file).into_owned(),
            self.text.as_bytes(),
            whole,
            line,
            self.before,
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
    /// Bytes that the encoding of the line does not know.
    #[error("the line has bytes that are no text in {encoding}")]
    #[diagnostic(
        code(qili::text::encoding),
        severity(Warning),
        help("is the file damaged, or in an encoding other than UTF-8, UTF-16, GB18030 and Big5?")
    )]
    Malformed {
        /// The encoding.
        encoding: Encoding,
    },
    /// A control character in a text.
    #[error("the line has the control character U+{:04X}", u32::from(*character))]
    #[diagnostic(
        code(qili::text::control),
        severity(Warning),
        help("remove it; the rest of the line is read without it")
    )]
    Control {
        /// The character.
        character: char,
    },
    /// Variations that the format cannot tell.
    #[error("the variations of this format are not read")]
    #[diagnostic(
        code(qili::game::variations),
        severity(Warning),
        help("save the game in another format: PGN, XQF and CBR are read with their variations")
    )]
    Variations,
    /// A tag without its quotation marks or brackets.
    #[error("the tag `{name}` is not complete")]
    #[diagnostic(
        code(qili::game::open_tag),
        help("a tag is written `[Name \"value\"]`")
    )]
    OpenTag {
        /// The tag's name, or the line where none can be made out.
        name: String,
    },
    /// A tag that is given twice.
    #[error("the tag `{name}` has been given before")]
    #[diagnostic(
        code(qili::game::tag_twice),
        severity(Warning),
        help(
            "the last value counts; where another game begins, put an empty line before its first tag"
        )
    )]
    TagTwice {
        /// The tag's name.
        name: String,
    },
    /// A result that says nothing known.
    #[error("`{}` is no result of a game", shortened(value))]
    #[diagnostic(
        code(qili::game::result),
        severity(Warning),
        help("write 1-0, 0-1, 1/2-1/2 or *, or 红胜, 黑胜, 和棋")
    )]
    Result {
        /// What stands there.
        value: String,
    },
    /// The tag says another result than the moves.
    #[error(
        "the result is {tag} by its tag and {moves} by what stands after the moves, which counts"
    )]
    #[diagnostic(code(qili::game::two_results), severity(Warning))]
    TwoResults {
        /// The result of the tag.
        tag: GameResult,
        /// The result after the moves.
        moves: GameResult,
    },
    /// The position is given twice, and differently.
    #[error("the position that the game starts from has been given before, and was another")]
    #[diagnostic(code(qili::game::two_starts), help("remove the wrong one"))]
    TwoStarts,
    /// The moves begin with the second mover's, but it is the other side's turn.
    #[error("the moves begin with `…` for a move that is not there, but it is this side's turn")]
    #[diagnostic(
        code(qili::game::turn),
        severity(Warning),
        help("the `…` counts: the other side moves first. Say in the FEN whose turn it is")
    )]
    Turn,
    /// Moves that continue nothing.
    #[error("these moves belong to no game: the one before has ended with its `moves`")]
    #[diagnostic(
        code(qili::game::no_start),
        help(
            "put all moves of a game on one line `moves …`, or begin another game with `fen …` or `startpos`"
        )
    )]
    NoStart,
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
    #[error("the file says `{}` for {field}", shortened(value))]
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
    /// In a variation: the ply that begins it, and the move.
    pub variation: Option<(u32, String)>,
    /// The line, in a text file.
    pub excerpt: Option<Excerpt>,
    /// The board before the ply, drawn.
    pub board: Option<String>,
}

impl Problem {
    /// Whether the main line of the game is all there, and the position it starts from.
    pub fn is_warning(&self) -> bool {
        self.variation.is_some() || self.kind.severity() == Some(Severity::Warning)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`, game {}", visible(&self.file), self.game)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        if let Some((ply, mv)) = &self.variation {
            write!(f, " in the variation that begins with `{mv}` at ply {ply}")?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl std::error::Error for Problem {}

impl Diagnostic for Problem {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.kind.code()
    }

    fn severity(&self) -> Option<Severity> {
        self.is_warning().then_some(Severity::Warning)
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
