//! `qili convert`

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use qili_notation::encoding::Encoding;
use qili_notation::files::{self, Edition, Format};
use qili_notation::{Game, Notation, Numerals, Script, Style};
use qili_report::Rulebook;

use crate::arguments::Rules;
use crate::output::{Done, Failure};

/// Convert games from any format and notation to any other.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// Game files of any format; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The format to write: pgn, text, fen, dhtmlxq, xqf; otherwise as the output's name says, or pgn
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// The notation of moves: chinese, wxf, iccs, coordinates, letters
    #[arg(long, value_name = "NOTATION", default_value = "chinese")]
    notation: Notation,
    /// Traditional characters instead of simplified ones
    #[arg(long)]
    traditional: bool,
    /// The digits of Chinese moves for both sides; otherwise as the edition prints them
    #[arg(long, value_enum, value_name = "DIGITS")]
    numerals: Option<Digits>,
    /// Name the file instead of the piece where three or more soldiers stand on it
    #[arg(long)]
    by_file: bool,
    /// Black's letters of WXF in lower case
    #[arg(long)]
    lower_case: bool,
    /// The encoding of the text that is written
    #[arg(long, value_enum, default_value_t = Charset::Utf8)]
    encoding: Charset,
    /// Where to write; a folder gets a file for each game. Standard output if absent
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Digits {
    /// 一二三
    Chinese,
    /// 123
    Arabic,
    /// １２３
    FullWidth,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Charset {
    Utf8,
    Gb18030,
    Big5,
}

impl Convert {
    fn style(&self, book: &Rulebook) -> Style {
        let mut style = book.style();
        style.notation = self.notation;
        if self.traditional {
            style.script = Script::Traditional;
        }
        if let Some(digits) = self.numerals {
            let numerals = match digits {
                Digits::Chinese => Numerals::Chinese,
                Digits::Arabic => Numerals::Arabic,
                Digits::FullWidth => Numerals::FullWidth,
            };
            style.numerals = [numerals; 2];
        }
        style.by_file = self.by_file;
        style.lower_case = self.lower_case;
        style
    }

    fn format(&self) -> Format {
        let extension = || self.output.as_deref()?.extension()?.to_str()?.parse().ok();
        self.to.or_else(extension).unwrap_or(Format::Pgn)
    }

    /// A text in the encoding asked for; binary formats have their own.
    fn encode(&self, bytes: Vec<u8>) -> Result<Vec<u8>, Failure> {
        let encoding = match self.encoding {
            Charset::Utf8 => return Ok(bytes),
            Charset::Gb18030 => Encoding::Gb18030,
            Charset::Big5 => Encoding::Big5,
        };
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(binary) => return Ok(binary.into_bytes()),
        };
        match encoding.lacks(&text) {
            None => Ok(encoding.encode(&text)),
            Some(character) => Err(Failure::Report(miette::miette!(
                code = "qili::convert::encoding",
                help = "Big5 has traditional characters only (--traditional); gb18030 and utf8 have all",
                "{encoding} has no `{character}`"
            ))),
        }
    }
}

pub(crate) fn run(arguments: &Convert) -> Done {
    let book = Rulebook::open(&arguments.rules.rules)?;
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    let (style, format) = (arguments.style(&book), arguments.format());
    let mut target = Target::open(arguments, format)?;
    let mut failed = false;
    for path in &arguments.files {
        let (name, reader) = open(path)?;
        for read in files::games(reader, &name, edition)? {
            let game = match read {
                Ok(game) => game,
                Err(error) => {
                    eprintln!("{:?}", miette::Report::new(error));
                    failed = true;
                    continue;
                }
            };
            for problem in &game.problems {
                eprintln!("{:?}", miette::Report::new(problem.clone()));
                failed = true;
            }
            let written = files::write(&game, format, edition, &style)?;
            target.add(&arguments.encode(written)?, path, &game)?;
        }
    }
    target.finish()?;
    if failed { Err(Failure::Quiet) } else { Ok(()) }
}

/// A file or standard input, and what messages call it.
pub(super) fn open(path: &Path) -> Result<(String, Box<dyn BufRead + Send>), Failure> {
    if path == Path::new("-") {
        return Ok((
            "standard input".to_owned(),
            Box::new(BufReader::new(io::stdin())),
        ));
    }
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| cannot("read", path, &error))?;
    Ok((name, Box::new(BufReader::new(file))))
}

pub(super) fn cannot(what: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::Report(miette::miette!(
        code = "qili::file",
        "`{}` cannot be {what}: {error}",
        path.display()
    ))
}

/// Where games go. A file appears only when it is complete.
enum Target {
    Standard {
        format: Format,
        games: u64,
    },
    File {
        format: Format,
        path: PathBuf,
        file: tempfile::NamedTempFile,
        games: u64,
    },
    Folder {
        format: Format,
        path: PathBuf,
    },
}

impl Target {
    fn open(arguments: &Convert, format: Format) -> Result<Self, Failure> {
        let Some(path) = arguments.output.clone() else {
            return Ok(Self::Standard { format, games: 0 });
        };
        if path.is_dir() {
            return Ok(Self::Folder { format, path });
        }
        let file = beside(&path).map_err(|error| cannot("written", &path, &error))?;
        Ok(Self::File {
            format,
            path,
            file,
            games: 0,
        })
    }

    fn add(&mut self, bytes: &[u8], source: &Path, game: &Game) -> Done {
        match self {
            Self::Standard { format, games } => {
                let text = separated(bytes, games, *format)?;
                match io::stdout().lock().write_all(&text) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                        std::process::exit(0)
                    }
                    done => done.map_err(|error| cannot("written", Path::new("-"), &error)),
                }
            }
            Self::File {
                format,
                path,
                file,
                games,
            } => {
                let text = separated(bytes, games, *format)?;
                let written = file.write_all(&text);
                written.map_err(|error| cannot("written", path, &error))
            }
            Self::Folder { format, path } => {
                let stem = source.file_stem().unwrap_or_default().to_string_lossy();
                let stem = if stem == "-" { "game".into() } else { stem };
                let path = path.join(format!("{stem}-{}.{format}", game.number));
                let written = beside(&path).and_then(|mut file| {
                    file.write_all(bytes)?;
                    file.persist(&path)?;
                    Ok(())
                });
                written.map_err(|error| cannot("written", &path, &error))
            }
        }
    }

    fn finish(self) -> Done {
        match self {
            Self::File { path, file, .. } => match file.persist(&path) {
                Ok(_) => Ok(()),
                Err(error) => Err(cannot("written", &path, &error.error)),
            },
            _ => Ok(()),
        }
    }
}

/// A file in the same folder as one that it is to become.
fn beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    tempfile::NamedTempFile::new_in(folder)
}

/// The next game of a file, after an empty line if it is not the first.
fn separated(bytes: &[u8], games: &mut u64, format: Format) -> Result<Vec<u8>, Failure> {
    *games += 1;
    if *games == 1 {
        return Ok(bytes.to_vec());
    }
    if !format.holds_several() {
        return Err(Failure::Report(miette::miette!(
            code = "qili::convert::one_game",
            help = "name a folder with --output: it gets a file for each game",
            "a file of the format {format} holds one game only"
        )));
    }
    Ok([b"\n", bytes].concat())
}
