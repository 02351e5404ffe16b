//! The texts of single games, cut out of a stream of text.
//!
//! [`Records`] looks at lines and finds where a game begins and ends, which is quick; [`Record::parse`] plays the moves of one game,
//! which can be done by many workers at once. What a game is written in, its first line tells; a stream may hold games of several
//! kinds.

use std::io::BufRead;
use std::sync::Arc;

use super::movetext::{self, Line};
use super::{Edition, Format, ReadError, cbf, dhtmlxq, fen_moves, pgn, wxf};
use crate::encoding::{Damage, LineError, Lines};
use crate::game::{Builder, Excerpt, Game, GameResult, MAX_PROBLEMS, ProblemKind};
use crate::vocabulary::Vocabulary;

/// The longest text of one game, in bytes. What goes beyond it is dropped and reported.
pub const MAX_RECORD: usize = 16 * 1024 * 1024;

/// How many control characters before the first game show that a file is no text.
const MAX_CONTROLS: u32 = 16;

/// What a game is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// PGN, move text, `fen` and `moves` lines.
    Moves,
    Web,
    Wxf,
    Cbf,
}

impl Kind {
    /// The kind of a game that begins with a line; `None` if no game does.
    fn of(line: &str, vocabulary: &Vocabulary) -> Option<Self> {
        let is_text =
            || pgn::tag(line).is_some() || fen_moves::begins(line) || pgn::heading(line).is_some();
        if line.trim_start().is_empty() {
            None
        } else if wxf::begins(line) {
            Some(Self::Wxf)
        } else if is_text() || movetext::begins_moves(line, vocabulary) {
            Some(Self::Moves)
        } else if dhtmlxq::begins(line) {
            Some(Self::Web)
        } else {
            cbf::begins(line).then_some(Self::Cbf)
        }
    }
}

/// The format of a text, by the line that its first game begins with; `None` if there is no such line.
pub(super) fn format(text: &str, vocabulary: &Vocabulary) -> Option<Format> {
    let (line, kind) = text
        .lines()
        .find_map(|line| Some((line, Kind::of(line, vocabulary)?)))?;
    Some(match kind {
        Kind::Web => Format::DhtmlXq,
        Kind::Wxf => Format::Wxf,
        Kind::Cbf => Format::Cbf,
        Kind::Moves if pgn::tag(line).is_some() => Format::Pgn,
        Kind::Moves if fen_moves::begins(line) => Format::FenMoves,
        Kind::Moves => Format::Text,
    })
}

/// A problem that was found while a record was cut out, and its place.
type Found = (ProblemKind, Excerpt);

/// The text of one game.
#[derive(Debug, Clone)]
pub struct Record {
    file: Arc<str>,
    number: u64,
    first_line: u64,
    kind: Kind,
    text: String,
    problems: Vec<Found>,
}

/// Cuts a stream into the texts of its games.
pub(super) struct Records<'a, R> {
    lines: Lines<R>,
    file: Arc<str>,
    vocabulary: &'a Vocabulary,
    number: u64,
    /// The line read last belongs to the next game.
    pending: bool,
    /// The game before has ended with its line `moves`.
    after_moves: bool,
    controls: u32,
    ended: bool,
}

/// What a line means for the record before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    Inside,
    /// The record ends with this line.
    After,
    /// The record ends inside this line, after so many bytes.
    At(usize),
    /// The record has ended before this line.
    Before,
}

/// Where a record stands while it is cut out.
enum State {
    Moves(pgn::State),
    Web(dhtmlxq::State),
    Wxf(wxf::State),
    Cbf(cbf::State),
}

impl State {
    fn cut(&mut self, line: &str, vocabulary: &Vocabulary) -> Cut {
        match self {
            Self::Moves(state) => state.cut(line, vocabulary),
            Self::Web(state) => state.cut(line),
            Self::Wxf(state) => state.cut(line),
            Self::Cbf(state) => state.cut(line),
        }
    }
}

impl<'a, R: BufRead> Records<'a, R> {
    /// The games of a text.
    pub(super) fn new(reader: R, file: &str, vocabulary: &'a Vocabulary) -> Self {
        Self {
            lines: Lines::new(reader),
            file: file.into(),
            vocabulary,
            number: 0,
            pending: false,
            after_moves: false,
            controls: 0,
            ended: false,
        }
    }

    fn error(&self, error: LineError) -> ReadError {
        let file = self.file.clone();
        match error {
            LineError::Io(source) => ReadError::Io { file, source },
            source => ReadError::Line { file, source },
        }
    }

    /// Finds the first line of the next game, and what it says; the lines before it that look like its tags are told.
    fn find_start(&mut self) -> Result<Option<(Kind, Vec<Found>)>, ReadError> {
        let mut tags = Vec::new();
        loop {
            if !std::mem::take(&mut self.pending)
                && !self.lines.advance().map_err(|e| self.error(e))?
            {
                return Ok(None);
            }
            let line = self.lines.text();
            if let Some(kind) = Kind::of(line, self.vocabulary) {
                return Ok(Some((kind, tags)));
            }
            if line.trim().is_empty() {
                self.after_moves = false;
                tags.clear();
            } else if pgn::is_broken_tag(line) && tags.len() < MAX_PROBLEMS {
                tags.push((pgn::broken_tag(line), self.excerpt()));
            }
            let control = |c: &char| c.is_control() && !matches!(c, '\t' | '\r' | '\u{1A}');
            let controls = line.chars().filter(control).count();
            self.controls += u32::try_from(controls).unwrap_or(u32::MAX / 2);
            if self.number == 0 && self.controls > MAX_CONTROLS {
                let file = self.file.clone();
                return Err(ReadError::Format { file });
            }
        }
    }

    /// The line read last, for a message.
    fn excerpt(&self) -> Excerpt {
        let text = self.lines.text();
        Excerpt::new(&self.file, self.lines.number(), text, 0..text.len())
    }

    fn next_record(&mut self) -> Result<Option<Record>, ReadError> {
        let Some((kind, problems)) = self.find_start()? else {
            return Ok(None);
        };
        self.number += 1;
        let mut record = Record {
            file: self.file.clone(),
            number: self.number,
            first_line: self.lines.number(),
            kind,
            text: String::new(),
            problems,
        };
        let continues = fen_moves::continues(self.lines.text());
        if std::mem::take(&mut self.after_moves) && continues {
            record.problems.push((ProblemKind::NoStart, self.excerpt()));
        }
        let mut state = match kind {
            Kind::Moves => State::Moves(pgn::State::default()),
            Kind::Web => State::Web(dhtmlxq::State::default()),
            Kind::Wxf => State::Wxf(wxf::State::default()),
            Kind::Cbf => State::Cbf(cbf::State::default()),
        };
        // the line with which a record begins belongs to it, whatever else could begin there
        let mut begun = false;
        loop {
            match state.cut(self.lines.text(), self.vocabulary) {
                Cut::Before | Cut::At(0) if !begun => record.push(&self.lines, None),
                Cut::Before => {
                    self.pending = true;
                    return Ok(Some(record));
                }
                Cut::Inside => record.push(&self.lines, None),
                Cut::After => {
                    record.push(&self.lines, None);
                    self.after_moves = continues || fen_moves::has_moves(self.lines.text());
                    return Ok(Some(record));
                }
                Cut::At(end) => {
                    record.push(&self.lines, Some(end));
                    self.lines.drop_text(end);
                    self.pending = true;
                    return Ok(Some(record));
                }
            }
            begun = true;
            loop {
                match self.lines.advance() {
                    Ok(true) => break,
                    Ok(false) => return Ok(Some(record)),
                    Err(LineError::TooLong { line }) => {
                        record.text.push('\n');
                        let place = Excerpt::new(&self.file, line, "", 0..0);
                        record.problems.push((ProblemKind::LongLine, place));
                    }
                    Err(error) => return Err(self.error(error)),
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
        self.ended = matches!(
            &record,
            Ok(None) | Err(ReadError::Io { .. } | ReadError::Format { .. })
        );
        match record {
            Ok(None) if self.number == 0 => {
                let file = self.file.clone();
                Some(Err(if self.controls > 0 {
                    ReadError::Format { file }
                } else {
                    ReadError::NoGame { file }
                }))
            }
            record => record.transpose(),
        }
    }
}

impl Record {
    fn push<R: BufRead>(&mut self, lines: &Lines<R>, end: Option<usize>) {
        let line = end.map_or(lines.text(), |end| &lines.text()[..end]);
        let place = |span| Excerpt::new(&self.file, lines.number(), line, span);
        if self.text.len() + line.len() < MAX_RECORD {
            self.text.push_str(line);
            self.text.push('\n');
        } else if !matches!(self.problems.last(), Some((ProblemKind::TooLong, _))) {
            self.problems.push((ProblemKind::TooLong, place(0..0)));
        }
        if let Some((at, damage)) = lines.damage()
            && at < line.len()
            && self.problems.len() < MAX_PROBLEMS
        {
            let kind = match damage {
                Damage::Control(character) => ProblemKind::Control { character },
                Damage::Malformed(encoding) => ProblemKind::Malformed { encoding },
            };
            let length = line[at..].chars().next().map_or(0, char::len_utf8);
            self.problems.push((kind, place(at..at + length)));
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

    /// Its lines.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let file = &self.file;
        let lines = self.text.lines().zip(self.first_line..);
        lines.map(move |(text, number)| Line { file, number, text })
    }

    /// A part of the text, for a message.
    pub(super) fn excerpt(&self, part: &str) -> Option<Excerpt> {
        let at = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        let before = self.text.get(..at)?;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let number = self.first_line + before.matches('\n').count() as u64;
        let text = self.text.get(start..)?.lines().next()?;
        let end = (at - start + part.len()).min(text.len());
        Some(Excerpt::new(&self.file, number, text, at - start..end))
    }

    /// Plays its moves. Whatever is wrong is told by the game's problems.
    pub fn parse(&self, edition: Edition<'_>) -> Game {
        let mut builder = Builder::new(&self.file, self.number, edition);
        let result = match self.kind {
            Kind::Moves => pgn::parse(self, &mut builder, edition.vocabulary),
            Kind::Web => dhtmlxq::parse(self, &mut builder, edition.vocabulary),
            Kind::Wxf => wxf::parse(self, &mut builder, edition.vocabulary),
            Kind::Cbf => cbf::parse(self, &mut builder),
        };
        self.tell_all(&mut builder);
        let mut game = builder.finish(result);
        for problem in &mut game.problems {
            if problem.excerpt.is_none() {
                let first = self.text.lines().next().unwrap_or_default();
                problem.excerpt = Some(Excerpt::new(&self.file, self.first_line, first, 0..0));
            }
        }
        game.problems
            .sort_by_key(|problem| problem.excerpt.as_ref().map(|excerpt| excerpt.line));
        game
    }

    /// Tells the problems that were found while the record was cut out, up to a line. Where text is missing, what follows it
    /// cannot be played.
    pub(super) fn tell(&self, told: &mut usize, line: u64, builder: &mut Builder<'_>) {
        while let Some((kind, place)) = self.problems.get(*told)
            && place.line <= line
        {
            *told += 1;
            if matches!(
                kind,
                ProblemKind::LongLine | ProblemKind::TooLong | ProblemKind::NoStart
            ) {
                builder.abandon(kind.clone(), Some(place.clone()));
            } else {
                builder.problem(kind.clone(), None, Some(place.clone()));
            }
        }
    }

    fn tell_all(&self, builder: &mut Builder<'_>) {
        if self.kind != Kind::Moves {
            self.tell(&mut 0, u64::MAX, builder);
        }
    }
}

/// Whether the last word of a line is the result of a game.
pub(super) fn ends_with_result(line: &str) -> bool {
    let last = line.split_whitespace().next_back().unwrap_or_default();
    last.parse::<GameResult>().is_ok()
}
