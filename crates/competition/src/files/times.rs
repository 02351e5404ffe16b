//! A PGN game with the time of each move, for `clock`: comments such as `[%emt 0:01:30]`, as chess software writes them.

use miette::Diagnostic;
use qili_edition::yaml::Document;
use qili_notation::Vocabulary;
use qili_notation::files::{self, Edition};
use qili_notation::game::NodeId;
use qili_words::{Bilingual, Localized, Texts, in_both};
use serde_json::json;

use crate::duration::{Duration, DurationError};
use crate::{Competition, Result};

/// Why the times of a game cannot be used.
#[derive(Debug, thiserror::Error, Diagnostic)]
enum TimesError {
    #[error("`{0}` holds no game")]
    #[diagnostic(code(qili::competition::no_game))]
    NoGame(String),
    #[error("`{0}` holds several games")]
    #[diagnostic(
        code(qili::competition::several_games),
        help("give a file of one game")
    )]
    Several(String),
    #[error("the game of `{file}` cannot be played on: {problem}")]
    #[diagnostic(code(qili::competition::broken_game))]
    Broken { file: String, problem: Bilingual },
    #[error("ply {0} has no time")]
    #[diagnostic(
        code(qili::competition::time_missing),
        help("write the time that it took after each move: `{{[%emt 0:01:30]}}`")
    )]
    Missing(usize),
    #[error("the time of ply {ply} cannot be read")]
    #[diagnostic(code(qili::competition::time))]
    Unreadable {
        ply: usize,
        #[source]
        cause: DurationError,
    },
}

impl Localized for TimesError {
    fn chinese(&self) -> Texts {
        match self {
            Self::NoGame(file) => Texts::new(format!("`{file}` 里没有棋局")),
            Self::Several(file) => {
                Texts::new(format!("`{file}` 里有几局")).help("给一个只有一局的文件")
            }
            Self::Broken { file, problem } => {
                Texts::new(format!("`{file}` 的棋局走不下去：{}", problem.zh))
            }
            Self::Missing(ply) => Texts::new(format!("第 {ply} 着没有用时"))
                .help("每着之后写所用的时间：`{[%emt 0:01:30]}`"),
            Self::Unreadable { ply, cause } => Texts::new(format!(
                "第 {ply} 着的用时读不出：{}",
                cause.chinese().message
            )),
        }
    }
}

/// Reads the one game of a file as the record of times that `clock` judges.
///
/// # Errors
/// A diagnostic for a file without a game, or with several, and for a move without its time.
pub fn times(
    file: &str,
    bytes: &[u8],
    control: &str,
    competition: &Competition,
) -> Result<Document> {
    let pieces = competition.pieces()?;
    // Software writes games as the start position has them, whoever moves first in the edition.
    let vocabulary = Vocabulary::of(&pieces.rulebook.edition.rules, pieces.movement())?;
    let edition = Edition {
        movement: pieces.movement(),
        vocabulary: &vocabulary,
    };
    let mut games = files::games(bytes, file, edition)?;
    let game = games
        .next()
        .ok_or_else(|| TimesError::NoGame(file.to_owned()))??;
    if games.next().is_some() {
        return Err(TimesError::Several(file.to_owned()).into());
    }
    if let Some(problem) = game.problems.first() {
        return Err(TimesError::Broken {
            file: file.to_owned(),
            problem: in_both(problem).0,
        }
        .into());
    }
    let mut moves = Vec::new();
    for (place, node) in game
        .tree
        .line(NodeId::ROOT)
        .filter(|&id| game.tree[id].mv.is_some())
        .enumerate()
    {
        let ply = place + 1;
        let node = &game.tree[node];
        let spent = elapsed(node.comment()).ok_or(TimesError::Missing(ply))?;
        let spent: Duration = spent
            .parse()
            .map_err(|cause| TimesError::Unreadable { ply, cause })?;
        moves.push(json!({ "move": node.mv.map(|mv| mv.to_string()), "spent": spent }));
    }
    let position = &game.start.position;
    let record = json!({
        "control": control,
        "first": position.turn(),
        "fen": pieces.fen(position),
        "moves": moves,
    });
    Ok(Document::parse(file, record.to_string())?)
}

/// The time in a comment, without fractions of a second.
fn elapsed(comment: &str) -> Option<&str> {
    let (_, rest) = comment.split_once("[%emt ")?;
    let (time, _) = rest.split_once(']')?;
    Some(time.split('.').next().unwrap_or(time).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_found_in_comments() {
        assert_eq!(elapsed("good [%emt 0:01:30.5] move"), Some("0:01:30"));
        assert_eq!(elapsed("[%clk 1:00:00]"), None);
    }
}
