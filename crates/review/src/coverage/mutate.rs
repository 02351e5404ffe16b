//! Editions with one clause removed or changed, at the level of the syntax: what a slip of the pen could do to them.

use qili_lang::syntax::{
    Clause, Effect, Expr, ExprKind, Name, Quantifier, SettingKey, SettingValue,
};
use qili_words::Language;

/// What was done to a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mutation {
    /// The clause was removed.
    Removed,
    /// Its condition was inverted.
    Inverted,
    /// The condition of its targets was inverted.
    TargetsInverted,
    /// Another amount of worth.
    Amount(i64),
    /// A line of a search was taken away.
    WithoutLine(SettingKey),
    /// Another number in a line of a search.
    Number(SettingKey, u32),
    /// A search wants another result.
    OtherResult,
    /// The order of severity was reversed.
    Reversed,
    /// What is said of every one of a set is said only where there is one.
    Wanting,
}

impl Mutation {
    /// In Chinese.
    #[must_use]
    pub fn zh(self) -> String {
        match self {
            Self::Removed => "删去".to_owned(),
            Self::Inverted => "条件反转".to_owned(),
            Self::TargetsInverted => "目标条件反转".to_owned(),
            Self::Amount(amount) => format!("价值改为 {amount}"),
            Self::WithoutLine(key) => format!("去掉一行（{}）", key.word(Language::Chinese)),
            Self::Number(key, number) => format!("改为 {} {number}", key.word(Language::Chinese)),
            Self::OtherResult => "另求一种得失".to_owned(),
            Self::Reversed => "次序颠倒".to_owned(),
            Self::Wanting => "一个也没有时不算".to_owned(),
        }
    }

    /// In English.
    #[must_use]
    pub fn en(self) -> String {
        match self {
            Self::Removed => "removed".to_owned(),
            Self::Inverted => "condition inverted".to_owned(),
            Self::TargetsInverted => "condition of targets inverted".to_owned(),
            Self::Amount(amount) => format!("worth changed to {amount}"),
            Self::WithoutLine(key) => format!("without the line `{}`", key.word(Language::English)),
            Self::Number(key, number) => {
                format!("changed to `{} {number}`", key.word(Language::English))
            }
            Self::OtherResult => "wants another result".to_owned(),
            Self::Reversed => "order reversed".to_owned(),
            Self::Wanting => "does not hold for want of anything".to_owned(),
        }
    }
}

/// Whether a clause can matter to natures and rulings: board, movement and ends of the game cannot, and stand in every
/// judgement anyway.
#[must_use]
pub const fn matters(effect: &Effect) -> bool {
    !matches!(
        effect,
        Effect::Board { .. }
            | Effect::Zone { .. }
            | Effect::Piece(_)
            | Effect::Facing { .. }
            | Effect::Ending(_)
    )
}

/// Every mutation of a clause, with the changed clause (`None`: removed). `results` are the names of all results.
#[must_use]
pub(super) fn mutations(clause: &Clause, results: &[Name]) -> Vec<(Mutation, Option<Clause>)> {
    let Some(effect) = clause.effect.as_ref().filter(|effect| matters(effect)) else {
        return Vec::new();
    };
    let mut mutants = vec![(Mutation::Removed, None)];
    let mut change = |mutation, effect| {
        let changed = Clause {
            effect: Some(effect),
            ..clause.clone()
        };
        mutants.push((mutation, Some(changed)));
    };
    match effect {
        Effect::Worth { amount, .. } => {
            for value in [amount.value - 1, amount.value + 1] {
                let mut effect = effect.clone();
                if let Effect::Worth { amount, .. } = &mut effect {
                    amount.value = value;
                }
                change(Mutation::Amount(value), effect);
            }
        }
        Effect::Search(search) => {
            for (index, setting) in search.settings.iter().enumerate() {
                for (mutation, value) in settings(setting.key, &setting.value, results) {
                    let mut search = search.clone();
                    match value {
                        Some(value) => search.settings[index].value = value,
                        None => {
                            search.settings.remove(index);
                        }
                    }
                    change(mutation, Effect::Search(search));
                }
            }
        }
        Effect::Severity { natures } => {
            let natures = natures.iter().rev().cloned().collect();
            change(Mutation::Reversed, Effect::Severity { natures });
        }
        Effect::Nature(nature) => {
            if nature.targets.is_some() {
                let mut nature = nature.clone();
                if let Some(targets) = &mut nature.targets {
                    invert(&mut targets.filter);
                }
                change(Mutation::TargetsInverted, Effect::Nature(nature));
            }
            if nature.when.is_some() {
                let mut nature = nature.clone();
                nature.when.iter_mut().for_each(invert);
                change(Mutation::Inverted, Effect::Nature(nature));
            }
        }
        other => {
            let mut effect = other.clone();
            if let Some(condition) = condition(&mut effect) {
                invert(condition);
                change(Mutation::Inverted, effect);
            }
        }
    }
    mutants
}

fn settings(
    key: SettingKey,
    value: &SettingValue,
    results: &[Name],
) -> Vec<(Mutation, Option<SettingValue>)> {
    let number = |number| {
        (
            Mutation::Number(key, number),
            Some(SettingValue::Number(Some(number))),
        )
    };
    match value {
        SettingValue::Number(None) => vec![number(0)],
        SettingValue::Number(Some(0)) => vec![number(1)],
        SettingValue::Number(Some(1)) => vec![number(0)],
        SettingValue::Number(Some(more)) => vec![number(0), number(more - 1)],
        SettingValue::Words(words) if key == SettingKey::Wants => {
            let wanted = words.first().map(|name| name.text.as_str());
            let other = results
                .iter()
                .skip_while(|name| Some(name.text.as_str()) != wanted)
                .nth(1)
                .or(results.first());
            other
                .map(|name| {
                    (
                        Mutation::OtherResult,
                        Some(SettingValue::Words(vec![name.clone()])),
                    )
                })
                .into_iter()
                .collect()
        }
        SettingValue::Words(_) => vec![(Mutation::WithoutLine(key), None)],
    }
}

/// A clause of which `every x in …` does not hold where there is no such x; `None` if it says nothing of the kind.
#[must_use]
pub fn wanting(clause: &Clause) -> Option<Clause> {
    let mut changed = clause.clone();
    let effect = changed.effect.as_mut()?;
    let any = match effect {
        Effect::Nature(nature) => {
            let targets = nature.targets.as_mut();
            let targets = targets.is_some_and(|targets| want(&mut targets.filter));
            nature.when.as_mut().is_some_and(want) | targets
        }
        other => condition(other).is_some_and(want),
    };
    any.then_some(changed)
}

/// Makes every `every` of a condition ask for one to speak of; whether there was any.
fn want(expr: &mut Expr) -> bool {
    let all = |parts: &mut [Expr]| parts.iter_mut().fold(false, |any, part| want(part) | any);
    match &mut *expr.kind {
        ExprKind::Not(inner) | ExprKind::At { body: inner, .. } => want(inner),
        ExprKind::And(parts) | ExprKind::Or(parts) => all(parts),
        ExprKind::Implies(left, right) => want(left) | want(right),
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => want(condition) | want(then) | want(otherwise),
        ExprKind::Quantified {
            quantifier,
            binders,
            body,
        } => {
            let inside = body.as_mut().is_some_and(want);
            if *quantifier != Quantifier::Every {
                return inside;
            }
            let there_is = Expr {
                kind: Box::new(ExprKind::Quantified {
                    quantifier: Quantifier::Some,
                    binders: binders.clone(),
                    body: None,
                }),
                span: expr.span,
            };
            let both = ExprKind::And(vec![there_is, expr.clone()]);
            *expr.kind = both;
            true
        }
        _ => false,
    }
}

/// The condition on which an effect depends, if it has one.
fn condition(effect: &mut Effect) -> Option<&mut Expr> {
    match effect {
        Effect::Result { when, .. }
        | Effect::Discount { when, .. }
        | Effect::Exception { when, .. }
        | Effect::Quality { when, .. }
        | Effect::Pattern { when, .. }
        | Effect::Ruling { when, .. } => Some(when),
        Effect::Define { body, .. } => Some(body),
        _ => None,
    }
}

fn invert(expr: &mut Expr) {
    let span = expr.span;
    let inner = expr.clone();
    *expr = Expr {
        kind: Box::new(ExprKind::Not(inner)),
        span,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use qili_lang::format::format_clause;
    use qili_words::Language;

    fn mutants(text: &str) -> Vec<String> {
        let file = qili_lang::parse::parse("test.rule", text).unwrap();
        let results = vec![Name {
            text: "等值".into(),
            span: file.clauses[0].span,
        }];
        mutations(&file.clauses[0], &results)
            .into_iter()
            .map(|(mutation, clause)| match clause {
                None => mutation.en(),
                Some(clause) => format_clause(&clause, Language::English)
                    .lines()
                    .skip(1)
                    .filter(|line| *line != "}")
                    .map(str::trim)
                    .collect::<Vec<_>>()
                    .join(" "),
            })
            .collect()
    }

    #[test]
    fn what_can_be_done_to_a_clause() {
        assert_eq!(
            mutants(r#"clause 1 "" "" { worth 马 is 1 强子 }"#),
            ["removed", "worth 马 is 0 强子", "worth 马 is 2 强子"]
        );
        assert_eq!(
            mutants(r#"clause 1 "" "" { exception to 2 when moved is 帅 }"#),
            ["removed", "exception to 2 when not moved is 帅"]
        );
        assert_eq!(
            mutants(r#"clause 1 "" "" { severity 将 捉 闲 }"#),
            ["removed", "severity 闲 捉 将"]
        );
        assert_eq!(
            mutants(
                r#"clause 1 "" "" { search 全盘 overall wants 得子 replies any opponent checks 3 }"#
            ),
            [
                "removed",
                "search 全盘 overall wants 等值 replies any opponent checks 3",
                "search 全盘 overall wants 得子 opponent checks 3",
                "search 全盘 overall wants 得子 replies any opponent checks 0",
                "search 全盘 overall wants 得子 replies any opponent checks 2",
            ]
        );
    }

    #[test]
    fn every_one_of_something() {
        let text = r#"clause 1 "" "" { exception to 2 for x when not (every y in pieces of turn where y attacks x: y is 马) }"#;
        let file = qili_lang::parse::parse("test.rule", text).unwrap();
        let changed = format_clause(&wanting(&file.clauses[0]).unwrap(), Language::English);
        assert!(
            changed.contains("some y in pieces of turn where y attacks x"),
            "{changed}"
        );
        assert!(changed.contains("every y in pieces of turn"), "{changed}");
        assert_eq!(
            wanting(
                &qili_lang::parse::parse("r", "clause 1 \"\" \"\" { unit 子 }")
                    .unwrap()
                    .clauses[0]
            ),
            None
        );
    }

    #[test]
    fn what_cannot_matter_is_left_alone() {
        assert!(
            mutants(r#"clause 1 "" "" { zone 九宫 palace files d to f ranks 0 to 2 }"#).is_empty()
        );
    }
}
