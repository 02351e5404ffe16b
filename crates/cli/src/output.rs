//! What all commands share: failures, error style, reading what the user names.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use miette::{Diagnostic, Severity};
use qili_notation::visible;
use qili_words::{In, Language, Localized, Report, Said, both, refusal, traditional};

/// Why a command did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Expectations are not met: exit status 1.
    Expectations,
    /// Bad input that has been reported: exit status 2.
    Quiet,
    /// Bad input: exit status 2.
    Report(Report),
}

impl<E: Into<Report>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Report(error.into())
    }
}

impl Failure {
    /// Shows bad input on standard error.
    pub(crate) fn report(&self, language: Language) {
        if let Self::Report(report) = self {
            complain(&rendered(language, &**report));
        }
    }
}

/// The result of a command.
pub(crate) type Done = Result<(), Failure>;

/// Whether texts are shown in traditional characters; set once, before anything is said.
static TRADITIONAL: OnceLock<()> = OnceLock::new();

/// From now on texts are shown in traditional characters. What programs read stays as it is.
pub(crate) fn in_traditional_characters() {
    TRADITIONAL.get_or_init(|| ());
}

/// A text as people read it: control characters made visible, in the characters asked for.
fn read_by_people(text: &str) -> Cow<'_, str> {
    match TRADITIONAL.get() {
        Some(()) => Cow::Owned(traditional(&visible(text))),
        None => visible(text),
    }
}

/// Prints text to standard output; a reader that has gone away ends the command quietly.
pub(crate) fn print(text: &str) -> Done {
    print_bytes(read_by_people(text).as_bytes())
}

/// The same for bytes.
pub(crate) fn print_bytes(bytes: &[u8]) -> Done {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        done => done.map_err(|error| cannot_write(Path::new("-"), &error)),
    }
}

/// Prints text to a file, or to standard output.
pub(crate) fn print_to(output: Option<&Path>, text: &str) -> Done {
    let Some(path) = output else {
        return print(text);
    };
    save(path, &read_by_people(text))
}

fn save(path: &Path, text: &str) -> Done {
    let mut file = Whole::create(path)?;
    file.write(text.as_bytes())?;
    file.finish()
}

/// A value that JSON has no form for.
pub(crate) fn no_json(error: &serde_json::Error) -> Report {
    Report::from(Said::new(
        "qili::json",
        both!(
            "`JSON` 写不成：`{error}`",
            "JSON cannot be written: {error}"
        ),
    ))
}

/// Prints a value as JSON on lines of its own, to a file or to standard output.
pub(crate) fn print_json_to(output: Option<&Path>, value: &impl serde::Serialize) -> Done {
    let text = serde_json::to_string_pretty(value).map_err(|error| no_json(&error))? + "\n";
    match output {
        Some(path) => save(path, &text),
        None => print_bytes(text.as_bytes()),
    }
}

/// A diagnostic as standard error shows it, in a language.
pub(crate) fn rendered(language: Language, diagnostic: &dyn Localized) -> String {
    struct Shown<'d>(&'d dyn Diagnostic);
    impl std::fmt::Display for Shown<'_> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            let handler = miette::MietteHandlerOpts::new()
                .context_lines(1)
                .break_words(false)
                .build();
            miette::ReportHandler::debug(&handler, self.0, f)
        }
    }
    let shown = Shown(&In::new(language, diagnostic)).to_string();
    let lines = shown
        .lines()
        .map(|line| own_words(line, language) + "\n")
        .collect::<String>();
    lines + "\n"
}

/// The same on one line, without help: what is wrong, and where.
pub(crate) fn in_a_line(language: Language, diagnostic: &dyn Localized) -> String {
    let said = In::new(language, diagnostic);
    let mark = match said.severity() {
        None | Some(Severity::Error) => "×",
        Some(Severity::Warning) => "⚠",
        Some(Severity::Advice) => "☞",
    };
    let message = said.to_string().replace('\n', " ");
    let label = said.labels().and_then(|mut labels| labels.next());
    let place = label.and_then(|label| {
        let source = said.source_code()?;
        let shown = source.read_span(label.inner(), 0, 0).ok()?;
        let (line, column) = (shown.line() + 1, shown.column() + 1);
        let place = both!(
            "（第 {line} 行第 {column} 字节）",
            " (line {line}, byte {column})"
        );
        Some(place.get(language).to_owned())
    });
    format!("{mark} {message}{}\n", place.unwrap_or_default())
}

/// A line with the words of miette's own, which knows English only, in a language.
fn own_words(line: &str, language: Language) -> String {
    const WORDS: [(&str, &str); 4] = [
        ("help: ", "办法："),
        ("Error: ", "错误："),
        ("Warning: ", "疑问："),
        ("Advice: ", "提示："),
    ];
    let start = line.trim_start_matches([' ', '│', '╰', '├', '─', '▶']);
    let begins = |(en, _): &&(&str, &str)| start.starts_with(en) || is_coloured(start, en);
    match WORDS.iter().find(begins) {
        Some((en, zh)) if language == Language::Chinese => line.replacen(en, zh, 1),
        _ => line.to_owned(),
    }
}

/// Whether a text begins with a word in a terminal's colours.
fn is_coloured(text: &str, word: &str) -> bool {
    let rest = text
        .strip_prefix('\x1B')
        .and_then(|rest| rest.split_once('m'));
    rest.is_some_and(|(_, rest)| rest.starts_with(word))
}

/// The exit status after an interruption, as shells have it.
pub(crate) const INTERRUPTED: i32 = 130;

/// A file that cannot be read.
pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> Report {
    let (path, why) = (path.display().to_string(), refusal(error));
    let path = visible(&path);
    Report::from(Said::new(
        "qili::file",
        both!("`{path}` 读不出：{}", "`{path}` cannot be read: {}"; why),
    ))
}

/// A file that is not what it should be.
pub(crate) fn not_text(path: &Path) -> Failure {
    let path = path.display().to_string();
    let path = visible(&path);
    let message = both!("`{path}` 不是 `UTF-8` 文本", "`{path}` is not UTF-8 text");
    let said = Said::new("qili::file::text", message);
    said.help(both!("把文件存为 `UTF-8`", "save the file as UTF-8"))
        .into()
}

/// A file that cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let (path, why) = (path.display().to_string(), refusal(error));
    let path = visible(&path);
    Failure::from(Said::new(
        "qili::file",
        both!("`{path}` 写不成：{}", "`{path}` cannot be written: {}"; why),
    ))
}

/// What is written to a path: a file beside its destination that takes its place when it is complete, or, where the path is a pipe
/// or a device, what stands there.
#[derive(Debug)]
pub(crate) struct Whole {
    path: PathBuf,
    to: To,
}

#[derive(Debug)]
enum To {
    File(io::BufWriter<tempfile::NamedTempFile>),
    Device(std::fs::File),
}

impl Whole {
    /// Begins a file. A link stays, and what it leads to is replaced; what is write-protected is not.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let cannot = |error: io::Error| cannot_write(path, &error);
        let there = match std::fs::metadata(path) {
            Ok(data) => Some(data),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(cannot(error)),
        };
        if let Some(data) = &there
            && !data.is_file()
        {
            let device = std::fs::OpenOptions::new().write(true).open(path);
            return Ok(Self {
                path: path.to_owned(),
                to: To::Device(device.map_err(cannot)?),
            });
        }
        if there.is_some_and(|data| data.permissions().readonly()) {
            return Err(cannot(io::ErrorKind::PermissionDenied.into()));
        }
        let path = destination(path).map_err(cannot)?;
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let file = tempfile::NamedTempFile::new_in(folder).map_err(cannot)?;
        let to = To::File(io::BufWriter::new(file));
        Ok(Self { path, to })
    }

    /// Adds to it.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Done {
        let written = match &mut self.to {
            To::File(file) => file.write_all(bytes),
            To::Device(device) => device.write_all(bytes),
        };
        written.map_err(|e| cannot_write(&self.path, &e))
    }

    /// Puts it in its place, with the permissions of what was there before, or those that a new file has.
    pub(crate) fn finish(self) -> Done {
        let Self { path, to } = self;
        let To::File(file) = to else {
            return Ok(());
        };
        let cannot = |error: io::Error| cannot_write(&path, &error);
        let file = file
            .into_inner()
            .map_err(|error| cannot(error.into_error()))?;
        match std::fs::metadata(&path) {
            Ok(before) => file
                .as_file()
                .set_permissions(before.permissions())
                .map_err(cannot)?,
            Err(_) => make_readable(file.as_file()).map_err(cannot)?,
        }
        file.persist(&path).map_err(|error| cannot(error.error))?;
        Ok(())
    }
}

/// Where links lead, even to a file that is not there yet.
fn destination(path: &Path) -> io::Result<PathBuf> {
    /// As many as systems follow.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match std::fs::read_link(&path) {
            Ok(target) => {
                path = path
                    .parent()
                    .map_or(target.clone(), |folder| folder.join(target))
            }
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Temporary files are private; this one is to stay.
#[cfg(unix)]
fn make_readable(file: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &std::fs::File) -> io::Result<()> {
    Ok(())
}

/// The longest line, in characters, that is shown of what is complained about.
const MAX_WIDTH: usize = 400;

/// Prints to standard error, if somebody is there to read it: control characters made visible, but for the colours of a terminal,
/// and very long lines cut.
pub(crate) fn complain(text: &str) {
    let text = match TRADITIONAL.get() {
        Some(()) => Cow::Owned(traditional(text)),
        None => Cow::Borrowed(text),
    };
    let shown: String = text.split_inclusive('\n').map(shown).collect();
    let _ = io::stderr().lock().write_all(shown.as_bytes());
}

/// A line as it is shown.
fn shown(line: &str) -> String {
    let (line, end) = match line.strip_suffix('\n') {
        Some(line) => (line, "\n"),
        None => (line, ""),
    };
    let mut parts = line.split('\x1B');
    let mut shown = visible(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let digits = part
            .strip_prefix('[')
            .map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
        let escape = if digits.is_some_and(|rest| rest.starts_with('m')) {
            '\x1B'
        } else {
            '␛'
        };
        shown.push(escape);
        shown.push_str(&visible(part));
    }
    match shown.char_indices().nth(MAX_WIDTH) {
        Some((cut, _)) => format!("{}…{end}", &shown[..cut]),
        None => shown + end,
    }
}

/// Prints a value as one line of JSON.
pub(crate) fn print_json_line(value: &impl serde::Serialize) -> Done {
    let text = serde_json::to_string(value).map_err(|error| no_json(&error))?;
    print_bytes(format!("{text}\n").as_bytes())
}

/// Prints a value as JSON on lines of its own.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Done {
    print_json_to(None, value)
}

/// The bytes of a file, or of standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    bytes.map_err(|error| Failure::Report(cannot_read(path, &error)))
}
