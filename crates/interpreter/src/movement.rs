//! How pieces move: an edition's rules as tables for a bitboard engine.
//!
//! The engine names no piece. It is given [`rules::MovementRules`], or the checked rules of an edition
//! ([`Movement::compile`]), and turns every motion into paths: from a square, to a square, with the squares between and the
//! number of pieces that must stand on them. All tables are made from paths, so that a slide, a leap with a leg and a hop
//! over two screens cost the same kind of look-up:
//!
//! * forward, the squares that a piece reaches, by square and by what stands between ([`Movement::legal_moves`]);
//! * backward, the paths that lead to a square ([`Movement::attackers`], [`Movement::in_check`]);
//! * for the side to move, what its pieces may do without leaving the royal piece open to capture: exactly, without
//!   trying moves.
//!
//! ```
//! use qili_board::{Bitboard, fen};
//! use qili_interpreter::movement::{Movement, MoveList, rules::*};
//!
//! // A royal piece that steps, and one that captures over exactly one piece.
//! let step = Motion::new(Purpose::Both, chain(&[Leg::steps(1, &ORTHOGONAL)]));
//! let hop = Motion::new(Purpose::Capture, chain(&[Leg::any(&ORTHOGONAL)])).over(1);
//! let movement = Movement::new(MovementRules {
//!     kinds: vec![
//!         PieceRules { royal: true, motions: vec![step.clone()], ..PieceRules::new("king") },
//!         PieceRules { motions: vec![step, hop], ..PieceRules::new("gun") },
//!     ],
//!     ..MovementRules::default()
//! })?;
//!
//! let letters = fen::Alphabet::new([('k', ""), ('g', "")])?;
//! let position = fen::parse("4k4/9/4g4/9/9/9/9/4G4/9/3K5 b", &letters)?.position;
//! let mut moves = MoveList::new();
//! movement.legal_moves(&position, &mut moves);
//! assert_eq!(format!("{moves:?}"), "[e9d9, e9f9, e7d7, e7f7]");
//!
//! // The black gun is the one piece between red's gun and the king.
//! assert!(movement.in_check(&position, position.turn()));
//! assert_eq!(movement.checkers(&position, position.turn()), Bitboard::of("e2".parse()?));
//! let error = movement.explain_illegal(&position, "e7e6".parse()?).unwrap();
//! assert_eq!(
//!     error.to_string(),
//!     "the move `e7e6` is illegal: it leaves the king open to capture from `e2`"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attack;
mod checks;
mod compile;
mod generate;
mod guard;
mod illegal;
mod layer;
mod list;
mod path;
pub mod rules;
mod sources;
mod tables;
mod validate;

use std::collections::BTreeMap;

use qili_board::{Bitboard, Kind, Piece, Position, Side, Square};
use qili_lang::rules::{Table, ZoneId};
use qili_words::{Bilingual, both};

pub(crate) use checks::Levers;
pub use compile::{CompileError, alphabet, start};
pub use illegal::{IllegalMove, Reason};
pub use list::MoveList;
pub use validate::PositionError;

use layer::{Builder, Pool};
use path::Path;
use rules::MovementRules;
use sources::Sources;
use tables::KindTables;

/// The compiled movement of an edition's pieces.
#[derive(Debug, Clone)]
pub struct Movement {
    names: Vec<Bilingual>,
    /// Per side its kinds.
    sides: [Vec<KindTables>; 2],
    /// How many pieces of a kind a game begins with, per side.
    most: [[Option<u32>; Kind::MAX]; 2],
    royal_kinds: Vec<Kind>,
    sights: Vec<Sight>,
    /// Per side, from where one of its pieces may threaten a royal piece on a square, whatever stands between.
    approaches: [Box<[Bitboard; Square::COUNT]>; 2],
    pool: Pool,
    /// The edition's zones, as each side sees them.
    zones: Table<ZoneId, [Bitboard; 2]>,
    /// Whether positions that are not plausible are played all the same.
    any_position: bool,
}

/// A kind of royal piece that may not see another.
#[derive(Debug, Clone)]
struct Sight {
    seer: Kind,
    seen: Kind,
    /// Per side, the lines on which it sees, and its captures.
    paths: [Sources; 2],
}

impl Movement {
    /// Compiles tables from rules in board terms.
    ///
    /// # Errors
    ///
    /// When there are more kinds than [`Kind::MAX`], or a [`rules::Facing`] names a kind that does not exist or is not
    /// royal.
    pub fn new(rules: MovementRules) -> Result<Self, CompileError> {
        let MovementRules {
            kinds,
            facings,
            zones,
        } = rules;
        if kinds.len() > Kind::MAX {
            return Err(CompileError::TooManyKinds { found: kinds.len() });
        }
        let handles: Vec<Kind> = Kind::all().take(kinds.len()).collect();
        let royal_kinds: Vec<Kind> = handles
            .iter()
            .zip(&kinds)
            .filter(|(_, rules)| rules.royal)
            .map(|(&kind, _)| kind)
            .collect();

        let mut builder = Builder::new();
        let sides = Side::ALL.map(|side| {
            let pairs = handles.iter().zip(&kinds);
            pairs
                .map(|(&kind, rules)| KindTables::new(kind, rules, side, &mut builder))
                .collect::<Vec<_>>()
        });
        let mut lines: BTreeMap<(Kind, Kind), Vec<Path>> = BTreeMap::new();
        for facing in &facings {
            let [one, other] = facing.kinds.map(|index| handles.get(index).copied());
            let royal = |kind: Option<Kind>| kind.filter(|kind| royal_kinds.contains(kind));
            let (Some(one), Some(other)) = (royal(one), royal(other)) else {
                return Err(CompileError::FacingNotRoyal);
            };
            for pair in [(one, other), (other, one)] {
                // they run both ways, so that the same serve both sides
                let lines = lines.entry(pair).or_default();
                lines.extend(path::lines_of_sight(facing, Side::Red));
                lines.extend(path::lines_of_sight(facing, Side::Black));
            }
        }
        let sights = lines.into_iter().map(|((seer, seen), lines)| Sight {
            seer,
            seen,
            paths: Side::ALL.map(|side| {
                let captures = &sides[side.index()][seer.index()].captures;
                Sources::new([captures.paths(), &lines].concat())
            }),
        });
        let sights: Vec<Sight> = sights.collect();
        let approaches = Side::ALL.map(|side| {
            let captures = sides[side.index()].iter().map(|tables| &tables.captures);
            let sources = captures.chain(sights.iter().map(|sight| &sight.paths[side.index()]));
            sources.fold(
                Box::new([Bitboard::EMPTY; Square::COUNT]),
                |mut all, sources| {
                    Square::all().for_each(|to| all[to.index() as usize] |= sources.to(to));
                    all
                },
            )
        });
        let mut most = [[None; Kind::MAX]; 2];
        for (index, rules) in kinds.iter().enumerate() {
            let known = rules.starts.iter().any(|starts| !starts.is_empty());
            for side in Side::ALL {
                most[side.index()][index] = known.then(|| rules.starts[side.index()].count());
            }
        }
        let names = kinds.into_iter().map(|rules| rules.name).collect();
        Ok(Self {
            names,
            sides,
            most,
            royal_kinds,
            sights,
            approaches,
            pool: builder.finish(),
            zones: zones.into(),
            any_position: false,
        })
    }

    /// The same for positions that are not [plausible](Self::plausible) as well.
    #[must_use]
    pub fn with_any_position(self) -> Self {
        Self {
            any_position: true,
            ..self
        }
    }

    /// A zone as squares, for the side that it belongs to.
    pub fn zone(&self, zone: ZoneId, side: Side) -> Bitboard {
        self.zones[zone][side.index()]
    }

    /// Where a piece may stand.
    pub fn allowed_squares(&self, piece: Piece) -> Bitboard {
        self.tables(piece)
            .map_or(Bitboard::EMPTY, |tables| tables.stands)
    }

    /// The kinds that a side may not leave open to capture.
    pub fn royal_kinds(&self) -> &[Kind] {
        &self.royal_kinds
    }

    /// The pieces of a side that may threaten a royal piece on a square, whatever stands between.
    #[inline]
    fn approaching(&self, position: &Position, by: Side, royal: Square) -> Bitboard {
        position.side(by) & self.approaches[by.index()][royal.index() as usize]
    }

    /// The paths by which a piece on a square threatens a royal piece of that kind, where they are open.
    #[inline]
    fn paths_to(&self, piece: Piece, from: Square, royal: Kind, to: Square) -> &[Path] {
        let sources = self.threatening(piece, royal);
        sources.map_or(&[], |sources| sources.between(from, to))
    }

    /// How a piece threatens royal pieces of that kind.
    #[inline]
    fn threatening(&self, piece: Piece, royal: Kind) -> Option<&Sources> {
        let faces = |sight: &&Sight| (sight.seer, sight.seen) == (piece.kind, royal);
        match self.sights.iter().find(faces) {
            Some(sight) => Some(&sight.paths[piece.side.index()]),
            None => self.tables(piece).map(|tables| &tables.captures),
        }
    }

    #[inline]
    fn tables(&self, piece: Piece) -> Option<&KindTables> {
        self.sides[piece.side.index()].get(piece.kind.index())
    }

    fn name(&self, kind: Kind) -> Bilingual {
        let name = self.names.get(kind.index()).cloned();
        name.unwrap_or_else(|| both!("棋子", "piece"))
    }
}

#[cfg(test)]
mod tests;
