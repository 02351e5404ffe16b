#![doc = include_str!("../README.md")]

mod edition;
mod engine;
mod error;
mod game;
mod judgement;
mod oracle;
mod position;
mod referee;
pub mod request;
mod stretch;

pub use edition::{Clause, Edition};
pub use engine::Engine;
pub use error::{Error, ErrorKind, Place};
pub use game::{Adjudication, Game, Policy};
pub use judgement::{Detail, Judgement, Ply, Ruling};
pub use oracle::Oracle;
pub use position::{Drawing, Position};
pub use referee::{Claim, Played, Referee, Status};
pub use stretch::Stretch;

pub use qili_board::{Move, Side, Square};
pub use qili_edition::outcome::Outcome;
pub use qili_interpreter::oracle::Verdict;
pub use qili_interpreter::referee::Left;
pub use qili_notation::files::Format;
pub use qili_notation::game::GameResult;
pub use qili_notation::moves::Notation;
pub use qili_words::Language;

/// The JSON documents, for who writes them on or asks for a field: stable, see the schema that each of them names.
pub mod json {
    pub use qili_report::game::{ClaimJson, GameJson, StepJson};
    pub use qili_report::json::{
        CycleJson, JudgementJson, NamesJson, NotJson, PatternsJson, PlyJson, RulingJson, SCHEMA,
        TargetJson,
    };
    pub use qili_report::record::{ProblemJson, RecordJson};
}
