//! Definitions, natures, patterns, rulings and what is excepted from them.

use super::error::Fault;
use super::expressions::{Context, Typing, Use, Uses, typed};
use super::{Checker, Signature, Thing, named};
use crate::rules::{
    Cause, ClauseId, Definition, Discount, Ending, Exception, Expr, ExprKind, Handle, Nature,
    NatureId, Pattern, Quality, Result, ResultId, Ruling, Slot, Verdict,
};
use crate::syntax::{self, Effect, Name, NatureDeclaration, Type};
use qili_words::{Bilingual, both};

impl Checker<'_> {
    // --- results

    /// Every result, after those that it speaks of; they are kept in the order of the book.
    pub(super) fn declare_results(&mut self, order: &[usize]) {
        let clauses = self.clauses;
        let mut results: Vec<Option<Result>> = Vec::new();
        for place in order {
            let Some(Effect::Result { names, when }) = &clauses[*place].1.effect else {
                continue;
            };
            let Some(Thing::Result(id)) = self.things[*place] else {
                continue;
            };
            let mut typing = Typing::new(self, *place, Context::Result);
            let Some(when) = typing
                .condition(when)
                .and_then(|when| typing.lifted(*place, when, &[]))
            else {
                continue;
            };
            let result = Result {
                clause: ClauseId::at(*place),
                names: named(names),
                when,
            };
            // A result only looks at those before it in `order`, which are already here.
            self.rules.results.push(result.clone());
            results.resize(results.len().max(id.index() + 1), None);
            results[id.index()] = Some(result);
        }
        self.rules.results = results.into_iter().flatten().collect();
    }

    /// The condition of a result, to be put into that of another.
    pub(super) fn result_condition(&self, id: ResultId) -> Option<Expr> {
        let place = self
            .things
            .iter()
            .position(|thing| matches!(thing, Some(Thing::Result(other)) if *other == id))?;
        let clause = ClauseId::at(place);
        let result = self
            .rules
            .results
            .iter()
            .find(|result| result.clause == clause)?;
        Some(result.when.clone())
    }

    // --- definitions and qualities

    /// Every definition and quality, after those that it uses.
    pub(super) fn declare_definitions(&mut self, order: &[usize]) {
        let clauses = self.clauses;
        let mut qualities: Vec<Option<Quality>> = Vec::new();
        for place in order {
            match &clauses[*place].1.effect {
                Some(Effect::Define {
                    names,
                    parameters,
                    body,
                }) => {
                    let types: Vec<Type> =
                        parameters.iter().map(|parameter| parameter.ty).collect();
                    let mut typing = Typing::new(self, *place, Context::Law);
                    for parameter in parameters {
                        typing.bind(&parameter.name, parameter.ty);
                    }
                    let body = typing.infer(body, None);
                    let frame = typing.frame();
                    let mut uses = typing.uses;
                    let exceptions = self.exceptions(*place, &types, &mut uses);
                    let Some(body) = body else {
                        continue;
                    };
                    if !exceptions.is_empty() && body.ty != Type::Bool {
                        let span = clauses[*place].1.article.span;
                        let fault = Fault::new(
                            "qili::rule::type",
                            span,
                            both!("只有条件可以有例外", "only conditions can have exceptions"),
                        );
                        self.report(*place, fault);
                    }
                    let ty = body.ty;
                    self.rules.definitions.push(Definition {
                        clause: ClauseId::at(*place),
                        names: named(names),
                        parameters: types.clone(),
                        ty,
                        frame,
                        body,
                        exceptions,
                    });
                    if let Some(Thing::Definition(id)) = self.things[*place]
                        && let Some(signature) = self.signatures.get_mut(id.index())
                    {
                        *signature = Some(Signature {
                            parameters: types,
                            ty,
                            uses,
                        });
                    }
                }
                Some(Effect::Quality {
                    names,
                    nature,
                    variable,
                    protection,
                    joint,
                    when,
                }) => {
                    let nature = match self.look_up(
                        *place,
                        super::names::Class::Nature,
                        nature,
                        &both!("性质", "nature"),
                    ) {
                        Some(Thing::Nature(nature)) => nature,
                        _ => NatureId(0),
                    };
                    let (when, frame, mut uses) =
                        self.about(*place, Some((variable, Type::Piece)), when);
                    let exceptions = self.exceptions(*place, &[Type::Piece], &mut uses);
                    self.refuse(
                        uses.cycle,
                        &both!(
                            "特性不能取决于性质、着或形",
                            "a quality cannot depend on natures, plies or patterns"
                        ),
                    );
                    let (Some(when), Some(Thing::Quality(id))) = (when, self.things[*place]) else {
                        continue;
                    };
                    let quality = Quality {
                        clause: ClauseId::at(*place),
                        names: named(names),
                        nature,
                        protection: *protection,
                        joint: *joint,
                        frame,
                        when,
                        exceptions,
                    };
                    qualities.resize(qualities.len().max(id.index() + 1), None);
                    qualities[id.index()] = Some(quality);
                }
                _ => {}
            }
        }
        self.rules.qualities = qualities.into_iter().flatten().collect();
    }

    // --- natures, patterns, rulings, endings, discounts

    /// Everything that nothing else builds on.
    pub(super) fn declare_rules(&mut self) {
        let clauses = self.clauses;
        let mut natures: Vec<(NatureId, Nature)> = Vec::new();
        for (place, (_, clause)) in clauses.iter().enumerate() {
            match &clause.effect {
                Some(Effect::Nature(nature)) => {
                    let built = self.nature(place, nature);
                    if let (Some(built), Some(Thing::Nature(id))) = (built, self.things[place]) {
                        natures.push((id, built));
                    }
                }
                Some(Effect::Pattern { names, side, when }) => {
                    let (when, frame, mut uses) = self.about(place, Some((side, Type::Side)), when);
                    let exceptions = self.exceptions(place, &[Type::Side], &mut uses);
                    self.refuse_ply(uses.ply);
                    if let Some(when) = when {
                        self.rules.patterns.push(Pattern {
                            clause: ClauseId::at(place),
                            names: named(names),
                            frame,
                            when,
                            exceptions,
                        });
                    }
                }
                Some(Effect::Ruling { side, when, then }) => {
                    let variable = side.as_ref().map(|side| (side, Type::Side));
                    let (when, frame, mut uses) = self.about(place, variable, when);
                    let types: &[Type] = if side.is_some() { &[Type::Side] } else { &[] };
                    let exceptions = self.exceptions(place, types, &mut uses);
                    self.refuse_ply(uses.ply);
                    let then = self.verdict(place, side.as_ref(), then);
                    if let (Some(when), Some(then)) = (when, then) {
                        self.rules.rulings.push(Ruling {
                            clause: ClauseId::at(place),
                            for_side: side.is_some(),
                            frame,
                            when,
                            then,
                            exceptions,
                        });
                    }
                }
                Some(Effect::Ending(ending)) => self.ending(place, ending),
                Some(Effect::Discount { variable, when }) => {
                    let mut typing = Typing::new(self, place, Context::Discount);
                    typing.bind(variable, Type::Move);
                    if let Some(when) = typing.condition(when) {
                        self.rules.discounts.push(Discount {
                            clause: ClauseId::at(place),
                            when,
                        });
                    }
                }
                _ => {}
            }
        }
        natures.sort_by_key(|(id, _)| *id);
        self.rules.natures = natures.into_iter().map(|(_, nature)| nature).collect();
    }

    fn nature(&mut self, place: usize, nature: &NatureDeclaration) -> Option<Nature> {
        let mut typing = Typing::new(self, place, Context::Law);
        let targets = nature.targets.as_ref().map(|targets| {
            let of = typing.of_type(&targets.of, &[Type::Side]);
            typing.bind(&targets.variable, Type::Piece);
            let filter = typing.condition(&targets.filter);
            typing.forget();
            of.zip(filter)
        });
        let when = nature.when.as_ref().map(|when| typing.condition(when));
        let frame = typing.frame();
        let mut uses = typing.uses;
        let types: &[Type] = if targets.is_some() {
            &[Type::Piece]
        } else {
            &[]
        };
        let exceptions = self.exceptions(place, types, &mut uses);
        self.refuse(
            uses.cycle,
            &both!(
                "性质不能取决于性质、着或形",
                "a nature cannot depend on natures, plies or patterns"
            ),
        );
        self.refuse(
            uses.quality,
            &both!(
                "性质不能取决于其目标的特性",
                "a nature cannot depend on qualities of its targets"
            ),
        );
        Some(Nature {
            clause: ClauseId::at(place),
            names: named(&nature.names),
            frame,
            targets: match targets {
                Some(targets) => Some(targets?),
                None => None,
            },
            when: match when {
                Some(when) => Some(when?),
                None => None,
            },
            exceptions,
        })
    }

    fn ending(&mut self, place: usize, ending: &syntax::Ending) {
        let built = match ending {
            syntax::Ending::OnBoard { side, when, then } => {
                let variable = side.as_ref().map(|side| (side, Type::Side));
                let (when, frame, uses) = self.about(place, variable, when);
                for used in [uses.cycle, uses.quality, uses.ply, uses.elsewhere] {
                    self.refuse_ending(used);
                }
                let then = self.verdict(place, side.as_ref(), then);
                when.zip(then)
                    .map(|(when, then)| (frame, Cause::Board(when), then))
            }
            syntax::Ending::OnEvent { event, side, then } => {
                self.verdict(place, side.as_ref(), then).map(|then| {
                    (
                        usize::from(side.is_some()),
                        Cause::Event(event.text.clone()),
                        then,
                    )
                })
            }
        };
        if let Some((frame, cause, then)) = built {
            self.rules.endings.push(Ending {
                clause: ClauseId::at(place),
                frame,
                cause,
                then,
            });
        }
    }

    /// A condition about one variable, or about none; with the size of its frame and what it needs.
    fn about(
        &mut self,
        place: usize,
        variable: Option<(&Name, Type)>,
        when: &syntax::Expr,
    ) -> (Option<Expr>, usize, Uses) {
        let mut typing = Typing::new(self, place, Context::Law);
        if let Some((name, ty)) = variable {
            typing.bind(name, ty);
        }
        let when = typing.condition(when);
        let frame = typing.frame();
        (when, frame, typing.uses)
    }

    fn verdict(
        &mut self,
        place: usize,
        side: Option<&Name>,
        verdict: &syntax::Verdict,
    ) -> Option<Verdict> {
        let (subject, own, other) = match verdict {
            syntax::Verdict::Draw => return Some(Verdict::Draw),
            syntax::Verdict::Arbiter => return Some(Verdict::Arbiter),
            syntax::Verdict::MustChange(side) => {
                (side, Verdict::MustChange, Verdict::OtherMustChange)
            }
            syntax::Verdict::Loses(side) => (side, Verdict::Loses, Verdict::OtherLoses),
        };
        let (name, verdict) = match &*subject.kind {
            syntax::ExprKind::Of { of, .. } => match &*of.kind {
                syntax::ExprKind::Name(name) => (name, other),
                _ => return None,
            },
            syntax::ExprKind::Name(name) => (name, own),
            _ => return None,
        };
        if side.is_some_and(|side| side.text == name.text) {
            return Some(verdict);
        }
        let own = &name.text;
        let message = both!(
            "`{own}` 不是本条所说的一方",
            "`{own}` is not the side that this clause speaks of"
        );
        let fault = Fault::new("qili::rule::unknown_name", name.span, message);
        self.report(
            place,
            fault.help(match side {
                Some(Name { text, .. }) => both!(
                    "写作 `{text}` 或 `另一方 {text}`（`other {text}`）",
                    "write `{text}` or `other {text}`"
                ),
                None => both!(
                    "在 `当` 之前写 `对 {own}`（`for {own}`）",
                    "write `for {own}` before `when`"
                ),
            }),
        );
        None
    }

    fn refuse(&mut self, used: Option<Use>, why: &Bilingual) {
        if let Some(used) = used {
            let fault = Fault::new("qili::rule::out_of_place", used.span, why.clone());
            self.report(used.place, fault.label(used.said()));
        }
    }

    /// An ending speaks of a position as it stands; nobody looks further for it at every ply of a game.
    fn refuse_ending(&mut self, used: Option<Use>) {
        if let Some(used) = used {
            let why = both!(
                "终局只看当前的局面：不能说到着、性质或形，也不能看别的局面或能得到什么",
                "an ending is about the position as it stands: it cannot speak of plies, natures or patterns, nor look at other positions or for what can be won"
            );
            let fault = Fault::new("qili::rule::out_of_place", used.span, why)
                .label(used.said())
                .help(both!(
                    "可以问棋子及其种类和所在区域、着法、攻击和照将，以及 `无吃子回合`（`captureless`）",
                    "ask about pieces, their kinds and zones, moves, attacks and checks, and `captureless`"
                ));
            self.report(used.place, fault);
        }
    }

    fn refuse_ply(&mut self, used: Option<Use>) {
        if let Some(used) = used {
            let fault = Fault::new(
                "qili::rule::out_of_place",
                used.span,
                both!("这里没有指明是哪一着", "there is no ply at hand here"),
            );
            let said = used.said();
            self.report(
                used.place,
                fault
                    .label(both!("{}，它说的是某一着", "{}, which is about one ply"; said))
                    .help(both!(
                        "写明是哪一着：`(…) 就 p`（`(…) at p`），p 取自一方的 `着`（`plies of`）",
                        "say of which ply: `(…) at p`, with p in `plies of` a side"
                    )),
            );
        }
    }

    // --- exceptions

    /// Counts another use of an exception, and reports when there are too many.
    fn may_read_exception(&mut self, place: usize) -> bool {
        if self.exceptions_left == 0 {
            let span = self.clauses[place].1.article.span;
            let fault = Fault::new(
                "qili::rule::too_large",
                span,
                both!(
                    "例外的例外用到的条目太多",
                    "exceptions to exceptions apply to too many clauses"
                ),
            );
            self.report(place, fault);
            return false;
        }
        self.exceptions_left -= 1;
        true
    }

    /// The exceptions to a clause whose variables have these types.
    fn exceptions(&mut self, lifted: usize, types: &[Type], uses: &mut Uses) -> Vec<Exception> {
        let mut built = Vec::new();
        for place in self
            .directory
            .exceptions
            .get(&lifted)
            .cloned()
            .unwrap_or_default()
        {
            let clauses = self.clauses;
            let Some(Effect::Exception {
                variables, when, ..
            }) = &clauses[place].1.effect
            else {
                continue;
            };
            if !self.may_read_exception(place) {
                continue;
            }
            let mut typing = Typing::new(self, place, Context::Law);
            let mut slots = Vec::new();
            for (name, ty) in variables.iter().zip(types) {
                slots.push((typing.bind(name, *ty), *ty));
            }
            let when = typing.condition(when);
            let when = when.and_then(|when| typing.lifted(place, when, &slots));
            let frame = typing.frame();
            let own = std::mem::take(&mut typing.uses);
            merge(uses, own);
            if let Some(when) = when {
                built.push(Exception {
                    clause: ClauseId::at(place),
                    frame,
                    variables: variables.len(),
                    when,
                });
            }
        }
        built
    }
}

/// What an exception needs, the lifted clause needs.
fn merge(uses: &mut Uses, own: Uses) {
    uses.cycle = uses.cycle.take().or(own.cycle);
    uses.quality = uses.quality.take().or(own.quality);
    uses.ply = uses.ply.take().or(own.ply);
}

impl Typing<'_, '_> {
    /// A condition less the exceptions to its clause: for results and for exceptions themselves.
    fn lifted(&mut self, place: usize, when: Expr, slots: &[(Slot, Type)]) -> Option<Expr> {
        let clauses = self.checker.clauses;
        let mut all = vec![when];
        for exception in self
            .checker
            .directory
            .exceptions
            .get(&place)
            .cloned()
            .unwrap_or_default()
        {
            let Some(Effect::Exception {
                variables, when, ..
            }) = &clauses[exception].1.effect
            else {
                continue;
            };
            if !self.checker.may_read_exception(exception) {
                return None;
            }
            self.forget();
            self.place = exception;
            for (name, (slot, ty)) in variables.iter().zip(slots) {
                self.alias(name, *slot, *ty);
            }
            let inner = self.condition(when)?;
            let inner = self.lifted(exception, inner, slots)?;
            let span = inner.span;
            all.push(typed(ExprKind::Not(inner), Type::Bool, span));
        }
        self.place = place;
        if all.len() == 1 {
            return all.pop();
        }
        let span = all.first().map(|first| first.span).unwrap_or_default();
        Some(typed(ExprKind::And(all), Type::Bool, span))
    }
}
