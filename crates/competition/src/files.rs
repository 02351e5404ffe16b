//! What organisers and arbiters write: an event, the times of a game, the pieces that were touched …
//!
//! Every type here is the whole of a YAML or JSON file; `Document::decode` reads it and points at what does not fit.

pub mod adjourn;
pub mod clock;
pub mod correct;
pub mod event;
pub mod groups;
pub mod handicap;
pub mod limit;
pub mod offers;
pub mod teams;
pub mod times;
pub mod touch;
