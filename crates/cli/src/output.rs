//! What all commands share: failures, error style, reading what the user names.

use std::io::{self, Read, Write};
use std::path::Path;

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
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        done => done.into_diagnostic().map_err(Failure::Report),
    }
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
    bytes.map_err(|error| {
        Failure::Report(miette::miette!(
            code = "qili::file",
            "`{}` cannot be read: {error}",
            path.display()
        ))
    })
}
