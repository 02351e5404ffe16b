//! The frame of every page: head, the way to the page, search, the switch of language, a notice, the foot.
//!
//! It reads without script, prints, and asks nothing of the network: see [`POLICY`].

use maud::{DOCTYPE, Markup, PreEscaped, html};
use qili_words::Language;

/// How pages look: that of all pages with boards, and what only these have.
pub const STYLE: &str = concat!(
    include_str!("../../review/src/page.css"),
    include_str!("../assets/page.css"),
    include_str!("../assets/book.css"),
);

/// What a page from a folder may do: show what lies beside it, and nothing that leaves it.
pub const POLICY: &str = "default-src 'none'; style-src 'self' file:; script-src 'self' file:; form-action 'self' file:; base-uri 'none'";

/// A page but for what it says.
#[derive(Debug, Clone)]
pub struct Frame<'p> {
    /// Its language.
    pub language: Language,
    /// Its title, also its heading.
    pub title: &'p str,
    /// From the page to the folder in which style and scripts lie, such as `../../`.
    pub root: &'p str,
    /// The same page in the other language.
    pub other: &'p str,
    /// The page that searches, if there is one.
    pub search: Option<&'p str>,
    /// The pages above it, the outermost first: their names and where they are.
    pub trail: &'p [(String, String)],
    /// What a reader must know before anything else: that a draft is not in force.
    pub notice: Option<&'p str>,
    /// Its scripts, beside the style.
    pub scripts: &'p [Script<'p>],
    /// What it may do, where no server says so: see [`POLICY`].
    pub policy: Option<&'p str>,
    /// The last line: by what law it was made.
    pub foot: &'p str,
}

/// A script of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script<'p> {
    /// One that runs from a folder too.
    Classic(&'p str),
    /// A module, which needs a server.
    Module(&'p str),
}

/// A whole page.
#[must_use]
pub fn page(frame: &Frame<'_>, content: &Markup) -> String {
    let language = frame.language;
    let root = frame.root;
    html! {
        (DOCTYPE)
        html lang=(language.of("zh-Hans", "en")) {
            head {
                meta charset="utf-8";
                @if let Some(policy) = frame.policy {
                    meta http-equiv="Content-Security-Policy" content=(policy);
                }
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (frame.title) }
                link rel="stylesheet" href=(format!("{root}style.css"));
                @for script in frame.scripts {
                    @match script {
                        Script::Classic(file) => script defer src=(format!("{root}{file}")) {},
                        Script::Module(file) => script type="module" src=(format!("{root}{file}")) {},
                    }
                }
            }
            body {
                a class="skip" href="#content" { (language.of("跳到正文", "to the content")) }
                header class="top" {
                    nav aria-label=(language.of("所在", "where you are")) {
                        @for (name, href) in frame.trail {
                            a href=(href) { (name) }
                            span aria-hidden="true" { "›" }
                        }
                        span aria-current="page" { (frame.title) }
                    }
                    div class="tools" {
                        @if let Some(search) = frame.search {
                            form role="search" action=(search) {
                                input type="search" name="q" aria-label=(language.of("检索", "search")) placeholder=(language.of("条号、词语", "article, words"));
                                button { (language.of("检索", "search")) }
                            }
                        }
                        a href=(frame.other) lang=(language.of("en", "zh-Hans")) hreflang=(language.of("en", "zh-Hans")) {
                            (language.of("English", "中文"))
                        }
                    }
                }
                @if let Some(notice) = frame.notice {
                    p class="notice" role="note" { (notice) }
                }
                main id="content" {
                    h1 { (frame.title) }
                    (content)
                }
                footer class="foot" {
                    @if let Some(notice) = frame.notice { p { (notice) } }
                    p { (frame.foot) }
                }
            }
        }
    }
    .into_string()
}

/// Text with words in backticks shown as they are to be written.
#[must_use]
pub fn prose(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

/// Markup that another crate has made.
#[must_use]
pub fn made(markup: String) -> Markup {
    PreEscaped(markup)
}
