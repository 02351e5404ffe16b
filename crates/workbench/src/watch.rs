//! The boards of a round: `/watch`.

use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State as Extract};
use axum::http::header::HeaderMap;
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;
use maud::html;

use crate::board::{SCRIPT, asset, language};
use crate::page::{self, Frame, Script};
use crate::server::{Problem, State};

pub(crate) fn routes() -> Router<Arc<State>> {
    let script = include_str!("../assets/watch.js");
    Router::new().route("/watch", get(page)).route(
        "/watch.js",
        get(move || async move { asset(SCRIPT, script) }),
    )
}

async fn page(
    state: Extract<Arc<State>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    if state.watch.is_none() {
        return Problem::no_round().into_response();
    }
    let language = language(query.as_deref(), &headers);
    let t = |zh, en| language.of(zh, en);
    let frame = Frame {
        language,
        title: t("本轮棋局", "The round"),
        root: "",
        other: t("?lang=en", "?lang=zh"),
        search: None,
        trail: &[(
            t("棋例工作台", "Qili workbench").to_owned(),
            format!("./?lang={language}"),
        )],
        notice: None,
        scripts: &[Script::Module("watch.js")],
        policy: None,
        foot: t(
            "棋局文件一有改动，这里就改。",
            "What is written into the files of the games is shown here soon.",
        ),
    };
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
    Html(page::page(&frame, &content)).into_response()
}
