//! Team matches on boards: which players may sit where.

use qili_words::{Localized, Texts};
use serde::Serialize;

use super::rules::Ruled;
use crate::clause::Clause;

/// All line-ups of a team, and whether the book counts them as we do.
#[derive(Debug, Clone, Serialize)]
pub struct LineUps {
    /// How many boards a match has.
    pub boards: usize,
    /// How many players were entered, substitutes included.
    pub players: usize,
    /// How many line-ups there are.
    pub count: u64,
    /// The ranks on boards one, two, …; each line-up in rising order.
    pub line_ups: Vec<Vec<usize>>,
    /// What the book prints for this size, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<u64>,
    /// The clause.
    pub clause: Clause,
}

/// What is wrong with a team or a line-up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum LineUpError {
    /// Fewer players than boards, or no boards.
    #[error("{players} player(s) cannot fill {boards} board(s)")]
    #[diagnostic(code(qili::competition::line_up_size))]
    Size {
        /// How many were entered.
        players: usize,
        /// How many boards there are.
        boards: usize,
    },
    /// More line-ups than anyone can read.
    #[error("{players} players on {boards} boards have {count} line-ups, too many to list")]
    #[diagnostic(code(qili::competition::line_up_count))]
    TooMany {
        /// How many were entered.
        players: usize,
        /// How many boards there are.
        boards: usize,
        /// How many line-ups there would be.
        count: u64,
    },
    /// A player who was not entered.
    #[error("`{0}` is not in the team")]
    #[diagnostic(code(qili::competition::line_up_player))]
    NotEntered(String),
    /// A player on two boards.
    #[error("`{0}` sits on two boards")]
    #[diagnostic(code(qili::competition::line_up_twice))]
    Twice(String),
    /// A player sits below one of lower rank.
    #[error(
        "`{lower}` (rank {lower_rank}) must not sit above `{higher}` (rank {higher_rank}) (article {article})"
    )]
    #[diagnostic(
        code(qili::competition::line_up_order),
        help("boards follow the order in which the team was entered")
    )]
    Order {
        /// The player of lower rank.
        lower: String,
        /// That player's rank, from 1.
        lower_rank: usize,
        /// The player of higher rank.
        higher: String,
        /// That player's rank, from 1.
        higher_rank: usize,
        /// The article that asks for it.
        article: String,
    },
}

impl Localized for LineUpError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Size { players, boards } => {
                Texts::new(format!("{players} 名棋手坐不满 {boards} 台"))
            }
            Self::TooMany {
                players,
                boards,
                count,
            } => Texts::new(format!(
                "{players} 名棋手坐 {boards} 台，有 {count} 种阵容，列不完"
            )),
            Self::NotEntered(player) => Texts::new(format!("`{player}` 不在队里")),
            Self::Twice(player) => Texts::new(format!("`{player}` 坐了两台")),
            Self::Order {
                lower,
                lower_rank,
                higher,
                higher_rank,
                article,
            } => Texts::new(format!(
                "`{lower}`（第 {lower_rank} 名）不能坐在 `{higher}`（第 {higher_rank} 名）之上（条 {article}）"
            ))
            .help("台次依报名的次序"),
        }
    }
}

/// The most line-ups that are listed.
const LISTED: u64 = 10_000;

/// Lists the line-ups of a team of `players` on `boards`.
///
/// # Errors
/// [`LineUpError::Size`] if the team is too small, [`LineUpError::TooMany`] beyond ten thousand line-ups.
pub fn line_ups(players: usize, boards: usize, rules: &Ruled) -> Result<LineUps, LineUpError> {
    if boards == 0 || boards > players {
        return Err(LineUpError::Size { players, boards });
    }
    let count = choose(players as u64, boards as u64);
    if count > LISTED {
        return Err(LineUpError::TooMany {
            players,
            boards,
            count,
        });
    }
    let mut found = Vec::new();
    let mut chosen: Vec<usize> = (1..=boards).collect();
    loop {
        found.push(chosen.clone());
        // The last board that can still take a lower-ranked player; the boards after it follow on.
        let Some(board) = (0..boards)
            .rev()
            .find(|&board| chosen[board] < players - (boards - 1 - board))
        else {
            break;
        };
        let next = chosen[board] + 1;
        for (step, rank) in chosen[board..].iter_mut().enumerate() {
            *rank = next + step;
        }
    }
    let erratum = rules.clause.erratum.as_ref();
    let printed = erratum.filter(|erratum| {
        erratum.boards == boards && erratum.boards + erratum.substitutes == players
    });
    Ok(LineUps {
        boards,
        players,
        count,
        line_ups: found,
        printed: printed.map(|erratum| erratum.printed),
        clause: rules.clause.clone(),
    })
}

/// The number of ways to choose, or the largest number if it does not fit.
fn choose(from: u64, take: u64) -> u64 {
    (1..=take.min(from - take)).fold(1, |so_far: u128, step| {
        (so_far * u128::from(from - step + 1) / u128::from(step)).min(u128::from(u64::MAX))
    }) as u64
}

/// Checks one line-up, board one first, against the team in the order of its entered ranks.
///
/// # Errors
/// [`LineUpError`] with the board (from 0) for strangers, players on two boards and players above one of higher rank.
pub fn check(
    team: &[String],
    line_up: &[String],
    rules: &Ruled,
) -> Result<(), (usize, LineUpError)> {
    let mut above: Option<(usize, &String)> = None;
    let mut seen: Vec<&String> = Vec::new();
    for (board, player) in line_up.iter().enumerate() {
        let Some(rank) = team.iter().position(|one| one == player) else {
            return Err((board, LineUpError::NotEntered(player.clone())));
        };
        if seen.contains(&player) {
            return Err((board, LineUpError::Twice(player.clone())));
        }
        seen.push(player);
        if let Some((rank_above, one_above)) = above
            && rank_above > rank
        {
            let error = LineUpError::Order {
                lower: one_above.clone(),
                lower_rank: rank_above + 1,
                higher: player.clone(),
                higher_rank: rank + 1,
                article: rules.clause.article.clone(),
            };
            return Err((board, error));
        }
        above = Some((rank, player));
    }
    Ok(())
}
