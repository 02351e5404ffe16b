//! One move of a cycle.

/// One move of a cycle, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ply(pub usize);
