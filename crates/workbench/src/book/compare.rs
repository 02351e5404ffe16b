//! Two editions side by side: the law that differs, then the cases, with a board for each that is ruled on differently.

use maud::html;
use qili_report::Rulebook;
use qili_review::diff::{Difference, SCHEMA, changes, law_and_clauses, statements};
use qili_review::html::Boards;
use qili_review::table::{Named, Table};
use qili_words::Language;
use rayon::prelude::*;

use super::address::{Extent, Place};
use super::volume::Volume;
use super::{Content, Here, figure};
use crate::page::made;

pub(super) fn page(here: Here<'_>, [old, new]: [&Volume; 2], extent: Extent) -> Content {
    let language = here.language();
    let title = |volume: &Volume| volume.book.edition.about.title.get(language).to_owned();
    let id = |volume: &Volume| volume.id().to_owned();
    let law = Difference {
        schema: SCHEMA,
        old: id(old),
        new: id(new),
        problems: Vec::new(),
        law: statements(&old.draft, &new.draft, language),
        clauses: changes(&old.draft, &new.draft, language),
        expectations: Vec::new(),
        compared: 0,
        cases: Vec::new(),
        games: None,
    };
    let columns: Vec<usize> = [old, new]
        .iter()
        .filter_map(|one| here.book.at(one.id()))
        .collect();
    let rows = here.book.scenes.par_iter();
    let rows = rows.filter_map(|scene| here.book.row(scene, &columns, language));
    let mut table = Table::new(vec![id(old), id(new)], rows.collect());
    let all = table.rows.len();
    if extent == Extent::Differing {
        table = table.differing();
    }
    let mut boards = Boards::default();
    let books: [&Rulebook; 2] = [&old.book, &new.book];
    let cases = table.body(&books, language, &mut boards, &|name| Named {
        said: figure::known(here, name),
        href: figure::place(here, name),
    });
    let other = match extent {
        Extent::Differing => Extent::All,
        Extent::All => Extent::Differing,
    };
    let body = html! {
        (made(boards.shared()))
        nav class="contents" aria-label=(here.say("目录", "contents")) {
            ul {
                li { a href="#cases" { (here.say("判例", "Cases")) } }
                li { a href="#law" { (here.say("条文", "The law")) } }
                li {
                    a href=(here.to(&Place::Compare(id(old), id(new), other))) {
                        @match other {
                            Extent::All => { (here.say("全部判例", "all cases")) " (" (all) ")" },
                            Extent::Differing => (here.say("只列裁决不同的", "only what is ruled on differently")),
                        }
                    }
                }
            }
        }
        h2 id="cases" { (here.say("判例", "Cases")) }
        (made(cases))
        h2 id="law" { (here.say("条文", "The law")) }
        (made(law_and_clauses(&law, language)))
    };
    Content {
        title: match language {
            Language::Chinese => format!("{}与{}对照", title(old), title(new)),
            Language::English => format!("{} and {}, side by side", title(old), title(new)),
        },
        trail: vec![Place::Editions],
        scripts: vec!["steps.js".to_owned()],
        body,
    }
}
