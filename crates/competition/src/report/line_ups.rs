//! The line-ups of a team on boards.

use qili_edition::yaml::Document;
use qili_words::Language;

use super::{Output, clauses, json};
use crate::document::{Fault, locate};
use crate::files::teams::LineUpFile;
use crate::pairing::boards;
use crate::{Competition, Result};

/// The line-ups of a team on boards, or the check of one.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn line_ups(
    document: &Document,
    competition: &Competition,
    language: Language,
) -> Result<Output> {
    let rules = &competition.rules;
    let file: LineUpFile = document.decode()?;
    let boards = &rules.pairing.boards;
    let fault = |at: String| move |error| locate(document, Fault::new(at, error));
    for (place, player) in file.players.iter().enumerate() {
        if file.players[..place].contains(player) {
            return Err(
                fault(format!("players/{place}"))(boards::LineUpError::Twice(player.clone()))
                    .into(),
            );
        }
    }
    if let Some(line_up) = &file.line_up {
        if line_up.len() != file.boards {
            let error = boards::LineUpError::Size {
                players: line_up.len(),
                boards: file.boards,
            };
            return Err(fault("line_up".to_owned())(error).into());
        }
        boards::check(&file.players, line_up, boards)
            .map_err(|(place, error)| fault(format!("line_up/{place}"))(error))?;
    }
    let report = boards::line_ups(file.players.len(), file.boards, boards)
        .map_err(fault("boards".to_owned()))?;
    let (count, players) = (report.count, report.players);
    let mut text = language
        .of(
            &format!("{} 台，{players} 名队员：{count} 种组合\n", report.boards),
            &format!(
                "{} boards, {players} players: {count} line-ups\n",
                report.boards
            ),
        )
        .clone();
    for line_up in &report.line_ups {
        let names: Vec<String> = line_up
            .iter()
            .map(|&rank| format!("{rank} {}", file.players[rank - 1]))
            .collect();
        text.push_str(&format!("  {}\n", names.join("  ")));
    }
    if file.line_up.is_some() {
        text.push_str(language.of("所报组合符合名次顺序\n", "the given line-up is in order\n"));
    }
    text.push_str(&clauses([&report.clause], language));
    Ok(Output {
        text,
        json: json("lineups", &rules.edition, &report)?,
    })
}
