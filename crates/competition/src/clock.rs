//! Clocks: who, if anyone, overstepped the time, and at which move.

mod judge;

use serde::{Deserialize, Serialize};

pub use judge::judge;

use crate::both::Both;
use crate::clause::Clause;
use crate::duration::Duration;
use qili_board::Side;
use qili_words::{Localized, Texts};

/// The part of `competition.yaml` about time.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRules {
    /// Moves that do not count towards the quota.
    pub uncounted: UncountedRule,
    /// The time controls.
    pub controls: Vec<Control>,
    /// Who chooses the control.
    pub choice: Clause,
    /// Coming late.
    pub late_arrival: LateRule,
}

/// Which repeated moves do not count towards the quota.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UncountedRule {
    /// The natures of such moves, by the names that the edition gives them.
    pub natures: Vec<String>,
    /// How many of them count all the same.
    pub free: usize,
    /// The clause.
    pub clause: Clause,
}

/// Coming late.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LateRule {
    /// From how many minutes on it loses.
    pub minutes: u32,
    /// The clause.
    pub clause: Clause,
}

impl LateRule {
    /// Whether a player who comes so late has lost.
    #[must_use]
    pub fn loses(&self, late: Duration, excused: bool) -> bool {
        !excused && late >= Duration::from_minutes(self.minutes)
    }
}

/// One time control.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Control {
    /// So many moves within so many minutes.
    Quota {
        /// The key by which files name it.
        id: String,
        /// The stages, one after the other.
        stages: Vec<Stage>,
        /// The clause.
        clause: Clause,
    },
    /// So many seconds for each move, and a reserve.
    PerMove {
        /// The key by which files name it.
        id: String,
        /// The time for a move.
        seconds: u32,
        /// The time that may be used beyond that in one game.
        reserve_minutes: u32,
        /// The clause.
        clause: Clause,
    },
}

/// A number of moves for a number of minutes.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// The minutes of the stage.
    pub minutes: u32,
    /// The moves to make in it.
    pub moves: u32,
    /// Whether the stage comes again and again.
    #[serde(default)]
    pub repeats: bool,
}

impl Control {
    /// The key by which files name it.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Quota { id, .. } | Self::PerMove { id, .. } => id,
        }
    }

    /// The clause.
    #[must_use]
    pub fn clause(&self) -> &Clause {
        match self {
            Self::Quota { clause, .. } | Self::PerMove { clause, .. } => clause,
        }
    }
}

impl ClockRules {
    /// The control of that name.
    ///
    /// # Errors
    /// [`ClockError::UnknownControl`] with the names that exist.
    pub fn find(&self, id: &str) -> Result<&Control, ClockError> {
        self.controls
            .iter()
            .find(|control| control.id() == id)
            .ok_or_else(|| {
                let known: Vec<String> = self
                    .controls
                    .iter()
                    .map(|control| format!("`{}`", control.id()))
                    .collect();
                ClockError::UnknownControl {
                    name: id.to_owned(),
                    known: known.join(", "),
                }
            })
    }
}

/// What the clock rules need to know about the nature of a move.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlyNature {
    /// The natures of the move, by the names that the edition gives them.
    #[serde(default)]
    pub natures: Vec<String>,
    /// The earliest ply (from 1) after which the same position stood; absent for a new position.
    #[serde(default)]
    pub repeats: Option<usize>,
}

/// A move with the time that it took.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TimedPly {
    /// The time spent on it.
    pub spent: Duration,
    /// Its nature.
    pub nature: PlyNature,
}

/// Who overstepped, and where both sides stand.
#[derive(Debug, Clone, Serialize)]
pub struct ClockReport {
    /// The control.
    pub control: String,
    /// The first overstep of the game.
    pub overstep: Option<Overstep>,
    /// Where both sides stand, up to the overstep.
    pub sides: Both<SideReport>,
    /// The plies (from 1) that did not count towards the quota.
    pub uncounted: Vec<usize>,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

/// An overstep of the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Overstep {
    /// Who has lost.
    pub side: Side,
    /// The ply (from 1) during which it happened.
    pub ply: usize,
    /// That side's own move (from 1).
    pub move_number: usize,
    /// The limit that was overstepped.
    pub limit: Duration,
    /// The moves that were due within it; 0 with a control for each move.
    pub due: u32,
    /// The moves that counted until then.
    pub made: u32,
}

/// Where a side stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct SideReport {
    /// The time used in all.
    pub used: Duration,
    /// The moves made.
    pub moves: u32,
    /// The moves that count towards the quota.
    pub counted: u32,
    /// The time left in which the next quota must be met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_left: Option<Duration>,
    /// The moves still due in that time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_due: Option<u32>,
    /// The reserve used so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve_used: Option<Duration>,
}

/// What is wrong with a record of times.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum ClockError {
    /// No such control.
    #[error("there is no time control `{name}`")]
    #[diagnostic(code(qili::competition::control), help("the rules have {known}"))]
    UnknownControl {
        /// What was asked for.
        name: String,
        /// The names of those that exist.
        known: String,
    },
    /// Neither `spent` nor `clock`, or both.
    #[error("ply {0} needs either `spent` or `clock`")]
    #[diagnostic(
        code(qili::competition::time_missing),
        help("`spent` is what the move took, `clock` what the side has used after it")
    )]
    OneOf(usize),
    /// A clock that shows less than before.
    #[error("the clock runs backwards at ply {ply}: `{now}` after `{before}`")]
    #[diagnostic(
        code(qili::competition::clock_backwards),
        help("`clock` is the time used so far, so it never falls")
    )]
    Backwards {
        /// The ply, from 1.
        ply: usize,
        /// What it shows.
        now: Duration,
        /// What it showed after the side's move before.
        before: Duration,
    },
    /// A repetition of a later move, of itself or of the other side's.
    #[error("ply {ply} cannot repeat ply {repeats}")]
    #[diagnostic(
        code(qili::competition::repeats),
        help("`repeats` names an earlier ply of the same side")
    )]
    Repeats {
        /// The ply, from 1.
        ply: usize,
        /// What it is said to repeat.
        repeats: usize,
    },
}

impl Localized for ClockError {
    fn chinese(&self) -> Texts {
        match self {
            Self::UnknownControl { name, known } => {
                Texts::new(format!("没有用时规定 `{name}`")).help(format!("规则里有 {known}"))
            }
            Self::OneOf(ply) => Texts::new(format!("第 {ply} 着要写 `spent` 或 `clock`"))
                .help("`spent` 是这一着所用的时间，`clock` 是这一方走后累计所用的时间"),
            Self::Backwards { ply, now, before } => {
                Texts::new(format!("第 {ply} 着棋钟倒退：`{before}` 之后是 `{now}`"))
                    .help("`clock` 是累计所用的时间，不会减少")
            }
            Self::Repeats { ply, repeats } => {
                Texts::new(format!("第 {ply} 着不能重复第 {repeats} 着"))
                    .help("`repeats` 写同一方前面的一着")
            }
        }
    }
}
