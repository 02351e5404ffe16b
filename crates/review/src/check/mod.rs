//! What can be proved about an edition without anybody reading it: rulings for every combination, clauses that nothing
//! uses, clauses that no case exercises.
//!
//! Mistakes that make an edition unusable (unknown names, circles, …) are found when it is opened; this is for editions
//! that open.

mod asked;
mod combinations;
mod doubts;
mod finding;
mod traps;
mod world;

use qili_edition::EditionError;
use qili_lang::parse::ParseError;
use qili_lang::syntax::Effect;
use qili_report::Rulebook;
use qili_words::both;

use crate::coverage::{ClauseCoverage, coverage};
pub use combinations::Proof;
pub use finding::Finding;

/// What a check of an edition finds.
#[derive(Debug, Clone)]
pub struct Checked {
    /// What is proved about its rulings.
    pub proof: Proof,
    /// How many scenarios its cases have.
    pub scenarios: usize,
    /// What is wrong or doubtful: errors first, then in the order of the book.
    pub findings: Vec<Finding>,
    /// Keywords that are not in the language of their file.
    pub mixed: Vec<ParseError>,
}

/// Checks an edition.
///
/// # Errors
/// A case that cannot be read or played.
pub fn check(book: &Rulebook) -> Result<Checked, EditionError> {
    let (proof, mut findings) = combinations::combinations(book);
    if !book.edition.rules.rulings.is_empty() {
        // a base without rulings declares things for the editions that amend it
        findings.extend(doubts::idle(book));
    }
    let traced = coverage(book, None)?;
    let held = |clause| {
        let row = traced.clauses.iter().find(|row| row.clause == clause);
        row.is_some_and(|row| !row.exercised_by.is_empty())
    };
    if traced.scenarios > 0 {
        let natures = doubts::unspoken(book, &held);
        let own = |clause: &&ClauseCoverage| {
            doubts::is_own(book, book.edition.clauses[clause.clause.index()].file)
        };
        for clause in traced.unexercised().filter(own) {
            let effect = &book.edition.clauses[clause.clause.index()].clause.effect;
            let known = findings
                .iter()
                .chain(&natures)
                .any(|finding| finding.article == clause.article);
            if known {
                continue;
            }
            let (code, message) = match effect {
                Some(Effect::Exception { .. }) => (
                    "qili::check::exception_never_applies",
                    both!(
                        "没有一则判例用到这个例外",
                        "the exception applies in no case"
                    ),
                ),
                _ => (
                    "qili::check::unexercised",
                    both!("没有一则判例用到这一条", "no case exercises the clause"),
                ),
            };
            findings.push(
                Finding::warning(book, clause.clause, code, message).help(both!(
                    "添一则由它决定结果的判例；`qili coverage` 说得更详细",
                    "add a case in which it decides something; `qili coverage` says more"
                )),
            );
        }
        findings.extend(natures);
    }
    findings.extend(traps::traps(book)?);
    let place = |finding: &Finding| {
        let same = |one: &qili_edition::InForce| one.clause.article.text == finding.article;
        book.edition.clauses.iter().position(same)
    };
    findings
        .sort_by_cached_key(|finding| (!finding.is_error(), finding.is_advice(), place(finding)));
    Ok(Checked {
        proof,
        scenarios: traced.scenarios,
        findings,
        mixed: doubts::mixed(book),
    })
}
