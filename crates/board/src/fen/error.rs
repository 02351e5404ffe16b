use miette::{Diagnostic, SourceSpan};
use qili_words::{Localized, Texts};
use thiserror::Error;

/// Why a text is no FEN. Each variant has the text and the place in it.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
pub enum FenError {
    /// Nothing but white space.
    #[error("the FEN is empty")]
    #[diagnostic(
        code(qili::fen::empty),
        help("write ten ranks and the side to move, as in `4k4/9/9/9/9/9/9/9/9/4K4 w`")
    )]
    Empty,
    /// More or fewer ranks than ten.
    #[error("the board has {found} ranks instead of ten")]
    #[diagnostic(
        code(qili::fen::ranks),
        help("ranks are separated by `/`, the one farthest from Red first")
    )]
    Ranks {
        /// How many there are.
        found: usize,
        /// The text.
        #[source_code]
        text: String,
        /// The ranks beyond the tenth, or the last one.
        #[label("{note}")]
        span: SourceSpan,
        /// What the label says.
        note: &'static str,
    },
    /// More or fewer squares in a rank than nine.
    #[error("rank {rank} has {found} squares instead of nine")]
    #[diagnostic(
        code(qili::fen::width),
        help("a letter is one square, a digit that many empty ones")
    )]
    Width {
        /// The rank as written in moves, 0 to 9.
        rank: usize,
        /// How many squares there are.
        found: usize,
        /// The text.
        #[source_code]
        text: String,
        /// The rank.
        #[label("{found} squares")]
        span: SourceSpan,
    },
    /// A character in the board that is neither a letter of the alphabet nor a digit from 1 to 9.
    #[error("`{letter}` is no letter of a piece")]
    #[diagnostic(code(qili::fen::letter))]
    Letter {
        /// The character.
        letter: char,
        /// The text.
        #[source_code]
        text: String,
        /// The character's place.
        #[label("unknown letter")]
        span: SourceSpan,
        /// What may have been meant, and the letters there are.
        #[help]
        help: String,
    },
    /// No side to move after the board.
    #[error("the FEN does not say whose turn it is")]
    #[diagnostic(
        code(qili::fen::turn_missing),
        help("add ` w` (or ` r`) for red, ` b` for black")
    )]
    TurnMissing {
        /// The text.
        #[source_code]
        text: String,
        /// The end of the board.
        #[label("the side to move belongs here")]
        span: SourceSpan,
    },
    /// A side to move that is none.
    #[error("`{turn}` is no side to move")]
    #[diagnostic(code(qili::fen::turn), help("write `w` or `r` for red, `b` for black"))]
    Turn {
        /// What stands there.
        turn: String,
        /// The text.
        #[source_code]
        text: String,
        /// Its place.
        #[label("neither `w`, `r` nor `b`")]
        span: SourceSpan,
    },
    /// A counter that is no number, or is too large.
    #[error("`{counter}` is no number of {of}")]
    #[diagnostic(
        code(qili::fen::counter),
        help("after the turn come `- -`, the plies without a capture and the number of the move")
    )]
    Counter {
        /// What stands there.
        counter: String,
        /// What is counted.
        of: &'static str,
        /// The text.
        #[source_code]
        text: String,
        /// Its place.
        #[label("a number from 0 to {}", u32::MAX)]
        span: SourceSpan,
    },
    /// Something after the last field.
    #[error("there is text after the FEN")]
    #[diagnostic(
        code(qili::fen::trailing),
        help("a FEN ends with the number of the move")
    )]
    Trailing {
        /// The text.
        #[source_code]
        text: String,
        /// What is too much.
        #[label("not part of a FEN")]
        span: SourceSpan,
    },
}

impl Localized for FenError {
    fn chinese(&self) -> Texts {
        let (message, label, help) = match self {
            Self::Empty => (
                "FEN 是空的".to_owned(),
                "",
                "写十行棋盘和走棋的一方，如 `4k4/9/9/9/9/9/9/9/9/4K4 w`",
            ),
            Self::Ranks { found, .. } => (
                format!("棋盘有 {found} 行，应为十行"),
                "这里",
                "各行用 `/` 隔开，离红方最远的一行在前",
            ),
            Self::Width { rank, found, .. } => (
                format!("第 `{rank}` 行有 {found} 点，应为九点"),
                "这一行",
                "一个字母为一点，数字为几个空点",
            ),
            Self::Letter { letter, .. } => (
                format!("`{letter}` 不是棋子的字母"),
                "不认识的字母",
                "看看是否写错：红方用大写，黑方用小写，有哪些字母由所用版本的棋子而定",
            ),
            Self::TurnMissing { .. } => (
                "FEN 没有说轮到谁走".to_owned(),
                "这里应写走棋的一方",
                "红方先走加 ` w`（或 ` r`），黑方先走加 ` b`",
            ),
            Self::Turn { turn, .. } => (
                format!("`{turn}` 不是走棋的一方"),
                "不是 `w`、`r` 或 `b`",
                "红方写 `w` 或 `r`，黑方写 `b`",
            ),
            Self::Counter { counter, .. } => (
                format!("`{counter}` 不是着数"),
                "应为数字",
                "走棋的一方之后是 `- -`、无吃子的着数和回合数",
            ),
            Self::Trailing { .. } => (
                "FEN 后面还有文字".to_owned(),
                "不是 FEN 的部分",
                "FEN 以回合数结束",
            ),
        };
        Texts {
            message,
            labels: vec![label.to_owned()],
            help: Some(help.to_owned()),
        }
    }
}
