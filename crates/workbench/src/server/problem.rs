//! What cannot be answered, as `application/problem+json` (RFC 9457) with the diagnostic's code and place.

use axum::http::header::{self, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use miette::Diagnostic;
use qili_board::Bitboard;
use qili_words::{In, Language, Localized};
use serde::Serialize;

/// A question that has no answer.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub(crate) struct Problem(Box<Said>);

#[derive(Debug, Clone, Serialize)]
struct Said {
    /// What kind of problem, in a few words.
    title: &'static str,
    /// The status of the answer.
    status: u16,
    /// What is wrong.
    detail: String,
    /// The diagnostic's code.
    code: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    /// Where it is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<Place>,
    /// The points of the board that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<String>,
    /// Further problems of the same text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<Problem>,
}

/// A place in a text that was sent, or in a rule file.
#[derive(Debug, Clone, Serialize)]
struct Place {
    /// The field of the question, or the file.
    source: String,
    /// The line, from 1.
    line: usize,
    /// The character of the line, from 1.
    column: usize,
    /// How many characters.
    length: usize,
    /// What is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

impl Problem {
    fn plain(status: StatusCode, code: &str, detail: impl Into<String>) -> Self {
        Self(Box::new(Said {
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            detail: detail.into(),
            code: format!("qili::serve::{code}"),
            help: None,
            places: Vec::new(),
            squares: Vec::new(),
            problems: Vec::new(),
        }))
    }

    fn helped(mut self, help: &str) -> Self {
        self.0.help = Some(help.to_owned());
        self
    }

    /// A question that can be read and makes no sense.
    pub(crate) fn of(diagnostic: &dyn Localized, language: Language) -> Self {
        Self::said(&In::new(language, diagnostic))
    }

    /// The same of a diagnostic that speaks English only.
    pub(crate) fn said(diagnostic: &dyn Diagnostic) -> Self {
        let mut problem = Self::plain(StatusCode::UNPROCESSABLE_ENTITY, "", diagnostic.to_string());
        problem.0.code = diagnostic
            .code()
            .map(|code| code.to_string())
            .unwrap_or_default();
        problem.0.help = diagnostic.help().map(|help| help.to_string());
        problem.0.places = places(diagnostic);
        let related = diagnostic.related().into_iter().flatten();
        problem.0.problems = related.map(Self::said).collect();
        problem
    }

    /// The points that it is about.
    pub(crate) fn on(mut self, squares: Bitboard) -> Self {
        self.0.squares = squares.squares().map(|square| square.to_string()).collect();
        self
    }

    /// A question that is no JSON, or not the JSON that is wanted.
    pub(crate) fn json(error: &serde_json::Error) -> Self {
        let status = match error.classify() {
            serde_json::error::Category::Data => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::BAD_REQUEST,
        };
        let mut problem = Self::plain(status, "json", error.to_string())
            .helped("`/api/openapi.json` describes every question");
        problem.0.places = vec![Place {
            source: "body".to_owned(),
            line: error.line(),
            column: error.column(),
            length: 0,
            label: None,
        }];
        problem
    }

    /// A question that lacks something, or says two things at once.
    pub(crate) fn question(detail: impl Into<String>) -> Self {
        Self::plain(StatusCode::UNPROCESSABLE_ENTITY, "question", detail)
            .helped("`/api/openapi.json` describes every question")
    }

    /// A name that is none of those that can be asked for.
    pub(crate) fn unknown(what: &str, name: &str, known: &[String]) -> Self {
        Self::plain(
            StatusCode::UNPROCESSABLE_ENTITY,
            "unknown",
            format!("there is no {what} `{name}`"),
        )
        .helped(&format!("choose one of {}", known.join(", ")))
    }

    /// A body that is too large, or did not come whole.
    pub(crate) fn body(status: StatusCode, limit: usize) -> Self {
        match status {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Self::plain(status, "too_large", "the question is too large")
                    .helped(&format!("send at most {limit} bytes"))
            }
            _ => Self::plain(
                StatusCode::BAD_REQUEST,
                "body",
                "the question did not come whole",
            ),
        }
    }

    /// Nothing is there.
    pub(crate) fn no_page(uri: &Uri) -> Self {
        Self::plain(
            StatusCode::NOT_FOUND,
            "no_page",
            format!("there is no page `{}`", uri.path()),
        )
    }

    /// It is not asked like that.
    pub(crate) fn method(method: &Method) -> Self {
        Self::plain(
            StatusCode::METHOD_NOT_ALLOWED,
            "method",
            format!("this is not asked with {method}"),
        )
    }

    pub(super) fn other_host() -> Self {
        Self::plain(
            StatusCode::FORBIDDEN,
            "host",
            "the request names another host than this server",
        )
        .helped(
            "use the address that the server has printed; `--allow-origin` adds the name of a site",
        )
    }

    pub(super) fn other_origin() -> Self {
        Self::plain(
            StatusCode::FORBIDDEN,
            "origin",
            "pages of other sites may not ask",
        )
        .helped("start the server with `--allow-origin` and the site")
    }

    pub(super) fn busy() -> Self {
        Self::plain(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            "too many questions are waiting",
        )
        .helped("ask again in a second")
    }

    pub(super) fn too_long() -> Self {
        Self::plain(StatusCode::SERVICE_UNAVAILABLE, "too_long", "the answer took too long")
            .helped("ask for a shorter stretch, or for fewer editions at once; the command has no such limit")
    }

    pub(super) fn broken() -> Self {
        Self::plain(
            StatusCode::INTERNAL_SERVER_ERROR,
            "broken",
            "the answer could not be worked out: this is a mistake of the program",
        )
    }
}

/// The places that a diagnostic points to.
fn places(diagnostic: &dyn Diagnostic) -> Vec<Place> {
    let Some(source) = diagnostic.source_code() else {
        return Vec::new();
    };
    let labels = diagnostic.labels().into_iter().flatten();
    let place = |label: miette::LabeledSpan| {
        let found = source.read_span(label.inner(), 0, 0).ok()?;
        let length = std::str::from_utf8(found.data()).unwrap_or_default();
        let column = found.column() + 1;
        Some(Place {
            source: found.name().unwrap_or("text").to_owned(),
            line: found.line() + 1,
            column,
            length: length.chars().count(),
            label: label.label().map(str::to_owned),
        })
    };
    labels.filter_map(place).collect()
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status =
            StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let kind = HeaderValue::from_static("application/problem+json");
        let mut response = (status, [(header::CONTENT_TYPE, kind)], body).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
