//! Touch-move: what a player who touched these pieces, in this order, must play.

use qili_board::{Move, Position, Square};
use qili_words::{Localized, Texts};
use serde::{Deserialize, Serialize};

use crate::clause::Clause;

/// The part of `competition.yaml` about touching pieces.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TouchRules {
    /// The principle.
    pub clause: Clause,
    /// A piece that was put down stays.
    pub finished: Clause,
    /// Announced adjustments.
    pub adjusting: Adjusting,
    /// The duties for each sequence of touches.
    pub sequences: Vec<SequenceRule>,
}

/// What an announced adjustment is worth.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjusting {
    /// Whether an announced touch creates no duty.
    pub exempt: bool,
    /// The clause.
    pub clause: Clause,
}

/// The duties that one sequence of touches creates.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequenceRule {
    /// Whose pieces were touched, in which order.
    pub when: Sequence,
    /// The duties; the first that can be met binds.
    pub duties: Vec<Duty>,
    /// The clause.
    pub clause: Clause,
}

/// Whose pieces were touched, in which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sequence {
    /// Only own pieces.
    Own,
    /// Only pieces of the opponent.
    Enemy,
    /// An own piece, then one of the opponent.
    OwnThenEnemy,
    /// A piece of the opponent, then an own one.
    EnemyThenOwn,
    /// One of each at the same time.
    BothAtOnce,
}

/// Something that a player has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// Capture the touched piece of the opponent with the touched own piece.
    OwnCapturesEnemy,
    /// Move the touched own piece.
    MoveOwn,
    /// Capture the touched piece of the opponent with any piece.
    CaptureEnemy,
}

/// One contact: a piece, or two at the same time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// Where the touched pieces stand.
    pub squares: Vec<Square>,
    /// The player had said that they were adjusting.
    pub adjusting: bool,
}

/// What the player must do.
#[derive(Debug, Clone, Serialize)]
pub struct TouchRuling {
    /// The sequence, unless no touch counts.
    pub sequence: Option<Sequence>,
    /// Each duty in order with the legal moves that meet it.
    pub duties: Vec<DutyMoves>,
    /// The place of the duty that binds; none means a free move.
    pub binding: Option<usize>,
    /// The own piece that was touched first.
    #[serde(skip)]
    pub own: Option<Square>,
    /// The moves that may be played.
    #[serde(serialize_with = "crate::moves::texts")]
    pub moves: Vec<Move>,
    /// No duty can be met.
    pub unable: bool,
    /// The clause that decides.
    pub clause: Clause,
}

/// A duty and the legal moves that meet it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DutyMoves {
    /// The duty.
    pub duty: Duty,
    /// The moves; empty where it cannot be met.
    #[serde(serialize_with = "crate::moves::texts")]
    pub moves: Vec<Move>,
}

/// What cannot be touched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum TouchError {
    /// An empty point.
    #[error("no piece stands on `{0}`")]
    #[diagnostic(code(qili::competition::touch_empty))]
    Empty(Square),
    /// A point was touched by no piece.
    #[error("no piece was in hand to touch a point with")]
    #[diagnostic(
        code(qili::competition::touch_no_piece),
        help("say under `touches` which own piece was taken, or under `played` what was moved")
    )]
    NoPiece,
    /// The rules do not say what such touches mean.
    #[error("the rules have no sequence for these touches")]
    #[diagnostic(code(qili::competition::touch_unruled))]
    Unruled,
}

impl Localized for TouchError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Empty(square) => Texts::new(format!("`{square}` 上没有棋子")),
            Self::NoPiece => Texts::new("手里没有棋子，谈不上摸点")
                .help("在 `touches` 里写拿了哪枚己方的棋子，或在 `played` 里写走了什么"),
            Self::Unruled => Texts::new("规则没有说这样摸子怎么办"),
        }
    }
}

/// Decides what the side to move must play, given its legal moves.
///
/// # Errors
/// [`TouchError`] with the place of the contact when it touches an empty point; with the number of contacts when the rules
/// say nothing about the sequence.
pub fn ruling(
    position: &Position,
    legal: &[Move],
    contacts: &[Contact],
    rules: &TouchRules,
) -> Result<TouchRuling, (usize, TouchError)> {
    let mut own: Vec<(usize, Square)> = Vec::new();
    let mut enemy: Vec<(usize, Square)> = Vec::new();
    for (place, contact) in contacts.iter().enumerate() {
        for &square in &contact.squares {
            let piece = position
                .piece_at(square)
                .ok_or((place, TouchError::Empty(square)))?;
            if !(contact.adjusting && rules.adjusting.exempt) {
                let pieces = if piece.side == position.turn() {
                    &mut own
                } else {
                    &mut enemy
                };
                pieces.push((place, square));
            }
        }
    }
    let Some(sequence) = sequence(&own, &enemy) else {
        return Ok(TouchRuling {
            sequence: None,
            duties: Vec::new(),
            binding: None,
            own: None,
            moves: legal.to_vec(),
            unable: false,
            clause: rules.adjusting.clause.clone(),
        });
    };
    let rule = rules
        .sequences
        .iter()
        .find(|rule| rule.when == sequence)
        .ok_or((contacts.len(), TouchError::Unruled))?;
    let own: Vec<Square> = own.into_iter().map(|(_, square)| square).collect();
    let enemy: Vec<Square> = enemy.into_iter().map(|(_, square)| square).collect();
    let duties: Vec<DutyMoves> = rule
        .duties
        .iter()
        .map(|&duty| DutyMoves {
            duty,
            moves: meeting(duty, legal, &own, &enemy),
        })
        .collect();
    let binding = duties.iter().position(|duty| !duty.moves.is_empty());
    Ok(TouchRuling {
        sequence: Some(sequence),
        own: own.first().copied(),
        moves: binding.map_or_else(|| legal.to_vec(), |place| duties[place].moves.clone()),
        unable: binding.is_none(),
        binding,
        duties,
        clause: rule.clause.clone(),
    })
}

fn sequence(own: &[(usize, Square)], enemy: &[(usize, Square)]) -> Option<Sequence> {
    Some(match (own.first(), enemy.first()) {
        (None, None) => return None,
        (Some(_), None) => Sequence::Own,
        (None, Some(_)) => Sequence::Enemy,
        (Some((own, _)), Some((enemy, _))) => match own.cmp(enemy) {
            std::cmp::Ordering::Less => Sequence::OwnThenEnemy,
            std::cmp::Ordering::Greater => Sequence::EnemyThenOwn,
            std::cmp::Ordering::Equal => Sequence::BothAtOnce,
        },
    })
}

/// The legal moves that meet a duty, for the earliest touched pieces for which there are any.
fn meeting(duty: Duty, legal: &[Move], own: &[Square], enemy: &[Square]) -> Vec<Move> {
    match duty {
        Duty::MoveOwn => earliest(own.iter().map(|&from| such(legal, Some(from), None))),
        Duty::CaptureEnemy => earliest(enemy.iter().map(|&to| such(legal, None, Some(to)))),
        Duty::OwnCapturesEnemy => earliest(own.iter().flat_map(|&from| {
            enemy
                .iter()
                .map(move |&to| such(legal, Some(from), Some(to)))
        })),
    }
}

/// The legal moves between the given squares.
fn such(legal: &[Move], from: Option<Square>, to: Option<Square>) -> Vec<Move> {
    let fits = |mv: &&Move| {
        from.is_none_or(|square| mv.from == square) && to.is_none_or(|square| mv.to == square)
    };
    legal.iter().filter(fits).copied().collect()
}

/// The first list that is not empty.
fn earliest(mut candidates: impl Iterator<Item = Vec<Move>>) -> Vec<Move> {
    candidates
        .find(|moves| !moves.is_empty())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::legal;
    use crate::rules::tests::rules;
    use crate::test_support::{movement, position};

    /// The binding duty and the moves for touches such as `c2 e7` or `c2+e7`; a trailing `!` is an announced adjustment.
    fn decide(fen: &str, touches: &str) -> (Option<Duty>, Vec<String>) {
        let position = position(fen);
        let contacts: Vec<Contact> = touches
            .split_whitespace()
            .map(|touch| Contact {
                adjusting: touch.ends_with('!'),
                squares: touch
                    .trim_end_matches('!')
                    .split('+')
                    .map(|square| square.parse().unwrap())
                    .collect(),
            })
            .collect();
        let legal = legal(movement(), &position);
        let ruling = ruling(&position, &legal, &contacts, &rules().touch).unwrap();
        let mut moves: Vec<String> = ruling.moves.iter().map(Move::to_string).collect();
        moves.sort();
        (ruling.binding.map(|place| ruling.duties[place].duty), moves)
    }

    /// The horse takes e4, the chariot e4 too; nothing takes a9. The advisor d0 cannot move.
    const BOARD: &str = "r2k5/9/9/9/9/4p4/9/3N5/8R/3AKA3 w";

    #[test]
    fn an_own_piece_must_move() {
        let (duty, moves) = decide(BOARD, "f0");
        assert_eq!(
            (duty, moves),
            (Some(Duty::MoveOwn), vec!["f0e1".to_owned()])
        );
    }

    #[test]
    fn an_enemy_piece_must_be_taken_or_the_move_is_free() {
        let (duty, moves) = decide(BOARD, "e4");
        assert_eq!(
            (duty, moves),
            (Some(Duty::CaptureEnemy), vec!["d2e4".to_owned()])
        );
        let (duty, moves) = decide(BOARD, "a9");
        assert_eq!(duty, None);
        assert_eq!(moves.len(), legal(movement(), &position(BOARD)).len());
    }

    #[test]
    fn own_then_enemy() {
        assert_eq!(decide(BOARD, "d2 e4").0, Some(Duty::OwnCapturesEnemy));
        // The chariot cannot take the soldier: it must move all the same.
        let (duty, moves) = decide(BOARD, "i1 e4");
        assert_eq!(duty, Some(Duty::MoveOwn));
        assert!(moves.iter().all(|mv| mv.starts_with("i1")));
    }

    #[test]
    fn enemy_then_own() {
        // Here capturing with another piece comes before moving the own one.
        let expected = (Some(Duty::CaptureEnemy), vec!["d2e4".to_owned()]);
        assert_eq!(decide(BOARD, "e4 i1"), expected);
        assert_eq!(decide(BOARD, "e4+i1"), expected);
        let (duty, moves) = decide(BOARD, "a9 i1");
        assert_eq!(duty, Some(Duty::MoveOwn));
        assert!(!moves.is_empty());
    }

    #[test]
    fn an_announced_adjustment_creates_no_duty() {
        let (duty, moves) = decide(BOARD, "f0! e4!");
        assert_eq!(duty, None);
        assert_eq!(moves.len(), legal(movement(), &position(BOARD)).len());
        assert_eq!(decide(BOARD, "f0! e4").0, Some(Duty::CaptureEnemy));
    }

    #[test]
    fn an_empty_point_cannot_be_touched() {
        let position = position(BOARD);
        let contact = Contact {
            squares: vec!["e5".parse().unwrap()],
            adjusting: false,
        };
        let error = ruling(&position, &[], &[contact], &rules().touch).unwrap_err();
        assert_eq!(error, (0, TouchError::Empty("e5".parse().unwrap())));
    }
}
