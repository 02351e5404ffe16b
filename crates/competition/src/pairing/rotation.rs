//! The points-based rotation: in each round equal or nearest scores meet, and nobody meets twice.
//!
//! Among all pairings without a rematch the one is chosen whose score differences are smallest (as a sum of squares), and among
//! these one that lets the most players alternate the first move.

use std::collections::HashSet;

use qili_words::{Localized, Texts};
use serde::Serialize;

use super::matching::cheapest;
use super::rules::{Colours, FirstMover, FirstOrder, RotationRules};
use crate::points::Points;

/// Differences of points, in the smallest that occurs, are not told apart beyond this: keeps costs from overflowing.
const FARTHEST: i64 = 100_000;

/// What pairing needs to know of a player.
#[derive(Debug, Clone)]
pub struct Entrant {
    /// The number drawn by lot.
    pub number: u32,
    /// The points so far.
    pub points: Points,
    /// Whether the player moved first, round by round; `None` for a round without a game.
    pub moved_first: Vec<Option<bool>>,
    /// The numbers of all opponents so far.
    pub opponents: HashSet<u32>,
}

/// One pair of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// The number of the player who moves first.
    pub first: u32,
    /// The number of the opponent.
    pub second: u32,
}

/// Why a round cannot be paired.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum RotationError {
    /// Someone would be left over.
    #[error("a rotation round needs an even number of players, not {0}")]
    #[diagnostic(
        code(qili::competition::odd_players),
        help("add a player or leave one out")
    )]
    Odd(usize),
    /// Every pairing has two players who met before.
    #[error("no pairing of this round is left in which nobody meets a former opponent")]
    #[diagnostic(
        code(qili::competition::no_pairing),
        help("the event has too many rounds for its number of players")
    )]
    Exhausted,
}

impl Localized for RotationError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Odd(players) => Texts::new(format!("积分编排要双数的棋手，现有 {players} 名"))
                .help("添一名棋手，或有一名轮空"),
            Self::Exhausted => {
                Texts::new("这一轮编不出双方都没有遇过的对局").help("轮数对棋手的人数来说太多了")
            }
        }
    }
}

/// Pairs the next round; the pairs with the highest scores come first.
///
/// # Errors
/// [`RotationError`] for an odd number of players and where no pairing without a rematch exists.
pub fn next_round(entrants: &[Entrant], rules: &RotationRules) -> Result<Vec<Pair>, RotationError> {
    if !entrants.len().is_multiple_of(2) {
        return Err(RotationError::Odd(entrants.len()));
    }
    let mut order: Vec<&Entrant> = entrants.iter().collect();
    order.sort_by_key(|entrant| entrant.number);
    if order.iter().all(|entrant| entrant.moved_first.is_empty()) {
        return Ok(first_round(&order, rules));
    }
    order.sort_by_key(|entrant| std::cmp::Reverse(entrant.points));
    let unit = unit(&order);
    let clash_scale = i64::try_from(order.len()).unwrap_or(i64::MAX);
    let partners = cheapest(order.len(), &|one, other| {
        let (one, other) = (order[one], order[other]);
        if !rules.rematches && one.opponents.contains(&other.number) {
            return None;
        }
        let apart = (one.points - other.points).hundredths() / unit;
        let apart = apart.abs().min(FARTHEST);
        Some(apart * apart * clash_scale + i64::from(clash(one, other, rules.colours)))
    })
    .ok_or(RotationError::Exhausted)?;
    let upper = (0..order.len()).filter(|&one| one < partners[one]);
    Ok(upper
        .map(|one| in_colours(order[one], order[partners[one]], rules.colours))
        .collect())
}

/// 1-2, 3-4 and so on, or the upper half against the lower.
fn first_round(order: &[&Entrant], rules: &RotationRules) -> Vec<Pair> {
    let half = order.len() / 2;
    (0..half)
        .map(|board| {
            let (low, high) = match rules.first_round.order {
                FirstOrder::ByNumber => (order[2 * board].number, order[2 * board + 1].number),
                FirstOrder::Halves => (order[board].number, order[board + half].number),
            };
            let low_first = match rules.first_round.first_mover {
                FirstMover::OddNumber => low % 2 == 1 || high % 2 == 0,
                FirstMover::Alternating => board % 2 == 0,
            };
            if low_first {
                Pair {
                    first: low,
                    second: high,
                }
            } else {
                Pair {
                    first: high,
                    second: low,
                }
            }
        })
        .collect()
}

/// The largest number of hundredths that divides all differences of points: keeps costs small.
fn unit(order: &[&Entrant]) -> i64 {
    let gcd = order.windows(2).fold(0, |so_far: i64, pair| {
        let (mut one, mut other) = (so_far, (pair[0].points - pair[1].points).hundredths().abs());
        while other != 0 {
            (one, other) = (other, one % other);
        }
        one
    });
    gcd.max(1)
}

/// What a player should do in this round: move first, move second, or either.
fn wish(entrant: &Entrant, colours: Colours) -> Option<bool> {
    match colours {
        Colours::Alternate => entrant
            .moved_first
            .iter()
            .rev()
            .flatten()
            .next()
            .map(|first| !first),
        Colours::Balance => match balance(entrant) {
            0 => None,
            more => Some(more < 0),
        },
    }
}

/// How many more times the player moved first than second.
fn balance(entrant: &Entrant) -> i32 {
    entrant
        .moved_first
        .iter()
        .flatten()
        .map(|&first| if first { 1 } else { -1 })
        .sum()
}

/// Whether one of the two cannot have their wish.
fn clash(one: &Entrant, other: &Entrant, colours: Colours) -> bool {
    let wishes = (wish(one, colours), wish(other, colours));
    matches!(wishes, (Some(one), Some(other)) if one == other)
}

/// Decides who moves first: the wishes, then fewer first moves, then the latest round in which they differed, then the number.
fn in_colours(one: &Entrant, other: &Entrant, colours: Colours) -> Pair {
    let one_first = match (wish(one, colours), wish(other, colours)) {
        (Some(wish), None) => wish,
        (None, Some(wish)) => !wish,
        (Some(wish), Some(other)) if wish != other => wish,
        _ => match balance(one).cmp(&balance(other)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => {
                let rounds = one.moved_first.iter().zip(&other.moved_first).rev();
                let mut differing = rounds.filter(|(one, other)| one != other);
                match differing.next() {
                    Some((one, _)) => *one != Some(true),
                    None => one.number < other.number,
                }
            }
        },
    };
    if one_first {
        Pair {
            first: one.number,
            second: other.number,
        }
    } else {
        Pair {
            first: other.number,
            second: one.number,
        }
    }
}
