//! The file `competition.yaml` of an edition.

use std::sync::Arc;

use qili_edition::yaml::{Document, YamlError};
use serde::Deserialize;

use crate::adjournment::AdjournmentRules;
use crate::clause::Clause;
use crate::clock::ClockRules;
use crate::conduct::{ConductRules, OfficialRules};
use crate::correction::CorrectionRules;
use crate::handicap::HandicapRules;
use crate::limits::LimitRules;
use crate::offers::OfferRules;
use crate::pairing::rules::PairingRules;
use crate::results::rules::ResultRules;
use crate::touch::TouchRules;
use qili_board::Side;

/// The competition rules of one edition.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompetitionRules {
    /// The version of this format.
    pub schema: Schema,
    /// The edition.
    pub edition: String,
    /// The edition whose board and pieces are used where that one has none of its own.
    pub pieces: String,
    /// Who moves first.
    pub colours: ColourRules,
    /// Touching pieces.
    pub touch: TouchRules,
    /// Correcting errors.
    pub correction: CorrectionRules,
    /// Handicaps.
    pub handicaps: HandicapRules,
    /// Draw offers.
    pub offers: OfferRules,
    /// Time.
    pub clock: ClockRules,
    /// Adjournment.
    pub adjournment: AdjournmentRules,
    /// Move limits.
    pub limits: LimitRules,
    /// Pairing.
    pub pairing: PairingRules,
    /// Results.
    pub results: ResultRules,
    /// Conduct.
    pub conduct: ConductRules,
    /// Officials.
    pub officials: OfficialRules,
}

/// The version of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Schema {
    /// The first.
    #[serde(rename = "qili.competition-rules/1")]
    V1,
}

/// Who moves first.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColourRules {
    /// The side that moves first.
    pub first_mover: Side,
    /// The clause.
    pub clause: Clause,
    /// How the first mover of a single game is found.
    pub single_game: Clause,
    /// How the first mover of several games is found.
    pub several_games: Clause,
}

impl CompetitionRules {
    /// Reads the rules; `name` is what diagnostics call the file.
    ///
    /// # Errors
    /// [`YamlError`] for anything that is not of this shape.
    pub fn parse(name: impl Into<String>, text: impl Into<Arc<str>>) -> Result<Self, YamlError> {
        Document::parse(name, text)?.decode()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The rules of 1965, for tests.
    pub(crate) fn rules() -> CompetitionRules {
        let text = include_str!("../../../rules/1965/competition.yaml");
        CompetitionRules::parse("rules/1965/competition.yaml", text).unwrap()
    }

    #[test]
    fn the_rules_of_1965_are_read() {
        assert_eq!(rules().edition, "1965");
    }

    #[test]
    fn an_unknown_field_is_an_error() {
        let text =
            include_str!("../../../rules/1965/competition.yaml").replace("rounds: 40", "rouns: 40");
        let error = CompetitionRules::parse("competition.yaml", text).unwrap_err();
        assert_eq!(error.to_string(), "unknown field `rouns`");
    }
}
