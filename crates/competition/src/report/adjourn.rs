//! The envelope of an adjourned game, and its sealed move.

use qili_board::{Move, Position, Side};
use qili_edition::yaml::Document;
use qili_notation::MoveError;
use qili_words::{Language, Localized, Said, Texts, both};
use serde::Serialize;

use super::clock::{clock_report, clock_table};
use super::table::Table;
use super::{Output, clauses, json};
use crate::adjournment::{self, Content, Envelope, Field, Keeper, Seal};
use crate::document::{Fault, locate};
use crate::files::adjourn::AdjournFile;
use crate::pieces::Pieces;
use crate::{Competition, Result};

/// What is wrong with an adjournment.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
enum AdjournError {
    #[error("{} overstepped the time at ply {ply}: nothing is adjourned", side.name(Language::English))]
    #[diagnostic(code(qili::competition::adjourn_overstep))]
    Overstep { side: Side, ply: usize },
    #[error("a sealed move can only be opened on a position")]
    #[diagnostic(
        code(qili::competition::adjourn_position),
        help("add the `fen` of the adjourned position")
    )]
    NoPosition,
    #[error("it is {}'s turn by the clocks, but {}'s by the position", clock.name(Language::English), fen.name(Language::English))]
    #[diagnostic(code(qili::competition::adjourn_turn))]
    Turn { clock: Side, fen: Side },
}

impl Localized for AdjournError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Overstep { side, ply } => Texts::new(format!(
                "{}在第 {ply} 着超时，没有封棋可言",
                side.name(Language::Chinese)
            )),
            Self::NoPosition => Texts::new("有局面才能拆封").help("写上封棋时的 `fen`"),
            Self::Turn { clock, fen } => Texts::new(format!(
                "按棋钟轮到{}，按局面轮到{}",
                clock.name(Language::Chinese),
                fen.name(Language::Chinese)
            )),
        }
    }
}

/// The envelope of an adjourned game, and its sealed move.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn adjourn(
    document: &Document,
    competition: &Competition,
    language: Language,
) -> Result<Output> {
    let rules = &competition.rules;
    let file: AdjournFile = document.decode()?;
    let report = clock_report(document, &file.clock, "clock/", competition)?;
    if let Some(over) = report.overstep {
        let error = AdjournError::Overstep {
            side: over.side,
            ply: over.ply,
        };
        return Err(locate(
            document,
            Fault::new(format!("clock/moves/{}", over.ply - 1), error),
        )
        .into());
    }
    let first = file.clock.first.unwrap_or(rules.colours.first_mover);
    let plies = file.clock.moves.len();
    let Some(envelope) =
        adjournment::envelope(file.players, first, plies, &report, &rules.adjournment)
    else {
        let message = both!(
            "超时之后没有封棋可言",
            "nothing is adjourned after an overstep of the time"
        );
        return Err(Said::new("qili::competition::adjourn_overstep", message).into());
    };
    let mut text = envelope_text(&envelope, language);
    text.push_str(&clock_table(&report, language));
    let mut cited: Vec<_> = envelope.clauses.iter().collect();
    if file.moved_on_board && rules.adjournment.moved_on_board.still_recorded {
        text.push_str(language.of(
            "已在盘上走出的着仍须写成完整记录\n",
            "the move played on the board is written down in full all the same\n",
        ));
        cited.push(&rules.adjournment.moved_on_board.clause);
    }
    let (mut seal, mut complete) = (None, None);
    if let Some(sealed) = &file.sealed {
        let Some(fen) = &file.fen else {
            return Err(locate(document, Fault::new("sealed", AdjournError::NoPosition)).into());
        };
        let pieces = competition.pieces()?;
        let position = pieces.position(document, Some(fen), first)?;
        if position.turn() != envelope.side_to_move {
            let error = AdjournError::Turn {
                clock: envelope.side_to_move,
                fen: position.turn(),
            };
            return Err(locate(document, Fault::new("fen", error)).into());
        }
        let readings = match pieces.read(sealed, &position) {
            Ok(mv) => vec![mv],
            Err(MoveError::Ambiguous { candidates, .. }) => candidates,
            Err(_) => Vec::new(),
        };
        let rule = &rules.adjournment.faulty_seal;
        let opened = adjournment::open_seal(&readings, file.explanation, rule);
        text.push_str(&seal_text(sealed, &opened, pieces, &position, language));
        if let Seal::Stands { .. } = opened {
            let record = &rules.adjournment.complete_record;
            let is_complete = record.is_met_by(sealed);
            if !is_complete {
                text.push_str(language.of(
                    "封着不是完整记录，须补记\n",
                    "the sealed move is not written in full and has to be completed\n",
                ));
                cited.push(&record.clause);
            }
            complete = Some(is_complete);
        }
        if !matches!(opened, Seal::Stands { .. }) {
            cited.push(&rule.clause);
        }
        seal = Some(opened);
    }
    text.push_str(&clauses(cited, language));

    #[derive(Serialize)]
    struct Report<'a> {
        envelope: &'a Envelope,
        #[serde(skip_serializing_if = "Option::is_none")]
        seal: Option<Seal>,
        /// Whether the sealed move is a record in full.
        #[serde(skip_serializing_if = "Option::is_none")]
        complete: Option<bool>,
        /// The position for the diagram.
        #[serde(skip_serializing_if = "Option::is_none")]
        fen: Option<&'a str>,
    }
    Ok(Output {
        json: json(
            "adjourn",
            &rules.edition,
            &Report {
                envelope: &envelope,
                seal,
                complete,
                fen: file.fen.as_deref(),
            },
        )?,
        text,
    })
}

fn envelope_text(envelope: &Envelope, language: Language) -> String {
    let mut table = Table::new(language.of(["封面", ""], ["envelope", ""]));
    let both = |value: &dyn Fn(Side) -> String| {
        let sides =
            [Side::Red, Side::Black].map(|side| format!("{} {}", side.name(language), value(side)));
        sides.join(language.of("，", ", "))
    };
    for field in &envelope.fields {
        let clocks = &envelope.clocks;
        let (name, value) = match field {
            Field::Players => (
                language.of("姓名", "players"),
                both(&|side| envelope.players.of(side).clone()),
            ),
            Field::SideToMove => (
                language.of("轮走", "to move"),
                envelope.side_to_move.name(language).to_owned(),
            ),
            Field::TimeUsed => (
                language.of("已用时间", "time used"),
                both(&|side| clocks.of(side).used.to_string()),
            ),
            Field::StageTimeLeft => (
                language.of("尚余时间", "time left"),
                both(&|side| clocks.of(side).time_left.unwrap_or_default().to_string()),
            ),
            Field::StageMovesDue => (
                language.of("应走着数", "moves due"),
                both(&|side| clocks.of(side).moves_due.unwrap_or_default().to_string()),
            ),
            Field::ReserveUsed => (
                language.of("已用延长时间", "reserve used"),
                both(&|side| clocks.of(side).reserve_used.unwrap_or_default().to_string()),
            ),
            Field::Signatures => (
                language.of("签名", "signatures"),
                language
                    .of("红方、黑方、裁判员", "Red, Black, arbiter")
                    .to_owned(),
            ),
        };
        table.row([name, &value]);
    }
    let contents: Vec<String> = envelope
        .contents
        .iter()
        .map(|content| match content {
            Content::RedRecord => language.of("红方记录", "Red's record"),
            Content::BlackRecord => language.of("黑方记录", "Black's record"),
            Content::Diagram => language.of("局势图", "a diagram of the position"),
        })
        .map(str::to_owned)
        .collect();
    table.row([language.of("封入", "enclosed"), &language.list(&contents)]);
    let keeper = match envelope.kept_by {
        Keeper::Arbiter => language.of("裁判员", "the arbiter"),
        Keeper::Committee => language.of("竞赛委员会", "the committee"),
    };
    table.row([language.of("保管", "kept by"), keeper]);
    format!("{}\n", table.text())
}

fn seal_text(
    sealed: &str,
    seal: &Seal,
    pieces: Pieces<'_>,
    position: &Position,
    language: Language,
) -> String {
    let list = |readings: &[Move]| match readings {
        [] => language.of("着法有误", "no legal move").to_owned(),
        readings => pieces.list(readings, position),
    };
    match seal {
        Seal::Stands { mv } => {
            let mv = pieces.write(*mv, position);
            language
                .of(
                    &format!("封着 {sealed}：{mv}，照走\n"),
                    &format!("sealed `{sealed}`: {mv} is played\n"),
                )
                .clone()
        }
        Seal::Explain { readings } => {
            let list = list(readings);
            language
                .of(
                    &format!("封着 {sealed}：{list}，须由封棋者解释\n"),
                    &format!("sealed `{sealed}`: {list}; the player has to explain\n"),
                )
                .clone()
        }
        Seal::Explained { readings } => {
            let list = list(readings);
            language
                .of(
                    &format!("封着 {sealed}：{list}，解释成立，由裁判员确定所走的着\n"),
                    &format!(
                        "sealed `{sealed}`: {list}; explained, the arbiter settles the move\n"
                    ),
                )
                .clone()
        }
        Seal::Lost => language
            .of(
                &format!("封着 {sealed} 有误又解释不通，判负\n"),
                &format!("sealed `{sealed}` is wrong and unexplained: loses\n"),
            )
            .clone(),
        Seal::Arbiter => language
            .of(
                &format!("封着 {sealed} 有误，由裁判员处理\n"),
                &format!("sealed `{sealed}` is wrong: the arbiter decides\n"),
            )
            .clone(),
    }
}
