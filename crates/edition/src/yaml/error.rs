//! What can be wrong with a YAML file.

use std::ops::Range;

use miette::{Diagnostic, SourceSpan};
use qili_words::{Bilingual, Localized, Texts, both};
use thiserror::Error;

use super::{MAX_BYTES, MAX_DEPTH, MAX_VOLUME, Source, hint};

/// A YAML file that cannot be read or does not fit; points at the node.
#[derive(Debug, Clone, Error, Diagnostic)]
pub enum YamlError {
    /// The text is not YAML.
    #[error("the file is not valid YAML: {problem}")]
    #[diagnostic(code(qili::yaml::syntax))]
    Syntax {
        /// What the parser says, in English.
        problem: String,
        /// The likely slip.
        #[help]
        help: Option<Bilingual>,
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
        problem: Bilingual,
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
        problem: Bilingual,
        /// What to write instead.
        help: Bilingual,
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
        help: Bilingual,
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
        help: Bilingual,
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
        expected: Bilingual,
        /// What stands there.
        found: Bilingual,
        /// The likely slip.
        #[help]
        help: Option<Bilingual>,
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
        problem: Bilingual,
        /// The file.
        #[source_code]
        source_code: Source,
        /// The value.
        #[label("here")]
        span: SourceSpan,
    },
}

impl Localized for YamlError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Syntax { help, .. } => Texts {
                help: help.as_ref().map(|help| help.zh.clone()),
                ..Texts::new("文件不合 `YAML` 的写法").label("这里")
            },
            Self::Limit { problem, .. } => Texts::new(&problem.zh)
                .label("在这里超出限度")
                .help("版本的文件都很小；如果真有这么大，请拆开"),
            Self::Unsupported { problem, help, .. } => {
                Texts::new(&problem.zh).label("这里").help(&help.zh)
            }
            Self::DuplicateKey { key, .. } => Texts::new(format!("项 `{key}` 写了两次"))
                .label("第一次在这里")
                .label("又在这里")
                .help("留一个"),
            Self::UnknownField { field, help, .. } => Texts::new(format!("没有叫 `{field}` 的项"))
                .label("这里没有这一项")
                .help(&help.zh),
            Self::UnknownWord { word, help, .. } => Texts::new(format!("没有 `{word}` 这个词"))
                .label("不是这里可写的词")
                .help(&help.zh),
            Self::MissingField { field, .. } => Texts::new(format!("缺 `{field}` 这一项"))
                .label(format!("这里没有 `{field}`"))
                .help(format!("在从这里开始的各项中加上 `{field}: …`")),
            Self::Kind {
                expected,
                found,
                help,
                ..
            } => Texts {
                help: help.as_ref().map(|help| help.zh.clone()),
                ..Texts::new(format!("应写{}，写的是{}", expected.zh, found.zh))
                    .label(format!("应为{}", expected.zh))
            },
            Self::Value { problem, .. } => Texts::new(&problem.zh).label("这里"),
        }
    }
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
        found: Bilingual,
        expected: Bilingual,
    },
    Custom(Bilingual),
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
        let unsupported =
            |problem: Bilingual, help: Bilingual, source_code| YamlError::Unsupported {
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
                let problem = both!(
                    "文件有 {bytes} 字节，超过所读的 {MAX_BYTES}",
                    "the file has {bytes} bytes, more than the {MAX_BYTES} that are read"
                );
                YamlError::Limit {
                    problem,
                    source_code,
                    span,
                }
            }
            ProblemKind::TooDeep => {
                let problem = both!(
                    "列表和各项嵌套超过 {MAX_DEPTH} 层",
                    "lists and mappings nest deeper than {MAX_DEPTH}"
                );
                YamlError::Limit {
                    problem,
                    source_code,
                    span,
                }
            }
            ProblemKind::TooMuch => {
                let problem = both!(
                    "别名展开后文件超过 {MAX_VOLUME} 字节",
                    "with its aliases unfolded the file is larger than {MAX_VOLUME} bytes"
                );
                YamlError::Limit {
                    problem,
                    source_code,
                    span,
                }
            }
            ProblemKind::SecondDocument => {
                let problem = both!(
                    "文件里有第二份 `YAML` 文档",
                    "the file holds a second YAML document"
                );
                let help = both!(
                    "每份文档放在自己的文件里",
                    "put each document into a file of its own"
                );
                unsupported(problem, help, source_code)
            }
            ProblemKind::Tag(tag) => unsupported(
                both!("不接受标签 `{tag}`", "the tag `{tag}` is not accepted"),
                both!("直接写值，不加标签", "write the value without a tag"),
                source_code,
            ),
            ProblemKind::Key => {
                let problem = both!(
                    "该写项名的地方写了列表或一组项",
                    "a list or mapping stands where a key should"
                );
                let help = both!(
                    "项名是词；如果本是文字，加引号",
                    "keys are words; quote the key if it is meant to be text"
                );
                unsupported(problem, help, source_code)
            }
            ProblemKind::UnfinishedAnchor => {
                let problem = both!(
                    "别名用在它自己所指的值里",
                    "an alias is used inside the value that it stands for"
                );
                unsupported(
                    problem,
                    both!("把值写出来", "write the value out"),
                    source_code,
                )
            }
            ProblemKind::DuplicateKey { key, first } => YamlError::DuplicateKey {
                key,
                source_code,
                first: first.into(),
                second: span,
            },
            ProblemKind::UnknownField { field, known } => YamlError::UnknownField {
                help: suggest(&field, known, &both!("这里的项有", "the fields here are")),
                field,
                source_code,
                span,
            },
            ProblemKind::UnknownKey { key, table } => {
                let known: Vec<&str> = table.iter().map(|(key, _)| *key).collect();
                YamlError::UnknownField {
                    help: suggest(
                        &key,
                        &known,
                        &both!("各项的中文名有", "the Chinese words for fields are"),
                    ),
                    field: key,
                    source_code,
                    span,
                }
            }
            ProblemKind::UnknownWord { word, known } => YamlError::UnknownWord {
                help: suggest(&word, known, &both!("这里可写", "the words here are")),
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
                help: hint::joined(source_code.inner(), span.offset()),
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

fn suggest(word: &str, known: &[&str], otherwise: &Bilingual) -> Bilingual {
    if let Some(help) = hint::colon(word) {
        return help;
    }
    match qili_words::nearest(word, known.iter().copied()) {
        Some(name) => both!("是不是 `{name}`？", "did you mean `{name}`?"),
        None => {
            let (zh, en) = (known.join("`、`"), known.join("`, `"));
            both!("{} `{zh}`", "{} `{en}`"; otherwise)
        }
    }
}
