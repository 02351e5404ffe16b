//! From the grammar's pairs to expressions.

use super::build::{Builder, Built, half_width};
use super::error::Problem;
use crate::grammar::Rule;
use crate::keywords::{ATTRIBUTES, WORDS, canonical};
use crate::syntax::*;
use pest::iterators::Pair;
use qili_words::Bilingual;

impl Builder<'_> {
    /// An expression of any strength.
    pub(super) fn expr(&self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        self.deeper(levels(&pair), span, || self.whole(pair, span))
    }

    fn whole(&self, pair: Pair<'_, Rule>, span: Span) -> Built<Expr> {
        match pair.as_rule() {
            Rule::expr => self.expr(self.only(pair)?),
            Rule::conditional => {
                let mut parts = self.operands(pair)?.into_iter();
                match (parts.next(), parts.next(), parts.next()) {
                    (Some(condition), Some(then), Some(otherwise)) => Ok(expr(
                        ExprKind::If {
                            condition,
                            then,
                            otherwise,
                        },
                        span,
                    )),
                    _ => Err(self.incomplete(span)),
                }
            }
            Rule::implication => {
                let mut parts = self.operands(pair)?;
                let mut right = parts.pop().ok_or_else(|| self.incomplete(span))?;
                while let Some(left) = parts.pop() {
                    let whole = Span {
                        start: left.span.start,
                        end: right.span.end,
                    };
                    right = expr(ExprKind::Implies(left, right), whole);
                }
                Ok(right)
            }
            Rule::disjunction => self.joined(pair, ExprKind::Or),
            Rule::conjunction => self.joined(pair, ExprKind::And),
            Rule::negation => {
                let mut inner = pair.into_inner();
                let first = self.next(&mut inner)?;
                match first.as_rule() {
                    Rule::kw_not => Ok(expr(
                        ExprKind::Not(self.expr(self.next(&mut inner)?)?),
                        span,
                    )),
                    Rule::quantified => self.quantified(first),
                    _ => self.expr(first),
                }
            }
            Rule::comparison => self.comparison(pair),
            Rule::sum => self.sum(pair),
            Rule::placed | Rule::set => self.placed(pair),
            Rule::predicate => self.predicate(pair),
            Rule::operand => self.operand(pair),
            Rule::attribute => {
                let mut inner = pair.into_inner();
                let name = self.attribute_name(&self.next(&mut inner)?);
                let of = inner.find(|part| part.as_rule() == Rule::operand);
                let of = self.expr(of.ok_or_else(|| self.incomplete(span))?)?;
                self.asked_of(name, of, inner.next(), span)
            }
            Rule::other => {
                let mut inner = pair.into_inner();
                let mut name = self.name(&self.next(&mut inner)?);
                "other".clone_into(&mut name.text);
                let of = self.expr(self.next(&mut inner)?)?;
                Ok(expr(ExprKind::Of { name, of }, span))
            }
            Rule::primary => self.expr(self.only(pair)?),
            Rule::int | Rule::negative => Ok(expr(ExprKind::Int(self.int(&pair)?.value), span)),
            Rule::kw_true => Ok(expr(ExprKind::Bool(true), span)),
            Rule::kw_false => Ok(expr(ExprKind::Bool(false), span)),
            Rule::kw_unknown => Ok(expr(ExprKind::Unknown, span)),
            Rule::tally => {
                let binder = pair
                    .into_inner()
                    .find(|part| part.as_rule() == Rule::binder);
                let binder = self.binder(binder.ok_or_else(|| self.incomplete(span))?)?;
                Ok(expr(ExprKind::Count { binder }, span))
            }
            Rule::captureless => {
                let checks = pair.into_inner().find(|part| part.as_rule() == Rule::int);
                let checks = self.int(&checks.ok_or_else(|| self.incomplete(span))?)?;
                Ok(expr(ExprKind::Captureless { checks }, span))
            }
            Rule::call => {
                let mut inner = pair.into_inner();
                let name = self.name(&self.next(&mut inner)?);
                let arguments = inner
                    .map(|argument| self.expr(argument))
                    .collect::<Built<_>>()?;
                Ok(expr(ExprKind::Call { name, arguments }, span))
            }
            Rule::name => Ok(expr(ExprKind::Name(self.word(&pair)), span)),
            _ => Err(self.incomplete(span)),
        }
    }

    /// The operands of an expression, without the keywords between them.
    fn operands(&self, pair: Pair<'_, Rule>) -> Built<Vec<Expr>> {
        pair.into_inner()
            .filter(|part| crate::keywords::keyword(part.as_rule()).is_none())
            .map(|part| self.expr(part))
            .collect()
    }

    fn joined(&self, pair: Pair<'_, Rule>, join: fn(Vec<Expr>) -> ExprKind) -> Built<Expr> {
        let span = self.span(&pair);
        let mut parts = self.operands(pair)?;
        match parts.len() {
            1 => Ok(parts.remove(0)),
            _ => Ok(expr(join(parts), span)),
        }
    }

    fn quantified(&self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let quantifier = match self.only(self.next(&mut inner)?)?.as_rule() {
            Rule::kw_some => Quantifier::Some,
            Rule::kw_every => Quantifier::Every,
            _ => Quantifier::No,
        };
        let mut binders = Vec::new();
        let mut body = None;
        for part in inner {
            match part.as_rule() {
                Rule::binder => binders.push(self.binder(part)?),
                _ => body = Some(self.expr(part)?),
            }
        }
        if quantifier == Quantifier::Every && body.is_none() {
            return Err(Problem::new(
                Bilingual::new(
                    "`凡`（`every`）要说出每一个都怎样",
                    "`every` must say what holds of each of them",
                ),
                span,
                Bilingual::new("写作 `凡 x 于 …: …`", "write `every x in SET: …`"),
            ));
        }
        Ok(expr(
            ExprKind::Quantified {
                quantifier,
                binders,
                body,
            },
            span,
        ))
    }

    fn binder(&self, pair: Pair<'_, Rule>) -> Built<Binder> {
        let mut inner = pair
            .into_inner()
            .filter(|part| !matches!(part.as_rule(), Rule::kw_in | Rule::kw_where));
        Ok(Binder {
            name: self.name(&self.next(&mut inner)?),
            set: self.expr(self.next(&mut inner)?)?,
            filter: inner.next().map(|filter| self.expr(filter)).transpose()?,
        })
    }

    fn comparison(&self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let left = self.expr(self.next(&mut inner)?)?;
        let Some(mark) = inner.next() else {
            return Ok(left);
        };
        let operator = match half_width(mark.as_str()).as_str() {
            "!=" | "≠" => Comparison::NotEqual,
            "<=" | "≤" | "≦" => Comparison::LessOrEqual,
            ">=" | "≥" | "≧" => Comparison::GreaterOrEqual,
            "<" => Comparison::Less,
            ">" => Comparison::Greater,
            _ => Comparison::Equal,
        };
        let right = self.expr(self.next(&mut inner)?)?;
        Ok(expr(
            ExprKind::Compare {
                left,
                operator,
                right,
            },
            span,
        ))
    }

    fn sum(&self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let mut inner = pair.into_inner();
        let mut left = self.expr(self.next(&mut inner)?)?;
        while let Some(sign) = inner.next() {
            let minus = matches!(sign.as_str(), "-" | "－");
            let right = self.expr(self.next(&mut inner)?)?;
            let span = Span {
                start: left.span.start,
                end: right.span.end,
            };
            left = expr(ExprKind::Sum { left, minus, right }, span);
        }
        Ok(left)
    }

    fn placed(&self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let mut inner = pair.into_inner();
        let mut body = self.expr(self.next(&mut inner)?)?;
        for place in inner {
            let span = Span {
                start: body.span.start,
                end: self.span(&place).end,
            };
            let place = self.place(place)?;
            body = expr(ExprKind::At { body, place }, span);
        }
        Ok(body)
    }

    pub(super) fn place(&self, pair: Pair<'_, Rule>) -> Built<Place> {
        let mut inner = pair.into_inner();
        let word = self.next(&mut inner)?;
        Ok(match word.as_rule() {
            Rule::kw_at_before => Place::Before,
            Rule::kw_at_after => Place::After,
            Rule::kw_at_reply => Place::Reply,
            Rule::kw_at_earlier => Place::Earlier,
            Rule::kw_passing => Place::Passing,
            Rule::kw_waiving_checks => Place::WaivingChecks,
            Rule::kw_as_if_unchecked => Place::AsIfUnchecked,
            Rule::kw_counting_captures => Place::CountingEveryCapture,
            Rule::kw_barring_nothing => Place::BarringNothing,
            Rule::kw_at => Place::Ply(self.expr(self.next(&mut inner)?)?),
            Rule::kw_under => Place::Under(self.name(&self.next(&mut inner)?)),
            Rule::kw_without => Place::Without(self.expr(self.next(&mut inner)?)?),
            _ => {
                let by = self.expr(self.next(&mut inner)?)?;
                match inner.find(|part| part.as_rule() == Rule::operand) {
                    Some(what) => Place::Taken {
                        by,
                        what: self.expr(what)?,
                    },
                    None => Place::Played(by),
                }
            }
        })
    }

    fn predicate(&self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let subject = self.expr(self.next(&mut inner)?)?;
        let Some(tail) = inner.next() else {
            return Ok(subject);
        };
        let mut inner = tail.into_inner();
        let word = self.next(&mut inner)?.as_rule();
        let lone = |subject, verb| ExprKind::Alone { subject, verb };
        let fact = |subject, fact| ExprKind::Fact { subject, fact };
        let kind = match word {
            Rule::kw_is_in_check => lone(subject, LoneVerb::IsInCheck),
            Rule::kw_is_not_in_check => {
                ExprKind::Not(expr(lone(subject, LoneVerb::IsInCheck), span))
            }
            Rule::kw_has_a_move => lone(subject, LoneVerb::HasMove),
            Rule::kw_checks => lone(subject, LoneVerb::Checks),
            Rule::kw_captures => lone(subject, LoneVerb::Captures),
            Rule::kw_is_captured_before => fact(subject, Fact::CapturedBefore),
            Rule::kw_checks_with_another => fact(subject, Fact::ChecksWithAnother),
            Rule::kw_retakes => fact(subject, Fact::Retakes),
            Rule::kw_is_in | Rule::kw_in | Rule::kw_is_not_in => ExprKind::In {
                subject,
                negated: word == Rule::kw_is_not_in,
                set: self.expr(self.next(&mut inner)?)?,
            },
            Rule::kw_is | Rule::kw_is_not => ExprKind::Is {
                subject,
                negated: word == Rule::kw_is_not,
                predicate: self.word(&self.next(&mut inner)?),
            },
            Rule::kw_has => ExprKind::Has {
                subject,
                nature: self.name(&self.next(&mut inner)?),
            },
            Rule::kw_wins => {
                let target = self.next(&mut inner)?;
                let target = match target.as_rule() {
                    Rule::kw_anything => None,
                    _ => Some(self.expr(target)?),
                };
                let mut inner = inner.filter(|part| part.as_rule() != Rule::kw_by);
                ExprKind::Wins {
                    first: subject,
                    target,
                    search: self.name(&self.next(&mut inner)?),
                    barring: self.barring(inner.next()),
                }
            }
            Rule::kw_mates_within => ExprKind::Mates {
                subject,
                within: self.expr(self.next(&mut inner)?)?,
                barring: self.barring(inner.next()),
            },
            _ => ExprKind::Verb {
                subject,
                verb: match word {
                    Rule::kw_takes => Verb::Takes,
                    Rule::kw_attacks => Verb::Attacks,
                    Rule::kw_protects => Verb::Protects,
                    _ => Verb::DearerThan,
                },
                object: self.expr(self.next(&mut inner)?)?,
            },
        };
        Ok(expr(kind, span))
    }

    fn barring(&self, pair: Option<Pair<'_, Rule>>) -> Vec<Name> {
        pair.into_iter()
            .flat_map(Pair::into_inner)
            .filter(|part| part.as_rule() == Rule::name)
            .map(|name| self.name(&name))
            .collect()
    }

    fn operand(&self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let mut inner = pair.into_inner();
        let mut value = self.expr(self.next(&mut inner)?)?;
        for owned in inner {
            let span = Span {
                start: value.span.start,
                end: self.span(&owned).end,
            };
            let mut inner = owned.into_inner();
            let name = inner
                .find(|part| {
                    matches!(
                        part.as_rule(),
                        Rule::name | Rule::kw_other | Rule::kw_targets
                    )
                })
                .ok_or_else(|| self.incomplete(span))?;
            let name = self.attribute_name(&name);
            value = self.asked_of(name, value, inner.next(), span)?;
        }
        Ok(value)
    }

    /// An attribute, or the targets of one nature where that is named.
    fn asked_of(
        &self,
        name: Name,
        of: Expr,
        nature: Option<Pair<'_, Rule>>,
        span: Span,
    ) -> Built<Expr> {
        let Some(nature) = nature else {
            return Ok(expr(ExprKind::Of { name, of }, span));
        };
        let nature = nature
            .into_inner()
            .find(|part| part.as_rule() == Rule::name);
        let nature = self.name(&nature.ok_or_else(|| self.incomplete(span))?);
        Ok(expr(ExprKind::TargetsAs { ply: of, nature }, span))
    }

    /// The name of an attribute, in English where it is a word of the vocabulary.
    fn attribute_name(&self, pair: &Pair<'_, Rule>) -> Name {
        let mut name = self.name(pair);
        if let Some(word) = canonical(ATTRIBUTES, &name.text) {
            word.clone_into(&mut name.text);
        }
        name
    }

    /// A name, in English where it is a word of the vocabulary.
    fn word(&self, pair: &Pair<'_, Rule>) -> Name {
        let mut name = self.name(pair);
        if let Some(word) = canonical(WORDS, &name.text) {
            word.clone_into(&mut name.text);
        }
        name
    }

    fn incomplete(&self, span: Span) -> Problem {
        Problem::incomplete(span)
    }
}

/// How many levels a rule adds to the tree: brackets and what binds one operand add one, chains one a link.
fn levels(pair: &Pair<'_, Rule>) -> usize {
    let links = |parts: &Pair<'_, Rule>| {
        let parts = parts.clone().into_inner().map(|part| part.as_rule());
        parts
            .filter(|rule| !matches!(rule, Rule::kw_implies | Rule::sign))
            .count()
            .saturating_sub(1)
    };
    match pair.as_rule() {
        Rule::expr | Rule::attribute | Rule::other => 1,
        Rule::negation
        | Rule::implication
        | Rule::sum
        | Rule::placed
        | Rule::set
        | Rule::operand => links(pair),
        _ => 0,
    }
}

fn expr(kind: ExprKind, span: Span) -> Expr {
    Expr {
        kind: Box::new(kind),
        span,
    }
}
