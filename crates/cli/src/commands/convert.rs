//! `qili convert`

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use qili_board::Side;
use qili_notation::encoding::Encoding;
use qili_notation::files::{self, Edition, Format, ParseFormatError, WriteError};
use qili_notation::{Notation, Numerals, Script, Style};
use qili_report::Rulebook;

use qili_words::{Language, Report, Said, both};

use crate::arguments::{Lang, Rules};
use crate::edited;
use crate::games::{self, Item, Worst};
use crate::output::{self, Done, Failure, Whole, print_bytes, rendered};
use crate::parallel::{self, Sink};

/// Convert games from any format and notation to any other.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 done, with warnings perhaps; 1 there were warnings, and --deny; 2 bad usage, or something could not be read, \
played or written. A warning is about what does not touch the main line: a variation that cannot be played, a damaged character.

A file appears when all is written, or not at all, and takes the place of one that was there, unless that is write-protected; \
a link stays and leads to the new file; a pipe or a device is written to. Games that cannot be read in full are written as far \
as they can be played.")]
pub(crate) struct Convert {
    /// Game files of any format, folders of them, or patterns such as `games/*.pgn`; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The format to write: pgn, text, fen-moves, dhtmlxq, xqf; otherwise as the output's name says, or pgn
    #[arg(long, value_name = "FORMAT", value_parser = format_named)]
    to: Option<Format>,
    /// The notation of moves: chinese, wxf, iccs, coordinates, letters
    #[arg(long, value_name = "NOTATION", default_value = "chinese")]
    notation: Notation,
    /// Traditional characters instead of simplified ones
    #[arg(long)]
    traditional: bool,
    /// The digits of Chinese moves; otherwise as the edition prints them
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
    /// Exit with status 1 if there are warnings
    #[arg(long)]
    deny: bool,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    lang: Lang,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Digits {
    /// 一二三 for both sides
    Chinese,
    /// 123 for both sides
    Arabic,
    /// １２３ for both sides
    FullWidth,
    /// 一二三 for Red, １２３ for Black
    Mixed,
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
            style.numerals = match digits {
                Digits::Chinese => [Numerals::Chinese; 2],
                Digits::Arabic => [Numerals::Arabic; 2],
                Digits::FullWidth => [Numerals::FullWidth; 2],
                Digits::Mixed => Side::ALL.map(Numerals::customary),
            };
        }
        style.by_file = self.by_file;
        style.lower_case = self.lower_case;
        style
    }

    fn format(&self) -> Result<Format, Failure> {
        let extension = || self.output.as_deref()?.extension()?.to_str()?.parse().ok();
        match self.to.or_else(extension).unwrap_or(Format::Pgn) {
            format @ (Format::Wxf | Format::Cbf | Format::Cbr | Format::Cbl) => {
                Err(WriteError::ReadOnly { format }.into())
            }
            format => Ok(format),
        }
    }

    /// A text in the encoding asked for; binary formats have their own.
    fn encode(&self, bytes: Vec<u8>) -> Result<Vec<u8>, Report> {
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
            Some(character) => Err(Said::new(
                "qili::convert::encoding",
                both!(
                    "`{encoding}` 没有 `{character}` 这个字",
                    "{encoding} has no `{character}`"
                ),
            )
            .help(both!(
                "`Big5` 只有繁体字（`--traditional`），`gb18030` 和 `utf8` 什么字都有",
                "Big5 has traditional characters only (--traditional); gb18030 and utf8 have all"
            ))
            .into()),
        }
    }
}

/// `fen-moves` says better than the format's own name what is in such a file.
fn format_named(text: &str) -> Result<Format, ParseFormatError> {
    match text {
        "fen-moves" => Ok(Format::FenMoves),
        _ => text.parse(),
    }
}

pub(crate) fn run(arguments: &Convert) -> Done {
    let book = Rulebook::open(&edited::here(
        &arguments.rules.rules,
        arguments.lang.language(),
    ))?;
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    let (style, format) = (arguments.style(&book), arguments.format()?);
    let bar = games::progress(&arguments.files);
    let mut writer = Writer {
        format,
        output: Output::new(arguments)?,
        bar: bar.clone(),
        written: 0,
        held: Vec::new(),
        worst: Worst::Nothing,
        deny: arguments.deny,
        language: arguments.lang.language(),
    };
    let work = |item| converted(item, format, edition, &style, arguments);
    let items = games::games(&arguments.files, edition, &bar);
    parallel::catch_interruptions();
    parallel::in_order(games::threads(None), items, work, &mut writer)?;
    writer.finish()
}

/// A game in its new form.
struct Converted {
    /// The name of the file that a folder gets for it.
    name: String,
    bytes: Option<Vec<u8>>,
    problems: String,
    worst: Worst,
}

fn converted(
    item: Item,
    format: Format,
    edition: Edition<'_>,
    style: &Style,
    arguments: &Convert,
) -> Converted {
    let language = arguments.lang.language();
    let (file, recorded) = match item {
        Item::Game { file, recorded } => (file, recorded),
        Item::Wrong(report) => {
            return Converted {
                name: String::new(),
                bytes: None,
                problems: rendered(language, &*report),
                worst: Worst::Error,
            };
        }
    };
    let game = recorded.play(edition);
    let (mut problems, mut worst) = games::problems(&game, |problem| rendered(language, problem));
    let written = files::write(&game, format, edition, style).map_err(Report::from);
    let bytes = match written.and_then(|bytes| arguments.encode(bytes)) {
        Ok(bytes) => Some(bytes),
        Err(report) => {
            let number = game.number;
            problems += both!(
                "`{file}` 第 {number} 局写不成：\n",
                "`{file}`, game {number} cannot be written:\n"
            )
            .get(language);
            problems += &rendered(language, &*report);
            worst = Worst::Error;
            None
        }
    };
    let stem = Path::new(&*file).file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy();
    let stem = if stem == "-" { "game" } else { &*stem };
    Converted {
        name: format!("{stem}-{}.{format}", game.number),
        bytes,
        problems,
        worst,
    }
}

/// Where games go.
enum Output {
    Standard,
    /// One file, which is not there before it is complete.
    File(Whole),
    /// A file for each game, for formats that hold one.
    Folder(PathBuf),
}

impl Output {
    fn new(arguments: &Convert) -> Result<Self, Failure> {
        Ok(match &arguments.output {
            None => Self::Standard,
            Some(path) if path == Path::new("-") => Self::Standard,
            Some(path) if path.is_dir() => Self::Folder(path.clone()),
            Some(path) => Self::File(Whole::create(path)?),
        })
    }
}

/// Writes games as they come.
struct Writer {
    format: Format,
    output: Output,
    bar: ProgressBar,
    written: u64,
    /// A game that is written if no other follows.
    held: Vec<u8>,
    worst: Worst,
    deny: bool,
    language: Language,
}

impl Sink<Converted> for Writer {
    fn take(&mut self, converted: Converted) -> Done {
        self.worst = self.worst.max(converted.worst);
        if !converted.problems.is_empty() {
            self.bar.suspend(|| output::complain(&converted.problems));
        }
        let Some(bytes) = converted.bytes else {
            return Ok(());
        };
        self.written += 1;
        let follows = self.written > 1;
        if let Output::Folder(folder) = &self.output {
            let mut file = Whole::create(&folder.join(converted.name))?;
            file.write(&bytes)?;
            return file.finish();
        }
        if self.format.holds_several() {
            let between: &[u8] = if follows { b"\n" } else { b"" };
            return self.write(between).and_then(|()| self.write(&bytes));
        }
        if follows {
            let format = self.format;
            let message = both!(
                "`{format}` 格式的文件只放一局，这里有几局",
                "a file of the format {format} holds one game, and there are several"
            );
            return Err(Said::new("qili::convert::several", message)
                .help(both!(
                    "用 `-o` 写一个已有的文件夹：每局存为其中一个文件",
                    "name a folder that exists with -o: each game becomes a file in it"
                ))
                .into());
        }
        // it is the only one, unless another follows
        self.held = bytes;
        Ok(())
    }

    fn interrupted(&mut self) -> ! {
        self.bar.finish_and_clear();
        // a file that is not complete goes away
        self.output = Output::Standard;
        output::complain(
            self.language
                .of("已中断，什么也没写\n", "interrupted: nothing was written\n"),
        );
        std::process::exit(output::INTERRUPTED)
    }
}

impl Writer {
    fn write(&mut self, bytes: &[u8]) -> Done {
        match &mut self.output {
            Output::Standard => print_bytes(bytes),
            Output::File(file) => file.write(bytes),
            Output::Folder(_) => Ok(()),
        }
    }

    fn finish(mut self) -> Done {
        self.bar.finish_and_clear();
        let held = std::mem::take(&mut self.held);
        self.write(&held)?;
        match self.output {
            Output::File(file) if self.written > 0 => file.finish()?,
            Output::File(_) | Output::Standard | Output::Folder(_) => {}
        }
        self.worst.done(self.deny)
    }
}
