//! `GET /api/editions`: what can be asked for.

use qili_edition::about::Status;
use qili_edition::folder::Folder;
use qili_report::Rulebook;
use qili_words::Bilingual;
use serde::Serialize;

use super::{Answer, Question};
use crate::server::{Body, Problem};

/// The name and version of the schema.
const SCHEMA: &str = "qili.editions/1";

#[derive(Debug, Serialize)]
struct EditionsJson {
    schema: &'static str,
    editions: Vec<EditionJson>,
}

/// An edition; one that cannot be opened has its problem instead of a law.
#[derive(Debug, Serialize)]
struct EditionJson {
    id: String,
    title: Option<Bilingual>,
    /// Whether it is the one in force.
    in_force: bool,
    /// Whether it lies in the folder that is served, where it can be edited.
    folder: bool,
    /// Whether one of this name ships with the program: what a draft in the browser can amend.
    shipped: bool,
    /// Whether it rules on anything: a base that others amend does not.
    rules: bool,
    /// The digest of its law.
    law: Option<String>,
    /// The initial position.
    start: Option<String>,
    problem: Option<Box<Body>>,
}

pub(super) fn answer(question: &Question<'_>) -> Result<Answer, Problem> {
    let names = question.state.editions.names().into_iter();
    let editions = names.map(|name| match question.edition(&name) {
        Ok(book) => EditionJson {
            folder: question.state.editions.folder(&name).is_ok(),
            ..opened(name, &book)
        },
        Err(problem) => EditionJson {
            folder: question.state.editions.folder(&name).is_ok(),
            shipped: is_shipped(&name),
            id: name,
            title: None,
            in_force: false,
            rules: false,
            law: None,
            start: None,
            problem: Some(problem.said(question.language())),
        },
    });
    Answer::json(&EditionsJson {
        schema: SCHEMA,
        editions: editions.collect(),
    })
}

fn is_shipped(name: &str) -> bool {
    Folder::shipped().any(|shipped| shipped == name)
}

fn opened(id: String, book: &Rulebook) -> EditionJson {
    let about = &book.edition.about;
    EditionJson {
        shipped: is_shipped(&id),
        id,
        title: Some(about.title.clone()),
        in_force: about.status == Status::InForce,
        folder: false,
        rules: !book.edition.rules.rulings.is_empty(),
        law: Some(book.law.clone()),
        start: Some(qili_board::fen::write(
            &book.start(),
            book.vocabulary.alphabet(),
        )),
        problem: None,
    }
}
