//! A report for programs, schema `qili.finds/1`: fields are added, never changed or removed.

use qili_board::{Side, Square};
use qili_edition::outcome::Outcome;
use qili_words::{Bilingual, Language};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::lines;
use crate::kind::Class;
use crate::matter::Neighbour;
use crate::question::Question;
use crate::report::{Find, Report};
use crate::search::Tried;
use crate::stretch::Stretch;

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
    /// How far the class after that was tried, where the time did not suffice.
    pub further: Option<Bilingual>,
    pub kinds: usize,
    pub consequences: usize,
    pub directions: Vec<DirectionJson>,
    pub finds: Vec<FindJson>,
    /// Changes that showed in no stretch.
    pub missing: Vec<Bilingual>,
    /// Kept stretches that are no finds any more.
    #[serde(default)]
    pub gone: Vec<StretchJson>,
    /// Kept stretches for which there was no time.
    #[serde(default)]
    pub left: Vec<StretchJson>,
}

/// A stretch.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct StretchJson {
    pub fen: String,
    pub moves: Vec<String>,
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
    /// No step makes it simpler; otherwise there was no time, or it is shown as it was kept.
    #[serde(default)]
    pub shrunk: bool,
    /// It was judged again, with more budget, mirrored, and with the sides changed.
    #[serde(default)]
    pub judged_again: bool,
    /// What each edition says, by its name: a [`SaidJson`].
    pub judgements: Map<String, Value>,
    /// Empty where there was no time for it.
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
    let reached = report.reached.as_ref();
    let stretches = |stretches: &[Stretch]| {
        let stretches = stretches.iter();
        stretches.map(|one| stretch_json(question, one)).collect()
    };
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
        exhausted: reached.and_then(|reached| reached.exhausted.clone()),
        further: reached.and_then(|reached| reached.further.clone()),
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
        gone: stretches(&report.gone),
        left: stretches(&report.left),
    }
}

fn stretch_json(question: &Question, stretch: &Stretch) -> StretchJson {
    let alphabet = question.first().book.vocabulary.alphabet();
    StretchJson {
        fen: qili_board::fen::write(&stretch.start, alphabet),
        moves: lines::coordinates(stretch),
    }
}

fn find_json(question: &Question, find: &Find) -> FindJson {
    let StretchJson { fen, moves } = stretch_json(question, &find.stretch);
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
    let neighbour = |neighbour: &Neighbour| {
        let StretchJson { fen, moves } = stretch_json(question, &neighbour.stretch);
        NeighbourJson {
            fen,
            moves,
            ruling: neighbour.outcome.to_string(),
        }
    };
    let matter = find.matter.as_ref();
    let men = matter.map_or(&[][..], |matter| &matter.without);
    FindJson {
        fen,
        moves,
        clauses: find.numbers(question, Language::English),
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
        shrunk: find.shrunk,
        judged_again: find.judged_again,
        caption: find.caption(question).unwrap_or_default(),
        without: men.iter().map(without).collect(),
        neighbour: matter
            .and_then(|matter| matter.neighbour.as_ref())
            .map(neighbour),
        command: lines::command(question, find),
        address: lines::address(question, find),
    }
}
