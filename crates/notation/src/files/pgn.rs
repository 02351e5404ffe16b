//! PGN, and plain move text: tags, comments, variations, results, or none of these; several games; broken ends.

use super::movetext::{self, Line, MoveText};
use super::records::{Cut, Record, ends_with_result};
use super::write::{self, Layout};
use super::{Edition, fen_moves};
use crate::game::{Builder, Game, GameResult, ProblemKind};
use crate::moves::{Notation, Style, narrow};
use crate::vocabulary::{Script, Vocabulary};
use qili_board::Side;

/// Where the text of a game stands while it is cut out.
#[derive(Default)]
pub(super) struct State {
    has_moves: bool,
    has_start: bool,
    after_blank: bool,
    in_comment: bool,
    depth: usize,
    tags: Vec<String>,
}

impl State {
    pub(super) fn cut(&mut self, line: &str, vocabulary: &Vocabulary) -> Cut {
        // A comment that is never closed ends at the next game.
        if self.in_comment {
            if is_tag(line) {
                return Cut::Before;
            }
            return self.follow(line);
        }
        let mut line = line;
        if let Some(tag) = tag(line) {
            let again = self.tags.iter().any(|t| t == tag.name);
            if self.has_moves || self.after_blank && again {
                return Cut::Before;
            }
            self.after_blank = false;
            while let Some(tag) = self::tag(line) {
                self.has_start |= tag.name.eq_ignore_ascii_case("FEN");
                self.tags.push(tag.name.to_owned());
                line = tag.after;
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
        if self.has_moves && begins_another(trimmed) {
            return Cut::Before;
        }
        if let Some((start, moves)) = fen_moves::parts(line) {
            if start.is_some() && (self.has_moves || self.has_start) {
                return Cut::Before;
            }
            self.has_start |= start.is_some();
            self.has_moves |= moves.is_some();
            return if moves.is_some() {
                Cut::After
            } else {
                Cut::Inside
            };
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
        let says_nothing = trimmed.starts_with('%') || is_broken_tag(line);
        if says_nothing || !self.has_moves && movetext::is_prose(line, vocabulary) {
            return Cut::Inside;
        }
        self.follow(line)
    }

    /// Follows comments and brackets, and sees whether the game ends with this line.
    fn follow(&mut self, line: &str) -> Cut {
        let mut said = line;
        for (at, byte) in line.bytes().enumerate() {
            match byte {
                b'}' => self.in_comment = false,
                _ if self.in_comment => {}
                b'{' => self.in_comment = true,
                b'(' => self.depth += 1,
                b')' => self.depth = self.depth.saturating_sub(1),
                b';' => {
                    said = &line[..at];
                    break;
                }
                _ => self.has_moves |= !byte.is_ascii_whitespace(),
            }
        }
        if self.has_moves && !self.in_comment && self.depth == 0 && ends_with_result(said) {
            Cut::After
        } else {
            Cut::Inside
        }
    }
}

/// Whether a line after the moves begins a game of another kind.
fn begins_another(line: &str) -> bool {
    super::wxf::begins(line) || super::dhtmlxq::opens(line) || super::cbf::opens(line)
}

/// Reads the text of a game.
pub(super) fn parse(
    record: &Record,
    builder: &mut Builder<'_>,
    vocabulary: &Vocabulary,
) -> Option<GameResult> {
    let mut moves = MoveText::new(record.text());
    let mut in_moves = false;
    let mut told = 0;
    for line in record.lines() {
        record.tell(&mut told, line.number, builder);
        let mut text = line.text;
        if moves.in_comment() {
            let end = text.find('}').map_or(text.len(), |end| end + 1);
            moves.line(&text[..end], line, builder, vocabulary);
            text = &text[end..];
            if text.trim().is_empty() {
                continue;
            }
        }
        if let Some((start, then)) = fen_moves::parts(text) {
            if let Some(fen) = start.filter(|fen| !fen.is_empty()) {
                builder.start_from_fen(fen, Some(line.excerpt(fen)));
            }
            text = then.unwrap_or_default();
            if !in_moves && !text.is_empty() {
                in_moves = true;
                builder.start_from_tag();
            }
        } else if let Some((name, value)) = heading(text) {
            match value.parse() {
                Ok(result) if in_moves => moves.result = Some(result),
                _ if in_moves => {
                    let value = value.to_owned();
                    let place = Some(line.excerpt(text));
                    builder.problem(ProblemKind::Result { value }, None, place);
                }
                _ if value.is_empty() => {}
                _ => builder.tag_at(name, value, Some(line.excerpt(value))),
            }
            continue;
        } else if is_rule(text.trim()) {
            continue;
        } else if !in_moves {
            text = read_tags(text, line, builder);
            if text.trim().is_empty() {
                continue;
            }
            if is_broken_tag(text) {
                builder.problem(broken_tag(text), None, Some(line.excerpt(text.trim())));
                continue;
            }
            if !movetext::is_remark(text) {
                if movetext::is_prose(text, vocabulary) {
                    builder.comment(text);
                    continue;
                }
                in_moves = true;
                builder.start_from_tag();
            }
        }
        moves.line(text, line, builder, vocabulary);
    }
    record.tell(&mut told, u64::MAX, builder);
    if !in_moves {
        builder.start_from_tag();
    }
    moves.finish(record, builder);
    moves.result
}

/// Reads the tags of a text in a line; what follows them.
fn read_tags<'t>(text: &'t str, line: Line<'t>, builder: &mut Builder<'_>) -> &'t str {
    let mut rest = text;
    while let Some(tag) = tag(rest) {
        builder.tag_at(
            tag.name,
            &unescape(tag.value),
            Some(line.excerpt(tag.value)),
        );
        if !tag.is_whole {
            let name = tag.name.to_owned();
            let place = Some(line.excerpt(rest.trim()));
            builder.problem(ProblemKind::OpenTag { name }, None, place);
        }
        rest = tag.after;
    }
    rest
}

/// A tag.
pub(super) struct Tag<'t> {
    name: &'t str,
    /// Still escaped.
    value: &'t str,
    /// Whether it has its quotation marks and brackets.
    is_whole: bool,
    /// What follows it.
    after: &'t str,
}

/// Whether a line is a tag and nothing else.
pub(crate) fn is_tag(line: &str) -> bool {
    tag(line).is_some_and(|tag| tag.is_whole && line.trim_end().ends_with(']'))
}

/// Whether a line is no tag, but was one before it was damaged.
pub(super) fn is_broken_tag(line: &str) -> bool {
    let line = line.trim();
    line.ends_with("\"]") && !line.contains(['{', ';', '(', '%']) && tag(line).is_none()
}

/// A line that was a tag before it was damaged.
pub(super) fn broken_tag(line: &str) -> ProblemKind {
    let name = crate::visible::shortened(line);
    ProblemKind::OpenTag { name }
}

/// `[Name "value"]` at the beginning of a text. Where a quotation mark or the last bracket is missing, the line tells the value.
pub(super) fn tag(text: &str) -> Option<Tag<'_>> {
    let inside = text.trim_start().strip_prefix('[')?.trim_start();
    let end = inside.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let (name, rest) = inside.split_at(end);
    if name.is_empty() || name.starts_with("DhtmlXQ") {
        return None;
    }
    let quoted = rest.trim_start().strip_prefix('"');
    // Quotation marks inside a value are not always escaped: the one before a bracket ends it.
    let closing = quoted.and_then(|value| {
        let closes = |at: usize| {
            let before = value[..at].bytes().rev();
            let escaped = before.take_while(|&b| b == b'\\').count() % 2 == 1;
            !escaped && value[at + 1..].trim_start().starts_with(']')
        };
        let at = value
            .match_indices('"')
            .map(|(at, _)| at)
            .find(|&at| closes(at))?;
        Some((&value[..at], &value[at + 1..]))
    });
    if let Some((value, after)) = closing {
        let after = after.trim_start().trim_start_matches(']');
        return Some(Tag {
            name,
            value,
            is_whole: true,
            after,
        });
    }
    let open = is_common(name) && rest.starts_with([' ', '\t']) && rest.trim_end().ends_with(']');
    let value = quoted.or_else(|| Some(rest).filter(|_| open))?;
    Some(Tag {
        name,
        value: value.trim_matches([']', '"', ' ']),
        is_whole: false,
        after: "",
    })
}

/// Whether a tag is so common that its quotation marks may be missing.
fn is_common(name: &str) -> bool {
    const COMMON: [&str; 16] = [
        "Event",
        "Site",
        "Date",
        "Round",
        "Red",
        "White",
        "Black",
        "Result",
        "FEN",
        "Game",
        "Title",
        "RedTeam",
        "BlackTeam",
        "Opening",
        "Variation",
        "Format",
    ];
    COMMON
        .iter()
        .any(|common| common.eq_ignore_ascii_case(name))
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

/// The first heading of a text.
pub(super) const TITLE: &str = "标题";

const HEADINGS: [Heading; 11] = [
    (TITLE, "標題", &["名称", "名稱", "棋局"], "Title"),
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
pub(super) fn heading(line: &str) -> Option<(&'static str, &str)> {
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

/// The FEN of the start of a game, if it is not the initial position with Red to move, which every reader supposes.
pub(super) fn start_tag(game: &Game, vocabulary: &Vocabulary) -> Option<String> {
    let supposed = game.start == *vocabulary.start() && game.start.position.turn() == Side::Red;
    (!supposed).then(|| game.start.write(vocabulary.alphabet()))
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
        tags.set("FEN", &fen);
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
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    text.push('\n');
    text.push_str(&write::moves(game, edition, style, Layout::Filled));
    text
}
