//! Printing expressions with no more brackets than they need.

use super::WIDTH;
use crate::grammar::Rule;
use crate::keywords::{ATTRIBUTES, WORDS, text, translated};
use crate::syntax::*;
use qili_words::Language;

/// How strongly an expression binds; what is looser than its surroundings stands in brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    If,
    Implies,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Placed,
    Predicate,
    Operand,
}

fn strength(expr: &Expr) -> Strength {
    match &*expr.kind {
        ExprKind::If { .. } => Strength::If,
        ExprKind::Implies(..) => Strength::Implies,
        ExprKind::Or(_) => Strength::Or,
        ExprKind::And(_) => Strength::And,
        ExprKind::Not(_) | ExprKind::Quantified { .. } => Strength::Not,
        ExprKind::Compare { .. } => Strength::Compare,
        ExprKind::Sum { .. } => Strength::Sum,
        ExprKind::At { .. } => Strength::Placed,
        ExprKind::Is { .. }
        | ExprKind::In { .. }
        | ExprKind::Has { .. }
        | ExprKind::Fact { .. }
        | ExprKind::Verb { .. }
        | ExprKind::Alone { .. }
        | ExprKind::Wins { .. }
        | ExprKind::Mates { .. } => Strength::Predicate,
        ExprKind::Bool(_)
        | ExprKind::Unknown
        | ExprKind::Int(_)
        | ExprKind::Name(_)
        | ExprKind::Call { .. }
        | ExprKind::Of { .. }
        | ExprKind::TargetsAs { .. }
        | ExprKind::Captureless { .. }
        | ExprKind::Count { .. } => Strength::Operand,
    }
}

/// An expression as text on one line, in a language.
///
/// ```
/// use qili_lang::{format::print_expr, parse::parse, syntax::Effect};
/// use qili_words::Language;
///
/// let file = parse("r", r#"clause 1 "" { ruling for s when every p in plies of s: p is 将 then s loses }"#)?;
/// let Some(Effect::Ruling { when, .. }) = &file.clauses[0].effect else { unreachable!() };
/// assert_eq!(print_expr(when, Language::Chinese), "凡 p 于 s 的 着: p 是 将");
/// # Ok::<(), qili_lang::parse::ParseError>(())
/// ```
#[must_use]
pub fn print_expr(expr: &Expr, language: Language) -> String {
    Expressions {
        language,
        indent: None,
    }
    .print(expr, Strength::If, true)
}

/// Whether a nature named behind an expression would be taken for that of targets inside it.
fn ends_in_targets(expr: &Expr) -> bool {
    match &*expr.kind {
        ExprKind::Of { name, of } => name.text == "targets" || ends_in_targets(of),
        _ => false,
    }
}

/// A set as it stands after `in`: its places need no brackets.
pub(super) fn print_set(expr: &Expr, language: Language) -> String {
    Expressions {
        language,
        indent: None,
    }
    .set(expr)
}

/// Places as they follow each other.
pub(super) fn print_places(places: &[Place], language: Language) -> String {
    let printer = Expressions {
        language,
        indent: None,
    };
    let places: Vec<String> = places.iter().map(|place| printer.place(place)).collect();
    places.join(" ")
}

/// An expression over several lines, those after the first indented.
pub(super) fn lay_out(expr: &Expr, language: Language, indent: usize) -> String {
    let printer = Expressions {
        language,
        indent: Some(indent),
    };
    printer.print(expr, Strength::If, true)
}

/// The columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars()
        .map(|c| if c >= '\u{2e80}' { 2 } else { 1 })
        .sum()
}

#[derive(Clone, Copy)]
struct Expressions {
    language: Language,
    /// Where lines may be broken: how far the next are indented.
    indent: Option<usize>,
}

impl Expressions {
    fn word(self, rule: Rule) -> &'static str {
        text(rule, self.language)
    }

    /// `least` is how strongly it must bind to stand without brackets, `last` whether nothing follows that a quantifier's
    /// body would take for a part of itself.
    fn print(self, expr: &Expr, least: Strength, last: bool) -> String {
        let flat = Self {
            indent: None,
            ..self
        };
        if let Some(indent) = self.indent {
            let line = flat.print(expr, least, last);
            if indent + width(&line) <= WIDTH {
                return line;
            }
        }
        let open_end = matches!(&*expr.kind, ExprKind::Quantified { .. }) && !last;
        let count = matches!(&*expr.kind, ExprKind::Count { .. });
        if strength(expr) < least || open_end || count {
            return format!("({})", self.indented(1).bare(expr, true));
        }
        self.bare(expr, last)
    }

    fn indented(self, by: usize) -> Self {
        Self {
            indent: self.indent.map(|indent| indent + by),
            ..self
        }
    }

    /// A blank, or a new line where lines may be broken.
    fn gap(self) -> String {
        match self.indent {
            None => " ".to_owned(),
            Some(indent) => format!("\n{}", " ".repeat(indent)),
        }
    }

    fn bare(self, expr: &Expr, last: bool) -> String {
        let operand = |expr: &Expr| {
            Self {
                indent: None,
                ..self
            }
            .print(expr, Strength::Operand, false)
        };
        match &*expr.kind {
            ExprKind::Bool(value) => self
                .word(if *value {
                    Rule::kw_true
                } else {
                    Rule::kw_false
                })
                .to_owned(),
            ExprKind::Unknown => self.word(Rule::kw_unknown).to_owned(),
            ExprKind::Int(value) => value.to_string(),
            ExprKind::Name(name) => translated(WORDS, &name.text, self.language).to_owned(),
            ExprKind::Call { name, arguments } => {
                let arguments: Vec<String> = arguments
                    .iter()
                    .map(|argument| self.argument(argument))
                    .collect();
                format!("{}({})", name.text, arguments.join(", "))
            }
            ExprKind::Of { name, of } => self.attribute(&name.text, &operand(of)),
            ExprKind::TargetsAs { ply, nature } => {
                let ply = if ends_in_targets(ply) {
                    format!("({})", operand(ply))
                } else {
                    operand(ply)
                };
                let targets = self.attribute("targets", &ply);
                format!("{targets} {} {}", self.word(Rule::kw_as), nature.text)
            }
            ExprKind::Captureless { checks } => {
                let counting = self.word(Rule::kw_captureless_counting);
                format!("{counting} {} {}", checks.value, self.word(Rule::kw_checks))
            }
            ExprKind::Is {
                subject,
                negated,
                predicate,
            } => {
                let is = self.word(if *negated {
                    Rule::kw_is_not
                } else {
                    Rule::kw_is
                });
                let predicate = translated(WORDS, &predicate.text, self.language);
                format!("{} {is} {predicate}", operand(subject))
            }
            ExprKind::In {
                subject,
                negated,
                set,
            } => {
                let is = self.word(if *negated {
                    Rule::kw_is_not_in
                } else {
                    Rule::kw_is_in
                });
                let mut set = operand(set);
                // `is in check` is a word of its own, whatever may be called `check`.
                let word = text(Rule::kw_is_in_check, self.language);
                if word
                    .strip_prefix(self.word(Rule::kw_is_in))
                    .is_some_and(|rest| rest.trim() == crate::scan::word(&set))
                {
                    set = format!("({set})");
                }
                format!("{} {is} {set}", operand(subject))
            }
            ExprKind::Has { subject, nature } => {
                format!(
                    "{} {} {}",
                    operand(subject),
                    self.word(Rule::kw_has),
                    nature.text
                )
            }
            ExprKind::Fact { subject, fact } => {
                let fact = match fact {
                    Fact::ChecksWithAnother => Rule::kw_checks_with_another,
                    Fact::CapturedBefore => Rule::kw_is_captured_before,
                    Fact::Retakes => Rule::kw_retakes,
                };
                format!("{} {}", operand(subject), self.word(fact))
            }
            ExprKind::Alone { subject, verb } => {
                let verb = match verb {
                    LoneVerb::Checks => Rule::kw_checks,
                    LoneVerb::Captures => Rule::kw_captures,
                    LoneVerb::IsInCheck => Rule::kw_is_in_check,
                    LoneVerb::HasMove => Rule::kw_has_a_move,
                };
                format!("{} {}", operand(subject), self.word(verb))
            }
            ExprKind::Verb {
                subject,
                verb,
                object,
            } => {
                let verb = match verb {
                    Verb::Takes => Rule::kw_takes,
                    Verb::Attacks => Rule::kw_attacks,
                    Verb::Protects => Rule::kw_protects,
                    Verb::DearerThan => Rule::kw_dearer_than,
                };
                format!(
                    "{} {} {}",
                    operand(subject),
                    self.word(verb),
                    operand(object)
                )
            }
            ExprKind::Wins {
                first,
                target,
                search,
                barring,
            } => {
                let target = match target {
                    Some(target) => operand(target),
                    None => self.word(Rule::kw_anything).to_owned(),
                };
                let (wins, by) = (self.word(Rule::kw_wins), self.word(Rule::kw_by));
                let barring = self.barring(barring);
                format!(
                    "{} {wins} {target} {by} {}{barring}",
                    operand(first),
                    search.text
                )
            }
            ExprKind::Mates {
                subject,
                within,
                barring,
            } => {
                let mates = self.word(Rule::kw_mates_within);
                format!(
                    "{} {mates} {}{}",
                    operand(subject),
                    operand(within),
                    self.barring(barring)
                )
            }
            ExprKind::Not(inner) => {
                let not = self.word(Rule::kw_not);
                let inner = self
                    .indented(width(not) + 1)
                    .print(inner, Strength::Not, last);
                format!("{not} {inner}")
            }
            ExprKind::And(all) => self.joined(all, Rule::kw_and, Strength::Not, last),
            ExprKind::Or(all) => self.joined(all, Rule::kw_or, Strength::And, last),
            ExprKind::Implies(left, right) => {
                let left = self.print(left, Strength::Or, false);
                let implies = self.word(Rule::kw_implies);
                let right = self
                    .indented(width(implies) + 1)
                    .print(right, Strength::Implies, last);
                format!("{left}{}{implies} {right}", self.gap())
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                let part = |rule: Rule, expr: &Expr, least| {
                    let word = self.word(rule);
                    format!(
                        "{word} {}",
                        self.indented(width(word) + 1).print(expr, least, true)
                    )
                };
                let condition = part(Rule::kw_if, condition, Strength::Implies);
                let then = part(Rule::kw_then_if, then, Strength::Implies);
                let otherwise = {
                    let word = self.word(Rule::kw_else);
                    format!("{word} {}", self.print(otherwise, Strength::If, last))
                };
                let gap = self.gap();
                format!("{condition}{gap}{then}{gap}{otherwise}")
            }
            ExprKind::Compare {
                left,
                operator,
                right,
            } => {
                let operator = match operator {
                    Comparison::Equal => "=",
                    Comparison::NotEqual => "!=",
                    Comparison::Less => "<",
                    Comparison::LessOrEqual => "<=",
                    Comparison::Greater => ">",
                    Comparison::GreaterOrEqual => ">=",
                };
                let left = self.print(left, Strength::Sum, false);
                format!(
                    "{left} {operator} {}",
                    self.print(right, Strength::Sum, false)
                )
            }
            ExprKind::Sum { left, minus, right } => {
                let sign = if *minus { "-" } else { "+" };
                let left = self.print(left, Strength::Sum, false);
                format!(
                    "{left} {sign} {}",
                    self.print(right, Strength::Placed, false)
                )
            }
            ExprKind::Quantified {
                quantifier,
                binders,
                body,
            } => {
                let quantifier = self.word(match quantifier {
                    Quantifier::Some => Rule::kw_some,
                    Quantifier::Every => Rule::kw_every,
                    Quantifier::No => Rule::kw_no,
                });
                let inner = self.indented(2);
                let binders: Vec<String> =
                    binders.iter().map(|binder| inner.binder(binder)).collect();
                let head = format!("{quantifier} {}", binders.join(", "));
                match body {
                    None => head,
                    Some(body) => {
                        format!(
                            "{head}:{}{}",
                            inner.gap(),
                            inner.print(body, Strength::If, true)
                        )
                    }
                }
            }
            ExprKind::Count { binder } => {
                format!("{} {}", self.word(Rule::kw_count), self.binder(binder))
            }
            ExprKind::At { body, place } => {
                format!(
                    "{} {}",
                    self.print(body, Strength::Placed, false),
                    self.place(place)
                )
            }
        }
    }

    fn joined(self, all: &[Expr], keyword: Rule, least: Strength, last: bool) -> String {
        let keyword = self.word(keyword);
        let count = all.len();
        let mut joined = String::new();
        for (index, part) in all.iter().enumerate() {
            let is_last = last && index + 1 == count;
            if index == 0 {
                joined.push_str(&self.print(part, least, is_last));
            } else {
                let part = self
                    .indented(width(keyword) + 1)
                    .print(part, least, is_last);
                joined.push_str(&format!("{}{keyword} {part}", self.gap()));
            }
        }
        joined
    }

    fn binder(self, binder: &Binder) -> String {
        let set = print_set(&binder.set, self.language);
        let mut text = format!("{} {} {set}", binder.name.text, self.word(Rule::kw_in));
        if let Some(filter) = &binder.filter {
            let filter = self.indented(2).print(filter, Strength::If, false);
            text.push_str(&format!(" {} {filter}", self.word(Rule::kw_where)));
        }
        text
    }

    fn set(self, expr: &Expr) -> String {
        match &*expr.kind {
            ExprKind::At { body, place } => format!("{} {}", self.set(body), self.place(place)),
            _ => self.print(expr, Strength::Operand, false),
        }
    }

    /// An argument of a call: whatever could take the comma for its own stands in brackets.
    fn argument(self, expr: &Expr) -> String {
        let flat = Self {
            indent: None,
            ..self
        };
        let mut takes_comma = false;
        crate::visit::walk(expr, &mut |part| {
            takes_comma |= matches!(
                &*part.kind,
                ExprKind::Wins { .. } | ExprKind::Mates { .. } | ExprKind::Quantified { .. }
            );
        });
        if takes_comma && strength(expr) < Strength::Operand {
            format!("({})", flat.bare(expr, true))
        } else {
            flat.print(expr, Strength::If, false)
        }
    }

    /// `kind of x`, x 的 兵种
    fn attribute(self, name: &str, of: &str) -> String {
        let attribute = translated(ATTRIBUTES, name, self.language);
        match self.language {
            Language::Chinese => format!("{of} 的 {attribute}"),
            Language::English if name == "other" => format!("{attribute} {of}"),
            Language::English => format!("{attribute} {} {of}", self.word(Rule::kw_of)),
        }
    }

    fn barring(self, names: &[Name]) -> String {
        if names.is_empty() {
            return String::new();
        }
        let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        format!(" {} {}", self.word(Rule::kw_barring), names.join(", "))
    }

    fn place(self, place: &Place) -> String {
        let flat = Self {
            indent: None,
            ..self
        };
        let operand = |expr: &Expr| flat.print(expr, Strength::Operand, false);
        let (rule, rest) = match place {
            Place::Before => (Rule::kw_at_before, None),
            Place::After => (Rule::kw_at_after, None),
            Place::Reply => (Rule::kw_at_reply, None),
            Place::Earlier => (Rule::kw_at_earlier, None),
            Place::Passing => (Rule::kw_passing, None),
            Place::WaivingChecks => (Rule::kw_waiving_checks, None),
            Place::AsIfUnchecked => (Rule::kw_as_if_unchecked, None),
            Place::CountingEveryCapture => (Rule::kw_counting_captures, None),
            Place::BarringNothing => (Rule::kw_barring_nothing, None),
            Place::Played(by) => (Rule::kw_after, Some(operand(by))),
            Place::Taken { by, what } => {
                let takes = self.word(Rule::kw_takes);
                (
                    Rule::kw_after,
                    Some(format!("{} {takes} {}", operand(by), operand(what))),
                )
            }
            Place::Without(piece) => (Rule::kw_without, Some(operand(piece))),
            Place::Ply(ply) => (Rule::kw_at, Some(operand(ply))),
            Place::Under(situation) => (Rule::kw_under, Some(situation.text.clone())),
        };
        match rest {
            None => self.word(rule).to_owned(),
            Some(rest) => format!("{} {rest}", self.word(rule)),
        }
    }
}
