//! `touch`, `correct`, `handicap` and `adjourn`: what needs the board.

use miette::Result;
use qili_board::{Move, Position, Square};
use qili_competition::adjournment::{self, Envelope, Explanation, Field, Seal};
use qili_competition::clock::ClockFile;
use qili_competition::correction::{self, Correction};
use qili_competition::document::{Fault, locate};
use qili_competition::handicap::{BreachKind, HandicapReport, Opening};
use qili_competition::law::Law as _;
use qili_competition::side::{Both, Colour};
use qili_competition::text::Lang;
use qili_competition::touch::{self, Contact, Duty, Sequence, TouchRuling};
use qili_edition::yaml::Document;
use qili_notation::MoveError;
use serde::{Deserialize, Serialize};

use super::Context;
use super::game::{clock_report, clock_table};
use super::output::{Output, Table, clauses, json};
use super::pieces::Pieces;

/// A square that cannot be read.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
enum BadSquare {
    #[error("`{0}` is not a square")]
    #[diagnostic(
        code(qili::competition::square),
        help("squares are `a0` to `i9`, from Red's left")
    )]
    Unreadable(String),
}

fn square(document: &Document, text: &str, at: String) -> Result<Square> {
    text.parse().map_err(|_| {
        locate(
            document,
            Fault::new(at, BadSquare::Unreadable(text.to_owned())),
        )
        .into()
    })
}

/// A move that has to be understood, legal or not.
fn intended(
    document: &Document,
    pieces: &Pieces,
    text: &str,
    position: &Position,
    at: String,
) -> Result<Move> {
    match pieces.read(text, position) {
        Ok(mv) | Err(MoveError::Illegal { mv, .. }) => Ok(mv),
        Err(error) => Err(locate(document, Fault::new(at, error)).into()),
    }
}

/// The file of `qili competition touch`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TouchFile {
    /// The position, with the player who touched to move.
    fen: String,
    touches: Vec<TouchEntry>,
    /// The move that the player made.
    #[serde(default)]
    played: Option<String>,
    /// The arbiter accepts the explanation of a player who can meet no duty.
    #[serde(default)]
    explained: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TouchEntry {
    at: OneOrMore,
    /// The player had said that they were adjusting.
    #[serde(default)]
    adjusting: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

/// What the played move is worth.
#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Played {
    /// It stands and may not be changed.
    Stands,
    /// It does not meet the duty that binds.
    BreaksDuty,
    /// The pieces do not move so: it is corrected.
    Illegal,
}

pub(super) fn touch(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let file: TouchFile = document.decode()?;
    let pieces = Pieces::of(context)?;
    let position = pieces.position(document, Some(&file.fen), rules.colours.first_mover)?;
    let mut contacts = Vec::new();
    for (place, entry) in file.touches.iter().enumerate() {
        let texts = match &entry.at {
            OneOrMore::One(text) => std::slice::from_ref(text),
            OneOrMore::More(texts) => texts,
        };
        let squares = texts
            .iter()
            .map(|text| square(document, text, format!("touches/{place}/at")))
            .collect::<Result<_>>()?;
        contacts.push(Contact {
            squares,
            adjusting: entry.adjusting,
        });
    }
    let legal = pieces.movement().legal(&position);
    let ruling = touch::ruling(&position, &legal, &contacts, &rules.touch)
        .map_err(|error| locate(document, Fault::in_list("touches")(error)))?;
    let violation = rules.correction.is_violation(ruling.unable, file.explained);
    let played = match &file.played {
        None => None,
        Some(text) => {
            let mv = intended(document, &pieces, text, &position, "played".to_owned())?;
            Some(if !legal.contains(&mv) {
                Played::Illegal
            } else if ruling.moves.contains(&mv) {
                Played::Stands
            } else {
                Played::BreaksDuty
            })
        }
    };

    #[derive(Serialize)]
    struct Report<'a> {
        fen: String,
        #[serde(flatten)]
        ruling: &'a TouchRuling,
        violation: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        played: Option<Played>,
    }
    let mut text = touch_text(&ruling, &pieces, &position, *lang);
    let mut cited = vec![&ruling.clause];
    if violation {
        text.push_str(lang.pick(
            "不能照办又解释不通：记违例一次\n",
            "unable and unexplained: a violation is recorded\n",
        ));
        cited.extend(rules.correction.violation_clauses());
    }
    match played {
        None => {}
        Some(Played::Stands) => {
            text.push_str(lang.pick(
                "所走的着有效，不得更改\n",
                "the move played stands and may not be changed\n",
            ));
            cited.push(&rules.touch.finished);
        }
        Some(Played::BreaksDuty) => {
            text.push_str(lang.pick(
                "所走的着违反义务，须重走\n",
                "the move played does not meet the duty and is replayed\n",
            ));
        }
        Some(Played::Illegal) => {
            text.push_str(lang.pick(
                "所走的着不合走法，须纠正\n",
                "the move played is illegal and is corrected\n",
            ));
            cited.push(&rules.correction.clause);
        }
    }
    text.push_str(&clauses(cited, *lang));
    let report = Report {
        fen: pieces.fen(&position),
        ruling: &ruling,
        violation,
        played,
    };
    Ok(Output {
        json: json("touch", &rules.edition, &report)?,
        text,
    })
}

fn touch_text(ruling: &TouchRuling, pieces: &Pieces, position: &Position, lang: Lang) -> String {
    let sequence = match ruling.sequence {
        None => lang.pick("没有产生义务的摸触", "no touch creates a duty"),
        Some(Sequence::Own) => lang.pick("摸己子", "an own piece"),
        Some(Sequence::Enemy) => lang.pick("摸彼子", "an enemy piece"),
        Some(Sequence::OwnThenEnemy) => {
            lang.pick("先摸己子，后摸彼子", "an own piece, then an enemy piece")
        }
        Some(Sequence::EnemyThenOwn) => {
            lang.pick("先摸彼子，后摸己子", "an enemy piece, then an own piece")
        }
        Some(Sequence::BothAtOnce) => lang.pick("同时摸到双方的子", "pieces of both sides at once"),
    };
    let mut text = format!("{sequence}\n");
    for (place, duty) in ruling.duties.iter().enumerate() {
        let what = match duty.duty {
            Duty::OwnCapturesEnemy => lang.pick(
                "用摸过的己子吃摸过的彼子",
                "capture the touched enemy with the touched piece",
            ),
            Duty::MoveOwn => lang.pick("走摸过的己子", "move the touched piece"),
            Duty::CaptureEnemy => lang.pick(
                "用任何子吃摸过的彼子",
                "capture the touched enemy with any piece",
            ),
        };
        let moves = match duty.moves.as_slice() {
            [] => lang.pick("不能", "impossible").to_owned(),
            moves => pieces.list(moves, position),
        };
        let mark = if ruling.binding == Some(place) {
            "→"
        } else {
            " "
        };
        let number = place + 1;
        text.push_str(&lang.pick(
            format!("{mark} {number}. {what}：{moves}\n"),
            format!("{mark} {number}. {what}: {moves}\n"),
        ));
    }
    if ruling.binding.is_none() {
        text.push_str(lang.pick("→ 自由走子\n", "→ a free move\n"));
    }
    text
}

/// The file of `qili competition correct`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorrectFile {
    #[serde(default)]
    fen: Option<String>,
    /// Who moves first in a game from the starting position; the edition's first mover if absent.
    #[serde(default)]
    first: Option<Colour>,
    moves: Vec<String>,
    /// The arbiter accepts the explanation of a player whose piece cannot move.
    #[serde(default)]
    explained: bool,
}

pub(super) fn correct(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let file: CorrectFile = document.decode()?;
    let pieces = Pieces::of(context)?;
    let start = pieces.position(
        document,
        file.fen.as_deref(),
        file.first.unwrap_or(rules.colours.first_mover),
    )?;
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (place, text) in file.moves.iter().enumerate() {
        let mv = intended(document, &pieces, text, &position, format!("moves/{place}"))?;
        moves.push(mv);
        if !pieces.movement().is_legal(&position, mv) {
            break;
        }
        position.play(mv);
    }
    let found = correction::correct(
        &start,
        &moves,
        file.explained,
        pieces.movement(),
        &rules.correction,
    );

    #[derive(Serialize)]
    struct Report<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        correction: Option<&'a Correction>,
        annulled: &'a [String],
        fen: String,
    }
    let annulled = found
        .as_ref()
        .map_or(&[][..], |one| &file.moves[one.ply - 1..]);
    let resume = found.as_ref().map_or(&position, |one| &one.resume);
    let report = Report {
        correction: found.as_ref(),
        annulled,
        fen: pieces.fen(resume),
    };
    let mut text = String::new();
    match &found {
        None => text.push_str(lang.pick("各着都合走法\n", "all moves are legal\n")),
        Some(found) => {
            let (side, ply, piece) = (found.side.name(*lang), found.ply, found.piece);
            let wrong = &annulled[0];
            let reason = pieces
                .movement()
                .explain_illegal(&found.resume, found.mv)
                .map_or(String::new(), |why| why.reason.to_string());
            text.push_str(&lang.pick(
                format!("第 {ply} 着（{side}）{wrong} 不合走法\n取消 {} 着：{}\n", annulled.len(), annulled.join(" ")),
                format!("ply {ply} ({side}), `{wrong}`, is illegal: {reason}\n{} ply/plies annulled: {}\n", annulled.len(), annulled.join(" ")),
            ));
            let moves = pieces.list(&found.moves, resume);
            text.push_str(&match found.other_piece_allowed {
                false => lang.pick(
                    format!("{side}仍走 {piece} 的子：{moves}\n"),
                    format!("{side} moves the piece on {piece}: {moves}\n"),
                ),
                true => lang.pick(
                    format!("{piece} 的子不能走，{side}可走别的子\n"),
                    format!("the piece on {piece} cannot move; {side} may move another\n"),
                ),
            });
            if found.violation {
                text.push_str(lang.pick("记违例一次\n", "a violation is recorded\n"));
            }
        }
    }
    text.push_str(&format!(
        "{}{}\n",
        lang.pick("续弈局面：", "the game resumes from: "),
        report.fen
    ));
    text.push_str(&clauses(found.iter().flat_map(|one| &one.clauses), *lang));
    Ok(Output {
        json: json("correct", &rules.edition, &report)?,
        text,
    })
}

/// The file of `qili competition handicap`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HandicapFile {
    kind: String,
    #[serde(default)]
    fen: Option<String>,
    /// The side of the weaker player; the side that moves first if absent.
    #[serde(default)]
    weaker: Option<Colour>,
    /// The squares of the pieces that the stronger player does without.
    #[serde(default)]
    remove: Vec<String>,
    /// The first moves of the weaker player.
    #[serde(default)]
    opening: Vec<String>,
}

pub(super) fn handicap(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let file: HandicapFile = document.decode()?;
    let handicap = rules
        .handicaps
        .find(&file.kind)
        .map_err(|error| locate(document, Fault::new("kind", error)))?;
    let pieces = Pieces::of(context)?;
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
        position.set_turn(weaker.into());
        let mv = intended(
            document,
            &pieces,
            text,
            &position,
            format!("opening/{place}"),
        )?;
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
        report.name.get(*lang),
        weaker.name(*lang),
        report.opening_run,
    );
    let mut text = lang.pick(
        format!("{name}：{side}先走，第一次走 {run} 着\n"),
        format!("handicap of {name}: {side} begins with {run} move(s)\n"),
    );
    for breach in &report.breaches {
        let what = match breach.kind {
            BreachKind::Illegal => lang.pick("不合走法", "is illegal"),
            BreachKind::SamePiece => lang.pick("一子连动", "moves a piece again"),
            BreachKind::Capture => lang.pick("吃子", "captures"),
            BreachKind::Check => lang.pick("将军", "gives check"),
            BreachKind::TooMany => lang.pick("超过应走着数", "is one too many"),
        };
        let written = &file.opening[breach.number - 1];
        text.push_str(&lang.pick(
            format!("违规：{written} {what}\n"),
            format!("against the rules: `{written}` {what}\n"),
        ));
    }
    if report.missing > 0 && !file.opening.is_empty() {
        let missing = report.missing;
        text.push_str(&lang.pick(
            format!("还须走 {missing} 着\n"),
            format!("{missing} move(s) still to come\n"),
        ));
    }
    text.push_str(&format!("{}\n", full.fen));
    text.push_str(&clauses(&report.clauses, *lang));
    Ok(Output {
        json: json("handicap", &rules.edition, &full)?,
        text,
    })
}

/// The file of `qili competition adjourn`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AdjournFile {
    players: Both<String>,
    clock: ClockFile,
    /// The position at the adjournment, to open a sealed move.
    #[serde(default)]
    fen: Option<String>,
    /// What the sealed record says.
    #[serde(default)]
    sealed: Option<String>,
    #[serde(default)]
    explanation: Explanation,
    /// The move was played on the board after the announcement.
    #[serde(default)]
    moved_on_board: bool,
}

/// What is wrong with an adjournment.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
enum AdjournError {
    #[error("{side} overstepped the time at ply {ply}: nothing is adjourned")]
    #[diagnostic(code(qili::competition::adjourn_overstep))]
    Overstep { side: &'static str, ply: usize },
    #[error("a sealed move can only be opened on a position")]
    #[diagnostic(
        code(qili::competition::adjourn_position),
        help("add the `fen` of the adjourned position")
    )]
    NoPosition,
    #[error("it is {clock}'s turn by the clocks, but {fen}'s by the position")]
    #[diagnostic(code(qili::competition::adjourn_turn))]
    Turn {
        clock: &'static str,
        fen: &'static str,
    },
}

pub(super) fn adjourn(document: &Document, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let file: AdjournFile = document.decode()?;
    let report = clock_report(document, &file.clock, "clock/", context)?;
    if let Some(over) = report.overstep {
        let side = over.side.name(Lang::En);
        let error = AdjournError::Overstep {
            side,
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
        return Err(miette::miette!(
            "nothing is adjourned after an overstep of the time"
        ));
    };
    let mut text = envelope_text(&envelope, *lang);
    text.push_str(&clock_table(&report, *lang));
    let mut cited: Vec<_> = envelope.clauses.iter().collect();
    if file.moved_on_board && rules.adjournment.moved_on_board.still_recorded {
        text.push_str(lang.pick(
            "已在盘上走出的着仍须写成完整记录\n",
            "the move played on the board is written down in full all the same\n",
        ));
        cited.push(&rules.adjournment.moved_on_board.clause);
    }
    let mut seal = None;
    if let Some(sealed) = &file.sealed {
        let Some(fen) = &file.fen else {
            return Err(locate(document, Fault::new("sealed", AdjournError::NoPosition)).into());
        };
        let pieces = Pieces::of(context)?;
        let position = pieces.position(document, Some(fen), first)?;
        if Colour::from(position.turn()) != envelope.side_to_move {
            let error = AdjournError::Turn {
                clock: envelope.side_to_move.name(Lang::En),
                fen: Colour::from(position.turn()).name(Lang::En),
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
        text.push_str(&seal_text(sealed, &opened, &pieces, &position, *lang));
        if !matches!(opened, Seal::Stands { .. }) {
            cited.push(&rule.clause);
        }
        seal = Some(opened);
    }
    text.push_str(&clauses(cited, *lang));

    #[derive(Serialize)]
    struct Report<'a> {
        envelope: &'a Envelope,
        #[serde(skip_serializing_if = "Option::is_none")]
        seal: Option<Seal>,
    }
    Ok(Output {
        json: json(
            "adjourn",
            &rules.edition,
            &Report {
                envelope: &envelope,
                seal,
            },
        )?,
        text,
    })
}

fn envelope_text(envelope: &Envelope, lang: Lang) -> String {
    let mut table = Table::new(lang.pick(["封面", ""], ["envelope", ""]));
    let both = |value: &dyn Fn(Colour) -> String| {
        let sides =
            [Colour::Red, Colour::Black].map(|side| format!("{} {}", side.name(lang), value(side)));
        sides.join(lang.pick("，", ", "))
    };
    for field in &envelope.fields {
        let clocks = &envelope.clocks;
        let (name, value) = match field {
            Field::Players => (
                lang.pick("姓名", "players"),
                both(&|side| envelope.players.of(side).clone()),
            ),
            Field::SideToMove => (
                lang.pick("轮走", "to move"),
                envelope.side_to_move.name(lang).to_owned(),
            ),
            Field::TimeUsed => (
                lang.pick("已用时间", "time used"),
                both(&|side| clocks.of(side).used.to_string()),
            ),
            Field::StageTimeLeft => (
                lang.pick("尚余时间", "time left"),
                both(&|side| clocks.of(side).time_left.unwrap_or_default().to_string()),
            ),
            Field::StageMovesDue => (
                lang.pick("应走着数", "moves due"),
                both(&|side| clocks.of(side).moves_due.unwrap_or_default().to_string()),
            ),
            Field::ReserveUsed => (
                lang.pick("已用延长时间", "reserve used"),
                both(&|side| clocks.of(side).reserve_used.unwrap_or_default().to_string()),
            ),
            Field::Signatures => (
                lang.pick("签名", "signatures"),
                lang.pick("红方、黑方、裁判员", "Red, Black, arbiter")
                    .to_owned(),
            ),
        };
        table.row([name, &value]);
    }
    format!("{}\n", table.text())
}

fn seal_text(
    sealed: &str,
    seal: &Seal,
    pieces: &Pieces,
    position: &Position,
    lang: Lang,
) -> String {
    let list = |readings: &[Move]| match readings {
        [] => lang.pick("着法有误", "no legal move").to_owned(),
        readings => pieces.list(readings, position),
    };
    match seal {
        Seal::Stands { mv } => {
            let mv = pieces.write(*mv, position);
            lang.pick(
                format!("封着 {sealed}：{mv}，照走\n"),
                format!("sealed `{sealed}`: {mv} is played\n"),
            )
        }
        Seal::Explain { readings } => {
            let list = list(readings);
            lang.pick(
                format!("封着 {sealed}：{list}，须由封棋者解释\n"),
                format!("sealed `{sealed}`: {list}; the player has to explain\n"),
            )
        }
        Seal::Explained { readings } => {
            let list = list(readings);
            lang.pick(
                format!("封着 {sealed}：{list}，解释成立，由裁判员确定所走的着\n"),
                format!("sealed `{sealed}`: {list}; explained, the arbiter settles the move\n"),
            )
        }
        Seal::Lost => lang.pick(
            format!("封着 {sealed} 有误又解释不通，判负\n"),
            format!("sealed `{sealed}` is wrong and unexplained: loses\n"),
        ),
        Seal::Arbiter => lang.pick(
            format!("封着 {sealed} 有误，由裁判员处理\n"),
            format!("sealed `{sealed}` is wrong: the arbiter decides\n"),
        ),
    }
}
