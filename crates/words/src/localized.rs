use std::error::Error;
use std::fmt;

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};

use crate::source::visible;
use crate::{Bilingual, Language};

/// What a diagnostic says, in one language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    /// One sentence: what is wrong.
    pub message: String,
    /// One text for each of the diagnostic's labels; shorter if the last labels have none.
    pub labels: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Texts {
    /// A message without labels and help.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    /// With what the next label says.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.labels.push(label.into());
        self
    }

    /// With what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Without control characters, which may have been in what a user wrote.
    fn shown(self) -> Self {
        let shown = |text: String| text.chars().map(visible).collect::<String>();
        Self {
            message: shown(self.message),
            labels: self.labels.into_iter().map(shown).collect(),
            help: self.help.map(shown),
        }
    }

    /// What miette would print: English, by the convention of [`Localized`].
    #[must_use]
    pub fn english(diagnostic: &dyn Diagnostic) -> Self {
        let labels = diagnostic.labels().into_iter().flatten();
        Self {
            message: diagnostic.to_string(),
            labels: labels
                .map(|label| label.label().unwrap_or_default().to_owned())
                .collect(),
            help: diagnostic.help().map(|help| help.to_string()),
        }
    }
}

/// A diagnostic that is said in Chinese, too.
///
/// miette knows no languages, so every error type says itself in English, by `Display` and [`Diagnostic`] as ever, and
/// adds here what it says in Chinese; whoever renders chooses, by [`In`]. Code, severity, places and sources are the same.
///
/// ```
/// use qili_words::{In, Language, Localized, Texts};
///
/// #[derive(Debug, thiserror::Error, miette::Diagnostic)]
/// #[error("there is no edition `{name}`")]
/// #[diagnostic(code(qili::unknown), help("name one of {known}"))]
/// struct Unknown { name: String, known: String }
///
/// impl Localized for Unknown {
///     fn chinese(&self) -> Texts {
///         Texts::new(format!("没有版本“{}”", self.name)).help(format!("现有版本：{}", self.known))
///     }
/// }
///
/// let error = Unknown { name: "1999".to_owned(), known: "2020".to_owned() };
/// assert_eq!(In::new(Language::Chinese, &error).to_string(), "没有版本“1999”");
/// assert_eq!(In::new(Language::English, &error).to_string(), "there is no edition `1999`");
/// ```
///
/// An enum that passes diagnostics on (`#[diagnostic(transparent)]`) passes both methods on as well. Words that a user must
/// write or has written stand in backticks in both languages; a Chinese text has no English word outside them.
pub trait Localized: Diagnostic {
    /// Message, labels and help in Chinese.
    fn chinese(&self) -> Texts;

    /// The diagnostics of [`Diagnostic::related`], in the same order.
    fn further(&self) -> Vec<&dyn Localized> {
        Vec::new()
    }
}

/// A diagnostic in one language, for miette to render.
pub struct In<'d> {
    language: Language,
    diagnostic: &'d dyn Localized,
    texts: Texts,
    further: Vec<In<'d>>,
}

impl<'d> In<'d> {
    /// What it says in its language.
    #[must_use]
    pub const fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The diagnostic, and those that come with it, in a language.
    pub fn new(language: Language, diagnostic: &'d dyn Localized) -> Self {
        let further = diagnostic.further().into_iter();
        let texts = match language {
            Language::Chinese => diagnostic.chinese(),
            Language::English => Texts::english(diagnostic),
        };
        debug_assert!(
            texts.help.is_some() == diagnostic.help().is_some(),
            "no text lacks a language: {texts:?}"
        );
        Self {
            language,
            texts: texts.shown(),
            further: further.map(|one| Self::new(language, one)).collect(),
            diagnostic,
        }
    }
}

impl fmt::Display for In<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts.message)
    }
}

impl fmt::Debug for In<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.diagnostic, f)
    }
}

impl Error for In<'_> {
    /// In Chinese the message says the cause itself.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self.language {
            Language::Chinese => None,
            Language::English => self.diagnostic.source(),
        }
    }
}

impl Diagnostic for In<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.diagnostic.code()
    }

    fn severity(&self) -> Option<Severity> {
        self.diagnostic.severity()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.texts.help.as_ref()?))
    }

    fn url<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.diagnostic.url()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.diagnostic.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.diagnostic.labels()?;
        let said = self.texts.labels.iter().cloned();
        let said = said.map(|text| (!text.is_empty()).then_some(text));
        let said = said.chain(std::iter::repeat(None));
        Some(Box::new(labels.zip(said).map(|(label, text)| {
            if label.primary() {
                LabeledSpan::new_primary_with_span(text, *label.inner())
            } else {
                LabeledSpan::new_with_span(text, *label.inner())
            }
        })))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        let further = self.further.iter().map(|one| one as &dyn Diagnostic);
        (!self.further.is_empty()).then(|| Box::new(further) as Box<_>)
    }
}

/// What a diagnostic says is wrong, and what to do about it, in both languages: to become a part of another.
#[must_use]
pub fn in_both(diagnostic: &dyn Localized) -> (Bilingual, Option<Bilingual>) {
    let (zh, en) = (diagnostic.chinese(), Texts::english(diagnostic));
    let help = zh.help.zip(en.help);
    (
        Bilingual::new(zh.message, en.message),
        help.map(|(zh, en)| Bilingual::new(zh, en)),
    )
}
