//! Knockout: who has as many defeats as lives is out. One life is single, two are double elimination.

use serde::Serialize;

use super::rotation::Pair;

/// Someone still, or no longer, in a knockout event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contender {
    /// The number; seeds have the lowest.
    pub number: u32,
    /// Defeats so far.
    pub defeats: u32,
    /// Opponents so far.
    pub opponents: Vec<u32>,
    /// Rounds without an opponent so far.
    pub byes: u32,
}

/// The next round of a knockout event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KnockoutRound {
    /// Who meets whom; the first mover is drawn by lot or set by the organiser.
    pub pairs: Vec<Pair>,
    /// Who goes on without a game.
    pub byes: Vec<u32>,
    /// The winner, once only one is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<u32>,
}

/// The first round of a seeded bracket: byes go to the highest seeds and the best two can meet in the last round only.
///
/// ```
/// use qili_competition::pairing::knockout::first_round;
///
/// let round = first_round(&[1, 2, 3, 4, 5, 6]);
/// assert_eq!(round.byes, [1, 2]);
/// assert_eq!(round.pairs.len(), 2);
/// ```
#[must_use]
pub fn first_round(numbers: &[u32]) -> KnockoutRound {
    let size = numbers.len().next_power_of_two();
    let mut pairs = Vec::new();
    let mut byes = Vec::new();
    for seats in bracket(size).chunks_exact(2) {
        match (numbers.get(seats[0]), numbers.get(seats[1])) {
            (Some(&first), Some(&second)) => pairs.push(Pair { first, second }),
            (Some(&player), None) | (None, Some(&player)) => byes.push(player),
            (None, None) => {}
        }
    }
    byes.sort_unstable();
    KnockoutRound {
        pairs,
        byes,
        winner: (numbers.len() == 1).then(|| numbers[0]),
    }
}

/// The seats of a bracket from top to bottom: 0, 7, 3, 4, 1, 6, 2, 5 for eight.
pub(super) fn bracket(size: usize) -> Vec<usize> {
    let mut seats = vec![0];
    while seats.len() < size {
        let last = seats.len() * 2 - 1;
        seats = seats
            .into_iter()
            .flat_map(|seat| [seat, last - seat])
            .collect();
    }
    seats
}

/// A later round: those with equal defeats meet, in the order given (that of the bracket), avoiding rematches where possible.
///
/// With an odd number of equals the one with the fewest byes rests, the lowest number first; when only players with
/// different defeats are left, they meet.
#[must_use]
pub fn next_round(contenders: &[Contender], lives: u32) -> KnockoutRound {
    let alive: Vec<&Contender> = contenders
        .iter()
        .filter(|one| one.defeats < lives)
        .collect();
    let mut round = KnockoutRound {
        pairs: Vec::new(),
        byes: Vec::new(),
        winner: None,
    };
    if let [last] = alive.as_slice() {
        round.winner = Some(last.number);
        return round;
    }
    if let [one, other] = alive.as_slice() {
        round.pairs.push(Pair {
            first: one.number,
            second: other.number,
        });
        return round;
    }
    for defeats in 0..lives {
        let mut group: Vec<&Contender> = alive
            .iter()
            .copied()
            .filter(|one| one.defeats == defeats)
            .collect();
        if group.len() % 2 == 1 {
            let rests = group
                .iter()
                .enumerate()
                .min_by_key(|(_, one)| (one.byes, one.number));
            if let Some((place, one)) = rests {
                round.byes.push(one.number);
                group.remove(place);
            }
        }
        while !group.is_empty() {
            let one = group.remove(0);
            let fresh = group
                .iter()
                .position(|other| !one.opponents.contains(&other.number));
            let other = group.remove(fresh.unwrap_or(0));
            round.pairs.push(Pair {
                first: one.number,
                second: other.number,
            });
        }
    }
    round
}
