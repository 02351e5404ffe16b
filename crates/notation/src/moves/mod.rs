//! One move in any notation, read and written.
//!
//! | notation | examples |
//! | --- | --- |
//! | Chinese | `炮二平五`, `马８进７`, `前炮退二`, `三兵平六`, `前七平六`; simplified, traditional, digits of every kind |
//! | WXF | `C2=5`, `C2.5`, `H8+7`, `C+=5`, `+C=5`, `35=6`; letters of either case |
//! | ICCS | `H2-E2` |
//! | coordinates | `h2e2` |
//! | letters | `Cbe2`, `R9xd7`, `xe4`, `Ci0+`, `c4` |
//!
//! [`parse`] tells them apart by their shape, move by move. What it reads is more than what [`write`] writes: a man may be named
//! although its name could be left out, "front" may be said of a man that is alone, 仕 may be written for 士; what has to be
//! unique is the legal move.
//!
//! ```
//! use qili_interpreter::movement::Movement;
//! use qili_notation::moves::{self, Notation, Numerals, Style};
//! use qili_notation::{Script, Vocabulary};
//!
//! let rules = qili_edition::Edition::open("2020")?.rules;
//! let movement = Movement::compile(&rules)?;
//! let vocabulary = Vocabulary::of(&rules, &movement)?;
//! let start = &vocabulary.start().position;
//!
//! let mv = moves::parse("砲２平５", start, &movement, &vocabulary)?;
//! assert_eq!(mv.to_string(), "h2e2");
//! let write = |style: Style| moves::write(mv, start, &movement, &vocabulary, style);
//! assert_eq!(write(Notation::Wxf.into()), "C2=5");
//! assert_eq!(write(Notation::Letters.into()), "Che2");
//! let chinese = Style { numerals: [Numerals::FullWidth; 2], script: Script::Traditional, ..Notation::Chinese.into() };
//! assert_eq!(write(chinese), "炮２平５");
//!
//! let error = moves::parse("马二进四", start, &movement, &vocabulary).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "`马二进四`, read as Chinese notation for h0f1, is not legal: the way is blocked on `g0`"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chinese;
mod letters;
mod relative;
#[cfg(test)]
mod tests;
mod wxf;

use std::str::FromStr;

use miette::Diagnostic;
use qili_board::{Move, Position, Side, Square};
use qili_interpreter::movement::{IllegalMove, Movement};
use qili_words::{Language, Localized, Texts};
use thiserror::Error;

use crate::visible::shortened;
use crate::vocabulary::{Script, Vocabulary};
pub(crate) use relative::step;
use relative::{Meaning, Relative};

/// The longest text, in characters, that can be a move.
const MAX_LENGTH: usize = 12;

/// A way to write moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `炮二平五`
    Chinese,
    /// `C2=5`
    Wxf,
    /// `H2-E2`
    Iccs,
    /// `h2e2`
    Coordinates,
    /// `Che2`
    Letters,
}

impl Notation {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Chinese,
        Self::Wxf,
        Self::Iccs,
        Self::Coordinates,
        Self::Letters,
    ];

    /// Its name in Chinese messages.
    const fn chinese(self) -> &'static str {
        match self {
            Self::Chinese => "中文记谱",
            Self::Wxf => "`WXF` 记谱",
            Self::Iccs => "`ICCS` 记谱",
            Self::Coordinates => "坐标",
            Self::Letters => "字母记谱",
        }
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chinese => "Chinese notation",
            Self::Wxf => "WXF notation",
            Self::Iccs => "ICCS notation",
            Self::Coordinates => "coordinates",
            Self::Letters => "letter notation",
        }
    }
}

/// The text names no notation.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
#[error("`{0}` is no notation of moves")]
#[diagnostic(
    code(qili::moves::notation),
    help("choose one of chinese, wxf, iccs, coordinates, letters")
)]
pub struct ParseNotationError(pub String);

impl FromStr for Notation {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "chinese" | "zh" => Self::Chinese,
            "wxf" => Self::Wxf,
            "iccs" => Self::Iccs,
            "coordinates" | "uci" => Self::Coordinates,
            "letters" | "san" => Self::Letters,
            _ => return Err(ParseNotationError(text.to_owned())),
        })
    }
}

/// The digits of Chinese notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Numerals {
    /// 一二三
    Chinese,
    /// 123
    Arabic,
    /// １２３
    FullWidth,
}

/// How moves are written: the notation and the choices inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Style {
    /// The notation.
    pub notation: Notation,
    /// Characters of Chinese notation.
    pub script: Script,
    /// Digits of Chinese notation for Red and Black.
    pub numerals: [Numerals; 2],
    /// Whether Chinese notation names the file instead of the piece (前七平六) where three or more stand on it, instead of 前,
    /// 中, 后 and numbers.
    pub by_file: bool,
    /// Whether WXF writes Black's letters in lower case.
    pub lower_case: bool,
}

impl From<Notation> for Style {
    fn from(notation: Notation) -> Self {
        Self {
            notation,
            script: Script::Simplified,
            numerals: [
                Numerals::customary(Side::Red),
                Numerals::customary(Side::Black),
            ],
            by_file: false,
            lower_case: false,
        }
    }
}

/// Why a text is no move of a position.
#[derive(Debug, Clone, Error, Diagnostic)]
pub enum MoveError {
    /// It has the shape of no notation.
    #[error("`{text}` is not a move")]
    #[diagnostic(
        code(qili::moves::unreadable),
        help("moves look like 炮二平五, C2=5, H2-E2, h2e2 or Che2")
    )]
    Unreadable {
        /// What was written.
        text: String,
    },
    /// It is a move for whom ranks are counted from 1.
    #[error(
        "`{text}` is no legal move with ranks counted from 0; counted from 1 it would be `{mv}`"
    )]
    #[diagnostic(
        code(qili::moves::ranks),
        help(
            "write `{mv}`: ranks go from 0, on Red's side, to 9. A file that counts from 1 to 10 is read if a move of the game has a 10"
        )
    )]
    Ranks {
        /// What was written.
        text: String,
        /// The move with ranks counted from 0.
        mv: Move,
    },
    /// Nobody fits it.
    #[error("`{text}`, read as {}, fits no piece of {turn}'s", notation.name())]
    #[diagnostic(
        code(qili::moves::nobody),
        help("see whether a move is missing before it")
    )]
    Nobody {
        /// What was written.
        text: String,
        /// The notation it was read as.
        notation: Notation,
        /// Whose turn it is.
        turn: Side,
    },
    /// Several legal moves fit it.
    #[error("`{text}`, read as {}, may mean {}", notation.name(), list(candidates))]
    #[diagnostic(
        code(qili::moves::ambiguous),
        help("say which piece moves: 前 and 后, a file, or coordinates")
    )]
    Ambiguous {
        /// What was written.
        text: String,
        /// The notation it was read as.
        notation: Notation,
        /// The moves that it may mean.
        candidates: Vec<Move>,
    },
    /// It can be told what is meant, but that is not legal.
    #[error("{} is not legal: {}", reading(text, *notation, *mv), reason.reason)]
    #[diagnostic(code(qili::moves::illegal), forward(reason))]
    Illegal {
        /// What was written.
        text: String,
        /// The notation it was read as.
        notation: Notation,
        /// The move meant.
        mv: Move,
        /// Why it cannot be played.
        reason: Box<IllegalMove>,
    },
}

impl Localized for MoveError {
    fn chinese(&self) -> Texts {
        let (message, help) = match self {
            Self::Unreadable { text } => (
                format!("`{text}` 不是着法"),
                "着法如 `炮二平五`、`C2=5`、`H2-E2`、`h2e2` 或 `Che2`".to_owned(),
            ),
            Self::Ranks { text, mv } => (
                format!("行从 0 数起，`{text}` 不合规则；从 1 数起则为 `{mv}`"),
                format!("写 `{mv}`：行从红方一侧的 0 数到 9"),
            ),
            Self::Nobody {
                text,
                notation,
                turn,
            } => (
                format!(
                    "`{text}` 按{}，{}没有棋子合适",
                    notation.chinese(),
                    turn.name(Language::Chinese)
                ),
                "看看前面是否漏了一着".to_owned(),
            ),
            Self::Ambiguous {
                text,
                notation,
                candidates,
            } => {
                let candidates: Vec<_> = candidates.iter().map(|mv| format!("`{mv}`")).collect();
                (
                    format!(
                        "`{text}` 按{}，可以是 {}",
                        notation.chinese(),
                        candidates.join("、")
                    ),
                    "写明是哪一个棋子：前、后，哪一路，或写坐标".to_owned(),
                )
            }
            Self::Illegal {
                text,
                notation,
                mv,
                reason,
            } => {
                let reason = reason.reason.chinese();
                let read = match notation {
                    Notation::Coordinates | Notation::Iccs => String::new(),
                    _ => format!("（按{}为 `{mv}`）", notation.chinese()),
                };
                return Texts {
                    message: format!("`{text}`{read} 不合规则：{}", reason.message),
                    ..reason
                };
            }
        };
        Texts {
            message,
            help: Some(help),
            ..Texts::default()
        }
    }
}

impl MoveError {
    /// What was written.
    pub fn text(&self) -> &str {
        match self {
            Self::Unreadable { text }
            | Self::Ranks { text, .. }
            | Self::Nobody { text, .. }
            | Self::Ambiguous { text, .. }
            | Self::Illegal { text, .. } => text,
        }
    }
}

/// What was written and, unless it says so itself, what was understood.
fn reading(text: &str, notation: Notation, mv: Move) -> String {
    match notation {
        Notation::Coordinates | Notation::Iccs => format!("`{text}`"),
        _ => format!("`{text}`, read as {} for {mv},", notation.name()),
    }
}

fn list(moves: &[Move]) -> String {
    moves
        .iter()
        .map(|mv| format!("`{mv}`"))
        .collect::<Vec<_>>()
        .join(" or ")
}

/// What the shape of a text says, before any position is looked at.
enum Shape {
    Squares(Move),
    Relative(Relative),
    Letters(letters::Letters),
}

/// Reads one move of a position in any notation, and says which notation it was.
///
/// # Errors
/// The text has no known shape, fits no man or several moves, or the move it means is not legal.
pub fn read(
    text: &str,
    position: &Position,
    movement: &Movement,
    vocabulary: &Vocabulary,
) -> Result<(Move, Notation), MoveError> {
    let owned = || shortened(text);
    let Some((shape, notation)) = shape(text, vocabulary) else {
        let text = owned();
        return Err(match ranks_from_one(&text) {
            Some(mv) => MoveError::Ranks { text, mv },
            None => MoveError::Unreadable { text },
        });
    };
    let meaning = match shape {
        Shape::Squares(mv) if movement.is_legal(position, mv) => Meaning::One(mv),
        Shape::Squares(mv) => Meaning::Illegal(mv),
        Shape::Relative(relative) => relative.resolve(position, movement, vocabulary),
        Shape::Letters(letters) => letters.resolve(position, movement, vocabulary),
    };
    match meaning {
        Meaning::One(mv) => Ok((mv, notation)),
        Meaning::Several(candidates) => Err(MoveError::Ambiguous {
            text: owned(),
            notation,
            candidates,
        }),
        Meaning::Nobody => Err(MoveError::Nobody {
            text: owned(),
            notation,
            turn: position.turn(),
        }),
        Meaning::Illegal(mv) => match movement.check_move(position, mv) {
            Ok(()) => Ok((mv, notation)),
            Err(reason) => {
                let text = owned();
                let from_one = ranks_from_one(&text).filter(|&mv| movement.is_legal(position, mv));
                Err(match from_one {
                    Some(mv) => MoveError::Ranks { text, mv },
                    None => MoveError::Illegal {
                        text,
                        notation,
                        mv,
                        reason: Box::new(reason),
                    },
                })
            }
        },
    }
}

/// Reads one move of a position in any notation.
///
/// # Errors
/// The text has no known shape, fits no man or several moves, or the move it means is not legal.
pub fn parse(
    text: &str,
    position: &Position,
    movement: &Movement,
    vocabulary: &Vocabulary,
) -> Result<Move, MoveError> {
    read(text, position, movement, vocabulary).map(|(mv, _)| mv)
}

/// Whether a text has the shape of a move in some notation.
pub fn looks_like_move(text: &str, vocabulary: &Vocabulary) -> bool {
    shape(text, vocabulary).is_some()
}

/// Whether a text is two squares.
pub(crate) fn looks_like_squares(text: &str) -> bool {
    let text: Vec<char> = text.chars().map(narrow).take(MAX_LENGTH).collect();
    squares(&text).is_some()
}

/// Writes a legal move of a position.
pub fn write(
    mv: Move,
    position: &Position,
    movement: &Movement,
    vocabulary: &Vocabulary,
    style: impl Into<Style>,
) -> String {
    let style = style.into();
    let written = match style.notation {
        Notation::Chinese => chinese::write(mv, position, vocabulary, &style),
        Notation::Wxf => wxf::write(mv, position, vocabulary, &style),
        Notation::Letters => letters::write(mv, position, movement, vocabulary),
        Notation::Iccs => Some(format!("{}-{}", mv.from, mv.to).to_ascii_uppercase()),
        Notation::Coordinates => None,
    };
    written.unwrap_or_else(|| mv.to_string())
}

/// A full-width form, a dash or an equals sign of another alphabet in its plain form.
pub(crate) fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{3000}' => ' ',
        _ => c,
    }
}

/// Two squares with ranks from 1 to 10, as some programs write them: the move with ranks from 0 to 9.
pub(crate) fn ranks_from_one(text: &str) -> Option<Move> {
    let (from, rest) = square_from_one(text)?;
    let (to, rest) = square_from_one(rest.strip_prefix('-').unwrap_or(rest))?;
    let marks = |c| matches!(c, '+' | '#' | '!' | '?');
    rest.chars().all(marks).then(|| Move::new(from, to))
}

fn square_from_one(text: &str) -> Option<(Square, &str)> {
    let file = qili_board::File::from_char(text.chars().next()?)?;
    let rest = text.get(1..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (rank, rest) = rest.split_at(digits);
    let rank = rank.parse::<u8>().ok()?.checked_sub(1)?;
    Some((Square::new(file, qili_board::Rank::new(rank)?), rest))
}

fn shape(text: &str, vocabulary: &Vocabulary) -> Option<(Shape, Notation)> {
    let mut buffer = ['\0'; MAX_LENGTH];
    let mut length = 0;
    for c in text.trim().chars() {
        *buffer.get_mut(length)? = narrow(c);
        length += 1;
    }
    let mut text = &buffer[..length];
    loop {
        if let Some(shape) = exact_shape(text, vocabulary) {
            return Some(shape);
        }
        // Marks of check and of praise after the move.
        match text {
            [rest @ .., '+' | '#' | '!' | '?'] => text = rest,
            _ => return None,
        }
    }
}

fn exact_shape(text: &[char], vocabulary: &Vocabulary) -> Option<(Shape, Notation)> {
    if text.len() < 2 {
        return None;
    }
    if text.iter().any(|c| !c.is_ascii()) {
        return chinese::parse(text, vocabulary).map(|r| (Shape::Relative(r), Notation::Chinese));
    }
    if let Some((mv, notation)) = squares(text) {
        return Some((Shape::Squares(mv), notation));
    }
    if let Some(relative) = wxf::parse(text, vocabulary) {
        return Some((Shape::Relative(relative), Notation::Wxf));
    }
    letters::parse(text, vocabulary).map(|l| (Shape::Letters(l), Notation::Letters))
}

/// Two squares in the same case, perhaps with a hyphen between them. (`C8h4` is a cannon's move in letters.)
fn squares(text: &[char]) -> Option<(Move, Notation)> {
    let square = |file: char, rank: char| {
        Some(Square::new(
            qili_board::File::from_char(file)?,
            qili_board::Rank::from_char(rank)?,
        ))
    };
    let (from, to, hyphen) = match *text {
        [a, b, c, d] if a.is_ascii_uppercase() == c.is_ascii_uppercase() => {
            (square(a, b)?, square(c, d)?, false)
        }
        [a, b, '-', c, d] if a.is_ascii_uppercase() == c.is_ascii_uppercase() => {
            (square(a, b)?, square(c, d)?, true)
        }
        _ => return None,
    };
    let notation = if hyphen || text[0].is_ascii_uppercase() {
        Notation::Iccs
    } else {
        Notation::Coordinates
    };
    Some((Move::new(from, to), notation))
}
