//! What single names stand for.

use super::Thing;
use super::error::Fault;
use super::expressions::{Context, Typing, typed};
use super::names::Class;
use crate::keywords::WORDS;
use crate::rules::{Expr, ExprKind, ResultId, SideWord};
use crate::syntax::{Name, Type};

/// The largest condition that results, put into one another, may grow to, in parts.
const RESULT_LIMIT: usize = 10_000;

impl Typing<'_, '_> {
    /// What a name stands for within a class; reports if it is nothing.
    pub(super) fn thing(
        &mut self,
        class: Class,
        name: &Name,
        words: &[crate::keywords::Word],
        what: &str,
    ) -> Option<Thing> {
        match self.checker.directory.find(class, &name.text) {
            Some(place) => self.checker.things[place],
            None => {
                let fault = self.checker.directory.unknown(&[class], words, what, name);
                self.fault(fault);
                None
            }
        }
    }

    pub(super) fn nature(&mut self, name: &Name) -> Option<crate::rules::NatureId> {
        match self.thing(Class::Nature, name, &[], "nature")? {
            Thing::Nature(nature) => Some(nature),
            _ => None,
        }
    }

    /// A name by itself.
    pub(super) fn name(&mut self, name: &Name, wanted: Option<Type>) -> Option<Expr> {
        let span = name.span;
        if let Some((slot, ty)) = self.variable(&name.text) {
            return Some(typed(ExprKind::Variable(slot), ty, span));
        }
        if self.context == Context::Result {
            return self.net(name);
        }
        if let Some((kind, ty, at_hand)) = word(&name.text) {
            if at_hand {
                self.needs_ply(span, &name.text);
            }
            return Some(typed(kind, ty, span));
        }
        let find = |class| {
            let place = self.checker.directory.find(class, &name.text)?;
            self.checker.things[place]
        };
        let nature = find(Class::Nature);
        if let (Some(Thing::Nature(nature)), true) = (nature, wanted == Some(Type::Nature)) {
            return Some(typed(ExprKind::NatureConst(nature), Type::Nature, span));
        }
        match find(Class::Word).or(nature) {
            Some(Thing::Kind(kind)) => Some(typed(ExprKind::KindConst(kind), Type::Kind, span)),
            Some(Thing::Nature(nature)) => {
                Some(typed(ExprKind::NatureConst(nature), Type::Nature, span))
            }
            Some(Thing::Definition(_)) => self.call(name, &[], span),
            Some(Thing::Unit(_)) => {
                let fault = Fault::new(
                    "qili::rule::out_of_place",
                    span,
                    format!(
                        "net amounts such as `{}` are only known in a `result`",
                        name.text
                    ),
                )
                .label("a unit of material")
                .help(format!(
                    "to ask whether a piece is worth any, write `x is {}`",
                    name.text
                ));
                self.fault(fault);
                None
            }
            Some(_) => {
                let fault = Fault::new(
                    "qili::rule::type",
                    span,
                    format!(
                        "`{}` is said of something and has no value of its own",
                        name.text
                    ),
                )
                .help(format!("write `x is {}`", name.text));
                self.fault(fault);
                None
            }
            None => {
                let fault = self.unknown_value(name);
                self.fault(fault);
                None
            }
        }
    }

    pub(super) fn unknown_value(&self, name: &Name) -> Fault {
        let fault = Fault::new(
            "qili::rule::unknown_name",
            name.span,
            format!("nothing is called `{}`", name.text),
        )
        .label("not known here");
        if let Some(advice) = crate::advice::about(&name.text) {
            return fault.help(advice.en);
        }
        let variables = self.variables.iter().map(|(name, _, _)| name.as_str());
        if let Some(near) = qili_words::nearest(&name.text, variables) {
            return fault.help(format!("did you mean the variable `{near}`?"));
        }
        let classes = [Class::Word, Class::Nature];
        match self.checker.directory.suggestion(&classes, WORDS, &name.text) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help("variables are introduced by `some`, `every`, `no`, `count`, `for` or as parameters"),
        }
    }

    /// A name in the condition of a result: a unit or another result.
    pub(super) fn net(&mut self, name: &Name) -> Option<Expr> {
        let span = name.span;
        let find = |class| {
            let place = self.checker.directory.find(class, &name.text)?;
            self.checker.things[place]
        };
        if let Some(Thing::Unit(unit)) = find(Class::Word) {
            return Some(typed(ExprKind::Net(unit), Type::Int, span));
        }
        match find(Class::Result) {
            Some(Thing::Result(result)) => self.inlined(name, result),
            _ => {
                let fault = self.checker.directory.unknown(
                    &[Class::Result, Class::Word],
                    &[],
                    "unit or result",
                    name,
                );
                self.fault(fault);
                None
            }
        }
    }

    /// The condition of another result, if the whole does not grow too large by it.
    fn inlined(&mut self, name: &Name, result: ResultId) -> Option<Expr> {
        let condition = self.checker.result_condition(result)?;
        self.parts += size(&condition);
        if self.parts > RESULT_LIMIT {
            let fault = Fault::new(
                "qili::rule::too_large",
                name.span,
                "this result has grown too large",
            );
            self.fault(fault.help("it speaks of other results too often"));
            return None;
        }
        Some(condition)
    }
}

/// A word of the vocabulary: its value, its type, and whether it speaks of the ply at hand.
pub(super) fn word(text: &str) -> Option<(ExprKind, Type, bool)> {
    Some(match text {
        "mover" => (ExprKind::Side(SideWord::Mover), Type::Side, true),
        "opponent" => (ExprKind::Side(SideWord::Opponent), Type::Side, true),
        "turn" => (ExprKind::Side(SideWord::Turn), Type::Side, false),
        "moved" => (ExprKind::Moved, Type::Piece, true),
        "last-moved" => (ExprKind::LastMoved, Type::Piece, true),
        "played" => (ExprKind::Played, Type::Move, true),
        "initiatives" => (ExprKind::Initiatives, Type::Moves, false),
        "moves" => (ExprKind::Moves, Type::Moves, false),
        "captureless" => (ExprKind::Captureless(None), Type::Int, false),
        _ => return None,
    })
}

/// How many parts a result's condition has.
fn size(expr: &Expr) -> usize {
    1 + expr.kind.parts().into_iter().map(size).sum::<usize>()
}
