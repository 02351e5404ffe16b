//! The beginning of a handicap game.

use qili_board::Square;
use qili_edition::yaml::Document;
use qili_words::Language;
use serde::Serialize;

use super::{Output, clauses, json};
use crate::document::{Fault, locate};
use crate::files::handicap::HandicapFile;
use crate::handicap::{BreachKind, HandicapReport, Opening};
use crate::pieces::square;
use crate::{Competition, Result};

/// The beginning of a handicap game.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn handicap(
    document: &Document,
    competition: &Competition,
    language: Language,
) -> Result<Output> {
    let rules = &competition.rules;
    let file: HandicapFile = document.decode()?;
    let handicap = rules
        .handicaps
        .find(&file.kind)
        .map_err(|error| locate(document, Fault::new("kind", error)))?;
    let pieces = competition.pieces()?;
    let weaker = file.weaker.unwrap_or(rules.colours.first_mover);
    let start = pieces.position(document, file.fen.as_deref(), weaker)?;
    let removed: Vec<Square> = file
        .remove
        .iter()
        .enumerate()
        .map(|(place, text)| square(document, text, format!("remove/{place}")))
        .collect::<Result<_>>()?;
    let mut position = start.clone();
    for &square in &removed {
        position.remove(square);
    }
    let mut moves = Vec::new();
    for (place, text) in file.opening.iter().enumerate() {
        position.set_turn(weaker);
        let mv = pieces.intended(document, text, &position, format!("opening/{place}"))?;
        moves.push(mv);
        if !pieces.movement().is_legal(&position, mv) {
            break;
        }
        position.play(mv);
    }
    let opening = Opening {
        start,
        weaker,
        removed: &removed,
        moves: &moves,
    };
    let report = rules
        .handicaps
        .open(handicap, &opening, pieces.movement())
        .map_err(|error| locate(document, Fault::in_list("remove")(error)))?;

    #[derive(Serialize)]
    struct Full<'a> {
        #[serde(flatten)]
        report: &'a HandicapReport,
        fen: String,
    }
    let full = Full {
        report: &report,
        fen: pieces.fen(&report.position),
    };
    let (name, side, run) = (
        report.name.get(language),
        weaker.name(language),
        report.opening_run,
    );
    let mut text = language
        .of(
            &format!("{name}：{side}先走，第一次走 {run} 着\n"),
            &format!("handicap of {name}: {side} begins with {run} move(s)\n"),
        )
        .clone();
    if report.every_game {
        text.push_str(language.of(
            "每局都是如此，不互换先后\n",
            "so in every game; the first move does not change hands\n",
        ));
    }
    for breach in &report.breaches {
        let what = match breach.kind {
            BreachKind::Illegal => language.of("不合走法", "is illegal"),
            BreachKind::SamePiece => language.of("一子连动", "moves a piece again"),
            BreachKind::Capture => language.of("吃子", "captures"),
            BreachKind::Check => language.of("将军", "gives check"),
            BreachKind::TooMany => language.of("超过应走着数", "is one too many"),
        };
        let written = &file.opening[breach.number - 1];
        text.push_str(language.of(
            &format!("违规：{written} {what}\n"),
            &format!("against the rules: `{written}` {what}\n"),
        ));
    }
    if report.missing > 0 && !file.opening.is_empty() {
        let missing = report.missing;
        text.push_str(language.of(
            &format!("还须走 {missing} 着\n"),
            &format!("{missing} move(s) still to come\n"),
        ));
    }
    text.push_str(&format!("{}\n", full.fen));
    text.push_str(&clauses(&report.clauses, language));
    Ok(Output {
        json: json("handicap", &rules.edition, &full)?,
        text,
    })
}
