//! `clock`, `limit` and `offers`: one game without its board.

use miette::Result;
use qili_competition::clock::{self, ClockFile, ClockReport, SideReport};
use qili_competition::document::{Fault, locate};
use qili_competition::limits::{self, Change, Development, LimitFile, LimitedMove, Status};
use qili_competition::offers::{self, Answer, Offer, OfferBreach};
use qili_competition::side::Colour;
use qili_competition::text::Lang;
use qili_edition::yaml::Document;
use serde::{Deserialize, Serialize};

use super::Context;
use super::natures;
use super::output::{Output, Table, clauses, json};
use super::pieces::Pieces;

/// What does not fit between a position and the moves after it.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
enum GameError {
    #[error("with a position every entry needs its `move`")]
    #[diagnostic(
        code(qili::competition::no_move),
        help("leave `fen` out to give natures by hand")
    )]
    NoMove,
    #[error("{0} moves first, but the position has the other side to move")]
    #[diagnostic(
        code(qili::competition::first_mover),
        help("set `first`, or the turn of the position")
    )]
    FirstMover(&'static str),
}

pub(super) fn clock(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let file: ClockFile = document.decode()?;
    let report = clock_report(document, &file, "", context)?;
    let late_clause = &rules.clock.late_arrival;
    let late = file
        .late
        .iter()
        .find(|late| late_clause.loses(late.by, late.excused));

    #[derive(Serialize)]
    struct Full<'a> {
        #[serde(flatten)]
        report: &'a ClockReport,
        late: Option<Colour>,
    }
    let mut text = String::new();
    if let Some(late) = late {
        let side = late.side.name(*lang);
        text.push_str(&lang.pick(
            format!(
                "{side}迟到 {}，判负 [{}]\n",
                late.by, late_clause.clause.article
            ),
            format!(
                "{side} is {} late and loses [{}]\n",
                late.by, late_clause.clause.article
            ),
        ));
    }
    text.push_str(&overstep(&report, *lang));
    text.push('\n');
    text.push_str(&clock_table(&report, *lang));
    if !report.uncounted.is_empty() {
        let plies: Vec<String> = report.uncounted.iter().map(usize::to_string).collect();
        let word = lang.pick(
            "\n不计入着数的着（按半回合）：",
            "\nplies that do not count: ",
        );
        text.push_str(&format!("{word}{}\n", plies.join(", ")));
    }
    text.push_str(&clauses(&report.clauses, *lang));
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
    context: &Context,
) -> Result<ClockReport> {
    let rules = &context.rules;
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
        let pieces = Pieces::of(context)?;
        let start = pieces.position_at(document, fen, &format!("{prefix}fen"))?;
        if Colour::from(start.turn()) != first {
            let error = GameError::FirstMover(first.name(Lang::En));
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
        let moves = natures::moves(document, &pieces, &start, texts)?;
        for (ply, found) in plies
            .iter_mut()
            .zip(natures::natures(&pieces, &start, &moves))
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

fn overstep(report: &ClockReport, lang: Lang) -> String {
    let Some(over) = report.overstep else {
        return lang
            .pick("双方均未超时\n", "nobody has overstepped the time\n")
            .to_owned();
    };
    let side = over.side.name(lang);
    let (number, limit, due, made) = (over.move_number, over.limit, over.due, over.made);
    match due {
        0 => lang.pick(
            format!("{side}第 {number} 着超时：延长时间 {limit} 用尽，判负\n"),
            format!("{side} oversteps with move {number}: the reserve of {limit} is used up; loses\n"),
        ),
        _ => lang.pick(
            format!("{side}第 {number} 着超时：{limit} 内应走 {due} 着，计 {made} 着，判负\n"),
            format!("{side} oversteps with move {number}: {due} moves were due within {limit}, {made} count; loses\n"),
        ),
    }
}

/// The state of both clocks.
pub(super) fn clock_table(report: &ClockReport, lang: Lang) -> String {
    let mut head = vec![
        lang.pick("方", "side"),
        lang.pick("用时", "used"),
        lang.pick("着数", "moves"),
    ];
    let quota = report.sides.red.moves_due.is_some();
    if quota {
        head.extend(lang.pick(
            ["计着", "余时", "应走"],
            ["counted", "time left", "moves due"],
        ));
    } else {
        head.push(lang.pick("已用延长", "reserve used"));
    }
    let mut table = Table::new(head);
    for side in [Colour::Red, Colour::Black] {
        let SideReport {
            used,
            moves,
            counted,
            time_left,
            moves_due,
            reserve_used,
        } = *report.sides.of(side);
        let mut cells = vec![
            side.name(lang).to_owned(),
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

pub(super) fn limit(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let mut file: LimitFile = document.decode()?;
    if let Some(fen) = &file.fen {
        let (moves, changes) = limited_game(document, &file, fen, context)?;
        file.moves = moves;
        file.changes.extend(changes);
    }
    let report = limits::judge(&file, &rules.limits)
        .map_err(|(at, error)| locate(document, Fault::new(at, error)))?;
    let side = report.limited.name(*lang);
    let status = match report.status {
        Status::Running => lang.pick("限着进行中", "the limit runs"),
        Status::Draw => lang.pick("限满而无新变化，判和", "the limit is full without a new development: a draw"),
        Status::Loss => lang.pick("限满而无新变化，判负", "the limit is full without a new development: lost"),
        Status::Arbiter => lang.pick(
            "出现新变化，由裁判员取消、重限或不限",
            "something new happened: the arbiter lifts the limit, sets a new one or lets play go on",
        ),
    };
    let (counted, limit, made, answered) =
        (report.counted, report.limit, report.made, report.answered);
    let mut text = lang.pick(
        format!("{side}限着：计 {counted} / {limit} 着（实走 {made} 着，其中应将 {answered} 着）\n{status}\n"),
        format!("{side} is limited: {counted} of {limit} moves count ({made} made, {answered} of them answers to checks)\n{status}\n"),
    );
    for one in &report.developments {
        let what = match one.kind {
            Change::PieceLost => lang.pick("失子", "a piece was lost"),
            Change::PieceInDanger => lang.pick("棋子处于险境", "a piece is in danger"),
            Change::PalaceAbandoned => lang.pick("士象离宫", "the guards have left home"),
            Change::GeneralThreatened => lang.pick("将帅受威胁", "a general is threatened"),
        };
        let after = one.after;
        text.push_str(&lang.pick(
            format!("第 {after} 着后：{what}\n"),
            format!("after ply {after}: {what}\n"),
        ));
    }
    text.push_str(&clauses(&report.clauses, *lang));
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
    context: &Context,
) -> Result<(Vec<LimitedMove>, Vec<Development>)> {
    let pieces = Pieces::of(context)?;
    let start = pieces.position_at(document, fen, "fen")?;
    if Colour::from(start.turn()) != file.starts {
        let error = GameError::FirstMover(file.starts.name(Lang::En));
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
    let moves = natures::moves(document, &pieces, &start, texts)?;
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
    let checks = natures::checks(&pieces, &start, &moves);
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

/// The file of `qili competition offers`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfferFile {
    #[serde(default)]
    first: Option<Colour>,
    offers: Vec<Offer>,
}

pub(super) fn offers(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let file: OfferFile = document.decode()?;
    let first = file.first.unwrap_or(rules.colours.first_mover);
    let report = offers::judge(&file.offers, first, &rules.offers)
        .map_err(|error| locate(document, Fault::in_list("offers")(error)))?;
    let mut table = Table::new(lang.pick(
        ["方", "着后", "答复", "评定", "条"],
        ["side", "after ply", "answer", "verdict", "article"],
    ));
    for offer in &report.offers {
        let answer = match offer.answer {
            Answer::Accepted => lang.pick("同意", "accepted"),
            Answer::Refused => lang.pick("拒绝", "refused"),
            Answer::PlayedOn => lang.pick("续走（拒绝）", "played on (refused)"),
            Answer::Pending => lang.pick("未答", "pending"),
        };
        let verdict = match offer.breach {
            None => lang.pick("有效", "in order"),
            Some(OfferBreach::NotAfterOwnMove) => {
                lang.pick("未走自己的着", "not after an own move")
            }
            Some(OfferBreach::OutOfTurn) => lang.pick("未轮到提和", "not their turn to offer"),
        };
        table.row([
            offer.by.name(*lang),
            &offer.after_ply.to_string(),
            answer,
            verdict,
            &offer.article,
        ]);
    }
    let mut text = table.text();
    let may: Vec<&str> = report
        .may_offer
        .iter()
        .map(|side| side.name(*lang))
        .collect();
    text.push_str(&if report.drawn {
        lang.pick("和棋\n", "the game is a draw\n").to_owned()
    } else if report.pending {
        lang.pick("等待答复\n", "an offer waits for its answer\n")
            .to_owned()
    } else {
        let may = may.join(lang.pick("或", " or "));
        lang.pick(
            format!("此后可提和：{may}\n"),
            format!("next to offer: {may}\n"),
        )
    });
    text.push_str(&clauses(&report.clauses, *lang));
    Ok(Output {
        text,
        json: json("offers", &rules.edition, &report)?,
    })
}
