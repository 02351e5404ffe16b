//! `qili book`: the pages are valid, lead somewhere, read without script, and say what is in force.
//!
//! Validity is judged by the parser of html5ever (through `scraper`, which also picks the pages apart): it reports what the
//! HTML standard calls a parse error.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use qili_report::Rulebook;
use qili_tests::{qili, test_edition};
use qili_workbench::book::Book;
use qili_workbench::page::STYLE;
use scraper::{ElementRef, Html, Selector};

/// A base, a draft that amends it, and two editions that amend one another.
static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let editions = [test_edition("garden"), test_edition("club")];
    let editions = editions
        .iter()
        .map(String::as_str)
        .chain(["2007-trial", "2020"]);
    let book = Book::new(editions.map(|one| Rulebook::open(one).unwrap()).collect()).unwrap();
    book.prepare();
    book
});

fn text(path: &str) -> String {
    let page = BOOK.page(path);
    page.unwrap_or_else(|| panic!("there is no page {path}"))
        .text
}

fn html(path: &str) -> Html {
    Html::parse_document(&text(path))
}

fn select<'h>(page: &'h Html, what: &str) -> Vec<ElementRef<'h>> {
    page.select(&Selector::parse(what).unwrap()).collect()
}

fn said(element: ElementRef<'_>) -> String {
    element.text().collect()
}

/// A path that a link leads to from a page, and the place on it.
fn target(from: &str, href: &str) -> (String, String) {
    let (path, fragment) = href.split_once('#').unwrap_or((href, ""));
    let mut way: Vec<&str> = from.split('/').collect();
    if path.is_empty() {
        return (from.to_owned(), decoded(fragment));
    }
    way.pop();
    for step in path.split('/') {
        match step {
            ".." => assert!(way.pop().is_some(), "{from}: {href} leads out of the book"),
            step => way.push(step),
        }
    }
    (decoded(&way.join("/")), decoded(fragment))
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        if *first == b'%' {
            let digits = std::str::from_utf8(&after[..2]).unwrap();
            bytes.push(u8::from_str_radix(digits, 16).unwrap());
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn every_page_is_valid_and_no_link_is_dead() {
    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut links: Vec<(String, String)> = Vec::new();
    let paths: BTreeSet<&str> = BOOK.paths().collect();
    for path in paths.iter().filter(|path| path.ends_with(".html")) {
        let page = html(path);
        assert!(page.errors.is_empty(), "{path}: {:?}", page.errors);
        assert_eq!(select(&page, "h1").len(), 1, "{path}");
        assert_eq!(select(&page, "html[lang]").len(), 1, "{path}");
        let own = ids.entry((*path).to_owned()).or_default();
        for element in select(&page, "[id]") {
            let id = element.value().id().unwrap();
            assert!(
                !id.contains(' ') && own.insert(id.to_owned()),
                "{path}: #{id} twice"
            );
        }
        for (what, attribute) in [
            ("a", "href"),
            ("link", "href"),
            ("use", "href"),
            ("script", "src"),
            ("form", "action"),
        ] {
            for element in select(&page, what) {
                let href = element.value().attr(attribute);
                let href = href.unwrap_or_else(|| panic!("{path}: <{what}> without {attribute}"));
                links.push(((*path).to_owned(), href.to_owned()));
            }
        }
        for named in select(&page, "a, button, h1, h2, h3, th") {
            let label = named.value().attr("aria-label").unwrap_or_default();
            assert!(
                !said(named).trim().is_empty() || !label.is_empty(),
                "{path}: {}",
                named.html()
            );
        }
        for drawn in select(&page, "svg[role=img], input, nav") {
            let label = drawn.value().attr("aria-label").unwrap_or_default();
            assert!(!label.is_empty(), "{path}: {}", drawn.html());
        }
        assert!(select(&page, "[style]").is_empty() && select(&page, "[onclick]").is_empty());
    }
    assert!(links.len() > 10_000, "{}", links.len());
    for (from, href) in &links {
        assert!(
            !href.contains("//") && !href.starts_with('/'),
            "{from}: {href}"
        );
        let (path, fragment) = target(from, href);
        assert!(
            paths.contains(path.as_str()),
            "{from}: {href} leads nowhere"
        );
        let there = || ids[&path].contains(&fragment);
        assert!(
            fragment.is_empty() || there(),
            "{from}: {href} leads to no place"
        );
    }
}

#[test]
fn a_draft_says_on_every_page_that_it_is_not_in_force() {
    let mut drafts = 0;
    for path in BOOK.paths().filter(|path| path.ends_with(".html")) {
        let notice = html(path);
        let notice = select(&notice, ".notice")
            .first()
            .map(|notice| said(*notice));
        let about_draft = path.contains("/club");
        let expected = match path.starts_with("zh") {
            true => "草案，未生效：棋社规则",
            false => "A draft, not in force: Club rules",
        };
        let expected = about_draft.then(|| expected.to_owned());
        drafts += usize::from(about_draft);
        assert_eq!(notice, expected, "{path}");
    }
    assert!(drafts > 20);
}

#[test]
fn a_clause_that_was_repealed_points_on() {
    let page = html("en/2020/clause/29.8.html");
    let links: Vec<_> = select(&page, ".gone a")
        .iter()
        .map(|link| link.value().attr("href").unwrap().to_owned())
        .collect();
    assert!(
        links.contains(&"../../../en/2007-trial/clause/29.8.html".to_owned()),
        "{links:?}"
    );
    assert!(
        links.contains(&"../../../en/2020/clause/26.9.html".to_owned()),
        "{links:?}"
    );
    let edition = html("en/2020/index.html");
    assert!(
        !select(&edition, "[id='29.8']").is_empty(),
        "the old place on the edition's page"
    );
}

#[test]
fn what_is_new_in_a_clause_is_marked_and_what_stayed_is_not() {
    let page = html("zh/2020/clause/29.3.1.html");
    let marked: Vec<_> = select(&page, ".says .changed ins")
        .into_iter()
        .map(said)
        .collect();
    assert!(!marked.is_empty());
    let page = html("zh/2020/clause/palace.html");
    assert!(select(&page, ".says .changed").is_empty());
    let same = select(&page, ".wording h3").into_iter().map(said);
    assert!(
        same.filter(|said| said.contains("2007-trial"))
            .all(|said| said.contains("措辞相同"))
    );
}

#[test]
fn a_name_leads_to_its_definition_and_a_definition_to_its_uses() {
    let ruling = html("zh/2020/clause/26.9.html");
    let to = |page: &Html, what: &str| -> Vec<String> {
        let links = select(page, what).into_iter();
        links
            .map(|link| link.value().attr("href").unwrap().to_owned())
            .collect()
    };
    let defined = "../../../zh/2020/clause/29.8-unequal.html".to_owned();
    assert!(to(&ruling, ".law a").contains(&defined));
    let definition = html("zh/2020/clause/29.8-unequal.html");
    assert!(
        to(&definition, "ul.clauses a").contains(&"../../../zh/2020/clause/26.9.html".to_owned())
    );
}

#[test]
fn a_figure_is_a_strip_of_boards_with_its_reasons() {
    let page = html("zh/2020/figure/figure-26.html");
    let boards = select(&page, "figure.strip > ol > li");
    assert!(
        boards.len() >= 5,
        "a board for the position and one for each move"
    );
    assert_eq!(
        select(&page, "figure.strip svg[role=img]").len(),
        boards.len()
    );
    let last = boards[4];
    assert!(said(last).contains('捉'), "{}", said(last));
    assert!(
        last.html().contains("class=\"target\""),
        "what is chased is circled"
    );
    assert!(
        last.html().contains("fill-opacity=\"0.75\""),
        "the line of play stands on it in arrows"
    );
    let ruling = select(&page, "dl.ruling a")
        .into_iter()
        .map(|link| link.value().attr("href").unwrap());
    assert_eq!(
        ruling.collect::<Vec<_>>(),
        ["../../../zh/2020/clause/26.9.html"]
    );
    let outlines = select(&page, "svg.shared path[d]").len();
    let all = select(&page, "svg path[id]").len();
    assert_eq!(
        outlines - all,
        select(&page, "svg.shared path:not([id])").len()
    );
    assert!(
        all > 20,
        "outlines of characters stand once, where all boards share them"
    );
}

#[test]
fn comparisons_show_what_differs_and_all_on_request() {
    let differing = html("en/compare/2007-trial/2020.html");
    let all = html("en/compare/2007-trial/2020-all.html");
    let rows = |page: &Html| select(page, "main > table td:first-child").len();
    assert!(0 < rows(&differing) && rows(&differing) < rows(&all));
    assert_eq!(
        select(&differing, "section.case").len(),
        select(&all, "section.case").len()
    );
    let other_way = BOOK.page("en/compare/2020/2007-trial.html");
    assert!(
        other_way.is_some()
            && !BOOK
                .paths()
                .any(|path| path == "en/compare/2020/2007-trial.html")
    );
    assert_eq!(BOOK.page("en/compare/2020/2020.html"), None);
}

#[test]
fn the_index_is_a_classic_script_that_knows_chinese_without_spaces() {
    let script = text("zh/search-index.js");
    let json = script
        .split_once("const qiliIndex = ")
        .unwrap()
        .1
        .trim_end();
    let index: serde_json::Value = serde_json::from_str(json.strip_suffix(';').unwrap()).unwrap();
    assert_eq!(index["simplified"]["長"], "长");
    let entries = index["entries"].as_array().unwrap();
    let found = index["words"]["轻重"].as_array().unwrap().iter();
    let found: Vec<_> = found
        .map(|at| &entries[at.as_u64().unwrap() as usize])
        .collect();
    assert!(found.iter().any(|entry| entry["article"] == "26.9"));
    let paths: BTreeSet<&str> = BOOK.paths().collect();
    for entry in entries {
        let (path, _) = target("zh/search.html", entry["href"].as_str().unwrap());
        assert!(paths.contains(path.as_str()), "{path}");
    }
    for script in ["steps.js", "search.js", "zh/search-index.js"] {
        let text = text(script);
        let loads = ["import ", "export ", "fetch(", "http"];
        assert!(!loads.iter().any(|load| text.contains(load)), "{script}");
    }
}

/// The colours of the style, by their names.
fn colours() -> BTreeMap<&'static str, [f64; 3]> {
    let declared = STYLE.split(';').flat_map(|part| part.split('{'));
    let colour = |text: &'static str| {
        let (name, hex) = text.trim().strip_prefix("--")?.split_once(": #")?;
        let part = |at: usize| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
        Some((name, [part(0), part(2), part(4)]))
    };
    declared.filter_map(colour).collect()
}

/// The contrast of two colours as WCAG 2.2 counts it.
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let luminance = |colour: [f64; 3]| {
        let linear = colour.map(|part| match part / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn text_stands_out_from_its_ground_as_wcag_aa_asks() {
    let colours = colours();
    let value = |rule: &str, property: &str| -> Option<String> {
        let mut declared = rule.split(';').filter_map(|one| one.split_once(": "));
        let found = declared.rfind(|(name, _)| name.trim() == property)?;
        Some(
            found
                .1
                .trim()
                .strip_prefix("var(--")?
                .split(')')
                .next()?
                .to_owned(),
        )
    };
    let mut checked = 0;
    for rule in STYLE.split('}') {
        let Some((selector, rule)) = rule.rsplit_once('{') else {
            continue;
        };
        let (ink, ground) = (value(rule, "color"), value(rule, "background"));
        if ink.is_none() && ground.is_none() {
            continue;
        }
        // what names only one of both stands on paper, or has the common ink
        let ink = ink.unwrap_or_else(|| "ink".to_owned());
        let ground = ground.unwrap_or_else(|| "paper".to_owned());
        let found = contrast(colours[&*ink], colours[&*ground]);
        assert!(
            found >= 4.5,
            "{selector}: --{ink} on --{ground} is {found:.2}:1"
        );
        checked += 1;
    }
    assert!(checked > 15);
    for on in ["paper", "tint"] {
        // links stand on either; lines around what can be used need 3:1
        assert!(contrast(colours["accent"], colours[on]) >= 4.5);
        assert!(contrast(colours["edge"], colours[on]) >= 3.0);
    }
}

#[test]
fn marks_on_a_board_stand_out_and_sides_differ_in_print() {
    let drawn = text("zh/2020/figure/figure-26.html");
    let stops = |hex: &str| {
        let part = |at: usize| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
        [part(0), part(2), part(4)]
    };
    let colour_after = |mark: &str| {
        let (_, rest) = drawn.split_once(mark).unwrap();
        stops(&rest.split_once("stroke=\"#").unwrap().1[..6])
    };
    let (_, wood) = drawn.split_once("id=\"wood\"").unwrap();
    let grounds: Vec<_> = wood
        .split("stop-color=\"#")
        .skip(1)
        .take(2)
        .map(stops)
        .collect();
    for mark in ["class=\"last\"", "class=\"target\""] {
        for &ground in &grounds {
            assert!(contrast(colour_after(mark), ground) >= 3.0, "{mark}");
        }
    }
    let (_, print) = STYLE.split_once("@media print").unwrap();
    assert!(print.contains(".man.black .disc { fill: var(--dark); }"));
}

fn book(arguments: &[&str]) -> (Option<i32>, String) {
    let output = qili().arg("book").args(arguments).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), errors)
}

fn files(folder: &Path) -> BTreeSet<String> {
    let list = std::fs::read_to_string(folder.join("qili-book.txt")).unwrap();
    list.lines().map(str::to_owned).collect()
}

#[test]
fn the_command_writes_a_folder_and_replaces_what_it_wrote() {
    let home = tempfile::tempdir().unwrap();
    let site = home.path().join("site");
    let folder = site.display().to_string();
    let (garden, club) = (test_edition("garden"), test_edition("club"));
    let (status, errors) = book(&[&garden, &club, "-o", &folder, "--lang", "zh"]);
    assert_eq!(status, Some(0), "{errors}");
    assert!(
        errors.contains("从") && errors.contains("index.html"),
        "{errors}"
    );
    let first = files(&site);
    for file in &first {
        assert!(site.join(file).is_file(), "{file}");
    }
    assert!(first.contains("zh/club/figure/chases.html"));
    // what somebody else put there stays; what an earlier book had and this one has not goes
    std::fs::write(site.join("CNAME"), "rules.example").unwrap();
    let (status, errors) = book(&[&garden, "-o", &folder]);
    assert_eq!(status, Some(0), "{errors}");
    assert!(site.join("CNAME").is_file() && site.join("zh/garden/index.html").is_file());
    assert!(!site.join("zh/club/index.html").exists());
    assert!(files(&site).len() < first.len());
}

#[test]
fn what_cannot_be_a_book_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().display().to_string();
    std::fs::write(home.path().join("letter.txt"), "mine").unwrap();
    let (status, errors) = book(&["2020", "-o", &folder, "--lang", "en"]);
    assert_eq!(status, Some(2), "{errors}");
    assert!(errors.contains("holds other files"), "{errors}");
    let site = home.path().join("site").display().to_string();
    let garden = test_edition("garden");
    let (status, errors) = book(&[&garden, &garden, "-o", &site, "--lang", "en"]);
    assert_eq!(status, Some(2), "{errors}");
    assert!(
        errors.contains("two editions are called `garden`"),
        "{errors}"
    );
    assert!(!home.path().join("site").exists());
}

#[test]
fn what_a_clause_decides_is_told_when_it_is_asked() {
    let book = Book::new(vec![Rulebook::open(&test_edition("club")).unwrap()]).unwrap();
    let path = "en/club/clause/ruling.one-sided.html";
    let heading = "Cases that it decides";
    assert!(!book.page(path).unwrap().text.contains(heading));
    let done = std::sync::atomic::AtomicUsize::new(0);
    book.decide(&|| {
        done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(done.into_inner(), book.clauses());
    let page = book.page(path).unwrap().text;
    let (_, decided) = page.split_once(heading).unwrap();
    assert!(decided.contains("figure/chases.html"), "{decided}");
    let gaps = book.page("en/club/gaps.html").unwrap().text;
    assert!(gaps.contains("Changes that no case notices"));
}
