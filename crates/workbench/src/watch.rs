//! The boards of a round: `/watch`.

use std::sync::Arc;

use axum::extract::State as Extract;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension, Router};
use maud::html;

use crate::board::{SCRIPT, asset, home, workbench};
use crate::server::{Problem, Reader, State};

pub(crate) fn routes() -> Router<Arc<State>> {
    let script = include_str!("../assets/watch.js");
    Router::new().route("/watch", get(page)).route(
        "/watch.js",
        get(move || async move { asset(SCRIPT, script) }),
    )
}

async fn page(
    state: Extract<Arc<State>>,
    Extension(Reader(language)): Extension<Reader>,
) -> Response {
    if state.watch.is_none() {
        return Problem::no_round().into_response();
    }
    let t = |zh, en| language.of(zh, en);
    let content = html! {
        noscript { p { (t("此页需要 JavaScript。", "This page needs JavaScript.")) } }
        div class="workbench-row row" {
            label { (t("版本", "edition")) select id="edition" {} }
        }
        p id="answer" role="status" aria-live="polite" {}
        p id="problem" role="alert" {}
        ul id="unreadable" {}
        ol id="games" class="round" {}
    };
    let page = workbench(
        language,
        t("本轮棋局", "The round"),
        &[home(language)],
        "watch.js",
        t(
            "棋局文件一有改动，这里就改。",
            "What is written into the files of the games is shown here soon.",
        ),
        &content,
    );
    page.into_response()
}
