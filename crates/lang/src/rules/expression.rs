//! Typed expressions.

use super::{DefinitionId, KindId, NatureId, PatternId, QualityId, SearchId, Slot, UnitId, ZoneId};
use crate::syntax::{Comparison, Fact, LoneVerb, Quantifier, Span, Type, Verb};

/// A typed expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: Box<ExprKind>,
    /// Its type.
    pub ty: Type,
    /// Where it stands in its clause's file.
    pub span: Span,
}

/// Words that stand for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SideWord {
    /// `mover` 走方: who plays the ply.
    Mover,
    /// `opponent` 对方: the other.
    Opponent,
    /// `turn` 先手: the side to move in the position asked.
    Turn,
}

/// Sets and attributes written with `of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// `pieces of SIDE` 子: set of pieces.
    Pieces,
    /// `plies of SIDE` 着: the side's plies in the cycle.
    Plies,
    /// `targets of PLY` 目标: targets of the ply's nature.
    Targets,
    /// `kind of PIECE` 兵种
    Kind,
    /// `side of PIECE|PLY` 所属
    Side,
    /// `mover of MOVE|PLY`… the piece that plays it: `piece of MOVE` 动子
    Piece,
    /// `attackers of PIECE` 攻者: enemy pieces that attack it (pseudo-legally).
    Attackers,
    /// `protectors of PIECE` 根: pieces of its side that could retake on its square (pseudo-legally).
    Protectors,
    /// `screens of MOVE` 架子: pieces that the move passes over.
    Screens,
    /// `checkers of SIDE` 将军者: enemy pieces that give check to it.
    Checkers,
    /// `retakes of MOVE` 反吃: captures by the other side (pseudo-legal) of the piece where the move ends, once it is played.
    Retakes,
    /// `exposers of MOVE` 牵制者: enemy pieces that would attack the royal piece of the move's side once it is played.
    Exposers,
    /// `other SIDE` 另一: the other side.
    Other,
    /// `next of PLY` 下一着: the ply after it, where there is one in the cycle.
    Next,
    /// `previous of PLY` 上一着: the ply before it, where there is one in the cycle.
    Previous,
    /// `number of SET` 数
    Number,
}

/// The kinds of typed expression.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A constant.
    Bool(bool),
    /// Left to the arbiter.
    Unknown,
    /// A number.
    Int(i64),
    /// The variable in a slot.
    Variable(Slot),
    /// A side.
    Side(SideWord),
    /// A kind.
    KindConst(KindId),
    /// A nature.
    NatureConst(NatureId),
    /// `initiatives` 先手着: the legal checks and captures of the side to move.
    Initiatives,
    /// `moves` 着法: its legal moves.
    Moves,
    /// `moved` 动子: the piece that played the ply.
    Moved,
    /// `last-moved` 对方动子: the piece that played the opponent's last move before the ply.
    LastMoved,
    /// `played` 本着: the ply as a move.
    Played,
    /// `captureless` 无吃子回合: full moves by each side without a capture so far. Where a number is given, no more of each
    /// side's checks count.
    Captureless(Option<u32>),
    /// Net units of an outcome, mover's view; only in results.
    Net(UnitId),
    /// `of`
    Attribute(Attribute, Expr),
    /// The targets of one nature of a ply, whether or not it is the heaviest.
    TargetsAs(Expr, NatureId),
    /// A call of a definition.
    Call(DefinitionId, Vec<Expr>),
    /// A piece (or the piece of a capture) is of a kind.
    IsKind(Expr, KindId),
    /// A piece has worth in a unit, where it stands.
    IsUnit(Expr, UnitId),
    /// A piece has any worth: `x is material` 子力.
    IsMaterial(Expr),
    /// A ply has a nature among its natures: `p has 捉`; as `p is 捉` it is its nature (the heaviest).
    HasNature(Expr, NatureId),
    /// The ply's nature (the heaviest).
    IsNature(Expr, NatureId),
    /// A side shows a pattern (whether or not an earlier one names it).
    IsPattern(Expr, PatternId),
    /// A target (slot value: piece) has a quality, in the ply at hand or in the ply given.
    IsQuality(Expr, QualityId),
    /// A piece stands in a zone (seen from its own side).
    InZone(Expr, ZoneId),
    /// A piece, move or ply is in a set.
    InSet(Expr, Expr),
    /// A fact about a capture.
    Fact(Expr, Fact),
    /// A verb between two things.
    Verb(Verb, Expr, Expr),
    /// A verb with nothing after it.
    Lone(LoneVerb, Expr),
    /// A move wins a piece (`None`: anything).
    Wins {
        /// The first move.
        first: Expr,
        /// What is won.
        target: Option<Expr>,
        /// By which search.
        search: SearchId,
        /// Definitions of one piece (its captures are barred) or of two (the second's capture by the first is barred).
        barring: Vec<DefinitionId>,
    },
    /// A move, or the side to move, mates by consecutive checks.
    Mates {
        /// A move or a side.
        subject: Expr,
        /// Within how many own moves.
        within: Expr,
        /// As in [`ExprKind::Wins`].
        barring: Vec<DefinitionId>,
    },
    /// Negation.
    Not(Expr),
    /// All.
    And(Vec<Expr>),
    /// At least one.
    Or(Vec<Expr>),
    /// Implication.
    Implies(Expr, Expr),
    /// A choice.
    If(Expr, Expr, Expr),
    /// A comparison.
    Compare(Comparison, Expr, Expr),
    /// Sum, or difference if the flag is set.
    Sum(Expr, bool, Expr),
    /// A quantifier over one variable (several binders are nested).
    Quantified {
        /// Which.
        quantifier: Quantifier,
        /// The variable.
        slot: Slot,
        /// A set.
        set: Expr,
        /// Which of it.
        filter: Option<Expr>,
        /// What holds of it.
        body: Expr,
    },
    /// How many.
    Count {
        /// The variable.
        slot: Slot,
        /// A set.
        set: Expr,
        /// Which of it.
        filter: Option<Expr>,
    },
    /// In another position.
    At(Expr, Place),
}

/// The position in which an expression is asked; see [`crate::syntax::Place`].
#[derive(Debug, Clone)]
pub enum Place {
    /// Before the ply, mover to move.
    Before,
    /// After the ply, as if the opponent passed.
    After,
    /// After the ply, opponent to move.
    Reply,
    /// Before the opponent's last move, as if it were the mover's turn.
    Earlier,
    /// A move is played.
    Played(Expr),
    /// A piece takes another, whoever's turn it is; then its opponent is to move.
    Taken(Expr, Expr),
    /// The other side to move.
    Passing,
    /// A piece is off the board.
    Without(Expr),
    /// Checkers of the side to move are ignored.
    WaivingChecks,
    /// The check in which the other side stands binds nobody.
    AsIfUnchecked,
    /// No clause discounts a capture.
    CountingEveryCapture,
    /// Searches bar nothing.
    BarringNothing,
    /// As if this ply were the ply at hand, in the position after it.
    Ply(Expr),
}

impl ExprKind {
    /// What a question about one or two things asks about; nothing for constants, words and what holds other expressions
    /// together.
    #[must_use]
    pub const fn operands(&self) -> (Option<&Expr>, Option<&Expr>) {
        match self {
            Self::Attribute(_, one)
            | Self::IsKind(one, _)
            | Self::IsUnit(one, _)
            | Self::IsMaterial(one)
            | Self::TargetsAs(one, _)
            | Self::HasNature(one, _)
            | Self::IsNature(one, _)
            | Self::IsPattern(one, _)
            | Self::IsQuality(one, _)
            | Self::InZone(one, _)
            | Self::Fact(one, _)
            | Self::Lone(_, one) => (Some(one), None),
            Self::Verb(_, one, other)
            | Self::Mates {
                subject: one,
                within: other,
                ..
            } => (Some(one), Some(other)),
            Self::Wins { first, target, .. } => (Some(first), target.as_ref()),
            _ => (None, None),
        }
    }

    /// The expressions directly inside this one, those of a place after what is asked there.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Self::Not(one) => vec![one],
            Self::Call(_, all) | Self::And(all) | Self::Or(all) => all.iter().collect(),
            Self::InSet(one, other)
            | Self::Implies(one, other)
            | Self::Compare(_, one, other)
            | Self::Sum(one, _, other) => vec![one, other],
            Self::If(condition, then, otherwise) => vec![condition, then, otherwise],
            Self::Quantified {
                set, filter, body, ..
            } => [set, body].into_iter().chain(filter).collect(),
            Self::Count { set, filter, .. } => std::iter::once(set).chain(filter).collect(),
            Self::At(inner, place) => {
                let (one, other) = place.operands();
                std::iter::once(inner).chain(one).chain(other).collect()
            }
            atom => {
                let (one, other) = atom.operands();
                one.into_iter().chain(other).collect()
            }
        }
    }
}

impl Place {
    /// The expressions that say which place it is.
    #[must_use]
    pub const fn operands(&self) -> (Option<&Expr>, Option<&Expr>) {
        match self {
            Self::Played(one) | Self::Without(one) | Self::Ply(one) => (Some(one), None),
            Self::Taken(by, what) => (Some(by), Some(what)),
            _ => (None, None),
        }
    }
}
