//! A report for programs, schema `qili.finds/1`: fields are added, never changed or removed.

use qili_board::{Side, Square};
use qili_edition::outcome::Outcome;
use qili_words::{Bilingual, Language};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::lines;
use crate::kind::Class;
use crate::question::Question;
use crate::report::{Find, Report};
use crate::search::Tried;

/// The name and version of the schema.
pub const SCHEMA: &str = "qili.finds/1";

/// A report for programs.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields are those of Report")]
pub struct FindsJson {
    pub schema: String,
    /// What the editions are called; the changes that were made to the first have their own names.
    pub editions: Vec<String>,
    /// The digests of their laws.
    pub laws: Vec<String>,
    pub tried: Tried,
    pub seed: Option<u64>,
    /// What was tried without exception, where something was.
    pub exhausted: Option<Bilingual>,
    pub kinds: usize,
    pub consequences: usize,
    pub directions: Vec<DirectionJson>,
    pub finds: Vec<FindJson>,
    /// Changes that showed in no stretch.
    pub missing: Vec<Bilingual>,
}

/// A row of the table of directions.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct DirectionJson {
    pub patterns: Bilingual,
    pub stricter: u64,
    pub milder: u64,
    pub other_side: u64,
}

/// A find.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields are those of Find")]
pub struct FindJson {
    pub fen: String,
    /// In coordinates.
    pub moves: Vec<String>,
    pub clauses: Vec<String>,
    pub pieces: usize,
    /// `fault`, `natures`, `punishment` or `alone`.
    pub class: String,
    pub stretches: u64,
    pub kinds: usize,
    pub plausibility: u8,
    pub distance: usize,
    /// What each edition says, by its name: a [`SaidJson`].
    pub judgements: Map<String, Value>,
    pub caption: Bilingual,
    pub without: Vec<WithoutJson>,
    pub neighbour: Option<NeighbourJson>,
    /// The command that judges it again.
    pub command: String,
    /// What opens it in the workbench, below the address of that.
    pub address: String,
}

/// What an edition says of a find.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct SaidJson {
    /// The heaviest nature of each ply, in Chinese.
    pub natures: Vec<Option<String>>,
    /// Of Red and Black, in Chinese.
    pub patterns: [String; 2],
    pub ruling: String,
    pub clauses: Vec<String>,
}

/// What is ruled without a man.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct WithoutJson {
    pub square: String,
    /// By each edition in turn; null where the moves cannot be played then.
    pub rulings: Option<Vec<String>>,
}

/// The nearest stretch that is no find.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct NeighbourJson {
    pub fen: String,
    pub moves: Vec<String>,
    pub ruling: String,
}

/// The report for programs.
#[must_use]
pub fn json(question: &Question, report: &Report) -> FindsJson {
    FindsJson {
        schema: SCHEMA.to_owned(),
        editions: question
            .readings
            .iter()
            .map(|reading| reading.label.clone())
            .collect(),
        laws: question
            .readings
            .iter()
            .map(|reading| reading.book.law.clone())
            .collect(),
        tried: report.tried,
        seed: report.seed,
        exhausted: report.exhausted.clone(),
        kinds: report.kinds,
        consequences: report.consequences,
        directions: report
            .directions
            .iter()
            .map(|([zh, en], row)| DirectionJson {
                patterns: Bilingual::new(zh, en),
                stricter: row.stricter,
                milder: row.milder,
                other_side: row.other_side,
            })
            .collect(),
        finds: report
            .finds
            .iter()
            .map(|find| find_json(question, find))
            .collect(),
        missing: report
            .missing
            .iter()
            .filter_map(|&against| question.readings[against].change.clone())
            .collect(),
    }
}

fn find_json(question: &Question, find: &Find) -> FindJson {
    let alphabet = question.first().book.vocabulary.alphabet();
    let judgements = find.judged.iter().filter_map(|(reading, judged)| {
        let reading = &question.readings[*reading];
        let book = &reading.book;
        let said = SaidJson {
            natures: judged
                .plies
                .iter()
                .map(|ply| Some(book.nature(ply.nature?).zh.clone()))
                .collect(),
            patterns: Side::ALL.map(|side| book.pattern(judged, side, Language::Chinese)),
            ruling: judged.ruling.outcome.to_string(),
            clauses: judged
                .ruling
                .clauses
                .iter()
                .map(|&clause| reading.article(clause).to_owned())
                .collect(),
        };
        Some((reading.label.clone(), serde_json::to_value(said).ok()?))
    });
    let without = |(square, outcomes): &(Square, Option<Vec<Outcome>>)| WithoutJson {
        square: square.to_string(),
        rulings: outcomes
            .as_ref()
            .map(|outcomes| outcomes.iter().map(ToString::to_string).collect()),
    };
    FindJson {
        fen: qili_board::fen::write(&find.stretch.start, alphabet),
        moves: lines::coordinates(&find.stretch),
        clauses: find.clauses.clone(),
        pieces: find.simplicity.men,
        class: match find.class {
            Class::Fault => "fault",
            Class::Natures => "natures",
            Class::Punishment => "punishment",
            Class::Alone => "alone",
        }
        .to_owned(),
        stretches: find.stretches,
        kinds: find.kinds,
        plausibility: find.simplicity.plausibility(),
        distance: find.simplicity.distance,
        judgements: judgements.collect(),
        caption: find.matter.caption(question, &find.stretch),
        without: find.matter.without.iter().map(without).collect(),
        neighbour: find
            .matter
            .neighbour
            .as_ref()
            .map(|neighbour| NeighbourJson {
                fen: qili_board::fen::write(&neighbour.stretch.start, alphabet),
                moves: lines::coordinates(&neighbour.stretch),
                ruling: neighbour.outcome.to_string(),
            }),
        command: lines::command(question, find),
        address: lines::address(question, find),
    }
}
