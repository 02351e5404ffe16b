//! The page of the board, before its script fills it.

use axum::response::Html;
use maud::{Markup, html};
use qili_words::Language;

use crate::page::{self, Frame, Script};

/// A page of the workbench below those that lead to it, but for what it says; its script lies beside it.
pub(crate) fn workbench(
    language: Language,
    title: &str,
    trail: &[(String, String)],
    script: &str,
    foot: &str,
    content: &Markup,
) -> Html<String> {
    let frame = Frame {
        language,
        title,
        root: "",
        other: language.of("?lang=en", "?lang=zh"),
        search: None,
        trail,
        notice: None,
        scripts: &[Script::Module(script)],
        policy: None,
        foot,
    };
    Html(page::page(&frame, content))
}

/// A page that leads to others: its name, and where it is.
pub(crate) fn above(name: &str, href: String) -> (String, String) {
    (name.to_owned(), href)
}

/// The board's own page.
pub(crate) fn home(language: Language) -> (String, String) {
    above(
        language.of("棋例工作台", "Qili workbench"),
        format!("./?lang={language}"),
    )
}

/// The book's first page.
pub(crate) fn rules(language: Language) -> (String, String) {
    above(
        language.of("规则书", "The rules"),
        format!("book/{language}/index.html"),
    )
}

/// The page in a language; `watching` says whether there are boards of a round.
pub(super) fn page(language: Language, watching: bool) -> Html<String> {
    let t = |zh, en| language.of(zh, en);
    let draft = above(t("起草", "Drafts"), format!("draft?lang={language}"));
    let mut trail = vec![rules(language), draft];
    if watching {
        let round = t("本轮棋局", "The round");
        trail.push(above(round, format!("watch?lang={language}")));
    }
    workbench(
        language,
        t("棋例工作台", "Qili workbench"),
        &trail,
        "board.js",
        t(
            "裁决由本机的服务作出，没有一字离开这台机器；地址栏里有所看的一切。",
            "Rulings are made by the server at this address; what you see stands in the address bar.",
        ),
        &content(language),
    )
}

fn content(language: Language) -> Markup {
    let t = |zh, en| language.of(zh, en);
    html! {
        noscript { p { (page::prose(t("此页需要 JavaScript；`qili book` 写出的规则书不需要。", "This page needs JavaScript; the book that `qili book` writes does not."))) } }
        p id="changed" role="status" hidden {}
        div class="workbench" {
            section aria-label=(t("棋盘", "board")) {
                svg id="board" viewBox=(VIEW) data-label=(t("棋盘，方向键移动，回车选定，字母到下一个同类棋子", "board: arrow keys move, Enter chooses, a letter goes to the next man of its kind")) {}
                p id="whose" class="row" {}
                (playing(language))
                (setting(language))
                p id="problem" role="alert" {}
                form id="position" class="row" {
                    label class="grow" { "FEN" input id="fen" type="text" autocomplete="off" spellcheck="false"; }
                    button { (t("用此局面", "use")) }
                    button type="button" id="set-up" aria-expanded="false" aria-controls="setting" { (t("摆棋", "set up")) }
                    button type="button" id="new" { (t("新局", "new game")) }
                }
            }
            section aria-label=(t("裁决", "ruling")) {
                div class="row" {
                    label { (t("版本", "edition")) select id="edition" {} }
                    label { input id="all" type="checkbox"; (t("各版对照", "all editions")) }
                    label { input id="forms" type="checkbox"; (t("双方棋子形状不同", "sides differ in form")) }
                }
                p id="answer" role="status" aria-live="polite" {}
                div class="judged" {
                (judgement(language))
                h2 { (t("着法", "moves")) }
                div id="lines" class="row" {}
                ol id="moves" {}
                section id="why" hidden {
                    h2 id="why-of" {}
                    ul id="reasons" {}
                }
                section id="claims" hidden {
                    h2 { (t("何时可要求裁决", "when a ruling may be asked for")) }
                    ul id="repetitions" {}
                }
                (giving(language))
                }
                (reading(language))
            }
            section id="others" aria-label=(t("各版对照", "all editions")) {}
        }
    }
}

/// The part of the drawing that a page shows: the margins at the sides are left out, so that points are large on a phone.
pub(crate) const VIEW: &str = "34 0 548 676";

fn playing(language: Language) -> Markup {
    let t = |zh, en| language.of(zh, en);
    html! {
        div id="playing" {
            div class="row" {
                button type="button" id="first" aria-label=(t("到开始", "to the start")) { "|◀" }
                button type="button" id="back" aria-label=(t("上一着", "back")) { "◀" }
                button type="button" id="next" aria-label=(t("下一着", "forward")) { "▶" }
                button type="button" id="last" aria-label=(t("到最后", "to the end")) { "▶|" }
                button type="button" id="undo" { (t("悔一着", "take back")) }
            }
            form id="type" class="row" {
                label class="grow" { (t("着法", "moves")) input id="typed" type="text" autocomplete="off" spellcheck="false" placeholder=(t("炮二平五 马8进7", "C2=5 h2e2 炮二平五")); }
                button { (t("走", "play")) }
            }
        }
    }
}

fn setting(language: Language) -> Markup {
    let t = |zh, en| language.of(zh, en);
    html! {
        div id="setting" hidden {
            fieldset id="hand" aria-label=(t("手中的棋子", "man in hand")) {}
            div class="row" {
                button type="button" id="empty" { (t("清空", "empty board")) }
                label { (t("轮到", "to move"))
                    select id="turn" {
                        option value="w" { (t("红方", "Red")) }
                        option value="b" { (t("黑方", "Black")) }
                    }
                }
                button type="button" id="done" { (t("摆好了", "done")) }
            }
        }
    }
}

fn judgement(language: Language) -> Markup {
    let t = |zh, en| language.of(zh, en);
    html! {
        p id="nothing" { (t("没有重复的局面：走出重复，或指定一段着法。", "No position occurs again: play a repetition, or mark a stretch.")) }
        div id="judgement" hidden {
            p id="said" {}
            div id="clauses" {}
            p { span id="red" {} br; span id="black" {} }
            p id="open" hidden { (t("这段着法没有回到最初的局面，按现状裁决。", "These moves do not lead back to the first position; they are judged as they stand.")) }
            p id="law" {}
        }
        form id="mark" class="row" {
            label { input id="by-hand" type="checkbox"; (t("指定一段", "mark a stretch")) }
            label { (t("自第", "from ply")) input id="from" type="number" min="1"; }
            label { (t("着到第", "to ply")) input id="to" type="number" min="2"; }
            button { (t("裁决这一段", "judge it")) }
        }
    }
}

fn reading(language: Language) -> Markup {
    let t = |zh, en| language.of(zh, en);
    html! {
        section id="reading" {
            h2 { (t("读棋谱", "read a game")) }
            form id="paste" {
                label class="grow" { (t("粘贴局面或棋谱，任何写法", "paste a position or a game in any notation"))
                    textarea id="game" rows="3" {}
                }
                div class="row" {
                    button { (t("读", "read")) }
                    label class="choose" { (t("选文件", "choose a file")) input id="file" type="file"; }
                    (t("也可把文件拖到页面上", "or drop one on the page"))
                }
            }
            ul id="games" {}
        }
    }
}

fn giving(language: Language) -> Markup {
    let t = |zh, en| language.of(zh, en);
    html! {
        section id="give" {
            h2 { (t("带走", "take along")) }
            div class="row" {
                @for (kind, name) in [("keep", t("留存", "keep")), ("link", t("链接", "link")), ("png", "PNG"), ("svg", "SVG"), ("fen", "FEN"), ("pgn", "PGN"), ("text", t("裁决记录", "text for the protocol"))] {
                    button type="button" data-give=(kind) { (name) }
                }
            }
            input id="out" type="text" readonly hidden aria-label=(t("可复制的文字", "text to copy"));
        }
    }
}
