//! When to stop: each stage of the work has its own end, so that time is left for what comes after it.

/// What is done one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Games are read.
    Read,
    /// Stretches are looked at.
    Search,
    /// Finds are made simpler, step by step.
    Shrink,
    /// What no step makes simpler is made simpler by way of its neighbours.
    Settle,
    /// What is to be shown is judged again, and looked at for what matters in it.
    Tell,
}

/// Whether a stage has to end. It is asked before every stretch that is judged; what is shown then is shown as it is, and
/// what was not done with it is said.
pub type Over<'l> = dyn Fn(Stage) -> bool + Sync + 'l;
