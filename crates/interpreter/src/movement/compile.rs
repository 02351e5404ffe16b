//! From an edition's checked rules to the rules of the engine.

use miette::Diagnostic;
use qili_board::{Bitboard, Kind, Piece, Side, fen};
use qili_lang::{
    rules::{self as checked, Rules, ZoneId},
    syntax::{self, Direction},
};
use thiserror::Error;

use super::{
    Movement,
    rules::{self, Facing, Leg, Motion, MovementRules, Offset, PieceRules, Purpose, chain, zone},
};

/// Why rules make no movement.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
pub enum CompileError {
    /// More kinds than [`Kind::MAX`].
    #[error(
        "there are {found} kinds of pieces, at most {} are possible",
        Kind::MAX
    )]
    #[diagnostic(code(qili::movement::too_many_kinds))]
    TooManyKinds {
        /// How many there are.
        found: usize,
    },
    /// A facing rule between kinds that are not both royal.
    #[error("only royal pieces can be forbidden to face each other")]
    #[diagnostic(
        code(qili::movement::facing),
        help("declare both kinds `royal`, or remove the clause")
    )]
    FacingNotRoyal,
    /// Letters that cannot be told apart.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Letters(#[from] fen::AlphabetError),
    /// The initial position is no FEN.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Start(#[from] fen::FenError),
}

/// The letters of an edition's pieces, in the order of their kinds.
///
/// # Errors
///
/// When two kinds share a letter, one has none, or a letter is not ASCII.
pub fn alphabet(rules: &Rules) -> Result<fen::Alphabet, fen::AlphabetError> {
    fen::Alphabet::new(rules.kinds.iter().map(|kind| {
        let mut letters = kind.letters.iter().copied();
        // A kind without a letter gives an error that shows the missing one.
        (letters.next().unwrap_or('?'), letters.collect::<String>())
    }))
}

impl Movement {
    /// Compiles the movement of an edition; kinds keep their indices.
    ///
    /// Where a piece may stand follows from its zone and from where it can get to from its place in the initial position,
    /// if the edition states one.
    ///
    /// # Errors
    ///
    /// When the edition has too many kinds, its letters or its initial position cannot be read, or a facing rule speaks
    /// of pieces that are not royal.
    pub fn compile(rules: &Rules) -> Result<Self, CompileError> {
        let mut kinds: Vec<PieceRules> =
            rules.kinds.iter().map(|kind| piece(kind, rules)).collect();
        if let Some(start) = &rules.start {
            place_starts(&mut kinds, start, rules)?;
        }
        let facings = rules.facings.iter().map(|facing| Facing {
            kinds: [facing.one.index(), facing.other.index()],
            along: offsets(facing.along).to_vec(),
        });
        Self::new(MovementRules {
            kinds,
            facings: facings.collect(),
        })
    }
}

fn place_starts(kinds: &mut [PieceRules], start: &str, rules: &Rules) -> Result<(), CompileError> {
    let text = if start.contains(char::is_whitespace) {
        start.to_owned()
    } else {
        format!("{start} w")
    };
    let position = fen::parse(&text, &alphabet(rules)?)?.position;
    for square in position.occupied() {
        if let Some(Piece { side, kind }) = position.piece_at(square)
            && let Some(rules) = kinds.get_mut(kind.index())
        {
            rules.starts[side.index()] |= Bitboard::of(square);
        }
    }
    Ok(())
}

fn piece(kind: &checked::Kind, rules: &Rules) -> PieceRules {
    let within = zone_of(kind.within, rules);
    let zones = kind
        .motion_zones
        .iter()
        .copied()
        .chain(std::iter::repeat((None, None)));
    let motions = kind
        .motions
        .iter()
        .zip(zones)
        .map(|(motion, (from, to))| Motion {
            purpose: match motion.purpose {
                syntax::Purpose::Both => Purpose::Both,
                syntax::Purpose::Move => Purpose::Move,
                syntax::Purpose::Capture => Purpose::Capture,
            },
            routes: chain(&legs(&motion.legs)),
            screens: match motion.path {
                syntax::Path::Leap => None,
                syntax::Path::Empty => Some(0),
                syntax::Path::Over(pieces) => Some(pieces),
            },
            from: zone_of(from, rules),
            to: zone_of(to, rules),
        });
    let motions = motions.collect();
    PieceRules {
        royal: kind.royal,
        within,
        motions,
        ..PieceRules::new(kind.names.en.clone())
    }
}

fn zone_of(id: Option<ZoneId>, rules: &Rules) -> [Bitboard; Side::ALL.len()] {
    id.and_then(|id| rules.zones.get(id.index()))
        .map_or([Bitboard::ALL; 2], |found| zone(found.files, found.ranks))
}

fn legs(legs: &[syntax::Leg]) -> Vec<Leg> {
    let legs = legs.iter().enumerate().map(|(number, leg)| {
        let directions = offsets(leg.direction);
        // "Any orthogonal" and "any diagonal" after a first leg lead on; a named direction is taken as it is.
        let onward =
            number > 0 && matches!(leg.direction, Direction::Orthogonal | Direction::Diagonal);
        let plain = match leg.distance {
            None => Leg::any(directions),
            Some(distance) => {
                Leg::steps(u8::try_from(distance.value).unwrap_or(u8::MAX), directions)
            }
        };
        Leg { onward, ..plain }
    });
    legs.collect()
}

fn offsets(direction: Direction) -> &'static [Offset] {
    match direction {
        Direction::Forward => &rules::FORWARD,
        Direction::Backward => &rules::BACKWARD,
        Direction::Sideways | Direction::Rank => &rules::SIDEWAYS,
        Direction::File => &rules::LENGTHWAYS,
        Direction::Orthogonal => &rules::ORTHOGONAL,
        Direction::Diagonal => &rules::DIAGONAL,
    }
}
