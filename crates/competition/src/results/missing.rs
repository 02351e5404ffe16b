//! Results that are not in yet: while there are some, no place is final.

use std::collections::HashMap;

use serde::Serialize;

use super::tournament::Tournament;
use crate::files::event::System;

/// A game without its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// The round from 1, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<usize>,
    /// The numbers of the two players, or of one whose opponent is not known.
    pub players: Vec<u32>,
}

/// The games without a result, in the order of rounds, boards and numbers.
#[must_use]
pub fn results(tournament: &Tournament) -> Vec<Missing> {
    match tournament.system {
        System::RoundRobin => of_pairs(tournament),
        System::Rotation | System::Knockout | System::Match => of_rounds(tournament),
    }
}

/// How many of the announced rounds, or games of a match, are not begun.
#[must_use]
pub fn rounds(tournament: &Tournament) -> usize {
    let planned = match tournament.system {
        System::RoundRobin | System::Knockout => None,
        System::Rotation => tournament.planned_rounds,
        System::Match if !tournament.departures.is_empty() => None,
        System::Match => Some(tournament.planned_rounds.unwrap_or(tournament.games_each)),
    };
    let begun = match tournament.system {
        System::Match => tournament.games.len(),
        _ => tournament.rounds,
    };
    (planned.unwrap_or(0) as usize).saturating_sub(begun)
}

/// The pairs of a round robin that did not meet as often as they should.
fn of_pairs(tournament: &Tournament) -> Vec<Missing> {
    let mut met: HashMap<(usize, usize), u32> = HashMap::new();
    for game in &tournament.games {
        let pair = (game.first.min(game.second), game.first.max(game.second));
        *met.entry(pair).or_default() += 1;
    }
    let players: Vec<usize> = (0..tournament.players.len())
        .filter(|&player| !tournament.is_struck(player))
        .collect();
    let mut missing = Vec::new();
    for (place, &one) in players.iter().enumerate() {
        for &other in &players[place + 1..] {
            let times = met.get(&(one, other)).copied().unwrap_or(0);
            for _ in times..tournament.games_each {
                missing.push(Missing {
                    round: None,
                    players: numbers(tournament, &[one, other]),
                });
            }
        }
    }
    missing
}

/// The pairs of the rounds that have begun, and in a rotation whoever is in none.
fn of_rounds(tournament: &Tournament) -> Vec<Missing> {
    let mut missing = Vec::new();
    for round in 1..=tournament.rounds {
        let mut seen: Vec<usize> = tournament
            .games
            .iter()
            .filter(|game| game.round == round)
            .flat_map(|game| [game.first, game.second])
            .collect();
        let pairs = tournament.pairings[round - 1].iter().copied();
        for (first, second) in pairs {
            if !seen.contains(&first)
                && !tournament.is_struck(first)
                && !tournament.is_struck(second)
            {
                missing.push(Missing {
                    round: Some(round),
                    players: numbers(tournament, &[first, second]),
                });
            }
            seen.extend([first, second]);
        }
        if tournament.system == System::Rotation {
            let unseen = (0..tournament.players.len())
                .filter(|player| !seen.contains(player) && !tournament.has_left(*player));
            missing.extend(unseen.map(|player| Missing {
                round: Some(round),
                players: numbers(tournament, &[player]),
            }));
        }
    }
    missing
}

fn numbers(tournament: &Tournament, players: &[usize]) -> Vec<u32> {
    let number = |&player: &usize| tournament.players[player].number;
    players.iter().map(number).collect()
}
