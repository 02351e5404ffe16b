//! Pairs a rotation event of 200 players over 12 rounds.

#![allow(clippy::unwrap_used)] // a bench may stop

use std::collections::HashSet;

use qili_competition::pairing::rotation::{Entrant, next_round};
use qili_competition::points::Points;
use qili_competition::rules::CompetitionRules;

fn main() {
    divan::main();
}

fn rules() -> CompetitionRules {
    let text = include_str!("../../../rules/1965/competition.yaml");
    CompetitionRules::parse("competition.yaml", text).unwrap()
}

/// An event after some rounds; the results are made up but always the same.
fn after(rounds: usize, players: u32, rules: &CompetitionRules) -> Vec<Entrant> {
    let mut entrants: Vec<Entrant> = (1..=players)
        .map(|number| Entrant {
            number,
            points: Points::ZERO,
            moved_first: Vec::new(),
            opponents: HashSet::new(),
        })
        .collect();
    let scores = &rules.results.scores;
    for round in 0..rounds {
        for (board, pair) in next_round(&entrants, &rules.pairing.rotation)
            .unwrap()
            .iter()
            .enumerate()
        {
            let outcomes = [
                (scores.win, scores.loss),
                (scores.draw, scores.draw),
                (scores.loss, scores.win),
            ];
            let (first, second) = outcomes[(board * 7 + round * 3) % 3];
            for (number, points, opponent, moved_first) in [
                (pair.first, first, pair.second, true),
                (pair.second, second, pair.first, false),
            ] {
                let entrant = &mut entrants[number as usize - 1];
                entrant.points += points;
                entrant.moved_first.push(Some(moved_first));
                entrant.opponents.insert(opponent);
            }
        }
    }
    entrants
}

/// The round after so many.
#[divan::bench(args = [1, 6, 11], sample_count = 10, sample_size = 1)]
fn one_round(bencher: divan::Bencher<'_, '_>, rounds: usize) {
    let rules = rules();
    let entrants = after(rounds, 200, &rules);
    bencher.bench_local(|| next_round(&entrants, &rules.pairing.rotation).unwrap());
}

/// All twelve rounds.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn whole_event(bencher: divan::Bencher<'_, '_>) {
    let rules = rules();
    bencher.bench_local(|| after(12, 200, &rules));
}
