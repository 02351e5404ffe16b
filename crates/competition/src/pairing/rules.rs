//! The part of `competition.yaml` about pairing.

use serde::Deserialize;

use crate::clause::Clause;
use crate::files::event::Form;
use crate::results::rules::Share;

/// Everything about pairing.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairingRules {
    /// One against one, or two against two.
    pub individual: IndividualRules,
    /// Losers leave.
    pub knockout: KnockoutRules,
    /// Everyone meets everyone.
    pub round_robin: Ruled,
    /// Round robins in groups, then a final.
    pub groups: Ruled,
    /// Equal or nearest scores meet.
    pub rotation: RotationRules,
    /// Team matches on boards.
    pub boards: Ruled,
    /// Every player of one team meets every player of the other.
    pub all_play_all: Ruled,
}

/// Who sits at a board in an individual event.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndividualRules {
    /// One against one.
    pub single: FormRule,
    /// Two against two who consult.
    pub pairs_consulting: FormRule,
    /// Two against two who move in turn.
    pub pairs_alternating: FormRule,
}

/// One form of an individual event.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormRule {
    /// How many play together: none are named where everyone plays alone.
    pub members: usize,
    /// The clause.
    pub clause: Clause,
}

impl IndividualRules {
    /// The rule about one form.
    #[must_use]
    pub fn of(&self, form: Form) -> &FormRule {
        match form {
            Form::Single => &self.single,
            Form::PairsConsulting => &self.pairs_consulting,
            Form::PairsAlternating => &self.pairs_alternating,
        }
    }
}

/// A system about which only the clause is needed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruled {
    /// The clause.
    pub clause: Clause,
}

/// Knockout events.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnockoutRules {
    /// After how many defeats a player may be out: one for single, two for double elimination.
    pub lives: Vec<u32>,
    /// The clause.
    pub clause: Clause,
}

/// The points-based rotation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RotationRules {
    /// Whether the number of rounds must be even.
    pub even_rounds: bool,
    /// The least number of rounds that is advised.
    pub advised_rounds: u32,
    /// The share of the number of players that the rounds should be near.
    pub advised_share: Share,
    /// How far from that share the rounds may be without a remark.
    pub advised_within: u32,
    /// Whether two players may meet again.
    pub rematches: bool,
    /// How the first mover is chosen from the second round on.
    pub colours: Colours,
    /// The first round.
    pub first_round: FirstRound,
    /// The clause about opponents.
    pub clause: Clause,
    /// The clause about first moves.
    pub colour_clause: Clause,
}

/// How the first mover is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colours {
    /// Who moved first in the last round moves second now, and the other way round, where possible.
    Alternate,
    /// Who moved first less often moves first.
    Balance,
}

/// The first round of a rotation.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstRound {
    /// Who meets whom.
    pub order: FirstOrder,
    /// Who moves first.
    pub first_mover: FirstMover,
}

/// Who meets whom in the first round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstOrder {
    /// 1-2, 3-4, …
    ByNumber,
    /// The upper half meets the lower: with eight players 1-5, 2-6, …
    Halves,
}

/// Who moves first in the first round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstMover {
    /// The player with the odd number; the lower one if both are alike.
    OddNumber,
    /// The lower number on odd boards, the higher on even ones.
    Alternating,
}
