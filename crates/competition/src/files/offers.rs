//! The draw offers of a game.

use qili_board::Side;
use serde::Deserialize;

use crate::offers::Offer;

/// The draw offers of a game.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferFile {
    /// Who moves first; the edition's first mover if absent.
    #[serde(default)]
    pub first: Option<Side>,
    /// The offers in their order.
    pub offers: Vec<Offer>,
}
