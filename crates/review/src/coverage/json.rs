//! Coverage for programs, schema `qili.coverage/1`: fields are added, never changed or removed.

use serde::Serialize;

use super::Coverage;

/// The coverage of an edition.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of Coverage")]
pub struct CoverageJson {
    pub schema: &'static str,
    pub edition: String,
    pub scenarios: usize,
    /// How many scenarios are in no book.
    pub found: usize,
    pub clauses: Vec<ClauseJson>,
    /// Changes noticed and made; absent if none were made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreJson>,
}

/// How many changes were noticed.
#[derive(Debug, Clone, Copy, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct ScoreJson {
    pub noticed: usize,
    pub mutants: usize,
    /// Of those noticed, how many a figure of the book notices.
    pub printed: usize,
    /// And how many only scenarios notice that are in no book.
    pub found: usize,
}

/// The coverage of a clause.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of ClauseCoverage")]
pub struct ClauseJson {
    pub article: String,
    pub defines: String,
    pub used: bool,
    pub traced: bool,
    pub exercised_by: Vec<String>,
    pub mutants: Vec<MutantJson>,
}

/// A change and who noticed it.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct MutantJson {
    pub change: String,
    pub noticed_by: Option<String>,
    /// Whether only scenarios notice it that are in no book.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub found: bool,
}

/// The coverage as JSON.
#[must_use]
pub fn json(coverage: &Coverage) -> CoverageJson {
    let score = coverage.score();
    CoverageJson {
        schema: "qili.coverage/1",
        edition: coverage.edition.clone(),
        scenarios: coverage.scenarios,
        found: coverage.found,
        clauses: coverage
            .clauses
            .iter()
            .map(|clause| ClauseJson {
                article: clause.article.clone(),
                defines: clause.defines.clone(),
                used: clause.used,
                traced: clause.traced,
                exercised_by: clause.exercised_by.clone(),
                mutants: clause
                    .mutants
                    .iter()
                    .map(|(mutation, noticed)| MutantJson {
                        change: mutation.en(),
                        noticed_by: noticed.as_ref().map(|noticed| noticed.by.clone()),
                        found: noticed.as_ref().is_some_and(|noticed| noticed.found),
                    })
                    .collect(),
            })
            .collect(),
        score: coverage.mutated.then_some(ScoreJson {
            noticed: score.noticed(),
            mutants: score.all,
            printed: score.printed,
            found: score.found,
        }),
    }
}
