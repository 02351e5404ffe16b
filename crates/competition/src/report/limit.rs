//! Whether a move limit may be set, and how far it is counted.

use qili_edition::yaml::Document;
use qili_words::Language;

use super::clock::GameError;
use super::{Output, clauses, json, natures};
use crate::document::{Fault, locate};
use crate::files::limit::{Development, LimitFile, LimitedMove};
use crate::limits::{self, Change, Status};
use crate::{Competition, Result};

/// Whether a move limit may be set, and how far it is counted.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn limit(document: &Document, competition: &Competition, language: Language) -> Result<Output> {
    let rules = &competition.rules;
    let mut file: LimitFile = document.decode()?;
    if let Some(fen) = &file.fen {
        let (moves, changes) = limited_game(document, &file, fen, competition)?;
        file.moves = moves;
        file.changes.extend(changes);
    }
    let report = limits::judge(&file, &rules.limits)
        .map_err(|(at, error)| locate(document, Fault::new(at, error)))?;
    let side = report.limited.name(language);
    let status = match report.status {
        Status::Running => language.of("限着进行中", "the limit runs"),
        Status::Draw => language.of("限满而无新变化，判和", "the limit is full without a new development: a draw"),
        Status::Loss => language.of("限满而无新变化，判负", "the limit is full without a new development: lost"),
        Status::Arbiter => language.of(
            "限满，其间出现新变化，由裁判员取消、重限或不限",
            "the limit is full and something new happened: the arbiter lifts the limit, sets a new one or lets play go on",
        ),
    };
    let (counted, limit, made, answered) =
        (report.counted, report.limit, report.made, report.answered);
    let mut text = language.of(
        &format!("{side}限着：计 {counted} / {limit} 着（实走 {made} 着，其中应将 {answered} 着）\n{status}\n"),
        &format!("{side} is limited: {counted} of {limit} moves count ({made} made, {answered} of them answers to checks)\n{status}\n"),
    ).clone();
    text.push_str(&match report.from_round {
        Some(round) => language
            .of(
                &format!("记录注明自第 {round} 回合起\n"),
                &format!("noted as running from round {round}\n"),
            )
            .clone(),
        None => language
            .of(
                "记录尚未注明自第几回合起\n",
                "the round from which it runs has still to be noted\n",
            )
            .to_owned(),
    });
    for one in &report.developments {
        let what = match one.kind {
            Change::PieceLost => language.of("失子", "a piece was lost"),
            Change::PieceInDanger => language.of("棋子处于险境", "a piece is in danger"),
            Change::PalaceAbandoned => language.of("士象离宫", "the guards have left home"),
            Change::GeneralThreatened => language.of("将帅受威胁", "a general is threatened"),
        };
        let after = one.after;
        text.push_str(language.of(
            &format!("第 {after} 着后：{what}\n"),
            &format!("after ply {after}: {what}\n"),
        ));
    }
    text.push_str(&clauses(&report.clauses, language));
    Ok(Output {
        text,
        json: json("limit", &rules.edition, &report)?,
    })
}

/// The moves under a limit with the checks that they give, and the pieces that are lost.
fn limited_game(
    document: &Document,
    file: &LimitFile,
    fen: &str,
    competition: &Competition,
) -> Result<(Vec<LimitedMove>, Vec<Development>)> {
    let pieces = competition.pieces()?;
    let start = pieces.position_at(document, fen, "fen")?;
    if start.turn() != file.starts {
        let error = GameError::FirstMover(file.starts);
        return Err(locate(document, Fault::new("fen", error)).into());
    }
    let mut texts = Vec::new();
    for (place, entry) in file.moves.iter().enumerate() {
        let Some(text) = &entry.mv else {
            return Err(locate(
                document,
                Fault::new(format!("moves/{place}"), GameError::NoMove),
            )
            .into());
        };
        texts.push((format!("moves/{place}/move"), text.as_str()));
    }
    let moves = natures::moves(document, pieces, &start, texts)?;
    let mut position = start.clone();
    let captures = moves.iter().map(|&mv| position.play(mv).is_some());
    let lost = captures
        .enumerate()
        .filter(|&(_, captured)| captured)
        .map(|(place, _)| Development {
            after: place + 1,
            kind: Change::PieceLost,
        });
    let lost = lost.collect();
    let checks = natures::checks(pieces, &start, &moves);
    let limited = file
        .moves
        .iter()
        .zip(checks)
        .map(|(entry, check)| LimitedMove {
            check,
            times: None,
            ..entry.clone()
        });
    Ok((limited.collect(), lost))
}
