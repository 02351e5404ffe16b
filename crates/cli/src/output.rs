//! What all commands share: failures, error style, reading what the user names.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use miette::{Diagnostic, IntoDiagnostic, Report};

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

impl<E: Diagnostic + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Report(error.into())
    }
}

impl Failure {
    /// Shows bad input on standard error.
    pub(crate) fn report(&self) {
        if let Self::Report(report) = self {
            eprintln!("{report:?}");
        }
    }
}

/// The result of a command.
pub(crate) type Done = Result<(), Failure>;

/// Colours and line graphics on a terminal, plain text elsewhere; long lines are never cut.
pub(crate) fn set_error_style() {
    let set = miette::set_hook(Box::new(|_| {
        Box::new(
            miette::MietteHandlerOpts::new()
                .context_lines(1)
                .break_words(false)
                .build(),
        )
    }));
    debug_assert!(set.is_ok(), "the style is set once");
}

/// Prints to standard output; a reader that has gone away ends the command quietly.
pub(crate) fn print(text: &str) -> Done {
    print_bytes(text.as_bytes())
}

/// The same for bytes.
pub(crate) fn print_bytes(bytes: &[u8]) -> Done {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        done => done.into_diagnostic().map_err(Failure::Report),
    }
}

/// The exit status after an interruption, as shells have it.
pub(crate) const INTERRUPTED: i32 = 130;

/// A file that cannot be read.
pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> Report {
    miette::miette!(
        code = "qili::file",
        "`{}` cannot be read: {error}",
        path.display()
    )
}

/// A file that cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Report(miette::miette!(
        code = "qili::file",
        "`{}` cannot be written: {error}",
        path.display()
    ))
}

/// A file beside its destination that takes its place when it is complete.
#[derive(Debug)]
pub(crate) struct Whole {
    path: PathBuf,
    file: io::BufWriter<tempfile::NamedTempFile>,
}

impl Whole {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let file = tempfile::NamedTempFile::new_in(folder).map_err(|e| cannot_write(path, &e))?;
        Ok(Self {
            path: path.to_owned(),
            file: io::BufWriter::new(file),
        })
    }

    /// Adds to it.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Done {
        let written = self.file.write_all(bytes);
        written.map_err(|e| cannot_write(&self.path, &e))
    }

    /// Puts it in its place, with the permissions of what was there before, or those that a new file has.
    pub(crate) fn finish(self) -> Done {
        let Self { path, file } = self;
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

/// Prints to standard error, if somebody is there to read it.
pub(crate) fn complain(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Prints a value as one line of JSON.
pub(crate) fn print_json_line(value: &impl serde::Serialize) -> Done {
    let text = serde_json::to_string(value)
        .into_diagnostic()
        .map_err(Failure::Report)?;
    print(&format!("{text}\n"))
}

/// Prints a value as JSON on lines of its own.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Done {
    let text = serde_json::to_string_pretty(value)
        .into_diagnostic()
        .map_err(Failure::Report)?;
    print(&format!("{text}\n"))
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
