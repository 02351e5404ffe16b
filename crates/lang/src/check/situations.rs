//! Situations: places under one name.

use super::error::Fault;
use super::expressions::{Context, Typing};
use super::names::Class;
use super::{Checker, Thing, named, names::vocabulary};
use crate::rules::{ClauseId, Handle, Place, Situation};
use crate::syntax::{self, Effect, ExprKind, Name};
use qili_words::both;

/// How many places a situation may have.
const PLACE_LIMIT: usize = 8;

impl Checker<'_> {
    /// Every situation, in the order of the book. One with a mistake has no places.
    pub(super) fn declare_situations(&mut self) {
        let clauses = self.clauses;
        for (place, (_, clause)) in clauses.iter().enumerate() {
            let Some(Effect::Situation { names, places }) = &clause.effect else {
                continue;
            };
            let mut typing = Typing::new(self, place, Context::Law);
            let resolved: Vec<Option<Place>> = if places.len() > PLACE_LIMIT {
                let message = both!(
                    "一个局势最多有 {PLACE_LIMIT} 处",
                    "a situation may have {PLACE_LIMIT} places"
                );
                typing.fault(Fault::new(
                    "qili::rule::too_large",
                    clause.article.span,
                    message,
                ));
                Vec::new()
            } else {
                places
                    .iter()
                    .map(|written| typing.constant_place(written, clause.article.span))
                    .collect()
            };
            let at_hand = typing.uses.ply.is_some();
            self.rules.situations.push(Situation {
                clause: ClauseId::at(place),
                names: named(names),
                places: resolved.into_iter().flatten().collect(),
                at_hand,
            });
        }
    }
}

impl Typing<'_, '_> {
    /// The places of a situation that an expression is asked under.
    pub(super) fn situation(&mut self, name: &Name) -> Option<Vec<Place>> {
        let Some(Thing::Situation(id)) =
            self.thing(Class::Situation, name, &[], &both!("局势", "situation"))
        else {
            return None;
        };
        let situation = self.checker.rules.situations.get(id.index())?;
        let places = situation.places.clone();
        if situation.at_hand {
            self.needs_ply(name.span, &name.text);
        }
        (!places.is_empty()).then_some(places)
    }

    /// A place that is the same for every clause that names it.
    fn constant_place(&mut self, place: &syntax::Place, span: syntax::Span) -> Option<Place> {
        let refused = match place {
            syntax::Place::Under(name) => Some((
                name.span,
                both!("局势不能由别的局势组成", "a situation cannot be made of others"),
            )),
            _ => crate::visit::place_parts(place)
                .into_iter()
                .find(|part| {
                    !matches!(&*part.kind, ExprKind::Name(name) if vocabulary(&name.text).is_some())
                })
                .map(|part| {
                    let why = both!(
                        "局势只能说当前这一着",
                        "a situation can only speak of the ply at hand"
                    );
                    (part.span, why)
                }),
        };
        if let Some((span, why)) = refused {
            let help = both!(
                "可写的如 `走前`、`不计照将`、`去 动子`、`继 本着`",
                "its places are such as `at before`, `waiving checks`, `without moved`, `after played`"
            );
            self.fault(Fault::new("qili::rule::out_of_place", span, why).help(help));
            return None;
        }
        self.place(place, span).map(|(place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{DefinitionId, ExprKind, Place, SituationId};
    use crate::{check::check, parse::parse};

    #[test]
    fn a_situation_says_what_its_places_say() {
        let text = r#"
            clause 1 "走前" "before" { situation 走前之势 former as at before without moved }
            clause 2 "旧有" "old" { define 旧有 old (x: piece) as (some m in moves: m takes x) passing under former waiving checks }
        "#;
        let file = parse("r", text).unwrap();
        let clauses: Vec<_> = file.clauses.into_iter().map(|clause| (0, clause)).collect();
        let rules = check(&clauses).unwrap();
        assert_eq!(rules.situations[SituationId(0)].names.en, "former");
        let mut body = &rules.definitions[DefinitionId(0)].body;
        let mut places = Vec::new();
        while let ExprKind::At(inner, place) = &*body.kind {
            places.push(place);
            body = inner;
        }
        assert!(matches!(
            places[..],
            [
                Place::Passing,
                Place::Before,
                Place::Without(_),
                Place::WaivingChecks
            ]
        ));
    }
}
