//! `POST /api/position`: what may be played now, how the game stands, and what may be claimed.

use qili_board::{Move, Position, Side};
use qili_interpreter::movement::MoveList;
use qili_interpreter::referee::{Claim, Referee, Standing, Status};
use qili_notation::moves::{self, Notation, Style};
use qili_report::json::{self, RulingJson};
use qili_report::{Rulebook, game};
use qili_words::Language;
use serde::Serialize;

use super::asked::Line;
use super::{Answer, Question};
use crate::server::Problem;

/// The name and version of the schema.
const SCHEMA: &str = "qili.position/1";

#[derive(Debug, Serialize)]
struct PositionJson {
    schema: &'static str,
    edition: String,
    law: String,
    /// The position that the moves start from.
    start: String,
    /// The moves that led here.
    plies: Vec<MoveJson>,
    /// The position now.
    fen: String,
    turn: &'static str,
    check: bool,
    /// Every legal move.
    legal: Vec<MoveJson>,
    status: StatusJson,
    /// Every time that a position came back.
    repetitions: Vec<RepetitionJson>,
    /// What may be claimed now.
    claim: Option<ClaimJson>,
    /// What could be claimed if the last round were played once more.
    next: Option<ClaimJson>,
}

#[derive(Debug, Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    played: String,
    chinese: String,
    wxf: String,
}

#[derive(Debug, Serialize)]
struct StatusJson {
    /// Whether the game is over.
    over: bool,
    outcome: Option<String>,
    clauses: Vec<String>,
    text: Option<String>,
}

#[derive(Debug, Serialize)]
struct RepetitionJson {
    /// After which ply.
    ply: usize,
    /// The ply with which its last round began, from 1.
    since: usize,
    /// The ply after its first occurrence, from 1.
    first: usize,
    occurrences: usize,
    /// `too-early`, `askable`, `plain`; null where the edition has no procedure, or the game is over.
    standing: Option<&'static str>,
}

#[derive(Debug, Serialize)]
pub(super) struct ClaimJson {
    /// Who may ask: `red`, `black`.
    by: Vec<&'static str>,
    /// Whether the arbiter may also rule unasked.
    unasked: bool,
    occurrences: usize,
    /// The stretch that is judged: its first ply, from 1, and its length.
    start: usize,
    length: usize,
    ruling: RulingJson,
    /// All this in words.
    text: String,
}

pub(super) fn answer(question: &Question<'_>) -> Result<Answer, Problem> {
    let asked: Line = question.json()?;
    let (edition, language) = (asked.edition.clone(), asked.lang.into());
    let book = question.edition(&edition)?;
    let (start, moves) = asked.played().read(&book)?;
    let procedure = book.edition.procedure().cloned();
    let mut referee = Referee::unchecked(book.engine.clone(), procedure, start.clone());
    let mut plies = Vec::new();
    let mut repetitions = Vec::new();
    for &mv in &moves {
        plies.push(written(&book, mv, referee.game().position()));
        let played = referee.play(mv);
        let played = played.map_err(|error| Problem::of(&error))?;
        repetitions.extend(played.repetition.map(|repetition| RepetitionJson {
            ply: repetition.now,
            since: repetition.since + 1,
            first: repetition.first + 1,
            occurrences: repetition.occurrences,
            standing: referee.moment().map(|moment| match moment.standing {
                Standing::TooEarly => "too-early",
                Standing::Askable => "askable",
                Standing::Plain => "plain",
            }),
        }));
    }
    let now = referee.game().position();
    let fen = |position: &Position| qili_board::fen::write(position, book.vocabulary.alphabet());
    let (claim, next) = claims(&book, &referee, language);
    question.stop.check()?;
    Answer::json(&PositionJson {
        schema: SCHEMA,
        edition,
        law: book.law.clone(),
        start: fen(&start),
        plies,
        fen: fen(now),
        turn: json::side(now.turn()),
        check: book.movement().in_check(now, now.turn()),
        legal: legal(&book, now),
        status: status(&book, referee.status(), language),
        repetitions,
        claim,
        next,
    })
}

/// What may be claimed now, or else what could be if the last round were played once more.
pub(super) fn claims(
    book: &Rulebook,
    referee: &Referee,
    language: Language,
) -> (Option<ClaimJson>, Option<ClaimJson>) {
    match referee.claims() {
        Some(claim) => (Some(claim_json(book, &claim, language)), None),
        None => (None, once_more(book, referee, language)),
    }
}

fn legal(book: &Rulebook, position: &Position) -> Vec<MoveJson> {
    let mut legal = MoveList::new();
    book.movement().legal_moves(position, &mut legal);
    legal
        .iter()
        .map(|&mv| written(book, mv, position))
        .collect()
}

fn written(book: &Rulebook, mv: Move, position: &Position) -> MoveJson {
    let write = |style| moves::write(mv, position, book.movement(), &book.vocabulary, style);
    MoveJson {
        played: mv.to_string(),
        chinese: write(book.style()),
        wxf: write(Style::from(Notation::Wxf)),
    }
}

fn status(book: &Rulebook, status: Status, language: Language) -> StatusJson {
    match status {
        Status::Over { outcome, clause } => StatusJson {
            over: true,
            outcome: Some(outcome.to_string()),
            clauses: clause
                .map(|clause| json::articles(book, &[clause]))
                .unwrap_or_default(),
            text: Some(outcome.result(language).to_owned()),
        },
        Status::Playing | Status::MustChange { .. } => StatusJson {
            over: false,
            outcome: None,
            clauses: Vec::new(),
            text: None,
        },
    }
}

/// What could be claimed if the last round were played once more.
fn once_more(book: &Rulebook, referee: &Referee, language: Language) -> Option<ClaimJson> {
    let moment = referee.moment()?;
    let mut referee = referee.clone();
    let round = referee.game().moves()[moment.repetition.last_round()].to_vec();
    for mv in round {
        referee.play(mv).ok()?;
    }
    Some(claim_json(book, &referee.claims()?, language))
}

fn claim_json(book: &Rulebook, claim: &Claim, language: Language) -> ClaimJson {
    let by: &[Side] = &claim.by;
    ClaimJson {
        by: by.iter().map(|&side| json::side(side)).collect(),
        unasked: claim.moment.standing == Standing::Plain,
        occurrences: claim.moment.repetition.occurrences,
        start: claim.moment.from + 1,
        length: claim.moment.stretch().len(),
        ruling: json::ruling(book, &claim.ruling, language),
        text: game::claim(book, &claim.moment, by, &claim.ruling, language),
    }
}
