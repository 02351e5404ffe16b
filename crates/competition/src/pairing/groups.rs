//! Groups with seeds: round robins in groups, then a final of the best of each group, and an exchange event for the others.

use qili_words::{Localized, Texts};
use serde::Serialize;

/// Why players cannot be split into groups.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum GroupError {
    /// No groups, or groups without two players.
    #[error("{players} players cannot form {groups} group(s) of at least two")]
    #[diagnostic(code(qili::competition::groups))]
    Size {
        /// How many players there are.
        players: usize,
        /// How many groups were asked for.
        groups: usize,
    },
    /// More finalists than players in a group.
    #[error("a group of {size} cannot send {finalists} player(s) to the final")]
    #[diagnostic(code(qili::competition::finalists))]
    Finalists {
        /// The smallest group.
        size: usize,
        /// How many were to go on.
        finalists: usize,
    },
}

impl Localized for GroupError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Size { players, groups } => {
                Texts::new(format!("{players} 名棋手分不成 {groups} 组，每组至少两名"))
            }
            Self::Finalists { size, finalists } => {
                Texts::new(format!("{size} 人的组不能有 {finalists} 人进入决赛"))
            }
        }
    }
}

/// Deals players into groups in a serpentine: the seeds first, in their order, then the others by number.
///
/// ```
/// use qili_competition::pairing::groups::deal;
///
/// // 1 to 4 are seeds.
/// let groups = deal(&[1, 2, 3, 4], &[5, 6, 7, 8], 2)?;
/// assert_eq!(groups, [vec![1, 4, 5, 8], vec![2, 3, 6, 7]]);
/// # Ok::<(), qili_competition::pairing::groups::GroupError>(())
/// ```
///
/// # Errors
/// [`GroupError::Size`] if a group would have fewer than two players.
pub fn deal(seeds: &[u32], others: &[u32], groups: usize) -> Result<Vec<Vec<u32>>, GroupError> {
    let players = seeds.len() + others.len();
    if groups == 0 || players / groups < 2 {
        return Err(GroupError::Size { players, groups });
    }
    let mut dealt = vec![Vec::new(); groups];
    for (place, &player) in seeds.iter().chain(others).enumerate() {
        let (lap, step) = (place / groups, place % groups);
        let group = if lap % 2 == 0 {
            step
        } else {
            groups - 1 - step
        };
        dealt[group].push(player);
    }
    Ok(dealt)
}

/// Who goes on: the final, and the exchange event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NextStage {
    /// The best of each group, all first places, then all second places, and so on.
    #[serde(rename = "final")]
    pub finalists: Vec<u32>,
    /// Everyone else in the same order.
    pub exchange: Vec<u32>,
}

/// Takes the best `finalists` of each group, given each group in the order of its final table.
///
/// # Errors
/// [`GroupError::Finalists`] if a group is smaller than that.
pub fn next_stage(ranked: &[Vec<u32>], finalists: usize) -> Result<NextStage, GroupError> {
    let size = ranked.iter().map(Vec::len).min().unwrap_or(0);
    if finalists > size {
        return Err(GroupError::Finalists { size, finalists });
    }
    let longest = ranked.iter().map(Vec::len).max().unwrap_or(0);
    let by_place = |places: std::ops::Range<usize>| {
        let row = move |place: usize| {
            ranked
                .iter()
                .filter_map(move |group| group.get(place).copied())
        };
        places.flat_map(row).collect()
    };
    Ok(NextStage {
        finalists: by_place(0..finalists),
        exchange: by_place(finalists..longest),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_final_takes_at_most_all_of_the_smallest_group() {
        let ranked = [vec![1, 5], vec![3, 2, 6]];
        let next = next_stage(&ranked, 2).unwrap();
        assert_eq!(next.finalists, [1, 3, 5, 2]);
        assert_eq!(next.exchange, [6]);
        let refused = GroupError::Finalists {
            size: 2,
            finalists: 3,
        };
        assert_eq!(next_stage(&ranked, 3).unwrap_err(), refused);
    }
}
