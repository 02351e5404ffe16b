//! An edition as a publication: its clauses in order.

use std::collections::HashMap;

use maud::{Markup, html};
use qili_lang::check::names_used;
use qili_lang::format::{number, numbered};
use qili_lang::syntax::{Clause, Effect, cites};
use qili_review::law::{Fact, said};
use qili_review::things::{sort, thing};
use qili_words::Language;

use super::address::{Place, encoded};
use super::home::{amends, issued, standing};
use super::volume::{Gone, Volume, declared};
use super::{Content, Here, figure, text};
use crate::page::prose;

/// How many figures stand beside a clause; its own page has all.
const BESIDE: usize = 5;

pub(super) fn page(here: Here<'_>, volume: &Volume) -> Content {
    let language = here.language();
    let edition = &volume.book.edition;
    let about = &edition.about;
    let lineage: Vec<_> = edition.lineage().collect();
    let procedure = edition.procedure().map(|procedure| &**procedure);
    let chapters = chapters(volume);
    let id = || volume.id().to_owned();
    let body = html! {
        p class="standing" {
            (standing(about.status, language))
            @if let Some(issued) = issued(about, language) { " · " (issued) }
            @if about.amends.is_some() {
                " · " (here.say("增改", "amends ")) (amends(here, about.amends.as_deref()))
            }
        }
        @if let Some(note) = &about.note { p class="note" { (prose(note.get(language))) } }
        nav class="contents" aria-label=(here.say("目录", "contents")) {
            ul {
                @for (number, (home, clauses)) in chapters.iter().enumerate() {
                    li {
                        a href=(format!("#chapter-{}", number + 1)) { (chapter(here, volume, home, clauses)) }
                        " " span class="soft" { (clauses.len()) }
                    }
                }
                @if !volume.gone.is_empty() {
                    li { a href="#gone" { (here.say("已废除或改号的条目", "Clauses repealed or renumbered")) } }
                }
                li { a href=(here.to(&Place::Figures(id()))) { (here.say("判例", "Cases")) } }
                li { a href=(here.to(&Place::Gaps(id()))) { (here.say("没有判例的条目", "Clauses without a case")) } }
            }
        }
        h2 { (here.say("条目之外", "Outside the clauses")) }
        dl class="facts" {
            @for fact in Fact::ALL {
                @if let Some(said) = said(fact, &lineage, procedure, language) {
                    dt { (fact.name(language)) }
                    dd { (prose(&said)) }
                }
            }
        }
        @for (number, (home, clauses)) in chapters.iter().enumerate() {
            h2 id=(format!("chapter-{}", number + 1)) { (chapter(here, volume, home, clauses)) }
            @for &at in clauses { (clause(here, volume, at)) }
        }
        @if !volume.gone.is_empty() {
            h2 id="gone" { (here.say("已废除或改号的条目", "Clauses repealed or renumbered")) }
            ul {
                @for gone in &volume.gone {
                    li id=(gone.article) { (gone_line(here, volume, gone)) }
                }
            }
        }
    };
    Content {
        title: about.title.get(language).to_owned(),
        trail: vec![Place::Editions],
        scripts: Vec::new(),
        body,
    }
}

type Home<'v> = &'v (String, String);

/// The clauses by the file in which there first was one of their number, in the order of the book.
fn chapters(volume: &Volume) -> Vec<(Home<'_>, Vec<usize>)> {
    let mut chapters: Vec<(Home<'_>, Vec<usize>)> = Vec::new();
    for (at, entry) in volume.entries.iter().enumerate() {
        match chapters.last_mut() {
            Some((home, clauses)) if *home == &entry.home => clauses.push(at),
            _ => chapters.push((&entry.home, vec![at])),
        }
    }
    chapters
}

/// What a chapter is called: whose it is, and what its clauses define.
fn chapter(here: Here<'_>, volume: &Volume, (edition, _): Home<'_>, clauses: &[usize]) -> String {
    let language = here.language();
    let mut lineage = volume.book.edition.lineage();
    let about = lineage.find(|about| about.id == *edition);
    let mut sorts: Vec<String> = Vec::new();
    for &at in clauses {
        let sort = sort(&volume.entries[at].defines, language);
        if !sorts.iter().any(|known| known == sort) {
            sorts.push(sort.to_owned());
        }
    }
    let title = about.map_or(edition.as_str(), |about| about.title.get(language));
    format!("{title}{}{}", here.say("：", ": "), language.list(&sorts))
}

/// A clause by its number, or by its title where readers know it by no number.
fn short(here: Here<'_>, volume: &Volume, at: usize) -> Markup {
    let (number, title) = known(
        volume.clause(at),
        &volume.entries[at].defines,
        here.language(),
    );
    html! { @if number.is_empty() { (prose(&title)) } @else { (number) } }
}

/// The number of a clause, if readers know it by one, and its title, or what it defines where it has neither.
pub(super) fn known<'c>(
    clause: &'c Clause,
    defines: &str,
    language: Language,
) -> (&'c str, String) {
    let title = clause.title.get(language);
    let number = match text::is_unnumbered(clause) && !title.is_empty() {
        true => "",
        false => number(&clause.article.text, language),
    };
    match (number, title) {
        ("", "") => (number, thing(defines, language)),
        _ => (number, title.to_owned()),
    }
}

/// A link to a clause by its number and its title, in the order in which they matter.
pub(super) fn named(here: Here<'_>, volume: &Volume, at: usize) -> Markup {
    let clause = volume.clause(at);
    let (number, title) = known(clause, &volume.entries[at].defines, here.language());
    html! {
        @if number.is_empty() {
            a href=(here.to_clause(volume, at)) { (prose(&title)) } " " code class="handle" { (clause.article.text) }
        } @else {
            a href=(here.to_clause(volume, at)) { (number) } " " (prose(&title))
        }
    }
}

/// A clause with what stands beside it.
fn clause(here: Here<'_>, volume: &Volume, at: usize) -> Markup {
    let clause = volume.clause(at);
    let fired = volume.fired(at).unwrap_or_default();
    let deciding = volume.deciding(at).unwrap_or_default();
    let entry = &volume.entries[at];
    html! {
        article class="clause" id=(clause.article.text) {
            h3 { (named(here, volume, at)) }
            div class="text" { (words(here, volume, at)) }
            aside {
                (origin(here, volume, at))
                (beside(here, volume, at, here.say("判例", "cases"), &fired))
                (beside(here, volume, at, here.say("决定", "decides"), &deciding))
                @if !entry.used_by.is_empty() {
                    p {
                        b { (here.say("用于", "used in")) } " "
                        @for (number, &other) in entry.used_by.iter().take(BESIDE).enumerate() {
                            @if number > 0 { (here.say("、", ", ")) }
                            a href=(here_fragment(volume, other)) { (short(here, volume, other)) }
                        }
                        @if entry.used_by.len() > BESIDE { (here.say("等", " …")) }
                    }
                }
            }
        }
    }
}

/// The first of some cases, and where the others are.
fn beside(
    here: Here<'_>,
    volume: &Volume,
    at: usize,
    what: &str,
    cases: &[(usize, usize)],
) -> Markup {
    html! {
        @if !cases.is_empty() {
            p {
                b { (what) } " "
                @for (number, &(case, which)) in cases.iter().take(BESIDE).enumerate() {
                    @if number > 0 { (here.say("、", ", ")) }
                    (figure::link(here, volume, case, which))
                }
                @if cases.len() > BESIDE {
                    (here.say("……共 ", " … "))
                    a href=(here.to_clause(volume, at)) { (cases.len()) (here.say(" 则", " in all")) }
                }
            }
        }
    }
}

fn here_fragment(volume: &Volume, at: usize) -> String {
    format!("#{}", encoded(&volume.clause(at).article.text))
}

/// What a clause says, and what it does; where it replaced another, a bar at what is new.
pub(super) fn words(here: Here<'_>, volume: &Volume, at: usize) -> Markup {
    let language = here.language();
    let clause = volume.clause(at);
    let before = volume.entries[at]
        .replaces
        .map(|(base, place)| &volume.bases[base].clauses[place].clause);
    let links = links(here, volume, at);
    html! {
        div class="says" {
            @match before {
                Some(before) => (text::renewed(before, clause, language)),
                None => @for said in text::says(clause, language) { p { (prose(said)) } },
            }
        }
        @for reading in text::readings(clause, language) {
            p class="reading" { b { (here.say("读法", "Reading")) } " " (prose(reading)) }
        }
        pre class="law" { code { (text::linked(&text::law(clause, language), &links)) } }
    }
}

/// Where the words of a clause's effect lead: to what defines them, and to the clauses that it lifts.
fn links<'v>(here: Here<'_>, volume: &'v Volume, at: usize) -> Vec<(&'v str, String)> {
    let clause = volume.clause(at);
    let used: Vec<&str> = clause.effect.iter().flat_map(names_used).collect();
    let mut links: HashMap<&str, String> = HashMap::new();
    for &other in &volume.entries[at].uses {
        let names = volume.clause(other).effect.iter().flat_map(declared);
        for name in names.filter(|name| used.contains(&name.text.as_str())) {
            links.insert(&name.text, here.to_clause(volume, other));
        }
    }
    if let Some(Effect::Exception { .. }) = &clause.effect {
        for &other in &volume.entries[at].lifts {
            links.insert(
                &volume.clause(other).article.text,
                here.to_clause(volume, other),
            );
        }
    }
    links.into_iter().collect()
}

/// Whose words they are, what they replaced, where else the same is said.
pub(super) fn origin(here: Here<'_>, volume: &Volume, at: usize) -> Markup {
    let clause = volume.clause(at);
    let entry = &volume.entries[at];
    let cites = cites(&clause.remarks, here.language());
    html! {
        @if let Some((base, place)) = entry.replaces {
            @let base = &volume.bases[base];
            @let article = &base.clauses[place].clause.article.text;
            p {
                (here.say("改自 ", "replaces "))
                (clause_of(here, &base.about.id, article))
            }
        } @else if entry.edition == volume.id() && !volume.bases.is_empty() {
            p { (here.say("本版所增", "added by this edition")) }
        }
        @if text::is_unnumbered(clause) { p class="soft" { (here.say("条号不详", "number unknown")) } }
        @if !cites.is_empty() {
            p class="soft" {
                (here.say("参看 ", "see "))
                @for (number, cite) in cites.iter().enumerate() {
                    @if number > 0 { (here.say("；", "; ")) }
                    cite { (cite) }
                }
            }
        }
    }
}

/// A clause of another edition, as a link where that is in the book.
pub(super) fn clause_of(here: Here<'_>, edition: &str, article: &str) -> Markup {
    let place = Place::Clause(edition.to_owned(), article.to_owned());
    let known = here.volume(edition);
    let called = html! { (here.edition(edition)) " " (number(article, here.language())) };
    html! {
        @match known {
            Some(_) => a href=(here.to(&place)) { (called) },
            None => (called),
        }
    }
}

/// What became of a clause that is no longer there.
pub(super) fn gone_line(here: Here<'_>, volume: &Volume, gone: &Gone) -> Markup {
    let last = &volume.bases[gone.last.0].about.id;
    let place = Place::Clause(volume.id().to_owned(), gone.article.clone());
    html! {
        a href=(here.to(&place)) { (prose(&numbered(&gone.article, &gone.title, here.language()))) }
        (here.say("：", ": "))
        (clause_of(here, last, &gone.article))
        (here.say("，由 ", ", repealed by ")) (here.edition(&gone.by)) (here.say(" 废除", ""))
        @if let Some(now) = gone.now {
            (here.say("；今见 ", "; now "))
            (named(here, volume, now))
        }
    }
}
