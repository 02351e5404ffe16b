//! WXF files, as playing sites and programs for the WXF notation write them:
//!
//! ```text
//! FORMAT  WXF
//! RED     Tiger ; 1200 ;;
//! RESULT  0-1
//! FEN     rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w
//! START{
//!  1. C2.5 h8+7   2. H2+3 r9.8 }END
//! ```

use super::movetext::MoveText;
use super::records::{Cut, Record};
use crate::game::{Builder, GameResult};
use crate::vocabulary::Vocabulary;

const START: &str = "START{";

/// Words before the moves and the tags they become; a second part after a semicolon has a tag of its own.
const TAGS: [(&str, &str, Option<&str>); 15] = [
    ("GAME", "Title", None),
    ("TITLE", "Title", None),
    ("EVENT", "Event", Some("TimeControl")),
    ("SITE", "Site", None),
    ("PLACE", "Site", None),
    ("DATE", "Date", None),
    ("ROUND", "Round", None),
    ("TIME", "TimeControl", None),
    ("RED", "Red", Some("RedElo")),
    ("BLACK", "Black", Some("BlackElo")),
    ("RESULT", "Result", None),
    ("OPENING", "Opening", None),
    ("AUTHOR", "Author", None),
    ("COMMENT", "Annotator", None),
    ("FEN", "FEN", None),
];

/// The word in capital letters that a line begins with, and its value.
fn header(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_end();
    let end = line.find(|c: char| !c.is_ascii_uppercase())?;
    let (name, value) = line.split_at(end);
    let is_known = name == "FORMAT" || TAGS.iter().any(|(known, ..)| *known == name);
    (is_known && value.starts_with(['\t', ' '])).then_some((name, value.trim()))
}

/// Whether a game in this format begins with a line.
pub(super) fn begins(line: &str) -> bool {
    line.starts_with(START)
        || match header(line) {
            Some(("FORMAT", value)) => value.eq_ignore_ascii_case("WXF"),
            Some(("FEN", _)) | None => false,
            Some((name, _)) => line[name.len()..].starts_with('\t'),
        }
}

/// Where the text of a game stands while it is cut out.
#[derive(Default)]
pub(super) struct State {
    has_lines: bool,
    in_moves: bool,
    depth: usize,
}

impl State {
    pub(super) fn cut(&mut self, line: &str) -> Cut {
        let is_first = matches!(header(line), Some(("FORMAT", _)));
        if self.has_lines && (is_first || super::pgn::is_tag(line)) {
            return Cut::Before;
        }
        self.has_lines = true;
        self.in_moves |= line.starts_with(START);
        if !self.in_moves {
            return Cut::Inside;
        }
        for (at, byte) in line.bytes().enumerate() {
            match byte {
                b'{' => self.depth += 1,
                b'}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if byte == b'}' && self.depth == 0 {
                let end = line[at + 1..]
                    .strip_prefix("END")
                    .map_or(at + 1, |_| at + 4);
                return if line[end..].trim().is_empty() {
                    Cut::After
                } else {
                    Cut::At(end)
                };
            }
        }
        Cut::Inside
    }
}

/// Reads the text of a game.
pub(super) fn parse(
    record: &Record,
    builder: &mut Builder<'_>,
    vocabulary: &Vocabulary,
) -> Option<GameResult> {
    let mut moves = MoveText::new(record.text());
    let mut in_moves = false;
    let last = record.text().rfind('}');
    let end = last.map_or(record.text().len(), |at| at) + record.text().as_ptr() as usize;
    for line in record.lines() {
        let mut text = line.text;
        if let Some(rest) = text.strip_prefix(START).filter(|_| !in_moves) {
            in_moves = true;
            builder.start_from_tag();
            text = rest;
        }
        if !in_moves {
            if let Some((name, value)) = header(text) {
                let place = || Some(line.excerpt(value));
                for (tag, value) in tags(name, value) {
                    builder.tag_at(tag, value, place());
                }
            } else if !text.trim().is_empty() {
                builder.comment(text);
            }
            continue;
        }
        let kept = end.saturating_sub(text.as_ptr() as usize).min(text.len());
        moves.line(text.get(..kept).unwrap_or(text), line, builder, vocabulary);
    }
    if !in_moves {
        builder.start_from_tag();
    }
    moves.finish(record, builder);
    moves.result
}

/// The tags that a header gives.
fn tags<'t>(name: &'t str, value: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let known = TAGS.into_iter().find(|(known, ..)| *known == name);
    let (tag, second) = known.map_or((name, None), |(_, tag, second)| (tag, second));
    let (first, rest) = match second {
        Some(_) => value.split_once(';').unwrap_or((value, "")),
        None => (value, ""),
    };
    let rest = rest.trim_matches([';', ' ', '\t']);
    [Some((tag, first.trim())), second.map(|tag| (tag, rest))]
        .into_iter()
        .flatten()
        .filter(|(tag, value)| *tag != "FORMAT" && !value.is_empty())
}
