//! Everyone meets everyone: the standard circle method.
//!
//! The 1965 book has numbered tables in an appendix that is lost; this is not the book's table but the usual one. One number
//! stands still, the others go round; with an odd number of players the opponent of the missing one rests.

use serde::Serialize;

use super::rotation::Pair;

/// One round of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScheduledRound {
    /// The round, from 1.
    pub round: usize,
    /// Who meets whom.
    pub pairs: Vec<Pair>,
    /// The number of the player who rests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye: Option<u32>,
    /// The numbers of those who rest because the games of their opponents are annulled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<u32>,
    /// The numbers of those who withdrew before and whose opponents win without a game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<u32>,
}

impl ScheduledRound {
    /// A round of these pairs, in which nobody rests.
    #[must_use]
    pub fn new(round: usize, pairs: Vec<Pair>) -> Self {
        Self {
            round,
            pairs,
            bye: None,
            idle: Vec::new(),
            absent: Vec::new(),
        }
    }

    /// Takes the games of a player out of the round: who was to be met rests.
    pub fn strike(&mut self, number: u32) {
        if self.bye == Some(number) {
            self.bye = None;
        }
        self.idle.retain(|&idle| idle != number);
        self.pairs.retain(|pair| {
            let opponent = match (pair.first == number, pair.second == number) {
                (true, _) => pair.second,
                (_, true) => pair.first,
                _ => return true,
            };
            self.idle.push(opponent);
            false
        });
    }

    /// Notes that a player does not come any more, if there is a game to come to.
    pub fn leave(&mut self, number: u32) {
        if self.bye == Some(number) {
            self.bye = None;
        }
        self.idle.retain(|&idle| idle != number);
        let has_game = |pair: &Pair| pair.first == number || pair.second == number;
        if self.pairs.iter().any(has_game) {
            self.absent.push(number);
        }
    }
}

/// The schedule of a round robin of the given numbers, `games_each` games for each pair; colours change with every further game.
///
/// Within one cycle every player moves first and second equally often, up to one.
///
/// ```
/// use qili_competition::pairing::round_robin::schedule;
///
/// let rounds = schedule(&[1, 2, 3, 4], 1);
/// assert_eq!(rounds.len(), 3);
/// assert!(rounds.iter().all(|round| round.pairs.len() == 2));
/// ```
#[must_use]
pub fn schedule(numbers: &[u32], games_each: u32) -> Vec<ScheduledRound> {
    let mut seats: Vec<Option<u32>> = numbers.iter().copied().map(Some).collect();
    if seats.len() % 2 == 1 {
        seats.push(None);
    }
    let cycle = seats.len().saturating_sub(1);
    let mut rounds = Vec::new();
    for game in 0..games_each as usize {
        for round in 0..cycle {
            rounds.push(one_round(
                &seats,
                game * cycle + round + 1,
                round,
                game % 2 == 1,
            ));
        }
    }
    rounds
}

fn one_round(
    seats: &[Option<u32>],
    number: usize,
    round: usize,
    exchanged: bool,
) -> ScheduledRound {
    let cycle = seats.len() - 1;
    let fixed = seats[cycle];
    let mut pairs = Vec::new();
    let mut bye = None;
    let mut meet = |one: Option<u32>, other: Option<u32>, one_first: bool| match (one, other) {
        (Some(one), Some(other)) if one_first != exchanged => pairs.push(Pair {
            first: one,
            second: other,
        }),
        (Some(one), Some(other)) => pairs.push(Pair {
            first: other,
            second: one,
        }),
        (Some(one), None) | (None, Some(one)) => bye = Some(one),
        (None, None) => {}
    };
    // The player opposite the fixed seat advances by half a circle each round, so that colours alternate.
    let head = round * (cycle.div_ceil(2)) % cycle.max(1);
    meet(seats[head], fixed, round.is_multiple_of(2));
    for step in 1..=cycle / 2 {
        let (one, other) = ((head + step) % cycle, (head + cycle - step) % cycle);
        meet(seats[one], seats[other], true);
    }
    ScheduledRound {
        bye,
        ..ScheduledRound::new(number, pairs)
    }
}

/// Two teams, every player of one against every player of the other, once; who moves first alternates for each player.
#[must_use]
pub fn teams(home: &[u32], guests: &[u32]) -> Vec<ScheduledRound> {
    let seats = home.len().max(guests.len());
    (0..seats)
        .map(|round| {
            let pairs = home.iter().enumerate().filter_map(|(place, &one)| {
                let guest = (place + round) % seats;
                let other = *guests.get(guest)?;
                let (first, second) = if (place + guest).is_multiple_of(2) {
                    (one, other)
                } else {
                    (other, one)
                };
                Some(Pair { first, second })
            });
            ScheduledRound::new(round + 1, pairs.collect())
        })
        .collect()
}
