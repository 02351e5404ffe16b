use std::fmt;

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};
use qili_words::{In, Language, Localized, Report};

/// What went wrong, with its code, its place and what to do about it.
///
/// It says itself in one line that has the place in it, for a log; as a [`miette::Diagnostic`] it shows the text around.
///
/// ```
/// let files = [("edition.yaml", "id: club\ntitle: { zh: 会规, en: Club rules }\nstatus: draft\namends: 2020\nfiles: [a.rule]\n"),
///     ("a.rule", "clause 1 \"一\" \"one\" {\n  ending wen true then draw\n}\n")];
/// let error = qili::Edition::from_files("club", files).unwrap_err();
/// let place = error.place().unwrap();
/// assert_eq!((place.file.as_str(), place.line), ("club/a.rule", 2));
/// assert_eq!(error.kind(), qili::ErrorKind::Edition);
/// assert!(error.code().is_some());
/// ```
pub struct Error {
    kind: ErrorKind,
    report: Report,
}

/// What an error is about.
///
/// ```
/// let engine = qili::Engine::open("2020")?;
/// assert_eq!(engine.position("no position").unwrap_err().kind(), qili::ErrorKind::Position);
/// assert_eq!(engine.start().read("e0e5").unwrap_err().kind(), qili::ErrorKind::Move);
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An edition cannot be opened.
    Edition,
    /// A position cannot be read, or cannot occur.
    Position,
    /// A move cannot be read or played.
    Move,
    /// Moves are no cycle.
    Stretch,
    /// A game file cannot be read or written.
    Game,
    /// A ruling cannot be asked for.
    Claim,
    /// A drawing cannot be made.
    Drawing,
    /// A request cannot be understood.
    Request,
}

/// A place in a text.
///
/// ```
/// let error = qili::Engine::open("2020")?.start().stretch("h2e2 a9a9").unwrap_err();
/// let place = error.place().unwrap();
/// assert_eq!((place.line, place.column), (1, 6));
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Place {
    /// The file, or what the text is called.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, diagnostic: impl Localized + Send + Sync + 'static) -> Self {
        Self {
            kind,
            report: diagnostic.into(),
        }
    }

    pub(crate) fn of<E: Localized + Send + Sync + 'static>(kind: ErrorKind) -> impl Fn(E) -> Self {
        move |diagnostic| Self::new(kind, diagnostic)
    }

    /// What it is about.
    ///
    /// ```
    /// assert_eq!(qili::Edition::open("1066").unwrap_err().kind(), qili::ErrorKind::Edition);
    /// ```
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What is wrong, in one sentence without the place.
    ///
    /// ```
    /// let error = qili::Edition::open("1066").unwrap_err();
    /// assert!(error.message().contains("1066"));
    /// ```
    #[must_use]
    pub fn message(&self) -> String {
        self.report.to_string()
    }

    /// Its code, which stays as long as the error does: `qili::position::facing`.
    ///
    /// ```
    /// let error = qili::Engine::open("2020")?.position("3k5/9/9/9/9/9/9/9/4R4/3K5 w").unwrap_err();
    /// assert_eq!(error.code().as_deref(), Some("qili::position::facing"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn code(&self) -> Option<String> {
        self.report.code().map(|code| code.to_string())
    }

    /// What to do about it.
    ///
    /// ```
    /// assert!(qili::Edition::open("1066").unwrap_err().help().is_some());
    /// ```
    #[must_use]
    pub fn help(&self) -> Option<String> {
        self.report.help().map(|help| help.to_string())
    }

    /// What is wrong, and what to do about it, in a language.
    ///
    /// ```
    /// let error = qili::Edition::open("1066").unwrap_err();
    /// let (message, help) = error.said(qili::Language::Chinese);
    /// assert!(message.contains("没有") && help.is_some());
    /// ```
    #[must_use]
    pub fn said(&self, language: Language) -> (String, Option<String>) {
        let said = In::new(language, &*self.report);
        (said.texts().message.clone(), said.texts().help.clone())
    }

    /// Where it is.
    ///
    /// ```
    /// let error = qili::Engine::open("2020")?.start().stretch("h2e2 h9g7 h2e2").unwrap_err();
    /// assert_eq!(error.place().unwrap().to_string(), "moves:1:11");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        place(&*self.report)
    }
}

/// Where the first label of a diagnostic is, or of those that come with it.
fn place(diagnostic: &dyn Diagnostic) -> Option<Place> {
    let labelled = || {
        let label = diagnostic.labels()?.min_by_key(LabeledSpan::offset)?;
        let before = (0, label.offset()).into();
        let contents = diagnostic.source_code()?.read_span(&before, 0, 0).ok()?;
        let before = std::str::from_utf8(contents.data().get(..label.offset())?).ok()?;
        let line = before.rsplit('\n').next().unwrap_or_default();
        Some(Place {
            file: contents.name()?.to_owned(),
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
        })
    };
    labelled().or_else(|| diagnostic.related()?.find_map(place))
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.report, f)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place() {
            write!(f, "{place}: ")?;
        }
        fmt::Display::fmt(&*self.report, f)
    }
}

/// As the crates below show it, in either language.
impl From<Error> for Report {
    fn from(error: Error) -> Self {
        error.report
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&*self.report)
    }
}

impl Diagnostic for Error {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.report.code()
    }

    fn severity(&self) -> Option<Severity> {
        self.report.severity()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.report.help()
    }

    fn url<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.report.url()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.report.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.report.labels()
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        self.report.related()
    }
}
