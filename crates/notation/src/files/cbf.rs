//! CBF, the XML of the studio program whose older files are CBR: a head with names, result and position, and moves such as
//! `<Move value="77-47"/>`, file and rank from the top left.

use qili_board::{File, Move, Rank, Side, Square};

use super::bytes::clean;
use super::records::{Cut, Record};
use crate::game::{Builder, GameResult, ProblemKind};
use qili_words::both;

const OPEN: &str = "<ChineseChessRecord";
const CLOSE: &str = "</ChineseChessRecord>";

/// Elements of the head and the tags they become.
const TAGS: [(&str, &str); 11] = [
    ("Name", "Title"),
    ("Event", "Event"),
    ("EventName", "Event"),
    ("Round", "Round"),
    ("Date", "Date"),
    ("Place", "Site"),
    ("Red", "Red"),
    ("RedTeam", "RedTeam"),
    ("Black", "Black"),
    ("BlackTeam", "BlackTeam"),
    ("Author", "Author"),
];

/// Whether a game in this format begins on a line.
pub(super) fn begins(line: &str) -> bool {
    line.contains(OPEN)
}

/// Whether a line begins with a game in this format.
pub(super) fn opens(line: &str) -> bool {
    line.trim_start().starts_with(OPEN)
}

/// Where the text of a game stands while it is cut out.
#[derive(Default)]
pub(super) struct State {
    is_open: bool,
}

impl State {
    pub(super) fn cut(&mut self, line: &str) -> Cut {
        if self.is_open && begins(line) {
            return Cut::Before;
        }
        self.is_open = true;
        match line.find(CLOSE).map(|at| at + CLOSE.len()) {
            Some(end) if line[end..].trim().is_empty() => Cut::After,
            Some(end) => Cut::At(end),
            None => Cut::Inside,
        }
    }
}

/// Reads the text of a game.
pub(super) fn parse(record: &Record, builder: &mut Builder<'_>) -> Option<GameResult> {
    let text = record.text();
    let (head, moves) = text.split_once("<MoveList").unwrap_or((text, ""));
    for (name, tag) in TAGS {
        if let Some(value) = element(head, name).filter(|value| !value.trim().is_empty()) {
            builder.tag_at(tag, &clean(&content(value)), record.excerpt(value));
        }
    }
    let result = element(head, "RecordResult").and_then(|value| match value.trim() {
        "" | "0" => None,
        "1" => Some(GameResult::Win(Side::Red)),
        "2" => Some(GameResult::Win(Side::Black)),
        "3" | "4" => Some(GameResult::Draw),
        other => {
            let value = other.to_owned();
            builder.problem(ProblemKind::Result { value }, None, record.excerpt(other));
            None
        }
    });
    if let Some(result) = result {
        builder.tag("Result", result.symbol());
    }
    if let Some(fen) = element(head, "FEN").filter(|fen| !fen.trim().is_empty()) {
        builder.start_from_fen(content(fen).trim(), record.excerpt(fen));
    }
    play(moves, record, builder);
    result
}

/// The text inside the first element of a name.
fn element<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let open = format!("<{name}>");
    let (_, after) = text.split_once(open.as_str())?;
    after
        .split_once(&format!("</{name}>"))
        .map(|(value, _)| value)
}

/// The text of an element without its marks.
fn content(text: &str) -> String {
    const ENTITIES: [(&str, &str); 5] = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    let inside = text.trim().strip_prefix("<![CDATA[");
    match inside.and_then(|inside| inside.strip_suffix("]]>")) {
        Some(inside) => inside.to_owned(),
        None => ENTITIES
            .iter()
            .fold(text.to_owned(), |text, (entity, plain)| {
                text.replace(entity, plain)
            }),
    }
}

/// Plays the main line. How variations hang together the format does not tell openly; they are reported and left out.
fn play(moves: &str, record: &Record, builder: &mut Builder<'_>) {
    let mut rest = moves;
    let mut ended = false;
    while let Some((_, after)) = rest.split_once("<Move ") {
        let Some((attributes, after)) = after.split_once('>') else {
            let inside = both!("一着", "a move");
            builder.problem(
                ProblemKind::Truncated { inside },
                None,
                record.excerpt(after),
            );
            return;
        };
        if ended {
            builder.problem(ProblemKind::Variations, None, record.excerpt(attributes));
            return;
        }
        let value = attribute(attributes, "value").unwrap_or_default();
        match squares(value) {
            Some(mv) => drop(builder.play_at(mv, || record.excerpt(value))),
            None if value == "00-00" => {}
            None => {
                let (field, value) = (both!("一着", "a move"), attributes.to_owned());
                let place = record.excerpt(attributes);
                builder.abandon(ProblemKind::Field { field, value }, place);
            }
        }
        if !attributes.ends_with('/') {
            let (remark, _) = after.split_once("</Move>").unwrap_or_default();
            builder.comment(&clean(&content(remark)));
        }
        ended = attribute(attributes, "end").is_some_and(|end| end != "0");
        rest = after;
    }
    if moves.is_empty() || !moves.contains("</MoveList>") && !moves.trim_end().ends_with("/>") {
        let inside = both!("着法", "its moves");
        builder.problem(ProblemKind::Truncated { inside }, None, None);
    }
}

fn attribute<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    let (_, value) = attributes.split_once(&format!("{name}=\""))?;
    value.split_once('"').map(|(value, _)| value)
}

/// `77-47`: two squares, each file and rank from the top left.
fn squares(text: &str) -> Option<Move> {
    let [a, b, b'-', c, d] = text.as_bytes() else {
        return None;
    };
    let square = |file: u8, rank: u8| {
        let rank = Rank::new(rank.checked_sub(b'0')?)?.flip();
        Some(Square::new(File::new(file.checked_sub(b'0')?)?, rank))
    };
    let mv = Move::new(square(*a, *b)?, square(*c, *d)?);
    (mv.from != mv.to).then_some(mv)
}
