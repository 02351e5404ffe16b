//! An edition compiled for play: movement, worths, zones and searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use qili_lang::rules::Rules;

use miette::Diagnostic;
use qili_words::{Localized, Texts};
use thiserror::Error;

use crate::ending;
use crate::evaluate::Costs;
use crate::movement::Movement;
use crate::threats::{Memo, Threats};

/// Rules that cannot be compiled.
#[derive(Debug, Error, Diagnostic)]
pub enum EngineError {
    /// A piece cannot be played.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Movement(#[from] crate::movement::CompileError),
    /// A worth, result, discount or search cannot be used.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Threats(#[from] crate::threats::CompileError),
}

impl Localized for EngineError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Movement(error) => error.chinese(),
            Self::Threats(error) => error.chinese(),
        }
    }
}

/// The rules of an edition with everything that is computed from them once.
#[derive(Debug, Clone)]
pub struct Engine {
    rules: Arc<Rules>,
    movement: Arc<Movement>,
    threats: Threats,
    stop: Option<Arc<AtomicBool>>,
    counts_checks: bool,
    costs: Arc<Costs>,
}

impl Engine {
    /// Compiles checked rules.
    ///
    /// # Errors
    /// When a piece, a worth or a search cannot be used.
    pub fn new(rules: Arc<Rules>) -> Result<Self, EngineError> {
        let movement = Movement::shared(&rules)?;
        Self::of(rules, movement)
    }

    /// The same with other rules for everything but the board, the pieces and how they move, which have to be those of
    /// this one: movement is shared.
    ///
    /// # Errors
    /// When a worth or a search cannot be used.
    pub fn with_rules(&self, rules: Arc<Rules>) -> Result<Self, EngineError> {
        let other = Self::of(rules, self.movement.clone())?;
        Ok(Self {
            stop: self.stop.clone(),
            ..other.with_budget(self.threats.budget())
        })
    }

    fn of(rules: Arc<Rules>, movement: Arc<Movement>) -> Result<Self, EngineError> {
        Ok(Self {
            threats: Threats::compile(movement.clone(), &rules)?,
            counts_checks: ending::counts_checks(&rules),
            costs: Arc::new(Costs::of(&rules)),
            rules,
            movement,
            stop: None,
        })
    }

    /// The same with another budget: how many nodes, at least 1, one question about a mate or a gain may visit before its
    /// answer is "not known".
    #[must_use]
    pub fn with_budget(self, nodes: u32) -> Self {
        Self {
            threats: self.threats.with_budget(nodes),
            ..self
        }
    }

    /// The same, giving up when a flag is set: what is judged from then on is open, and worth nothing, but comes soon.
    #[must_use]
    pub fn stopped_by(self, flag: Arc<AtomicBool>) -> Self {
        Self {
            stop: Some(flag),
            ..self
        }
    }

    /// The same for positions that are not [plausible](Movement::plausible) as well.
    #[must_use]
    pub fn with_any_position(self) -> Self {
        let movement = Arc::unwrap_or_clone(self.movement).with_any_position();
        Self {
            movement: Arc::new(movement),
            ..self
        }
    }

    /// Whether the flag is set.
    pub(crate) fn is_stopped(&self) -> bool {
        let set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        self.stop.as_ref().is_some_and(set)
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How pieces move.
    #[must_use]
    pub fn movement(&self) -> &Movement {
        &self.movement
    }

    /// Searches for mates and gains.
    #[must_use]
    pub const fn threats(&self) -> &Threats {
        &self.threats
    }

    /// Whether checks have to be told from other moves without a capture, since an ending counts only some of them.
    pub(crate) const fn counts_checks(&self) -> bool {
        self.counts_checks
    }

    /// What it costs to ask its natures and definitions.
    pub(crate) fn costs(&self) -> &Costs {
        &self.costs
    }

    /// An empty memory for searches.
    #[must_use]
    pub fn memo(&self) -> Memo {
        Memo::new()
    }
}
