//! What single names stand for.

use super::Thing;
use super::error::{Fault, did_you_mean};
use super::expressions::{Context, Typing, typed};
use super::names::Class;
use crate::keywords::WORDS;
use crate::rules::{Expr, ExprKind, ResultId, SideWord};
use crate::syntax::{Name, Type};
use qili_words::{Bilingual, both};

/// The largest condition that results, put into one another, may grow to, in parts.
const RESULT_LIMIT: usize = 10_000;

impl Typing<'_, '_> {
    /// What a name stands for within a class; reports if it is nothing.
    pub(super) fn thing(
        &mut self,
        class: Class,
        name: &Name,
        words: &[crate::keywords::Word],
        what: &Bilingual,
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
        match self.thing(Class::Nature, name, &[], &both!("性质", "nature"))? {
            Thing::Nature(nature) => Some(nature),
            _ => None,
        }
    }

    /// A name by itself.
    pub(super) fn name(&mut self, name: &Name, wanted: Option<Type>) -> Option<Expr> {
        let (span, own) = (name.span, &name.text);
        if let Some((slot, ty)) = self.variable(own) {
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
                    both!(
                        "`{own}` 之类的净得只有 `得失`（`result`）里才有",
                        "net amounts such as `{own}` are only known in a `result`"
                    ),
                )
                .label(both!("子力单位", "a unit of material"))
                .help(both!(
                    "要问棋子值不值这种单位，写 `x 是 {own}`",
                    "to ask whether a piece is worth any, write `x is {own}`"
                ));
                self.fault(fault);
                None
            }
            Some(_) => {
                let fault = Fault::new(
                    "qili::rule::type",
                    span,
                    both!(
                        "`{own}` 是说别的东西的，本身没有值",
                        "`{own}` is said of something and has no value of its own"
                    ),
                )
                .help(both!("写作 `x 是 {own}`", "write `x is {own}`"));
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
        let own = &name.text;
        let fault = Fault::new(
            "qili::rule::unknown_name",
            name.span,
            both!("没有叫 `{own}` 的东西", "nothing is called `{own}`"),
        )
        .label(both!("这里没有这个名称", "not known here"));
        if let Some(advice) = crate::advice::about(own) {
            return fault.help(advice);
        }
        let variables = self.variables.iter().map(|(name, _, _)| name.as_str());
        if let Some(near) = qili_words::nearest(&name.text, variables) {
            return fault.help(both!(
                "是不是变量 `{near}`？",
                "did you mean the variable `{near}`?"
            ));
        }
        let classes = [Class::Word, Class::Nature];
        match self
            .checker
            .directory
            .suggestion(&classes, WORDS, &name.text)
        {
            Some(near) => fault.help(did_you_mean(&near)),
            None => fault.help(both!(
                "变量由 `有`、`凡`、`无`、`计数`、`对` 引入，或是定义的参数",
                "variables are introduced by `some`, `every`, `no`, `count`, `for` or as parameters"
            )),
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
                    &both!("单位或得失", "unit or result"),
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
                both!("这个得失太大了", "this result has grown too large"),
            );
            self.fault(fault.help(both!(
                "其中引用别的得失太多",
                "it speaks of other results too often"
            )));
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
