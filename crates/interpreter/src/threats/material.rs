use std::convert::Infallible;

use qili_board::{Piece, Side, Square};
use qili_lang::Truth;
use qili_lang::eval::{self, Value, World};
use qili_lang::rules::{Definition, Expr, ExprKind, ResultId, Rules, Table};

use super::{CompileError, MAX_UNITS, Net, error::article};
use crate::movement::Movement;

/// The most that one piece can be worth in a unit.
const MOST: i8 = 50;
/// Net amounts up to this many either way are looked up, larger ones are worked out.
const BOUND: i8 = 4;
const SPAN: usize = 2 * BOUND as usize + 1;

/// What pieces are worth and which outcomes belong to which class, compiled from an edition's `unit`, `worth` and
/// `result` clauses.
#[derive(Debug, Clone)]
pub struct Material {
    /// Worth by piece and square.
    worths: Vec<[Net; Square::COUNT]>,
    results: Table<ResultId, Outcomes>,
    units: usize,
}

/// A class of outcomes: its condition, and its truth for small amounts.
#[derive(Debug, Clone)]
struct Outcomes {
    when: Expr,
    table: Vec<bool>,
}

impl Material {
    /// Compiles the clauses.
    ///
    /// # Errors
    /// More than [`MAX_UNITS`] units, or a `result` that asks for more than net amounts.
    pub fn compile(rules: &Rules, movement: &Movement) -> Result<Self, CompileError> {
        let units = rules.units.len();
        if units > MAX_UNITS {
            return Err(CompileError::TooManyUnits { declared: units });
        }
        let mut worths = vec![[Net::ZERO; Square::COUNT]; 2 * qili_board::Kind::MAX];
        for (kind, declared) in qili_board::Kind::all().zip(&rules.kinds) {
            for side in Side::ALL {
                for worth in &declared.worths {
                    let zone = worth.zone.map(|zone| movement.zone(zone, side));
                    let amount = i8::try_from(worth.amount)
                        .ok()
                        .filter(|amount| (-MOST..=MOST).contains(amount))
                        .ok_or_else(|| CompileError::Worth {
                            amount: worth.amount,
                            article: article(rules, worth.clause),
                        })?;
                    for square in Square::all() {
                        if zone.is_none_or(|zone| zone.contains(square)) {
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
        let outcomes = &self.results[result];
        match index(net, self.units) {
            Some(index) => outcomes.table[index],
            None => net.holds(&outcomes.when).unwrap_or(false),
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
            table.push(net.holds(when)?);
        }
        Some(Self {
            when: when.clone(),
            table,
        })
    }
}

impl Net {
    /// Whether a condition on net amounts holds; `None` if it asks for anything else.
    fn holds(mut self, when: &Expr) -> Option<bool> {
        match self.truth(when, &(), &mut eval::Frame::new()) {
            Truth::Unknown => None,
            known => Some(known.is_yes()),
        }
    }
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

/// What conditions of results speak of: the net amounts of units.
impl<'r> World<'r> for Net {
    type Thing = Infallible;
    type Scene = ();

    fn definitions(&self) -> &'r [Definition] {
        &[]
    }

    fn atom(&mut self, asked: &ExprKind, _: &[Value<Infallible>], (): &()) -> Value<Infallible> {
        match asked {
            ExprKind::Net(unit) => Value::Int(self.of(*unit).into()),
            _ => Value::Unknown,
        }
    }
}
