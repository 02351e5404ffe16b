//! What can be wrong with a case file.

use miette::{Diagnostic, LabeledSpan, SourceSpan};
use qili_board::fen::FenError;
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
        problem: String,
        /// What to write.
        #[help]
        help: Option<String>,
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
        problem: String,
        /// What to write.
        help: &'static str,
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
        problem: String,
        /// What to do about it.
        #[help]
        help: Option<String>,
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
        problem: String,
        /// What to write.
        help: String,
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
        let help = error.help().map(|help| help.to_string());
        CaseError::Fen {
            problem: error.to_string(),
            help,
            source_code,
            spans: vec![LabeledSpan::new_with_span(None, span)],
        }
    }
}
