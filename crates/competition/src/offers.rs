//! Draw offers: after one's own move, in turns.

use serde::{Deserialize, Serialize};

use crate::both::mover;
use crate::clause::Clause;
use qili_board::Side;
use qili_words::{Localized, Texts};

/// The part of `competition.yaml` about draw offers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferRules {
    /// Whether an offer is made after one's own move only.
    pub after_own_move: bool,
    /// Whether the same player may not offer twice without an offer of the opponent in between.
    pub alternate: bool,
    /// The clause on offers.
    pub clause: Clause,
    /// The clause on their order.
    pub alternation: Clause,
}

/// An offer as the record has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Who offers.
    pub by: Side,
    /// After which ply of the game, from 0.
    pub after_ply: usize,
    /// What the opponent did.
    pub answer: Answer,
}

/// What the opponent did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Agreed.
    Accepted,
    /// Declined.
    Refused,
    /// Made a move, which is a refusal.
    PlayedOn,
    /// Nothing yet.
    Pending,
}

/// The offers of a game, judged.
#[derive(Debug, Clone, Serialize)]
pub struct OfferReport {
    /// Each offer.
    pub offers: Vec<JudgedOffer>,
    /// The game is a draw.
    pub drawn: bool,
    /// An offer waits for an answer.
    pub pending: bool,
    /// Who may make the next offer, after a move of their own.
    pub may_offer: Vec<Side>,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

/// One offer, judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct JudgedOffer {
    /// Who offers.
    pub by: Side,
    /// After which ply.
    pub after_ply: usize,
    /// What the opponent did.
    pub answer: Answer,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breach: Option<OfferBreach>,
    /// The article that it breaks or follows.
    pub article: String,
}

/// What is wrong with an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfferBreach {
    /// The last move was the opponent's.
    NotAfterOwnMove,
    /// The last offer was by the same player.
    OutOfTurn,
}

/// What is wrong with the record of offers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum OfferError {
    /// An offer before an earlier one.
    #[error("an offer after ply {ply} cannot follow one after ply {previous}")]
    #[diagnostic(code(qili::competition::offer_order))]
    Backwards {
        /// The ply of this offer.
        ply: usize,
        /// The ply of the offer before it.
        previous: usize,
    },
    /// An offer after the game was drawn, or while one is pending.
    #[error("no offer can follow one that was accepted or is still open")]
    #[diagnostic(code(qili::competition::offer_after_end))]
    AfterEnd,
}

impl Localized for OfferError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Backwards { ply, previous } => Texts::new(format!(
                "第 {ply} 着之后的提和不能写在第 {previous} 着的之后"
            )),
            Self::AfterEnd => Texts::new("提和已被接受或尚未答复，不能再提"),
        }
    }
}

/// Judges the offers of a game in which `first` moves first.
///
/// # Errors
/// [`OfferError`] with the place of the offer.
pub fn judge(
    offers: &[Offer],
    first: Side,
    rules: &OfferRules,
) -> Result<OfferReport, (usize, OfferError)> {
    let mut judged: Vec<JudgedOffer> = Vec::new();
    let mut last: Option<Side> = None;
    let mut previous = 0;
    for (place, offer) in offers.iter().enumerate() {
        let open = judged.last().is_some_and(|last| {
            last.breach.is_none() && matches!(last.answer, Answer::Accepted | Answer::Pending)
        });
        if open {
            return Err((place, OfferError::AfterEnd));
        }
        let ply = offer.after_ply;
        if ply < previous {
            return Err((place, OfferError::Backwards { ply, previous }));
        }
        previous = ply;
        let own_move = ply > 0 && mover(first, ply) == offer.by;
        let breach = if rules.after_own_move && !own_move {
            Some(OfferBreach::NotAfterOwnMove)
        } else if rules.alternate && last == Some(offer.by) {
            Some(OfferBreach::OutOfTurn)
        } else {
            None
        };
        // An offer that was not allowed does not pass the right on.
        if breach.is_none() {
            last = Some(offer.by);
        }
        judged.push(JudgedOffer {
            by: offer.by,
            after_ply: ply,
            answer: offer.answer,
            article: match breach {
                Some(OfferBreach::OutOfTurn) => rules.alternation.article.clone(),
                _ => rules.clause.article.clone(),
            },
            breach,
        });
    }
    let valid = judged
        .iter()
        .rfind(|offer| offer.breach.is_none())
        .map(|offer| offer.answer);
    let drawn = judged
        .iter()
        .any(|offer| offer.breach.is_none() && offer.answer == Answer::Accepted);
    let pending = valid == Some(Answer::Pending);
    let may_offer = match last {
        _ if drawn || pending => Vec::new(),
        Some(side) if rules.alternate => vec![!side],
        _ => vec![first, !first],
    };
    Ok(OfferReport {
        offers: judged,
        drawn,
        pending,
        may_offer,
        clauses: vec![rules.clause.clone(), rules.alternation.clone()],
    })
}
