//! What can be wrong with an edition.

use miette::{Diagnostic, SourceSpan};
use qili_words::{Bilingual, Localized, Texts};
use thiserror::Error;

use qili_lang::check::CheckError;

use crate::case::CaseError;
use crate::plain::Unreadable;
use crate::rule_file::RuleFile;
use crate::yaml::{Source, YamlError};

/// How many problems are shown at a time.
const SHOWN: usize = 10;

/// An edition that cannot be opened.
#[derive(Debug, Clone, Error, Diagnostic)]
pub enum EditionError {
    /// There is no such edition.
    #[error("there is no edition `{reference}`")]
    #[diagnostic(
        code(qili::edition::unknown),
        help("name one of {known}, or give the path of a folder that holds an `edition.yaml`")
    )]
    Unknown {
        /// What was asked for.
        reference: String,
        /// Those that ship with the program.
        known: String,
    },
    /// A file that cannot be read.
    #[error("`{file}` cannot be read: {why}")]
    #[diagnostic(code(qili::edition::unreadable))]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        why: Unreadable,
        /// What to do about it.
        #[help]
        help: Option<Bilingual>,
    },
    /// `edition.yaml` is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Yaml(#[from] YamlError),
    /// A case is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Case(#[from] CaseError),
    /// Two cases of an edition have the same name.
    #[error("the case `{id}` stands in two files")]
    #[diagnostic(
        code(qili::edition::same_case),
        help(
            "the other is `{first}`; give each case a name of its own, which is also that of its file"
        )
    )]
    SameCase {
        /// Their name.
        id: String,
        /// The file of the first.
        first: String,
        /// The file of the second.
        #[source_code]
        source_code: Source,
        /// Its name.
        #[label("a second case of this name")]
        span: SourceSpan,
    },
    /// An edition cannot have this name.
    #[error("{problem}")]
    #[diagnostic(
        code(qili::edition::id),
        help("give the edition an id of its own, the name of its folder")
    )]
    Id {
        /// What is wrong.
        problem: Bilingual,
        /// `edition.yaml`
        #[source_code]
        source_code: Source,
        /// The name.
        #[label("this id")]
        span: SourceSpan,
    },
    /// `amends` names nothing that can be amended.
    #[error("{problem}")]
    #[diagnostic(
        code(qili::edition::amends),
        help(
            "`amends` names another edition's folder; editions must not amend one another in a circle"
        )
    )]
    Amends {
        /// What is wrong.
        problem: Bilingual,
        /// `edition.yaml`
        #[source_code]
        source_code: Source,
        /// The name.
        #[label("this edition")]
        span: SourceSpan,
    },
    /// Too many editions amend one another in a row.
    #[error("more than {limit} editions amend one another in a row")]
    #[diagnostic(
        code(qili::edition::lineage),
        help("let the edition amend an earlier one directly")
    )]
    Lineage {
        /// How many may.
        limit: usize,
    },
    /// A rule file cannot be used.
    #[error("{problem}")]
    #[diagnostic(code(qili::edition::file), help("{help}"))]
    File {
        /// What is wrong.
        problem: Bilingual,
        /// What to do about it.
        help: Bilingual,
        /// `edition.yaml`
        #[source_code]
        source_code: Source,
        /// The name in `files`.
        #[label("this file")]
        span: SourceSpan,
    },
    /// A rule file is listed twice.
    #[error("`{name}` is listed twice")]
    #[diagnostic(code(qili::edition::listed_twice), help("keep one of the two"))]
    ListedTwice {
        /// The file.
        name: String,
        /// `edition.yaml`
        #[source_code]
        source_code: Source,
        /// Where it is listed first.
        #[label("first here")]
        first: SourceSpan,
        /// Where it is listed again.
        #[label(primary, "and again here")]
        second: SourceSpan,
    },
    /// An ending on an event that no edition declares.
    #[error("no event is called `{event}`")]
    #[diagnostic(code(qili::edition::event), help("{help}"))]
    Event {
        /// As written.
        event: String,
        /// The nearest event, or all of them.
        help: Bilingual,
        /// The rule file.
        #[source_code]
        source_code: Source,
        /// The word.
        #[label("not declared")]
        span: SourceSpan,
    },
    /// The procedure makes no sense.
    #[error("{problem}")]
    #[diagnostic(code(qili::edition::procedure), help("{help}"))]
    Procedure {
        /// What is wrong.
        problem: Bilingual,
        /// What to write.
        help: Bilingual,
        /// `edition.yaml`
        #[source_code]
        source_code: Source,
        /// The number, or all of it.
        #[label("here")]
        span: SourceSpan,
    },
    /// Rule files are not written in the rule language: their mistakes together.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Syntax(#[from] qili_lang::parse::ParseError),
    /// Several of these.
    #[error("the edition has {count} mistakes{}", if *count > problems.len() { format!(", of which these are the first {}", problems.len()) } else { String::new() })]
    #[diagnostic(code(qili::edition::mistakes))]
    Several {
        /// How many there are.
        count: usize,
        /// The first of them.
        #[related]
        problems: Vec<EditionError>,
    },
    /// Clauses are wrong.
    #[error("the rules of the edition are wrong in {} place{}", problems.len(), if problems.len() == 1 { "" } else { "s" })]
    #[diagnostic(code(qili::edition::rules))]
    Rules {
        /// Each with its file.
        #[related]
        problems: Vec<CheckError>,
    },
}

impl EditionError {
    pub(crate) fn unreadable(file: String, why: Unreadable) -> Self {
        let help = why.help();
        Self::Unreadable { file, why, help }
    }

    /// All of some problems; where files cannot be read as rules, what follows from that is left out.
    pub(crate) fn several(mut problems: Vec<Self>) -> Self {
        let syntax = |problem: &Self| matches!(problem, Self::Syntax(_));
        if problems.iter().any(syntax) {
            problems.retain(syntax);
        }
        let count = problems.len();
        problems.truncate(SHOWN);
        match problems.pop() {
            Some(only) if problems.is_empty() => only,
            last => {
                problems.extend(last);
                Self::Several { count, problems }
            }
        }
    }

    /// Errors of clauses, each with the text of its file.
    pub(crate) fn rules(problems: Vec<CheckError>, files: &[RuleFile]) -> Self {
        let shown = |error: CheckError| match files.get(error.source_index) {
            Some(file) => error.with_text(file.source.clone()),
            None => error,
        };
        Self::Rules {
            problems: problems.into_iter().map(shown).collect(),
        }
    }
}

impl Localized for EditionError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Unknown { reference, known } => Texts::new(format!("没有版本 `{reference}`"))
                .help(format!(
                    "写 `{known}` 之一，或一个有 `edition.yaml` 的文件夹的路径"
                )),
            Self::Unreadable { file, why, help } => Texts {
                help: help.as_ref().map(|help| help.zh.clone()),
                ..Texts::new(format!("`{file}` 读不出：{why:#}"))
            },
            Self::Yaml(error) => error.chinese(),
            Self::Case(error) => error.chinese(),
            Self::SameCase { id, first, .. } => Texts::new(format!("判例 `{id}` 写在两个文件里"))
                .label("同名的第二则判例")
                .help(format!(
                    "另一个在 `{first}`；每则判例有自己的名字，也是文件名"
                )),
            Self::Id { problem, .. } => Texts::new(&problem.zh)
                .label("这个名字")
                .help("给版本一个自己的名字，即文件夹的名字"),
            Self::Amends { problem, .. } => Texts::new(&problem.zh)
                .label("这个版本")
                .help("`amends` 写另一个版本的文件夹名；版本不能循环增改"),
            Self::Lineage { limit } => Texts::new(format!("一个增改一个的版本超过 {limit} 个"))
                .help("让这个版本直接增改较早的版本"),
            Self::File { problem, help, .. } => {
                Texts::new(&problem.zh).label("这个文件").help(&help.zh)
            }
            Self::ListedTwice { name, .. } => Texts::new(format!("`{name}` 列了两次"))
                .label("第一次在这里")
                .label("又在这里")
                .help("留一个"),
            Self::Event { event, help, .. } => Texts::new(format!("没有叫 `{event}` 的事"))
                .label("没有这件事")
                .help(&help.zh),
            Self::Procedure { problem, help, .. } => {
                Texts::new(&problem.zh).label("这里").help(&help.zh)
            }
            Self::Syntax(error) => error.chinese(),
            Self::Several { count, problems } => {
                let shown = problems.len();
                Texts::new(match *count > shown {
                    true => format!("这个版本有 {count} 处错误，先列出 {shown} 处"),
                    false => format!("这个版本有 {count} 处错误"),
                })
            }
            Self::Rules { problems } => {
                Texts::new(format!("这个版本的规则有 {} 处错误", problems.len()))
            }
        }
    }

    fn further(&self) -> Vec<&dyn Localized> {
        fn all<E: Localized>(problems: &[E]) -> Vec<&dyn Localized> {
            problems.iter().map(|one| one as &dyn Localized).collect()
        }
        match self {
            Self::Case(error) => error.further(),
            Self::Syntax(error) => error.further(),
            Self::Several { problems, .. } => all(problems),
            Self::Rules { problems } => all(problems),
            _ => Vec::new(),
        }
    }
}
