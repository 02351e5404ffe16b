//! Applying the amendments of one edition to the clauses of another.

use super::error::{AmendError, Fault, did_you_mean};
use crate::syntax::{Amendment, Clause};
use qili_words::{both, nearest};
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
            let fault = Fault::new(
                "qili::rule::repealed_twice",
                span,
                both!("废除了两次", "it is repealed twice"),
            )
            .label(both!("上面已经废除", "already repealed above"))
            .help(both!(
                "写一次 `废条`（`repeal clause`）就够了",
                "one `repeal` is enough"
            ));
            errors.push(fault.of(source, &clause));
            continue;
        }
        if !changed.insert(article.clone()) && amendment != Amendment::Add {
            let fault = Fault::new(
                "qili::rule::duplicate_article",
                span,
                both!("一个版本改了它两次", "one edition amends it twice"),
            )
            .label(both!("上面已经改过", "already amended above"))
            .help(both!(
                "把最终的内容写成一个 `改条`（`replace clause`）",
                "write what holds in the end in one `replace clause`"
            ));
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
                let fault = Fault::new(
                    "qili::rule::duplicate_article",
                    span,
                    both!("这个条号已经有了", "this article exists already"),
                )
                .label(both!(
                    "同一条号的第二条",
                    "a second clause with this number"
                ))
                .help(both!(
                    "要改原来的条，写 `改条`（`replace clause`）；要新增，另取一个条号",
                    "write `replace clause` to amend it, or give the new clause a number of its own"
                ));
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
                    both!("没有这一条可改", "there is no such article to amend"),
                )
                .label(both!("不在施行的条目中", "not in force"))
                .help(match nearest(&article, places.keys().map(String::as_str)) {
                    Some(near) => did_you_mean(near),
                    None => both!(
                        "所增改的版本里要有这个条号",
                        "the edition that is amended must have a clause with this number"
                    ),
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
