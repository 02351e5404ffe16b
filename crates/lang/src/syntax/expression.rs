//! Expressions as written.

use super::{Int, Name, Span};

/// An expression with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: Box<ExprKind>,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the fields repeat the words of the line that each variant shows"
)]
pub enum ExprKind {
    /// `true`, `false`
    Bool(bool),
    /// `unknown`: left to the arbiter.
    Unknown,
    /// `3`
    Int(i64),
    /// A variable, a declared thing, or a word of the vocabulary: `x`, `mover`, `initiatives`, `车`.
    Name(Name),
    /// `prey(m, x)`
    Call { name: Name, arguments: Vec<Expr> },
    /// `kind of x`, `plies of side`; in Chinese `x 的 兵种`.
    Of { name: Name, of: Expr },
    /// `targets of p as 捉`: those of one of the ply's natures; in Chinese `p 的 目标 为 捉`.
    TargetsAs { ply: Expr, nature: Name },
    /// `captureless counting at most 10 checks`: as `captureless`, but of each side's checks no more than so many count.
    Captureless { checks: Int },
    /// `x is [not] P`: P a kind, a nature, a pattern, a definition of one parameter, or a word such as `moved`.
    Is {
        subject: Expr,
        negated: bool,
        predicate: Name,
    },
    /// `x is [not] in ZONE` or `x in SET`
    In {
        subject: Expr,
        negated: bool,
        set: Expr,
    },
    /// `x takes y`, `x attacks y` …: a verb of the vocabulary between two things.
    Verb {
        subject: Expr,
        verb: Verb,
        object: Expr,
    },
    /// `m checks`, `side has a move`
    Alone { subject: Expr, verb: LoneVerb },
    /// `p has 捉`: a nature is among the ply's natures.
    Has { subject: Expr, nature: Name },
    /// `c retakes`, …: a fact about a capture inside a search.
    Fact { subject: Expr, fact: Fact },
    /// `m wins x by SEARCH barring P, Q`; `anything` for `x` is `None`.
    Wins {
        first: Expr,
        target: Option<Expr>,
        search: Name,
        barring: Vec<Name>,
    },
    /// `m mates within 8 barring P` or `side mates within 8`
    Mates {
        subject: Expr,
        within: Expr,
        barring: Vec<Name>,
    },
    /// `not e`
    Not(Expr),
    /// `a and b and c`
    And(Vec<Expr>),
    /// `a or b or c`
    Or(Vec<Expr>),
    /// `a implies b`
    Implies(Expr, Expr),
    /// `if a then b else c`
    If {
        condition: Expr,
        then: Expr,
        otherwise: Expr,
    },
    /// `a >= b`
    Compare {
        left: Expr,
        operator: Comparison,
        right: Expr,
    },
    /// `a + b`, `a - b`
    Sum {
        left: Expr,
        minus: bool,
        right: Expr,
    },
    /// `some x in SET [where f] [, y in …]: body` (`:` and body may be absent for `some` and `no`)
    Quantified {
        quantifier: Quantifier,
        binders: Vec<Binder>,
        body: Option<Expr>,
    },
    /// `count x in SET where f`
    Count { binder: Binder },
    /// `e at before`, `e after m`, …: in another position.
    At { body: Expr, place: Place },
}

/// Verbs between two things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verb {
    /// A move takes a piece; a piece takes a piece (legally, now).
    Takes,
    /// A piece could capture there if it may leave its place (pseudo-legally).
    Attacks,
    /// A piece of the same side could retake there.
    Protects,
    /// A piece is worth more than another, by the edition's units in their order.
    DearerThan,
}

/// Verbs with nothing after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoneVerb {
    /// `m checks`
    Checks,
    /// `m captures`
    Captures,
    /// `side is in check`
    IsInCheck,
    /// `side has a move`
    HasMove,
}

/// Facts about a capture inside a search, for [`Effect::Discount`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fact {
    /// `c checks with another piece`
    ChecksWithAnother,
    /// `c is on a square captured before`: the attacker has already captured there in this line.
    CapturedBefore,
    /// `c retakes`: takes the piece that has just captured or checked.
    Retakes,
}

/// Comparisons of numbers, or equality of things of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// Quantifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// At least one.
    Some,
    /// All (true of an empty set).
    Every,
    /// None.
    No,
}

/// `x in SET where filter`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binder {
    /// The variable.
    pub name: Name,
    /// A finite set.
    pub set: Expr,
    /// Which of it.
    pub filter: Option<Expr>,
}

/// The position in which an expression is asked. The side to move there is the side whose threats are asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// `at before`: before the ply, the mover to move.
    Before,
    /// `at after`: after the ply, as if the opponent passed. Where a nature is asked, this is the default.
    After,
    /// `at reply`: after the ply, the opponent to move.
    Reply,
    /// `at earlier`: before the opponent's last move, as if it were the mover's turn.
    Earlier,
    /// `after m`: the move is played, the other side to move.
    Played(Expr),
    /// `after x takes y`: that capture is played, the other side to move.
    Taken {
        /// The capturing piece.
        by: Expr,
        /// The captured piece.
        what: Expr,
    },
    /// `passing`: the other side to move in the same position.
    Passing,
    /// `without x`: that piece is off the board.
    Without(Expr),
    /// `waiving checks`: pieces that give check to the side to move are ignored for the legality of its moves.
    WaivingChecks,
    /// `as if unchecked`: the check in which the other side stands binds nobody, and what could be taken next is asked all the same.
    AsIfUnchecked,
    /// `counting every capture`: no clause discounts a capture.
    CountingEveryCapture,
    /// `barring nothing`: searches bar nothing.
    BarringNothing,
    /// `at p`: p a ply; as if p were the ply at hand, in the position after it (as for `at after`).
    Ply(Expr),
    /// `under 走前之势`: the places of that situation, see [`Effect::Situation`](super::Effect::Situation).
    Under(Name),
}
