//! DhtmlXQ, the tagged text of web boards: `[DhtmlXQ] … [/DhtmlXQ]` with fields `[DhtmlXQ_name]…[/DhtmlXQ_name]`.
//!
//! Moves are four digits, file and rank from the top left. A field `move_P_N_B` is the variation with number B: it leaves the line
//! with number P (0 is the main one) in place of its move N.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

use qili_board::{File, Move, Rank, Square};

use super::bytes::clean;
use super::records::{Cut, Record};
use super::{WriteError, men};
use crate::game::{Builder, Event, Game, GameResult, NodeId, ProblemKind};
use crate::vocabulary::Vocabulary;
use qili_words::both;

const OPEN: &str = "[DhtmlXQ]";
const CLOSE: &str = "[/DhtmlXQ]";
const FIELD: &str = "[DhtmlXQ_";

/// Fields and the tags they become.
const TAGS: [(&str, &str); 20] = [
    ("title", "Title"),
    ("event", "Event"),
    ("group", "Group"),
    ("round", "Round"),
    ("table", "Table"),
    ("date", "Date"),
    ("place", "Site"),
    ("timerule", "TimeControl"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("redtime", "RedTime"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("blacktime", "BlackTime"),
    ("result", "Result"),
    ("open", "Opening"),
    ("author", "Author"),
    ("remark", "Annotator"),
];

/// Where a word stands in a text, in whatever case.
fn find(text: &str, word: &str) -> Option<usize> {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let first = word.first()?;
    let mut at = 0;
    while let Some(found) = text[at..].iter().position(|byte| byte == first) {
        at += found;
        if text.get(at..at + word.len())?.eq_ignore_ascii_case(word) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Where a bracket without a field begins and ends: `[DhtmlXQ]` or, with a slash, its end; also `[DhtmlXQiFrame]`.
fn bracket(text: &str, slash: &str) -> Option<(usize, usize)> {
    let word = format!("[{slash}DhtmlXQ");
    let mut from = 0;
    while let Some(at) = find(&text[from..], &word) {
        let begin = from + at;
        let rest = &text[begin + word.len()..];
        let name = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        if name.starts_with(']') {
            return Some((begin, text.len() - name.len() + 1));
        }
        from = begin + word.len();
    }
    None
}

/// Whether a line has something of this format.
pub(super) fn begins(line: &str) -> bool {
    find(line, FIELD).is_some() || bracket(line, "").is_some()
}

/// Whether a line begins with the bracket that opens a game.
pub(super) fn opens(line: &str) -> bool {
    line.starts_with('[') && bracket(line, "").is_some_and(|(begin, _)| begin == 0)
}

/// Where the text of a game stands while it is cut out.
#[derive(Default)]
pub(super) struct State {
    has_fields: bool,
}

impl State {
    pub(super) fn cut(&mut self, line: &str) -> Cut {
        let (open, close) = (bracket(line, ""), bracket(line, "/"));
        if self.has_fields
            && open.is_some_and(|(open, _)| close.is_none_or(|(close, _)| open < close))
        {
            return Cut::Before;
        }
        self.has_fields |= open.is_some() || find(line, FIELD).is_some();
        match close {
            Some((_, end)) if line[end..].trim().is_empty() => Cut::After,
            Some((_, end)) => Cut::At(end),
            None => Cut::Inside,
        }
    }
}

/// The fields of a game by their names in lower case.
fn fields(text: &str) -> HashMap<String, &str> {
    let mut fields = HashMap::new();
    let mut rest = text;
    while let Some(at) = find(rest, FIELD) {
        let Some((name, after)) = rest[at + FIELD.len()..].split_once(']') else {
            break;
        };
        let end = format!("[/DhtmlXQ_{name}]");
        let (value, after) = match find(after, &end) {
            Some(at) => (&after[..at], &after[at + end.len()..]),
            // A field that is not closed ends where the next one begins.
            None => after.split_at(
                find(after, "[DhtmlXQ")
                    .or(find(after, "[/DhtmlXQ"))
                    .unwrap_or(after.len()),
            ),
        };
        fields.entry(name.to_ascii_lowercase()).or_insert(value);
        rest = after;
    }
    fields
}

/// A line of moves: the place that it leaves, the number of its first move, the places after its moves.
struct Branch {
    before: NodeId,
    first: usize,
    places: Vec<NodeId>,
}

impl Branch {
    /// The place before a move; a number beyond the end means a move after the last one.
    fn before(&self, number: usize) -> Option<NodeId> {
        match number.checked_sub(self.first)? {
            0 => Some(self.before),
            index => self.places.get(index - 1).copied(),
        }
    }
}

/// Reads the text of a game.
pub(super) fn parse(
    record: &Record,
    builder: &mut Builder<'_>,
    vocabulary: &Vocabulary,
) -> Option<GameResult> {
    let fields = fields(record.text());
    for (name, tag) in TAGS {
        if let Some(value) = fields.get(name).filter(|value| !value.trim().is_empty()) {
            builder.tag_at(tag, &clean(&plain(value)), record.excerpt(value));
        }
    }
    let given = |name: &str| {
        fields
            .get(name)
            .copied()
            .filter(|value| !value.trim().is_empty())
    };
    if let Some(fen) = given("fen") {
        builder.start_from_fen(fen.trim(), record.excerpt(fen));
    } else if let Some(men) = given("binit") {
        let squares: Vec<_> = pairs(men).collect();
        let is_place = |pair: &&str| square(pair).is_some() || *pair == "99";
        if squares.len() != men::COUNT || !squares.iter().all(is_place) {
            let (field, value) = (
                both!("各子的位置", "the squares of the men"),
                men.trim().to_owned(),
            );
            builder.problem(
                ProblemKind::Field { field, value },
                None,
                record.excerpt(men),
            );
        }
        let squares: Vec<_> = squares.into_iter().take(men::COUNT).map(square).collect();
        let turn = vocabulary.start().position.turn();
        builder.start_at(men::set_up(&squares, turn, vocabulary), record.excerpt(men));
    }
    let mut branches = HashMap::new();
    let main = fields.get("movelist").copied().unwrap_or_default();
    if !fields.contains_key("fen")
        && let Some(from) = pairs(main).next().and_then(square)
    {
        builder.let_move(from);
    }
    branches.insert(0, line(main, 0, NodeId::ROOT, 1, builder, &fields, record));
    let mut variations: Vec<_> = fields
        .iter()
        .filter_map(|(name, value)| Some((variation(name)?, *value)))
        .collect();
    // A variation has a higher number than the line that it leaves.
    variations.sort_by_key(|((_, _, branch), _)| *branch);
    for ((parent, number, branch), moves) in variations {
        match branches
            .get(&parent)
            .and_then(|parent: &Branch| parent.before(number))
        {
            Some(before) => {
                let line = line(moves, branch, before, number, builder, &fields, record);
                branches.insert(branch, line);
            }
            None => {
                let value = format!("move_{parent}_{number}_{branch}");
                builder.problem(
                    ProblemKind::Field {
                        field: both!("变着", "a variation"),
                        value,
                    },
                    None,
                    record.excerpt(moves),
                );
            }
        }
    }
    None
}

/// The numbers in `move_P_N_B`.
fn variation(name: &str) -> Option<(usize, usize, usize)> {
    let mut numbers = name
        .strip_prefix("move_")?
        .split('_')
        .map(|n| n.parse().ok());
    let found = (numbers.next()??, numbers.next()??, numbers.next()??);
    numbers.next().is_none().then_some(found)
}

/// Plays a line of moves from a place.
fn line(
    moves: &str,
    branch: usize,
    before: NodeId,
    first: usize,
    builder: &mut Builder<'_>,
    fields: &HashMap<String, &str>,
    record: &Record,
) -> Branch {
    let comment = |number: usize, builder: &mut Builder<'_>| {
        let short = if branch == 0 {
            fields.get(format!("comment{number}").as_str())
        } else {
            None
        };
        let text = short.or_else(|| fields.get(format!("comment{branch}_{number}").as_str()));
        builder.comment(
            &text.map_or_else(String::new, |text| clean(&plain(&text.replace("||", "\n")))),
        );
    };
    builder.go_to(before);
    if branch == 0 {
        comment(0, builder);
    }
    let mut line = Branch {
        before,
        first,
        places: Vec::new(),
    };
    let mut squares = pairs(moves);
    while let Some(from) = squares.next() {
        let Some(to) = squares.next() else {
            let kind = ProblemKind::Truncated {
                inside: both!("一着", "a move"),
            };
            builder.problem(kind, None, record.excerpt(moves));
            break;
        };
        let at = from;
        let Some((from, to)) = square(from).zip(square(to)) else {
            let (field, value) = (both!("一着", "a move"), format!("{from}{to}"));
            builder.problem(
                ProblemKind::Field { field, value },
                None,
                record.excerpt(from),
            );
            break;
        };
        if !builder.play_at(Move::new(from, to), || record.excerpt(at)) {
            break;
        }
        line.places.push(builder.here());
        comment(first + line.places.len() - 1, builder);
    }
    line
}

/// A text of digits in pairs; whatever is no ASCII is passed over.
fn pairs(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim();
    (0..text.len())
        .step_by(2)
        .map_while(move |at| text.get(at..(at + 2).min(text.len())))
}

/// `77`: file and rank from the top left.
fn square(text: &str) -> Option<Square> {
    let [file, rank] = text.as_bytes() else {
        return None;
    };
    let rank = Rank::new(rank.checked_sub(b'0')?)?;
    Some(Square::new(
        File::new(file.checked_sub(b'0')?)?,
        rank.flip(),
    ))
}

fn digits(square: Square) -> String {
    format!("{}{}", square.file().index(), square.rank().flip().index())
}

/// Writes a game.
///
/// # Errors
/// The format has no place for a piece of the position.
pub fn write(game: &Game, vocabulary: &Vocabulary) -> Result<String, WriteError> {
    let mut text = format!("{OPEN}\n");
    let mut field = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{FIELD}{name}]{value}[/DhtmlXQ_{name}]");
    };
    for (name, tag) in TAGS {
        let value = match tag {
            "Red" => game.player(qili_board::Side::Red),
            "Result" => Some(game.result.symbol()),
            tag => game.tags.get(tag),
        };
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            field(name, &escaped(value));
        }
    }
    let men = men::list(&game.start.position, vocabulary).map_err(|(square, piece)| {
        WriteError::Piece {
            square,
            letter: vocabulary.letter(piece.kind),
        }
    })?;
    field(
        "binit",
        &men.iter()
            .map(|man| man.map_or_else(|| "99".to_owned(), digits))
            .collect::<String>(),
    );
    let mut comments = Vec::new();
    let root = game.tree[NodeId::ROOT].comment();
    if !root.is_empty() {
        comments.push(("comment0".to_owned(), escaped(root)));
    }
    // Per line its field and moves; the lines that are open, outermost first.
    let mut lines = vec![("movelist".to_owned(), String::new())];
    let mut open = vec![0];
    let mut opens_at_next = false;
    for event in game.tree.events() {
        match event {
            Event::Open => opens_at_next = true,
            Event::Close => {
                open.pop();
            }
            Event::Move(id) => {
                let node = &game.tree[id];
                let outer = open.last().copied().unwrap_or(0);
                if std::mem::take(&mut opens_at_next) {
                    open.push(lines.len());
                    lines.push((
                        format!("move_{outer}_{}_{}", node.ply, lines.len()),
                        String::new(),
                    ));
                }
                let branch = open.last().copied().unwrap_or(0);
                if let Some(mv) = node.mv {
                    lines[branch]
                        .1
                        .push_str(&(digits(mv.from) + &digits(mv.to)));
                }
                if !node.comment().is_empty() {
                    let name = if branch == 0 {
                        format!("comment{}", node.ply)
                    } else {
                        format!("comment{branch}_{}", node.ply)
                    };
                    comments.push((name, escaped(node.comment())));
                }
            }
        }
    }
    for (name, value) in lines.into_iter().chain(comments) {
        field(&name, &value);
    }
    text.push_str(CLOSE);
    text.push('\n');
    Ok(text)
}

/// The characters that have a meaning in a field, and what is written for them.
const ESCAPES: [(&str, &str); 4] = [
    ("[", "&#91;"),
    ("|", "&#124;"),
    ("<", "&lt;"),
    ("&", "&amp;"),
];

/// A text in which nothing is taken for a field or a line break.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let takes = find(rest, "[DhtmlXQ") == Some(0)
            || find(rest, "[/DhtmlXQ") == Some(0)
            || c == '|'
            || ESCAPES.iter().any(|(_, escape)| rest.starts_with(escape));
        match ESCAPES.iter().find(|(plain, _)| rest.starts_with(plain)) {
            Some((_, escape)) if takes => escaped.push_str(escape),
            _ if c == '\n' => escaped.push_str("||"),
            _ => escaped.push(c),
        }
        rest = &rest[c.len_utf8()..];
    }
    escaped
}

/// A text without escapes.
fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let replaced = |text: String, (plain, escape): (&str, &str)| text.replace(escape, plain);
    Cow::Owned(ESCAPES.into_iter().fold(text.to_owned(), replaced))
}
