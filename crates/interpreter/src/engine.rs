//! An edition compiled for play: movement, worths, zones and searches.

use std::sync::Arc;

use qili_board::{Bitboard, File, Kind, Piece, Rank, Side, Square};
use qili_lang::rules::{KindId, Rules, UnitId, ZoneId};

use miette::Diagnostic;
use thiserror::Error;

use crate::movement::Movement;
use crate::threats::{Memo, Threats};

/// Rules that cannot be compiled.
#[derive(Debug, Error, Diagnostic)]
pub enum EngineError {
    /// A piece cannot be played.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Movement(#[from] crate::movement::CompileError),
    /// A worth, result, discount or search cannot be used.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Threats(#[from] crate::threats::CompileError),
}

/// The rules of an edition with everything that is computed from them once.
#[derive(Debug)]
pub struct Engine {
    rules: Arc<Rules>,
    movement: Arc<Movement>,
    threats: Threats,
    zones: Vec<[Bitboard; 2]>,
}

impl Engine {
    /// Compiles checked rules.
    ///
    /// # Errors
    /// When a piece, a worth or a search cannot be used.
    pub fn new(rules: Arc<Rules>) -> Result<Self, EngineError> {
        let movement = Arc::new(Movement::compile(&rules)?);
        let threats = Threats::compile(movement.clone(), &rules)?;
        let zones = rules
            .zones
            .iter()
            .map(|zone| Side::ALL.map(|side| squares_of(zone, side)))
            .collect();
        Ok(Self {
            rules,
            movement,
            threats,
            zones,
        })
    }

    /// The same with another budget: how many nodes, at least 1, one question about a mate or a gain may visit before its
    /// answer is "not known".
    #[must_use]
    pub fn with_budget(self, nodes: u32) -> Self {
        Self {
            threats: self.threats.with_budget(nodes),
            ..self
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How pieces move.
    #[must_use]
    pub fn movement(&self) -> &Movement {
        &self.movement
    }

    /// Searches for mates and gains.
    #[must_use]
    pub const fn threats(&self) -> &Threats {
        &self.threats
    }

    /// An empty memory for searches.
    #[must_use]
    pub fn memo(&self) -> Memo {
        Memo::new()
    }

    /// A zone as squares, for the side that it belongs to.
    #[must_use]
    pub fn zone(&self, zone: ZoneId, side: Side) -> Bitboard {
        self.zones[zone.index()][side.index()]
    }

    /// The board's handle of a kind.
    #[must_use]
    pub fn kind(&self, kind: KindId) -> Option<Kind> {
        u8::try_from(kind.index()).ok().and_then(Kind::new)
    }

    /// What a piece is worth on a square, unit by unit, the most important unit first.
    #[must_use]
    pub fn worth(&self, piece: Piece, square: Square) -> Vec<i32> {
        (0..self.rules.units.len())
            .filter_map(|unit| u16::try_from(unit).ok())
            .map(|unit| self.worth_in(piece, square, UnitId(unit)))
            .collect()
    }

    /// What a piece is worth on a square in one unit.
    #[must_use]
    pub fn worth_in(&self, piece: Piece, square: Square, unit: UnitId) -> i32 {
        self.rules.kinds[piece.kind.index()]
            .worths
            .iter()
            .filter(|worth| worth.unit == unit)
            .filter(|worth| {
                worth
                    .zone
                    .is_none_or(|zone| self.zone(zone, piece.side).contains(square))
            })
            .map(|worth| worth.amount)
            .sum()
    }

    /// Whether a piece is worth anything on a square.
    #[must_use]
    pub fn is_material(&self, piece: Piece, square: Square) -> bool {
        self.worth(piece, square).iter().any(|&amount| amount != 0)
    }
}

/// The squares of a zone for the side that it belongs to; ranks count from that side's edge.
#[must_use]
pub fn squares_of(zone: &qili_lang::rules::Zone, side: Side) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for rank in (zone.ranks.0..=zone.ranks.1).filter_map(Rank::new) {
        let rank = if side == Side::Red { rank } else { rank.flip() };
        for file in (zone.files.0..=zone.files.1).filter_map(File::new) {
            squares = squares.with(Square::new(file, rank));
        }
    }
    squares
}
