//! Whether a position can occur.

use miette::Diagnostic;
use qili_board::{Bitboard, Kind, Piece, Position, Side, Square};
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
    #[diagnostic(code(qili::position::too_many), help("remove some of those on {}", list(*squares, Language::English)))]
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
    #[diagnostic(code(qili::position::misplaced), help("it can stand on {}", list(*allowed, Language::English)))]
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
        help("the check comes from {}; perhaps the other side is to move", list(*checkers, Language::English))
    )]
    InCheck {
        /// Whose turn it is.
        turn: Side,
        /// The pieces that give the check.
        checkers: Bitboard,
    },
    /// Two royal pieces see each other.
    #[error("the pieces on {} face each other with nothing between", list(*squares, Language::English))]
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
        let name_of = |side: Side| side.name(Language::Chinese);
        let list = |squares: Bitboard| list(squares, Language::Chinese);
        match self {
            Self::RoyalMissing { side, name } => {
                Texts::new(format!("{}没有{}", name_of(*side), name.zh))
                    .help("双方各有一个，不多不少")
            }
            Self::TooMany {
                side,
                name,
                most,
                squares,
            } => Texts::new(format!(
                "{}的{}有 {} 个，最多 {most} 个",
                name_of(*side),
                name.zh,
                squares.count()
            ))
            .help(format!("去掉 {} 上的几个", list(*squares))),
            Self::Misplaced {
                piece,
                name,
                square,
                allowed,
            } => Texts::new(format!(
                "{}的{}不能在 `{square}`",
                name_of(piece.side),
                name.zh
            ))
            .help(format!("它可以在 {}", list(*allowed))),
            Self::UnknownKind { square } => {
                Texts::new(format!("`{square}` 上的棋子不是已有的种类"))
            }
            Self::InCheck { turn, checkers } => Texts::new(format!(
                "轮到{}走，{}却正被将军",
                name_of(*turn),
                name_of(turn.other())
            ))
            .help(format!(
                "将军的棋子在 {}；也许轮到的是另一方",
                list(*checkers)
            )),
            Self::Facing { squares } => Texts::new(format!("{} 上的棋子直接对面", list(*squares)))
                .help("走不到这样的局面：中间要有一子"),
        }
    }
}

/// The squares as in `e0, e9`; many are cut short.
fn list(squares: Bitboard, language: Language) -> String {
    const SHOWN: usize = 10;
    let mut text: Vec<_> = squares
        .squares()
        .take(SHOWN)
        .map(|square| format!("`{square}`"))
        .collect();
    let more = squares.squares().len().saturating_sub(SHOWN);
    if more > 0 {
        text.push(match language {
            Language::Chinese => format!("另 {more} 处"),
            Language::English => format!("{more} more"),
        });
    }
    language.list(&text)
}

impl Movement {
    /// Whether the position can occur: one royal piece a side where it can get to, no check to the side that has just moved,
    /// and [plausible](Self::plausible) in the rest, unless any position is played.
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
        self.numbers_and_places(position, |kind| {
            !self.any_position || self.royal_kinds.contains(&kind)
        })?;
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

    /// Whether each side has no more pieces of a kind than a game begins with, and each where it can get to. Some collections
    /// have figures of which that is not true, and they can be played all the same.
    ///
    /// # Errors
    ///
    /// The first [`PositionError`] found.
    pub fn plausible(&self, position: &Position) -> Result<(), PositionError> {
        self.numbers_and_places(position, |_| true)
    }

    /// Whether the pieces of some kinds are no more than a game begins with, each where it can get to.
    fn numbers_and_places(
        &self,
        position: &Position,
        asked: impl Fn(Kind) -> bool,
    ) -> Result<(), PositionError> {
        for side in Side::ALL {
            self.validate_numbers(position, side, &asked)?;
        }
        for square in position.occupied() {
            let piece = position.piece_at(square);
            let Some(piece) = piece.filter(|piece| asked(piece.kind)) else {
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
        Ok(())
    }

    fn validate_numbers(
        &self,
        position: &Position,
        side: Side,
        asked: &impl Fn(Kind) -> bool,
    ) -> Result<(), PositionError> {
        let kinds = self.sides[side.index()].iter();
        for tables in kinds.filter(|tables| asked(tables.kind)) {
            let squares = position.pieces(side, tables.kind);
            let royal = self.royal_kinds.contains(&tables.kind);
            let most = self.most[side.index()][tables.kind.index()];
            let most = if royal { Some(1) } else { most };
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
