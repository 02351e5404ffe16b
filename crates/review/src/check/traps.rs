//! What a draft can bring about without meaning to: it is lawful, and comes out otherwise than its words suggest.
//!
//! Only what an edition that inherits cases says itself is looked at, or what it makes of the rest. All of it may be
//! meant: that a clause can never hold, or a piece is worth nothing, is a doubt; the rest is something to think of.

use std::collections::HashMap;

use qili_board::Side;
use qili_edition::EditionError;
use qili_interpreter::judge::outcome;
use qili_lang::Truth;
use qili_lang::rules::{ClauseId, Expr, ExprKind, NatureId, Rules};
use qili_lang::syntax::Clause;
use qili_report::Rulebook;
use qili_words::both;

use super::Finding;
use super::combinations::truths;
use super::doubts::is_own;
use super::world::Sorts;
use crate::coverage::Deciders;

/// In how many cases a clause must hold for a single change to be few.
const MANY: usize = 10;

/// The traps of an edition that inherits cases.
pub(super) fn traps(book: &Rulebook) -> Result<Vec<Finding>, EditionError> {
    let base = book
        .edition
        .base()?
        .filter(|_| book.edition.inherits_cases());
    let base = base.map(Rulebook::new).transpose();
    // what is amended has been compiled with the draft; where it cannot be, nothing can be compared
    let Ok(Some(base)) = base else {
        return Ok(Vec::new());
    };
    let mut found = free_by_outweighing(book, &base);
    found.extend(never_the_heaviest(book));
    found.extend(worthless(book));
    found.extend(by_consequences(book, &base)?);
    Ok(found)
}

/// The edition's own clauses.
fn own(book: &Rulebook) -> impl Iterator<Item = (ClauseId, &Clause)> {
    let ids = (0..).map(ClauseId).zip(&book.edition.clauses);
    let own = ids.filter(|(_, one)| is_own(book, one.file));
    own.map(|(id, one)| (id, &one.clause))
}

/// Permitted natures before prohibited ones in the order of severity, where the amended edition has none such: a move that
/// is both counts as the heavier, and is free.
fn free_by_outweighing(book: &Rulebook, base: &Rulebook) -> Vec<Finding> {
    let name = |book: &Rulebook, id: NatureId| book.edition.rules.natures[id].names.zh.clone();
    let before: Vec<_> = outweighing(base)
        .into_iter()
        .map(|(heavy, light)| (name(base, heavy), name(base, light)))
        .collect();
    let mut findings = Vec::new();
    for (heavy, light) in outweighing(book) {
        let (one, other) = (name(book, heavy), name(book, light));
        if before.contains(&(one.clone(), other.clone())) {
            continue;
        }
        let clause = book.edition.rules.natures[heavy].clause;
        let message = both!(
            "`{one}` 不再禁止，却比禁止的 `{other}` 重：既是{one}又是{other}的着法只算{one}，也就不禁止",
            "`{one}` is permitted and outweighs `{other}`, which is prohibited: a move that is both counts as {one}, and is free"
        );
        findings.push(Finding::advice(book, clause, "qili::check::outweighs", message).help(both!(
            "如果不是本意，在轻重的次序里把 `{other}` 放到 `{one}` 之前，或在禁止的着法里写 `p 含 {other}`",
            "if that is not meant, put `{other}` before `{one}` in the order of severity, or prohibit what `has {other}`"
        )));
    }
    findings
}

/// Natures that no ruling is against, each with a lighter one that a ruling is against.
fn outweighing(book: &Rulebook) -> Vec<(NatureId, NatureId)> {
    let rules = &book.edition.rules;
    let world = Sorts::new(rules);
    let remainder = rules
        .natures
        .enumerated()
        .find(|(_, one)| one.is_remainder());
    let rest = remainder.and_then(|(id, _)| {
        let mut classes = world.classes.iter();
        classes.position(|class| class.natures.contains(&id))
    });
    let Some(rest) = rest else {
        return Vec::new();
    };
    let mut against: HashMap<NatureId, Vec<Option<bool>>> = HashMap::new();
    for (index, class) in world.classes.iter().enumerate() {
        let verdict = is_against(rules, &world, index, rest);
        for nature in &class.natures {
            against.entry(*nature).or_default().push(verdict);
        }
    }
    let any = |id: &NatureId, wanted: bool| against[id].contains(&Some(wanted));
    let mut natures: Vec<NatureId> = against.keys().copied().collect();
    natures.sort_unstable();
    let mut pairs = Vec::new();
    for (place, heavy) in natures.iter().enumerate() {
        let free = any(heavy, false) && !any(heavy, true) && !rules.natures[*heavy].is_remainder();
        let lighter = natures[place + 1..].iter().filter(|light| any(light, true));
        pairs.extend(lighter.filter(|_| free).map(|light| (*heavy, *light)));
    }
    pairs
}

/// Whether a ruling is against a side that plays nothing else than this while the other plays nothing in particular.
fn is_against(rules: &Rules, world: &Sorts<'_>, class: usize, rest: usize) -> Option<bool> {
    let (one, other) = (vec![class], vec![rest]);
    for ruling in &rules.rulings {
        let truths = truths(world, ruling, [&one, &other]);
        let (by, truth) = match truths {
            [Truth::No, Truth::No] => continue,
            [Truth::No, truth] => (Side::Black, truth),
            [truth, _] => (Side::Red, truth),
        };
        let against = outcome(ruling.then, by).against() == Some(Side::Red);
        return truth.is_yes().then_some(against);
    }
    None
}

/// What is asked of plies though it never holds: natures after the one that every move has are never the heaviest.
fn never_the_heaviest(book: &Rulebook) -> Vec<Finding> {
    let rules = &book.edition.rules;
    let Some((last, remainder)) = rules
        .natures
        .enumerated()
        .find(|(_, one)| one.is_remainder())
    else {
        return Vec::new();
    };
    let definitions = rules.definitions.iter().map(|one| (one.clause, &one.body));
    let patterns = rules.patterns.iter().map(|one| (one.clause, &one.when));
    let rulings = rules.rulings.iter().map(|one| (one.clause, &one.when));
    let mut findings = Vec::new();
    for (clause, when) in definitions.chain(patterns).chain(rulings) {
        let mut asked = None;
        is_asked(when, &mut |nature| {
            asked = asked.or((nature > last).then_some(nature))
        });
        let place = &book.edition.clauses[clause.index()];
        if let Some(nature) = asked.filter(|_| is_own(book, place.file)) {
            let (name, rest) = (&rules.natures[nature].names.zh, &remainder.names.zh);
            let message = both!(
                "没有一着是 `{name}`：在轻重的次序里它在 `{rest}` 之后，而每一着都至少是 `{rest}`",
                "no move is `{name}`: it comes after `{rest}` in the order of severity, and every move is at least that"
            );
            findings.push(
                Finding::warning(book, clause, "qili::check::never_heaviest", message).help(both!(
                    "写 `含 {name}`，或在轻重的次序里把它放到 `{rest}` 之前",
                    "write `has {name}`, or put it before `{rest}` in the order of severity"
                )),
            );
        }
    }
    findings
}

/// The natures that plies are asked to be.
fn is_asked(expr: &Expr, found: &mut impl FnMut(NatureId)) {
    if let ExprKind::IsNature(_, nature) = &*expr.kind {
        found(*nature);
    }
    for part in expr.kind.parts() {
        is_asked(part, found);
    }
}

/// Pieces of the edition's own that are worth nothing, where others are worth something.
fn worthless(book: &Rulebook) -> Vec<Finding> {
    let kinds = &book.edition.rules.kinds;
    let valued = kinds.iter().any(|kind| !kind.worths.is_empty());
    let bare = kinds
        .iter()
        .filter(|kind| valued && !kind.royal && kind.worths.is_empty());
    let own = bare.filter(|kind| is_own(book, book.edition.clauses[kind.clause.index()].file));
    own.map(|kind| {
        let name = &kind.names.zh;
        let message = both!(
            "`{name}` 没有价值：吃它不算得子，也就捉不了它",
            "`{name}` has no worth: nothing is won by taking it, so it cannot be chased"
        );
        Finding::warning(book, kind.clause, "qili::check::worthless", message).help(both!(
            "添一条 `价值 {name} 是 1 …`；如果确实一文不值，写 0",
            "add a clause `worth {name} is 1 …`; if it is to be worth nothing, write 0"
        ))
    })
    .collect()
}

/// What cases show: clauses that hold for want of anything, and clauses that change a single case.
fn by_consequences(book: &Rulebook, base: &Rulebook) -> Result<Vec<Finding>, EditionError> {
    if own(book).next().is_none() {
        return Ok(Vec::new());
    }
    let (now, before) = (Deciders::new(book)?, Deciders::new(base)?);
    let of_base: HashMap<&str, (ClauseId, &Clause)> = (0..)
        .map(ClauseId)
        .zip(&base.edition.clauses)
        .map(|(id, one)| (one.clause.article.text.as_str(), (id, &one.clause)))
        .collect();
    let mut findings = Vec::new();
    for (id, one) in (0..).map(ClauseId).zip(&book.edition.clauses) {
        let mut cases = now.for_want(id);
        if let Some((other, _)) = of_base.get(one.clause.article.text.as_str()) {
            let known = before.for_want(*other);
            cases.retain(|case| !known.contains(case));
        }
        if let Some(first) = cases.first() {
            let count = cases.len();
            let message = both!(
                "在判例 `{first}` 等 {count} 例中，这一条只因没有一个可说的才成立：`凡` 说的一个也没有",
                "in {count} cases, `{first}` among them, the clause holds only because there is nothing that its `every` speaks of"
            );
            findings.push(Finding::advice(book, id, "qili::check::for_want", message).help(both!(
                "如果不是本意，加上 `且 有 …`；`qili judge --explain` 写出它怎样用到",
                "if that is not meant, add `and some …`; `qili judge --explain` shows where it applies"
            )));
        }
    }
    let said = book.edition.cases()?;
    for (id, clause) in own(book) {
        let held = now.exercised_by(id).len();
        if held < MANY {
            continue;
        }
        let amended = of_base
            .get(clause.article.text.as_str())
            .map(|(_, clause)| *clause);
        let changed = now.changed_by(id, amended);
        let [only] = &changed[..] else {
            continue;
        };
        if said.iter().any(|case| case.id == *only) {
            continue;
        }
        let message = both!(
            "这一条在 {held} 例中成立，却只改变判例 `{only}`",
            "the clause holds in {held} cases and changes `{only}` alone"
        );
        findings.push(Finding::advice(book, id, "qili::check::changes_one", message).help(both!(
            "看看是否有别的条目把它所说的又取消了：`qili diff` 和 `qili judge --explain`；是本意的，写一个同名的判例文件",
            "see whether another clause takes back what it says: `qili diff`, `qili judge --explain`; where it is meant, write a case file of that name"
        )));
    }
    Ok(findings)
}
