//! What is allowed, but says nothing: clauses that nothing uses, natures that nobody speaks of, keywords of the other
//! language. Of clauses that an edition inherits only its own edition is told.

use qili_lang::check::{lint, names_used};
use qili_lang::parse::{ParseError, mixed_keywords};
use qili_lang::rules::ClauseId;
use qili_lang::syntax::{Clause, Effect};
use qili_report::Rulebook;

use qili_words::both;

use super::Finding;

/// Clauses of the edition itself on which nothing stands, and rulings behind one that always applies.
pub(super) fn idle(book: &Rulebook) -> Vec<Finding> {
    let clauses: Vec<(usize, Clause)> = book
        .edition
        .clauses
        .iter()
        .map(|one| (one.file, one.clause.clone()))
        .collect();
    let doubts = lint(&clauses);
    doubts
        .iter()
        .filter(|doubt| is_own(book, doubt.source_index))
        .filter_map(|doubt| Finding::doubt(book, doubt))
        .collect()
}

/// Whether a file is the edition's own and not one of an edition that it amends.
pub(super) fn is_own(book: &Rulebook, file: usize) -> bool {
    let file = book.edition.files.get(file);
    file.is_some_and(|file| file.edition == book.edition.about.id)
}

/// Keywords that are not in the language of their file.
pub(super) fn mixed(book: &Rulebook) -> Vec<ParseError> {
    let own = book.edition.files.iter();
    own.filter(|file| file.edition == book.edition.about.id)
        .flat_map(|file| mixed_keywords(file.source.name(), file.source.inner()))
        .collect()
}

/// Natures that no other clause mentions and that no case shows; `held` are the clauses that held in some case.
pub(super) fn unspoken(book: &Rulebook, held: &dyn Fn(ClauseId) -> bool) -> Vec<Finding> {
    let clauses = &book.edition.clauses;
    let mut findings = Vec::new();
    for nature in &book.edition.rules.natures {
        let place = nature.clause.index();
        let named = |name: &str| name == nature.names.zh || name == nature.names.en;
        let mentioned = clauses.iter().enumerate().any(|(other, one)| {
            let effect = one.clause.effect.as_ref().filter(|_| other != place);
            effect.is_some_and(|effect| {
                !matches!(effect, Effect::Severity { .. })
                    && names_used(effect).into_iter().any(named)
            })
        });
        let idle = !nature.is_remainder() && !mentioned && !held(nature.clause);
        if idle && is_own(book, clauses[place].file) {
            let name = &nature.names.zh;
            let message = both!(
                "没有一条说到性质 `{name}`，也没有判例出现它",
                "no clause speaks of the nature `{name}`, and no case shows it"
            );
            findings.push(
                Finding::warning(book, nature.clause, "qili::check::unused_nature", message).help(
                    both!(
                        "添一则出现它的判例，或废除这一条",
                        "add a case that shows it, or repeal the clause"
                    ),
                ),
            );
        }
    }
    findings
}
