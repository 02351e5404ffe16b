//! Applying the amendments of one edition to the clauses of another.

use super::Class;
use super::error::{AmendError, Fault, cited, did_you_mean};
use super::names::declaration;
use crate::mentions::{Role, mentions};
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

/// What an amendment takes away.
#[derive(Debug, Clone)]
pub struct Gone {
    article: String,
    names: Vec<(Class, String)>,
    by: (usize, Clause),
}

/// What amendments take away: articles, and names that no clause declares `after` them.
#[must_use]
pub fn gone(
    before: &[(usize, Clause)],
    changes: &[(usize, Clause)],
    after: &[(usize, Clause)],
) -> Vec<Gone> {
    let mut found = Vec::new();
    for by in changes {
        let article = by.1.former.as_ref().unwrap_or(&by.1.article);
        let amended = before.iter().map(|(_, clause)| clause);
        let mut amended = amended.filter(|clause| clause.article.text == article.text);
        let Some(old) = amended.next().filter(|_| by.1.amendment != Amendment::Add) else {
            continue;
        };
        let names = match old.effect.as_ref().and_then(declaration) {
            Some((class, names)) => names
                .names
                .iter()
                .map(|name| (class, name.text.clone()))
                .filter(|(class, name)| !declared(after, *class, name))
                .collect(),
            None => Vec::new(),
        };
        if !names.is_empty() || !in_force(after, &article.text) {
            found.push(Gone {
                article: article.text.clone(),
                names,
                by: by.clone(),
            });
        }
    }
    found
}

fn declared(clauses: &[(usize, Clause)], class: Class, name: &str) -> bool {
    let mut all = clauses
        .iter()
        .filter_map(|(_, clause)| declaration(clause.effect.as_ref()?));
    all.any(|(known, names)| known == class && names.names.iter().any(|one| one.text == name))
}

fn in_force(clauses: &[(usize, Clause)], article: &str) -> bool {
    clauses.iter().any(|(_, one)| one.article.text == article)
}

impl Gone {
    /// The article, if it is repealed.
    #[must_use]
    pub fn repealed(&self) -> Option<&str> {
        (self.by.1.amendment == Amendment::Repeal).then_some(&*self.article)
    }
}

/// Amendments that take away what clauses in force still use, each said where it stands.
///
/// ```
/// use qili_lang::{check::{amend, gone, still_used}, parse::parse};
///
/// let read = |text: &str| -> Result<Vec<_>, qili_lang::parse::ParseError> {
///     Ok(parse("r", text)?.clauses.into_iter().map(|clause| (0, clause)).collect())
/// };
/// let base = read("clause 1 \"闲\" \"idle\" { nature 闲 idle }\nclause 2 \"从重\" \"\" { severity 闲 }")?;
/// let changes = read("repeal clause 1")?;
/// let after = amend(base.clone(), changes.clone()).unwrap();
/// let found = still_used(&gone(&base, &changes, &after), &after);
/// assert_eq!(found[0].message().en, "clause 2 still uses `闲`, which clause 1 declared");
/// # Ok::<(), qili_lang::parse::ParseError>(())
/// ```
#[must_use]
pub fn still_used(gone: &[Gone], clauses: &[(usize, Clause)]) -> Vec<AmendError> {
    /// How many clauses are named.
    const NAMED: usize = 6;
    let mut errors = Vec::new();
    for Gone {
        article,
        names,
        by: (file, by),
    } in gone
    {
        let mut names = names.iter().map(|(class, name)| (*class, name.as_str()));
        let names: Vec<_> = names
            .by_ref()
            .filter(|(class, name)| !declared(clauses, *class, name))
            .collect();
        let lifted = !in_force(clauses, article);
        let uses = |clause: &Clause| {
            mentions(clause).iter().any(|mention| match mention.role {
                // what another class has is not what is gone
                Role::Uses(classes) => names.iter().any(|(class, name)| {
                    *name == mention.text
                        && classes.contains(class)
                        && !classes.iter().any(|class| declared(clauses, *class, name))
                }),
                Role::Article => lifted && mention.text == article,
                _ => false,
            })
        };
        let users = clauses.iter().filter(|(_, clause)| uses(clause));
        let users: Vec<&Clause> = users.map(|(_, clause)| clause).collect();
        if users.is_empty() {
            continue;
        }
        let first = &users[..users.len().min(NAMED)];
        let zh: Vec<String> = first.iter().map(|clause| cited(clause).zh).collect();
        let en: Vec<&str> = first
            .iter()
            .map(|clause| clause.article.text.as_str())
            .collect();
        let (zh, en) = (zh.join("、"), en.join(", "));
        let (zh, en) = match users.len().saturating_sub(NAMED) {
            0 if zh.ends_with('`') => (zh + " ", en),
            0 => (zh, en),
            more => (
                format!("{zh}等 {} 条", users.len()),
                format!("{en} and {more} more"),
            ),
        };
        let (s, uses, are) = match users.len() {
            1 => ("", "uses", "is an exception"),
            _ => ("s", "use", "are exceptions"),
        };
        let message = match names.first() {
            Some((_, name)) => both!(
                "{zh}还要用 `{name}`，它是条 `{article}` 所定的",
                "clause{s} {en} still {uses} `{name}`, which clause {article} declared"
            ),
            None => both!(
                "{zh}是条 `{article}` 的例外",
                "clause{s} {en} still {are} to clause {article}"
            ),
        };
        let there = by.former.as_ref().unwrap_or(&by.article);
        let fault = Fault::new("qili::rule::still_used", there.span, message)
            .label(both!("它在这里去掉了", "taken away here"))
            .help(both!(
                "那些条也改写或废除；要留用的名称，另立一条来定",
                "amend or repeal those clauses too; a name that stays in use is declared by another clause"
            ));
        errors.push(fault.of(*file, by));
    }
    errors
}
