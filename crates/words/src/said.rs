use std::fmt::{self, Display};

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode, SourceSpan};

use crate::{Bilingual, Localized, Source, Texts};

/// A diagnostic made where it is needed: for what no error type of its own is worth.
///
/// ```
/// use qili_words::{In, Language, Said, both};
///
/// let file = "game.pgn";
/// let said = Said::new("qili::board::game", both!("`{file}` 里没有棋局", "`{file}` has no game"));
/// assert_eq!(In::new(Language::Chinese, &said).to_string(), "`game.pgn` 里没有棋局");
/// ```
#[derive(Debug, Clone)]
pub struct Said {
    code: &'static str,
    severity: Severity,
    message: Bilingual,
    help: Option<Bilingual>,
    place: Option<(Source, SourceSpan, Bilingual)>,
}

impl Said {
    /// An error.
    #[must_use]
    pub const fn new(code: &'static str, message: Bilingual) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message,
            help: None,
            place: None,
        }
    }

    /// As a warning.
    #[must_use]
    pub fn warning(self) -> Self {
        Self {
            severity: Severity::Warning,
            ..self
        }
    }

    /// With what to do about it.
    #[must_use]
    pub fn help(self, help: Bilingual) -> Self {
        Self {
            help: Some(help),
            ..self
        }
    }

    /// With the place that it is about, and what is to be said there.
    #[must_use]
    pub fn at(self, source: Source, span: impl Into<SourceSpan>, label: Bilingual) -> Self {
        Self {
            place: Some((source, span.into(), label)),
            ..self
        }
    }
}

impl Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message.en)
    }
}

impl std::error::Error for Said {}

impl Diagnostic for Said {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.code))
    }

    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(&self.help.as_ref()?.en))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.place.as_ref()?.0)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (_, span, label) = self.place.as_ref()?;
        let label = LabeledSpan::new_with_span(Some(label.en.clone()), *span);
        Some(Box::new(std::iter::once(label)))
    }
}

impl Localized for Said {
    fn chinese(&self) -> Texts {
        Texts {
            message: self.message.zh.clone(),
            labels: self
                .place
                .iter()
                .map(|(_, _, label)| label.zh.clone())
                .collect(),
            help: self.help.as_ref().map(|help| help.zh.clone()),
        }
    }
}

/// Any diagnostic, to be shown in either language by [`In`](crate::In): what a function returns that fails in several ways.
pub struct Report(Box<dyn Localized + Send + Sync>);

impl<E: Localized + Send + Sync + 'static> From<E> for Report {
    fn from(error: E) -> Self {
        Self(Box::new(error))
    }
}

impl std::ops::Deref for Report {
    type Target = dyn Localized + Send + Sync;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Why the system refuses something.
#[must_use]
pub fn refusal(error: &std::io::Error) -> Bilingual {
    use std::io::ErrorKind as Kind;
    let zh = match error.kind() {
        Kind::NotFound => "没有这个文件或文件夹",
        Kind::PermissionDenied => "没有权限",
        Kind::AlreadyExists => "已经存在",
        Kind::IsADirectory => "这是文件夹",
        Kind::NotADirectory => "路径中有一段不是文件夹",
        Kind::InvalidData => "不是文本",
        Kind::UnexpectedEof => "文件不完整",
        Kind::StorageFull => "磁盘已满",
        Kind::ReadOnlyFilesystem => "磁盘是只读的",
        _ => "系统不允许",
    };
    Bilingual::new(
        match error.raw_os_error() {
            Some(number) if zh == "系统不允许" => format!("{zh}（{number}）"),
            _ => zh.to_owned(),
        },
        error.to_string(),
    )
}
