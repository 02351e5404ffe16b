//! All pages: valid, to be read and operated by everybody, and the book also from a folder.

use std::collections::BTreeSet;

use scraper::{Html, Selector};
use serde_json::json;

use crate::browser::Browser;
use crate::server::Server;

#[test]
fn every_page_that_is_served_is_valid() {
    let games = qili_tests::root().join("tests/data/games");
    let server = Server::start(&["--watch", games.to_str().unwrap()]);
    for path in [
        "/",
        "/draft",
        "/watch",
        "/book/",
        "/book/zh/2020/index.html",
        "/book/zh/2020/figure/figure-26.html",
        "/book/zh/compare/1965/2020.html",
    ] {
        for lang in ["zh", "en"] {
            let answer = server.get(&format!(
                "{}?lang={lang}",
                path.replace("/zh/", &format!("/{lang}/"))
            ));
            assert_eq!(answer.status, 200, "{path}");
            let page = Html::parse_document(&answer.text());
            assert!(page.errors.is_empty(), "{path}: {:?}", page.errors);
            let mut ids = BTreeSet::new();
            let with_id = Selector::parse("[id]").unwrap();
            for element in page.select(&with_id) {
                let id = element.value().id().unwrap();
                assert!(ids.insert(id.to_owned()), "{path}: #{id} twice");
            }
            let inline = Selector::parse("[style], [onclick], script:not([src]), style").unwrap();
            assert_eq!(page.select(&inline).count(), 0, "{path}");
            let headings = Selector::parse("h1, html[lang], title").unwrap();
            assert_eq!(page.select(&headings).count(), 3, "{path}");
        }
    }
}

/// Words in Latin letters that a reader of Chinese is shown: not those that one writes, which are set as code.
const LATIN: &str = r"
const found = new Set();
const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
for (let node = walk.nextNode(); node; node = walk.nextNode()) {
  if (node.parentElement.closest('code, pre, script, noscript, [lang=en], #files, #text, #draft')) continue;
  for (const [word] of node.data.matchAll(/[A-Za-z][A-Za-z-]{2,}/g)) found.add(word);
}
return [...found].filter((word) => !/^(FEN|PGN|PNG|SVG)$/.test(word));
";

#[test]
fn pages_are_read_by_everybody() {
    let games = qili_tests::root().join("tests/data/games");
    let server = Server::start(&["--watch", games.to_str().unwrap(), "rules"]);
    for width in [1280, 360] {
        let Some(browser) = Browser::open(width, 800) else {
            return;
        };
        for lang in ["zh", "en"] {
            for (name, path) in [
                ("board", "/?lang=LANG"),
                ("draft-folder", "/draft?lang=LANG#draft=2020"),
                ("round-all", "/watch?lang=LANG"),
                ("home", "/book/LANG/index.html"),
                ("edition", "/book/LANG/2020/index.html"),
                ("clause", "/book/LANG/2020/clause/28.3.html"),
                ("figure", "/book/LANG/2020/figure/figure-26.html"),
                ("compare", "/book/LANG/compare/1965/2020.html"),
                ("search", "/book/LANG/search.html?q=28.3"),
            ] {
                let address = format!("http://{}{path}", server.address).replace("LANG", lang);
                match path.starts_with("/book") {
                    true => browser.show(&address),
                    false => browser.go(&address),
                }
                assert_eq!(browser.faults(), [""; 0], "{width} {address}");
                if lang == "zh" && name != "round-all" {
                    assert_eq!(browser.script(LATIN), json!([]), "{address}");
                }
                // the others are too long to be looked at
                if !["edition", "compare"].contains(&name) {
                    browser.picture(&format!("{name}-{lang}-{width}"));
                }
            }
        }
    }
}

/// The book opens from a folder: its boards step, and its search finds Chinese.
#[test]
fn the_book_opens_from_a_folder() {
    let Some(browser) = Browser::open(360, 800) else {
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let site = home.path().join("site");
    let editions = ["garden", "club"].map(qili_tests::test_edition);
    let output = qili_tests::qili()
        .arg("book")
        .args(&editions)
        .arg("-o")
        .arg(&site)
        .output()
        .unwrap();
    assert!(output.status.success());
    let page = |path: &str| format!("file://{}/{path}", site.display());
    browser.show(&page("zh/club/figure/chases.html"));
    let shown = "[...document.querySelectorAll('figure.strip > ol > li')].filter((one) => one.checkVisibility()).length";
    browser.wait(&format!("{shown} === 1"));
    let last = ".stepper button:last-child";
    browser.script(&format!("document.querySelector('{last}').click()"));
    browser.wait("document.querySelectorAll('figure.strip > ol > li').length > 2");
    browser
        .wait("[...document.querySelectorAll('figure.strip > ol > li')].at(-1).checkVisibility()");
    browser.show(&page("zh/search.html?q=%E5%BA%94%E5%B0%86"));
    browser.wait("document.querySelectorAll('ol.hits li').length > 0");
    assert_eq!(
        browser.is("document.body.innerText.includes('应将')"),
        json!(true)
    );
    assert_eq!(browser.faults(), [""; 0]);
}

/// What the README says can be opened.
#[test]
fn the_commands_of_the_readme_serve() {
    let readme = std::fs::read_to_string(qili_tests::root().join("README.md")).unwrap();
    assert!(readme.contains("`qili serve rules`") && readme.contains("`qili serve --watch games`"));
    let rules = Server::start(&["rules"]);
    let all = rules.get("/api/editions").json();
    let edited = all["editions"].as_array().unwrap().iter();
    assert!(
        edited
            .clone()
            .any(|one| one["id"] == "2020" && one["folder"] == true),
        "{all}"
    );
    assert_eq!(rules.get("/draft/files?edition=2020").status, 200);
    assert_eq!(rules.get("/draft").status, 200);
    // one in the folder stands where the shipped one of its name would
    let names = |all: &serde_json::Value| -> Vec<String> {
        let all = all["editions"].as_array().unwrap().iter();
        all.map(|one| one["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let plain = Server::start(&[]).get("/api/editions").json();
    assert_eq!(names(&all), names(&plain));
    let games = Server::start(&["--watch", "tests/data/games"]);
    assert_eq!(games.get("/watch").status, 200);
    assert!(
        !games.get("/watch/boards?edition=2020").json()["boards"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}
