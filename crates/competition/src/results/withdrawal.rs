//! What becomes of the games of a player who leaves.

use std::collections::HashMap;

use serde::Serialize;

use super::rules::KeepFrom;
use super::tournament::{Entry, Tournament};
use crate::clause::Clause;
use crate::files::event::{Event, Outcome, System};
use crate::rules::CompetitionRules;

/// A withdrawal and its consequence.
#[derive(Debug, Clone, Serialize)]
pub struct Departure {
    /// The index of the player in [`Tournament::players`].
    #[serde(skip)]
    pub player: usize,
    /// The player's number.
    pub number: u32,
    /// The last round of the player; 0 is before the first.
    pub after_round: usize,
    /// Games due over the whole event.
    pub due: u32,
    /// Games that were played.
    pub played: u32,
    /// Those of them that were not finished and that the arbiter assessed.
    pub assessed: u32,
    /// What happens.
    pub consequence: Consequence,
    /// The player is not in the final table.
    pub struck: bool,
    /// The clause that decides.
    pub clause: Clause,
}

/// What happens to the games of a player who left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Consequence {
    /// Nothing was played; the rest is even in number and lots are drawn again.
    Redraw,
    /// Nothing was played; the player is taken off the list.
    TakenOff,
    /// All games are annulled.
    Annulled,
    /// Played games stand, the others are won by the opponents.
    Awarded,
    /// The player has lost the match.
    MatchLost,
}

/// Applies all withdrawals of an event to the games of the tournament.
pub(super) fn apply(
    tournament: &mut Tournament,
    event: &Event,
    index: &HashMap<u32, usize>,
    rules: &CompetitionRules,
) {
    let rules = &rules.results;
    let early = event.withdrawals.iter().filter(|one| one.after_round == 0);
    let entered = event.players.len() - early.count();
    for withdrawal in &event.withdrawals {
        let Some(&player) = index.get(&withdrawal.player) else {
            continue;
        };
        let due = games_due(event, entered);
        let of_player = |game: &&Entry| game.first == player || game.second == player;
        let played = tournament.reported.iter().filter(of_player);
        let played = played.filter(|game| game.outcome.is_played() || rules.absence.played);
        let played = u32::try_from(played.count()).unwrap_or(u32::MAX);
        let assessed = tournament.reported.iter().filter(of_player);
        let assessed = assessed.filter(|game| game.assessed).count();
        let assessed = u32::try_from(assessed).unwrap_or(u32::MAX);
        let keep = |keep: &KeepFrom| match keep.keep_from.reached(played, due) {
            true => (Consequence::Awarded, keep.clause.clone()),
            false => (Consequence::Annulled, keep.clause.clone()),
        };
        let (consequence, clause) = if withdrawal.after_round == 0 {
            let law = &rules.withdrawal.before_start;
            let redraw = law.redraw_if_even && entered.is_multiple_of(2);
            let consequence = if redraw {
                Consequence::Redraw
            } else {
                Consequence::TakenOff
            };
            (consequence, law.clause.clone())
        } else {
            match event.system {
                System::RoundRobin => keep(&rules.withdrawal.round_robin),
                System::Rotation => keep(&rules.withdrawal.rotation),
                System::Match if rules.withdrawal.duel.refusal_loses => {
                    (Consequence::MatchLost, rules.withdrawal.duel.clause.clone())
                }
                System::Match | System::Knockout => {
                    (Consequence::Awarded, rules.withdrawal.duel.clause.clone())
                }
            }
        };
        tournament.departures.push(Departure {
            player,
            number: withdrawal.player,
            after_round: withdrawal.after_round,
            due,
            played,
            assessed,
            consequence,
            struck: matches!(
                consequence,
                Consequence::Redraw | Consequence::TakenOff | Consequence::Annulled
            ),
            clause,
        });
    }
    let struck: Vec<usize> = tournament
        .departures
        .iter()
        .filter(|one| one.struck)
        .map(|one| one.player)
        .collect();
    tournament
        .games
        .retain(|game| !struck.contains(&game.first) && !struck.contains(&game.second));
    award(tournament);
}

/// How many games a player has over the whole event.
fn games_due(event: &Event, entered: usize) -> u32 {
    let rounds = u32::try_from(event.rounds.len()).unwrap_or(u32::MAX);
    match event.system {
        System::RoundRobin => {
            let opponents = u32::try_from(entered.saturating_sub(1)).unwrap_or(u32::MAX);
            opponents.saturating_mul(event.games_each)
        }
        System::Rotation | System::Match | System::Knockout => {
            event.planned_rounds.unwrap_or(rounds)
        }
    }
}

/// Gives the games that are missing to the opponents of those who left.
fn award(tournament: &mut Tournament) {
    let left: Vec<(usize, usize)> = tournament
        .departures
        .iter()
        .filter(|departure| !departure.struck)
        .map(|departure| (departure.player, departure.after_round))
        .collect();
    let gone = |player: usize, round: usize| {
        left.iter()
            .any(|&(who, after)| who == player && (round == 0 || round > after))
    };
    let meetings = |games: &[Entry], one: usize, other: usize| {
        let pair = |game: &&Entry| {
            (game.first, game.second) == (one, other) || (game.first, game.second) == (other, one)
        };
        games.iter().filter(pair).count()
    };
    let mut awarded: Vec<Entry> = Vec::new();
    let mut give = |games: &[Entry], winner: usize, loser: usize, round: usize| {
        let outcome = if gone(winner, round) {
            Outcome::BothAbsent
        } else {
            Outcome::Present
        };
        let entry = Entry {
            first: winner,
            second: loser,
            outcome,
            round,
            awarded: true,
            assessed: false,
        };
        let total = meetings(games, winner, loser) + meetings(&awarded, winner, loser);
        if total < tournament.games_each as usize {
            awarded.push(entry);
        }
    };
    match tournament.system {
        System::RoundRobin => {
            for &(loser, _) in &left {
                for winner in 0..tournament.players.len() {
                    if winner != loser && !tournament.is_struck(winner) {
                        for _ in 0..tournament.games_each {
                            give(&tournament.games, winner, loser, 0);
                        }
                    }
                }
            }
        }
        System::Rotation => {
            for (round, pairs) in tournament.pairings.iter().enumerate() {
                for &(first, second) in pairs {
                    if gone(second, round + 1) {
                        give(&tournament.games, first, second, round + 1);
                    } else if gone(first, round + 1) {
                        give(&tournament.games, second, first, round + 1);
                    }
                }
            }
        }
        System::Knockout | System::Match => {}
    }
    tournament.games.extend(awarded);
}
