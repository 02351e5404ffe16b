//! What an arbiter, an organiser or a program is told: each report as text in either language and as JSON.
//!
//! Every function reads one file of [`crate::files`], applies the rules of a [`Competition`](crate::Competition) and says what
//! follows. What is wrong in the file is a diagnostic that shows its line.

mod adjourn;
mod clock;
mod correct;
mod groups;
mod handicap;
mod limit;
mod line_ups;
mod natures;
mod offers;
mod pairings;
mod people;
mod standings;
mod table;
mod teams;
mod touch;
mod violations;
mod withdraw;

use qili_edition::yaml::Document;
use qili_words::{Language, Said, both};
use serde::Serialize;
use serde_json::{Map, Value};

pub use self::adjourn::adjourn;
pub use self::clock::clock;
pub use self::correct::correct;
pub use self::groups::groups;
pub use self::handicap::handicap;
pub use self::limit::limit;
pub use self::line_ups::line_ups;
pub use self::offers::offers;
pub use self::pairings::pairings;
pub use self::people::{conduct, officials};
pub use self::standings::standings;
pub use self::teams::teams;
pub use self::touch::touch;
pub use self::withdraw::withdraw;
use crate::Competition;
use crate::Result;
use crate::clause::Clause;
use crate::document::locate;
use crate::files::event::Event;
use crate::results::tournament::Tournament;

/// A report in both forms.
#[derive(Debug, Clone)]
pub struct Output {
    /// For people.
    pub text: String,
    /// For programs: `qili.competition.…/1`.
    pub json: Value,
}

/// The JSON of a report: its schema, the edition, then the fields of the report.
fn json(kind: &str, edition: &str, report: &impl Serialize) -> Result<Value> {
    let mut object = Map::new();
    let schema = format!("qili.competition.{kind}/1");
    object.insert("schema".to_owned(), Value::String(schema));
    object.insert("edition".to_owned(), Value::String(edition.to_owned()));
    match serde_json::to_value(report).map_err(no_json)? {
        Value::Object(fields) => object.extend(fields),
        other => {
            object.insert(kind.to_owned(), other);
        }
    }
    Ok(Value::Object(object))
}

/// A value that JSON has no form for.
fn no_json(error: serde_json::Error) -> Said {
    Said::new(
        "qili::json",
        both!(
            "`JSON` 写不成：`{error}`",
            "JSON cannot be written: {error}"
        ),
    )
}

/// The clauses that a report cites, one a line, each once.
fn clauses<'a>(clauses: impl IntoIterator<Item = &'a Clause>, language: Language) -> String {
    let mut lines: Vec<String> = Vec::new();
    for clause in clauses {
        let mut line = format!("[{}] {}", clause.article, clause.get(language));
        if let Some(reading) = &clause.reading {
            let word = language.of("解读：", " Reading: ");
            line = format!("{line}{word}{}", reading.get(language));
        }
        if let Some(erratum) = &clause.erratum {
            let word = language.of("勘误：", " Erratum: ");
            line = format!("{line}{word}{}", language.of(&erratum.zh, &erratum.en));
        }
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let mut text = String::from("\n");
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// The event of a file, checked against the rules.
fn tournament(document: &Document, competition: &Competition) -> Result<Tournament> {
    let event: Event = document.decode()?;
    let tournament = Tournament::new(&event, &competition.rules);
    Ok(tournament.map_err(|fault| locate(document, fault))?)
}
