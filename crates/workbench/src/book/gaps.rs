//! What no figure of an edition shows: its clauses on which no case rests.

use maud::{Markup, html};
use qili_review::things::thing;

use super::address::Place;
use super::clause::change_said;
use super::volume::Volume;
use super::{Content, Here, edition};
use crate::page::prose;

pub(super) fn page(here: Here<'_>, volume: &Volume) -> Content {
    let language = here.language();
    let coverage = volume.coverage();
    let bare: Vec<_> = coverage
        .iter()
        .flat_map(|found| found.unexercised())
        .collect();
    let body = html! {
        p {
            (here.say(
                "裁决本版判例时从未用到的条目。移动、棋盘与终局的条目每局都用，不在此列；算法的条目参与每次计算，从一次裁决看不出用在何处，也不在此列。",
                "The clauses that never held when the cases of this edition were judged. Clauses on the board, on movement and on the end of a game are in every judgement, and those on searches in every calculation; neither are counted here.",
            ))
        }
        @if bare.is_empty() {
            p { (here.say("没有这样的条目。", "There is none.")) }
        }
        ul class="clauses" {
            @for clause in bare {
                li {
                    (edition::named(here, volume, clause.clause.index()))
                    " " span class="soft" { (prose(&thing(&clause.defines, language))) }
                }
            }
        }
        (undecided(here, volume))
    };
    Content {
        title: here
            .say("没有判例的条目", "Clauses without a case")
            .to_owned(),
        trail: vec![Place::Editions, Place::Edition(volume.id().to_owned())],
        scripts: Vec::new(),
        body,
    }
}

/// Where that was tried: the clauses of which some change is noticed by no case.
fn undecided(here: Here<'_>, volume: &Volume) -> Markup {
    let clauses = 0..volume.clauses().len();
    let unnoticed: Vec<_> = clauses
        .filter_map(|at| Some((at, &volume.decided(at)?.unnoticed)))
        .filter(|(_, unnoticed)| !unnoticed.is_empty())
        .collect();
    html! {
        @if volume.decided(0).is_some() {
            h2 { (here.say("没有判例察觉的改动", "Changes that no case notices")) }
            @if unnoticed.is_empty() { p { (here.say("没有这样的改动。", "There is none.")) } }
            ul class="clauses" {
                @for (at, unnoticed) in unnoticed {
                                        @let changes: Vec<String> = unnoticed.iter().map(|&change| change_said(here, change)).collect();
                    li {
                        (edition::named(here, volume, at))
                        (here.say("：", ": ")) (prose(&here.language().list(&changes)))
                    }
                }
            }
        }
    }
}
