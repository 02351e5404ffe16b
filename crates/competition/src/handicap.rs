//! Handicaps: the first move, a run of moves at the beginning, or pieces.

use qili_board::{Move, Position, Side, Square};
use serde::{Deserialize, Serialize};

use crate::clause::Clause;
use qili_interpreter::movement::Movement;
use qili_words::{Bilingual, Localized, Texts};

/// The part of `competition.yaml` about handicaps.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandicapRules {
    /// What an opening run may contain.
    pub run: RunRules,
    /// The handicaps.
    pub kinds: Vec<Handicap>,
}

/// What an opening run may contain.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRules {
    /// Whether every move must be by another piece.
    pub distinct_pieces: bool,
    /// Whether captures are allowed.
    pub captures: bool,
    /// Whether checks are allowed.
    pub checks: bool,
    /// The clause.
    pub clause: Clause,
}

/// One kind of handicap.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handicap {
    /// The key by which files name it.
    pub id: String,
    /// Its name.
    pub name: Bilingual,
    /// How many moves the weaker player makes before the stronger one moves.
    pub opening_run: usize,
    /// Whether the rules say that it holds in every game of the two, instead of colours alternating.
    #[serde(default)]
    pub every_game: bool,
    /// Whether the stronger player begins without some pieces.
    #[serde(default)]
    pub removes_pieces: bool,
    /// The clause.
    pub clause: Clause,
}

/// A handicap game's beginning.
#[derive(Debug, Clone)]
pub struct Opening<'a> {
    /// The full starting position.
    pub start: Position,
    /// The side of the weaker player.
    pub weaker: Side,
    /// The squares of the pieces that the stronger player does without.
    pub removed: &'a [Square],
    /// The first moves of the weaker player.
    pub moves: &'a [Move],
}

/// What a handicap game's beginning comes to.
#[derive(Debug, Clone, Serialize)]
pub struct HandicapReport {
    /// The handicap.
    pub id: String,
    /// Its name.
    pub name: Bilingual,
    /// The side that moves first.
    pub first: Side,
    /// How many moves it makes in a row.
    pub opening_run: usize,
    /// It does so in every game of the two.
    pub every_game: bool,
    /// How many of them are still to come.
    pub missing: usize,
    /// What is against the rules.
    pub breaches: Vec<Breach>,
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// The position after the moves so far.
    #[serde(skip)]
    pub position: Position,
}

/// A move of the opening run that is against the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Breach {
    /// Which move of the run, from 1.
    pub number: usize,
    /// The move.
    #[serde(rename = "move", serialize_with = "crate::moves::text")]
    pub mv: Move,
    /// What is wrong with it.
    pub kind: BreachKind,
}

/// What is wrong with a move of an opening run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BreachKind {
    /// The pieces do not move so.
    Illegal,
    /// The piece has moved before.
    SamePiece,
    /// It captures.
    Capture,
    /// It gives check.
    Check,
    /// There are more moves than the handicap gives.
    TooMany,
}

/// What is wrong with a handicap as a whole.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum HandicapError {
    /// No such handicap.
    #[error("there is no handicap `{name}`")]
    #[diagnostic(code(qili::competition::handicap), help("the rules have {known}"))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names of those that exist.
        known: String,
    },
    /// Pieces removed where the handicap is another.
    #[error("the handicap `{0}` removes no pieces")]
    #[diagnostic(code(qili::competition::handicap_pieces))]
    NoPieces(String),
    /// The stronger player has no piece there.
    #[error("the stronger player has no piece on `{0}`")]
    #[diagnostic(code(qili::competition::handicap_square))]
    NotTheirs(Square),
    /// Nothing is removed where pieces should be.
    #[error("the handicap `{0}` needs a piece to remove")]
    #[diagnostic(code(qili::competition::handicap_pieces))]
    NothingRemoved(String),
    /// Without that piece the game could not be played.
    #[error("the piece on `{0}` cannot be given: it can be checkmated")]
    #[diagnostic(code(qili::competition::handicap_royal))]
    Royal(Square),
}

impl Localized for HandicapError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Unknown { name, known } => Texts::new(format!("没有让子或让先的办法 `{name}`"))
                .help(format!("规则里有 {known}")),
            Self::NoPieces(name) => Texts::new(format!("`{name}` 不去子")),
            Self::NotTheirs(square) => Texts::new(format!("让棋的一方在 `{square}` 上没有棋子")),
            Self::NothingRemoved(name) => Texts::new(format!("`{name}` 要去一子")),
            Self::Royal(square) => Texts::new(format!("`{square}` 上的棋子不能让：它会被将死")),
        }
    }
}

impl HandicapRules {
    /// The handicap of that name.
    ///
    /// # Errors
    /// [`HandicapError::Unknown`] with the names that exist.
    pub fn find(&self, id: &str) -> Result<&Handicap, HandicapError> {
        self.kinds.iter().find(|kind| kind.id == id).ok_or_else(|| {
            let known: Vec<String> = self
                .kinds
                .iter()
                .map(|kind| format!("`{}`", kind.id))
                .collect();
            HandicapError::Unknown {
                name: id.to_owned(),
                known: known.join(", "),
            }
        })
    }

    /// Sets up a handicap game and checks its first moves.
    ///
    /// # Errors
    /// [`HandicapError`] for pieces that cannot be removed, with the place of the square in the list.
    pub fn open(
        &self,
        handicap: &Handicap,
        opening: &Opening<'_>,
        movement: &Movement,
    ) -> Result<HandicapReport, (usize, HandicapError)> {
        let weaker = opening.weaker;
        let mut position = opening.start.clone();
        if handicap.removes_pieces && opening.removed.is_empty() {
            return Err((0, HandicapError::NothingRemoved(handicap.id.clone())));
        }
        for (place, &square) in opening.removed.iter().enumerate() {
            if !handicap.removes_pieces {
                return Err((place, HandicapError::NoPieces(handicap.id.clone())));
            }
            let theirs = position
                .piece_at(square)
                .is_some_and(|piece| piece.side != weaker);
            if !theirs {
                return Err((place, HandicapError::NotTheirs(square)));
            }
            if is_royal(movement, &position, square) {
                return Err((place, HandicapError::Royal(square)));
            }
            position.remove(square);
        }
        let breaches = self.run(&mut position, handicap, opening, movement);
        let legal_moves = opening.moves.len();
        position.set_turn(if legal_moves >= handicap.opening_run {
            !weaker
        } else {
            weaker
        });
        let mut clauses = vec![handicap.clause.clone()];
        if handicap.opening_run > 1 {
            clauses.push(self.run.clause.clone());
        }
        Ok(HandicapReport {
            id: handicap.id.clone(),
            name: handicap.name.clone(),
            first: weaker,
            opening_run: handicap.opening_run,
            every_game: handicap.every_game,
            missing: handicap.opening_run.saturating_sub(legal_moves),
            breaches,
            clauses,
            position,
        })
    }

    /// Plays the run and collects what is wrong with it.
    fn run(
        &self,
        position: &mut Position,
        handicap: &Handicap,
        opening: &Opening<'_>,
        movement: &Movement,
    ) -> Vec<Breach> {
        let mut breaches = Vec::new();
        let mut moved: Vec<Square> = Vec::new();
        let restricted = handicap.opening_run > 1;
        for (place, &mv) in opening.moves.iter().enumerate() {
            let mut breach = |kind| {
                breaches.push(Breach {
                    number: place + 1,
                    mv,
                    kind,
                });
            };
            position.set_turn(opening.weaker);
            if place >= handicap.opening_run {
                breach(BreachKind::TooMany);
                break;
            }
            if !movement.is_legal(position, mv) {
                breach(BreachKind::Illegal);
                break;
            }
            if restricted && self.run.distinct_pieces && moved.contains(&mv.from) {
                breach(BreachKind::SamePiece);
            }
            let captured = position.play(mv);
            if restricted && !self.run.captures && captured.is_some() {
                breach(BreachKind::Capture);
            }
            if restricted && !self.run.checks && movement.in_check(position, !opening.weaker) {
                breach(BreachKind::Check);
            }
            // A piece is known by where it stands now.
            moved.retain(|&square| square != mv.from);
            moved.push(mv.to);
        }
        breaches
    }
}

/// Whether the piece on a square is one whose capture ends the game.
fn is_royal(movement: &Movement, position: &Position, square: Square) -> bool {
    let piece = position.piece_at(square);
    piece.is_some_and(|piece| movement.royal_kinds().contains(&piece.kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::rules;
    use crate::test_support::{movement, position};

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

    fn open(
        kind: &str,
        removed: &str,
        moves: &str,
    ) -> Result<HandicapReport, (usize, HandicapError)> {
        let rules = rules().handicaps;
        let removed: Vec<Square> = removed
            .split_whitespace()
            .map(|one| one.parse().unwrap())
            .collect();
        let moves: Vec<Move> = moves
            .split_whitespace()
            .map(|one| one.parse().unwrap())
            .collect();
        let opening = Opening {
            start: position(START),
            weaker: Side::Red,
            removed: &removed,
            moves: &moves,
        };
        rules.open(rules.find(kind).unwrap(), &opening, movement())
    }

    fn breaches(kind: &str, moves: &str) -> Vec<BreachKind> {
        open(kind, "", moves)
            .unwrap()
            .breaches
            .iter()
            .map(|breach| breach.kind)
            .collect()
    }

    #[test]
    fn a_run_of_quiet_moves_by_different_pieces_is_in_order() {
        let report = open("three-moves", "", "h2e2 h0g2 i0h0").unwrap();
        assert!(report.breaches.is_empty());
        assert_eq!(report.missing, 0);
        assert_eq!(report.position.turn(), Side::Black);
        assert_eq!(open("two-moves", "", "h2e2").unwrap().missing, 1);
    }

    #[test]
    fn a_run_has_no_capture_no_check_and_no_piece_twice() {
        assert_eq!(breaches("two-moves", "h2h9"), [BreachKind::Capture]);
        assert_eq!(breaches("two-moves", "h2e2 e2d2"), [BreachKind::SamePiece]);
        assert_eq!(
            breaches("two-moves", "h2e2 e2e6"),
            [BreachKind::SamePiece, BreachKind::Capture]
        );
        assert_eq!(
            breaches("three-moves", "h2e2 h0g2 e2d2"),
            [BreachKind::SamePiece]
        );
        assert_eq!(
            breaches("two-moves", "h2e2 h0g2 i0h0"),
            [BreachKind::TooMany]
        );
        assert_eq!(breaches("two-moves", "a0a5"), [BreachKind::Illegal]);
    }

    #[test]
    fn a_run_has_no_check() {
        let rules = rules().handicaps;
        let opening = Opening {
            start: position("4k4/9/9/9/9/9/9/9/R8/3K5 w"),
            weaker: Side::Red,
            removed: &[],
            moves: &["a1e1".parse().unwrap()],
        };
        let two = rules.find("two-moves").unwrap();
        let report = rules.open(two, &opening, movement()).unwrap();
        assert_eq!(report.breaches[0].kind, BreachKind::Check);
    }

    #[test]
    fn the_single_first_move_is_free() {
        assert!(breaches("first-move", "h2h9").is_empty());
    }

    #[test]
    fn pieces_are_those_of_the_stronger_player() {
        let report = open("pieces", "b9", "").unwrap();
        assert_eq!(report.position.occupied().count(), 31);
        assert_eq!(
            open("pieces", "b0", "").unwrap_err().1,
            HandicapError::NotTheirs("b0".parse().unwrap())
        );
        assert_eq!(
            open("pieces", "b9 e9", "").unwrap_err(),
            (1, HandicapError::Royal("e9".parse().unwrap()))
        );
        assert!(open("pieces", "", "").is_err());
        assert!(open("two-moves", "b9", "").is_err());
    }
}
