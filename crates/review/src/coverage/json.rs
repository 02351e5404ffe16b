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
}

/// The coverage of a clause.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the fields are those of ClauseCoverage")]
pub struct ClauseJson {
    pub article: String,
    pub defines: String,
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
}

/// The coverage as JSON.
#[must_use]
pub fn json(coverage: &Coverage) -> CoverageJson {
    let (noticed, mutants) = coverage.score();
    CoverageJson {
        schema: "qili.coverage/1",
        edition: coverage.edition.clone(),
        scenarios: coverage.scenarios,
        clauses: coverage
            .clauses
            .iter()
            .map(|clause| ClauseJson {
                article: clause.article.clone(),
                defines: clause.defines.clone(),
                traced: clause.traced,
                exercised_by: clause.exercised_by.clone(),
                mutants: clause
                    .mutants
                    .iter()
                    .map(|(mutation, by)| MutantJson {
                        change: mutation.en(),
                        noticed_by: by.clone(),
                    })
                    .collect(),
            })
            .collect(),
        score: coverage.mutated.then_some(ScoreJson { noticed, mutants }),
    }
}
