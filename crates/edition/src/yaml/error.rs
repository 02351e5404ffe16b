//! What can be wrong with a YAML file.

use std::ops::Range;

use miette::{Diagnostic, SourceSpan};
use thiserror::Error;

use super::{MAX_BYTES, MAX_DEPTH, MAX_VOLUME, Source, hint};

/// A YAML file that cannot be read or does not fit; points at the node.
#[derive(Debug, Clone, Error, Diagnostic)]
pub enum YamlError {
    /// The text is not YAML.
    #[error("the file is not valid YAML: {problem}")]
    #[diagnostic(code(qili::yaml::syntax))]
    Syntax {
        /// What the parser says.
        problem: String,
        /// The likely slip.
        #[help]
        help: Option<String>,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The likely slip, or where the parser stopped.
        #[label("here")]
        span: SourceSpan,
    },
    /// The file exceeds a limit.
    #[error("{problem}")]
    #[diagnostic(
        code(qili::yaml::limit),
        help("a file of an edition is small; split it if it really grew this much")
    )]
    Limit {
        /// Which limit, and by how much.
        problem: String,
        /// The file.
        #[source_code]
        source_code: Source,
        /// Where the limit was exceeded.
        #[label("the limit is exceeded here")]
        span: SourceSpan,
    },
    /// YAML that is not accepted in the files of an edition.
    #[error("{problem}")]
    #[diagnostic(code(qili::yaml::unsupported), help("{help}"))]
    Unsupported {
        /// What is not accepted.
        problem: String,
        /// What to write instead.
        help: &'static str,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The offending text.
        #[label("here")]
        span: SourceSpan,
    },
    /// A key occurs twice in one mapping.
    #[error("the key `{key}` occurs twice")]
    #[diagnostic(code(qili::yaml::duplicate_key), help("keep one of the two"))]
    DuplicateKey {
        /// The key.
        key: String,
        /// The file.
        #[source_code]
        source_code: Source,
        /// Its first occurrence.
        #[label("first here")]
        first: SourceSpan,
        /// Its second occurrence.
        #[label(primary, "and again here")]
        second: SourceSpan,
    },
    /// A field that the mapping does not have.
    #[error("unknown field `{field}`")]
    #[diagnostic(code(qili::yaml::unknown_field), help("{help}"))]
    UnknownField {
        /// The field as written.
        field: String,
        /// The nearest field, or all of them.
        help: String,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The field.
        #[label("no such field here")]
        span: SourceSpan,
    },
    /// A word that is none of those that can stand here.
    #[error("unknown word `{word}`")]
    #[diagnostic(code(qili::yaml::unknown_word), help("{help}"))]
    UnknownWord {
        /// The word as written.
        word: String,
        /// The nearest word, or all of them.
        help: String,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The word.
        #[label("not one of the words that can stand here")]
        span: SourceSpan,
    },
    /// A field that has to be there.
    #[error("the field `{field}` is missing")]
    #[diagnostic(
        code(qili::yaml::missing_field),
        help("add `{field}: …` to the mapping that begins here")
    )]
    MissingField {
        /// The field.
        field: &'static str,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The mapping without it.
        #[label("this mapping has no `{field}`")]
        span: SourceSpan,
    },
    /// One kind of value where another is wanted.
    #[error("expected {expected}, found {found}")]
    #[diagnostic(code(qili::yaml::kind))]
    Kind {
        /// What is wanted.
        expected: String,
        /// What stands there.
        found: String,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The value.
        #[label("this should be {expected}")]
        span: SourceSpan,
    },
    /// A value that its type refuses for a reason of its own.
    #[error("{problem}")]
    #[diagnostic(code(qili::yaml::value))]
    Value {
        /// The reason.
        problem: String,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The value.
        #[label("here")]
        span: SourceSpan,
    },
}

/// A problem on its way out of the reader or the decoder: not yet with the file that it is in.
#[derive(Debug)]
pub(super) struct Problem {
    kind: ProblemKind,
    span: Option<Range<usize>>,
}

#[derive(Debug)]
pub(super) enum ProblemKind {
    Syntax(String),
    TooLarge(usize),
    TooDeep,
    TooMuch,
    SecondDocument,
    Tag(String),
    Key,
    UnfinishedAnchor,
    DuplicateKey {
        key: String,
        first: Range<usize>,
    },
    UnknownField {
        field: String,
        known: &'static [&'static str],
    },
    UnknownKey {
        key: String,
        table: &'static [(&'static str, &'static str)],
    },
    UnknownWord {
        word: String,
        known: &'static [&'static str],
    },
    MissingField(&'static str),
    Type {
        found: String,
        expected: String,
    },
    Custom(String),
}

impl From<ProblemKind> for Problem {
    fn from(kind: ProblemKind) -> Self {
        Problem { kind, span: None }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.kind)
    }
}

impl std::error::Error for Problem {}

impl Problem {
    pub(super) fn new(kind: ProblemKind, span: Range<usize>) -> Self {
        Problem {
            kind,
            span: Some(span),
        }
    }

    /// Remembers the place, unless a more exact one is known.
    pub(super) fn or_at(mut self, span: Range<usize>) -> Self {
        self.span.get_or_insert(span);
        self
    }

    pub(super) fn into_error(self, source_code: Source) -> YamlError {
        let span: SourceSpan = self.span.unwrap_or(0..0).into();
        let unsupported = |problem: String, help, source_code| YamlError::Unsupported {
            problem,
            help,
            source_code,
            span,
        };
        match self.kind {
            ProblemKind::Syntax(problem) => {
                let slip = hint::slip(source_code.inner(), span.offset());
                YamlError::Syntax {
                    problem,
                    span: slip.as_ref().map_or(span, |slip| slip.place.clone().into()),
                    help: slip.map(|slip| slip.help),
                    source_code,
                }
            }
            ProblemKind::TooLarge(bytes) => {
                let problem =
                    format!("the file has {bytes} bytes, more than the {MAX_BYTES} that are read");
                YamlError::Limit {
                    problem,
                    source_code,
                    span,
                }
            }
            ProblemKind::TooDeep => {
                let problem = format!("lists and mappings nest deeper than {MAX_DEPTH}");
                YamlError::Limit {
                    problem,
                    source_code,
                    span,
                }
            }
            ProblemKind::TooMuch => {
                let problem =
                    format!("with its aliases unfolded the file is larger than {MAX_VOLUME} bytes");
                YamlError::Limit {
                    problem,
                    source_code,
                    span,
                }
            }
            ProblemKind::SecondDocument => {
                let problem = "the file holds a second YAML document".to_owned();
                unsupported(
                    problem,
                    "put each document into a file of its own",
                    source_code,
                )
            }
            ProblemKind::Tag(tag) => unsupported(
                format!("the tag `{tag}` is not accepted"),
                "write the value without a tag",
                source_code,
            ),
            ProblemKind::Key => {
                let problem = "a list or mapping stands where a key should".to_owned();
                unsupported(
                    problem,
                    "keys are words; quote the key if it is meant to be text",
                    source_code,
                )
            }
            ProblemKind::UnfinishedAnchor => {
                let problem = "an alias is used inside the value that it stands for".to_owned();
                unsupported(problem, "write the value out", source_code)
            }
            ProblemKind::DuplicateKey { key, first } => YamlError::DuplicateKey {
                key,
                source_code,
                first: first.into(),
                second: span,
            },
            ProblemKind::UnknownField { field, known } => YamlError::UnknownField {
                help: suggest(&field, known, "the fields here are"),
                field,
                source_code,
                span,
            },
            ProblemKind::UnknownKey { key, table } => {
                let known: Vec<&str> = table.iter().map(|(key, _)| *key).collect();
                YamlError::UnknownField {
                    help: suggest(&key, &known, "the Chinese words for fields are"),
                    field: key,
                    source_code,
                    span,
                }
            }
            ProblemKind::UnknownWord { word, known } => YamlError::UnknownWord {
                help: suggest(&word, known, "the words here are"),
                word,
                source_code,
                span,
            },
            ProblemKind::MissingField(field) => YamlError::MissingField {
                field,
                source_code,
                span,
            },
            ProblemKind::Type { found, expected } => YamlError::Kind {
                expected,
                found,
                source_code,
                span,
            },
            ProblemKind::Custom(problem) => YamlError::Value {
                problem,
                source_code,
                span,
            },
        }
    }
}

fn suggest(word: &str, known: &[&str], otherwise: &str) -> String {
    if let Some(help) = hint::colon(word) {
        return help;
    }
    match qili_words::nearest(word, known.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None if known.is_empty() => "nothing can stand here".to_owned(),
        None => format!("{otherwise} `{}`", known.join("`, `")),
    }
}
