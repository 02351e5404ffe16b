//! Applying the amendments of one edition to the clauses of another.

use super::error::{AmendError, Fault, did_you_mean};
use crate::syntax::{Amendment, Article, Clause};
use qili_words::{both, nearest};
use std::collections::{HashMap, HashSet};

/// The clauses in force when `changes` amend `base`; each clause goes with the index of its file.
///
/// A replaced clause keeps its place in the book, also where it gets another number; a new one comes after all others.
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
    let amended: HashMap<String, usize> = base
        .iter()
        .enumerate()
        .map(|(place, (_, clause))| (clause.article.text.clone(), place))
        .collect();
    let kept = base.len();
    let mut clauses: Vec<Option<(usize, Clause)>> = base.into_iter().map(Some).collect();
    let mut repealed: HashSet<usize> = HashSet::new();
    let mut changed: Vec<usize> = Vec::new();
    for (source, clause) in changes {
        let Article { text, span } = clause.former.as_ref().unwrap_or(&clause.article);
        let span = *span;
        if clause.amendment == Amendment::Add {
            changed.push(clauses.len());
            clauses.push(Some((source, clause)));
            continue;
        }
        let Some(&place) = amended.get(text) else {
            let fault = Fault::new(
                "qili::rule::no_such_article",
                span,
                both!("没有这一条可改", "there is no such article to amend"),
            )
            .label(both!("不在施行的条目中", "not in force"))
            .help(match nearest(text, amended.keys().map(String::as_str)) {
                Some(near) => did_you_mean(near),
                None => both!(
                    "所增改的版本里要有这个条号",
                    "the edition that is amended must have a clause with this number"
                ),
            });
            errors.push(fault.of(source, &clause));
            continue;
        };
        let repeals = clause.amendment == Amendment::Repeal;
        if repeals && repealed.contains(&place) {
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
        } else if repealed.contains(&place) || changed.contains(&place) {
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
        } else if repeals {
            repealed.insert(place);
            clauses[place] = None;
        } else {
            changed.push(place);
            clauses[place] = Some((source, clause));
        }
    }
    let untouched = (0..kept).filter(|place| !changed.contains(place));
    let mut taken: HashSet<&str> = untouched
        .filter_map(|place| clauses[place].as_ref())
        .map(|(_, clause)| clause.article.text.as_str())
        .collect();
    for (source, clause) in changed.iter().filter_map(|&place| clauses[place].as_ref()) {
        if !taken.insert(&clause.article.text) {
            let fault = Fault::new(
                "qili::rule::duplicate_article",
                clause.article.span,
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
            errors.push(fault.of(*source, clause));
        }
    }
    errors.sort_by_key(|error| (error.source_index, error.span().start));
    if errors.is_empty() {
        Ok(clauses.into_iter().flatten().collect())
    } else {
        Err(errors)
    }
}
