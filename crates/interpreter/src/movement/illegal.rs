//! Why a move is not legal.

use miette::Diagnostic;
use qili_board::{Bitboard, Move, Position, Side, Square};
use qili_words::{Bilingual, Language, Localized, Texts};
use thiserror::Error;

use super::Movement;

/// A move that is not legal, and why.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
#[error("the move `{mv}` is illegal: {reason}")]
#[diagnostic(code(qili::movement::illegal), forward(reason))]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// Why.
    pub reason: Reason,
}

/// Why a move is not legal.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
pub enum Reason {
    /// Nothing stands where it starts.
    #[error("there is no piece on `{0}`")]
    #[diagnostic(help("the first square is where the piece stands, the second where it goes"))]
    NoPiece(Square),
    /// The piece is the opponent's.
    #[error("the piece on `{square}` is not {turn}'s")]
    #[diagnostic(help("it is {turn}'s turn"))]
    NotYours {
        /// Where it stands.
        square: Square,
        /// Whose turn it is.
        turn: Side,
    },
    /// A piece of the same side stands where it ends.
    #[error("a piece of the same side stands on `{0}`")]
    #[diagnostic(help("only pieces of the other side can be captured"))]
    OwnPiece(Square),
    /// The piece never goes like that.
    #[error("the {} does not go from `{from}` to `{to}`", name.en)]
    #[diagnostic(help("with an empty board it could go to {allowed}"))]
    NoSuchMotion {
        /// What the piece is called.
        name: Bilingual,
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// Where it could go.
        allowed: String,
    },
    /// It may not stand where the move ends.
    #[error("the {} may not stand on `{to}`", name.en)]
    #[diagnostic(help("it may not leave its part of the board"))]
    OutOfZone {
        /// What the piece is called.
        name: Bilingual,
        /// Where it was to go.
        to: Square,
    },
    /// A piece stands where nothing may stand.
    #[error("the way is blocked on `{at}`")]
    #[diagnostic(help("the {} needs every point between to be empty", name.en))]
    Blocked {
        /// What the piece is called.
        name: Bilingual,
        /// The blocking piece nearest to the start.
        at: Square,
    },
    /// Not as many pieces between as there must be.
    #[error("{found} pieces stand between, there must be exactly {needed}")]
    #[diagnostic(help("a {} needs a screen to {what} like that", name.en, what = if *capture { "capture" } else { "go" }))]
    Screens {
        /// What the piece is called.
        name: Bilingual,
        /// How many there are.
        found: u32,
        /// How many there must be.
        needed: u8,
        /// Whether the move would capture.
        capture: bool,
    },
    /// It can go like that, but not capture.
    #[error("the {} cannot capture like that", name.en)]
    #[diagnostic(help("it can only go like that to an empty point"))]
    CannotCapture {
        /// What the piece is called.
        name: Bilingual,
    },
    /// It can capture like that, but there is nothing to capture.
    #[error("the {} goes like that only to capture", name.en)]
    #[diagnostic(help("there is no piece where the move ends"))]
    OnlyCaptures {
        /// What the piece is called.
        name: Bilingual,
    },
    /// The own royal piece could be captured afterwards.
    #[error("it leaves the {} open to capture from {}", name.en, squares(*.attackers))]
    #[diagnostic(help("a side may not move into check, nor leave a check unanswered"))]
    Exposed {
        /// What the royal piece is called.
        name: Bilingual,
        /// The pieces that could capture it, on the squares where they stand.
        attackers: Bitboard,
    },
    /// The royal pieces would face each other.
    #[error("the pieces on {} would face each other with nothing between", squares(*.0))]
    #[diagnostic(help("leave a piece between them"))]
    Facing(Bitboard),
}

impl Localized for IllegalMove {
    fn chinese(&self) -> Texts {
        let reason = self.reason.chinese();
        Texts {
            message: format!("着法 `{}` 不合规则：{}", self.mv, reason.message),
            ..reason
        }
    }
}

impl Localized for Reason {
    fn chinese(&self) -> Texts {
        let (message, help) = match self {
            Self::NoPiece(square) => (
                format!("`{square}` 上没有棋子"),
                "先写棋子所在的点，后写要到的点".to_owned(),
            ),
            Self::NotYours { square, turn } => {
                let turn = turn.name(Language::Chinese);
                (
                    format!("`{square}` 上的不是{turn}的棋子"),
                    format!("现在轮到{turn}走"),
                )
            }
            Self::OwnPiece(square) => (
                format!("`{square}` 上是自己的棋子"),
                "只能吃对方的棋子".to_owned(),
            ),
            Self::NoSuchMotion {
                name,
                from,
                to,
                allowed,
            } => (
                format!("{}不能从 `{from}` 走到 `{to}`", name.zh),
                format!("空盘上它能走到 {allowed}"),
            ),
            Self::OutOfZone { name, to } => (
                format!("{}不能到 `{to}`", name.zh),
                "它不能离开自己的区域".to_owned(),
            ),
            Self::Blocked { name, at } => (
                format!("`{at}` 挡住了路"),
                format!("{}所经的点都须是空的", name.zh),
            ),
            Self::Screens {
                name,
                found,
                needed,
                capture,
            } => (
                format!("中间有 {found} 个棋子，须正好 {needed} 个"),
                format!(
                    "{}这样{}须隔子",
                    name.zh,
                    if *capture { "吃子" } else { "走" }
                ),
            ),
            Self::CannotCapture { name } => (
                format!("{}不能这样吃子", name.zh),
                "这样只能走到空点".to_owned(),
            ),
            Self::OnlyCaptures { name } => (
                format!("{}只有吃子才能这样走", name.zh),
                "要到的点上没有棋子".to_owned(),
            ),
            Self::Exposed { name, attackers } => (
                format!("走后{}会被 {} 上的棋子吃掉", name.zh, squares(*attackers)),
                "不得自己送将，也不得不应将".to_owned(),
            ),
            Self::Facing(set) => (
                format!("走后 {} 上的棋子会对面，中间没有棋子", squares(*set)),
                "中间须留一个棋子".to_owned(),
            ),
        };
        Texts {
            message,
            help: Some(help),
            ..Texts::default()
        }
    }
}

fn squares(set: Bitboard) -> String {
    let squares: Vec<_> = set.squares().map(|square| format!("`{square}`")).collect();
    if squares.is_empty() {
        "nowhere".to_owned()
    } else {
        squares.join(", ")
    }
}

impl Movement {
    /// Why a move is not legal; `None` if it is.
    pub fn explain_illegal(&self, position: &Position, mv: Move) -> Option<IllegalMove> {
        self.check_move(position, mv).err()
    }

    /// Whether a move is legal, or why not.
    ///
    /// # Errors
    ///
    /// The [`Reason`] that a player would be told first.
    pub fn check_move(&self, position: &Position, mv: Move) -> Result<(), IllegalMove> {
        match self.reason(position, mv) {
            None => Ok(()),
            Some(reason) => Err(IllegalMove { mv, reason }),
        }
    }

    fn reason(&self, position: &Position, mv: Move) -> Option<Reason> {
        let Move { from, to } = mv;
        let turn = position.turn();
        let Some(piece) = position.piece_at(from) else {
            return Some(Reason::NoPiece(from));
        };
        if piece.side != turn {
            return Some(Reason::NotYours { square: from, turn });
        }
        if position.side(turn).contains(to) {
            return Some(Reason::OwnPiece(to));
        }
        if !self.targets(position, from).contains(to) {
            return Some(self.unreachable(position, mv));
        }
        self.exposure(position, mv)
    }

    /// Why a piece cannot go somewhere, leaving royal pieces aside.
    fn unreachable(&self, position: &Position, Move { from, to }: Move) -> Reason {
        let piece = position.piece_at(from);
        let name = piece.map(|piece| self.name(piece.kind)).unwrap_or_default();
        let Some(tables) = piece.and_then(|piece| self.tables(piece)) else {
            return Reason::NoPiece(from);
        };
        let occupied = position.occupied();
        let capture = occupied.contains(to);
        let (wanted, others) = if capture {
            (&tables.captures, &tables.moves)
        } else {
            (&tables.moves, &tables.captures)
        };
        if let Some(path) = wanted
            .between(from, to)
            .iter()
            .min_by_key(|path| path.screens)
        {
            let filled = path.between & occupied;
            return match path.screens {
                0 => Reason::Blocked {
                    name,
                    at: nearest(filled, from).unwrap_or(to),
                },
                needed => Reason::Screens {
                    name,
                    found: filled.count(),
                    needed,
                    capture,
                },
            };
        }
        if others
            .between(from, to)
            .iter()
            .any(|path| path.is_open(occupied))
        {
            return if capture {
                Reason::CannotCapture { name }
            } else {
                Reason::OnlyCaptures { name }
            };
        }
        if !tables.within.contains(to) {
            return Reason::OutOfZone { name, to };
        }
        let reachable = |&square: &Square| {
            tables
                .moves
                .between(from, square)
                .iter()
                .any(|path| path.is_open(Bitboard::EMPTY))
        };
        let allowed = squares(Square::all().filter(reachable).collect());
        Reason::NoSuchMotion {
            name,
            from,
            to,
            allowed,
        }
    }

    /// What would be wrong with the royal pieces after a move that is possible otherwise.
    fn exposure(&self, position: &Position, mv: Move) -> Option<Reason> {
        if self.is_safe(position, mv) {
            return None;
        }
        let turn = position.turn();
        let mut after = position.clone();
        after.play(mv);
        let royals = self.royals(&after, turn);
        let checkers = self.checkers(&after, turn);
        let capturing = royals.squares().fold(Bitboard::EMPTY, |all, royal| {
            all | self.attackers(&after, royal, !turn)
        });
        if capturing.is_empty() {
            return Some(Reason::Facing(checkers | royals));
        }
        let royal = royals
            .squares()
            .find(|&royal| !self.attackers(&after, royal, !turn).is_empty());
        let name = royal
            .and_then(|royal| after.piece_at(royal))
            .map(|piece| self.name(piece.kind))
            .unwrap_or_default();
        Some(Reason::Exposed {
            name,
            attackers: capturing,
        })
    }
}

/// The square of a set that is nearest to another.
fn nearest(set: Bitboard, from: Square) -> Option<Square> {
    set.squares().min_by_key(|square| {
        square.file().index().abs_diff(from.file().index())
            + square.rank().index().abs_diff(from.rank().index())
    })
}
