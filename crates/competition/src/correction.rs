//! Correcting errors: a move against the way pieces move, found at once or several moves later.

use qili_board::{Move, Position, Square};
use serde::{Deserialize, Serialize};

use crate::law::Law;
use crate::side::Colour;
use crate::text::Clause;

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
    /// Whether a player commits a violation who cannot do what the rules ask (`unable`), with or without an explanation that
    /// the arbiter accepts.
    #[must_use]
    pub fn is_violation(&self, unable: bool, explained: bool) -> bool {
        self.violation.when_unable_and_unexplained && unable && !explained
    }
}

/// How a game goes on after an illegal move.
#[derive(Debug, Clone, Serialize)]
pub struct Correction {
    /// The illegal ply, from 1.
    pub ply: usize,
    /// The illegal move.
    #[serde(rename = "move", serialize_with = "crate::show::one_move")]
    pub mv: Move,
    /// Who made it and moves again.
    pub side: Colour,
    /// The illegal move and everything after it.
    #[serde(serialize_with = "crate::show::moves")]
    pub annulled: Vec<Move>,
    /// Where the piece stands that has to move.
    #[serde(serialize_with = "crate::show::square")]
    pub piece: Square,
    /// The piece has no legal move, so another may move.
    pub other_piece_allowed: bool,
    /// The moves that may be played.
    #[serde(serialize_with = "crate::show::moves")]
    pub moves: Vec<Move>,
    /// A violation is recorded against the player.
    pub violation: bool,
    /// The clauses that decide.
    pub clauses: Vec<Clause>,
    /// The position in which the game resumes.
    #[serde(skip)]
    pub resume: Position,
}

/// Finds the first illegal move of a game; `None` if there is none.
///
/// `explained`: the arbiter accepts the explanation of a player whose piece cannot move.
pub fn correct(
    start: &Position,
    moves: &[Move],
    explained: bool,
    law: &dyn Law,
    rules: &CorrectionRules,
) -> Option<Correction> {
    let mut position = start.clone();
    for (place, &mv) in moves.iter().enumerate() {
        let legal = law.legal(&position);
        if legal.contains(&mv) {
            position.play(mv);
            continue;
        }
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
        let violation = rules.is_violation(unable && own, explained);
        let mut clauses = vec![rules.clause.clone()];
        if violation {
            clauses.push(rules.violation.clause.clone());
            if rules.record.every_time {
                clauses.push(rules.record.clause.clone());
            }
        }
        return Some(Correction {
            ply: place + 1,
            mv,
            side: position.turn().into(),
            annulled: moves[place..].to_vec(),
            piece: mv.from,
            other_piece_allowed: !bound,
            moves: if bound { same } else { legal },
            violation,
            clauses,
            resume: position,
        });
    }
    None
}
