//! Adjournment: the sealed move and what is written on the envelope.

use qili_board::Move;
use serde::{Deserialize, Serialize};

use crate::both::{Both, mover};
use crate::clause::Clause;
use crate::clock::{ClockReport, SideReport};
use crate::explanation::Explanation;
use qili_board::Side;

/// The part of `competition.yaml` about adjournment.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdjournmentRules {
    /// Who seals, and how.
    pub clause: Clause,
    /// What a record in full is.
    pub complete_record: CompleteRecord,
    /// A move played on the board after the announcement.
    pub moved_on_board: MovedOnBoard,
    /// What is written on the envelope.
    pub envelope: EnvelopeRule,
    /// A wrong sealed move.
    pub faulty_seal: FaultySeal,
}

/// A move played on the board after the announcement.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovedOnBoard {
    /// Whether it must be written down all the same.
    pub still_recorded: bool,
    /// The clause.
    pub clause: Clause,
}

/// What a record in full is: a move in the characters of the printed notation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompleteRecord {
    /// How many characters a move takes.
    pub characters: usize,
    /// The clause.
    pub clause: Clause,
}

impl CompleteRecord {
    /// Whether a text that was understood as a move is a record in full. Coordinates and letters are not.
    #[must_use]
    pub fn is_met_by(&self, text: &str) -> bool {
        text.trim().chars().count() == self.characters && !text.is_ascii()
    }
}

/// Something that goes into the envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// The record that Red kept.
    RedRecord,
    /// The record that Black kept.
    BlackRecord,
    /// A diagram of the position.
    Diagram,
}

/// Who keeps the envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keeper {
    /// The arbiter.
    Arbiter,
    /// The committee of the event.
    Committee,
}

/// What is written on the envelope.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnvelopeRule {
    /// What goes into it.
    pub contents: Vec<Content>,
    /// Who keeps it.
    pub kept_by: Keeper,
    /// The fields in their order.
    pub fields: Vec<Field>,
    /// The clause.
    pub clause: Clause,
}

/// A field of the envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// The names of both players.
    Players,
    /// Who moves next.
    SideToMove,
    /// The time that both have used.
    TimeUsed,
    /// The time left to meet the next quota.
    StageTimeLeft,
    /// The moves due in that time.
    StageMovesDue,
    /// The reserve used, with a control for each move.
    ReserveUsed,
    /// The signatures of the players and the arbiter.
    Signatures,
}

/// What a wrong sealed move leads to.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultySeal {
    /// Whether it loses unless it can be explained.
    pub loses_unless_explained: bool,
    /// The clause.
    pub clause: Clause,
}

/// The envelope as it should be filled in.
#[derive(Debug, Clone, Serialize)]
pub struct Envelope {
    /// The names of both players.
    pub players: Both<String>,
    /// Who moves next, and sealed.
    pub side_to_move: Side,
    /// What goes into it.
    pub contents: Vec<Content>,
    /// Who keeps it.
    pub kept_by: Keeper,
    /// The fields that the rules ask for.
    pub fields: Vec<Field>,
    /// The state of the clocks, of which the fields show a part.
    pub clocks: Both<SideReport>,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

/// Fills in the envelope; `None` when a side has already overstepped its time, for then nothing is adjourned.
#[must_use]
pub fn envelope(
    players: Both<String>,
    first: Side,
    plies: usize,
    clocks: &ClockReport,
    rules: &AdjournmentRules,
) -> Option<Envelope> {
    if clocks.overstep.is_some() {
        return None;
    }
    let has_quota = clocks.sides.red.moves_due.is_some();
    let has_reserve =
        clocks.sides.red.reserve_used.is_some() || clocks.sides.black.reserve_used.is_some();
    let fields = rules
        .envelope
        .fields
        .iter()
        .copied()
        .filter(|field| match field {
            Field::StageTimeLeft | Field::StageMovesDue => has_quota,
            Field::ReserveUsed => has_reserve,
            _ => true,
        });
    Some(Envelope {
        players,
        side_to_move: mover(first, plies + 1),
        contents: rules.envelope.contents.clone(),
        kept_by: rules.envelope.kept_by,
        fields: fields.collect(),
        clocks: clocks.sides,
        clauses: vec![rules.clause.clone(), rules.envelope.clause.clone()],
    })
}

/// What becomes of a sealed move when the envelope is opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Seal {
    /// It is played.
    Stands {
        /// The move.
        #[serde(rename = "move", serialize_with = "crate::moves::text")]
        mv: Move,
    },
    /// The player is asked what was meant.
    Explain {
        /// The legal moves that it could mean; empty for a wrong move.
        #[serde(serialize_with = "crate::moves::texts")]
        readings: Vec<Move>,
    },
    /// The explanation was accepted; one of these is played.
    Explained {
        /// The legal moves that it could mean; empty for a wrong move, where the arbiter decides.
        #[serde(serialize_with = "crate::moves::texts")]
        readings: Vec<Move>,
    },
    /// The player has lost.
    Lost,
    /// The rules leave it to the arbiter.
    Arbiter,
}

/// Opens a sealed move, given the legal moves that its text can mean.
///
/// ```
/// use qili_competition::adjournment::{Seal, open_seal};
/// use qili_competition::explanation::Explanation;
/// use qili_competition::Competition;
///
/// let rule = Competition::open("1965")?.rules.adjournment.faulty_seal;
/// assert_eq!(open_seal(&[], Explanation::Rejected, &rule), Seal::Lost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn open_seal(readings: &[Move], explanation: Explanation, rule: &FaultySeal) -> Seal {
    match (readings, explanation) {
        ([mv], _) => Seal::Stands { mv: *mv },
        (_, Explanation::None) => Seal::Explain {
            readings: readings.to_vec(),
        },
        (_, Explanation::Accepted) => Seal::Explained {
            readings: readings.to_vec(),
        },
        (_, Explanation::Rejected) if rule.loses_unless_explained => Seal::Lost,
        (_, Explanation::Rejected) => Seal::Arbiter,
    }
}
