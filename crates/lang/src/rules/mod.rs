//! Checked rules: every name looked up, every expression typed, ready to be evaluated.
//!
//! Names have become handles ([`KindId`], [`NatureId`], …) into the tables of [`Rules`], variables have become slots.
//! A clause keeps its [`ClauseId`], so that whatever is decided can be traced to its article.

mod expression;
mod table;

use qili_words::Bilingual;

pub use expression::*;
pub use table::{Handle, Table};

pub use crate::syntax::Fact;
use crate::syntax::{Motion, Protection, Span, Type};

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u16);
        impl $name {
            /// The place in the table of [`Rules`].
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl Handle for $name {
            fn at(place: usize) -> Self {
                Self(u16::try_from(place).unwrap_or(u16::MAX))
            }

            fn index(self) -> usize {
                self.index()
            }
        }
    };
}

handle!(
    /// A clause in [`Rules::clauses`].
    ClauseId
);
handle!(
    /// A kind of piece in [`Rules::kinds`].
    KindId
);
handle!(
    /// A zone in [`Rules::zones`].
    ZoneId
);
handle!(
    /// A unit of material in [`Rules::units`].
    UnitId
);
handle!(
    /// A class of outcomes in [`Rules::results`].
    ResultId
);
handle!(
    /// A named search in [`Rules::searches`].
    SearchId
);
handle!(
    /// A situation in [`Rules::situations`].
    SituationId
);
handle!(
    /// A definition in [`Rules::definitions`].
    DefinitionId
);
handle!(
    /// A nature in [`Rules::natures`].
    NatureId
);
handle!(
    /// A quality of a target in [`Rules::qualities`].
    QualityId
);
handle!(
    /// A pattern in [`Rules::patterns`].
    PatternId
);
handle!(
    /// A variable: its place in the frame of the clause or definition.
    Slot
);

/// All rules of an edition, amendments applied, names resolved, types checked.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// Every clause in force, in the order of the book.
    pub clauses: Table<ClauseId, ClauseInfo>,
    /// FEN of the initial position, if the edition states a board.
    pub start: Option<String>,
    /// Zones.
    pub zones: Table<ZoneId, Zone>,
    /// Kinds of pieces, at most 16.
    pub kinds: Table<KindId, Kind>,
    /// Which kinds may not see each other.
    pub facings: Vec<Facing>,
    /// How games end.
    pub endings: Vec<Ending>,
    /// Units of material, the most important first.
    pub units: Table<UnitId, Bilingual>,
    /// Classes of outcomes.
    pub results: Table<ResultId, Result>,
    /// Captures that count for nothing.
    pub discounts: Vec<Discount>,
    /// Bilingual searches.
    pub searches: Table<SearchId, Search>,
    /// Situations. Expressions do not refer to them: where one was named, they have its places.
    pub situations: Table<SituationId, Situation>,
    /// Definitions, each only using those before it.
    pub definitions: Table<DefinitionId, Definition>,
    /// Natures, the heaviest first.
    pub natures: Table<NatureId, Nature>,
    /// Qualities of targets.
    pub qualities: Table<QualityId, Quality>,
    /// Patterns in the order of the book.
    pub patterns: Table<PatternId, Pattern>,
    /// Rulings in the order of the book.
    pub rulings: Vec<Ruling>,
}

/// A clause as reports show it.
#[derive(Debug, Clone)]
pub struct ClauseInfo {
    /// The article's number.
    pub article: String,
    /// Its title.
    pub title: Bilingual,
    /// What is said about it: citations, readings.
    pub remarks: Vec<crate::syntax::Remark>,
    /// The file it stands in (an index given by the caller of the checker).
    pub source: usize,
    /// Where in that file.
    pub span: Span,
}

/// A zone as its own side sees it; ranks count from that side's edge.
#[derive(Debug, Clone)]
pub struct Zone {
    /// Its names.
    pub names: Bilingual,
    /// First and last file, 0-8.
    pub files: (u8, u8),
    /// First and last rank, 0-9.
    pub ranks: (u8, u8),
}

/// A kind of piece.
#[derive(Debug, Clone)]
pub struct Kind {
    /// The clause that declares it.
    pub clause: ClauseId,
    /// `象`, `elephant`
    pub names: Bilingual,
    /// FEN letters, capitals; the first is written.
    pub letters: Vec<char>,
    /// Characters of Red's piece; the first is written.
    pub red: Vec<char>,
    /// Characters of Black's piece; the first is written.
    pub black: Vec<char>,
    /// Must not be left to capture.
    pub royal: bool,
    /// Never leaves this zone.
    pub within: Option<ZoneId>,
    /// How it goes; the zones of `from` and `to` are resolved in [`Kind::motion_zones`].
    pub motions: Vec<Motion>,
    /// For each motion its `from` and `to` zones.
    pub motion_zones: Vec<(Option<ZoneId>, Option<ZoneId>)>,
    /// What one is worth: amount and unit, and where it must stand for that.
    pub worths: Vec<Worth>,
}

/// What a piece of a kind is worth.
#[derive(Debug, Clone)]
pub struct Worth {
    /// The clause that says so.
    pub clause: ClauseId,
    /// Only while it stands in this zone (of its own side).
    pub zone: Option<ZoneId>,
    /// How many.
    pub amount: i32,
    /// Of which unit.
    pub unit: UnitId,
}

/// Two kinds that may not see each other along a line.
#[derive(Debug, Clone)]
pub struct Facing {
    /// The clause.
    pub clause: ClauseId,
    /// One kind.
    pub one: KindId,
    /// The other, of the other side.
    pub other: KindId,
    /// Along files, ranks or both.
    pub along: crate::syntax::Direction,
}

/// How a game ends.
#[derive(Debug, Clone)]
pub struct Ending {
    /// The clause.
    pub clause: ClauseId,
    /// Number of slots that its frame needs.
    pub frame: usize,
    /// What brings it about.
    pub cause: Cause,
    /// What follows. Slot 0 is the side.
    pub then: Verdict,
}

/// What ends a game.
#[derive(Debug, Clone)]
pub enum Cause {
    /// A condition on the position before a move; slot 0 is the side to move.
    Board(Expr),
    /// An event beside the board, by name (Chinese, English).
    Event(String),
}

/// What is decided, about the side in slot 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A draw.
    Draw,
    /// That side must change.
    MustChange,
    /// The other side must change.
    OtherMustChange,
    /// That side loses.
    Loses,
    /// The other side loses.
    OtherLoses,
    /// The arbiter decides.
    Arbiter,
}

/// A class of outcomes: a condition on net units.
#[derive(Debug, Clone)]
pub struct Result {
    /// The clause.
    pub clause: ClauseId,
    /// Its names.
    pub names: Bilingual,
    /// Uses [`ExprKind::Net`] for the mover's net units.
    pub when: Expr,
}

/// A capture that counts for nothing when `when` holds; slot 0 is the capture (a move).
#[derive(Debug, Clone)]
pub struct Discount {
    /// The clause.
    pub clause: ClauseId,
    /// Built from [`ExprKind::Fact`] and [`ExprKind::IsKind`] of the capturing piece only.
    pub when: Expr,
}

/// A named search for a gain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The clause.
    pub clause: ClauseId,
    /// Its names.
    pub names: Bilingual,
    /// The class of outcome that counts as success.
    pub wants: ResultId,
    /// The defender may retake on the square of the capturing piece.
    pub replies_retaking: bool,
    /// The defender may take what the capturing piece protected from its old square, or what could not be taken before it left.
    pub replies_exposed: bool,
    /// The defender may take anything.
    pub replies_any: bool,
    /// How many checks the defender may throw in.
    pub opponent_checks: u8,
    /// How many checks and captures the attacker may play.
    pub initiatives: u8,
    /// How many captures without check; `None`: any number.
    pub quiet_captures: Option<u8>,
    /// How many checks without capture after the target has fallen.
    pub quiet_checks: u8,
    /// Whether what the defender takes elsewhere after the target has fallen counts.
    pub losses_elsewhere: bool,
    /// After being retaken the attacker may take neither on that square nor what the retaker had protected, nor check quietly.
    pub alone_after_retaking: bool,
    /// How many moves the defender may make in all; `None`: any number.
    pub defender_moves: Option<u8>,
    /// Which captures with check count as quiet.
    pub also_quiet: AlsoQuiet,
    /// Only the piece that plays the first move plays on and gives the checks; others may only answer checks.
    pub first_mover_only: bool,
}

/// Captures that count as quiet although they check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AlsoQuiet {
    /// Those of the target.
    pub aim: bool,
    /// Those after the target has fallen.
    pub later: bool,
    /// Those on a square where the attacker has captured before.
    pub again: bool,
}

/// Places under one name.
#[derive(Debug, Clone)]
pub struct Situation {
    /// The clause.
    pub clause: ClauseId,
    /// `走前之势`, `former-situation`
    pub names: Bilingual,
    /// Where it is asked, in the order written; at least one. They have no variables.
    pub places: Vec<Place>,
    /// Whether it depends on the ply at hand.
    pub at_hand: bool,
}

/// A named, typed expression with parameters (slots 0, 1, …).
#[derive(Debug, Clone)]
pub struct Definition {
    /// The clause.
    pub clause: ClauseId,
    /// Its names.
    pub names: Bilingual,
    /// Types of its parameters.
    pub parameters: Vec<Type>,
    /// Type of its value.
    pub ty: Type,
    /// Number of slots that its frame needs.
    pub frame: usize,
    /// Its value.
    pub body: Expr,
    /// Exceptions that lift it (boolean definitions only).
    pub exceptions: Vec<Exception>,
}

/// An exception to a clause.
#[derive(Debug, Clone)]
pub struct Exception {
    /// The clause that states it.
    pub clause: ClauseId,
    /// Number of slots that its frame needs; its variables are the first slots, in the order of the lifted clause's.
    pub frame: usize,
    /// How many variables it has: 0 when it lifts the clause as a whole.
    pub variables: usize,
    /// When it applies.
    pub when: Expr,
}

/// A nature.
#[derive(Debug, Clone)]
pub struct Nature {
    /// The clause.
    pub clause: ClauseId,
    /// `捉`, `chase`
    pub names: Bilingual,
    /// Number of slots that its frame needs.
    pub frame: usize,
    /// Slot 0 is the target: whose pieces, and which of them.
    pub targets: Option<(Expr, Expr)>,
    /// Holds when this does; with neither this nor targets it is the nature of moves that have no heavier one.
    pub when: Option<Expr>,
    /// Exceptions that lift the nature as a whole (no variables) or one target (one variable).
    pub exceptions: Vec<Exception>,
}

impl Nature {
    /// Whether it is the nature of moves that have no heavier one.
    #[must_use]
    pub const fn is_remainder(&self) -> bool {
        self.targets.is_none() && self.when.is_none()
    }
}

/// A quality of a target (slot 0).
#[derive(Debug, Clone)]
pub struct Quality {
    /// The clause.
    pub clause: ClauseId,
    /// `联合`, `joint`
    pub names: Bilingual,
    /// Of the targets of this nature.
    pub nature: NatureId,
    /// What it says of their protection, if anything.
    pub protection: Option<Protection>,
    /// Whether it says that they fall to several pieces together, or to one alone.
    pub joint: Option<bool>,
    /// Number of slots that its frame needs.
    pub frame: usize,
    /// When it can be said.
    pub when: Expr,
    /// Exceptions.
    pub exceptions: Vec<Exception>,
}

/// The name of what one side (slot 0) does over a cycle.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The clause.
    pub clause: ClauseId,
    /// `长将`, `perpetual check`
    pub names: Bilingual,
    /// Number of slots that its frame needs.
    pub frame: usize,
    /// When it applies.
    pub when: Expr,
    /// Exceptions.
    pub exceptions: Vec<Exception>,
}

/// A ruling; tried with either side in slot 0.
#[derive(Debug, Clone)]
pub struct Ruling {
    /// The clause.
    pub clause: ClauseId,
    /// Whether it speaks of a side (tried for both) or of the position.
    pub for_side: bool,
    /// Number of slots that its frame needs.
    pub frame: usize,
    /// When it applies.
    pub when: Expr,
    /// What follows.
    pub then: Verdict,
    /// Exceptions.
    pub exceptions: Vec<Exception>,
}
