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
use qili_words::{Bilingual, Localized, Texts};
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
    #[error("the file ends inside {}", inside.en)]
    #[diagnostic(
        code(qili::file::truncated),
        help("the file is damaged; what it still says is kept")
    )]
    Truncated {
        /// What is cut short.
        inside: Bilingual,
    },
    /// A field of a file format has a value that makes no sense.
    #[error("the file says `{}` for {}", shortened(value), field.en)]
    #[diagnostic(code(qili::file::field))]
    Field {
        /// What the field is for.
        field: Bilingual,
        /// Its value.
        value: String,
    },
}

impl Localized for ProblemKind {
    fn chinese(&self) -> Texts {
        match self {
            Self::Move(error) => error.chinese(),
            Self::Fen(error) => {
                let texts = error.chinese();
                Texts {
                    message: format!("开始的局面读不出：{}", texts.message),
                    ..texts
                }
            }
            Self::Position(error) => {
                let texts = error.chinese();
                Texts {
                    message: format!("开始的局面不能成立：{}", texts.message),
                    ..texts
                }
            }
            Self::OpenComment { line } => {
                Texts::new(format!("第 {line} 行开始的评注没有结束")).help("评注以 `}` 结束")
            }
            Self::OpenVariation => Texts::new("变着没有结束").help("变着以 `)` 结束"),
            Self::NoVariation => Texts::new("`)` 之前没有变着"),
            Self::TooDeep => Texts::new(format!("变着嵌套超过 {MAX_VARIATION_DEPTH} 层")),
            Self::TooLong => Texts::new(format!("一局超过 {MAX_NODES} 着")),
            Self::LongLine => {
                Texts::new(format!("这一行超过 {MAX_LINE} 字节")).help("这不像是棋谱文件")
            }
            Self::Malformed { encoding } => {
                Texts::new(format!("这一行有些字节不是 `{encoding}` 的文字"))
                    .help("文件是否损坏，或用了 `UTF-8`、`UTF-16`、`GB18030`、`Big5` 以外的编码？")
            }
            Self::Control { character } => Texts::new(format!(
                "这一行有控制字符 `U+{:04X}`",
                u32::from(*character)
            ))
            .help("请删去；这一行其余部分照读"),
            Self::Variations => Texts::new("这种格式的变着不读")
                .help("换一种格式保存：`PGN`、`XQF`、`CBR` 的变着都读"),
            Self::OpenTag { name } => {
                Texts::new(format!("标签 `{name}` 不完整")).help("标签写作 `[Name \"value\"]`")
            }
            Self::TagTwice { name } => Texts::new(format!("标签 `{name}` 前面已经有了"))
                .help("以后面的为准；如果另是一局，在它的第一个标签前空一行"),
            Self::Result { value } => Texts::new(format!("`{}` 不是对局结果", shortened(value)))
                .help("写 `1-0`、`0-1`、`1/2-1/2` 或 `*`，或红胜、黑胜、和棋"),
            Self::TwoResults { tag, moves } => Texts::new(format!(
                "标签说结果是 {tag}，着法之后写的是 {moves}，以后者为准"
            )),
            Self::TwoStarts => Texts::new("开始的局面前面已经写过，与此不同").help("去掉错的一个"),
            Self::Turn => Texts::new("着法以 `…` 开头，缺先走的一着，但轮到的正是这一方")
                .help("以 `…` 为准：由另一方先走。请在局面里写明轮到谁"),
            Self::NoStart => Texts::new("这些着法不属于任何一局：前一局写完 `moves` 就结束了")
                .help("一局的着法全写在一行 `moves …` 里，或用 `fen …`、`startpos` 另起一局"),
            Self::Truncated { inside } => Texts::new(format!("文件在{}中间断了", inside.zh))
                .help("文件已损坏；读得出的都保留"),
            Self::Field { field, value } => {
                Texts::new(format!("文件里{}写的是 `{}`", field.zh, shortened(value)))
            }
        }
    }
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

impl Localized for Problem {
    fn chinese(&self) -> Texts {
        let Texts {
            message,
            labels,
            help,
        } = self.kind.chinese();
        let mut place = format!("`{}` 第 {} 局", visible(&self.file), self.game);
        if let Some((ply, mv)) = &self.variation {
            place += &format!("从第 {ply} 着 `{mv}` 开始的变着");
        }
        if let Some(ply) = self.ply {
            place += &format!("第 {ply} 着");
        }
        Texts {
            message: format!("{place}：{message}"),
            labels: if self.excerpt.is_some() {
                Vec::new()
            } else {
                labels
            },
            help: match (help, &self.board) {
                (Some(help), Some(board)) => Some(format!("{help}\n{board}")),
                (help, board) => help.or_else(|| board.clone()),
            },
        }
    }
}
