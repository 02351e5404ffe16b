//! What a player must play who touched these pieces.

use qili_board::{Move, Position, Square};
use qili_edition::yaml::Document;
use qili_words::Language;
use serde::Serialize;

use super::{Output, clauses, json, violations};
use crate::correction::ViolationFound;
use crate::document::{Fault, locate};
use crate::files::event::Violation;
use crate::files::touch::TouchFile;
use crate::moves;
use crate::pieces::{Pieces, square};
use crate::touch::{self, Contact, Duty, Sequence, TouchError, TouchRuling};
use crate::{Competition, Result};

#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Played {
    /// It stands and may not be changed.
    Stands,
    /// Another point was touched first: the piece is put there.
    Changed,
    /// It does not meet the duty that binds.
    BreaksDuty,
    /// The pieces do not move so: it is corrected.
    Illegal,
}

/// What a player must play who touched these pieces.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn touch(document: &Document, competition: &Competition, language: Language) -> Result<Output> {
    let rules = &competition.rules;
    let file: TouchFile = document.decode()?;
    let pieces = competition.pieces()?;
    let position = pieces.position(document, Some(&file.fen), rules.colours.first_mover)?;
    let mut contacts = Vec::new();
    for (place, entry) in file.touches.iter().enumerate() {
        let squares = entry
            .at
            .as_slice()
            .iter()
            .map(|text| square(document, text, format!("touches/{place}/at")))
            .collect::<Result<_>>()?;
        contacts.push(Contact {
            squares,
            adjusting: entry.adjusting,
        });
    }
    let legal = moves::legal(pieces.movement(), &position);
    let ruling = touch::ruling(&position, &legal, &contacts, &rules.touch)
        .map_err(|error| locate(document, Fault::in_list("touches")(error)))?;
    let violation = rules.correction.violation(ruling.unable, file.explanation);
    let made = match &file.played {
        None => None,
        Some(text) => Some(pieces.intended(document, text, &position, "played".to_owned())?),
    };
    let finished = finished(document, &file, made, ruling.own)?;
    let played = finished.or(made).map(|mv| {
        if !legal.contains(&mv) {
            Played::Illegal
        } else if !ruling.moves.contains(&mv) {
            Played::BreaksDuty
        } else if made.is_some_and(|made| made != mv) {
            Played::Changed
        } else {
            Played::Stands
        }
    });

    #[derive(Serialize)]
    struct Report<'a> {
        fen: String,
        #[serde(flatten)]
        ruling: &'a TouchRuling,
        #[serde(flatten)]
        violation: ViolationFound,
        #[serde(skip_serializing_if = "Option::is_none")]
        finished: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        played: Option<Played>,
        #[serde(skip_serializing_if = "Option::is_none")]
        record: Option<Violation>,
    }
    let mut text = touch_text(&ruling, pieces, &position, language);
    let mut cited = vec![&ruling.clause];
    text.push_str(violations::text(violation, language));
    if violation != ViolationFound::No {
        cited.extend(rules.correction.violation_clauses());
    }
    match played {
        None => {}
        Some(Played::Stands) => {
            text.push_str(language.of(
                "所走的着有效，不得更改\n",
                "the move played stands and may not be changed\n",
            ));
            cited.push(&rules.touch.finished);
        }
        Some(Played::Changed) => {
            let first = finished.map_or(String::new(), |mv| pieces.write(mv, &position));
            text.push_str(language.of(
                &format!("棋子先碰到的交点不得改换，应走 {first}\n"),
                &format!("the point that was touched first may not be exchanged for another: {first} is played\n"),
            ));
            cited.push(&rules.touch.finished);
        }
        Some(Played::BreaksDuty) => {
            text.push_str(language.of(
                "所走的着违反义务，须重走\n",
                "the move played does not meet the duty and is replayed\n",
            ));
        }
        Some(Played::Illegal) => {
            text.push_str(language.of(
                "所走的着不合走法，须纠正\n",
                "the move played is illegal and is corrected\n",
            ));
            cited.push(&rules.correction.clause);
        }
    }
    text.push_str(&clauses(cited, language));
    let report = Report {
        fen: pieces.fen(&position),
        violation,
        finished: finished.map(|mv| mv.to_string()),
        played,
        record: violations::record(violation, file.player, file.round, &ruling.clause.article),
        ruling: &ruling,
    };
    Ok(Output {
        json: json("touch", &rules.edition, &report)?,
        text,
    })
}

/// The move that was finished when the piece in hand touched a point: the piece that was moved, or the first own one touched.
fn finished(
    document: &Document,
    file: &TouchFile,
    made: Option<Move>,
    touched: Option<Square>,
) -> Result<Option<Move>> {
    let Some(text) = file.points.first() else {
        return Ok(None);
    };
    let to = square(document, text, "points/0".to_owned())?;
    let Some(from) = made.map(|mv| mv.from).or(touched) else {
        return Err(locate(document, Fault::new("points", TouchError::NoPiece)).into());
    };
    Ok(Some(Move { from, to }))
}

fn touch_text(
    ruling: &TouchRuling,
    pieces: Pieces<'_>,
    position: &Position,
    language: Language,
) -> String {
    let sequence = match ruling.sequence {
        None => language.of("没有产生义务的摸触", "no touch creates a duty"),
        Some(Sequence::Own) => language.of("摸己子", "an own piece"),
        Some(Sequence::Enemy) => language.of("摸彼子", "an enemy piece"),
        Some(Sequence::OwnThenEnemy) => {
            language.of("先摸己子，后摸彼子", "an own piece, then an enemy piece")
        }
        Some(Sequence::EnemyThenOwn) => {
            language.of("先摸彼子，后摸己子", "an enemy piece, then an own piece")
        }
        Some(Sequence::BothAtOnce) => {
            language.of("同时摸到双方的子", "pieces of both sides at once")
        }
    };
    let mut text = format!("{sequence}\n");
    for (place, duty) in ruling.duties.iter().enumerate() {
        let what = match duty.duty {
            Duty::OwnCapturesEnemy => language.of(
                "用摸过的己子吃摸过的彼子",
                "capture the touched enemy with the touched piece",
            ),
            Duty::MoveOwn => language.of("走摸过的己子", "move the touched piece"),
            Duty::CaptureEnemy => language.of(
                "用任何子吃摸过的彼子",
                "capture the touched enemy with any piece",
            ),
        };
        let moves = match duty.moves.as_slice() {
            [] => language.of("不能", "impossible").to_owned(),
            moves => pieces.list(moves, position),
        };
        let mark = if ruling.binding == Some(place) {
            "→"
        } else {
            " "
        };
        let number = place + 1;
        text.push_str(language.of(
            &format!("{mark} {number}. {what}：{moves}\n"),
            &format!("{mark} {number}. {what}: {moves}\n"),
        ));
    }
    if ruling.binding.is_none() {
        text.push_str(language.of("→ 自由走子\n", "→ a free move\n"));
    }
    text
}
