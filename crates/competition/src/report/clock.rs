//! Who overstepped the time, and at which move.

use qili_board::Side;
use qili_edition::yaml::Document;
use qili_words::{Language, Localized, Texts};
use serde::Serialize;

use super::table::Table;
use super::{Output, clauses, json, natures};
use crate::clock::{self, ClockReport, SideReport};
use crate::document::{Fault, locate};
use crate::files::clock::ClockFile;
use crate::{Competition, Result};

/// What does not fit between a position and the moves after it.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub(super) enum GameError {
    #[error("with a position every entry needs its `move`")]
    #[diagnostic(
        code(qili::competition::no_move),
        help("leave `fen` out to give natures by hand")
    )]
    NoMove,
    #[error("{} moves first, but the position has the other side to move", .0.name(Language::English))]
    #[diagnostic(
        code(qili::competition::first_mover),
        help("set `first`, or the turn of the position")
    )]
    FirstMover(Side),
}

impl Localized for GameError {
    fn chinese(&self) -> Texts {
        match self {
            Self::NoMove => {
                Texts::new("写了局面，每一项就要有 `move`").help("不写 `fen`，性质可以自己写")
            }
            Self::FirstMover(side) => Texts::new(format!(
                "由{}先走，但局面轮到另一方",
                side.name(Language::Chinese)
            ))
            .help("改 `first`，或改局面轮到的一方"),
        }
    }
}

/// Who overstepped the time, and at which move.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn clock(document: &Document, competition: &Competition, language: Language) -> Result<Output> {
    let rules = &competition.rules;
    let file: ClockFile = document.decode()?;
    let report = clock_report(document, &file, "", competition)?;
    let late_clause = &rules.clock.late_arrival;
    let late = file
        .late
        .iter()
        .find(|late| late_clause.loses(late.by, late.excused));

    #[derive(Serialize)]
    struct Full<'a> {
        #[serde(flatten)]
        report: &'a ClockReport,
        late: Option<Side>,
    }
    let mut text = String::new();
    if let Some(late) = late {
        let side = late.side.name(language);
        text.push_str(language.of(
            &format!(
                "{side}迟到 {}，判负 [{}]\n",
                late.by, late_clause.clause.article
            ),
            &format!(
                "{side} is {} late and loses [{}]\n",
                late.by, late_clause.clause.article
            ),
        ));
    }
    text.push_str(&overstep(&report, language));
    text.push('\n');
    text.push_str(&clock_table(&report, language));
    if !report.uncounted.is_empty() {
        let plies: Vec<String> = report.uncounted.iter().map(usize::to_string).collect();
        let word = language.of(
            "\n不计入着数的着（按半回合）：",
            "\nplies that do not count: ",
        );
        text.push_str(&format!("{word}{}\n", plies.join(", ")));
    }
    text.push_str(&clauses(&report.clauses, language));
    Ok(Output {
        text,
        json: json(
            "clock",
            &rules.edition,
            &Full {
                report: &report,
                late: late.map(|late| late.side),
            },
        )?,
    })
}

/// Judges the clocks of a file, or of the part of one under `prefix`.
pub(super) fn clock_report(
    document: &Document,
    file: &ClockFile,
    prefix: &str,
    competition: &Competition,
) -> Result<ClockReport> {
    let rules = &competition.rules;
    let control = rules
        .clock
        .find(&file.control)
        .map_err(|error| locate(document, Fault::new(format!("{prefix}control"), error)))?;
    let mut plies = file.plies().map_err(|(place, error)| {
        let field = if file.moves[place].clock.is_some() {
            "/clock"
        } else {
            ""
        };
        locate(
            document,
            Fault::new(format!("{prefix}moves/{place}{field}"), error),
        )
    })?;
    let first = file.first.unwrap_or(rules.colours.first_mover);
    if let Some(fen) = &file.fen {
        let pieces = competition.pieces()?;
        let start = pieces.position_at(document, fen, &format!("{prefix}fen"))?;
        if start.turn() != first {
            let error = GameError::FirstMover(first);
            return Err(locate(document, Fault::new(format!("{prefix}fen"), error)).into());
        }
        let mut texts = Vec::new();
        for (place, entry) in file.moves.iter().enumerate() {
            let at = format!("{prefix}moves/{place}");
            let Some(text) = &entry.mv else {
                return Err(locate(document, Fault::new(at, GameError::NoMove)).into());
            };
            texts.push((format!("{at}/move"), text.as_str()));
        }
        let moves = natures::moves(document, pieces, &start, texts)?;
        for (ply, found) in plies
            .iter_mut()
            .zip(natures::natures(pieces, &start, &moves))
        {
            ply.nature.natures.extend(found.natures);
            ply.nature.repeats = ply.nature.repeats.or(found.repeats);
        }
    }
    Ok(clock::judge(
        control,
        &plies,
        file.running,
        first,
        &rules.clock,
    ))
}

fn overstep(report: &ClockReport, language: Language) -> String {
    let Some(over) = report.overstep else {
        return language
            .of("双方均未超时\n", "nobody has overstepped the time\n")
            .to_owned();
    };
    let side = over.side.name(language);
    let (number, limit, due, made) = (over.move_number, over.limit, over.due, over.made);
    match due {
        0 => language.of(
            &format!("{side}第 {number} 着超时：延长时间 {limit} 用尽，判负\n"),
            &format!("{side} oversteps with move {number}: the reserve of {limit} is used up; loses\n"),
        ).clone(),
        _ => language.of(
            &format!("{side}第 {number} 着超时：{limit} 内应走 {due} 着，计 {made} 着，判负\n"),
            &format!("{side} oversteps with move {number}: {due} moves were due within {limit}, {made} count; loses\n"),
        ).clone(),
    }
}

/// The state of both clocks.
pub(super) fn clock_table(report: &ClockReport, language: Language) -> String {
    let mut head = vec![
        language.of("方", "side"),
        language.of("用时", "used"),
        language.of("着数", "moves"),
    ];
    let quota = report.sides.red.moves_due.is_some();
    if quota {
        head.extend(language.of(
            ["计着", "余时", "应走"],
            ["counted", "time left", "moves due"],
        ));
    } else {
        head.push(language.of("已用延长", "reserve used"));
    }
    let mut table = Table::new(head);
    for side in [Side::Red, Side::Black] {
        let SideReport {
            used,
            moves,
            counted,
            time_left,
            moves_due,
            reserve_used,
        } = *report.sides.of(side);
        let mut cells = vec![
            side.name(language).to_owned(),
            used.to_string(),
            moves.to_string(),
        ];
        if quota {
            cells.extend([
                counted.to_string(),
                time_left.unwrap_or_default().to_string(),
                moves_due.unwrap_or_default().to_string(),
            ]);
        } else {
            cells.push(reserve_used.unwrap_or_default().to_string());
        }
        table.row(cells);
    }
    table.text()
}
