//! What kind of find a stretch is: both rulings with their clauses, and both lists of natures.

use qili_board::Side;
use qili_edition::outcome::Outcome;

use crate::reading::{NatureName, Said};

/// The kind of a find, the same for its images and wherever its stretch begins: the side that moves first is called Red,
/// and natures are told once round.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind {
    /// Which of the readings the first is compared with.
    pub against: usize,
    /// What the first reading says.
    pub first: Said,
    /// What the other one says, where there is another.
    pub other: Option<Said>,
}

/// How the two judgements of a find differ. Who is in the wrong comes before how it is punished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Another side is in the wrong, or one is by one edition only.
    Fault,
    /// Only natures differ.
    Natures,
    /// The same side is in the wrong, and loses by one edition where it must change by the other.
    Punishment,
    /// There is nothing to compare with.
    Alone,
}

/// Where the other edition is stricter or milder than the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// The other puts a side in the wrong that is not by the first, or punishes it harder.
    Stricter,
    /// The other way round.
    Milder,
    /// They put different sides in the wrong.
    OtherSide,
}

/// The outcome with the sides exchanged.
const fn exchanged(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::RedMustChange => Outcome::BlackMustChange,
        Outcome::BlackMustChange => Outcome::RedMustChange,
        Outcome::RedLoses => Outcome::BlackLoses,
        Outcome::BlackLoses => Outcome::RedLoses,
        same => same,
    }
}

impl Kind {
    /// The kind of what two readings, or one, say of a stretch in which `turn` moves first.
    #[must_use]
    pub fn of(against: usize, turn: Side, first: &Said, other: Option<&Said>) -> Self {
        let plies = first.natures.len();
        let at = |ply: usize| (first.natures[ply], other.map(|other| other.natures[ply]));
        let lasts = |period: &usize| {
            plies.is_multiple_of(*period) && (*period..plies).all(|ply| at(ply) == at(ply - period))
        };
        let period = (2..=plies).step_by(2).find(lasts).unwrap_or(plies);
        let begun = |from: usize| {
            let mover = if from.is_multiple_of(2) {
                turn
            } else {
                turn.other()
            };
            let said = |said: &Said| Said {
                outcome: match mover {
                    Side::Red => said.outcome,
                    Side::Black => exchanged(said.outcome),
                },
                clauses: said.clauses.clone(),
                natures: (from..from + period)
                    .map(|ply| said.natures[ply % plies])
                    .collect(),
            };
            Self {
                against,
                first: said(first),
                other: other.map(said),
            }
        };
        let mut kinds: Vec<Self> = (0..period.max(1)).map(begun).collect();
        kinds.sort_unstable();
        kinds.swap_remove(0)
    }

    /// How the judgements differ.
    #[must_use]
    pub fn class(&self) -> Class {
        let Some(other) = &self.other else {
            return Class::Alone;
        };
        let (one, two) = (self.first.outcome, other.outcome);
        match (one == two, one.against(), two.against()) {
            (true, ..) => Class::Natures,
            (false, Some(one), Some(two)) if one == two => Class::Punishment,
            (false, ..) => Class::Fault,
        }
    }

    /// Where the other is stricter or milder; nothing where only natures differ.
    #[must_use]
    pub fn direction(&self) -> Option<Direction> {
        let other = self.other.as_ref()?;
        let (one, two) = (self.first.outcome, other.outcome);
        match (one.against(), two.against()) {
            _ if one == two => None,
            (None, Some(_)) => Some(Direction::Stricter),
            (Some(_), None) => Some(Direction::Milder),
            (Some(one_side), Some(two_side)) if one_side == two_side => {
                let harder = two == Outcome::loses(two_side);
                Some(if harder {
                    Direction::Stricter
                } else {
                    Direction::Milder
                })
            }
            (Some(_), Some(_)) => Some(Direction::OtherSide),
            (None, None) => None,
        }
    }

    /// What of it is the same for stretches that differ for one reason, before their clauses are looked at: how both rule
    /// and by which clauses, and which natures become which.
    pub(crate) fn consequence(&self) -> Consequence {
        let mut changed: Vec<(NatureName, NatureName)> = Vec::new();
        if let Some(other) = &self.other {
            let pairs = self
                .first
                .natures
                .iter()
                .copied()
                .zip(other.natures.iter().copied());
            changed.extend(pairs.filter(|(one, two)| one != two));
            changed.sort_unstable();
            changed.dedup();
        } else {
            changed.extend(self.first.natures.iter().map(|&nature| (nature, nature)));
        }
        let ruled = |said: &Said| (weight(said.outcome), said.clauses.clone());
        Consequence {
            class: self.class(),
            against: self.against,
            direction: self.direction(),
            first: ruled(&self.first),
            other: self.other.as_ref().map(ruled),
            changed,
        }
    }
}

/// How heavy an outcome is, whichever side it is against.
const fn weight(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::None => 0,
        Outcome::Draw => 1,
        Outcome::RedMustChange | Outcome::BlackMustChange => 2,
        Outcome::RedLoses | Outcome::BlackLoses => 3,
        Outcome::Undetermined => 4,
    }
}

/// See [`Kind::consequence`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Consequence {
    pub(crate) class: Class,
    pub(crate) against: usize,
    direction: Option<Direction>,
    first: (u8, Vec<qili_lang::rules::ClauseId>),
    other: Option<(u8, Vec<qili_lang::rules::ClauseId>)>,
    changed: Vec<(NatureName, NatureName)>,
}
