//! The procedure around a ruling: when one can be asked for, what it orders, and whether the order was followed.
//!
//! The numbers are the edition's ([`Procedure`]); the states are these: play goes on; a position has occurred often
//! enough (待判局面) and is ruled on; a side has been told to change and has a number of moves to do so; the game is over.

use qili_board::{Move, Position, Side};
use qili_edition::outcome::Outcome;
use qili_edition::procedure::Procedure;

use crate::ending::{self, Ended};
use crate::engine::Engine;
use crate::judge::{JudgedRuling, Open, rule};
use crate::ply::Ply;
use crate::replay::{IllegalPly, Repetition, Replay};

/// The longest cycle in plies that is judged. No game that people play comes near it; a record that was made up to waste
/// time and memory stays bounded.
pub const MAX_CYCLE: usize = 2000;

impl Repetition {
    /// Whether its last round is short enough to be judged.
    #[must_use]
    pub const fn can_be_judged(self) -> bool {
        self.now - self.since <= MAX_CYCLE
    }
}

/// Something that the procedure brings about in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A position recurred, but not often enough to ask for a ruling: no ruling, play on.
    TooEarly(Repetition),
    /// A player may ask for a ruling, and this is what it says.
    Pending(Repetition, JudgedRuling),
    /// The arbiter rules unasked: the repetition is plain.
    Plain(Repetition, JudgedRuling),
    /// The side that had to change did so with this ply (counted from 1).
    Complied {
        /// Who.
        side: Side,
        /// When.
        ply: usize,
    },
    /// It did not within its number of moves, and has lost.
    Ignored {
        /// Who.
        side: Side,
        /// The ply (counted from 1) with which its last chance passed.
        ply: usize,
    },
    /// The game ended on the board.
    Ended {
        /// How.
        by: Ended,
        /// After this ply (counted from 1; 0: in the first position).
        ply: usize,
    },
}

/// A game watched through the procedure.
#[derive(Debug)]
pub struct Watched<'e> {
    /// The game.
    pub replay: Replay<'e>,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// Where the last ruling was made.
    pub ruled: Option<(Repetition, JudgedRuling)>,
    /// What the game comes to: that of the last ruling, of a loss by not complying, or of the end on the board.
    pub outcome: Outcome,
}

/// A side that was told to change.
struct Order {
    side: Side,
    moves_left: u8,
    /// Hashes of the cycle's positions.
    cycle: Vec<u64>,
}

/// Plays a game and takes every step of the procedure where it would have happened, as if a player asked as soon as
/// possible.
///
/// After a draw, a loss or the end of the game on the board the later moves are still played, but nothing is ruled.
///
/// # Errors
/// The first move that cannot be played.
pub fn watch<'e>(
    engine: &'e Engine,
    procedure: Option<&Procedure>,
    start: Position,
    moves: &[Move],
) -> Result<Watched<'e>, IllegalPly> {
    let mut watched = Watched {
        replay: Replay::new(engine, start),
        steps: Vec::new(),
        ruled: None,
        outcome: Outcome::None,
    };
    let mut order: Option<Order> = None;
    let mut over = watched.end_on_board();
    for &mv in moves {
        let mover = watched.replay.turn();
        let repetition = watched.replay.play(mv)?;
        if over {
            continue;
        }
        let ply = watched.replay.moves().len();
        if watched.end_on_board() {
            over = true;
            continue;
        }
        if let Some(pending) = order.as_mut().filter(|order| order.side == mover) {
            if !pending.cycle.contains(&watched.replay.position().hash()) {
                watched.steps.push(Step::Complied { side: mover, ply });
                order = None;
            } else {
                pending.moves_left = pending.moves_left.saturating_sub(1);
                if pending.moves_left == 0 {
                    watched.steps.push(Step::Ignored { side: mover, ply });
                    watched.outcome = Outcome::loses(mover);
                    over = true;
                    continue;
                }
            }
        }
        let (Some(procedure), Some(repetition), None) = (procedure, repetition, &order) else {
            continue;
        };
        if repetition.occurrences < usize::from(procedure.occurrences.max(2)) {
            watched.steps.push(Step::TooEarly(repetition));
            continue;
        }
        let ruling = watched.rule(engine, repetition);
        watched.outcome = ruling.outcome;
        match ruling.outcome {
            Outcome::Draw | Outcome::RedLoses | Outcome::BlackLoses => over = true,
            Outcome::RedMustChange | Outcome::BlackMustChange => {
                let Repetition { since, now, .. } = repetition;
                order =
                    ruling
                        .outcome
                        .against()
                        .zip(procedure.moves_to_comply)
                        .map(|(side, moves)| Order {
                            side,
                            moves_left: moves.max(1),
                            cycle: watched.replay.hashes()[since..now].to_vec(),
                        });
            }
            Outcome::None | Outcome::Undetermined => {}
        }
        let plain = procedure
            .unasked_occurrences
            .is_some_and(|often| repetition.occurrences >= usize::from(often));
        watched.ruled = Some((repetition, ruling.clone()));
        watched.steps.push(if plain {
            Step::Plain(repetition, ruling)
        } else {
            Step::Pending(repetition, ruling)
        });
    }
    Ok(watched)
}

/// The same ruling on a cycle of so many plies that is entered one ply later.
fn one_ply_later(ruling: &JudgedRuling, length: usize) -> JudgedRuling {
    let renumbered = |ply: Ply| Ply((ply.0 + length - 1) % length);
    let mut ruling = ruling.clone();
    for (ply, _) in &mut ruling.ways {
        *ply = renumbered(*ply);
    }
    ruling.ways.sort_by_key(|(ply, _)| *ply);
    if let Some(Open::Natures(_, plies)) = &mut ruling.open {
        plies.iter_mut().for_each(|ply| *ply = renumbered(*ply));
        plies.sort();
    }
    ruling
}

impl Watched<'_> {
    /// The clause by which the game ended on the board, if it did.
    #[must_use]
    pub fn ended(&self) -> Option<qili_lang::rules::ClauseId> {
        self.steps.iter().find_map(|step| match step {
            Step::Ended { by, .. } => Some(by.clause),
            _ => None,
        })
    }

    /// Whether the game is decided or drawn, by a ruling or by its end.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(
            self.outcome,
            Outcome::Draw | Outcome::RedLoses | Outcome::BlackLoses
        )
    }

    /// Ends the game by something that happened beside the board to `side`, such as its resignation, after the last move:
    /// false if the game was over before, or the edition has no such ending.
    pub fn end_by(&mut self, engine: &Engine, event: &str, side: Side) -> bool {
        if self.is_over() {
            return false;
        }
        let by = ending::on_event(engine, event, side);
        let ended = by.is_some();
        if let Some(by) = by {
            self.end(by);
        }
        ended
    }

    /// The ruling on the last round of a repetition. While the same round goes on, ply by ply, it is ruled on once.
    fn rule(&self, engine: &Engine, repetition: Repetition) -> JudgedRuling {
        let Repetition { since, now, .. } = repetition;
        match &self.ruled {
            Some((last, ruling)) if last.now + 1 == now && last.since + 1 == since => {
                one_ply_later(ruling, now - since)
            }
            _ if !repetition.can_be_judged() => JudgedRuling {
                outcome: Outcome::Undetermined,
                clauses: Vec::new(),
                ways: Vec::new(),
                open: Some(Open::TooLong),
            },
            _ => rule(engine, &self.replay.cycle(repetition)),
        }
    }

    fn end(&mut self, by: Ended) {
        self.outcome = by.outcome;
        self.steps.push(Step::Ended {
            by,
            ply: self.replay.moves().len(),
        });
    }

    fn end_on_board(&mut self) -> bool {
        let by = self.replay.ended();
        let ended = by.is_some();
        if let Some(by) = by {
            self.end(by);
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_beyond_the_limit_are_left_open() {
        let repetition = |now| Repetition {
            since: 10,
            now,
            occurrences: 3,
        };
        assert!(repetition(10 + MAX_CYCLE).can_be_judged());
        assert!(!repetition(11 + MAX_CYCLE).can_be_judged());
    }
}
