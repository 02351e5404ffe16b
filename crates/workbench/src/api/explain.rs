//! `POST /api/explain`: a stretch judged, in words of one language, with the points and lines that the words speak of.

use qili_board::Side;
use qili_interpreter::judge;
use qili_interpreter::judge::Judgement;
use qili_lang::rules::ClauseId;
use qili_report::explain::{self, Detail};
use qili_report::{Rulebook, json};
use qili_words::Language;
use serde::Serialize;

use super::asked::Line;
use super::{Answer, Question};
use crate::book::Book;
use crate::server::Problem;

/// The name and version of the schema.
const SCHEMA: &str = "qili.explanation/1";

#[derive(Debug, Serialize)]
pub(super) struct ExplanationJson {
    schema: &'static str,
    edition: String,
    title: String,
    law: String,
    /// Whether the moves lead back to the first position.
    closed: bool,
    plies: Vec<PlyJson>,
    red: String,
    black: String,
    ruling: RulingJson,
    /// The whole judgement as the command says it.
    text: String,
}

#[derive(Debug, Serialize)]
struct PlyJson {
    side: &'static str,
    #[serde(rename = "move")]
    played: String,
    /// As readers of the language write it.
    written: String,
    natures: String,
    reasons: Vec<ReasonJson>,
}

#[derive(Debug, Serialize)]
struct ReasonJson {
    /// `target`, `line`, `not` or `clause`.
    kind: &'static str,
    text: String,
    squares: Vec<String>,
    /// The line of play, from the position after the ply.
    line: Vec<String>,
    clause: Option<String>,
    /// Its number, or its title where readers know it by no number.
    number: Option<String>,
    /// The page of the clause, on this server.
    page: Option<String>,
}

#[derive(Debug, Serialize)]
struct RulingJson {
    outcome: String,
    text: String,
    clauses: Vec<ClauseJson>,
}

#[derive(Debug, Serialize)]
struct ClauseJson {
    article: String,
    /// Its number, or its title where readers know it by no number.
    number: String,
    /// Its article, title and source.
    cited: String,
    /// Its wording.
    says: Option<String>,
    /// Its page, on this server.
    page: Option<String>,
}

pub(super) fn answer(question: &Question<'_>) -> Result<Answer, Problem> {
    let asked: Line = question.json()?;
    let (edition, language) = (asked.edition.clone(), asked.lang.into());
    let book = question.edition(&edition)?;
    let cycle = asked.played().cycle(&book)?;
    let judged = judge(&book.engine, cycle);
    Answer::json(&explanation(edition, &book, &judged, language, true))
}

/// A judgement in words; `linked` says whether this server's book has the clauses.
pub(super) fn explanation(
    edition: String,
    book: &Rulebook,
    judged: &Judgement,
    language: Language,
    linked: bool,
) -> ExplanationJson {
    let page = |id| linked.then(|| page(book, id, language));
    let text = explain::judgement(book, judged, language, Detail::Full);
    ExplanationJson {
        schema: SCHEMA,
        edition,
        title: book.edition.about.title.get(language).to_owned(),
        law: book.law.clone(),
        closed: judged.cycle.closes(),
        plies: plies(book, judged, language, &page),
        red: book.pattern(judged, Side::Red, language),
        black: book.pattern(judged, Side::Black, language),
        ruling: ruling(book, judged, language, &page),
        text: text + &explain::law(book, language),
    }
}

/// Where clauses are, if this server's book has them.
type Pages<'p> = &'p dyn Fn(ClauseId) -> Option<String>;

fn plies(book: &Rulebook, judged: &Judgement, language: Language, page: Pages<'_>) -> Vec<PlyJson> {
    let plies = judged.plies.iter().map(|ply| {
        let before = &judged.cycle.before(ply.ply).position;
        let reasons = explain::reasons(book, judged, ply, language).into_iter();
        PlyJson {
            side: json::side(ply.side),
            played: ply.played.to_string(),
            written: book.written(ply.played, before, language),
            natures: explain::natures(book, ply, language),
            reasons: reasons
                .map(|reason| self::reason(book, reason, language, page))
                .collect(),
        }
    });
    plies.collect()
}

/// Where the book that this server shows has a clause.
fn page(book: &Rulebook, id: ClauseId, language: Language) -> String {
    let article = &book.clause(id).article;
    let path = Book::clause(language, &book.edition.about.id, article);
    format!("/book/{path}")
}

fn reason(
    book: &Rulebook,
    reason: explain::Reason,
    language: Language,
    page: Pages<'_>,
) -> ReasonJson {
    let lines: Vec<&str> = reason.lines().collect();
    ReasonJson {
        kind: match (reason.clause, &reason.squares[..], &reason.line[..]) {
            (Some(_), [], []) => "clause",
            (Some(_), ..) => "not",
            (None, [], _) => "line",
            (None, ..) => "target",
        },
        text: lines.join("\n"),
        squares: reason.squares.iter().map(ToString::to_string).collect(),
        line: reason.line.iter().map(ToString::to_string).collect(),
        page: reason.clause.and_then(page),
        number: reason.clause.map(|id| number(book, id, language)),
        clause: reason.clause.map(|id| book.clause(id).article.clone()),
    }
}

fn number(book: &Rulebook, id: ClauseId, language: Language) -> String {
    book.numbers(&[id], language).concat()
}

fn ruling(book: &Rulebook, judged: &Judgement, language: Language, page: Pages<'_>) -> RulingJson {
    let clauses = judged.ruling.clauses.iter().map(|&id| ClauseJson {
        article: book.clause(id).article.clone(),
        number: number(book, id, language),
        cited: book.cited(id, language),
        says: book.says(id, language).map(str::to_owned),
        page: page(id),
    });
    RulingJson {
        outcome: judged.ruling.outcome.to_string(),
        text: json::ruling(book, &judged.ruling, language).text,
        clauses: clauses.collect(),
    }
}
