//! What holds for every event, whatever its size and results.

#![allow(clippy::unwrap_used)] // also in what the tests share

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use qili_competition::files::event::{
    Event, Form, Game, Outcome, Player, Round, System, Withdrawal,
};
use qili_competition::pairing::rotation::Pair;
use qili_competition::pairing::round_robin::{schedule, teams};
use qili_competition::pairing::{boards, groups, knockout, plan};
use qili_competition::results::ranking::{Row, standings};
use qili_competition::results::tournament::Tournament;
use qili_competition::rules::CompetitionRules;

fn rules() -> CompetitionRules {
    let text = include_str!("../../../rules/1965/competition.yaml");
    CompetitionRules::parse("competition.yaml", text).unwrap()
}

fn event(system: System, players: u32) -> Event {
    Event {
        name: String::new(),
        form: Form::Single,
        important: None,
        system,
        games_each: 1,
        planned_rounds: None,
        lives: 1,
        players: (1..=players)
            .map(|number| Player {
                number,
                name: format!("p{number}"),
                violations: 0,
                members: Vec::new(),
            })
            .collect(),
        rounds: Vec::new(),
        withdrawals: Vec::new(),
        playoffs: Vec::new(),
        violations: Vec::new(),
    }
}

/// The results of a round, decided by a list of random numbers.
fn played(pairs: &[Pair], luck: &[u8], round: usize) -> Round {
    let result = |board: usize| match luck[(round * 31 + board * 7) % luck.len()] % 4 {
        0 => Outcome::Win,
        1 => Outcome::Loss,
        2 => Outcome::Draw,
        _ => Outcome::Present,
    };
    Round {
        pairings: Some(pairs.iter().map(|pair| [pair.first, pair.second]).collect()),
        results: pairs
            .iter()
            .enumerate()
            .map(|(board, pair)| Game {
                first: pair.first,
                second: pair.second,
                result: result(board),
                assessed: false,
            })
            .collect(),
    }
}

fn rows(event: &Event, rules: &CompetitionRules) -> Vec<Row> {
    let tournament = Tournament::new(event, rules).unwrap();
    standings(&tournament, rules).rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// With rounds up to half of the players a pairing always exists, so it must be found.
    #[test]
    fn rotation(half in 2u32..16, luck in prop::collection::vec(any::<u8>(), 64)) {
        let rules = rules();
        let mut event = event(System::Rotation, half * 2);
        let mut met = HashSet::new();
        let mut last: HashMap<u32, bool> = HashMap::new();
        for round in 0..half as usize {
            let tournament = Tournament::new(&event, &rules).unwrap();
            let plan = plan::plan(&tournament, &rules).unwrap();
            let pairs = &plan.rounds[0].pairs;
            let everyone: HashSet<u32> = pairs.iter().flat_map(|pair| [pair.first, pair.second]).collect();
            prop_assert_eq!(everyone.len(), event.players.len(), "everyone plays");
            for pair in pairs {
                let (low, high) = (pair.first.min(pair.second), pair.first.max(pair.second));
                prop_assert!(met.insert((low, high)), "nobody meets twice");
                // Who moved first last time moves second, unless the opponent did too.
                if let (Some(one), Some(other)) = (last.get(&pair.first), last.get(&pair.second)) {
                    prop_assert!(one == other || !one, "colours alternate where possible");
                }
            }
            let round = played(pairs, &luck, round);
            for game in &round.results {
                if game.result.is_played() {
                    last.insert(game.first, true);
                    last.insert(game.second, false);
                }
            }
            event.rounds.push(round);
        }
    }

    #[test]
    fn pairing_depends_on_the_data_only(half in 2u32..10, luck in prop::collection::vec(any::<u8>(), 64), seed in any::<u64>()) {
        let rules = rules();
        let mut event = event(System::Rotation, half * 2);
        for round in 0..2 {
            let tournament = Tournament::new(&event, &rules).unwrap();
            let plan = plan::plan(&tournament, &rules).unwrap();
            event.rounds.push(played(&plan.rounds[0].pairs, &luck, round));
        }
        let next = |event: &Event| plan::plan(&Tournament::new(event, &rules).unwrap(), &rules).map(|plan| plan.rounds).map_err(|fault| fault.error);
        let mut shuffled = event.clone();
        shuffle(&mut shuffled.players, seed);
        shuffle(&mut shuffled.rounds[1].results, seed);
        prop_assert_eq!(next(&event), next(&shuffled));
    }

    #[test]
    fn standings_do_not_depend_on_the_order_of_the_file(players in 2u32..12, games_each in 1u32..3, luck in prop::collection::vec(any::<u8>(), 64), seed in any::<u64>()) {
        let rules = rules();
        let mut event = event(System::RoundRobin, players);
        event.games_each = games_each;
        for player in &mut event.players {
            player.violations = u32::from(luck[player.number as usize] % 3);
        }
        for round in schedule(&(1..=players).collect::<Vec<_>>(), games_each) {
            event.rounds.push(played(&round.pairs, &luck, round.round));
        }
        let mut shuffled = event.clone();
        shuffle(&mut shuffled.players, seed);
        shuffle(&mut shuffled.rounds, seed);
        for round in &mut shuffled.rounds {
            shuffle(&mut round.results, seed);
        }
        let mut expected = rows(&event, &rules);
        let mut found = rows(&shuffled, &rules);
        // The marks of several games of one pair follow the order of play.
        for row in expected.iter_mut().chain(&mut found).filter(|_| games_each > 1) {
            row.marks.clear();
        }
        prop_assert_eq!(expected, found);
    }

    /// No more points are given than games were played, and better places have no fewer points.
    #[test]
    fn points_are_conserved(players in 2u32..12, luck in prop::collection::vec(any::<u8>(), 64)) {
        let rules = rules();
        let mut event = event(System::RoundRobin, players);
        for round in schedule(&(1..=players).collect::<Vec<_>>(), 1) {
            event.rounds.push(played(&round.pairs, &luck, round.round));
        }
        let rows = rows(&event, &rules);
        let total: i64 = rows.iter().map(|row| row.points.hundredths()).sum();
        prop_assert_eq!(total, 200 * i64::from(players * (players - 1) / 2));
        prop_assert!(rows.windows(2).all(|pair| pair[0].points >= pair[1].points && pair[0].place <= pair[1].place));
    }
}

/// A fixed rearrangement for each seed.
fn shuffle<T>(items: &mut [T], mut seed: u64) {
    for place in (1..items.len()).rev() {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        items.swap(place, (seed >> 33) as usize % (place + 1));
    }
}

#[test]
fn round_robin_of_any_size() {
    for players in 2u32..=41 {
        let numbers: Vec<u32> = (1..=players).collect();
        let rounds = schedule(&numbers, 1);
        let mut met = HashSet::new();
        let mut balance: HashMap<u32, i32> = HashMap::new();
        for round in &rounds {
            let mut busy: Vec<u32> = round
                .pairs
                .iter()
                .flat_map(|pair| [pair.first, pair.second])
                .chain(round.bye)
                .collect();
            busy.sort_unstable();
            assert_eq!(busy, numbers, "everyone plays or rests");
            for pair in &round.pairs {
                assert!(
                    met.insert((pair.first.min(pair.second), pair.first.max(pair.second))),
                    "nobody meets twice"
                );
                *balance.entry(pair.first).or_default() += 1;
                *balance.entry(pair.second).or_default() -= 1;
            }
        }
        assert_eq!(
            met.len() as u32,
            players * (players - 1) / 2,
            "everyone meets everyone"
        );
        assert!(
            balance.values().all(|balance| balance.abs() <= 1),
            "{players}: colours differ by at most one"
        );
    }
}

#[test]
fn with_two_games_colours_are_equal() {
    let mut balance: HashMap<u32, i32> = HashMap::new();
    for pair in schedule(&[1, 2, 3, 4, 5, 6, 7], 2)
        .iter()
        .flat_map(|round| &round.pairs)
    {
        *balance.entry(pair.first).or_default() += 1;
        *balance.entry(pair.second).or_default() -= 1;
    }
    assert!(balance.values().all(|&balance| balance == 0));
}

#[test]
fn teams_of_any_size_meet_completely() {
    for (ours, theirs) in [(1, 1), (3, 3), (4, 4), (2, 5), (6, 3)] {
        let home: Vec<u32> = (1..=ours).collect();
        let guests: Vec<u32> = (101..101 + theirs).collect();
        let mut met = HashSet::new();
        for round in teams(&home, &guests) {
            let busy: HashSet<u32> = round
                .pairs
                .iter()
                .flat_map(|pair| [pair.first, pair.second])
                .collect();
            assert_eq!(busy.len(), round.pairs.len() * 2);
            met.extend(
                round
                    .pairs
                    .iter()
                    .map(|pair| (pair.first.min(pair.second), pair.first.max(pair.second))),
            );
        }
        assert_eq!(met.len() as u32, ours * theirs);
    }
}

#[test]
fn a_knockout_ends_with_one_winner() {
    let rules = rules();
    for lives in [1, 2] {
        for players in 2..=33 {
            let mut event = event(System::Knockout, players);
            event.lives = lives;
            for round in 0.. {
                assert!(round < 40, "{players} players, {lives} lives");
                let tournament = Tournament::new(&event, &rules).unwrap();
                let plan = plan::plan(&tournament, &rules).unwrap();
                if plan.winner.is_some() {
                    break;
                }
                // The lower number wins.
                let mut next = played(&plan.rounds[0].pairs, &[0], round);
                for game in &mut next.results {
                    game.result = if game.first < game.second {
                        Outcome::Win
                    } else {
                        Outcome::Loss
                    };
                }
                event.rounds.push(next);
            }
            let games: usize = event.rounds.iter().map(|round| round.results.len()).sum();
            let most = lives as usize * players as usize - 1;
            assert!(
                games <= most && games + lives as usize > most,
                "{games} games of {players} players with {lives} lives"
            );
        }
    }
}

#[test]
fn the_best_seeds_meet_last() {
    let first = knockout::first_round(&(1..=16).collect::<Vec<_>>());
    assert!(first.byes.is_empty());
    assert!(
        first
            .pairs
            .iter()
            .all(|pair| pair.first + pair.second == 17)
    );
}

#[test]
fn the_book_counts_line_ups_wrongly() {
    let rules = rules();
    let found = boards::line_ups(6, 4, &rules.pairing.boards).unwrap();
    assert_eq!(
        (found.count, found.line_ups.len(), found.printed),
        (15, 15, Some(12))
    );
    assert_eq!(found.line_ups[0], [1, 2, 3, 4]);
    assert_eq!(found.line_ups[14], [3, 4, 5, 6]);
    for players in 1..9 {
        for boards in 1..=players {
            let found = boards::line_ups(players, boards, &rules.pairing.boards).unwrap();
            assert_eq!(found.count, found.line_ups.len() as u64);
            assert!(found.line_ups.iter().all(|one| one.is_sorted()));
        }
    }
}

#[test]
fn groups_are_dealt_evenly() {
    for players in 4u32..40 {
        let others: Vec<u32> = (1..=players).collect();
        for count in 1..=players as usize / 2 {
            let dealt = groups::deal(&[], &others, count).unwrap();
            let sizes: Vec<usize> = dealt.iter().map(Vec::len).collect();
            let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
            assert!(most - least <= 1);
            assert_eq!(sizes.iter().sum::<usize>(), players as usize);
        }
    }
}

/// Everyone who stays meets everyone who stays once, whoever leaves and when; nobody meets twice.
#[test]
fn a_round_robin_keeps_its_schedule_when_someone_leaves() {
    let rules = rules();
    let mut annulled = 0;
    for players in 3..=12 {
        let numbers: Vec<u32> = (1..=players).collect();
        let dealt = schedule(&numbers, 1);
        for leaver in 1..=players {
            for after_round in 1..=dealt.len() {
                let mut event = event(System::RoundRobin, players);
                event.rounds = dealt[..after_round]
                    .iter()
                    .map(|round| played(&round.pairs, &[2], 0))
                    .collect();
                event.withdrawals.push(Withdrawal {
                    player: leaver,
                    after_round,
                });
                let tournament = Tournament::new(&event, &rules).unwrap();
                let plan = plan::plan(&tournament, &rules).unwrap();
                let struck = tournament.departures[0].struck;
                annulled += usize::from(struck);
                assert_eq!(plan.rounds[..after_round], dealt[..after_round]);
                let has_leaver = |pair: &Pair| pair.first == leaver || pair.second == leaver;
                let mut met = HashSet::new();
                for round in &plan.rounds {
                    let late = round.round > after_round;
                    let games = round.pairs.iter().filter(|pair| has_leaver(pair)).count();
                    assert!(!late || games == round.absent.len());
                    assert!(
                        !(late && struck && games > 0),
                        "annulled games are not played"
                    );
                    let resting = round.bye.iter().chain(&round.idle);
                    assert!(!late || resting.clone().all(|&number| number != leaver));
                    let everyone = 2 * round.pairs.len() + resting.count();
                    let gone = late && games == 0;
                    assert_eq!(everyone, players as usize - usize::from(gone));
                    for pair in &round.pairs {
                        let pair = (pair.first.min(pair.second), pair.first.max(pair.second));
                        assert!(met.insert(pair), "nobody meets twice");
                    }
                }
                let staying = players as usize - 1;
                let met = met
                    .iter()
                    .filter(|(one, other)| *one != leaver && *other != leaver);
                assert_eq!(met.count(), staying * (staying - 1) / 2);
                let awarded = plan.rounds.iter().any(|round| !round.absent.is_empty());
                assert_eq!(!plan.absent.is_empty(), awarded);
                assert!(!(struck && awarded));
            }
        }
    }
    assert!(annulled > 100, "{annulled}");
}
