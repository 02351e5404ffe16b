//! Clauses that are sound but say nothing.

use super::error::{CheckError, Fault};
use super::graph::mentioned;
use super::names::{Class, declaration};
use crate::syntax::{Clause, Effect, Expr, ExprKind, Place, SettingKey, SettingValue, Verb};
use crate::visit::{expressions, walk};
use qili_words::both;
use std::collections::HashMap;

/// Warnings about clauses in force that have no consequence: definitions, situations, searches, results, units and
/// zones that no clause uses, and rulings behind one that always applies.
///
/// ```
/// use qili_lang::{check::lint, parse::parse};
///
/// let file = parse("r", r#"
/// clause 1 "一" "one" { ruling when true then draw }
/// clause 2 "二" "two" { ruling for s when s is in check then s loses }
/// "#)?;
/// let clauses: Vec<_> = file.clauses.into_iter().map(|clause| (0, clause)).collect();
/// assert_eq!(lint(&clauses)[0].to_string(), "clause 2: this ruling can never apply");
/// # Ok::<(), qili_lang::parse::ParseError>(())
/// ```
#[must_use]
pub fn lint(clauses: &[(usize, Clause)]) -> Vec<CheckError> {
    let all: Vec<&Clause> = clauses.iter().map(|(_, clause)| clause).collect();
    let live = live(&all);
    let mut warnings = Vec::new();
    let mut decided: Option<&str> = None;
    for (place, (source, clause)) in clauses.iter().enumerate() {
        let Some(effect) = &clause.effect else {
            continue;
        };
        let what = match effect {
            Effect::Define { .. } => Some(both!("定义", "definition")),
            Effect::Search(_) => Some(both!("算法", "search")),
            Effect::Situation { .. } => Some(both!("局势", "situation")),
            Effect::Result { .. } => Some(both!("得失", "result")),
            Effect::Unit { .. } => Some(both!("单位", "unit")),
            Effect::Zone { .. } => Some(both!("区域", "zone")),
            _ => None,
        };
        if let (Some((_, names)), Some(what)) = (declaration(effect), what)
            && !live[place]
        {
            let span = names
                .names
                .first()
                .map_or(clause.article.span, |name| name.span);
            let fault = Fault::new(
                "qili::rule::unused",
                span,
                both!("没有一条用到这个{}", "no clause uses this {}"; what),
            );
            let fault = fault.label(both!("从未用到", "never used"));
            warnings.push(fault.of(*source, clause).warning());
        }
        if let Effect::Ruling { when, .. } = effect {
            if let Some(article) = decided {
                let fault = Fault::new(
                    "qili::rule::unreachable",
                    clause.article.span,
                    both!("这条裁决永远用不上", "this ruling can never apply"),
                )
                .label(both!(
                    "条 `{article}` 总是先适用",
                    "clause {article} always applies first"
                ))
                .help(both!(
                    "移到条 `{article}` 之前，或废除其一",
                    "move it before clause {article}, or repeal one of them"
                ));
                warnings.push(fault.of(*source, clause).warning());
            } else if matches!(&*when.kind, ExprKind::Bool(true)) && !lifted(clauses, clause) {
                decided = Some(&clause.article.text);
            }
        }
    }
    warnings
}

/// Which clauses natures, patterns, rulings, pieces or endings stand on, directly or not; a worth where something is
/// weighed by it.
#[must_use]
pub fn live(clauses: &[&Clause]) -> Vec<bool> {
    let mut by_name: HashMap<(Class, &str), Vec<usize>> = HashMap::new();
    let mut worths = Vec::new();
    let mut lifting: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut pending = Vec::new();
    for (place, clause) in clauses.iter().enumerate() {
        let Some(effect) = &clause.effect else {
            continue;
        };
        if let Some((class, names)) = declaration(effect) {
            for name in &names.names {
                by_name.entry((class, &name.text)).or_default().push(place);
            }
        }
        match effect {
            Effect::Exception { of, .. } => {
                for article in of {
                    lifting.entry(&article.text).or_default().push(place);
                }
            }
            Effect::Worth { .. } => worths.push(place),
            Effect::Define { .. }
            | Effect::Search(_)
            | Effect::Situation { .. }
            | Effect::Result { .. }
            | Effect::Unit { .. }
            | Effect::Zone { .. } => {}
            // these matter by themselves
            _ => pending.push(place),
        }
    }
    let mut live = vec![false; clauses.len()];
    while let Some(place) = pending.pop() {
        if std::mem::replace(&mut live[place], true) {
            continue;
        }
        let clause = clauses[place];
        let exceptions = lifting.get(clause.article.text.as_str());
        pending.extend(exceptions.into_iter().flatten());
        for used in clause.effect.iter().flat_map(uses) {
            pending.extend(by_name.get(&used).into_iter().flatten());
        }
        if clause.effect.as_ref().is_some_and(weighs) {
            pending.append(&mut worths);
        }
    }
    live
}

/// Whether something is weighed: a search does, and whoever asks whether a piece is material or dearer than another.
fn weighs(effect: &Effect) -> bool {
    let mut weighs = matches!(effect, Effect::Search(_));
    for expr in expressions(effect) {
        walk(expr, &mut |expr: &Expr| {
            weighs |= match &*expr.kind {
                ExprKind::Verb { verb, .. } => *verb == Verb::DearerThan,
                _ => mentioned(expr).contains(&"material"),
            };
        });
    }
    weighs
}

/// Every name that an effect uses, of whatever class.
#[must_use]
pub fn names_used(effect: &Effect) -> Vec<&str> {
    uses(effect).into_iter().map(|(_, name)| name).collect()
}

/// Whether a clause has exceptions.
fn lifted(clauses: &[(usize, Clause)], clause: &Clause) -> bool {
    clauses.iter().any(|(_, other)| match &other.effect {
        Some(Effect::Exception { of, .. }) => {
            of.iter().any(|article| article.text == clause.article.text)
        }
        _ => false,
    })
}

/// The names that an effect uses.
fn uses(effect: &Effect) -> Vec<(Class, &str)> {
    let mut used = Vec::new();
    match effect {
        Effect::Piece(piece) => {
            let zones = piece
                .motions
                .iter()
                .flat_map(|motion| motion.from.iter().chain(&motion.to));
            used.extend(
                piece
                    .within
                    .iter()
                    .chain(zones)
                    .map(|zone| (Class::Zone, zone.text.as_str())),
            );
        }
        Effect::Facing { one, other, .. } => {
            used.extend([
                (Class::Word, one.text.as_str()),
                (Class::Word, other.text.as_str()),
            ]);
        }
        Effect::Worth {
            kind, zone, unit, ..
        } => {
            used.extend([
                (Class::Word, kind.text.as_str()),
                (Class::Word, unit.text.as_str()),
            ]);
            used.extend(zone.iter().map(|zone| (Class::Zone, zone.text.as_str())));
        }
        Effect::Search(search) => {
            used.extend(
                search
                    .like
                    .iter()
                    .map(|like| (Class::Search, like.text.as_str())),
            );
            for setting in &search.settings {
                if let (SettingKey::Wants, SettingValue::Words(words)) =
                    (setting.key, &setting.value)
                {
                    used.extend(words.iter().map(|word| (Class::Result, word.text.as_str())));
                }
            }
        }
        _ => {}
    }
    for expr in expressions(effect) {
        walk(expr, &mut |expr: &Expr| {
            for name in mentioned(expr) {
                used.extend([Class::Word, Class::Result, Class::Zone].map(|class| (class, name)));
            }
            match &*expr.kind {
                ExprKind::Wins { search, .. } => {
                    used.push((Class::Search, search.text.as_str()));
                }
                ExprKind::At {
                    place: Place::Under(situation),
                    ..
                } => used.push((Class::Situation, situation.text.as_str())),
                _ => {}
            }
        });
    }
    used
}
