use qili_board::{Piece, Side, Square};
use qili_lang::{
    rules::{Expr, ExprKind, ResultId, Rules, Zone},
    syntax::Comparison,
};

use super::{CompileError, MAX_UNITS, Net, error::article};

/// The most that one piece can be worth in a unit.
const MOST: i8 = 50;
/// Net amounts up to this many either way are looked up, larger ones are worked out.
const BOUND: i8 = 7;
const SPAN: usize = 2 * BOUND as usize + 1;

/// What pieces are worth and which outcomes belong to which class, compiled from an edition's `unit`, `worth` and
/// `result` clauses.
#[derive(Debug)]
pub struct Material {
    /// Worth by piece and square.
    worths: Vec<[Net; Square::COUNT]>,
    results: Vec<Outcomes>,
    units: usize,
}

/// A class of outcomes: its condition, and its truth for small amounts.
#[derive(Debug)]
struct Outcomes {
    when: Expr,
    table: Vec<bool>,
}

impl Material {
    /// Compiles the clauses.
    ///
    /// # Errors
    /// More than [`MAX_UNITS`] units, or a `result` that asks for more than net amounts.
    pub fn compile(rules: &Rules) -> Result<Self, CompileError> {
        let units = rules.units.len();
        if units > MAX_UNITS {
            return Err(CompileError::TooManyUnits { declared: units });
        }
        let mut worths = vec![[Net::ZERO; Square::COUNT]; 2 * qili_board::Kind::MAX];
        for (kind, declared) in qili_board::Kind::all().zip(&rules.kinds) {
            for side in Side::ALL {
                for worth in &declared.worths {
                    let zone = worth.zone.map(|zone| &rules.zones[zone.index()]);
                    let amount = i8::try_from(worth.amount)
                        .ok()
                        .filter(|amount| (-MOST..=MOST).contains(amount))
                        .ok_or_else(|| CompileError::Worth {
                            amount: worth.amount,
                            article: article(rules, worth.clause),
                        })?;
                    for square in Square::all() {
                        if zone.is_none_or(|zone| within(zone, side, square)) {
                            let of = &mut worths[Piece { side, kind }.index()];
                            let of = &mut of[square.index() as usize].0[worth.unit.index()];
                            *of = of.saturating_add(amount);
                        }
                    }
                }
            }
        }
        let results = rules
            .results
            .iter()
            .map(|result| {
                Outcomes::compile(&result.when, units).ok_or_else(|| CompileError::Result {
                    article: article(rules, result.clause),
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            worths,
            results,
            units,
        })
    }

    /// What a piece is worth on a square.
    #[inline]
    pub fn worth(&self, piece: Piece, square: Square) -> Net {
        self.worths[piece.index()][square.index() as usize]
    }

    /// Whether an outcome is of a class.
    #[inline]
    pub fn is(&self, net: Net, result: ResultId) -> bool {
        let outcomes = &self.results[result.index()];
        match index(net, self.units) {
            Some(index) => outcomes.table[index],
            None => truth(&outcomes.when, net).unwrap_or(false),
        }
    }
}

impl Outcomes {
    fn compile(when: &Expr, units: usize) -> Option<Self> {
        let mut table = Vec::with_capacity(SPAN.pow(units as u32));
        for index in 0..SPAN.pow(units as u32) {
            let mut net = Net::ZERO;
            let mut rest = index;
            for unit in 0..units {
                net.0[unit] = (rest % SPAN) as i8 - BOUND;
                rest /= SPAN;
            }
            table.push(truth(when, net)?);
        }
        Some(Self {
            when: when.clone(),
            table,
        })
    }
}

/// Whether a square is in a zone of a side; ranks count from the side's own edge.
fn within(zone: &Zone, side: Side, square: Square) -> bool {
    let rank = match side {
        Side::Red => square.rank().index(),
        Side::Black => 9 - square.rank().index(),
    };
    let file = square.file().index();
    (zone.files.0..=zone.files.1).contains(&file) && (zone.ranks.0..=zone.ranks.1).contains(&rank)
}

/// The place of a net amount in the tables, if it is small.
#[inline]
fn index(net: Net, units: usize) -> Option<usize> {
    let mut index = 0;
    for unit in (0..units).rev() {
        let amount = net.0[unit];
        if !(-BOUND..=BOUND).contains(&amount) {
            return None;
        }
        index = index * SPAN + (amount + BOUND) as usize;
    }
    Some(index)
}

/// Whether a condition on net amounts holds; `None` if it asks for anything else.
fn truth(expr: &Expr, net: Net) -> Option<bool> {
    match &*expr.kind {
        ExprKind::Bool(value) => Some(*value),
        ExprKind::Not(inner) => truth(inner, net).map(|value| !value),
        ExprKind::And(parts) => parts
            .iter()
            .try_fold(true, |all, part| Some(truth(part, net)? && all)),
        ExprKind::Or(parts) => parts
            .iter()
            .try_fold(false, |any, part| Some(truth(part, net)? || any)),
        ExprKind::Implies(if_, then) => Some(!truth(if_, net)? || truth(then, net)?),
        ExprKind::If(if_, then, otherwise) => {
            let (then, otherwise) = (truth(then, net)?, truth(otherwise, net)?);
            Some(if truth(if_, net)? { then } else { otherwise })
        }
        ExprKind::Compare(comparison, left, right) => {
            let (left, right) = (amount(left, net)?, amount(right, net)?);
            Some(match comparison {
                Comparison::Equal => left == right,
                Comparison::NotEqual => left != right,
                Comparison::Less => left < right,
                Comparison::LessOrEqual => left <= right,
                Comparison::Greater => left > right,
                Comparison::GreaterOrEqual => left >= right,
            })
        }
        _ => None,
    }
}

/// The value of a number; `None` if it asks for anything but net amounts.
fn amount(expr: &Expr, net: Net) -> Option<i64> {
    match &*expr.kind {
        ExprKind::Int(value) => Some(*value),
        ExprKind::Net(unit) => net.0.get(unit.index()).map(|&amount| i64::from(amount)),
        ExprKind::Sum(left, minus, right) => {
            let (left, right) = (amount(left, net)?, amount(right, net)?);
            Some(if *minus { left - right } else { left + right })
        }
        ExprKind::If(if_, then, otherwise) => {
            let (then, otherwise) = (amount(then, net)?, amount(otherwise, net)?);
            Some(if truth(if_, net)? { then } else { otherwise })
        }
        _ => None,
    }
}
