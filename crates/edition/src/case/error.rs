//! What can be wrong with a case file.

use miette::{Diagnostic, LabeledSpan, SourceSpan};
use qili_board::fen::FenError;
use qili_words::{Bilingual, Localized, Texts, in_both};
use thiserror::Error;

use crate::yaml::{Source, YamlError};

/// A case file that cannot be used; points at the part that is wrong.
#[derive(Debug, Clone, Error, Diagnostic)]
pub enum CaseError {
    /// The file is not YAML, or its fields are not those of a case.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Yaml(Box<YamlError>),
    /// The position is no FEN, or cannot occur.
    #[error("{problem}")]
    #[diagnostic(code(qili::case::fen))]
    Fen {
        /// What is wrong with it.
        problem: Bilingual,
        /// What to write.
        #[help]
        help: Option<Bilingual>,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The places in the FEN.
        #[label(collection, "in this position")]
        spans: Vec<LabeledSpan>,
    },
    /// A list that speaks of moves does not have one entry for each.
    #[error("`{field}` has {found} entries for {moves} moves")]
    #[diagnostic(
        code(qili::case::count),
        help(
            "give one entry for each move, `~` where there is nothing to say, or leave the list out"
        )
    )]
    Count {
        /// The list.
        field: &'static str,
        /// Its length.
        found: usize,
        /// The number of moves.
        moves: usize,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The first entry too many, or the list that is too short.
        #[label("{}", if found > moves { "the first without a move" } else { "too short" })]
        span: SourceSpan,
    },
    /// A line or a list that is too long.
    #[error("`{field}` has {found} entries, at most {most} are read")]
    #[diagnostic(
        code(qili::case::too_long),
        help("a case is one figure: its moves are the cycle, written once")
    )]
    TooLong {
        /// The list.
        field: &'static str,
        /// Its length.
        found: usize,
        /// The most that it may have.
        most: usize,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The name of the case.
        #[label("in this case")]
        span: SourceSpan,
    },
    /// A line that does not lead back although the case does not say so, or does although the case says otherwise.
    #[error("{problem}")]
    #[diagnostic(code(qili::case::open), help("{help}"))]
    Open {
        /// What is wrong.
        problem: Bilingual,
        /// What to write.
        help: Bilingual,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The last move, or `open`.
        #[label("here")]
        span: SourceSpan,
    },
    /// A move that cannot be played.
    #[error("ply {ply}, `{text}`: {problem}")]
    #[diagnostic(code(qili::case::illegal_move))]
    Move {
        /// The ply, from 1.
        ply: usize,
        /// The move as written.
        text: String,
        /// Why not.
        problem: Bilingual,
        /// What to do about it.
        #[help]
        help: Option<Bilingual>,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The move.
        #[label("cannot be played here")]
        span: SourceSpan,
    },
    /// A word that cannot stand where it does: no square, no move in coordinates, a name that the edition does not have.
    #[error("{problem}")]
    #[diagnostic(code(qili::case::word), help("{help}"))]
    Word {
        /// What is wrong with it.
        problem: Bilingual,
        /// What to write.
        help: Bilingual,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The word.
        #[label("here")]
        span: SourceSpan,
    },
    /// Two variants of the case, or the case and a variant, have the same name.
    #[error("the name `{id}` is given twice in this case")]
    #[diagnostic(
        code(qili::case::duplicate_variant),
        help("each variant has a name of its own, such as `13b`")
    )]
    DuplicateVariant {
        /// The name.
        id: String,
        /// The file.
        #[source_code]
        source_code: Source,
        /// Its first use.
        #[label("first here")]
        first: SourceSpan,
        /// Its second use.
        #[label(primary, "and again here")]
        second: SourceSpan,
    },
    /// A disagreement about a ply that the line does not have.
    #[error("there is no ply {ply} in a line of {moves} moves")]
    #[diagnostic(
        code(qili::case::ply),
        help("plies count from 1; leave `ply` out where the ruling differs")
    )]
    NoSuchPly {
        /// The ply.
        ply: usize,
        /// The number of moves.
        moves: usize,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The number.
        #[label("no such ply")]
        span: SourceSpan,
    },
}

impl From<YamlError> for CaseError {
    fn from(error: YamlError) -> Self {
        CaseError::Yaml(Box::new(error))
    }
}

impl CaseError {
    /// An error about a FEN, with its places in the file: none if they cannot be told.
    pub(super) fn from_fen(
        error: &FenError,
        source_code: Source,
        whole: SourceSpan,
        inside: Option<usize>,
    ) -> Self {
        let within = error.labels().and_then(|mut labels| labels.next());
        let span = match (within, inside) {
            (Some(label), Some(inside)) => (inside + label.offset(), label.len()).into(),
            _ => whole,
        };
        let (problem, help) = in_both(error);
        CaseError::Fen {
            problem,
            help,
            source_code,
            spans: vec![LabeledSpan::new_with_span(None, span)],
        }
    }
}

impl Localized for CaseError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Yaml(error) => error.chinese(),
            Self::Fen {
                problem,
                help,
                spans,
                ..
            } => Texts {
                message: problem.zh.clone(),
                labels: spans
                    .iter()
                    .map(|span| span.label().unwrap_or("在这个局面里").to_owned())
                    .collect(),
                help: help.as_ref().map(|help| help.zh.clone()),
            },
            Self::Count {
                field,
                found,
                moves,
                ..
            } => Texts::new(format!("`{field}` 有 {found} 项，着法有 {moves} 着"))
                .label(match found > moves {
                    true => "第一个没有着法的",
                    false => "太短",
                })
                .help("每着写一项，没有可写的写 `~`，或整个列表不写"),
            Self::TooLong {
                field, found, most, ..
            } => Texts::new(format!("`{field}` 有 {found} 项，最多读 {most} 项"))
                .label("在这则判例里")
                .help("一则判例是一幅图：着法就是那个循环，写一轮"),
            Self::Open { problem, help, .. } | Self::Word { problem, help, .. } => {
                Texts::new(&problem.zh).label("这里").help(&help.zh)
            }
            Self::Move {
                ply,
                text,
                problem,
                help,
                ..
            } => Texts {
                help: help.as_ref().map(|help| help.zh.clone()),
                ..Texts::new(format!("第 {ply} 着 `{text}`：{}", problem.zh)).label("这里走不成")
            },
            Self::DuplicateVariant { id, .. } => {
                Texts::new(format!("名字 `{id}` 在这则判例里用了两次"))
                    .label("第一次在这里")
                    .label("又在这里")
                    .help("每个变例有自己的名字，如 `13b`")
            }
            Self::NoSuchPly { ply, moves, .. } => {
                Texts::new(format!("着法共 {moves} 着，没有第 {ply} 着"))
                    .label("没有这一着")
                    .help("着从 1 数起；不合的是裁决时不写 `ply`（`着`）")
            }
        }
    }
}
