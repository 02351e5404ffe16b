//! A game: what is said about it, where it starts, its moves with comments and variations, how it ended, and what could not
//! be read.

mod builder;
mod cursor;
mod problem;
mod tags;
mod tree;

pub use builder::Builder;
pub use cursor::Cursor;
pub use problem::{Excerpt, Problem, ProblemKind};
pub use tags::Tags;
pub(crate) use tree::fits_braces;
pub use tree::{Event, Node, NodeId, Notes, Tree, TreeError};

use std::fmt;
use std::str::FromStr;

use qili_board::fen::Fen;
use qili_board::{Move, Side};

/// The most moves, variations included, that a game may have.
pub const MAX_NODES: usize = 1 << 20;

/// How deep variations may be nested.
pub const MAX_VARIATION_DEPTH: usize = 1000;

/// The most problems of one game that are kept; what goes wrong after that is of no use to anybody.
pub const MAX_PROBLEMS: usize = 20;

/// How a game ended, as its record says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// The record does not say.
    #[default]
    Unknown,
    /// A side has won.
    Win(Side),
    /// Nobody has.
    Draw,
}

impl GameResult {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Unknown => "*",
            Self::Win(Side::Red) => "1-0",
            Self::Win(Side::Black) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol())
    }
}

/// The text is no result that is known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no result of a game")]
pub struct ParseResultError(pub String);

impl FromStr for GameResult {
    type Err = ParseResultError;

    /// Reads the symbols of PGN in their variations, and Chinese words such as 红胜 and 和棋.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let plain: String = text.trim().chars().map(crate::moves::narrow).collect();
        Ok(match plain.trim_end_matches(['.', '。']) {
            "1-0" | "1:0" | "2-0" | "1-0*" | "红胜" | "紅勝" | "红方胜" | "紅方勝" | "红先胜"
            | "紅先勝" | "先胜" | "先勝" => Self::Win(Side::Red),
            "0-1" | "0:1" | "0-2" | "黑胜" | "黑勝" | "黑方胜" | "黑方勝" | "红负" | "紅負"
            | "红先负" | "紅先負" | "先负" | "先負" => Self::Win(Side::Black),
            "1/2-1/2" | "1/2" | "1-1" | "½-½" | "0.5-0.5" | "和" | "和棋" | "红先和" | "紅先和"
            | "先和" | "和局" => Self::Draw,
            "*" | "未知" | "不明" => Self::Unknown,
            _ => return Err(ParseResultError(text.to_owned())),
        })
    }
}

/// A game as it was recorded, as far as it can be played.
#[derive(Debug, Clone)]
pub struct Game {
    /// Its number in the file, from 1.
    pub number: u64,
    /// What is said about it, in order.
    pub tags: Tags,
    /// The position it starts from.
    pub start: Fen,
    /// Its moves.
    pub tree: Tree,
    /// How it ended.
    pub result: GameResult,
    /// What could not be read or played.
    pub problems: Vec<Problem>,
}

impl Game {
    /// A game without moves.
    pub fn new(start: Fen) -> Self {
        Self {
            number: 1,
            tags: Tags::default(),
            start,
            tree: Tree::new(),
            result: GameResult::Unknown,
            problems: Vec::new(),
        }
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.tree
            .line(NodeId::ROOT)
            .filter_map(|id| self.tree[id].mv)
    }

    /// The problems that keep a part of the main line, or what it starts from, out of the game; the others are warnings.
    pub fn errors(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(|problem| !problem.is_warning())
    }

    /// The name of a side's player, under whichever tag it stands.
    pub fn player(&self, side: Side) -> Option<&str> {
        match side {
            Side::Red => self.tags.get("Red").or_else(|| self.tags.get("White")),
            Side::Black => self.tags.get("Black"),
        }
    }
}
