//! The draft page: rule files edited beside what follows from them.

use std::sync::Arc;

use axum::response::Html;
use axum::routing::get;
use axum::{Extension, Router};
use maud::{Markup, html};
use qili_words::Language;

use crate::board::{SCRIPT, VIEW, asset, home, rules, workbench};
use crate::server::{Reader, State};

/// The page, and what it loads beside what the board loads.
pub(crate) fn routes() -> Router<Arc<State>> {
    let script = |text| get(move || async move { asset(SCRIPT, text) });
    Router::new()
        .route("/draft", get(page))
        .route("/draft.js", script(include_str!("../assets/draft.js")))
        .route(
            "/draft/editor.js",
            script(include_str!("../assets/draft/editor.js")),
        )
}

async fn page(Extension(Reader(language)): Extension<Reader>) -> Html<String> {
    let t = |zh, en| language.of(zh, en);
    workbench(
        language,
        t("起草规则", "Drafting rules"),
        &[home(language), rules(language)],
        "draft.js",
        t(
            "草案只在本浏览器或所开的文件夹里；服务答复之后什么也不留。",
            "A draft is only in this browser, or in the folder that is served; the server keeps nothing of what it answers.",
        ),
        &content(language),
    )
}

fn content(language: Language) -> Markup {
    let t = |zh, en| language.of(zh, en);
    html! {
        noscript { p { (t("此页需要 JavaScript。", "This page needs JavaScript.")) } }
        div class="row workbench-row" {
            label { (t("草案", "draft")) select id="draft" {} }
            button type="button" id="discard" hidden { (t("删除草案", "delete the draft")) }
            details id="begin" {
                summary { (t("新草案", "new draft")) }
                form id="beginning" class="row" {
                    label { (t("名称", "name")) input id="name" type="text" required autocomplete="off" spellcheck="false"; }
                    label { (t("所增改的版本", "amends")) select id="amends" {} }
                    button { (t("开始", "begin")) }
                }
            }
        }
        p id="problem" role="alert" {}
        div class="workbench drafting" {
            section id="drafting" aria-label=(t("条文", "the text")) hidden { (typing(language)) }
            section id="consequences" aria-label=(t("后果", "consequences")) hidden { (follows(language)) }
        }
    }
}

fn typing(language: Language) -> Markup {
    let t = |zh, en| language.of(zh, en);
    html! {
        div id="files" role="group" aria-label=(t("文件", "files")) {
            div id="rule-files" class="row" {}
            details id="cases-of" hidden { summary id="cases-count" {} div id="case-files" class="row" {} }
        }
        div class="text" {
            div id="text" contenteditable="plaintext-only" role="textbox" aria-multiline="true" aria-autocomplete="list"
                aria-haspopup="listbox" aria-expanded="false" aria-controls="proposals" aria-describedby="here" tabindex="0"
                aria-label=(t("文件内容；Ctrl+空格提示名称", "text of the file; Ctrl+Space proposes names")) spellcheck="false" autocapitalize="off" {}
            ul id="proposals" role="listbox" aria-label=(t("可写的词", "what can be written")) hidden {}
        }
        p class="under" { span id="place" {} " " span id="here" {} }
        div class="row" {
            button type="button" id="save" { (t("存入文件夹", "save to the folder")) }
            button type="button" id="patch" { (t("下载补丁", "download as a patch")) }
            span id="saved" role="status" {}
        }
        form id="adding" class="row" {
            label { (t("文件名", "name of a file")) input id="file-name" type="text" required autocomplete="off" spellcheck="false" placeholder="more.rule"; }
            button { (t("新建", "new")) }
            button id="rename" value="rename" { (t("本文件改名", "rename this one to it")) }
            button type="button" id="delete" { (t("删除本文件", "delete this file")) }
            button type="button" id="put-back" hidden {}
        }
        h2 { (t("错误与疑问", "what is wrong")) }
        p id="state" role="status" {}
        ul id="wrong" {}
    }
}

fn follows(language: Language) -> Markup {
    let t = |zh, en| language.of(zh, en);
    html! {
        div class="row" {
            label { (t("对照", "compared with"))
                select id="against" {
                    option value="amended" { (t("所增改的版本", "the edition that it amends")) }
                    option value="saved" { (t("已存的条文", "what is saved")) }
                }
            }
        }
        p id="summary" role="status" {}
        section id="boards" hidden {
            h2 id="boards-title" {}
            div id="steps" class="row" role="group" aria-label=(t("着法", "moves")) {}
            div class="pair" {
                @for (side, name) in [("before", t("改前", "before")), ("after", t("改后", "after"))] {
                    section aria-label=(name) {
                        h3 { (name) }
                        svg id=(format!("board-{side}")) class="board" viewBox=(VIEW) {}
                        div id=(format!("said-{side}")) class="said" {}
                    }
                }
            }
        }
        h2 { (t("结果不同的判例", "cases that come out otherwise")) }
        ul id="cases" class="changes" {}
        h2 { (t("自己的局面", "your own positions")) }
        p id="no-own" { (t("在工作台的“带走”里按“留存”，这里就看它的裁决有无变化。", "Press “keep” under “take along” on the workbench: what becomes of a position is shown here.")) }
        ul id="own" class="changes" {}
        h2 { (t("新立与改动的条文", "clauses that are new or changed")) }
        p id="nothing-new" { (t("没有", "none")) }
        ul id="clauses" class="changes" {}
        h2 { (t("没有判例涉及的条文", "clauses that no case touches")) }
        p id="all-covered" { (t("没有", "none")) }
        ul id="uncovered" class="changes" {}
    }
}
