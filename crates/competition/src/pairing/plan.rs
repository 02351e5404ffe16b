//! What is to be played next in an event.

use std::collections::HashSet;

use qili_words::{Localized, Texts};
use serde::Serialize;

use super::knockout::{self, Contender};
use super::rotation::{self, Entrant, Pair, RotationError};
use super::round_robin::{self, ScheduledRound};
use crate::clause::Clause;
use crate::document::Fault;
use crate::files::event::{Form, Outcome, System};
use crate::points::Points;
use crate::results::ranking;
use crate::results::tournament::{Entry, Tournament};
use crate::results::withdrawal::Departure;
use crate::rules::CompetitionRules;

/// The rounds to play.
#[derive(Debug, Clone, Serialize)]
pub struct Plan {
    /// How opponents are found.
    pub system: System,
    /// The rounds: all of a round robin or a match, the next one otherwise.
    pub rounds: Vec<ScheduledRound>,
    /// Who goes on without a game, in a knockout event.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<u32>,
    /// The winner of a knockout event, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<u32>,
    /// Those who withdrew and whose games stand: their opponents win without a game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<u32>,
    /// What the rules advise otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<Advice>,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

/// Something that the rules advise and the event does not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Advice {
    /// Fewer rounds than advised.
    FewRounds {
        /// How many are planned.
        planned: u32,
        /// How many are advised at least.
        advised: u32,
    },
    /// A round was played by another table: the schedule does not continue it.
    OtherTable {
        /// The first such round, from 1.
        round: usize,
    },
    /// Not near the advised share of the number of players.
    FarFromShare {
        /// How many are planned.
        planned: u32,
        /// How many would be the share.
        share: u32,
    },
}

/// Why the next round cannot be paired.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum PlanError {
    /// A result of the last rounds is missing.
    #[error("round {round} has no result of player `{player}`")]
    #[diagnostic(
        code(qili::competition::round_open),
        help("the next round is paired when all results are in")
    )]
    Open {
        /// The round, from 1.
        round: usize,
        /// The number of the player.
        player: u32,
    },
    /// A knockout pair without a winner.
    #[error("players `{one}` and `{other}` are level in round {round}")]
    #[diagnostic(
        code(qili::competition::level),
        help("add the result of an extra game to the round")
    )]
    Level {
        /// One of the two.
        one: u32,
        /// The other.
        other: u32,
        /// The round, from 1.
        round: usize,
    },
    /// All announced rounds were played.
    #[error("all {0} rounds have been played")]
    #[diagnostic(code(qili::competition::finished))]
    Finished(u32),
    /// The rotation cannot be paired.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Rotation(#[from] RotationError),
}

impl Localized for PlanError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Open { round, player } => {
                Texts::new(format!("第 {round} 轮缺 {player} 号的结果"))
                    .help("结果齐了才能编排下一轮")
            }
            Self::Level { one, other, round } => {
                Texts::new(format!("第 {round} 轮 {one} 号与 {other} 号不分胜负"))
                    .help("在这一轮补上加赛的结果")
            }
            Self::Finished(rounds) => Texts::new(format!("{rounds} 轮都已赛完")),
            Self::Rotation(error) => error.chinese(),
        }
    }
}

/// What is to be played next.
///
/// # Errors
/// [`PlanError`] with the path of its place.
pub fn plan(tournament: &Tournament, rules: &CompetitionRules) -> Result<Plan, Fault<PlanError>> {
    let mut plan = Plan {
        system: tournament.system,
        rounds: Vec::new(),
        byes: Vec::new(),
        winner: None,
        absent: Vec::new(),
        advice: Vec::new(),
        clauses: Vec::new(),
    };
    if let Some(planned) = tournament.planned_rounds
        && tournament.system == System::Rotation
        && tournament.rounds >= planned as usize
    {
        return Err(Fault::new("planned_rounds", PlanError::Finished(planned)));
    }
    match tournament.system {
        System::RoundRobin => {
            let numbers = numbers(tournament, &|departure| departure.after_round > 0);
            plan.rounds = round_robin::schedule(&numbers, tournament.games_each);
            plan.advice = other_tables(tournament, &plan.rounds);
            plan.clauses.push(rules.pairing.round_robin.clause.clone());
            without_leavers(&mut plan, tournament);
        }
        System::Match => {
            plan.rounds = duel(tournament);
            plan.clauses.push(rules.colours.several_games.clone());
            without_leavers(&mut plan, tournament);
        }
        System::Rotation => {
            let entrants = entrants(tournament, rules)?;
            let pairs = rotation::next_round(&entrants, &rules.pairing.rotation)
                .map_err(|error| Fault::new("players", error.into()))?;
            plan.rounds.push(round(tournament, pairs));
            plan.absent = absent(tournament);
            plan.advice = advice(tournament, rules);
            let rules = &rules.pairing.rotation;
            plan.clauses = vec![rules.clause.clone(), rules.colour_clause.clone()];
        }
        System::Knockout => {
            let next = knockout_round(tournament, rules)?;
            plan.byes = next.byes;
            plan.winner = next.winner;
            if plan.winner.is_none() {
                plan.rounds.push(round(tournament, next.pairs));
            }
            plan.clauses.push(rules.pairing.knockout.clause.clone());
        }
    }
    if tournament.form != Form::Single {
        let form = rules.pairing.individual.of(tournament.form);
        plan.clauses.push(form.clause.clone());
    }
    Ok(plan)
}

fn round(tournament: &Tournament, pairs: Vec<Pair>) -> ScheduledRound {
    ScheduledRound::new(tournament.rounds + 1, pairs)
}

/// The numbers of all who did not leave, and of those leavers who keep their seat, in rising order.
fn numbers(tournament: &Tournament, keeps_seat: &dyn Fn(&Departure) -> bool) -> Vec<u32> {
    let has_seat = |number: u32| {
        let mut departures = tournament.departures.iter();
        departures
            .find(|one| one.number == number)
            .is_none_or(keeps_seat)
    };
    let players = tournament.players.iter().map(|player| player.number);
    let mut numbers: Vec<u32> = players.filter(|&number| has_seat(number)).collect();
    numbers.sort_unstable();
    numbers
}

/// The numbers of those who left while games were still to come that their opponents win.
fn absent(tournament: &Tournament) -> Vec<u32> {
    let departures = tournament.departures.iter();
    departures
        .filter(|one| !one.struck)
        .map(|one| one.number)
        .collect()
}

/// Keeps the schedule that was dealt when players left after it: annulled games are not played, others go to the opponents.
fn without_leavers(plan: &mut Plan, tournament: &Tournament) {
    let (struck, others): (Vec<_>, Vec<_>) =
        tournament.departures.iter().partition(|one| one.struck);
    for departure in struck.into_iter().chain(others) {
        let later = plan
            .rounds
            .iter_mut()
            .filter(|round| round.round > departure.after_round);
        for round in later {
            if departure.struck {
                round.strike(departure.number);
            } else {
                round.leave(departure.number);
            }
        }
    }
    plan.absent = absent(tournament);
    let rounds = &plan.rounds;
    plan.absent
        .retain(|number| rounds.iter().any(|round| round.absent.contains(number)));
}

/// A remark about the first round of the event that was not played by this schedule.
fn other_tables(tournament: &Tournament, schedule: &[ScheduledRound]) -> Vec<Advice> {
    let number = |index: usize| tournament.players[index].number;
    let scheduled = |game: &&Entry| {
        let numbers = [number(game.first), number(game.second)];
        let round = schedule.iter().find(|round| round.round == game.round);
        round.is_some_and(|round| {
            let mut pairs = round.pairs.iter();
            pairs.any(|pair| numbers.contains(&pair.first) && numbers.contains(&pair.second))
        })
    };
    let mut games = tournament.reported.iter();
    let other = games.find(|game| !scheduled(game));
    other
        .map(|game| Advice::OtherTable { round: game.round })
        .into_iter()
        .collect()
}

/// The games of a match: the players take turns in moving first.
fn duel(tournament: &Tournament) -> Vec<ScheduledRound> {
    let numbers: Vec<u32> = tournament
        .players
        .iter()
        .map(|player| player.number)
        .collect();
    let [one, other] = numbers[..] else {
        return Vec::new();
    };
    let games = tournament.planned_rounds.unwrap_or(tournament.games_each);
    (1..=games as usize)
        .map(|game| {
            let (first, second) = if game % 2 == 1 {
                (one, other)
            } else {
                (other, one)
            };
            ScheduledRound::new(game, vec![Pair { first, second }])
        })
        .collect()
}

fn advice(tournament: &Tournament, rules: &CompetitionRules) -> Vec<Advice> {
    let rules = &rules.pairing.rotation;
    let Some(planned) = tournament.planned_rounds else {
        return Vec::new();
    };
    let mut advice = Vec::new();
    let advised = rules.advised_rounds;
    if planned < advised {
        advice.push(Advice::FewRounds { planned, advised });
    }
    let players = u32::try_from(tournament.players.len()).unwrap_or(u32::MAX);
    let share = players.saturating_mul(rules.advised_share.numerator)
        / rules.advised_share.denominator.max(1);
    if planned.abs_diff(share) > rules.advised_within {
        advice.push(Advice::FarFromShare { planned, share });
    }
    advice
}

/// The players of a rotation with what they did so far; all results must be in.
fn entrants(
    tournament: &Tournament,
    rules: &CompetitionRules,
) -> Result<Vec<Entrant>, Fault<PlanError>> {
    let points = ranking::points(tournament, rules);
    let mut entrants = Vec::new();
    for (index, player) in tournament.players.iter().enumerate() {
        if tournament.is_struck(index) {
            continue;
        }
        let mut moved_first = vec![None; tournament.rounds];
        let mut met = vec![false; tournament.rounds];
        let mut opponents = HashSet::new();
        for game in games_of(&tournament.games, index) {
            let opponent = if game.first == index {
                game.second
            } else {
                game.first
            };
            opponents.insert(tournament.players[opponent].number);
            if let Some(round) = game.round.checked_sub(1) {
                met[round] = true;
                moved_first[round] = game.outcome.is_played().then_some(game.first == index);
            }
        }
        if let Some(round) = met.iter().position(|met| !met)
            && !tournament.has_left(index)
        {
            let error = PlanError::Open {
                round: round + 1,
                player: player.number,
            };
            return Err(Fault::new(format!("rounds/{round}"), error));
        }
        entrants.push(Entrant {
            number: player.number,
            points: points[index],
            moved_first,
            opponents,
        });
    }
    Ok(entrants)
}

fn games_of(games: &[Entry], player: usize) -> impl Iterator<Item = &Entry> {
    games
        .iter()
        .filter(move |game| game.first == player || game.second == player)
}

fn knockout_round(
    tournament: &Tournament,
    rules: &CompetitionRules,
) -> Result<knockout::KnockoutRound, Fault<PlanError>> {
    let numbers = numbers(tournament, &|departure| !departure.struck);
    if tournament.rounds == 0 {
        return Ok(knockout::first_round(&numbers));
    }
    let seats = knockout::bracket(numbers.len().next_power_of_two());
    let mut contenders: Vec<Contender> = seats
        .into_iter()
        .filter_map(|seat| numbers.get(seat))
        .map(|&number| Contender {
            number,
            defeats: 0,
            opponents: Vec::new(),
            byes: 0,
        })
        .collect();
    for round in 1..=tournament.rounds {
        for contender in &mut contenders {
            let Some(index) = tournament.index_of(contender.number) else {
                continue;
            };
            if contender.defeats >= tournament.lives {
                continue;
            }
            match knockout_result(tournament, rules, index, round)? {
                Some((opponent, lost)) => {
                    contender.opponents.push(opponent);
                    contender.defeats += u32::from(lost);
                }
                None => contender.byes += 1,
            }
        }
    }
    for contender in &mut contenders {
        let left = tournament
            .index_of(contender.number)
            .is_some_and(|index| tournament.has_left(index));
        if left {
            contender.defeats = contender.defeats.max(tournament.lives);
        }
    }
    Ok(knockout::next_round(&contenders, tournament.lives))
}

/// Whom a player met in a round of a knockout event, and whether the player lost the round.
fn knockout_result(
    tournament: &Tournament,
    rules: &CompetitionRules,
    player: usize,
    round: usize,
) -> Result<Option<(u32, bool)>, Fault<PlanError>> {
    let scores = &rules.results.scores;
    let (mut own, mut theirs, mut opponent) = (Points::ZERO, Points::ZERO, None);
    let worth = |outcome: Outcome| match outcome {
        _ if outcome.is_win() => scores.win,
        Outcome::Draw => scores.draw,
        _ => scores.loss,
    };
    for game in games_of(&tournament.games, player).filter(|game| game.round == round) {
        let (other, outcome) = if game.first == player {
            (game.second, game.outcome)
        } else {
            (game.first, game.outcome.reversed())
        };
        own += worth(outcome);
        theirs += worth(outcome.reversed());
        opponent = Some(other);
    }
    let Some(opponent) = opponent else {
        return Ok(None);
    };
    let (one, other) = (
        tournament.players[player].number,
        tournament.players[opponent].number,
    );
    if own == theirs {
        let error = PlanError::Level { one, other, round };
        return Err(Fault::new(format!("rounds/{}", round - 1), error));
    }
    Ok(Some((other, own < theirs)))
}
