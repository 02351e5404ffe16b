//! Whether a position can occur.

use miette::Diagnostic;
use qili_board::{Bitboard, Piece, Position, Side, Square};
use qili_words::{Bilingual, Language, Localized, Texts};
use thiserror::Error;

use super::Movement;

/// Why a position cannot occur. [`PositionError::squares`] says where to point.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
pub enum PositionError {
    /// A side has no royal piece.
    #[error("{side} has no {}", name.en)]
    #[diagnostic(
        code(qili::position::royal_missing),
        help("each side needs exactly one")
    )]
    RoyalMissing {
        /// The side.
        side: Side,
        /// What the piece is called.
        name: Bilingual,
    },
    /// A side has more pieces of a kind than a game begins with.
    #[error("{side} has {} pieces of the kind {}, at most {most} are possible", squares.count(), name.en)]
    #[diagnostic(code(qili::position::too_many), help("remove some of those on {}", list(*squares)))]
    TooMany {
        /// The side.
        side: Side,
        /// What the piece is called.
        name: Bilingual,
        /// How many there can be.
        most: u32,
        /// Where they stand.
        squares: Bitboard,
    },
    /// A piece stands where it can never get to.
    #[error("{}'s {} cannot stand on `{square}`", piece.side, name.en)]
    #[diagnostic(code(qili::position::misplaced), help("it can stand on {}", list(*allowed)))]
    Misplaced {
        /// The piece.
        piece: Piece,
        /// What it is called.
        name: Bilingual,
        /// Where it stands.
        square: Square,
        /// Where such a piece can stand.
        allowed: Bitboard,
    },
    /// A piece of a kind that the edition does not have.
    #[error("the piece on `{square}` is of no known kind")]
    #[diagnostic(code(qili::position::unknown_kind))]
    UnknownKind {
        /// Where it stands.
        square: Square,
    },
    /// The side that has just moved has left its royal piece open to capture.
    #[error("{} is in check although it is {}'s turn", turn.other(), turn)]
    #[diagnostic(
        code(qili::position::check),
        help("the check comes from {}; perhaps the other side is to move", list(*checkers))
    )]
    InCheck {
        /// Whose turn it is.
        turn: Side,
        /// The pieces that give the check.
        checkers: Bitboard,
    },
    /// Two royal pieces see each other.
    #[error("the pieces on {} face each other with nothing between", list(*squares))]
    #[diagnostic(
        code(qili::position::facing),
        help("no move can lead here: put a piece between them")
    )]
    Facing {
        /// The two.
        squares: Bitboard,
    },
}

impl PositionError {
    /// The squares that the error speaks of.
    pub fn squares(&self) -> Bitboard {
        match self {
            Self::RoyalMissing { .. } => Bitboard::EMPTY,
            Self::TooMany { squares, .. } | Self::Facing { squares } => *squares,
            Self::Misplaced { square, .. } | Self::UnknownKind { square } => Bitboard::of(*square),
            Self::InCheck { checkers, .. } => *checkers,
        }
    }
}

impl Localized for PositionError {
    fn chinese(&self) -> Texts {
        let (message, help) = match self {
            Self::RoyalMissing { side, name } => (
                format!("{}没有{}", side.name(Language::Chinese), name.zh),
                "双方须各有一个".to_owned(),
            ),
            Self::TooMany {
                side,
                name,
                most,
                squares,
            } => (
                format!(
                    "{}有 {} 个{}，至多可有 {most} 个",
                    side.name(Language::Chinese),
                    squares.count(),
                    name.zh
                ),
                format!("去掉 {} 上多余的", list(*squares)),
            ),
            Self::Misplaced {
                piece,
                name,
                square,
                allowed,
            } => (
                format!(
                    "{}的{}不能在 `{square}`",
                    piece.side.name(Language::Chinese),
                    name.zh
                ),
                format!("它能在 {}", list(*allowed)),
            ),
            Self::UnknownKind { square } => {
                let message = format!("`{square}` 上是什么棋子不知道");
                return Texts {
                    message,
                    ..Texts::default()
                };
            }
            Self::InCheck { turn, checkers } => (
                format!(
                    "轮到{}走，{}却正被将军",
                    turn.name(Language::Chinese),
                    turn.other().name(Language::Chinese)
                ),
                format!("将军的是 {}；也许该另一方走", list(*checkers)),
            ),
            Self::Facing { squares } => (
                format!("{} 上的棋子对面，中间没有棋子", list(*squares)),
                "没有着法能走成这样：中间须放一个棋子".to_owned(),
            ),
        };
        Texts {
            message,
            help: Some(help),
            ..Texts::default()
        }
    }
}

/// The squares as in `e0, e9`; many are cut short.
fn list(squares: Bitboard) -> String {
    const SHOWN: usize = 10;
    let mut text: Vec<_> = squares
        .squares()
        .take(SHOWN)
        .map(|square| format!("`{square}`"))
        .collect();
    let more = squares.squares().len().saturating_sub(SHOWN);
    if more > 0 {
        text.push(format!("… (+{more})"));
    }
    text.join(", ")
}

impl Movement {
    /// Whether the position can occur: one royal piece a side, no more pieces than a game begins with, every piece where
    /// it can get to, and no check to the side that has just moved.
    ///
    /// # Errors
    ///
    /// The first [`PositionError`] found.
    pub fn validate(&self, position: &Position) -> Result<(), PositionError> {
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            if self.tables(piece).is_none() {
                return Err(PositionError::UnknownKind { square });
            }
        }
        for side in Side::ALL {
            self.validate_numbers(position, side)?;
        }
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            let allowed = self.allowed_squares(piece);
            if !allowed.contains(square) {
                let name = self.name(piece.kind);
                return Err(PositionError::Misplaced {
                    piece,
                    name,
                    square,
                    allowed,
                });
            }
        }
        let turn = position.turn();
        let checkers = self.checkers(position, !turn);
        let royal = checkers & self.royals(position, turn);
        if let Some(seer) = royal.first() {
            // A royal piece that could really capture would be a check like any other.
            let attacks = |seen: &Square| self.attacks(position, seer, *seen);
            if !self
                .royals(position, !turn)
                .squares()
                .any(|seen| attacks(&seen))
            {
                return Err(PositionError::Facing {
                    squares: royal | self.royals(position, !turn),
                });
            }
        }
        if !checkers.is_empty() {
            return Err(PositionError::InCheck { turn, checkers });
        }
        Ok(())
    }

    fn validate_numbers(&self, position: &Position, side: Side) -> Result<(), PositionError> {
        for tables in &self.sides[side.index()] {
            let squares = position.pieces(side, tables.kind);
            let royal = self.royal_kinds.contains(&tables.kind);
            let most = self.most[side.index()][tables.kind.index()];
            let most = if royal { Some(most.unwrap_or(1)) } else { most };
            let name = self.name(tables.kind);
            if royal && squares.is_empty() {
                return Err(PositionError::RoyalMissing { side, name });
            }
            if let Some(most) = most.filter(|&most| squares.count() > most) {
                return Err(PositionError::TooMany {
                    side,
                    name,
                    most,
                    squares,
                });
            }
        }
        Ok(())
    }
}
