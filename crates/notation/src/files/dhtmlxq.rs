//! DhtmlXQ, the tagged text of web boards: `[DhtmlXQ] … [/DhtmlXQ]` with fields `[DhtmlXQ_name]…[/DhtmlXQ_name]`.
//!
//! Moves are four digits, file and rank from the top left. A field `move_P_N_B` is the variation with number B: it leaves the line
//! with number P (0 is the main one) in place of its move N.

use std::collections::HashMap;
use std::fmt::Write as _;

use qili_board::{File, Move, Rank, Square};

use super::bytes::clean;
use super::{Edition, ReadError, WriteError, men};
use crate::encoding;
use crate::game::{Builder, Event, Game, NodeId, ProblemKind};
use crate::vocabulary::Vocabulary;

const OPEN: &str = "[DhtmlXQ]";
const CLOSE: &str = "[/DhtmlXQ]";
const FIELD: &str = "[DhtmlXQ_";

/// Fields and the tags they become.
const TAGS: [(&str, &str); 14] = [
    ("title", "Title"),
    ("event", "Event"),
    ("round", "Round"),
    ("date", "Date"),
    ("place", "Site"),
    ("timerule", "TimeControl"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("result", "Result"),
    ("open", "Opening"),
    ("author", "Author"),
    ("remark", "Annotator"),
];

/// Whether a text has games of this format.
pub(super) fn is_in(text: &str) -> bool {
    text.contains(FIELD) || text.contains(OPEN)
}

/// The games of a text.
pub fn read<'a>(
    bytes: &[u8],
    file: &str,
    edition: Edition<'a>,
) -> impl Iterator<Item = Result<Game, ReadError>> + Send + use<'a> {
    let (text, _) = encoding::decode(bytes);
    let mut games = Vec::new();
    let mut rest = text.as_ref();
    if !rest.contains(OPEN) {
        games.push(Ok(game(rest, file, 1, edition)));
        rest = "";
    }
    while let Some((_, after)) = rest.split_once(OPEN) {
        let (inside, after) = after.split_once(CLOSE).unwrap_or((after, ""));
        games.push(Ok(game(inside, file, games.len() as u64 + 1, edition)));
        rest = after;
    }
    if games.is_empty() {
        games.push(Err(ReadError::NoGame { file: file.into() }));
    }
    games.into_iter()
}

/// The fields of a game by their names.
fn fields(text: &str) -> HashMap<&str, &str> {
    let mut fields = HashMap::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once(FIELD) {
        let Some((name, after)) = after.split_once(']') else {
            break;
        };
        let end = format!("[/DhtmlXQ_{name}]");
        // A field that is not closed ends where the next one begins.
        let (value, after) = after
            .split_once(end.as_str())
            .unwrap_or_else(|| after.split_at(after.find('[').unwrap_or(after.len())));
        fields.entry(name).or_insert(value);
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

fn game(text: &str, file: &str, number: u64, edition: Edition<'_>) -> Game {
    let fields = fields(text);
    let mut builder = Builder::new(&file.into(), number, edition);
    for (name, tag) in TAGS {
        if let Some(value) = fields
            .get(name)
            .map(|value| clean(value))
            .filter(|value| !value.is_empty())
        {
            builder.tag(tag, &value);
        }
    }
    if let Some(men) = fields
        .get("binit")
        .map(|value| value.trim())
        .filter(|value| !value.is_empty())
    {
        let squares: Vec<_> = pairs(men).take(32).map(square).collect();
        let turn = edition.vocabulary.start().position.turn();
        builder.start(men::set_up(&squares, turn, edition.vocabulary));
    }
    let mut branches = HashMap::new();
    let main = fields.get("movelist").copied().unwrap_or_default();
    if let Some(from) = pairs(main).next().and_then(square) {
        builder.let_move(from);
    }
    branches.insert(0, line(main, 0, NodeId::ROOT, 1, &mut builder, &fields));
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
                let line = line(moves, branch, before, number, &mut builder, &fields);
                branches.insert(branch, line);
            }
            None => {
                let value = format!("move_{parent}_{number}_{branch}");
                builder.problem(
                    ProblemKind::Field {
                        field: "a variation",
                        value,
                    },
                    None,
                    None,
                );
            }
        }
    }
    builder.finish(None)
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
    fields: &HashMap<&str, &str>,
) -> Branch {
    let comment = |number: usize, builder: &mut Builder<'_>| {
        let plain = if branch == 0 {
            fields.get(format!("comment{number}").as_str())
        } else {
            None
        };
        let text = plain.or_else(|| fields.get(format!("comment{branch}_{number}").as_str()));
        builder.comment(&text.map_or_else(String::new, |text| clean(&text.replace("||", "\n"))));
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
            builder.problem(ProblemKind::Truncated { inside: "a move" }, None, None);
            break;
        };
        let Some((from, to)) = square(from).zip(square(to)) else {
            let value = format!("{from}{to}");
            builder.problem(
                ProblemKind::Field {
                    field: "a move",
                    value,
                },
                None,
                None,
            );
            break;
        };
        if !builder.play(Move::new(from, to)) {
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
            field(name, &plain(value));
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
        comments.push(("comment0".to_owned(), plain(root)));
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
                    comments.push((name, plain(node.comment())));
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

/// A text without what would be taken for a field or a line break.
fn plain(text: &str) -> String {
    text.replace('\n', "||")
        .replace("[DhtmlXQ", "(DhtmlXQ")
        .replace("[/DhtmlXQ", "(/DhtmlXQ")
}
