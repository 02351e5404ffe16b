//! `POST /draft/follows`: what comes out otherwise by a draft; `POST /draft/boards`: one stretch, before and after.

use std::collections::BTreeMap;

use qili_edition::EditionError;
use qili_edition::case::Case;
use qili_edition::folder::Folder;
use qili_interpreter::judge;
use qili_report::Rulebook;
use qili_review::diff::{CaseChange, Change, ClauseChange, Opened, Pair, Statement, difference};
use qili_words::Language;
use serde::{Deserialize, Serialize};

use super::super::asked::{Lang, Moves, Played};
use super::super::explain::{ExplanationJson, explanation};
use super::super::{Answer, Question};
use super::{Draft, Given};
use crate::book::{numbered, parts};
use crate::server::Problem;

/// What a draft is compared with.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Against {
    /// What the folder says.
    Saved,
    /// The edition that it amends.
    #[default]
    Amended,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    draft: Given,
    #[serde(default)]
    against: Against,
    /// The user's own stretches.
    #[serde(default)]
    own: Vec<Own>,
    #[serde(default)]
    lang: Lang,
}

/// A stretch that the user has kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Own {
    fen: String,
    moves: Moves,
}

#[derive(Debug, Serialize)]
struct FollowsJson {
    schema: &'static str,
    old: String,
    new: String,
    /// Why nothing can be judged.
    problems: Vec<String>,
    law: Vec<Statement>,
    clauses: Vec<ClauseChange>,
    /// How many cases were judged by both.
    compared: usize,
    /// Those that come out otherwise.
    cases: Vec<Changed>,
    /// What becomes of the user's own stretches, in their order.
    own: Vec<OwnJson>,
}

#[derive(Debug, Serialize)]
struct Changed {
    #[serde(flatten)]
    change: CaseChange,
    /// What readers call it.
    called: String,
    moves: Vec<String>,
}

#[derive(Debug, Serialize)]
struct OwnJson {
    /// The ruling by either, in words.
    rulings: Option<[String; 2]>,
    /// What differs, if anything does.
    change: Option<CaseChange>,
    /// Why it cannot be judged.
    problem: Option<String>,
}

/// What follows from a draft.
pub(in super::super) fn follows(question: &Question<'_>) -> Result<Answer, Problem> {
    let Asked {
        draft,
        against,
        own,
        lang,
    } = question.json()?;
    let language = lang.into();
    let pair = draft.open(question)?.pair(question, against, language)?;
    let found = difference(&pair, language).map_err(|error| Problem::of(&error))?;
    question.stop.check()?;
    let own = match (&pair.old.book, &pair.new.book) {
        (Ok(old), Ok(new)) => {
            let own = own.into_iter();
            own.map(|one| one.compared(old, new, language)).collect()
        }
        _ => Vec::new(),
    };
    let told = |clause: &ClauseChange| clause.change != Change::Described;
    let mut clauses = found.clauses;
    clauses.retain(told);
    let mut known = BTreeMap::new();
    let cases = found.cases.into_iter().map(|change| Changed {
        called: called(question, &change.names, language, &mut known),
        moves: change.line.iter().map(ToString::to_string).collect(),
        change,
    });
    Answer::json(&FollowsJson {
        schema: "qili.draft-follows/1",
        old: found.old,
        new: found.new,
        problems: found.problems,
        law: found.law,
        clauses,
        compared: found.compared,
        cases: cases.collect(),
        own,
    })
}

/// What readers call a case, by its names among those of several editions: by its number in each where it has one.
fn called(
    question: &Question<'_>,
    names: &[String],
    language: Language,
    known: &mut BTreeMap<String, Vec<Case>>,
) -> String {
    let names = names.iter().map(|name| {
        let [edition, id, variant] = parts(name);
        let cases = known.entry(edition.to_owned()).or_insert_with(|| {
            let book = question.edition(edition).ok();
            let cases = book.and_then(|book| book.edition.cases().ok());
            cases.unwrap_or_default()
        });
        let case = cases.iter().find(|case| case.id == id);
        match (case.and_then(|case| numbered(case, language)), language) {
            (Some(number), _) => format!("{edition} {number} {variant}"),
            (None, Language::Chinese) => edition.to_owned(),
            (None, Language::English) => name.clone(),
        }
    });
    let names: Vec<String> = names.map(|name| name.trim_end().to_owned()).collect();
    language.list(&names)
}

impl Own {
    fn compared(self, old: &Rulebook, new: &Rulebook, language: Language) -> OwnJson {
        let played = Played::new(Some(self.fen), self.moves);
        let judged = |book: &Rulebook| Ok(judge(&book.engine, played.cycle(book)?));
        match (judged(old), judged(new)) {
            (Ok(before), Ok(after)) => OwnJson {
                rulings: Some([
                    old.ruling(&before.ruling, language),
                    new.ruling(&after.ruling, language),
                ]),
                change: CaseChange::between((old, &before), (new, &after), language),
                problem: None,
            },
            (Err(problem), _) | (_, Err(problem)) => OwnJson {
                rulings: None,
                change: None,
                problem: Some(Problem::detail(&problem, language).to_owned()),
            },
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedBoards {
    draft: Given,
    #[serde(default)]
    against: Against,
    fen: String,
    moves: Moves,
    #[serde(default)]
    lang: Lang,
}

#[derive(Debug, Serialize)]
struct BoardsJson {
    schema: &'static str,
    before: BoardJson,
    after: BoardJson,
}

#[derive(Debug, Serialize)]
struct BoardJson {
    explanation: ExplanationJson,
    /// The men and the board, as a drawing.
    men: String,
}

/// One stretch, before and after.
pub(in super::super) fn boards(question: &Question<'_>) -> Result<Answer, Problem> {
    let AskedBoards {
        draft,
        against,
        fen,
        moves,
        lang,
    } = question.json()?;
    let language = lang.into();
    let pair = draft.open(question)?.pair(question, against, language)?;
    let played = Played::new(Some(fen), moves);
    let board = |opened: Opened| {
        let book = opened.book.map_err(|error| Problem::of(&error))?;
        let judged = judge(&book.engine, played.cycle(&book)?);
        let known = question.state.editions.names();
        let linked = known.contains(&book.edition.about.id);
        Ok(BoardJson {
            explanation: explanation(opened.label, &book, &judged, language, linked),
            men: crate::board::men(&book),
        })
    };
    Answer::json(&BoardsJson {
        schema: "qili.draft-boards/1",
        before: board(pair.old)?,
        after: board(pair.new)?,
    })
}

impl Draft {
    /// What it is compared with, and itself; both stop when nobody waits any more.
    fn pair(
        &self,
        question: &Question<'_>,
        against: Against,
        language: Language,
    ) -> Result<Pair, Problem> {
        let opened = |folder: &Folder| {
            question.stop.check()?;
            let mut opened = Opened::of(folder).map_err(|error| Problem::of(&error))?;
            opened.book = opened
                .book
                .map(|book| book.stopped_by(question.stop.flag()));
            Ok::<_, Problem>(opened)
        };
        let folder = self.folder();
        let new = opened(&folder)?;
        let old = match (against, &new.draft.about.amends) {
            (Against::Amended, Some(amended)) => {
                let unknown = || {
                    Problem::of(&EditionError::Unknown {
                        reference: amended.clone(),
                        known: Folder::shipped().collect::<Vec<_>>().join(", "),
                    })
                };
                let beside = folder.neighbour(amended).ok().flatten();
                opened(&beside.ok_or_else(unknown)?)?
            }
            _ if self.alone => return Err(Problem::no_draft(&new.draft.about.id)),
            _ => {
                let mut saved = opened(&Folder::Disk(self.path.clone()))?;
                saved.label += language.of("（已存）", " (saved)");
                saved
            }
        };
        Ok(Pair { old, new })
    }
}
