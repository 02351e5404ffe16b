//! What can be wrong with a case file.

use std::sync::Arc;

use miette::{Diagnostic, SourceSpan};
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
    /// The file or folder cannot be read.
    #[error("cannot read `{path}`")]
    #[diagnostic(code(qili::case::read))]
    Read {
        /// The file or folder.
        path: String,
        /// What the system says.
        #[source]
        error: Arc<std::io::Error>,
    },
    /// The file is not text.
    #[error("`{path}` is not text in UTF-8")]
    #[diagnostic(
        code(qili::case::not_text),
        help("a case file is a text file with the ending `.yaml`")
    )]
    NotText {
        /// The file.
        path: String,
    },
    /// The file and the case in it have different names.
    #[error("the case `{id}` stands in a file named `{stem}.yaml`")]
    #[diagnostic(
        code(qili::case::name),
        help("name the file `{id}.yaml` or the case `{stem}`")
    )]
    Name {
        /// The case's name.
        id: String,
        /// The file's name without its ending.
        stem: String,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The case's name in the file.
        #[label("not the name of the file")]
        span: SourceSpan,
    },
    /// The position is no FEN.
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
        /// The place in the FEN.
        #[label("in this position")]
        span: SourceSpan,
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
    /// A word that is no square or no move in coordinates.
    #[error("{problem}")]
    #[diagnostic(
        code(qili::case::word),
        help(
            "files are `a` to `i` from the left of Red, ranks 0 to 9 from Red's side, as in `e0` or `h2e2`"
        )
    )]
    Word {
        /// What is wrong with it.
        problem: String,
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
    /// An error about the FEN that stands at `whole` in the file.
    pub(super) fn from_fen(error: &FenError, source_code: Source, whole: SourceSpan) -> Self {
        let within = error.labels().and_then(|mut labels| labels.next());
        let span = match within {
            Some(label) => (whole.offset() + label.offset(), label.len()).into(),
            None => whole,
        };
        let help = error.help().map(|help| help.to_string());
        CaseError::Fen {
            problem: error.to_string(),
            help,
            source_code,
            span,
        }
    }
}
