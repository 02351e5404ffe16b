//! What an engine asks in its search: does going round here lose for one side?

use std::cmp::Reverse;
use std::sync::Arc;

use qili_board::Side;
use qili_edition::outcome::Outcome;

use crate::cycle::{Cycle, MAX_CYCLE};
use crate::engine::Engine;
use crate::evaluate::{Evaluator, Recollection};

/// Whether a ruling goes against one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// It does: the side must change, or loses.
    Against(Outcome),
    /// It does not.
    NotAgainst,
    /// Not known within the work that was allowed, or left open by the edition.
    Unknown,
}

/// Answers for one side whether a ruling on a cycle goes against it.
///
/// It looks at as little as it can: at the side's own plies, those that seem cheap first, and stops at the first one that
/// settles the matter. What it finds out about a ply it remembers for every cycle in which the same move is played in the
/// same position after the same one. It is for one thread; a clone of the engine makes another.
///
/// [`Verdict::NotAgainst`] and [`Verdict::Against`] are what [`rule`](crate::rule) says, given the time it wants;
/// everything else is [`Verdict::Unknown`]. So an engine never claims a repetition that is none, and never walks into one that
/// it was told is safe.
#[derive(Debug)]
pub struct Oracle {
    engine: Arc<Engine>,
    recollection: Option<Recollection>,
    memory: usize,
    work: u64,
}

impl Oracle {
    /// How much is remembered unless said otherwise: some tens of megabytes.
    pub const MEMORY: usize = 1 << 18;

    /// An oracle that knows nothing yet.
    #[must_use]
    pub fn new(engine: Arc<Engine>) -> Self {
        Self {
            engine,
            recollection: None,
            memory: Self::MEMORY,
            work: 0,
        }
    }

    /// The same with another limit to what is remembered, in findings about plies and answers of searches; 0: nothing.
    #[must_use]
    pub fn with_memory(self, memory: usize) -> Self {
        Self {
            memory,
            recollection: None,
            ..self
        }
    }

    /// Whether the ruling on a cycle goes against a side, with so much work at most: nodes of searches and steps of the
    /// evaluation. With less work allowed less is done.
    pub fn verdict(&mut self, me: Side, cycle: &Cycle, work: u64) -> Verdict {
        if cycle.plies().len() > MAX_CYCLE {
            return Verdict::Unknown;
        }
        let known = self.recollection.take();
        let known = known.unwrap_or_else(|| Recollection::new(self.memory));
        let mut asked = Evaluator::sparing(&self.engine, cycle, known, work);
        let verdict = verdict(&mut asked, me);
        let left = asked.left();
        self.work += work - left;
        self.recollection = asked.recollection();
        verdict
    }

    /// How much work all calls have done.
    #[must_use]
    pub const fn work(&self) -> u64 {
        self.work
    }

    /// Forgets what was found out.
    pub fn forget(&mut self) {
        self.recollection = None;
    }

    /// How much is remembered at the moment, in findings and answers.
    #[must_use]
    pub fn remembered(&self) -> usize {
        self.recollection.as_ref().map_or(0, Recollection::len)
    }

    /// The engine.
    #[must_use]
    pub const fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }
}

fn verdict(asked: &mut Evaluator<'_>, me: Side) -> Verdict {
    let cycle = asked.cycle();
    let mut plies = asked.quietest();
    plies.sort_by_cached_key(|&ply| (cycle.mover(ply) != me, Reverse(asked.remembers(ply))));
    let mut looks = plies.into_iter().map(Some).chain([None]);
    loop {
        let outlook = asked.outlook(me);
        if asked.left() == 0 {
            return Verdict::Unknown;
        }
        match (outlook.against, outlook.otherwise) {
            (None, _) => return Verdict::NotAgainst,
            (Some(outcome), false) => return Verdict::Against(outcome),
            (Some(_), true) => {}
        }
        match looks.next() {
            Some(ply) => asked.look_at(ply),
            None => return Verdict::Unknown,
        }
    }
}
