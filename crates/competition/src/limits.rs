//! Move limits: who may ask for one, how its moves are counted, and what happens when it is full.

use serde::{Deserialize, Serialize};

use crate::both::mover;
use crate::clause::Clause;
use crate::files::limit::{Development, LimitFile, LimitedMove, Request};
use qili_board::Side;
use qili_words::{Localized, Texts};

/// The part of `competition.yaml` about move limits.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitRules {
    /// The number of rounds.
    pub rounds: u32,
    /// The clause on that number.
    pub clause: Clause,
    /// On which grounds a limit may be set.
    pub grounds: Vec<Ground>,
    /// How it is set.
    pub procedure: Clause,
    /// Answers to checks.
    pub answered_checks: AnsweredChecks,
    /// What happens when the limit is full.
    pub full: Full,
}

/// A ground for a limit.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    /// The key by which files name it.
    pub id: String,
    /// Who may ask.
    pub asked_by: Vec<Asker>,
    /// How many rounds of repetition it takes.
    #[serde(default)]
    pub repetitive_rounds: Option<u32>,
    /// The clause.
    pub clause: Clause,
}

/// Who asks for a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asker {
    /// One of the players.
    Player,
    /// The arbiter, unasked.
    Arbiter,
}

/// How many answers to checks count.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnsweredChecks {
    /// The most that count during the whole limit.
    pub counted: u32,
    /// Whether that holds only for checks that do not directly follow another check of the same side.
    pub intermittent: bool,
    /// The clause.
    pub clause: Clause,
}

/// What happens when the limit is full.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Full {
    /// The result without a new development.
    pub outcome: FullOutcome,
    /// What is a new development.
    pub changes: Vec<Change>,
    /// The clause.
    pub clause: Clause,
}

/// The result of a limit that is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FullOutcome {
    /// A draw.
    Draw,
    /// The limited side has lost.
    Loss,
}

/// A new development.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A piece was lost.
    PieceLost,
    /// A piece is in danger.
    PieceInDanger,
    /// The guards have left their places.
    PalaceAbandoned,
    /// A general is threatened.
    GeneralThreatened,
}

/// The state of a limit.
#[derive(Debug, Clone, Serialize)]
pub struct LimitReport {
    /// The ground.
    pub ground: String,
    /// The side whose moves are limited.
    pub limited: Side,
    /// The round of the game from which the limit runs, where it was noted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_round: Option<u32>,
    /// The number of its moves that are allowed.
    pub limit: u32,
    /// The moves of that side so far, as long as the limit runs.
    pub made: u32,
    /// Those that count.
    pub counted: u32,
    /// Its answers to checks.
    pub answered: u32,
    /// The move under the limit (from 1) with which it was full.
    pub full_at: Option<usize>,
    /// New developments that the rules know.
    pub developments: Vec<Development>,
    /// What follows.
    pub status: Status,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

/// What follows from the state of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The limit runs.
    Running,
    /// Full without a new development: a draw.
    Draw,
    /// Full without a new development: lost for the limited side.
    Loss,
    /// Full, and something new: the arbiter lifts the limit, sets a new one or lets play go on.
    Arbiter,
}

/// Why no limit can be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum LimitError {
    /// No such ground.
    #[error("there is no ground `{name}` for a move limit")]
    #[diagnostic(code(qili::competition::limit_ground), help("the rules have {known}"))]
    Ground {
        /// What was given.
        name: String,
        /// The names of those that exist.
        known: String,
    },
    /// Not theirs to ask.
    #[error(
        "a limit on the ground `{ground}` cannot be asked for by this party (article {article})"
    )]
    #[diagnostic(code(qili::competition::limit_asker))]
    Asker {
        /// The ground.
        ground: String,
        /// The article.
        article: String,
    },
    /// Too early.
    #[error(
        "the ground `{ground}` needs {needed} repetitive rounds, not {found} (article {article})"
    )]
    #[diagnostic(code(qili::competition::limit_early))]
    Early {
        /// The ground.
        ground: String,
        /// How many rounds it takes.
        needed: u32,
        /// How many there were.
        found: u32,
        /// The article.
        article: String,
    },
    /// A development after a move that was not made.
    #[error("there is no move {after} under the limit, only {moves}")]
    #[diagnostic(code(qili::competition::limit_change))]
    After {
        /// The move that was given.
        after: usize,
        /// How many there are.
        moves: usize,
    },
}

impl Localized for LimitError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Ground { name, known } => {
                Texts::new(format!("没有限着的理由 `{name}`")).help(format!("规则里有 {known}"))
            }
            Self::Asker { ground, article } => Texts::new(format!(
                "这一方不能以 `{ground}` 为由要求限着（条 {article}）"
            )),
            Self::Early {
                ground,
                needed,
                found,
                article,
            } => Texts::new(format!(
                "以 `{ground}` 为由要有 {needed} 个重复回合，现有 {found} 个（条 {article}）"
            )),
            Self::After { after, moves } => {
                Texts::new(format!("限着之下只有 {moves} 着，没有第 {after} 着"))
            }
        }
    }
}

/// Checks the request and counts the moves.
///
/// # Errors
/// [`LimitError`] with the path of the place.
pub fn judge(file: &LimitFile, rules: &LimitRules) -> Result<LimitReport, (String, LimitError)> {
    let ground = admitted(&file.request, rules)?;
    let limit = file.rounds.unwrap_or(rules.rounds);
    let moves: Vec<&LimitedMove> = file
        .moves
        .iter()
        .flat_map(|mv| std::iter::repeat_n(mv, mv.times.unwrap_or(1).min(10_000) as usize))
        .collect();
    for (place, change) in file.changes.iter().enumerate() {
        if change.after == 0 || change.after > moves.len() {
            let error = LimitError::After {
                after: change.after,
                moves: moves.len(),
            };
            return Err((format!("changes/{place}/after"), error));
        }
    }
    let (mut made, mut answered, mut sparing, mut counted) = (0, 0, 0, 0);
    let mut full_at = None;
    let gives_check = |place: Option<usize>| place.is_some_and(|place| moves[place].check);
    for place in 0..moves.len() {
        if mover(file.starts, place + 1) != file.limited {
            continue;
        }
        made += 1;
        let answers = gives_check(place.checked_sub(1));
        answered += u32::from(answers);
        // Whether the answer is one of those of which only some count.
        let spared =
            answers && !(rules.answered_checks.intermittent && gives_check(place.checked_sub(3)));
        sparing += u32::from(spared);
        counted += u32::from(!spared || sparing <= rules.answered_checks.counted);
        if counted >= limit {
            // what is played afterwards is not played under it
            full_at = Some(place + 1);
            break;
        }
    }
    let developments: Vec<Development> = file
        .changes
        .iter()
        .copied()
        .filter(|change| rules.full.changes.contains(&change.kind))
        .filter(|change| full_at.is_none_or(|full| change.after <= full))
        .collect();
    let status = match (full_at, rules.full.outcome) {
        (None, _) => Status::Running,
        (Some(_), _) if !developments.is_empty() => Status::Arbiter,
        (Some(_), FullOutcome::Draw) => Status::Draw,
        (Some(_), FullOutcome::Loss) => Status::Loss,
    };
    let mut clauses = vec![
        ground.clause.clone(),
        rules.procedure.clone(),
        rules.clause.clone(),
    ];
    if answered > 0 {
        clauses.push(rules.answered_checks.clause.clone());
    }
    if status != Status::Running {
        clauses.push(rules.full.clause.clone());
    }
    Ok(LimitReport {
        ground: ground.id.clone(),
        limited: file.limited,
        from_round: file.from_round,
        limit,
        made,
        counted,
        answered,
        full_at,
        developments,
        status,
        clauses,
    })
}

/// The ground of a request that is in order.
fn admitted<'a>(
    request: &Request,
    rules: &'a LimitRules,
) -> Result<&'a Ground, (String, LimitError)> {
    let Some(ground) = rules
        .grounds
        .iter()
        .find(|ground| ground.id == request.ground)
    else {
        let known: Vec<String> = rules
            .grounds
            .iter()
            .map(|ground| format!("`{}`", ground.id))
            .collect();
        let error = LimitError::Ground {
            name: request.ground.clone(),
            known: known.join(", "),
        };
        return Err(("request/ground".to_owned(), error));
    };
    let article = ground.clause.article.clone();
    if !ground.asked_by.contains(&request.by) {
        let error = LimitError::Asker {
            ground: ground.id.clone(),
            article,
        };
        return Err(("request/by".to_owned(), error));
    }
    if let Some(needed) = ground.repetitive_rounds
        && request.repetitive_rounds < needed
    {
        let error = LimitError::Early {
            ground: ground.id.clone(),
            needed,
            found: request.repetitive_rounds,
            article,
        };
        return Err(("request/repetitive_rounds".to_owned(), error));
    }
    Ok(ground)
}
