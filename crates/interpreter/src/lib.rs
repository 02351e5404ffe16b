//! Evaluates an edition of the rules on positions and games.
//!
//! Movement comes from the edition's pieces, natures and rulings from its clauses; nothing here names a piece, a
//! nature, a clause or an edition. Data flows one way: [`Engine`] (an edition compiled) and [`Cycle`] (what was
//! played) go into [`judge`](judge()), which asks the [`Evaluator`] about natures, patterns and rulings; the evaluator
//! asks [`movement`] what can be played and [`threats`] what can be won.

pub mod cycle;
pub mod ending;
pub mod engine;
pub mod evaluate;
pub mod judge;
mod key;
pub mod movement;
pub mod oracle;
mod ply;
pub mod procedure;
pub mod referee;
pub mod replay;
pub mod scene;
mod thing;
pub mod threats;
mod view;

pub use cycle::Cycle;
pub use engine::Engine;
pub use evaluate::Evaluator;
pub use judge::{Judgement, judge, rule};
pub use oracle::Oracle;
pub use ply::Ply;
pub use qili_lang::Truth;
pub use referee::Referee;
