//! Correcting errors: a move against the way pieces move, found at once or several moves later.

use qili_board::{Move, Position, Side, Square};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::clause::Clause;
use crate::explanation::Explanation;
use crate::moves;
use qili_interpreter::movement::Movement;

/// The part of `competition.yaml` about errors.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorrectionRules {
    /// Whether the piece that moved wrongly must move if it can.
    pub same_piece_first: bool,
    /// The clause.
    pub clause: Clause,
    /// When the player has committed a violation.
    pub violation: ViolationRule,
    /// Whether violations are recorded.
    pub record: RecordRule,
}

/// When failing to comply is a violation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViolationRule {
    /// The player can neither do what the rules ask nor explain it.
    pub when_unable_and_unexplained: bool,
    /// The clause.
    pub clause: Clause,
}

/// Whether violations are recorded.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordRule {
    /// Every single one.
    pub every_time: bool,
    /// The clause.
    pub clause: Clause,
}

impl CorrectionRules {
    /// Whether a player who cannot do what the rules ask (`unable`) commits a violation; open until there was an explanation.
    #[must_use]
    pub fn violation(&self, unable: bool, explanation: Explanation) -> ViolationFound {
        match explanation {
            _ if !(unable && self.violation.when_unable_and_unexplained) => ViolationFound::No,
            Explanation::None => ViolationFound::Unexplained,
            Explanation::Accepted => ViolationFound::No,
            Explanation::Rejected => ViolationFound::Yes,
        }
    }

    /// The clauses by which a violation is found and recorded.
    pub fn violation_clauses(&self) -> impl Iterator<Item = &Clause> {
        let record = self.record.every_time.then_some(&self.record.clause);
        std::iter::once(&self.violation.clause).chain(record)
    }
}

/// Whether a player has committed a violation; in JSON `violation`, and `to_explain` while that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViolationFound {
    /// None.
    No,
    /// It depends on an explanation that the player still has to give.
    Unexplained,
    /// One, and it is recorded.
    Yes,
}

impl Serialize for ViolationFound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("violation", &(*self == Self::Yes))?;
        if *self == Self::Unexplained {
            map.serialize_entry("to_explain", &true)?;
        }
        map.end()
    }
}

/// How a game goes on after an illegal move.
#[derive(Debug, Clone, Serialize)]
pub struct Correction {
    /// The illegal ply, from 1.
    pub ply: usize,
    /// The illegal move; it and everything after it is annulled.
    #[serde(rename = "move", serialize_with = "crate::moves::text")]
    pub mv: Move,
    /// Who made it and moves again.
    pub side: Side,
    /// Where the piece stands that has to move.
    #[serde(serialize_with = "crate::moves::square")]
    pub piece: Square,
    /// The piece has no legal move, so another may move.
    pub other_piece_allowed: bool,
    /// The moves that may be played.
    #[serde(serialize_with = "crate::moves::texts")]
    pub moves: Vec<Move>,
    /// Whether a violation is recorded against the player.
    #[serde(flatten)]
    pub violation: ViolationFound,
    /// The clauses that decide.
    pub clauses: Vec<Clause>,
    /// The position in which the game resumes.
    #[serde(skip)]
    pub resume: Position,
}

/// Finds the first illegal move of a game and says how the game goes on; `None` if all moves are legal.
///
/// `explanation`: what the arbiter makes of the explanation of a player whose piece cannot move.
pub fn correct(
    start: &Position,
    moves: &[Move],
    explanation: Explanation,
    movement: &Movement,
    rules: &CorrectionRules,
) -> Option<Correction> {
    let mut position = start.clone();
    for (place, &mv) in moves.iter().enumerate() {
        let legal = moves::legal(movement, &position);
        if !legal.contains(&mv) {
            return Some(resume(position, place + 1, mv, legal, explanation, rules));
        }
        position.play(mv);
    }
    None
}

fn resume(
    position: Position,
    ply: usize,
    mv: Move,
    legal: Vec<Move>,
    explanation: Explanation,
    rules: &CorrectionRules,
) -> Correction {
    let own = position
        .piece_at(mv.from)
        .is_some_and(|piece| piece.side == position.turn());
    let same: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|one| one.from == mv.from)
        .collect();
    let unable = same.is_empty();
    let bound = rules.same_piece_first && !unable;
    let found = rules.violation(unable && own, explanation);
    let mut clauses = vec![rules.clause.clone()];
    if found != ViolationFound::No {
        clauses.extend(rules.violation_clauses().cloned());
    }
    Correction {
        ply,
        mv,
        side: position.turn(),
        piece: mv.from,
        other_piece_allowed: !bound,
        moves: if bound { same } else { legal },
        violation: found,
        clauses,
        resume: position,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::rules;
    use crate::test_support::{movement, position};

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace()
            .map(|one| one.parse().unwrap())
            .collect()
    }

    #[test]
    fn the_same_piece_moves_again_and_later_moves_are_annulled() {
        let start = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
        // The other elephant stands on e7 already.
        let game = moves("h2e2 h9g7 b0c2 c9e7 a0a1 g9e7 a1d1");
        let found = correct(
            &start,
            &game,
            Explanation::None,
            movement(),
            &rules().correction,
        )
        .unwrap();
        assert_eq!(found.ply, 6);
        assert_eq!(found.side, Side::Black);
        assert_eq!(found.piece.to_string(), "g9");
        assert_eq!(found.moves, moves("g9i7"));
        assert!(!found.other_piece_allowed && found.violation == ViolationFound::No);
    }

    #[test]
    fn another_piece_moves_where_the_same_cannot() {
        let start = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
        // The horse stands on b0; the chariot has two other points.
        let game = moves("a0b0");
        let found = correct(
            &start,
            &game,
            Explanation::None,
            movement(),
            &rules().correction,
        )
        .unwrap();
        assert_eq!(found.moves, moves("a0a1 a0a2"));
        let blocked = position("4k4/9/9/9/9/9/9/9/R8/RN1K5 w");
        let found = correct(
            &blocked,
            &moves("a0c0"),
            Explanation::Rejected,
            movement(),
            &rules().correction,
        )
        .unwrap();
        assert!(found.other_piece_allowed && found.violation == ViolationFound::Yes);
        let found = correct(
            &blocked,
            &moves("a0c0"),
            Explanation::Accepted,
            movement(),
            &rules().correction,
        )
        .unwrap();
        assert!(found.other_piece_allowed && found.violation == ViolationFound::No);
    }
}
