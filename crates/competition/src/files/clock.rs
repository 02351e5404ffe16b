//! A game with the times of its moves.

use qili_board::Side;
use serde::Deserialize;

use crate::clock::{ClockError, PlyNature, TimedPly};
use crate::duration::Duration;

/// A game with times as the arbiter writes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockFile {
    /// The control's key.
    pub control: String,
    /// Who moves first; the edition's first mover if absent.
    #[serde(default)]
    pub first: Option<Side>,
    /// The position before the first move, in FEN; with it, natures and repetitions are found by the interpreter.
    #[serde(default)]
    pub fen: Option<String>,
    /// The moves.
    pub moves: Vec<MoveTime>,
    /// The time spent so far on a move that is not finished.
    #[serde(default)]
    pub running: Option<Duration>,
    /// Who came late.
    #[serde(default)]
    pub late: Vec<Late>,
}

/// Someone came late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Late {
    /// Who.
    pub side: Side,
    /// By how much.
    pub by: Duration,
    /// The arbiter accepts the reason.
    #[serde(default)]
    pub excused: bool,
}

/// A move of a game with times: either what it took or what the side's clock shows after it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveTime {
    /// The move.
    #[serde(default, rename = "move")]
    pub mv: Option<String>,
    /// The time that the move took.
    #[serde(default)]
    pub spent: Option<Duration>,
    /// The time that the side has used in all after the move.
    #[serde(default)]
    pub clock: Option<Duration>,
    /// The natures of the move, by the names that the edition gives them.
    #[serde(default)]
    pub natures: Vec<String>,
    /// The earliest ply (from 1) after which the same position stood.
    #[serde(default)]
    pub repeats: Option<usize>,
}

impl ClockFile {
    /// The plies with the time that each took.
    ///
    /// # Errors
    /// [`ClockError`] with the place of the move.
    pub fn plies(&self) -> Result<Vec<TimedPly>, (usize, ClockError)> {
        let mut used = [Duration::ZERO; 2];
        let mut plies = Vec::new();
        for (place, entry) in self.moves.iter().enumerate() {
            let ply = place + 1;
            let so_far = &mut used[place % 2];
            let spent = match (entry.spent, entry.clock) {
                (Some(spent), None) => spent,
                (None, Some(clock)) if clock < *so_far => {
                    let error = ClockError::Backwards {
                        ply,
                        now: clock,
                        before: *so_far,
                    };
                    return Err((place, error));
                }
                (None, Some(clock)) => clock.less(*so_far),
                _ => return Err((place, ClockError::OneOf(ply))),
            };
            if let Some(repeats) = entry.repeats
                && (repeats == 0 || repeats >= ply || (ply - repeats) % 2 != 0)
            {
                return Err((place, ClockError::Repeats { ply, repeats }));
            }
            *so_far = so_far.plus(spent);
            plies.push(TimedPly {
                spent,
                nature: PlyNature {
                    natures: entry.natures.clone(),
                    repeats: entry.repeats,
                },
            });
        }
        Ok(plies)
    }
}
