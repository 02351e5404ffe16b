//! What a committee needs to review an edition: its cases run against its rules, and the text by which a reviewer
//! checks each of them.

pub mod check;
pub mod coverage;
pub mod diff;
pub mod html;
pub mod inherited;
pub mod law;
pub mod run;
pub mod snapshot;
pub mod table;
pub mod things;
pub mod wording;

pub use run::{Check, Run, Scope, run};
