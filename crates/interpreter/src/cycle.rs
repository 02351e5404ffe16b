//! The stretch of a game that is judged: positions, the moves between them, and what went before.

use miette::Diagnostic;
use qili_board::{Move, Position, Side, Square};
use qili_words::{Localized, Texts};
use thiserror::Error;

use crate::engine::Engine;
use crate::movement::PositionError;
use crate::ply::Ply;
use crate::replay::IllegalPly;
use crate::scene::{PieceId, Tracked};

/// The longest cycle in plies that is judged, the same as of a case. No game that people play comes near it; what was
/// made up to waste time and memory stays bounded.
pub const MAX_CYCLE: usize = qili_edition::case::MAX_PLIES;

/// A stretch of play with the identity of every piece along it.
///
/// A printed cycle need not return to its first position; then its plies are judged as they stand.
#[derive(Debug, Clone)]
pub struct Cycle {
    boards: Vec<Tracked>,
    moves: Vec<Move>,
    earlier: Option<Tracked>,
    /// For each ply the first one that is played in the same circumstances.
    alike: Vec<usize>,
}

/// Moves that are no cycle.
#[derive(Debug, Clone, Error, Diagnostic)]
pub enum CycleError {
    /// The position cannot occur.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Position(#[from] PositionError),
    /// A move cannot be played.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Move(#[from] IllegalPly),
    /// There are none, or one side alone moves.
    #[error("a cycle has moves of both sides, and {} here", counted(*.plies))]
    #[diagnostic(
        code(qili::cycle::one_sided),
        help("give the moves of both sides, in turn, until the first position comes back")
    )]
    OneSided {
        /// How many moves there are.
        plies: usize,
    },
    /// Their number is odd.
    #[error(
        "a cycle has as many moves of the one side as of the other, and there are {plies} moves here"
    )]
    #[diagnostic(
        code(qili::cycle::odd),
        help("add the move that is missing, or leave out the one that is played twice")
    )]
    Odd {
        /// How many moves there are.
        plies: usize,
    },
    /// There are more than are judged.
    #[error("a cycle of {plies} moves is too long: at most {MAX_CYCLE} are judged")]
    #[diagnostic(
        code(qili::cycle::too_long),
        help("give one round: the moves until the first position comes back")
    )]
    TooLong {
        /// How many moves there are.
        plies: usize,
    },
}

impl Localized for CycleError {
    fn chinese(&self) -> Texts {
        let (message, help) = match self {
            Self::Position(error) => return error.chinese(),
            Self::Move(error) => return error.chinese(),
            Self::OneSided { plies } => (
                format!(
                    "循环应有双方的着法，这里{}",
                    if *plies == 0 {
                        "没有着法"
                    } else {
                        "只有一着"
                    }
                ),
                "把双方的着法依次写全，直到回到最初的局面",
            ),
            Self::Odd { plies } => (
                format!("循环中双方的着数应相等，这里共有 {plies} 着"),
                "补上缺的一着，或去掉重复的一着",
            ),
            Self::TooLong { plies } => (
                format!("{plies} 着的循环太长，至多裁决 {MAX_CYCLE} 着"),
                "写一个循环即可：到最初的局面再次出现为止",
            ),
        };
        Texts {
            message,
            help: Some(help.to_owned()),
            ..Texts::default()
        }
    }
}

fn counted(plies: usize) -> &'static str {
    match plies {
        0 => "there are none",
        _ => "there is only one",
    }
}

impl Cycle {
    /// The stretch that starts in `start` and plays `moves`, which need not return: [`closes`](Self::closes) says
    /// whether they do.
    ///
    /// # Errors
    /// A position that cannot occur, a move that cannot be played, and moves that cannot go round: too few, an odd number,
    /// or more than [`MAX_CYCLE`].
    pub fn checked(engine: &Engine, start: &Position, moves: &[Move]) -> Result<Self, CycleError> {
        let movement = engine.movement();
        movement.validate(start)?;
        let plies = moves.len();
        if plies < 2 {
            return Err(CycleError::OneSided { plies });
        }
        if plies > MAX_CYCLE {
            return Err(CycleError::TooLong { plies });
        }
        if !plies.is_multiple_of(2) {
            return Err(CycleError::Odd { plies });
        }
        let mut position = start.clone();
        for (index, &mv) in moves.iter().enumerate() {
            let legal = movement.check_move(&position, mv);
            legal.map_err(|reason| IllegalPly {
                ply: index + 1,
                position: Box::new(position.clone()),
                reason,
            })?;
            position.play(mv);
        }
        Ok(Self::unchecked(start, moves, None))
    }

    /// The stretch that starts in `start` and plays `moves`, of which nothing is checked.
    ///
    /// Where it closes, what went before its first ply is its last one; otherwise `previous`, the position and move
    /// before the start, if there was one.
    #[must_use]
    pub fn unchecked(
        start: &Position,
        moves: &[Move],
        previous: Option<(&Position, Move)>,
    ) -> Self {
        let mut boards = vec![Tracked::new(start.clone())];
        for &mv in moves {
            let mut next = boards[boards.len() - 1].clone();
            next.play(mv);
            boards.push(next);
        }
        let closes = !moves.is_empty() && boards[moves.len()].position == *start;
        let earlier = if closes {
            let last = moves.len() - 1;
            Some(boards[0].rewound(moves[last], &boards[last].position))
        } else {
            previous.map(|(position, mv)| boards[0].rewound(mv, position))
        };
        let mut cycle = Self {
            boards,
            moves: moves.to_vec(),
            earlier,
            alike: Vec::new(),
        };
        cycle.alike = cycle.plies().map(|ply| cycle.find_alike(ply).0).collect();
        cycle
    }

    fn find_alike(&self, ply: Ply) -> Ply {
        let same = |first: &Ply| {
            self.played(*first) == self.played(ply)
                && self.before(*first) == self.before(ply)
                && self.earlier(*first) == self.earlier(ply)
        };
        (0..ply.0).map(Ply).find(same).unwrap_or(ply)
    }

    /// The first ply that is played as this one is: the same move in the same position after the same one. All that can be
    /// said of a ply can be said of it.
    pub(crate) fn alike(&self, ply: Ply) -> Ply {
        Ply(self.alike[ply.0])
    }

    /// Whether the last position is the first again.
    #[must_use]
    pub fn closes(&self) -> bool {
        !self.moves.is_empty() && self.boards[self.moves.len()].position == self.boards[0].position
    }

    /// Its plies.
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = Ply> + ExactSizeIterator + use<> {
        (0..self.moves.len()).map(Ply)
    }

    /// Its plies by one side.
    pub fn plies_of(&self, side: Side) -> impl Iterator<Item = Ply> + '_ {
        self.plies().filter(move |&ply| self.mover(ply) == side)
    }

    /// The ply after a ply: after the last one of a cycle that closes, the first.
    #[must_use]
    pub fn next(&self, ply: Ply) -> Option<Ply> {
        match ply.0 + 1 {
            next if next < self.moves.len() => Some(Ply(next)),
            _ => self.closes().then_some(Ply(0)),
        }
    }

    /// The ply before a ply: before the first one of a cycle that closes, the last.
    #[must_use]
    pub fn previous(&self, ply: Ply) -> Option<Ply> {
        match ply.0.checked_sub(1) {
            Some(previous) => Some(Ply(previous)),
            None => self.closes().then(|| Ply(self.moves.len() - 1)),
        }
    }

    /// Who plays a ply.
    #[must_use]
    pub fn mover(&self, ply: Ply) -> Side {
        self.before(ply).position.turn()
    }

    /// The move of a ply.
    #[must_use]
    pub fn played(&self, ply: Ply) -> Move {
        self.moves[ply.0]
    }

    /// The board before a ply.
    #[must_use]
    pub fn before(&self, ply: Ply) -> &Tracked {
        &self.boards[ply.0]
    }

    /// The board after a ply.
    #[must_use]
    pub fn after(&self, ply: Ply) -> &Tracked {
        &self.boards[ply.0 + 1]
    }

    /// The piece that played the move before a ply, where there was one.
    #[must_use]
    pub fn answered(&self, ply: Ply) -> Option<PieceId> {
        let (here, earlier) = (self.before(ply), self.earlier(ply)?);
        let moved = |square: &Square| here.id_at(*square) != earlier.id_at(*square);
        let own = here.position.side(here.position.turn().other());
        own.squares()
            .find(moved)
            .and_then(|square| here.id_at(square))
    }

    /// The board before the move that went before a ply, where one did.
    #[must_use]
    pub fn earlier(&self, ply: Ply) -> Option<&Tracked> {
        match ply.0.checked_sub(1) {
            Some(previous) => Some(&self.boards[previous]),
            None => self.earlier.as_ref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use qili_board::fen::{self, Alphabet};

    use super::*;

    fn position(text: &str) -> Position {
        let letters = [("K", ""), ("R", ""), ("C", "")];
        let letters = letters.map(|(letter, other)| (letter.chars().next().unwrap(), other));
        fen::parse(text, &Alphabet::new(letters).unwrap())
            .unwrap()
            .position
    }

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    #[test]
    fn before_the_first_ply_of_a_closed_cycle_its_last_was_played() {
        let start = position("4k4/9/r8/9/9/9/9/9/R8/4K4 w");
        let cycle = Cycle::unchecked(&start, &moves("a1b1 a7b7 b1a1 b7a7"), None);
        assert!(cycle.closes());
        let chariot = cycle.before(Ply(0)).id_at("a7".parse().unwrap());
        assert_eq!(cycle.answered(Ply(0)), chariot);
        assert_eq!(cycle.answered(Ply(2)), chariot);
        let earlier = cycle.earlier(Ply(0)).unwrap();
        assert_eq!(earlier.id_at("b7".parse().unwrap()), chariot);
        assert_eq!(earlier.id_at("a7".parse().unwrap()), None);
    }

    #[test]
    fn plies_follow_each_other_round_a_cycle_that_closes() {
        let start = position("4k4/9/r8/9/9/9/9/9/R8/4K4 w");
        let cycle = Cycle::unchecked(&start, &moves("a1b1 a7b7 b1a1 b7a7"), None);
        assert_eq!(cycle.next(Ply(1)), Some(Ply(2)));
        assert_eq!(cycle.next(Ply(3)), Some(Ply(0)));
        assert_eq!(cycle.previous(Ply(0)), Some(Ply(3)));
        let open = Cycle::unchecked(&start, &moves("a1b1 a7b7"), None);
        assert_eq!(open.next(Ply(1)), None);
        assert_eq!(open.previous(Ply(0)), None);
        assert_eq!(open.previous(Ply(1)), Some(Ply(0)));
    }

    #[test]
    fn what_was_taken_just_before_has_an_identity_of_its_own() {
        let before = position("4k4/9/r8/9/9/9/9/9/R8/4K4 w");
        let taken: Move = "a1a7".parse().unwrap();
        let mut start = before.clone();
        start.play(taken);
        let cycle = Cycle::unchecked(&start, &moves("e9d9 a7a6"), Some((&before, taken)));
        assert!(!cycle.closes());
        let earlier = cycle.earlier(Ply(0)).unwrap();
        let chariot = cycle.before(Ply(0)).id_at("a7".parse().unwrap());
        assert_eq!(earlier.id_at("a1".parse().unwrap()), chariot);
        assert!(
            earlier
                .id_at("a7".parse().unwrap())
                .is_some_and(|taken| Some(taken) != chariot)
        );
    }

    #[test]
    fn without_a_move_before_it_nothing_was_answered() {
        let start = position("4k4/9/r8/9/9/9/9/9/R8/4K4 w");
        let cycle = Cycle::unchecked(&start, &moves("a1b1"), None);
        assert_eq!(cycle.answered(Ply(0)), None);
        assert!(cycle.earlier(Ply(0)).is_none());
    }
}
