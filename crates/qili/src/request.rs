//! Requests and answers as JSON, one document each, for a program in any language that keeps Qili as a process beside it.
//!
//! ```
//! use qili::request::Desk;
//! use qili::{Engine, Language};
//!
//! let desk = Desk::new(&Engine::open("2020")?, Language::English);
//! let answer = desk.answer(r#"{"id": 7, "edition": "1965", "fen": "4k4/9/9/9/9/9/9/9/9/R2K5 w", "moves": "a0a1 e9e8 a1a0 e8e9", "cycle": true}"#);
//! let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
//! assert_eq!((&answer["id"], &answer["edition"], &answer["ruling"]["outcome"]), (&7.into(), &"1965".into(), &"draw".into()));
//!
//! let answer = desk.answer(r#"{"id": "b", "moves": ["炮二平五", "h9g9"]}"#);
//! let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
//! assert_eq!((&answer["id"], &answer["error"]["place"]["column"]), (&"b".into(), &6.into()));
//! # Ok::<(), qili::Error>(())
//! ```
//!
//! A request has these fields, all of which may be left out but `moves`:
//!
//! | field | what |
//! | --- | --- |
//! | `id` | anything; the answer has it again |
//! | `edition` | the name of an edition that ships with the library; that of the desk if absent |
//! | `fen` | the position that the moves start from; the edition's initial position if absent |
//! | `moves` | in any notation: a text with blanks between them, or a list |
//! | `cycle` | whether they are the repeating cycle, shown once, and not a whole game |
//! | `language` | `zh` or `en`, for the texts in the answer; that of the desk if absent |
//!
//! The answer is a judgement, schema `qili.judgement/1`, of the cycle or of the game; or, schema `qili.error/1`, an `error` with
//! `code`, `message`, `help` and `place`.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use miette::Diagnostic;
use qili_words::{Language, Localized, Texts};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::edition::Edition;
use crate::engine::Engine;
use crate::error::{Error, ErrorKind};
use crate::game::Policy;

/// The longest request, in bytes.
pub const MAX_REQUEST: usize = 1 << 20;

/// Where requests are answered, on any number of threads. It opens each edition once.
///
/// ```
/// let desk = qili::request::Desk::new(&qili::Engine::open("2020")?, qili::Language::English);
/// assert!(desk.answer("no json").contains("qili::request"));
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Debug)]
pub struct Desk {
    engine: Engine,
    language: Language,
    others: Mutex<HashMap<&'static str, Engine>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(default)]
    id: Value,
    edition: Option<String>,
    fen: Option<String>,
    moves: Moves,
    #[serde(default)]
    cycle: bool,
    language: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Moves {
    Text(String),
    List(Vec<String>),
}

#[derive(Serialize)]
struct Answer<T> {
    #[serde(skip_serializing_if = "Value::is_null")]
    id: Value,
    #[serde(flatten)]
    said: T,
}

#[derive(Serialize)]
struct Refusal {
    schema: &'static str,
    error: Refused,
}

#[derive(Serialize)]
struct Refused {
    code: Option<String>,
    message: String,
    help: Option<String>,
    place: Option<At>,
}

#[derive(Serialize)]
struct At {
    file: String,
    line: usize,
    column: usize,
}

#[derive(Debug, Error, Diagnostic)]
enum BadRequest {
    #[error("the request cannot be understood: {0}")]
    #[diagnostic(
        code(qili::request::json),
        help(
            "a request is an object with `moves`, and `id`, `edition`, `fen`, `cycle`, `language` as needed"
        )
    )]
    Json(serde_json::Error),
    #[error("the request has more than {MAX_REQUEST} bytes")]
    #[diagnostic(code(qili::request::too_large))]
    TooLarge,
    #[error("there is no edition `{name}` here")]
    #[diagnostic(code(qili::request::edition), help("there are {known}"))]
    Edition { name: String, known: String },
    #[error(transparent)]
    #[diagnostic(code(qili::request::language))]
    Language(#[from] qili_words::UnknownLanguage),
}

impl Localized for BadRequest {
    fn chinese(&self) -> Texts {
        match self {
            Self::Json(error) => Texts::new(format!("看不懂这个请求：`{error}`")).help(
                "请求是一个对象，有 `moves`，需要时写 `id`、`edition`、`fen`、`cycle`、`language`",
            ),
            Self::TooLarge => Texts::new(format!("请求超过 {MAX_REQUEST} 字节")),
            Self::Edition { name, known } => {
                Texts::new(format!("没有版本 `{name}`")).help(format!("现有：`{known}`"))
            }
            Self::Language(error) => Texts::new(format!("`{}` 不是 `zh` 或 `en`", error.0)),
        }
    }
}

impl Desk {
    /// A desk that answers by an engine's edition, and in a language, where a request names no other.
    ///
    /// ```
    /// let desk = qili::request::Desk::new(&qili::Engine::open("asian")?, qili::Language::Chinese);
    /// assert!(desk.answer(r#"{"moves": "h2e2"}"#).contains("\"edition\":\"asian\""));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn new(engine: &Engine, language: Language) -> Self {
        Self {
            engine: engine.clone(),
            language,
            others: Mutex::new(HashMap::new()),
        }
    }

    /// The answer to a request, on one line without its end.
    ///
    /// ```
    /// # let desk = qili::request::Desk::new(&qili::Engine::open("2020")?, qili::Language::English);
    /// let answer = desk.answer(r#"{"id": 1, "moves": "h2e2 h9g7"}"#);
    /// assert!(answer.starts_with(r#"{"id":1,"schema":"qili.judgement/1""#));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn answer(&self, request: &str) -> String {
        let mut id = Value::Null;
        let answered = self.read(request).and_then(|request| {
            id = request.id.clone();
            self.judged(request)
        });
        // an id is told again even where the rest is wrong
        if id.is_null() && answered.is_err() {
            let whole = serde_json::from_str::<Value>(request);
            id = whole
                .ok()
                .and_then(|mut whole| Some(whole.get_mut("id")?.take()))
                .unwrap_or_default();
        }
        answered.unwrap_or_else(|error| written(id, refusal(&error, self.language)))
    }

    fn read(&self, request: &str) -> Result<Request, Error> {
        if request.len() > MAX_REQUEST {
            return Err(Error::new(ErrorKind::Request, BadRequest::TooLarge));
        }
        let read = serde_json::from_str(request).map_err(BadRequest::Json);
        read.map_err(Error::of(ErrorKind::Request))
    }

    fn judged(&self, request: Request) -> Result<String, Error> {
        let refused = Error::of(ErrorKind::Request);
        let language = match request.language.as_deref().map(str::parse) {
            Some(language) => language.map_err(BadRequest::from).map_err(refused)?,
            None => self.language,
        };
        let engine = self.engine(request.edition.as_deref())?;
        let start = engine.position(request.fen.as_deref().unwrap_or("start"))?;
        let moves = match request.moves {
            Moves::Text(text) => text,
            Moves::List(moves) => moves.join(" "),
        };
        if request.cycle {
            let judged = start.stretch(&moves)?.judge();
            return Ok(written(request.id, judged.json(language)));
        }
        let adjudged = start.game(&moves)?.adjudicate(Policy::Last)?;
        Ok(written(request.id, adjudged.json(language)))
    }

    fn engine(&self, name: Option<&str>) -> Result<Engine, Error> {
        let Some(name) = name.filter(|name| *name != self.engine.0.edition.about.id) else {
            return Ok(self.engine.clone());
        };
        let Some(name) = Edition::shipped().find(|shipped| *shipped == name) else {
            let known: Vec<&str> = Edition::shipped().collect();
            let unknown = BadRequest::Edition {
                name: name.to_owned(),
                known: known.join(", "),
            };
            return Err(Error::new(ErrorKind::Request, unknown));
        };
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(engine) = others.get(name) {
            return Ok(engine.clone());
        }
        let budget = self.engine.0.engine.threats().budget();
        let engine = Engine::open(name)?.with_budget(budget);
        others.insert(name, engine.clone());
        Ok(engine)
    }
}

fn refusal(error: &Error, language: Language) -> Refusal {
    let (message, help) = error.said(language);
    Refusal {
        schema: "qili.error/1",
        error: Refused {
            code: error.code(),
            message,
            help,
            place: error.place().map(|place| At {
                file: place.file,
                line: place.line,
                column: place.column,
            }),
        },
    }
}

fn written(id: Value, said: impl Serialize) -> String {
    let answer = Answer { id, said };
    // what is written here has no key but text
    serde_json::to_string(&answer).unwrap_or_default()
}
