//! What the tests of the whole project share.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The root of the workspace.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// The command `qili`, built like the test that asks for it, to run in the root of the workspace without colours.
#[must_use]
pub fn qili() -> Command {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    let binary = BINARY.get_or_init(build);
    let mut command = Command::new(binary);
    command.current_dir(root()).env("NO_COLOR", "1");
    command
}

/// Builds the command: cargo does so by itself only for tests of the same package.
///
/// It is built with a test beside it, so that the whole workspace shares one choice of its dependencies' features: what
/// `cargo test --workspace` has built is not built again.
fn build() -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    // target/<profile>/deps/<test>
    let profile = test.ancestors().nth(2).unwrap_or(Path::new("."));
    let target = profile.parent().unwrap_or(Path::new("."));
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(root())
        .args(["build", "--quiet", "--workspace"])
        .args(["--bin", "qili", "--test", "fuzz"]);
    cargo.arg("--target-dir").arg(target);
    if profile.ends_with("release") {
        cargo.arg("--release");
    }
    let built = cargo.status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "the command cannot be built"
    );
    profile
        .join("qili")
        .with_extension(std::env::consts::EXE_EXTENSION)
}

/// A text without the digests of the laws by which something was judged: they change with every clause.
#[must_use]
pub fn without_law(text: &str) -> String {
    let is_digest = |word: &str| {
        word.len() == 16
            && word
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    text.split_inclusive(|c: char| !c.is_ascii_alphanumeric())
        .map(|part| {
            let word = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            match part.strip_prefix(word) {
                Some(rest) if is_digest(word) => format!("[digest]{rest}"),
                _ => part.to_owned(),
            }
        })
        .collect()
}

/// The path of an edition that is made for tests, for the command in the root of the workspace and for a library.
#[must_use]
pub fn test_edition(name: &str) -> String {
    root().join(EDITIONS).join(name).display().to_string()
}

/// Where the editions that are made for tests are.
const EDITIONS: &str = "tests/data/editions";

/// A copy of the editions that are made for tests, which a test may edit.
#[derive(Debug)]
pub struct Editions {
    folder: tempfile::TempDir,
}

impl Editions {
    /// All of them as they are.
    ///
    /// # Errors
    /// The system refuses.
    pub fn new() -> std::io::Result<Self> {
        let folder = tempfile::tempdir()?;
        copy(&root().join(EDITIONS), folder.path())?;
        Ok(Self { folder })
    }

    /// The folder of an edition, as a command takes it.
    #[must_use]
    pub fn edition(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    /// A file or folder of the copy.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Puts text at the end of a file.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn append(&self, file: &str, text: &str) -> std::io::Result<()> {
        let old = std::fs::read_to_string(self.path(file))?;
        std::fs::write(self.path(file), format!("{old}\n{text}\n"))
    }

    /// Replaces a text that stands in a file exactly once.
    ///
    /// # Errors
    /// The file cannot be read or written, or does not have the text exactly once.
    pub fn replace(&self, file: &str, old: &str, new: &str) -> std::io::Result<()> {
        let text = std::fs::read_to_string(self.path(file))?;
        if text.matches(old).count() != 1 {
            let message = format!(
                "`{old}` stands {} times in {file}",
                text.matches(old).count()
            );
            return Err(std::io::Error::other(message));
        }
        std::fs::write(self.path(file), text.replace(old, new))
    }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let there = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &there)?;
        } else {
            std::fs::copy(entry.path(), there)?;
        }
    }
    Ok(())
}

/// What a user types to run something.
const COMMANDS: &[&str] = &[
    "qili",
    "judge",
    "test",
    "check",
    "new",
    "diff",
    "table",
    "coverage",
    "fmt",
    "convert",
    "board",
    "perft",
    "show",
    "competition",
    "help",
    "standings",
    "pairings",
    "groups",
    "teams",
    "lineups",
    "withdraw",
    "clock",
    "limit",
    "offers",
    "touch",
    "correct",
    "handicap",
    "adjourn",
    "officials",
    "conduct",
    "book",
    "explore",
    "serve",
    "lsp",
];

/// English words in a text that a reader of Chinese is not asked to read or write as they are.
///
/// What stands in backticks is written as it is, but for the handle of a clause, which has a number or a Chinese title, where
/// nobody is told how to write it; so are the code of a diagnostic, the file that it shows with its lines,
/// commands, options, positions, and the digest of a law.
#[must_use]
pub fn english(text: &str) -> Vec<String> {
    let text = without_law(text);
    let shown = |line: &&str| {
        let line = line.trim_start();
        let numbered = line.split_once(" │").is_some_and(|(number, _)| {
            number.chars().all(|c| c.is_ascii_digit()) && !number.is_empty()
        });
        !numbered && !line.contains("╭─[")
    };
    // a long line is broken, perhaps within backticks
    let prose: Vec<&str> = text.lines().filter(shown).collect();
    let prose = prose.join("\n");
    let as_it_is = |word: &&str| {
        word.starts_with("--")
            || word.starts_with("qili::")
            || word.contains("zh|")
            || word.matches('/').count() == 9
            || *word == "([digest])"
            || COMMANDS.contains(word)
    };
    let handles = prose
        .lines()
        .filter(|line| !line.contains("条号"))
        // a keyword is told in both languages: `棋盘`（`board`）
        .flat_map(|line| {
            line.split("（`")
                .flat_map(|part| part.split('`').skip(1).step_by(2))
        })
        .filter(|word| handles().contains(*word));
    prose
        .split('`')
        .step_by(2)
        .flat_map(|part| part.split(|c: char| c.is_whitespace() || "（）：，；、【】".contains(c)))
        .filter(|word| !as_it_is(word))
        .flat_map(|word| word.split(|c: char| !c.is_ascii_alphabetic()))
        .filter(|word| word.len() > 2)
        .chain(handles)
        .map(str::to_owned)
        .collect()
}

/// The handles of the shipped editions' clauses that have an English word in them.
fn handles() -> &'static BTreeSet<String> {
    static HANDLES: OnceLock<BTreeSet<String>> = OnceLock::new();
    HANDLES.get_or_init(|| {
        let within = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten();
        let files = within(root().join("rules")).flat_map(|edition| within(edition.path()));
        let files = files.map(|file| file.path());
        let files = files.filter(|file| file.extension().is_some_and(|kind| kind == "rule"));
        let mut handles = BTreeSet::new();
        for text in files.flat_map(std::fs::read_to_string) {
            let clauses = text.lines().filter_map(|line| line.split_once("clause "));
            let named = clauses.filter_map(|(_, rest)| rest.split_whitespace().next());
            handles.extend(named.map(str::to_owned));
        }
        let letters = |word: &String| word.chars().filter(char::is_ascii_alphabetic).count() > 2;
        handles.retain(letters);
        assert!(handles.len() > 50, "{handles:?}");
        handles
    })
}

/// What a reader of a page or of Markdown reads, without marks and the page's title; code is what is to be written as it
/// stands.
#[must_use]
pub fn read(page: &str) -> String {
    let mut parts = page.split('<');
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut skipped: Option<&str> = None;
    for part in parts {
        let (tag, rest) = part.split_once('>').unwrap_or((part, ""));
        let name = tag.split(char::is_whitespace).next().unwrap_or_default();
        match skipped {
            Some(open) if name.strip_prefix('/') != Some(open) => continue,
            Some(_) => skipped = None,
            None if ["script", "style", "svg", "title", "code"].contains(&name) => {
                skipped = Some(name);
                continue;
            }
            None => {}
        }
        text.push(' ');
        text += rest;
    }
    let signs = [
        ("&quot;", "\""),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ];
    signs
        .into_iter()
        .fold(text, |text, (written, sign)| text.replace(written, sign))
}
