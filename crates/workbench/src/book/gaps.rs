//! What no figure of an edition shows: its clauses on which no case rests.

use maud::html;
use qili_review::things::thing;

use super::address::Place;
use super::volume::Volume;
use super::{Content, Here};
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
                    a href=(here.to_clause(volume, clause.clause.index())) { (clause.article) }
                    " " (prose(clause.title.get(language)))
                    " " span class="soft" { (prose(&thing(&clause.defines, language))) }
                }
            }
        }
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
