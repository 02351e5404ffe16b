//! The book, served at `/book/`: the same pages as those of the static export.

use std::sync::Arc;

use axum::extract::{Path, State as Extract};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Extension, Router};

use crate::server::{Problem, Reader, State};

/// Where the pages are: those of the export below `/book/`, and short addresses that lead to them.
pub(crate) fn routes() -> Router<Arc<State>> {
    Router::new()
        .route("/book", get(|| async { Redirect::temporary("/book/") }))
        .route("/book/", get(cover))
        .route("/book/{*path}", get(page))
        .route("/compare/{one}/{other}", get(compare))
}

async fn cover(state: Extract<Arc<State>>, uri: Uri) -> Response {
    shown(state, "index.html".to_owned(), uri).await
}

async fn page(
    state: Extract<Arc<State>>,
    Path(path): Path<String>,
    Extension(Reader(language)): Extension<Reader>,
    uri: Uri,
) -> Response {
    if state.editions.names().contains(&path) {
        return Redirect::temporary(&format!("/book/{language}/{path}/index.html")).into_response();
    }
    shown(state, path, uri).await
}

async fn compare(
    Path((one, other)): Path<(String, String)>,
    Extension(Reader(language)): Extension<Reader>,
) -> Redirect {
    Redirect::temporary(&format!("/book/{language}/compare/{one}/{other}.html"))
}

async fn shown(Extract(state): Extract<Arc<State>>, path: String, uri: Uri) -> Response {
    let shared = state.clone();
    let found = state.workers.run(move |_| {
        let page = shared.editions.book()?.page(&path);
        page.ok_or_else(|| Problem::no_page(&uri))
    });
    match found.await {
        Ok(page) => ([(header::CONTENT_TYPE, page.media_type)], page.text).into_response(),
        Err(problem) => problem.into_response(),
    }
}
