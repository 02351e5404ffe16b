//! Calls, and what is said of things: `x is old`, `x in palace`, `m wins x by …`.

use super::Thing;
use super::error::Fault;
use super::expressions::{Context, Typing, Use, Uses, typed};
use super::names::{Class, unknown_attribute};
use super::values::{any_of, attribute, described, element};
use super::words::word;
use crate::keywords::WORDS;
use crate::rules::{DefinitionId, Expr, ExprKind};
use crate::syntax::{self, Comparison, Name, Span, Type, Verb};
use qili_words::{Bilingual, both};

impl Typing<'_, '_> {
    pub(super) fn call(
        &mut self,
        name: &Name,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Option<Expr> {
        let own = &name.text;
        let what = both!("定义", "definition");
        let Thing::Definition(id) = self.thing(Class::Word, name, &[], &what)? else {
            let message = both!(
                "`{own}` 不是有参数的定义",
                "`{own}` is not defined with parameters"
            );
            self.fault(
                Fault::new("qili::rule::type", name.span, message).help(both!(
                    "只有 `定义`（`define`）条所定的才能这样用",
                    "only what a `define` clause names can be called"
                )),
            );
            return None;
        };
        let signature = self.checker.signatures.get(id.index())?.clone()?;
        if arguments.len() != signature.parameters.len() {
            let (asked, given) = (signature.parameters.len(), arguments.len());
            let message = both!(
                "`{own}` 要 {asked} 个值，写了 {given} 个",
                "`{own}` asks for {asked} values, not {given}"
            );
            self.fault(Fault::new("qili::rule::arity", span, message).help(both!(
                "它的定义要{}",
                "it is defined for {}"; listed(&signature.parameters)
            )));
            return None;
        }
        let arguments: Vec<Option<Expr>> = arguments
            .iter()
            .zip(&signature.parameters)
            .map(|(argument, ty)| self.of_type(argument, &[*ty]))
            .collect();
        let arguments = arguments.into_iter().collect::<Option<Vec<Expr>>>()?;
        self.inherit(&signature.uses, &name.text, span);
        Some(typed(ExprKind::Call(id, arguments), signature.ty, span))
    }

    /// A call needs what the called definition needs.
    pub(super) fn inherit(&mut self, uses: &Uses, name: &str, span: Span) {
        let place = self.place;
        let inherited = |inner: &Option<Use>| {
            let words = inner.as_ref()?.words.clone();
            let through = Some(name.to_owned());
            Some(Use {
                place,
                span,
                words,
                through,
            })
        };
        for (own, inner) in [
            (&mut self.uses.cycle, &uses.cycle),
            (&mut self.uses.quality, &uses.quality),
            (&mut self.uses.ply, &uses.ply),
            (&mut self.uses.elsewhere, &uses.elsewhere),
        ] {
            if own.is_none() {
                *own = inherited(inner);
            }
        }
    }

    pub(super) fn is(
        &mut self,
        subject: &syntax::Expr,
        predicate: &Name,
        span: Span,
    ) -> Option<Expr> {
        let subject = self.infer(subject, None)?;
        let own = &predicate.text;
        let condition = |kind| Some(typed(kind, Type::Bool, span));
        if let Some((slot, ty)) = self.variable(&predicate.text) {
            let other = typed(ExprKind::Variable(slot), ty, predicate.span);
            return self.equal(subject, other, span);
        }
        if predicate.text == "material" {
            if subject.ty == Type::Piece {
                return condition(ExprKind::IsMaterial(subject));
            }
        } else if let Some((kind, ty, at_hand)) = word(&predicate.text) {
            if at_hand {
                self.needs_ply(predicate.span, &predicate.text);
            }
            return self.equal(subject, typed(kind, ty, predicate.span), span);
        }
        let classes: &[Class] = match subject.ty {
            Type::Ply | Type::Nature => &[Class::Nature, Class::Word],
            Type::Side => &[Class::Pattern, Class::Word],
            _ => &[Class::Word],
        };
        let found = classes.iter().find_map(|class| {
            let place = self.checker.directory.find(*class, &predicate.text)?;
            self.checker.things[place]
        });
        match (found, subject.ty) {
            (Some(Thing::Nature(nature)), Type::Ply) => {
                self.needs_cycle(span, &predicate.text);
                condition(ExprKind::IsNature(subject, nature))
            }
            (Some(Thing::Nature(nature)), Type::Nature) => {
                let other = typed(ExprKind::NatureConst(nature), Type::Nature, predicate.span);
                condition(ExprKind::Compare(Comparison::Equal, subject, other))
            }
            (Some(Thing::Pattern(pattern)), Type::Side) => {
                self.needs_cycle(span, &predicate.text);
                condition(ExprKind::IsPattern(subject, pattern))
            }
            (Some(Thing::Kind(kind)), Type::Piece) => condition(ExprKind::IsKind(subject, kind)),
            (Some(Thing::Kind(kind)), Type::Kind) => {
                let other = typed(ExprKind::KindConst(kind), Type::Kind, predicate.span);
                condition(ExprKind::Compare(Comparison::Equal, subject, other))
            }
            (Some(Thing::Unit(unit)), Type::Piece) if self.context == Context::Law => {
                condition(ExprKind::IsUnit(subject, unit))
            }
            (Some(Thing::Quality(quality)), Type::Piece) if self.context == Context::Law => {
                if matches!(*subject.kind, ExprKind::Variable(slot) if self.plain.contains(&slot)) {
                    let message =
                        both!("`{own}` 只能说目标", "`{own}` can only be said of targets");
                    let fault = Fault::new("qili::rule::type", span, message);
                    self.fault(fault.help(both!(
                        "棋子要取自某一着的 `目标`（`targets of`）",
                        "take the piece from `targets of` a ply"
                    )));
                    return None;
                }
                let used = self.used(span, &predicate.text);
                self.uses.quality.get_or_insert(used);
                self.needs_ply(span, &predicate.text);
                condition(ExprKind::IsQuality(subject, quality))
            }
            (Some(Thing::Definition(id)), _) if self.context == Context::Law => {
                let signature = self.checker.signatures.get(id.index())?.clone()?;
                self.said_of(subject, predicate, id, &signature, span)
            }
            (Some(_), ty) => {
                let message = both!(
                    "`{own}` 不能说{}",
                    "`{own}` cannot be said of {}"; described(ty)
                );
                let fault = Fault::new("qili::rule::type", predicate.span, message);
                self.fault(match self.context {
                    Context::Discount => fault.help(both!(
                        "不计只能问吃子的是哪种棋子",
                        "a discount can only ask for the kind of the capturing piece"
                    )),
                    _ => fault,
                });
                None
            }
            (None, ty) => {
                let declared = |class| {
                    let found = self.checker.directory.find(class, &predicate.text);
                    found.is_some()
                };
                let of = if declared(Class::Nature) {
                    Some(both!(
                        "性质说的是循环中的一着，其类型是 `局中着`",
                        "natures are said of moves of the cycle, whose type is `ply`"
                    ))
                } else if declared(Class::Pattern) {
                    Some(both!(
                        "形说的是一方，其类型是 `方`",
                        "patterns are said of a side, whose type is `side`"
                    ))
                } else if predicate.text == "material" {
                    Some(both!(
                        "这说的是棋子，其类型是 `子`",
                        "this is said of a piece, whose type is `piece`"
                    ))
                } else {
                    None
                };
                let fault = if of.is_some() || declared(Class::Word) {
                    let message = both!(
                        "`{own}` 不能说{}",
                        "`{own}` cannot be said of {}"; described(ty)
                    );
                    let fault = Fault::new("qili::rule::type", predicate.span, message)
                        .label(both!("所说的是{}", "the subject is {}"; described(ty)));
                    match of {
                        Some(of) => fault.help(of),
                        None => fault,
                    }
                } else {
                    self.checker
                        .directory
                        .unknown(classes, WORDS, &both!("词", "word"), predicate)
                };
                self.fault(fault);
                None
            }
        }
    }

    /// `x is NAME` for a definition of one parameter.
    pub(super) fn said_of(
        &mut self,
        subject: Expr,
        predicate: &Name,
        id: DefinitionId,
        signature: &super::Signature,
        span: Span,
    ) -> Option<Expr> {
        let own = &predicate.text;
        let fault = match signature.parameters.as_slice() {
            _ if signature.ty != Type::Bool => {
                let message = both!(
                    "`{own}` 是{}，不是条件",
                    "`{own}` is {}, not a condition"; described(signature.ty)
                );
                Fault::new("qili::rule::type", predicate.span, message)
            }
            [ty] if *ty == subject.ty => {
                self.inherit(&signature.uses, &predicate.text, span);
                return Some(typed(ExprKind::Call(id, vec![subject]), Type::Bool, span));
            }
            [ty] => {
                let message = both!(
                    "`{own}` 说的是{}，不是{}",
                    "`{own}` can be said of {}, not of {}"; described(*ty), described(subject.ty)
                );
                Fault::new("qili::rule::type", predicate.span, message)
            }
            more => {
                let count = more.len();
                let message = both!(
                    "`{own}` 有 {count} 个参数",
                    "`{own}` has {count} parameters"
                );
                Fault::new("qili::rule::arity", predicate.span, message).help(both!(
                    "只有一个参数的才能用 `是`（`is`）；写作 `{own}(…)`",
                    "only what has one parameter can be said with `is`; write `{own}(…)`"
                ))
            }
        };
        self.fault(fault);
        None
    }

    pub(super) fn within(
        &mut self,
        subject: &syntax::Expr,
        set: &syntax::Expr,
        span: Span,
    ) -> Option<Expr> {
        if let syntax::ExprKind::Name(name) = &*set.kind
            && self.variable(&name.text).is_none()
            && let Some(place) = self.checker.directory.find(Class::Zone, &name.text)
        {
            let subject = self.of_type(subject, &[Type::Piece])?;
            return match self.checker.things[place] {
                Some(Thing::Zone(zone)) => {
                    Some(typed(ExprKind::InZone(subject, zone), Type::Bool, span))
                }
                _ => None,
            };
        }
        let subject = self.infer(subject, None)?;
        let set = self.set(set)?;
        if element(set.ty) != Some(subject.ty) {
            let message = both!(
                "{}不会在{}里",
                "{} is never in {}"; described(subject.ty), described(set.ty)
            );
            self.fault(Fault::new("qili::rule::type", span, message));
            return None;
        }
        Some(typed(ExprKind::InSet(subject, set), Type::Bool, span))
    }

    /// A set; a name that is none may have been meant as a zone.
    pub(super) fn set(&mut self, set: &syntax::Expr) -> Option<Expr> {
        if let syntax::ExprKind::Name(name) = &*set.kind
            && self.variable(&name.text).is_none()
            && word(&name.text).is_none()
            && self
                .checker
                .directory
                .find(Class::Word, &name.text)
                .is_none()
        {
            let fault = self.checker.directory.unknown(
                &[Class::Zone],
                WORDS,
                &both!("区域或一组东西", "zone or set"),
                name,
            );
            self.fault(fault);
            return None;
        }
        self.of_type(set, &[Type::Pieces, Type::Moves, Type::Plies])
    }

    pub(super) fn attribute(&mut self, name: &Name, of: &syntax::Expr) -> Option<(ExprKind, Type)> {
        let Some((attribute, types, ty)) = attribute(&name.text) else {
            self.fault(unknown_attribute(name, name.span));
            return None;
        };
        let of = self.infer(of, types.first().copied())?;
        if !types.contains(&of.ty) {
            let own = &name.text;
            let message = both!(
                "`{own}` 问的是{}，不是{}",
                "`{own}` can be asked of {}, not of {}"; any_of(types), described(of.ty)
            );
            self.fault(
                Fault::new("qili::rule::type", of.span, message)
                    .label(both!("这是{}", "this is {}"; described(of.ty))),
            );
            return None;
        }
        if matches!(
            attribute,
            crate::rules::Attribute::Plies
                | crate::rules::Attribute::Targets
                | crate::rules::Attribute::Next
                | crate::rules::Attribute::Previous
        ) {
            self.needs_cycle(name.span, &name.text);
        }
        Some((ExprKind::Attribute(attribute, of), ty))
    }

    pub(super) fn verb(
        &mut self,
        subject: &syntax::Expr,
        verb: Verb,
        object: &syntax::Expr,
    ) -> Option<(ExprKind, Type)> {
        let subjects: &[Type] = match verb {
            Verb::Takes => &[Type::Piece, Type::Move],
            Verb::Attacks | Verb::Protects | Verb::DearerThan => &[Type::Piece],
        };
        let subject = self.of_type(subject, subjects);
        let object = self.of_type(object, &[Type::Piece]);
        Some((ExprKind::Verb(verb, subject?, object?), Type::Bool))
    }

    pub(super) fn barring(&mut self, names: &[Name]) -> Option<Vec<DefinitionId>> {
        let mut barred = Vec::new();
        for name in names {
            let own = &name.text;
            let what = both!("定义", "definition");
            let Thing::Definition(id) = self.thing(Class::Word, name, &[], &what)? else {
                let message = both!("`{own}` 不能用来禁止", "`{own}` cannot be barred");
                let fault = Fault::new("qili::rule::type", name.span, message);
                self.fault(fault.help(both!(
                    "写一个说一枚或两枚棋子的定义",
                    "name a definition of one piece or of two pieces"
                )));
                return None;
            };
            let signature = self.checker.signatures.get(id.index())?.clone()?;
            let pieces = signature.parameters.iter().all(|ty| *ty == Type::Piece);
            if signature.ty != Type::Bool
                || !pieces
                || !(1..=2).contains(&signature.parameters.len())
            {
                let message = both!(
                    "`{own}` 没有说明禁止哪些吃子",
                    "`{own}` does not tell which captures are barred"
                );
                let fault = Fault::new("qili::rule::type", name.span, message);
                self.fault(fault.help(both!(
                    "写一个条件，说一枚棋子（它吃子），或两枚棋子（前者吃后者）",
                    "name a condition on one piece (its captures) or on two pieces (captures of the second by the first)"
                )));
                return None;
            }
            self.inherit(&signature.uses, &name.text, name.span);
            barred.push(id);
        }
        Some(barred)
    }
}

fn listed(types: &[Type]) -> Bilingual {
    let words: Vec<Bilingual> = types.iter().map(|ty| described(*ty)).collect();
    let all = |of: fn(&Bilingual) -> &str| words.iter().map(of).collect::<Vec<_>>();
    match types {
        [] => both!("零个值", "no values"),
        _ => Bilingual::new(
            all(|word| &word.zh).join("、"),
            all(|word| &word.en).join(", "),
        ),
    }
}
