//! A recorded game taken through the procedure of an edition: a [`Referee`] and a policy on who claims what.
//!
//! A record does not say who asked for a ruling. That play went on after a moment at which somebody could have asked shows
//! that nobody did, or that the ruling ended nothing; a game that stops at such a moment is ruled on there.

use std::sync::Arc;

use qili_board::{Move, Position, Side};
use qili_edition::outcome::Outcome;
use qili_edition::procedure::Procedure;
use qili_lang::rules::ClauseId;

use crate::ending::Ended;
use crate::engine::Engine;
use crate::judge::{JudgedRuling, Open};
use crate::referee::{Moment, Referee, Standing, Status, Turn};
use crate::replay::{IllegalPly, Replay};

/// How many stretches of one game are ruled on, the one at which it stops beside them: a bound on what a game may cost.
pub const MAX_RULINGS: usize = 64;

/// Which of the rulings that a recorded game would have allowed are taken as made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Policy {
    /// None, unless the game ends there.
    #[default]
    Last,
    /// The first that may be asked for, as if a player always asked as soon as possible.
    First,
}

/// Something that the procedure brings about in a game, or would if somebody asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A position recurred, but not often enough to ask for a ruling: no ruling, play on.
    TooEarly(Moment),
    /// A ruling could be asked for.
    Claimable {
        /// When.
        moment: Moment,
        /// Whether it is taken as made.
        made: bool,
    },
    /// What came of an order, or the end of the game.
    Turn(Turn),
}

/// A game watched through the procedure.
#[derive(Debug)]
pub struct Watched {
    /// The game, as it stands at its end.
    pub referee: Referee,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// The last ruling that is taken as made.
    made: Option<Moment>,
}

/// Plays a game and takes every step of the procedure where it would have happened.
///
/// After a draw, a loss or the end of the game on the board the later moves are still played, but nothing is ruled.
/// Rulings are made when they are asked for: only what the policy takes as made while the game goes on costs anything.
///
/// # Errors
/// The first move that cannot be played.
pub fn watch(
    engine: &Arc<Engine>,
    procedure: Option<&Arc<Procedure>>,
    start: Position,
    moves: &[Move],
    policy: Policy,
) -> Result<Watched, IllegalPly> {
    let referee = Referee::unchecked(engine.clone(), procedure.cloned(), start);
    let mut watched = Watched {
        steps: Vec::new(),
        made: None,
        referee,
    };
    if let Some(by) = watched.game().ended() {
        watched.steps.push(Step::Turn(Turn::Ended { by, ply: 0 }));
    }
    for &mv in moves {
        let played = watched.referee.play(mv)?;
        watched.steps.extend(played.turn.map(Step::Turn));
        watched.recur(policy);
    }
    watched.stand();
    Ok(watched)
}

impl Watched {
    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Replay {
        self.referee.game()
    }

    /// The moments at which a ruling could be asked for.
    pub fn claimable(&self) -> impl DoubleEndedIterator<Item = &Moment> {
        self.steps.iter().filter_map(|step| match step {
            Step::Claimable { moment, .. } => Some(moment),
            _ => None,
        })
    }

    /// When the last ruling was made that is taken as made.
    #[must_use]
    pub const fn made(&self) -> Option<Moment> {
        self.made
    }

    /// The last ruling that is taken as made: where the game stopped, or where a player asked.
    #[must_use]
    pub fn ruled(&self) -> Option<(Moment, JudgedRuling)> {
        self.made.map(|moment| (moment, self.ruling(&moment)))
    }

    /// What the ruling on a moment of this game is, or would be; undetermined after [`MAX_RULINGS`] stretches that went
    /// on in other ways.
    #[must_use]
    pub fn ruling(&self, moment: &Moment) -> JudgedRuling {
        match self.made == Some(*moment) || is_ruled(moment) {
            true => self.referee.ruling(moment),
            false => JudgedRuling::undetermined(Open::TooMany),
        }
    }

    /// What the game comes to: by its end, by a loss for not complying, or else as the last ruling says.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self.referee.status() {
            Status::Over { outcome, .. } => outcome,
            Status::Playing | Status::MustChange { .. } => self
                .ruled()
                .map_or(Outcome::None, |(_, ruling)| ruling.outcome),
        }
    }

    /// How the game ended by a clause on endings, if it did.
    #[must_use]
    pub fn ended(&self) -> Option<&Ended> {
        self.steps.iter().find_map(|step| match step {
            Step::Turn(Turn::Ended { by, .. }) => Some(by),
            _ => None,
        })
    }

    /// The clause by which the game ended, if one on endings did.
    #[must_use]
    pub fn ending(&self) -> Option<ClauseId> {
        self.ended().map(|by| by.clause)
    }

    /// Ends the game by something that happened beside the board to `side` after the last move, such as its resignation:
    /// false if the game was over before, or the edition has no such ending.
    pub fn end_by(&mut self, event: &str, side: Side) -> bool {
        let by = self.referee.event(event, side);
        let ended = by.is_some();
        let ply = self.game().moves().len();
        self.steps
            .extend(by.map(|by| Step::Turn(Turn::Ended { by, ply })));
        ended
    }

    /// Notes what the position that stands now allows, and asks for it if that is the policy.
    fn recur(&mut self, policy: Policy) {
        let Some(moment) = self.referee.moment() else {
            return;
        };
        if moment.standing == Standing::TooEarly {
            self.steps.push(Step::TooEarly(moment));
            return;
        }
        let made = policy == Policy::First && is_ruled(&moment) && self.claim();
        if made {
            self.made = Some(moment);
        }
        self.steps.push(Step::Claimable { moment, made });
    }

    /// Some player who may asks for a ruling.
    fn claim(&mut self) -> bool {
        let by = self.referee.claims().map(|claim| claim.by);
        let player = by.and_then(|by| by.first().copied());
        match player {
            Some(player) => self.referee.claim(player).is_ok(),
            None => self.referee.arbiter().is_some(),
        }
    }

    /// The game has stopped: what could be asked for now is ruled on.
    fn stand(&mut self) {
        if let Some(Step::Claimable { moment, made }) = self.steps.last_mut()
            && moment.repetition.now == self.referee.game().moves().len()
        {
            *made = true;
            self.made = Some(*moment);
        }
    }
}

/// Whether a moment is among the first stretches of its game.
const fn is_ruled(moment: &Moment) -> bool {
    moment.rounds_before() < MAX_RULINGS
}
