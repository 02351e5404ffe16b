//! Applying the amendments of one edition to the clauses of another.

use super::error::{AmendError, Fault};
use crate::syntax::{Amendment, Clause};
use qili_words::nearest;
use std::collections::{HashMap, HashSet};

/// The clauses in force when `changes` amend `base`; each clause goes with the index of its file.
///
/// A replaced clause keeps its place in the book, a new one comes after all others.
///
/// ```
/// use qili_lang::{check::amend, parse::parse};
///
/// let read = |text: &str| -> Result<Vec<_>, qili_lang::parse::ParseError> {
///     Ok(parse("r", text)?.clauses.into_iter().map(|clause| (0, clause)).collect())
/// };
/// let base = read("clause 1 \"一\" \"one\" { unit 强子 }\nclause 2 \"二\" \"two\" { unit 弱子 }")?;
/// let changes = read("repeal clause 1\nclause 3 \"三\" \"three\" { unit 浮子 }")?;
/// let articles: Vec<String> = amend(base, changes).unwrap().into_iter().map(|(_, clause)| clause.article.text).collect();
/// assert_eq!(articles, ["2", "3"]);
/// # Ok::<(), qili_lang::parse::ParseError>(())
/// ```
///
/// # Errors
/// Every amendment of an article that does not exist, repeal of one already repealed, and article given twice.
pub fn amend(
    base: Vec<(usize, Clause)>,
    changes: Vec<(usize, Clause)>,
) -> Result<Vec<(usize, Clause)>, Vec<AmendError>> {
    let mut errors = Vec::new();
    let mut clauses: Vec<Option<(usize, Clause)>> = base.into_iter().map(Some).collect();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (place, clause) in clauses.iter().enumerate() {
        if let Some((_, clause)) = clause {
            places.insert(clause.article.text.clone(), place);
        }
    }
    let mut repealed: HashSet<String> = HashSet::new();
    let mut changed: HashSet<String> = HashSet::new();
    for (source, clause) in changes {
        let article = clause.article.text.clone();
        let span = clause.article.span;
        let amendment = clause.amendment;
        if amendment == Amendment::Repeal && repealed.contains(&article) {
            let fault = Fault::new("qili::rule::repealed_twice", span, "it is repealed twice")
                .label("already repealed above")
                .help("one `repeal` is enough");
            errors.push(fault.of(source, &clause));
            continue;
        }
        if !changed.insert(article.clone()) && amendment != Amendment::Add {
            let fault = Fault::new(
                "qili::rule::duplicate_article",
                span,
                "one edition amends it twice",
            )
            .label("already amended above")
            .help("write what holds in the end in one `replace clause`");
            errors.push(fault.of(source, &clause));
            continue;
        }
        let place = places.get(&article).copied();
        match (amendment, place) {
            (Amendment::Add, None) => {
                places.insert(article, clauses.len());
                clauses.push(Some((source, clause)));
            }
            (Amendment::Add, Some(_)) => {
                let fault = Fault::new("qili::rule::duplicate_article", span, "this article exists already")
                    .label("a second clause with this number")
                    .help("write `replace clause` to amend it, or give the new clause a number of its own");
                errors.push(fault.of(source, &clause));
            }
            (Amendment::Replace, Some(place)) => clauses[place] = Some((source, clause)),
            (Amendment::Repeal, Some(place)) => {
                clauses[place] = None;
                places.remove(&article);
                repealed.insert(article);
            }
            (Amendment::Replace | Amendment::Repeal, None) => {
                let fault = Fault::new(
                    "qili::rule::no_such_article",
                    span,
                    "there is no such article to amend",
                )
                .label("not in force")
                .help(match nearest(&article, places.keys().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => {
                        "the edition that is amended must have a clause with this number".to_owned()
                    }
                });
                errors.push(fault.of(source, &clause));
            }
        }
    }
    if errors.is_empty() {
        Ok(clauses.into_iter().flatten().collect())
    } else {
        Err(errors)
    }
}
