//! PGN, and plain move text: tags, comments, variations, results, or none of these; several games; broken ends.
//!
//! Reading has two steps. [`Records`] cuts a stream into the texts of single games, which is quick; [`Record::parse`] plays the
//! moves of one, which can be done by many workers at once. [`read`] does one after the other.

use std::io::BufRead;
use std::sync::Arc;

use super::movetext::{self, Line, MoveText};
use super::write::{self, Layout};
use super::{Edition, ReadError};
use crate::encoding::{LineError, Lines};
use crate::game::{Builder, Excerpt, Game, GameResult, ProblemKind};
use crate::moves::{Notation, Style, narrow};
use crate::vocabulary::{Script, Vocabulary};

/// The longest text of one game, in bytes. What goes beyond it is dropped and reported.
pub const MAX_RECORD: usize = 16 * 1024 * 1024;

/// The text of one game.
#[derive(Debug, Clone)]
pub struct Record {
    file: Arc<str>,
    number: u64,
    first_line: u64,
    text: String,
    problems: Vec<(u64, ProblemKind)>,
}

/// Cuts a stream into the texts of its games.
pub struct Records<'a, R> {
    lines: Lines<R>,
    file: Arc<str>,
    vocabulary: &'a Vocabulary,
    number: u64,
    /// The line read last belongs to the next game.
    pending: bool,
    ended: bool,
}

/// Where a record stands while it is cut out.
#[derive(Default)]
struct State {
    has_moves: bool,
    after_blank: bool,
    in_comment: bool,
    depth: usize,
    tags: Vec<String>,
}

/// What a line means for the record before it.
#[derive(PartialEq)]
enum Cut {
    Inside,
    /// The record ends with this line.
    After,
    /// The record has ended before this line.
    Before,
}

impl<'a, R: BufRead> Records<'a, R> {
    /// The games of a text.
    pub fn new(reader: R, file: &str, vocabulary: &'a Vocabulary) -> Self {
        Self {
            lines: Lines::new(reader),
            file: file.into(),
            vocabulary,
            number: 0,
            pending: false,
            ended: false,
        }
    }

    fn io(&self, error: LineError) -> ReadError {
        match error {
            LineError::Io(source) => ReadError::Io {
                file: self.file.clone(),
                source,
            },
            source => ReadError::Line {
                file: self.file.clone(),
                source,
            },
        }
    }

    /// Finds the first line of the next game; false at the end.
    fn find_start(&mut self) -> Result<bool, ReadError> {
        loop {
            if !std::mem::take(&mut self.pending)
                && !self.lines.advance().map_err(|e| self.io(e))?
            {
                return Ok(false);
            }
            let line = self.lines.text();
            if tag(line).is_some()
                || heading(line).is_some()
                || movetext::begins_moves(line, self.vocabulary)
            {
                return Ok(true);
            }
        }
    }

    fn next_record(&mut self) -> Result<Option<Record>, ReadError> {
        if !self.find_start()? {
            return Ok(None);
        }
        self.number += 1;
        let mut record = Record {
            file: self.file.clone(),
            number: self.number,
            first_line: self.lines.number(),
            text: String::new(),
            problems: Vec::new(),
        };
        let mut state = State::default();
        loop {
            match state.cut(self.lines.text()) {
                Cut::Before => {
                    self.pending = true;
                    return Ok(Some(record));
                }
                cut => {
                    record.push(&self.lines);
                    if cut == Cut::After {
                        return Ok(Some(record));
                    }
                }
            }
            loop {
                match self.lines.advance() {
                    Ok(true) => break,
                    Ok(false) => return Ok(Some(record)),
                    Err(LineError::TooLong { line }) => {
                        record.text.push('\n');
                        record.problems.push((line, ProblemKind::LongLine));
                    }
                    Err(error) => return Err(self.io(error)),
                }
            }
        }
    }
}

impl<R: BufRead> Iterator for Records<'_, R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let record = self.next_record();
        // After a line that is too long, reading can go on; a failing source ends it.
        self.ended = matches!(&record, Ok(None) | Err(ReadError::Io { .. }));
        match record {
            Ok(None) if self.number == 0 => Some(Err(ReadError::NoGame {
                file: self.file.clone(),
            })),
            record => record.transpose(),
        }
    }
}

impl State {
    fn cut(&mut self, line: &str) -> Cut {
        let trimmed = line.trim();
        let tag = tag(line);
        // A comment that is never closed ends at the next game.
        if (self.has_moves || self.in_comment) && tag.is_some() && trimmed.ends_with(']') {
            return Cut::Before;
        }
        if self.in_comment {
            self.scan(line);
            return Cut::Inside;
        }
        let mut line = line;
        if let Some((name, ..)) = tag {
            if self.after_blank && self.tags.iter().any(|t| t == name) {
                return Cut::Before;
            }
            self.after_blank = false;
            while let Some((name, _, after)) = self::tag(line) {
                self.tags.push(name.to_owned());
                line = after;
            }
            if line.trim().is_empty() {
                return Cut::Inside;
            }
        }
        let trimmed = line.trim();
        if trimmed.is_empty() {
            self.after_blank = true;
            return Cut::Inside;
        }
        if let Some((name, _)) = heading(line) {
            return if self.has_moves && name != "Result" {
                Cut::Before
            } else {
                Cut::Inside
            };
        }
        if is_rule(trimmed) {
            return if self.has_moves {
                Cut::After
            } else {
                Cut::Inside
            };
        }
        let restarts = movetext::first_number(line) == Some(1) && !line.contains("..");
        if self.has_moves && self.depth == 0 && restarts && self.after_blank {
            return Cut::Before;
        }
        self.after_blank = false;
        self.has_moves |= !trimmed.starts_with(['%', ';']);
        self.scan(line);
        let last = trimmed.split_whitespace().next_back().unwrap_or_default();
        let ends = !self.in_comment && self.depth == 0 && last.parse::<GameResult>().is_ok();
        if ends { Cut::After } else { Cut::Inside }
    }

    /// Follows comments and brackets.
    fn scan(&mut self, line: &str) {
        for byte in line.bytes() {
            match byte {
                b'}' => self.in_comment = false,
                _ if self.in_comment => {}
                b'{' => self.in_comment = true,
                b'(' => self.depth += 1,
                b')' => self.depth = self.depth.saturating_sub(1),
                b';' => return,
                _ => {}
            }
        }
    }
}

impl Record {
    fn push<R: BufRead>(&mut self, lines: &Lines<R>) {
        if self.text.len() + lines.text().len() < MAX_RECORD {
            self.text.push_str(lines.text());
            self.text.push('\n');
        } else if !matches!(self.problems.last(), Some((_, ProblemKind::TooLong))) {
            self.problems.push((lines.number(), ProblemKind::TooLong));
        }
        if lines.is_malformed() && self.problems.len() < crate::game::MAX_PROBLEMS {
            let encoding = lines
                .encoding()
                .map_or_else(|| "UTF-8".to_owned(), |e| e.to_string());
            self.problems
                .push((lines.number(), ProblemKind::Malformed { encoding }));
        }
    }

    /// The number of the game in its file, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The number of the line where it begins, from 1.
    pub fn first_line(&self) -> u64 {
        self.first_line
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Plays its moves. Whatever is wrong is told by the game's problems.
    pub fn parse(&self, edition: Edition<'_>) -> Game {
        let mut builder = Builder::new(&self.file, self.number, edition);
        let mut moves = MoveText::default();
        let lines = self.text.lines().zip(self.first_line..);
        let lines = lines.map(|(text, number)| Line {
            file: &self.file,
            number,
            text,
        });
        let mut problems = self.problems.iter().peekable();
        let mut in_moves = false;
        for line in lines {
            while let Some((_, kind)) = problems.next_if(|(number, _)| *number <= line.number) {
                report(kind, Some(line.excerpt(line.text)), &mut builder);
            }
            let mut text = line.text;
            if !in_moves {
                text = read_tags(line, &mut builder);
                if text.trim().is_empty() || is_rule(text.trim()) {
                    continue;
                }
                in_moves = true;
                start(&mut builder);
            } else if let Some((_, value)) = heading(line.text) {
                moves.result = value.parse().ok().or(moves.result);
                continue;
            } else if is_rule(line.text.trim()) {
                continue;
            }
            moves.line(text, line, &mut builder, edition.vocabulary);
        }
        if !in_moves {
            start(&mut builder);
        }
        moves.finish(&mut builder);
        problems.for_each(|(_, kind)| report(kind, None, &mut builder));
        builder.finish(moves.result)
    }
}

/// Tells a problem that was found while the record was cut out. Where text is missing, what follows it cannot be played.
fn report(kind: &ProblemKind, excerpt: Option<Excerpt>, builder: &mut Builder<'_>) {
    match kind {
        ProblemKind::Malformed { .. } => builder.problem(kind.clone(), None, excerpt),
        _ => builder.abandon(kind.clone(), None),
    }
}

/// Sets up the position that the tags give.
fn start(builder: &mut Builder<'_>) {
    let fen = builder
        .tag_value("FEN")
        .map(str::to_owned)
        .filter(|fen| !fen.trim().is_empty());
    if let Some(fen) = fen {
        builder.start_from_fen(&fen, None);
    }
}

/// Reads the tags of a line; what follows them.
fn read_tags<'t>(line: Line<'t>, builder: &mut Builder<'_>) -> &'t str {
    if let Some((name, value)) = heading(line.text) {
        builder.tag(name, value);
        return "";
    }
    let mut rest = line.text;
    while let Some((name, value, after)) = tag(rest) {
        builder.tag(name, &unescape(value));
        rest = after;
    }
    rest
}

/// `[Name "value"]` at the beginning of a text: name, value still escaped, what follows.
fn tag(text: &str) -> Option<(&str, &str, &str)> {
    let inside = text.trim_start().strip_prefix('[')?.trim_start();
    let end = inside.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let (name, rest) = inside.split_at(end);
    let value = rest.trim_start().strip_prefix('"')?;
    if name.is_empty() {
        return None;
    }
    // Quotation marks inside a value are not always escaped: the one before a bracket ends it.
    let closing = value.match_indices('"').find(|(at, _)| {
        let escaped = value[..*at]
            .bytes()
            .rev()
            .take_while(|&b| b == b'\\')
            .count()
            % 2
            == 1;
        !escaped && value[at + 1..].trim_start().starts_with(']')
    });
    match closing {
        Some((at, _)) => {
            let after = value[at + 1..].trim_start().trim_start_matches(']');
            Some((name, &value[..at], after))
        }
        None => Some((name, value.trim_end_matches([']', '"', ' ']), "")),
    }
}

fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.push(chars.next().unwrap_or('\\')),
            _ => text.push(c),
        }
    }
    text.trim().to_owned()
}

/// A heading of plain texts: what is written in simplified and in traditional text, what else is read, the tag it stands for.
type Heading = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static str,
);

const HEADINGS: [Heading; 11] = [
    ("标题", "標題", &["名称", "名稱", "棋局"], "Title"),
    ("赛事", "賽事", &["比赛", "比賽", "赛会", "賽會"], "Event"),
    ("轮次", "輪次", &[], "Round"),
    (
        "日期",
        "日期",
        &["时间", "時間", "比赛时间", "比賽時間"],
        "Date",
    ),
    ("地点", "地點", &["比赛地点", "比賽地點"], "Site"),
    ("红方", "紅方", &["红先", "紅先", "先手"], "Red"),
    ("黑方", "黑方", &["后手", "後手"], "Black"),
    ("结果", "結果", &[], "Result"),
    ("布局", "布局", &["开局", "開局"], "Opening"),
    (
        "评注",
        "評注",
        &["评注人", "評注人", "讲评人", "講評人"],
        "Annotator",
    ),
    ("FEN", "FEN", &["局面"], "FEN"),
];

/// `红方：某某`, as plain texts head their games: the name of the tag, and its value.
fn heading(line: &str) -> Option<(&'static str, &str)> {
    let (name, value) = line.trim().split_once(['：', ':'])?;
    if name.len() > 24 {
        return None;
    }
    let plain: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    let is_meant = |(simplified, traditional, others, _): &&Heading| {
        plain == *simplified || plain == *traditional || others.contains(&plain.as_str())
    };
    HEADINGS
        .iter()
        .find(is_meant)
        .map(|(.., tag)| (*tag, value.trim()))
}

/// The heading that stands for a tag.
pub(super) fn heading_of(tag: &str, script: Script) -> Option<&'static str> {
    let (simplified, traditional, ..) = HEADINGS
        .iter()
        .find(|(.., t)| t.eq_ignore_ascii_case(tag))?;
    Some(match script {
        Script::Simplified => simplified,
        Script::Traditional => traditional,
    })
}

/// A line that only separates.
fn is_rule(line: &str) -> bool {
    line.chars().count() >= 3
        && line
            .chars()
            .all(|c| matches!(narrow(c), '-' | '=' | '*' | '_' | '~' | '─' | '━'))
}

/// The games of a text, one after the other.
pub fn read<'a, R: BufRead + 'a>(
    reader: R,
    file: &str,
    edition: Edition<'a>,
) -> impl Iterator<Item = Result<Game, ReadError>> + use<'a, R> {
    Records::new(reader, file, edition.vocabulary).map(move |record| Ok(record?.parse(edition)))
}

/// The FEN of the start of a game, if it is not the initial position.
pub(super) fn start_tag(game: &Game, vocabulary: &Vocabulary) -> Option<String> {
    (game.start != *vocabulary.start()).then(|| game.start.write(vocabulary.alphabet()))
}

/// Writes a game: its tags, the position it starts from, its moves with comments and variations.
pub fn write(game: &Game, edition: Edition<'_>, style: &Style) -> String {
    let mut tags = game.tags.clone();
    if tags.is_empty() {
        tags.set("Event", "?");
    }
    tags.set("Result", game.result.symbol());
    for name in ["FEN", "SetUp", "Format"] {
        tags.remove(name);
    }
    if let Some(fen) = start_tag(game, edition.vocabulary) {
        tags.set("SetUp", "1");
        tags.set("FEN", fen);
    }
    let format = match style.notation {
        Notation::Chinese => Some("Chinese"),
        Notation::Wxf => Some("WXF"),
        Notation::Iccs => Some("ICCS"),
        Notation::Coordinates | Notation::Letters => None,
    };
    if let Some(format) = format {
        tags.set("Format", format);
    }
    let mut text = String::new();
    for (name, value) in tags.iter() {
        let name: String = name
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        let value = value
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace(['\n', '\r'], " ");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    text.push('\n');
    text.push_str(&write::moves(game, edition, style, Layout::Filled));
    text
}
