//! Positions found by search instead of waiting for a tournament to produce them: what a clause does, and on what two
//! editions disagree.
//!
//! A [`Question`] says what is looked for. A [`Search`] asks it about [stretches](Stretch) from cases, recorded games, changes
//! of both, and positions made up. A find has a [`Kind`]; the simplest of each is [shrunk](shrink), judged again, grouped by the
//! clauses that make it, and told in a [`Report`]. [`Over`] says when each [stage](Stage) of it has to end.

mod exhaust;
pub mod kept;
pub mod kind;
pub mod limit;
pub mod matter;
pub mod question;
pub mod reading;
pub mod report;
pub mod search;
pub mod shrink;
pub mod simplicity;
pub mod source;
pub mod stretch;
pub mod tell;

pub use exhaust::Reached;
pub use kind::Kind;
pub use limit::{Over, Stage};
pub use question::Question;
pub use report::{Report, report};
pub use search::Search;
pub use source::Sources;
pub use stretch::Stretch;
