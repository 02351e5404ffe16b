//! The service for sites: what programs, and the pages of this server, can ask.
//!
//! Every question is a `POST` of JSON (a game file: of its bytes) below `/api/`; `/api/openapi.json` describes them all, and
//! `/api/schemas/` has the schemas of the answers. What cannot be answered is `application/problem+json`.

mod asked;
mod convert;
mod draft;
mod draw;
mod editions;
mod explain;
mod judge;
mod position;
mod read;
mod watch;

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Path, RawQuery, Request, State as Extract};
use axum::http::header;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use include_dir::{Dir, include_dir};
use serde::Serialize;

use crate::server::{Problem, State, Stop};

pub(crate) use watch::Watch;

/// The largest question, in bytes.
const MAX_BODY: usize = 1_000_000;

static SCHEMAS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/schemas");

/// Where questions are asked.
pub(crate) fn routes() -> Router<Arc<State>> {
    Router::new()
        .route("/api/judge", question(judge::answer))
        .route("/api/explain", question(explain::answer))
        .route("/api/position", question(position::answer))
        .route("/api/convert", question(convert::answer))
        .route("/api/draw", question(draw::answer))
        .route("/api/read", question(read::answer))
        // what only pages of this server ask, and no other program can rely on
        .route("/draft/files", look_up(draft::texts))
        .route("/draft/read", question(draft::read))
        .route("/draft/check", question(draft::check))
        .route("/draft/follows", question(draft::follows))
        .route("/draft/boards", question(draft::boards))
        .route("/draft/save", question(draft::save))
        .route("/draft/patch", question(draft::patch))
        .route("/watch/boards", look_up(watch::answer))
        .route("/api/editions", look_up(editions::answer))
        .route("/api/men.svg", look_up(draw::men))
        .route("/api/openapi.json", get(|| async { openapi() }))
        .route("/api/schemas/{name}", get(schema))
        .method_not_allowed_fallback(|method: Method| async move { Problem::method(&method) })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn(announced))
}

/// Refuses a question that announces itself as too large before it comes.
async fn announced(request: Request, next: Next) -> Response {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > MAX_BODY) {
        return Problem::body(StatusCode::PAYLOAD_TOO_LARGE, MAX_BODY).into_response();
    }
    next.run(request).await
}

/// What a question is worked out from.
pub(crate) struct Question<'q> {
    state: &'q State,
    stop: &'q Stop,
    query: &'q str,
    body: &'q [u8],
}

/// An answer, and what it is.
pub(crate) struct Answer {
    kind: &'static str,
    body: Vec<u8>,
}

impl Answer {
    fn json(answer: &impl Serialize) -> Result<Self, Problem> {
        let body = serde_json::to_vec(answer).map_err(|error| Problem::json(&error))?;
        Ok(Self {
            kind: "application/json",
            body,
        })
    }

    fn text(text: String) -> Self {
        Self {
            kind: "text/plain; charset=utf-8",
            body: text.into_bytes(),
        }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, self.kind)], self.body).into_response()
    }
}

type Work = fn(&Question<'_>) -> Result<Answer, Problem>;

/// A question with a body.
fn question(work: Work) -> MethodRouter<Arc<State>> {
    post(
        move |Extract(state): Extract<Arc<State>>,
              RawQuery(query): RawQuery,
              body: Result<Bytes, BytesRejection>| async move {
            match body {
                Ok(body) => answered(state, work, query, body).await,
                Err(error) => Problem::body(error.status(), MAX_BODY).into_response(),
            }
        },
    )
}

/// A question without one.
fn look_up(work: Work) -> MethodRouter<Arc<State>> {
    get(
        move |Extract(state): Extract<Arc<State>>, RawQuery(query): RawQuery| {
            answered(state, work, query, Bytes::new())
        },
    )
}

async fn answered(state: Arc<State>, work: Work, query: Option<String>, body: Bytes) -> Response {
    let shared = state.clone();
    let asked = body.clone();
    let done = state.workers.run(move |stop| {
        work(&Question {
            state: &shared,
            stop,
            query: query.as_deref().unwrap_or_default(),
            body: &asked,
        })
    });
    match (done.await, asked::wanted(&body)) {
        (Ok(answer), _) => answer.into_response(),
        (Err(problem), Some(language)) => problem.only(language).into_response(),
        (Err(problem), None) => problem.into_response(),
    }
}

fn openapi() -> impl IntoResponse {
    let text = include_str!("../../assets/openapi.json");
    ([(header::CONTENT_TYPE, "application/json")], text)
}

async fn schema(Path(name): Path<String>, uri: Uri) -> Response {
    match SCHEMAS.get_file(&name) {
        Some(file) => {
            let kind = [(header::CONTENT_TYPE, "application/schema+json")];
            (kind, file.contents()).into_response()
        }
        None => Problem::no_page(&uri).into_response(),
    }
}
