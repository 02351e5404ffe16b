//! Clauses that nothing uses.

use std::collections::HashMap;

use qili_lang::rules::ClauseId;
use qili_lang::syntax::{Clause, Effect, Expr, ExprKind, Name, Names, SettingValue};
use qili_lang::visit::{expressions, walk};
use qili_report::Rulebook;

use super::Finding;

/// Zones, units, results, searches and definitions on which no nature, pattern, ruling, piece or ending stands.
pub(super) fn unused(book: &Rulebook) -> Vec<Finding> {
    let clauses: Vec<&Clause> = book.edition.clauses.iter().map(|one| &one.clause).collect();
    let live = live(&clauses);
    let mut findings = Vec::new();
    for (place, clause) in clauses.iter().enumerate() {
        let Some(effect) = clause.effect.as_ref().filter(|_| !live[place]) else {
            continue;
        };
        let what = match effect {
            Effect::Zone { .. } => "zone",
            Effect::Unit { .. } => "unit",
            Effect::Result { .. } => "result",
            Effect::Search(_) => "search",
            Effect::Define { .. } => "definition",
            _ => continue,
        };
        let names = declared(effect).map(said).unwrap_or_default();
        let message = format!("no rule uses the {what} {names}");
        findings.push(
            Finding::warning(book, id(place), "qili::check::unused", message)
                .help("use it, or repeal the clause"),
        );
    }
    findings
}

/// Natures that no other clause mentions and that no case shows; `held` are the clauses that held in some case.
pub(super) fn unused_natures(book: &Rulebook, held: &dyn Fn(ClauseId) -> bool) -> Vec<Finding> {
    let clauses: Vec<&Clause> = book.edition.clauses.iter().map(|one| &one.clause).collect();
    let mut findings = Vec::new();
    for nature in &book.edition.rules.natures {
        let place = nature.clause.index();
        let named = |name: &str| name == nature.names.zh || name == nature.names.en;
        let mentioned = clauses.iter().enumerate().any(|(other, clause)| {
            let effect = clause.effect.as_ref().filter(|_| other != place);
            effect.is_some_and(|effect| {
                !matches!(effect, Effect::Severity { .. })
                    && mentions(effect).into_iter().any(named)
            })
        });
        if !nature.is_remainder() && !mentioned && !held(nature.clause) {
            let message = format!(
                "no clause speaks of the nature `{}`, and no case shows it",
                nature.names.zh
            );
            findings.push(
                Finding::warning(book, nature.clause, "qili::check::unused_nature", message)
                    .help("add a case that shows it, or repeal the clause"),
            );
        }
    }
    findings
}

fn id(place: usize) -> ClauseId {
    ClauseId(u16::try_from(place).unwrap_or(u16::MAX))
}

fn said(names: &Names) -> String {
    names
        .names
        .iter()
        .map(|name| format!("`{}`", name.text))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Which clauses natures, patterns, rulings, pieces or endings stand on.
fn live(clauses: &[&Clause]) -> Vec<bool> {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut lifting: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, clause) in clauses.iter().enumerate() {
        let Some(effect) = &clause.effect else {
            continue;
        };
        for name in declared(effect).into_iter().flat_map(|names| &names.names) {
            by_name.entry(&name.text).or_default().push(place);
        }
        if let Effect::Exception { of, .. } = effect {
            for article in of {
                lifting.entry(&article.text).or_default().push(place);
            }
        }
    }
    let mut live = vec![false; clauses.len()];
    let mut pending: Vec<usize> = (0..clauses.len())
        .filter(|&place| clauses[place].effect.as_ref().is_some_and(is_root))
        .collect();
    while let Some(place) = pending.pop() {
        if std::mem::replace(&mut live[place], true) {
            continue;
        }
        let clause = clauses[place];
        let exceptions = lifting.get(clause.article.text.as_str());
        pending.extend(exceptions.into_iter().flatten());
        for name in clause.effect.iter().flat_map(mentions) {
            pending.extend(by_name.get(name).into_iter().flatten());
        }
    }
    live
}

/// Whether an effect matters by itself.
const fn is_root(effect: &Effect) -> bool {
    !matches!(
        effect,
        Effect::Zone { .. }
            | Effect::Unit { .. }
            | Effect::Result { .. }
            | Effect::Search(_)
            | Effect::Define { .. }
            | Effect::Exception { .. }
    )
}

fn declared(effect: &Effect) -> Option<&Names> {
    match effect {
        Effect::Zone { names, .. }
        | Effect::Unit { names }
        | Effect::Result { names, .. }
        | Effect::Define { names, .. }
        | Effect::Quality { names, .. }
        | Effect::Pattern { names, .. } => Some(names),
        Effect::Search(search) => Some(&search.names),
        Effect::Nature(nature) => Some(&nature.names),
        _ => None,
    }
}

/// Every name that an effect mentions.
fn mentions(effect: &Effect) -> Vec<&str> {
    let mut names: Vec<&Name> = Vec::new();
    for expr in expressions(effect) {
        walk(expr, &mut |expr: &Expr| match &*expr.kind {
            ExprKind::Name(name) | ExprKind::Call { name, .. } => names.push(name),
            ExprKind::Is { predicate, .. } => names.push(predicate),
            ExprKind::Has { nature, .. } => names.push(nature),
            ExprKind::Wins {
                search, barring, ..
            } => {
                names.push(search);
                names.extend(barring);
            }
            ExprKind::Mates { barring, .. } => names.extend(barring),
            _ => {}
        });
    }
    match effect {
        Effect::Worth { zone, unit, .. } => {
            names.extend(zone);
            names.push(unit);
        }
        Effect::Piece(piece) => {
            names.extend(&piece.within);
            for motion in &piece.motions {
                names.extend(motion.from.iter().chain(&motion.to));
            }
        }
        Effect::Search(search) => {
            names.extend(&search.like);
            for setting in &search.settings {
                if let SettingValue::Words(words) = &setting.value {
                    names.extend(words);
                }
            }
        }
        Effect::Quality { nature, .. } => names.push(nature),
        _ => {}
    }
    names.into_iter().map(|name| name.text.as_str()).collect()
}
