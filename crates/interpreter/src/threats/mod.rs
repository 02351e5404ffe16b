//! Threats: what a side could win by force if it were its turn.
//!
//! Two searches, neither of which knows a piece by name: a mate by consecutive checks ([`Threats::mates`]) and a gain of
//! material by a given first move ([`Threats::wins`]). What the pieces are worth, which outcomes are a gain, which
//! captures count, which replies are allowed and how far a search looks is compiled from an edition's clauses.
//!
//! # The search for a gain
//!
//! The attacker plays checks and captures, the defender tries to refute them.
//!
//! The **attacker** wins when the target has fallen, he is not in check, and the net outcome is of the class that the
//! search wants. In check he may play every legal move; otherwise only checks and captures, of which he has a number
//! ([`Search::initiatives`]). An evasion that gives check counts as one of them. A capture is *quiet* when it gives no
//! check, or the search calls it so all the same ([`Search::also_quiet`]); there is a number of these, too, and before the
//! target has fallen it can only be the target. Checks without capture are limited after the target has fallen. A capture
//! that a clause discounts wins nothing: it can be played only if it gives check or answers one. Pieces without worth are
//! no captures at all. What a question bars binds the attacker alone.
//!
//! The **defender** may play every legal move when he is in check. Otherwise he may let things be, and the attacker has
//! won if the outcome is what is wanted. Or he makes a capture that the search allows him, or gives one of a number of
//! checks. Without a legal move he has lost if an ending of the edition says it.
//!
//! [`Search::initiatives`]: qili_lang::rules::Search::initiatives
//! [`Search::also_quiet`]: qili_lang::rules::Search::also_quiet

mod barred;
mod discounts;
mod error;
mod gain;
mod line;
mod mate;
mod material;
mod memo;
mod net;
mod state;

pub use barred::Barred;
pub use discounts::{Discounts, Facts};
pub use error::CompileError;
pub use gain::Question;
pub use line::Line;
pub use mate::MateQuestion;
pub use material::Material;
pub use memo::Memo;
pub use net::{MAX_UNITS, Net};

use std::sync::Arc;

use qili_lang::rules::{ClauseId, Rules};

use qili_board::{Move, Position};
use qili_edition::outcome::Outcome;

use crate::ending;
use crate::movement::Movement;

/// The searches of an edition.
#[derive(Debug, Clone)]
pub struct Threats {
    movement: Arc<Movement>,
    material: Material,
    discounts: Discounts,
    rules: Arc<Rules>,
    budget: u32,
}

impl Threats {
    /// How many nodes a question may visit unless said otherwise.
    pub const BUDGET: u32 = 100_000;
    /// As much work as so many questions may be, a whole judgement may be.
    const QUESTIONS: u64 = 40;

    /// Compiles an edition's clauses on worth, results, discounts and searches.
    ///
    /// # Errors
    ///
    /// When there are too many units of material, or a result or a discount asks for more than it may.
    pub fn compile(movement: Arc<Movement>, rules: &Arc<Rules>) -> Result<Self, CompileError> {
        Ok(Self {
            material: Material::compile(rules, &movement)?,
            discounts: Discounts::compile(rules)?,
            rules: rules.clone(),
            movement,
            budget: Self::BUDGET,
        })
    }

    /// The same with another number of nodes, at least 1, that a question may visit before its answer is
    /// [`Truth::Unknown`].
    #[must_use]
    pub fn with_budget(self, nodes: u32) -> Self {
        Self {
            budget: nodes.max(1),
            ..self
        }
    }

    /// How many nodes a question may visit.
    pub fn budget(&self) -> u32 {
        self.budget
    }

    /// How much work a whole judgement may be: nodes of searches and steps of the evaluator together. Beyond it every
    /// answer is [`Truth::Unknown`](qili_lang::Truth::Unknown).
    pub fn whole_budget(&self) -> u64 {
        u64::from(self.budget).saturating_mul(Self::QUESTIONS)
    }

    /// Whether the side to move cannot move, and has lost by an ending of the edition.
    pub(crate) fn is_lost(&self, position: &Position) -> bool {
        !self.movement.has_legal_move(position) && {
            let ended = ending::applying(
                &self.rules,
                &self.movement,
                &self.material,
                position,
                ending::Quiet::default(),
            );
            ended.is_some_and(|ended| ended.outcome == Outcome::loses(position.turn()))
        }
    }

    /// The clause that discounts this capture as the first move of a line, if one does.
    pub(crate) fn discount(&self, position: &Position, capture: Move) -> Option<ClauseId> {
        let mover = position.piece_at(capture.from)?;
        let checkers = self.movement.gives_check(position, capture);
        let facts = Facts {
            checks_with_another: !checkers.without(capture.to).is_empty(),
            ..Facts::default()
        };
        discounts::clause(&self.rules, mover.kind, facts)
    }

    /// How the pieces move.
    pub fn movement(&self) -> &Movement {
        &self.movement
    }

    /// What they are worth.
    pub fn material(&self) -> &Material {
        &self.material
    }
}

#[cfg(test)]
mod tests;
