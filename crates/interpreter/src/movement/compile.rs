//! From an edition's checked rules to the rules of the engine.

use std::sync::{Arc, Mutex, PoisonError};

use miette::Diagnostic;
use qili_board::{Bitboard, Kind, Piece, Position, Side, fen};
use qili_lang::{
    rules::{self as checked, Rules, ZoneId},
    syntax::{self, Direction},
};
use qili_words::{Bilingual, Localized, Texts};
use thiserror::Error;

use super::{
    Movement, PositionError,
    rules::{self, Facing, Leg, Motion, MovementRules, Offset, PieceRules, Purpose, chain, zone},
};

/// For how many different sets of pieces tables are kept.
const SHARED_AT_MOST: usize = 8;

/// Into how many routes the legs of one motion may branch.
const MOST_ROUTES: usize = 10_000;

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
    /// A motion with so many legs that its routes are too many.
    #[error("the {} goes along too many routes", name.en)]
    #[diagnostic(
        code(qili::movement::too_many_routes),
        help("a motion may branch into {MOST_ROUTES} routes at most: use fewer legs")
    )]
    TooManyRoutes {
        /// What the piece is called.
        name: Bilingual,
    },
    /// Letters that cannot be told apart.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Letters(#[from] fen::AlphabetError),
    /// The initial position is no FEN.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Start(#[from] fen::FenError),
    /// The initial position cannot occur.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Impossible(#[from] PositionError),
}

impl Localized for CompileError {
    fn chinese(&self) -> Texts {
        match self {
            Self::TooManyKinds { found } => {
                Texts::new(format!("棋子有 {found} 种，最多 {} 种", Kind::MAX))
            }
            Self::FacingNotRoyal => Texts::new("只有将帅之间可以禁止对面")
                .help("两种棋子都写 `将帅`（`royal`），或去掉这一条"),
            Self::TooManyRoutes { name } => Texts::new(format!("{}的走法太多", name.zh))
                .help(format!("一种走法最多 {MOST_ROUTES} 条路线：少写几步")),
            Self::Letters(error) => error.chinese(),
            Self::Start(error) => error.chinese(),
            Self::Impossible(error) => error.chinese(),
        }
    }
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
    /// When the edition has too many kinds, its letters or its initial position cannot be read, no game can begin with that
    /// position, or a facing rule speaks of pieces that are not royal.
    pub fn compile(rules: &Rules) -> Result<Self, CompileError> {
        let movement = Self::new(board_terms(rules)?)?;
        movement.begins(rules)?;
        Ok(movement)
    }

    /// The same, for editions with the same pieces once.
    ///
    /// # Errors
    ///
    /// As [`compile`](Self::compile).
    pub fn shared(rules: &Rules) -> Result<Arc<Self>, CompileError> {
        static SHARED: Mutex<Vec<(MovementRules, Arc<Movement>)>> = Mutex::new(Vec::new());
        let terms = board_terms(rules)?;
        let known = || SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |(others, _): &&(MovementRules, _)| *others == terms;
        let found = known()
            .iter()
            .find(same)
            .map(|(_, movement)| movement.clone());
        if let Some(movement) = found {
            movement.begins(rules)?;
            return Ok(movement);
        }
        let movement = Arc::new(Self::new(terms.clone())?);
        movement.begins(rules)?;
        let mut known = known();
        if known.len() == SHARED_AT_MOST {
            known.remove(0);
        }
        known.push((terms, movement.clone()));
        Ok(movement)
    }

    /// Looks whether a game can begin.
    fn begins(&self, rules: &Rules) -> Result<(), CompileError> {
        match start(rules)? {
            Some(position) => Ok(self.validate(&position)?),
            None => Ok(()),
        }
    }
}

/// An edition's pieces in board terms.
fn board_terms(rules: &Rules) -> Result<MovementRules, CompileError> {
    let kinds = rules.kinds.iter().map(|kind| piece(kind, rules));
    let mut kinds = kinds.collect::<Result<Vec<_>, _>>()?;
    if let Some(position) = start(rules)? {
        place_starts(&mut kinds, &position);
    }
    let facings = rules.facings.iter().map(|facing| Facing {
        kinds: [facing.one.index(), facing.other.index()],
        along: offsets(facing.along).to_vec(),
    });
    let zones = rules.zones.iter();
    Ok(MovementRules {
        kinds,
        facings: facings.collect(),
        zones: zones.map(|found| zone(found.files, found.ranks)).collect(),
    })
}

/// The initial position of an edition, if it states one; Red is to move where it does not say who is.
///
/// # Errors
///
/// When its letters or the position cannot be read.
pub fn start(rules: &Rules) -> Result<Option<Position>, CompileError> {
    let Some(start) = &rules.start else {
        return Ok(None);
    };
    let with_turn = if start.contains(char::is_whitespace) {
        start.to_owned()
    } else {
        format!("{start} w")
    };
    Ok(Some(fen::parse(&with_turn, &alphabet(rules)?)?.position))
}

fn place_starts(kinds: &mut [PieceRules], position: &Position) {
    for square in position.occupied() {
        if let Some(Piece { side, kind }) = position.piece_at(square)
            && let Some(rules) = kinds.get_mut(kind.index())
        {
            rules.starts[side.index()] |= Bitboard::of(square);
        }
    }
}

fn piece(kind: &checked::Kind, rules: &Rules) -> Result<PieceRules, CompileError> {
    let within = zone_of(kind.within, rules);
    let zones = kind
        .motion_zones
        .iter()
        .copied()
        .chain(std::iter::repeat((None, None)));
    let motions = kind.motions.iter().zip(zones).map(|(motion, (from, to))| {
        let legs = legs(&motion.legs);
        let choices = legs
            .iter()
            .map(|leg| leg.directions.len() * usize::from(leg.steps.1 - leg.steps.0 + 1));
        if choices.fold(1, usize::saturating_mul) > MOST_ROUTES {
            return Err(CompileError::TooManyRoutes {
                name: kind.names.clone(),
            });
        }
        Ok(Motion {
            purpose: match motion.purpose {
                syntax::Purpose::Both => Purpose::Both,
                syntax::Purpose::Move => Purpose::Move,
                syntax::Purpose::Capture => Purpose::Capture,
            },
            routes: chain(&legs),
            screens: match motion.path {
                syntax::Path::Leap => None,
                syntax::Path::Empty => Some(0),
                syntax::Path::Over(pieces) => Some(pieces),
            },
            from: zone_of(from, rules),
            to: zone_of(to, rules),
        })
    });
    let motions = motions.collect::<Result<_, _>>()?;
    Ok(PieceRules {
        royal: kind.royal,
        within,
        motions,
        ..PieceRules::new(kind.names.clone())
    })
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

#[cfg(test)]
mod tests {
    use qili_board::Square;
    use qili_lang::{
        rules::{ClauseId, KindId},
        syntax::{Int, Path, Span},
    };
    use qili_words::Bilingual;

    use super::*;

    fn motion(
        purpose: syntax::Purpose,
        legs: &[(Option<i64>, Direction)],
        path: Path,
    ) -> syntax::Motion {
        let span = Span::default();
        let leg = |&(distance, direction): &(Option<i64>, _)| syntax::Leg {
            distance: distance.map(|value| Int { value, span }),
            direction,
        };
        syntax::Motion {
            purpose,
            legs: legs.iter().map(leg).collect(),
            path,
            from: None,
            to: None,
            span,
        }
    }

    fn kind(
        letters: &str,
        zone: Option<u16>,
        motions: Vec<(syntax::Motion, Option<u16>)>,
    ) -> checked::Kind {
        checked::Kind {
            clause: ClauseId(0),
            names: Bilingual {
                zh: letters.to_owned(),
                en: letters.to_owned(),
            },
            letters: letters.chars().collect(),
            red: Vec::new(),
            black: Vec::new(),
            royal: false,
            within: zone.map(ZoneId),
            motion_zones: motions
                .iter()
                .map(|(_, from)| (from.map(ZoneId), None))
                .collect(),
            motions: motions.into_iter().map(|(motion, _)| motion).collect(),
            worths: Vec::new(),
        }
    }

    fn xiangqi() -> Rules {
        use syntax::Purpose::{Both, Capture, Move};
        let zone = |files, ranks| checked::Zone {
            names: Bilingual::default(),
            files,
            ranks,
        };
        let (one, two) = (Some(1), Some(2));
        let step =
            |distance, direction| (motion(Both, &[(distance, direction)], Path::Empty), None);
        let bent = motion(
            Both,
            &[(one, Direction::Orthogonal), (one, Direction::Diagonal)],
            Path::Empty,
        );
        let sideways = (
            motion(Both, &[(one, Direction::Sideways)], Path::Leap),
            Some(2),
        );
        let hop = motion(Capture, &[(None, Direction::Orthogonal)], Path::Over(1));
        let glide = motion(Move, &[(None, Direction::Orthogonal)], Path::Empty);
        let general = kind("K", Some(0), vec![step(one, Direction::Orthogonal)]);
        Rules {
            start: Some("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR".to_owned()),
            zones: vec![
                zone((3, 5), (0, 2)),
                zone((0, 8), (0, 4)),
                zone((0, 8), (5, 9)),
            ]
            .into(),
            kinds: vec![
                checked::Kind {
                    royal: true,
                    ..general
                },
                kind("A", Some(0), vec![step(one, Direction::Diagonal)]),
                kind("BE", Some(1), vec![step(two, Direction::Diagonal)]),
                kind("NH", None, vec![(bent, None)]),
                kind("R", None, vec![step(None, Direction::Orthogonal)]),
                kind("C", None, vec![(glide, None), (hop, None)]),
                kind("P", None, vec![step(one, Direction::Forward), sideways]),
            ]
            .into(),
            facings: vec![checked::Facing {
                clause: ClauseId(0),
                one: KindId(0),
                other: KindId(0),
                along: Direction::File,
            }],
            ..Rules::default()
        }
    }

    #[test]
    fn an_edition_moves_as_it_says() {
        let rules = xiangqi();
        let movement = Movement::compile(&rules).unwrap();
        let letters = alphabet(&rules).unwrap();
        let mut position = fen::parse(&format!("{} w", rules.start.unwrap()), &letters)
            .unwrap()
            .position;
        assert_eq!(movement.validate(&position), Ok(()));
        let counts: Vec<_> = (0..4)
            .map(|depth| movement.perft(&mut position, depth))
            .collect();
        assert_eq!(counts, [1, 44, 1920, 79666]);
        let river: Square = "c4".parse().unwrap();
        assert!(
            movement
                .allowed_squares(letters.piece('E').unwrap())
                .contains(river)
        );
    }

    #[test]
    fn changed_editions_move_otherwise() {
        let position = "3k5/9/9/9/9/2B6/9/9/9/4K4 w";
        let count = |change: fn(&mut Rules)| {
            let mut rules = xiangqi();
            change(&mut rules);
            let mut position = fen::parse(position, &alphabet(&rules).unwrap())
                .unwrap()
                .position;
            Movement::compile(&rules).unwrap().perft(&mut position, 1)
        };
        assert_eq!(count(|_| ()), 4);
        assert_eq!(count(|rules| rules.kinds[KindId(2)].within = None), 6);
        assert_eq!(count(|rules| rules.facings.clear()), 5);
    }

    #[test]
    fn editions_with_the_same_pieces_share_their_tables() {
        let shared = |change: fn(&mut Rules)| {
            let mut rules = xiangqi();
            change(&mut rules);
            Movement::shared(&rules)
        };
        let one = shared(|_| ()).unwrap();
        assert!(Arc::ptr_eq(&one, &shared(|_| ()).unwrap()));
        let other = shared(|rules| rules.kinds[KindId(2)].within = None).unwrap();
        assert!(!Arc::ptr_eq(&one, &other));
        // the same pieces, but no game can begin with their places
        let mut facing = xiangqi();
        facing.start = Some("4k4/9/9/9/9/9/9/9/9/4K4".to_owned());
        assert!(Movement::shared(&facing).is_err());
        assert!(Movement::shared(&facing).is_err());
    }

    #[test]
    fn impossible_rules_are_refused() {
        let error = |change: fn(&mut Rules)| {
            let mut rules = xiangqi();
            change(&mut rules);
            Movement::compile(&rules).unwrap_err().to_string()
        };
        assert_eq!(
            error(|rules| {
                let wander = [(None, Direction::Orthogonal); 20];
                rules.kinds[KindId(3)].motions =
                    vec![motion(syntax::Purpose::Both, &wander, Path::Leap)];
            }),
            "the NH goes along too many routes"
        );
        assert_eq!(
            error(|rules| rules.facings[0].other = KindId(4)),
            "only royal pieces can be forbidden to face each other"
        );
        assert_eq!(
            error(|rules| rules.start = Some("9/9".to_owned())),
            "the board has 2 ranks instead of ten"
        );
        assert_eq!(
            error(|rules| rules.kinds[KindId(3)].letters = vec!['k']),
            "the letter `k` stands for two pieces"
        );
        assert_eq!(
            error(|rules| rules.kinds = vec![rules.kinds[KindId(0)].clone(); 17].into()),
            "the letter `k` stands for two pieces"
        );
    }
}
