//! The figures of an edition: a board that steps, what every move is and why, what the book says, and what others say.

use maud::{Markup, html};
use qili_board::Side;
use qili_edition::case::{Case, Diagram, Scenario, Variant};
use qili_interpreter::judge::{JudgedPly, Judgement};
use qili_lang::rules::ClauseId;
use qili_report::explain::{natures, reasons};
use qili_review::diff::name;
use qili_review::html::{Boards, Step, steps};
use qili_review::run::{Check, Run, run};
use qili_review::snapshot::line_in;
use qili_words::Language;

use super::address::{Place, encoded};
use super::volume::Volume;
use super::{Content, Here, reference, text};
use crate::page::{made, prose};

/// What a case is called: its place in its book, or its title where the book does not number it.
pub(super) fn called(case: &Case, language: Language) -> String {
    numbered(case, language).unwrap_or_else(|| case.title.get(language).to_owned())
}

/// What a variant is called beside its case: by its letter where the book numbers the case, or by its title.
fn varied<'c>(case: &Case, variant: &'c Variant, language: Language) -> &'c str {
    match &variant.title {
        Some(title) if numbered(case, language).is_none() => title.get(language),
        _ => &variant.id,
    }
}

/// Where a numbered figure stands in its book.
pub(crate) fn numbered(case: &Case, language: Language) -> Option<String> {
    case.reference.figure?;
    reference(&case.reference, language)
}

/// The number and the title of a case.
pub(super) fn titled(case: &Case, language: Language) -> String {
    let title = case.title.get(language);
    match numbered(case, language) {
        Some(number) => format!("{number} {title}"),
        None => title.to_owned(),
    }
}

/// A link to a scenario of a case, by its short name.
pub(super) fn link(here: Here<'_>, volume: &Volume, case: usize, which: usize) -> Markup {
    let called = called(&volume.cases[case], here.language());
    linked(here, volume, case, which, &called)
}

/// The same by number and title.
pub(super) fn named(here: Here<'_>, volume: &Volume, case: usize, which: usize) -> Markup {
    let titled = titled(&volume.cases[case], here.language());
    linked(here, volume, case, which, &titled)
}

fn linked(here: Here<'_>, volume: &Volume, case: usize, which: usize, text: &str) -> Markup {
    let case = &volume.cases[case];
    let place = Place::Figure(volume.id().to_owned(), case.id.clone());
    let variant = which.checked_sub(1).and_then(|at| case.variants.get(at));
    html! {
        @match variant {
            None => a href=(here.to(&place)) { (text) },
            Some(variant) => a href=(format!("{}#{}", here.to(&place), encoded(&variant.id))) {
                (text) " " (varied(case, variant, here.language()))
            },
        }
    }
}

/// The figures of an edition, those of the book first.
pub(super) fn list(here: Here<'_>, volume: &Volume) -> Content {
    let language = here.language();
    let body = html! {
        table class="wide" {
            tr {
                th { (here.say("判例", "case")) }
                th { (here.say("要点", "what it shows")) }
                th { (here.say("红方", "Red")) }
                th { (here.say("黑方", "Black")) }
                th { (here.say("裁决", "ruling")) }
            }
            @for (at, case) in volume.cases.iter().enumerate() {
                @let row = row(here, volume, at, 0);
                tr {
                    td { @if numbered(case, language).is_some() { (link(here, volume, at, 0)) } @else { code { (case.id) } } @if at >= volume.own { " " span class="soft" { (here.say("（沿用）", "(inherited)")) } } }
                    td {
                        @if numbered(case, language).is_some() { (case.title.get(language)) } @else { (link(here, volume, at, 0)) }
                    }
                    @let cell = row.as_ref().and_then(|row| row.cells.first());
                    @match cell {
                        Some(cell) => {
                            @for pattern in &cell.patterns { td { (pattern) } }
                            td { (cell.outcome.map_or("–", |outcome| outcome.word_in(language))) }
                        },
                        None => { td {} td {} td {} },
                    }
                }
            }
        }
    };
    Content {
        title: match language {
            Language::Chinese => format!("{}：判例", volume.book.edition.about.title.zh),
            Language::English => {
                format!("{}: cases", volume.book.edition.about.title.get(language))
            }
        },
        trail: vec![Place::Editions, Place::Edition(volume.id().to_owned())],
        scripts: Vec::new(),
        body,
    }
}

/// What the edition itself says of a scenario.
fn row(
    here: Here<'_>,
    volume: &Volume,
    case: usize,
    which: usize,
) -> Option<qili_review::table::Row> {
    let at = here.book.at(volume.id())?;
    let scene = here.book.scene([at, case, which])?;
    here.book.row(scene, &[at], here.language())
}

/// A case with its variants.
pub(super) fn page(here: Here<'_>, volume: &Volume, id: &str) -> Option<Content> {
    let language = here.language();
    let at = volume.cases.iter().position(|case| case.id == id)?;
    let case = &volume.cases[at];
    let mut boards = Boards::default();
    let scenarios: Vec<Markup> = case
        .scenarios()
        .enumerate()
        .map(|(which, (id, scenario))| {
            let told = scenario_told(here, volume, at, id, scenario, &mut boards);
            let variant = case.variants.iter().find(|variant| variant.id == id);
            html! {
                section class="scenario" id=[variant.map(|_| id)] {
                    @if let Some(variant) = variant {
                        h2 {
                            @let called = varied(case, variant, language);
                            (called)
                            @if let Some(title) = &variant.title && title.get(language) != called {
                                " " (title.get(language))
                            }
                        }
                        p { (variant.change.get(language)) }
                    }
                    (told)
                    (elsewhere(here, volume, at, which))
                }
            }
        })
        .collect();
    let body = html! {
        (made(boards.shared()))
        p class="standing" {
            @if let Some(reference) = reference(&case.reference, language) { (reference) " · " }
            (diagram(here, volume, &case.diagram))
            @if at >= volume.own { " · " (here.say("沿用所增改版本的判例", "a case of the edition that it amends")) }
        }
        @for scenario in scenarios { (scenario) }
        (neighbours(here, volume, at))
    };
    Some(Content {
        title: titled(case, language),
        trail: vec![
            Place::Editions,
            Place::Edition(volume.id().to_owned()),
            Place::Figures(volume.id().to_owned()),
        ],
        scripts: vec!["steps.js".to_owned()],
        body,
    })
}

fn neighbours(here: Here<'_>, volume: &Volume, at: usize) -> Markup {
    html! {
        nav class="neighbours" aria-label=(here.say("前后例", "cases before and after")) {
            span { @if let Some(before) = at.checked_sub(1) { "‹ " (link(here, volume, before, 0)) } }
            span { @if at + 1 < volume.cases.len() { (link(here, volume, at + 1, 0)) " ›" } }
        }
    }
}

/// Where the position comes from.
fn diagram(here: Here<'_>, volume: &Volume, diagram: &Diagram) -> Markup {
    let case = |edition: &str, id: &str| {
        let known = here
            .volume(edition)
            .is_some_and(|volume| volume.cases.iter().any(|case| case.id == id));
        let place = Place::Figure(edition.to_owned(), id.to_owned());
        html! {
            @if known { a href=(here.to(&place)) { code { (edition) "/" (id) } } }
            @else { code { (edition) "/" (id) } }
        }
    };
    html! {
        @match diagram {
            Diagram::Printed => (here.say("图依原书", "the book's own diagram")),
            Diagram::Reconstructed => (here.say("原图不存，依文字复原", "the printed diagram is lost: reconstructed from the text")),
            Diagram::Found => (here.say("搜索所得，或出自实战", "found by search, or in play")),
            Diagram::Made => (here.say("为说明条文而设", "made to show what a sentence decides")),
            Diagram::Shared { edition, case: id } => { (here.say("图同 ", "the diagram of ")) (case(edition, id)) },
            Diagram::Variant(id) => { (here.say("由此例变出：", "made from ")) (case(volume.id(), id)) },
        }
    }
}

/// A position with its moves, judged.
fn scenario_told(
    here: Here<'_>,
    volume: &Volume,
    at: usize,
    id: &str,
    scenario: &Scenario,
    boards: &mut Boards,
) -> Markup {
    let language = here.language();
    let case = &volume.cases[at];
    let run = match run(&volume.book, case, id, scenario) {
        Ok(run) => run,
        Err(error) => {
            return html! {
                p { (here.say("本版下走不成：", "It cannot be played by this edition: ")) (error) }
                p { code { (scenario.fen) } }
            };
        }
    };
    let moves: Vec<_> = match &run.judged {
        Some(judged) => judged.plies.iter().map(|ply| ply.played).collect(),
        None => Vec::new(),
    };
    let mut drawn = steps(&volume.book, &run.start, &moves, language);
    if let Some(judged) = &run.judged {
        if let Some((start, played)) = drawn.split_first_mut() {
            start.text = overview(volume, judged, played, language);
        }
        for (ply, step) in judged.plies.iter().zip(drawn.iter_mut().skip(1)) {
            told(here, volume, judged, ply, step);
        }
    }
    html! {
        (made(boards.strip(&volume.book, &drawn)))
        @if let Some(judged) = &run.judged { (ruling(here, volume, judged)) }
        (says(here, &run))
        p class="soft" { code { (scenario.fen) } }
    }
}

/// All plies with their natures, beside the first board.
fn overview(volume: &Volume, judged: &Judgement, played: &[Step], language: Language) -> String {
    html! {
        ul class="plies" {
            @for (ply, step) in judged.plies.iter().zip(played) {
                li { (step.name) " " b { (natures(&volume.book, ply, language)) } }
            }
        }
    }
    .into_string()
}

/// What a ply is and why, beside its board.
fn told(here: Here<'_>, volume: &Volume, judged: &Judgement, ply: &JudgedPly, step: &mut Step) {
    let language = here.language();
    step.marks.targets = ply.targets.iter().map(|target| target.square).collect();
    let reasons = reasons(&volume.book, judged, ply, language);
    // as on the board that the server shows: the first line of play that carries it out or refutes it
    let mut lines = reasons.iter().map(|reason| &reason.line);
    if let Some(line) = lines.find(|line| !line.is_empty()) {
        step.marks.line.clone_from(line);
    }
    let mut clauses: Vec<ClauseId> = ply.clauses.clone();
    clauses.extend(ply.lifted.iter().map(|lift| lift.by));
    clauses.extend(ply.missed.iter().map(|miss| miss.clause));
    let links = links(here, volume, &clauses);
    step.text = html! {
        p class="nature" { (natures(&volume.book, ply, language)) }
        ul {
            @for reason in &reasons {
                @for line in reason.lines() {
                    li { (linked_before_cites(line, &links)) }
                }
            }
        }
    }
    .into_string();
}

/// Some clauses as readers know them, with where they are.
fn links(here: Here<'_>, volume: &Volume, clauses: &[ClauseId]) -> Vec<(String, String)> {
    let link = |&id: &ClauseId| {
        let article = volume.book.clause(id).article.clone();
        let place = Place::Clause(volume.id().to_owned(), article);
        let known = volume.book.numbers(&[id], here.language()).concat();
        (known, here.to(&place))
    };
    clauses.iter().map(link).collect()
}

/// A line in which clauses are linked; a number among what it cites, in brackets, is another book's.
fn linked_before_cites(line: &str, links: &[(String, String)]) -> Markup {
    let end = line.find('（').or_else(|| line.find(" ("));
    let (line, cites) = line.split_at(end.unwrap_or(line.len()));
    html! { (text::linked(line, links)) (cites) }
}

/// What either side does, and the ruling with its article.
fn ruling(here: Here<'_>, volume: &Volume, judged: &Judgement) -> Markup {
    let language = here.language();
    let book = &volume.book;
    html! {
        dl class="ruling" {
            @for side in Side::ALL {
                dt { (side.name(language)) }
                dd { (book.pattern(judged, side, language)) }
            }
            dt { (here.say("裁决", "ruling")) }
            dd {
                strong { (book.ruling(&judged.ruling, language)) }
                @for &id in &judged.ruling.clauses {
                    br;
                    (linked_before_cites(&book.cited(id, language), &links(here, volume, &[id])))
                }
                @if let Some(open) = &judged.ruling.open { br; (book.why_open(open, language)) }
            }
        }
    }
}

/// What the book or the case says, compared with what came out.
fn says(here: Here<'_>, run: &Run<'_>) -> Markup {
    let language = here.language();
    let failed = run.checks.iter().any(Check::fails);
    let why = run.scenario.why.iter().enumerate();
    let why: Vec<_> = why
        .filter_map(|(ply, why)| Some((ply + 1, why.as_ref()?)))
        .collect();
    html! {
        @if run.scenario.reading.is_none() { h3 { (here.say("书上的说法", "What the book says")) } }
        @if let Some(reading) = &run.scenario.reading {
            h3 { (here.say("本版的解读", "How this edition reads it")) }
            p { (prose(reading.get(language))) }
        }
        @if let Some(notes) = &run.scenario.notes { p { (prose(notes.get(language))) } }
        @if !why.is_empty() {
            ol class="why" {
                @for (ply, why) in why { li value=(ply) { (why.get(language)) } }
            }
        }
        @if !run.checks.is_empty() {
            details open[failed] {
                summary { (here.say("逐项对照", "Compared, point by point")) }
                ul class="checks" {
                    @for check in &run.checks { li { (line_in(check, language).trim_end()) } }
                }
                p class="soft" { (here.say("＝ 与书相同；≠ 与书不同；≈ 判例写明的分歧", "= as the book says; ≠ otherwise; ≈ a disagreement that the case records")) }
            }
        }
    }
}

/// What each edition of the book says of it.
fn elsewhere(here: Here<'_>, volume: &Volume, case: usize, which: usize) -> Markup {
    let language = here.language();
    let book = here.book;
    let all: Vec<usize> = (0..book.volumes.len()).collect();
    let row = book
        .at(volume.id())
        .and_then(|at| book.scene([at, case, which]))
        .and_then(|scene| book.row(scene, &all, language));
    let (case, mine) = (&volume.cases[case], volume.id());
    let id = case.scenarios().nth(which).map_or("", |(id, _)| id);
    html! {
        @if let Some(row) = row {
            @let own = name(mine, case, id);
            @let outcome = book.at(mine).and_then(|at| row.cells[at].outcome);
            h3 { (here.say("各版的裁决", "What each edition says")) }
            table class="wide" {
                tr {
                    th { (here.say("版本", "edition")) }
                    th { (here.say("各着性质", "natures")) }
                    th { (here.say("裁决与理由", "ruling and reason")) }
                }
                @for (other, cell) in book.volumes.iter().zip(&row.cells).filter(|(other, _)| other.rules()) {
                    @let differs = cell.outcome != outcome;
                    tr {
                        th { a href=(here.to(&Place::Edition(other.id().to_owned()))) { (here.edition(other.id())) } }
                        td { (language.list(&cell.natures)) }
                        td class=[differs.then_some("differs")] {
                            @if differs { "≠ " }
                            (prose(&cell.because))
                        }
                    }
                }
            }
            @if row.names.len() > 1 {
                p {
                    (here.say("也见于 ", "also printed as "))
                    @for (number, name) in row.names.iter().filter(|name| **name != own).enumerate() {
                        @if number > 0 { (here.say("、", ", ")) }
                        a href=[place(here, name)] { (known(here, name)) }
                    }
                }
            }
        }
    }
}

/// What readers call a case, by its name among those of several editions: its edition, and its number where it has one.
pub(super) fn known(here: Here<'_>, name: &str) -> String {
    let [edition, case, variant] = parts(name);
    let volume = here.volume(edition);
    let case = volume.and_then(|volume| volume.cases.iter().find(|one| one.id == case));
    let number = case.and_then(|case| numbered(case, here.language()));
    let variant = case
        .and_then(|case| {
            let mut all = case.variants.iter();
            let found = all.find(|one| one.id == variant)?;
            Some(varied(case, found, here.language()))
        })
        .unwrap_or(variant);
    let parts = [
        &here.edition(edition),
        &*number.unwrap_or_default(),
        variant,
    ];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// The edition, the case and the variant of a name among those of several editions: `2020/figure-13 13b`.
pub(crate) fn parts(name: &str) -> [&str; 3] {
    let (edition, rest) = name.split_once('/').unwrap_or(("", name));
    let (case, variant) = rest.split_once(' ').unwrap_or((rest, ""));
    [edition, case, variant]
}

/// Where a case is, by its name among those of several editions.
pub(super) fn place(here: Here<'_>, name: &str) -> Option<String> {
    let [edition, case, variant] = parts(name);
    here.volume(edition)?;
    let place = here.to(&Place::Figure(edition.to_owned(), case.to_owned()));
    Some(match variant.is_empty() {
        true => place,
        false => format!("{place}#{}", encoded(variant)),
    })
}
