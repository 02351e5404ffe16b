//! Where a game resumes after an illegal move.

use qili_edition::yaml::Document;
use qili_words::Language;
use serde::Serialize;

use super::{Output, clauses, json, violations};
use crate::correction::{self, Correction};
use crate::files::correct::CorrectFile;
use crate::files::event::Violation;
use crate::{Competition, Result};

/// Where a game resumes after an illegal move.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn correct(
    document: &Document,
    competition: &Competition,
    language: Language,
) -> Result<Output> {
    let rules = &competition.rules;
    let file: CorrectFile = document.decode()?;
    let pieces = competition.pieces()?;
    let start = pieces.position(
        document,
        file.fen.as_deref(),
        file.first.unwrap_or(rules.colours.first_mover),
    )?;
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (place, text) in file.moves.iter().enumerate() {
        let mv = pieces.intended(document, text, &position, format!("moves/{place}"))?;
        moves.push(mv);
        if !pieces.movement().is_legal(&position, mv) {
            break;
        }
        position.play(mv);
    }
    let found = correction::correct(
        &start,
        &moves,
        file.explanation,
        pieces.movement(),
        &rules.correction,
    );

    #[derive(Serialize)]
    struct Report<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        correction: Option<&'a Correction>,
        annulled: &'a [String],
        fen: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        record: Option<Violation>,
    }
    let annulled = found
        .as_ref()
        .map_or(&[][..], |one| &file.moves[one.ply - 1..]);
    let resume = found.as_ref().map_or(&position, |one| &one.resume);
    let report = Report {
        correction: found.as_ref(),
        annulled,
        fen: pieces.fen(resume),
        record: found.as_ref().and_then(|found| {
            let article = &rules.correction.clause.article;
            violations::record(found.violation, file.player, file.round, article)
        }),
    };
    let mut text = String::new();
    match &found {
        None => text.push_str(language.of("各着都合走法\n", "all moves are legal\n")),
        Some(found) => {
            let (side, ply, piece) = (found.side.name(language), found.ply, found.piece);
            let wrong = &annulled[0];
            let reason = pieces
                .movement()
                .explain_illegal(&found.resume, found.mv)
                .map_or(String::new(), |why| why.reason.to_string());
            text.push_str(language.of(
                &format!("第 {ply} 着（{side}）{wrong} 不合走法\n取消 {} 着：{}\n", annulled.len(), annulled.join(" ")),
                &format!("ply {ply} ({side}), `{wrong}`, is illegal: {reason}\n{} ply/plies annulled: {}\n", annulled.len(), annulled.join(" ")),
            ));
            let moves = pieces.list(&found.moves, resume);
            text.push_str(&match found.other_piece_allowed {
                false => language
                    .of(
                        &format!("{side}仍走 {piece} 的子：{moves}\n"),
                        &format!("{side} moves the piece on {piece}: {moves}\n"),
                    )
                    .clone(),
                true => language
                    .of(
                        &format!("{piece} 的子不能走，{side}可走别的子\n"),
                        &format!("the piece on {piece} cannot move; {side} may move another\n"),
                    )
                    .clone(),
            });
            text.push_str(violations::text(found.violation, language));
        }
    }
    text.push_str(&format!(
        "{}{}\n",
        language.of("续弈局面：", "the game resumes from: "),
        report.fen
    ));
    text.push_str(&clauses(
        found.iter().flat_map(|one| &one.clauses),
        language,
    ));
    Ok(Output {
        json: json("correct", &rules.edition, &report)?,
        text,
    })
}
