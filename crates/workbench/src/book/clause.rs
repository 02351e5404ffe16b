//! A clause at its lasting address: its words here and in the other editions, what it uses and what uses it, its figures.

use maud::{Markup, html};
use qili_lang::syntax::Clause;
use qili_review::coverage::Mutation;
use qili_review::things::thing;
use qili_words::Language;

use super::address::Place;
use super::text::Wording;
use super::volume::{Gone, Volume};
use super::{Content, Here, edition, figure, text};
use crate::page::prose;

pub(super) fn page(here: Here<'_>, volume: &Volume, article: &str) -> Option<Content> {
    match volume.clause_at(article) {
        Some(at) => Some(in_force(here, volume, at)),
        None => {
            let gone = volume.gone.iter().find(|gone| gone.article == article)?;
            Some(repealed(here, volume, gone))
        }
    }
}

fn content(
    volume: &Volume,
    (clause, defines): (&Clause, &str),
    language: Language,
    body: Markup,
) -> Content {
    let (number, title) = edition::known(clause, defines, language);
    let title = title.replace('`', "");
    Content {
        title: format!("{number} {title}").trim().to_owned(),
        trail: vec![Place::Editions, Place::Edition(volume.id().to_owned())],
        scripts: Vec::new(),
        body,
    }
}

fn in_force(here: Here<'_>, volume: &Volume, at: usize) -> Content {
    let language = here.language();
    let clause = volume.clause(at);
    let entry = &volume.entries[at];
    let defines = thing(&entry.defines, language);
    let wordings = wordings(here, volume, at);
    let body = html! {
        article class="clause" {
            div class="text" { (edition::words(here, volume, at)) }
            aside {
                p { (prose(&defines)) " " code class="handle" { (clause.article.text) } }
                (edition::origin(here, volume, at))
            }
        }
        (clauses(here, volume, here.say("所用的定义", "What it uses"), &entry.uses))
        (clauses(here, volume, here.say("用到它的条目", "What uses it"), &entry.used_by))
        (clauses(here, volume, here.say("它所除外的条目", "What it is an exception to"), &entry.lifts))
        (clauses(here, volume, here.say("它的例外", "Its exceptions"), &entry.lifted_by))
        h2 { (here.say("判例", "Cases")) }
        (cases(here, volume, at))
        h2 { (here.say("各版措辞", "Its wording in other editions")) }
        @if wordings.is_empty() {
            p { (here.say("其他各版没有这一条。", "No other edition has this clause.")) }
        }
        @for wording in wordings { (wording) }
        (neighbours(here, volume, at))
    };
    content(volume, (clause, &entry.defines), language, body)
}

/// The clauses before and after it.
fn neighbours(here: Here<'_>, volume: &Volume, at: usize) -> Markup {
    let link = |at| edition::named(here, volume, at);
    html! {
        nav class="neighbours" aria-label=(here.say("前后条", "clauses before and after")) {
            span { @if let Some(before) = at.checked_sub(1) { "‹ " (link(before)) } }
            span { @if at + 1 < volume.clauses().len() { (link(at + 1)) " ›" } }
        }
    }
}

fn clauses(here: Here<'_>, volume: &Volume, heading: &str, clauses: &[usize]) -> Markup {
    html! {
        @if !clauses.is_empty() {
            h2 { (heading) }
            ul class="clauses" {
                @for &at in clauses {
                    li { (edition::named(here, volume, at)) }
                }
            }
        }
    }
}

/// The cases in which it fired.
fn cases(here: Here<'_>, volume: &Volume, at: usize) -> Markup {
    html! {
        @match volume.fired(at) {
            None => p {
                (here.say(
                    "这一条在每个判例的计算之中，看不出用在哪一则。",
                    "It is part of how every case is worked out; in which of them it mattered cannot be seen from one judgement.",
                ))
            },
            Some(fired) if fired.is_empty() => p { (here.say("没有判例用到它。", "No case rests on it.")) },
            Some(fired) => (listed(here, volume, &fired)),
        }
        @if let (Some(decided), Some(deciding)) = (volume.decided(at), volume.deciding(at)) {
            h2 { (here.say("由它决定的判例", "Cases that it decides")) }
            p class="soft" { (here.say("删去或改动这一条，这些判例的结果就不同。", "Without it, or with it changed, these come out otherwise.")) }
            (listed(here, volume, &deciding))
            @if !decided.unnoticed.is_empty() {
                h3 { (here.say("没有判例察觉的改动", "Changes that no case notices")) }
                ul { @for change in &decided.unnoticed { li { (change_said(here, *change)) } } }
            }
        }
    }
}

/// What was done to a clause.
pub(super) fn change_said(here: Here<'_>, change: Mutation) -> String {
    match here.language() {
        Language::Chinese => change.zh(),
        Language::English => change.en(),
    }
}

fn listed(here: Here<'_>, volume: &Volume, cases: &[(usize, usize)]) -> Markup {
    html! {
        @if cases.is_empty() { p { (here.say("无。", "None.")) } }
        ul class="clauses" {
            @for &(case, which) in cases {
                li { (figure::named(here, volume, case, which)) }
            }
        }
    }
}

/// The same clause in every other edition of the book, with what changed.
fn wordings(here: Here<'_>, volume: &Volume, at: usize) -> Vec<Markup> {
    let language = here.language();
    let others = here
        .book
        .volumes
        .iter()
        .filter(|other| other.id() != volume.id());
    others
        .filter_map(|other| {
            let found = here.book.counterpart(volume, at, other)?;
            let (mine, theirs) = (volume.clause(at), other.clause(found));
            // the newer text is marked; of two that do not amend one another, this one
            let is_base = |one: &Volume, other: &Volume| {
                other.bases.iter().any(|base| base.about.id == one.id())
            };
            let newer = is_base(volume, other);
            let (old, new) = if newer { (mine, theirs) } else { (theirs, mine) };
            let wording = Wording::between(old, new, language);
            Some(html! {
                section class="wording" {
                    h3 {
                        (edition::clause_of(here, other.id(), &theirs.article.text))
                        @if wording.is_same() {
                            span class="soft" { (here.say("：措辞相同", ": the same words")) }
                        } @else if newer {
                            span class="soft" { (here.say("：后来改作", ": as it was changed later")) }
                        } @else {
                            span class="soft" { (here.say("：本版的改动", ": what differs here")) }
                        }
                    }
                    @if !wording.is_same() { (wording.says()) (wording.law()) }
                }
            })
        })
        .collect()
}

/// The page of a clause that is no longer there: where it went.
fn repealed(here: Here<'_>, volume: &Volume, gone: &Gone) -> Content {
    let language = here.language();
    let (base, place) = gone.last;
    let before = &volume.bases[base].clauses[place].clause;
    let body = html! {
        p class="gone" { (edition::gone_line(here, volume, gone)) }
        @if let Some(repeal) = &gone.repeal {
            @for said in text::says(repeal, language) { p { (prose(said)) } }
        }
        h2 { (here.say("原文", "What it said")) }
        @for said in text::says(before, language) { p { (prose(said)) } }
        pre class="law" { code { (text::law(before, language)) } }
        @if let Some(now) = gone.now {
            h2 { (here.say("今作", "What stands in its place")) }
            @let wording = Wording::between(before, volume.clause(now), language);
            (wording.says())
            (wording.law())
        }
    };
    content(volume, (before, &gone.article), language, body)
}
