//! Every name in a clause, with what it may stand for: what an editor follows, renames and explains.
//!
//! ```
//! use qili_lang::check::Class;
//! use qili_lang::mentions::{Role, mentions};
//!
//! let file = qili_lang::parse::parse("r", r#"clause 1 "" { ruling for s when s is 长将 then s loses }"#)?;
//! let found = mentions(&file.clauses[0]);
//! assert!(found.iter().any(|one| one.text == "长将" && one.role == Role::Uses(&[Class::Pattern, Class::Word])));
//! assert_eq!(found.iter().filter(|one| matches!(one.role, Role::Variable { .. })).count(), 3);
//! # Ok::<(), qili_lang::parse::ParseError>(())
//! ```

use crate::check::{Class, declaration};
use crate::keywords::{WORDS, canonical};
use crate::syntax::{
    Binder, Clause, Effect, Ending, Expr, ExprKind, Name, Place, SettingKey, SettingValue, Span,
    Type, Verdict,
};

/// What a name in a clause may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The clause declares it.
    Declares(Class),
    /// It stands for what is declared in the first of these classes that has it.
    Uses(&'static [Class]),
    /// A variable: where it is introduced, and its type where that is plain.
    Variable {
        /// Where it is introduced; for the first mention its own place.
        from: Span,
        /// Its type.
        ty: Option<Type>,
    },
    /// A word of the vocabulary, or an attribute before `of`.
    Word,
    /// The article of another clause.
    Article,
    /// An event beside the board.
    Event,
}

/// A name where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mention<'c> {
    /// The name; of a word of the vocabulary its English form.
    pub text: &'c str,
    /// Where it stands.
    pub span: Span,
    /// What it may stand for.
    pub role: Role,
}

/// Every name of a clause's effect, in the order written.
#[must_use]
pub fn mentions(clause: &Clause) -> Vec<Mention<'_>> {
    let mut walk = Walk::default();
    if let Some(effect) = &clause.effect {
        walk.effect(effect);
    }
    let mut found = walk.found;
    found.sort_by_key(|mention| mention.span.start);
    found
}

/// The type of what a set has in it, where that is plain.
fn element(set: &Expr) -> Option<Type> {
    match &*set.kind {
        ExprKind::TargetsAs { .. } => Some(Type::Piece),
        ExprKind::At { body, .. } => element(body),
        ExprKind::Of { name, .. } => match name.text.as_str() {
            "plies" => Some(Type::Ply),
            "retakes" => Some(Type::Move),
            "pieces" | "targets" | "attackers" | "protectors" | "screens" | "checkers"
            | "exposers" => Some(Type::Piece),
            _ => None,
        },
        ExprKind::Name(name) => match name.text.as_str() {
            "initiatives" | "moves" => Some(Type::Move),
            _ => None,
        },
        _ => None,
    }
}

#[derive(Default)]
struct Walk<'c> {
    found: Vec<Mention<'c>>,
    variables: Vec<(&'c str, Span, Option<Type>)>,
}

impl<'c> Walk<'c> {
    fn note(&mut self, name: &'c Name, role: Role) {
        self.found.push(Mention {
            text: &name.text,
            span: name.span,
            role,
        });
    }

    fn uses<'n>(&mut self, names: impl IntoIterator<Item = &'c Name>, classes: &'static [Class]) {
        for name in names {
            self.note(name, Role::Uses(classes));
        }
    }

    fn bind(&mut self, name: &'c Name, ty: Option<Type>) {
        let from = name.span;
        self.note(name, Role::Variable { from, ty });
        self.variables.push((&name.text, from, ty));
    }

    fn variable(&self, name: &str) -> Option<(Span, Option<Type>)> {
        let mut innermost = self.variables.iter().rev();
        innermost
            .find(|(known, ..)| *known == name)
            .map(|(_, span, ty)| (*span, *ty))
    }

    /// A variable, a word of the vocabulary, or what is declared in one of the classes.
    fn value(&mut self, name: &'c Name, classes: &'static [Class]) {
        let role = match self.variable(&name.text) {
            Some((from, ty)) => Role::Variable { from, ty },
            None if canonical(WORDS, &name.text).is_some() => Role::Word,
            None => Role::Uses(classes),
        };
        self.note(name, role);
    }

    fn type_of(&self, expr: &Expr) -> Option<Type> {
        match &*expr.kind {
            ExprKind::Name(name) => match self.variable(&name.text) {
                Some((_, ty)) => ty,
                None => match name.text.as_str() {
                    "mover" | "opponent" | "turn" => Some(Type::Side),
                    "moved" | "last-moved" => Some(Type::Piece),
                    "played" => Some(Type::Move),
                    _ => None,
                },
            },
            ExprKind::Of { name, .. } => match name.text.as_str() {
                "other" | "side" => Some(Type::Side),
                "kind" => Some(Type::Kind),
                "piece" => Some(Type::Piece),
                "next" | "previous" => Some(Type::Ply),
                _ => None,
            },
            ExprKind::At { body, .. } => self.type_of(body),
            _ => None,
        }
    }

    fn effect(&mut self, effect: &'c Effect) {
        if let Some((class, names)) = declaration(effect) {
            for name in &names.names {
                self.note(name, Role::Declares(class));
            }
        }
        match effect {
            Effect::Board { .. } | Effect::Zone { .. } | Effect::Unit { .. } => {}
            Effect::Piece(piece) => {
                let zones = piece
                    .motions
                    .iter()
                    .flat_map(|one| one.from.iter().chain(&one.to));
                self.uses(piece.within.iter().chain(zones), &[Class::Zone]);
            }
            Effect::Facing { one, other, .. } => self.uses([one, other], &[Class::Word]),
            Effect::Ending(Ending::OnBoard { side, when, then }) => {
                self.side(side.as_ref());
                self.expr(when);
                self.verdict(then);
            }
            Effect::Ending(Ending::OnEvent { event, side, then }) => {
                self.note(event, Role::Event);
                self.side(side.as_ref());
                self.verdict(then);
            }
            Effect::Worth {
                kind, zone, unit, ..
            } => {
                self.uses([kind, unit], &[Class::Word]);
                self.uses(zone, &[Class::Zone]);
            }
            Effect::Result { when, .. } => self.expr(when),
            Effect::Discount { variable, when } => {
                self.bind(variable, Some(Type::Move));
                self.expr(when);
            }
            Effect::Search(search) => {
                self.uses(&search.like, &[Class::Search]);
                for setting in &search.settings {
                    if let (SettingKey::Wants, SettingValue::Words(words)) =
                        (setting.key, &setting.value)
                    {
                        self.uses(words, &[Class::Result]);
                    }
                }
            }
            Effect::Define {
                parameters, body, ..
            } => {
                for parameter in parameters {
                    self.bind(&parameter.name, Some(parameter.ty));
                }
                self.expr(body);
            }
            Effect::Situation { places, .. } => {
                for place in places {
                    self.place(place);
                }
            }
            Effect::Nature(nature) => {
                if let Some(targets) = &nature.targets {
                    self.expr(&targets.of);
                    self.bind(&targets.variable, Some(Type::Piece));
                    self.expr(&targets.filter);
                }
                if let Some(when) = &nature.when {
                    self.expr(when);
                }
            }
            Effect::Severity { natures } => self.uses(natures, &[Class::Nature]),
            Effect::Exception {
                of,
                variables,
                when,
            } => {
                let articles = of.iter().map(|article| Mention {
                    text: &article.text,
                    span: article.span,
                    role: Role::Article,
                });
                self.found.extend(articles);
                for variable in variables {
                    self.bind(variable, None);
                }
                self.expr(when);
            }
            Effect::Quality {
                nature,
                variable,
                when,
                ..
            } => {
                self.uses([nature], &[Class::Nature]);
                self.bind(variable, Some(Type::Piece));
                self.expr(when);
            }
            Effect::Pattern { side, when, .. } => {
                self.side(Some(side));
                self.expr(when);
            }
            Effect::Ruling { side, when, then } => {
                self.side(side.as_ref());
                self.expr(when);
                self.verdict(then);
            }
        }
    }

    fn side(&mut self, side: Option<&'c Name>) {
        if let Some(side) = side {
            self.bind(side, Some(Type::Side));
        }
    }

    fn verdict(&mut self, verdict: &'c Verdict) {
        match verdict {
            Verdict::MustChange(side) | Verdict::Loses(side) => self.expr(side),
            Verdict::Draw | Verdict::Arbiter => {}
        }
    }

    fn binder(&mut self, binder: &'c Binder) {
        self.expr(&binder.set);
        self.bind(&binder.name, element(&binder.set));
        if let Some(filter) = &binder.filter {
            self.expr(filter);
        }
    }

    fn expr(&mut self, expr: &'c Expr) {
        let outside = self.variables.len();
        match &*expr.kind {
            ExprKind::Bool(_) | ExprKind::Unknown | ExprKind::Int(_) => {}
            ExprKind::Name(name) => {
                self.value(name, &[Class::Word, Class::Nature, Class::Result]);
            }
            ExprKind::Call { name, arguments } => {
                self.uses([name], &[Class::Word]);
                for argument in arguments {
                    self.expr(argument);
                }
            }
            ExprKind::Of { name, of } => {
                self.note(name, Role::Word);
                self.expr(of);
            }
            ExprKind::TargetsAs { ply, nature } => {
                self.expr(ply);
                self.uses([nature], &[Class::Nature]);
            }
            ExprKind::Is {
                subject, predicate, ..
            } => {
                let classes: &'static [Class] = match self.type_of(subject) {
                    Some(Type::Ply | Type::Nature) => &[Class::Nature, Class::Word],
                    Some(Type::Side) => &[Class::Pattern, Class::Word],
                    Some(_) => &[Class::Word],
                    None => &[Class::Word, Class::Nature, Class::Pattern],
                };
                self.expr(subject);
                self.value(predicate, classes);
            }
            ExprKind::In { subject, set, .. } => {
                self.expr(subject);
                match &*set.kind {
                    ExprKind::Name(name) => self.value(name, &[Class::Zone, Class::Word]),
                    _ => self.expr(set),
                }
            }
            ExprKind::Has { subject, nature } => {
                self.expr(subject);
                self.uses([nature], &[Class::Nature]);
            }
            ExprKind::Wins {
                first,
                target,
                search,
                barring,
            } => {
                self.expr(first);
                if let Some(target) = target {
                    self.expr(target);
                }
                self.uses([search], &[Class::Search]);
                self.uses(barring, &[Class::Word]);
            }
            ExprKind::Mates {
                subject,
                within,
                barring,
            } => {
                self.expr(subject);
                self.expr(within);
                self.uses(barring, &[Class::Word]);
            }
            ExprKind::Quantified { binders, body, .. } => {
                for binder in binders {
                    self.binder(binder);
                }
                if let Some(body) = body {
                    self.expr(body);
                }
            }
            ExprKind::Count { binder } => self.binder(binder),
            ExprKind::At { body, place } => {
                self.expr(body);
                self.place(place);
            }
            _ => {
                for part in crate::visit::parts(expr) {
                    self.expr(part);
                }
            }
        }
        self.variables.truncate(outside);
    }

    fn place(&mut self, place: &'c Place) {
        if let Place::Under(name) = place {
            self.uses([name], &[Class::Situation]);
        }
        for part in crate::visit::place_parts(place) {
            self.expr(part);
        }
    }
}
