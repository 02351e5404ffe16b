//! An edition written by hand: chariots are worth two strong units, horses and cannons one, advisors and elephants a weak
//! one, soldiers beyond the river a floating one; captures by generals and soldiers of their own are discounted.

use qili_lang::{
    rules::*,
    syntax::{Comparison, LoneVerb, Span, Type},
};
use qili_words::Bilingual;

/// The classes of outcome.
pub(super) const GAIN: ResultId = ResultId(0);
pub(super) const NO_LOSS: ResultId = ResultId(1);

/// The searches.
pub(super) const DIRECT: SearchId = SearchId(0);
pub(super) const LOCAL: SearchId = SearchId(1);
pub(super) const GLOBAL: SearchId = SearchId(2);
pub(super) const EVEN: SearchId = SearchId(3);
pub(super) const EXPOSED: SearchId = SearchId(4);
pub(super) const ALONE: SearchId = SearchId(5);
pub(super) const FIRST: SearchId = SearchId(6);

fn expr(kind: ExprKind) -> Expr {
    Expr {
        kind: Box::new(kind),
        ty: Type::Bool,
        span: Span::default(),
    }
}

fn compare(unit: u16, comparison: Comparison, amount: i64) -> Expr {
    expr(ExprKind::Compare(
        comparison,
        expr(ExprKind::Net(UnitId(unit))),
        expr(ExprKind::Int(amount)),
    ))
}

fn unless(facts: &[Fact]) -> Vec<Expr> {
    let capture = || expr(ExprKind::Variable(Slot(0)));
    let unless = facts
        .iter()
        .map(|&fact| expr(ExprKind::Not(expr(ExprKind::Fact(capture(), fact)))));
    unless.collect()
}

/// Its rules, without movement.
pub(super) fn rules() -> Rules {
    let clause = ClauseId(0);
    let mut rules = Rules {
        clauses: vec![ClauseInfo {
            article: "7".into(),
            title: Bilingual::default(),
            remarks: Vec::new(),
            source: 0,
            span: Span::default(),
        }]
        .into(),
        zones: vec![Zone {
            names: Bilingual::default(),
            files: (0, 8),
            ranks: (5, 9),
        }]
        .into(),
        units: vec![Bilingual::default(); 3].into(),
        ..Rules::default()
    };
    for worth in [
        None,
        Some((1, 1)),
        Some((1, 1)),
        Some((1, 0)),
        Some((2, 0)),
        Some((1, 0)),
        Some((1, 2)),
    ] {
        let soldier = rules.kinds.len() == 6;
        let worth = worth.map(|(amount, unit)| Worth {
            clause,
            zone: soldier.then_some(ZoneId(0)),
            amount,
            unit: UnitId(unit),
        });
        rules.kinds.push(Kind {
            clause,
            names: Bilingual::default(),
            letters: Vec::new(),
            red: Vec::new(),
            black: Vec::new(),
            royal: rules.kinds.is_empty(),
            within: None,
            motions: Vec::new(),
            motion_zones: Vec::new(),
            worths: worth.into_iter().collect(),
        });
    }
    let gain = || {
        expr(ExprKind::Or(vec![
            compare(0, Comparison::Greater, 0),
            expr(ExprKind::And(vec![
                compare(0, Comparison::Equal, 0),
                compare(1, Comparison::Greater, 0),
            ])),
        ]))
    };
    let even = expr(ExprKind::And(vec![
        compare(0, Comparison::Equal, 0),
        compare(1, Comparison::Equal, 0),
    ]));
    for when in [gain(), expr(ExprKind::Or(vec![gain(), even]))] {
        rules.results.push(Result {
            clause,
            names: Bilingual::default(),
            when,
        });
    }
    let is = |kind| {
        expr(ExprKind::IsKind(
            expr(ExprKind::Variable(Slot(0))),
            KindId(kind),
        ))
    };
    let mut all = vec![expr(ExprKind::Or(vec![is(0), is(6)]))];
    all.extend(unless(&[
        Fact::ChecksWithAnother,
        Fact::CapturedBefore,
        Fact::Retakes,
    ]));
    rules.discounts.push(Discount {
        clause,
        when: expr(ExprKind::And(all)),
    });
    let stuck = ExprKind::Lone(LoneVerb::HasMove, expr(ExprKind::Variable(Slot(0))));
    rules.endings.push(Ending {
        clause,
        frame: 1,
        cause: Cause::Board(expr(ExprKind::Not(expr(stuck)))),
        then: Verdict::Loses,
    });
    let local = Search {
        clause,
        names: Bilingual::default(),
        wants: GAIN,
        replies_retaking: true,
        replies_exposed: false,
        replies_any: false,
        opponent_checks: 3,
        initiatives: 5,
        quiet_captures: None,
        quiet_checks: 2,
        losses_elsewhere: false,
        alone_after_retaking: false,
        defender_moves: None,
        also_quiet: AlsoQuiet {
            aim: true,
            later: true,
            again: true,
        },
        first_mover_only: false,
    };
    let global = Search {
        replies_any: true,
        losses_elsewhere: true,
        ..local.clone()
    };
    rules.searches = vec![
        Search {
            quiet_captures: Some(1),
            ..local.clone()
        },
        local.clone(),
        global.clone(),
        Search {
            wants: NO_LOSS,
            ..global.clone()
        },
        Search {
            wants: NO_LOSS,
            replies_exposed: true,
            losses_elsewhere: true,
            opponent_checks: 0,
            ..local
        },
        Search {
            alone_after_retaking: true,
            ..global.clone()
        },
        Search {
            first_mover_only: true,
            ..global
        },
    ]
    .into();
    rules
}
