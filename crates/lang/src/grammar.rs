//! The parser that pest makes of `grammar.pest`, and with what each of its rules can begin.
#![allow(
    missing_docs,
    reason = "generated: one variant for each rule of the grammar"
)]

use crate::parse::CLAUSE_SIZE_LIMIT;
use pest::Parser;
use pest::error::Error;
use pest::iterators::Pairs;
use pest_meta::ast::Expr;
use pest_meta::parser;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The grammar as text.
pub(crate) const GRAMMAR: &str = include_str!("grammar.pest");

/// Recogniser of the grammar; [`crate::parse`] builds the tree.
#[derive(pest_derive::Parser)]
#[grammar = "grammar.pest"]
pub(crate) struct Grammar;

/// Why a part of a file cannot be read.
pub(crate) enum Unread {
    /// It is longer than a clause may be.
    TooLong,
    /// It is not what the grammar wants.
    Wrong(Box<Error<Rule>>),
}

/// Reads a clause, or what stands before the first one.
pub(crate) fn read(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Unread> {
    if text.len() > CLAUSE_SIZE_LIMIT {
        return Err(Unread::TooLong);
    }
    Grammar::parse(rule, text).map_err(|error| Unread::Wrong(Box::new(error)))
}

/// The grammar's rules as pest reads them, needed only to explain mistakes.
static BODIES: LazyLock<HashMap<String, Expr>> = LazyLock::new(|| {
    let pairs = parser::parse(parser::Rule::grammar_rules, GRAMMAR);
    let rules = pairs
        .ok()
        .and_then(|pairs| parser::consume_rules(pairs).ok());
    let rules = rules.into_iter().flatten();
    rules.map(|rule| (rule.name, rule.expr)).collect()
});

static NAMES: LazyLock<HashMap<String, Rule>> = LazyLock::new(|| {
    let named = |rule: &Rule| (format!("{rule:?}"), *rule);
    Rule::all_rules().iter().map(named).collect()
});

/// With which keyword rules each rule can begin.
static FIRST: LazyLock<HashMap<Rule, Vec<Rule>>> = LazyLock::new(|| {
    let first = |rule: &Rule| {
        let mut found = Vec::new();
        begin(
            &Expr::Ident(format!("{rule:?}")),
            &mut Vec::new(),
            &mut found,
        );
        (*rule, found)
    };
    Rule::all_rules().iter().map(first).collect()
});

/// The keyword rules with which a rule can begin, in the order of the grammar.
pub(crate) fn first_keywords(rule: Rule) -> &'static [Rule] {
    FIRST.get(&rule).map_or(&[], Vec::as_slice)
}

/// Whether a rule can begin with another that is no keyword.
pub(crate) fn can_begin(rule: Rule, with: Rule) -> bool {
    let with = format!("{with:?}");
    let mut seen = Vec::new();
    begin(
        &Expr::Ident(format!("{rule:?}")),
        &mut seen,
        &mut Vec::new(),
    );
    seen.contains(&with)
}

fn begin(expr: &Expr, seen: &mut Vec<String>, found: &mut Vec<Rule>) {
    match expr {
        Expr::Ident(name) if seen.contains(name) => {}
        Expr::Ident(name) if name.starts_with("kw_") => {
            seen.push(name.clone());
            found.extend(NAMES.get(name));
        }
        Expr::Ident(name) => {
            seen.push(name.clone());
            if let Some(body) = BODIES.get(name) {
                begin(body, seen, found);
            }
        }
        Expr::Seq(first, then) => {
            begin(first, seen, found);
            if can_be_empty(first) {
                begin(then, seen, found);
            }
        }
        Expr::Choice(one, other) => {
            begin(one, seen, found);
            begin(other, seen, found);
        }
        Expr::Opt(inner) | Expr::Rep(inner) | Expr::RepOnce(inner) => begin(inner, seen, found),
        _ => {}
    }
}

fn can_be_empty(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Opt(_) | Expr::Rep(_) | Expr::NegPred(_) | Expr::PosPred(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_begins_with_a_keyword_in_one_way() {
        for (rule, keywords) in FIRST.iter() {
            for (index, keyword) in keywords.iter().enumerate() {
                assert!(
                    !keywords[..index].contains(keyword),
                    "{rule:?}: {keyword:?}"
                );
            }
        }
        assert!(first_keywords(Rule::clause).contains(&Rule::kw_clause));
        assert!(can_begin(Rule::expr, Rule::ident));
        assert!(!can_begin(Rule::clause, Rule::ident));
    }
}
