//! The cover, and the page of all editions.

use maud::{DOCTYPE, Markup, html};
use qili_edition::about::{About, Status};
use qili_words::Language;

use super::address::{Address, Extent, Lang, Place};
use super::volume::Volume;
use super::{Book, Content, Here};
use crate::page::{POLICY, prose};

/// The cover: nothing but the way into the book, in either language.
pub(super) fn cover(book: &Book) -> String {
    let editions = |lang: Lang| {
        let language = lang.language();
        html! {
            section lang=(language.of("zh-Hans", "en")) {
                h2 {
                    a href=(Address::Cover.to(&Address::Page(lang, Place::Editions))) {
                        (language.of("中文", "English"))
                    }
                }
                ul {
                    @for volume in &book.volumes {
                        @let about = &volume.book.edition.about;
                        li {
                            a href=(Address::Cover.to(&Address::Page(lang, Place::Edition(about.id.clone())))) {
                                (about.title.get(language))
                            }
                            " · " (standing(about.status, language))
                        }
                    }
                }
            }
        }
    };
    html! {
        (DOCTYPE)
        html lang="zh-Hans" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "象棋规则 · The rules of xiangqi" }
                link rel="stylesheet" href="style.css";
            }
            body class="cover" {
                main {
                    h1 { "象棋规则 " span lang="en" { "The rules of xiangqi" } }
                    div class="columns" { @for lang in Lang::ALL { (editions(lang)) } }
                }
            }
        }
    }
    .into_string()
}

/// How an edition stands.
pub(super) const fn standing(status: Status, language: Language) -> &'static str {
    match status {
        Status::Base => language.of("共同基础", "common base"),
        Status::InForce => language.of("现行", "in force"),
        Status::Superseded => language.of("已被取代", "superseded"),
        Status::Trial => language.of("试行", "on trial"),
        Status::Training => language.of("培训材料", "training text"),
        Status::Draft => language.of("草案，未生效", "a draft, not in force"),
    }
}

/// Who issued an edition, and when.
pub(super) fn issued(about: &About, language: Language) -> Option<String> {
    let issued = about.issued.as_ref()?;
    Some(match language {
        Language::Chinese => format!("{}，{} 年", issued.by.get(language), issued.year),
        Language::English => format!("{}, {}", issued.by.get(language), issued.year),
    })
}

/// All editions.
pub(super) fn editions(here: Here<'_>) -> Content {
    let language = here.language();
    let body = html! {
        table class="wide" {
            tr {
                th { (here.say("版本", "edition")) }
                th { (here.say("地位", "standing")) }
                th { (here.say("颁布", "issued")) }
                th { (here.say("增改自", "amends")) }
                th { (here.say("条目", "clauses")) }
                th { (here.say("判例", "cases")) }
            }
            @for volume in &here.book.volumes {
                @let about = &volume.book.edition.about;
                tr {
                    td { a href=(here.to(&Place::Edition(about.id.clone()))) { (about.title.get(language)) } }
                    td { (standing(about.status, language)) }
                    td { (issued(about, language).unwrap_or_default()) }
                    td { (amends(here, about.amends.as_deref())) }
                    td class="number" { (volume.clauses().len()) }
                    td class="number" {
                        a href=(here.to(&Place::Figures(about.id.clone()))) { (volume.cases.len()) }
                    }
                }
            }
        }
        @if here.book.volumes.len() > 1 {
            h2 { (here.say("两版对照", "Two editions side by side")) }
            p { (here.say("每格列出两版的不同：条文、裁决，附图。", "Each cell leads to what differs between two editions: clauses and rulings, with boards.")) }
            (matrix(here))
        }
        h2 { (here.say("怎样读", "How to read it")) }
        p {
            (here.say(
                "每一条先用话说，再用规则语言写出；规则语言里每个词都指向定义它的条目。条目旁列出用到它的判例。页边有竖线处，与所增改的版本措辞不同；标点、全半角与简繁不算不同。",
                "Every clause is said in words and then in the rule language, in which every name leads to the clause that defines it. Beside a clause stand the cases in which it held. A bar at the margin marks wording that differs from the edition that was amended; punctuation, full-width signs and simplified or traditional characters are no difference.",
            ))
        }
    };
    Content {
        title: here
            .say("象棋规则各版", "The rules of xiangqi, edition by edition")
            .to_owned(),
        trail: Vec::new(),
        scripts: Vec::new(),
        body,
    }
}

/// The edition that one amends, as a link where it is in the book.
pub(super) fn amends(here: Here<'_>, base: Option<&str>) -> Markup {
    html! {
        @if let Some(base) = base {
            @match here.volume(base) {
                Some(volume) => a href=(here.to(&Place::Edition(base.to_owned()))) {
                    (volume.book.edition.about.title.get(here.language()))
                },
                None => (prose(&qili_review::things::label(base, here.language()))),
            }
        }
    }
}

fn matrix(here: Here<'_>) -> Markup {
    let volumes = || here.book.volumes.iter().enumerate();
    let compared = |&(_, one): &(usize, &Volume)| {
        let mut others = here.book.volumes.iter();
        others.any(|other| one.compares(other))
    };
    let volumes: Vec<_> = volumes().filter(compared).collect();
    html! {
        table {
            tr {
                td {}
                @for (_, volume) in volumes.iter().skip(1) { th scope="col" { (here.edition(volume.id())) } }
            }
            @for &(at, one) in volumes.iter().rev().skip(1).rev() {
                tr {
                    th scope="row" { (here.edition(one.id())) }
                    @for &(other_at, other) in volumes.iter().skip(1) {
                        td {
                            @if at < other_at {
                                @let pair = Place::Compare(one.id().to_owned(), other.id().to_owned(), Extent::Differing);
                                a href=(here.to(&pair)) aria-label=(format!("{} – {}", here.edition(one.id()), here.edition(other.id()))) {
                                    (here.say("对照", "compare"))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
