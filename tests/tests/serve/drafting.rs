//! The draft page, as people use it.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::draft::Repeal;
use crate::server::Server;

/// Puts the caret behind the text.
fn to_the_end(browser: &Browser) {
    browser.script(
        "const text = document.getElementById('text'); text.focus(); \
         getSelection().selectAllChildren(text); getSelection().collapseToEnd()",
    );
}

/// Begins a draft that only the browser has.
fn begin(browser: &Browser, server: &Server, lang: &str) {
    browser.go(&format!("http://{}/draft?lang={lang}", server.address));
    browser.script("document.getElementById('name').value = 'my-draft'");
    browser.tap("#beginning button");
    browser.wait(
        "document.querySelector('#files [aria-pressed=true]')?.dataset.file === 'draft.rule'",
    );
}

/// Opens a rule file of the folder that is served.
fn open_natures(browser: &Browser, server: &Server) {
    browser.go(&format!(
        "http://{}/draft?lang=en#draft=club&file=natures.rule",
        server.address
    ));
    browser.wait(JUDGED);
}

fn text(browser: &Browser) -> String {
    let text = browser.is("document.getElementById('text').textContent");
    text.as_str().unwrap().to_owned()
}

const JUDGED: &str =
    "/come out otherwise|as before/.test(document.getElementById('summary').textContent)";

#[test]
fn a_clause_is_edited_and_exactly_the_figures_that_flip_are_shown() {
    let Some(browser) = Browser::open(1280, 1000) else {
        return;
    };
    let server = Server::start(&[]);
    begin(&browser, &server, "en");
    browser.wait(JUDGED);
    assert_eq!(
        browser.is("document.querySelectorAll('#cases > li').length"),
        json!(0)
    );
    // a position of one's own is kept on the board
    let kept = json!([{"fen": "3k5/9/9/9/9/9/9/9/4R4/5K3 w", "moves": ["e1d1", "d9e9", "d1e1", "e9d9"], "address": "#e=2020"}]);
    browser.script(&format!(
        "localStorage.setItem('qili.own', JSON.stringify({kept}))"
    ));
    to_the_end(&browser);
    let repeal = Repeal::telling();
    browser.keys(&repeal.line());
    browser.wait("document.getElementById('summary').textContent.includes('come out otherwise')");
    let fens: Vec<&Value> = repeal.said["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| &case["fen"])
        .collect();
    let shown = browser
        .is("[...document.querySelectorAll('#cases > li > button')].map((one) => one.dataset.fen)");
    let shown = shown.as_array().unwrap();
    assert_eq!(shown.len(), fens.len());
    assert!(fens.iter().all(|fen| shown.contains(fen)), "{shown:?}");
    // those that are ruled on otherwise come first; one of them on two boards
    browser.script("document.querySelector('#cases button').click()");
    browser.wait("!document.getElementById('boards').hidden");
    let ply = &repeal.first().unwrap()["plies"][0];
    let step = ply["ply"].as_u64().unwrap() + 1;
    browser.script(&format!(
        "document.querySelector('#steps button:nth-child({step})').click()"
    ));
    for (side, edition) in [("before", "old"), ("after", "new")] {
        let said = browser.is(&format!(
            "document.querySelector('#said-{side} mark').textContent"
        ));
        assert_eq!(said, ply[edition]["says"]);
        let label = browser.is(&format!(
            "document.getElementById('board-{side}').getAttribute('aria-label')"
        ));
        assert!(label.as_str().unwrap().contains("general"), "{label}");
    }
    browser.wait(&format!(
        "document.querySelector('#clauses').textContent.includes('{}')",
        repeal.article
    ));
    browser.wait("document.querySelector('#own').textContent.includes('as before')");
    browser.picture("draft");
    assert_eq!(browser.faults(), [""; 0]);
    // the colours of words, too, stand out
    for sort in ["keyword", "decorator", "comment"] {
        let style = format!(
            "getComputedStyle(document.getElementById('text'), '::highlight(text-{sort})').color"
        );
        assert_ne!(
            browser.is(&style),
            browser.is("getComputedStyle(document.getElementById('text')).color"),
            "{sort}"
        );
    }
    // it stays in the browser, and what is repealed no more is as before
    browser.go(&format!("http://{}/draft?lang=zh", server.address));
    browser.wait("document.getElementById('summary').textContent.includes('结果不同')");
    assert!(text(&browser).contains(&repeal.line()));
    browser.picture("draft-zh");
    to_the_end(&browser);
    browser.keys(&"\u{E003}".repeat(repeal.line().len()));
    browser.wait("document.getElementById('summary').textContent.includes('结果都不变')");
}

#[test]
fn mistakes_are_shown_at_their_places_and_names_are_proposed() {
    let Some(browser) = Browser::open(360, 800) else {
        return;
    };
    let server = Server::start(&[]);
    begin(&browser, &server, "zh");
    to_the_end(&browser);
    browser.script(
        "document.execCommand('insertText', false, '条 99 \"新\" \"new\" { 例外 26.9 当 ')",
    );
    browser.keys("zlxyz");
    browser.keys("\u{E007}}");
    browser.wait("document.getElementById('wrong').textContent.includes('zlxyz')");
    let range = browser.is("[...CSS.highlights.get('text-error')].map(String)");
    assert_eq!(range, json!(["zlxyz"]));
    // where the caret is in it, it is said beside the text, and a tap on it leads there
    browser.script("document.querySelector('#wrong button').click()");
    browser.wait("document.getElementById('here').textContent.includes('zlxyz')");
    assert_eq!(
        browser.is("document.documentElement.scrollWidth"),
        json!(360)
    );
    assert_eq!(
        browser.is("document.getElementById('files').textContent.includes('draft.rule (1)')"),
        json!(true)
    );
    browser.picture("draft-phone");
    // mended by a name that is proposed
    browser.script(
        "const node = document.getElementById('text').firstChild; const at = node.data.indexOf('zlxyz'); \
         document.getElementById('text').focus(); getSelection().setBaseAndExtent(node, at, node, at + 5)",
    );
    // by the initials of its pinyin
    browser.keys("kd");
    browser.wait("!document.getElementById('proposals').hidden");
    let first = browser.is("document.querySelector('#proposals b').textContent");
    assert!(first.as_str().unwrap().starts_with('可'), "{first}");
    browser.keys("\u{E015}\u{E007}");
    browser.wait("document.getElementById('proposals').hidden");
    let mended = format!("当 {}\n", first.as_str().unwrap());
    assert!(text(&browser).contains(&mended), "{}", text(&browser));
    // what is taken is not proposed for again, by its other name
    browser.wait("!document.getElementById('wrong').textContent.includes('zlxyz')");
    assert_eq!(
        browser.is("document.getElementById('proposals').hidden"),
        json!(true)
    );
    assert_eq!(browser.faults(), [""; 0]);
}

/// While an input method composes, nothing is redrawn, completed or judged.
#[test]
fn an_input_method_is_left_alone_while_it_composes() {
    let Some(browser) = Browser::open(1280, 1000) else {
        return;
    };
    let server = Server::start(&[]);
    begin(&browser, &server, "zh");
    browser.wait("/结果/.test(document.getElementById('summary').textContent)");
    to_the_end(&browser);
    browser.script(
        "document.execCommand('insertText', false, '条 99 \"新\" \"new\" { 例外 26.9 当 ')",
    );
    browser.wait("document.getElementById('state').textContent.startsWith('错误')");
    browser.script(
        "globalThis.asked = 0; const own = fetch; globalThis.fetch = (...all) => { asked += 1; return own(...all); }; \
         globalThis.node = document.getElementById('text').firstChild; \
         globalThis.drawn = 0; new MutationObserver((all) => { drawn += all.length; }).observe(document.getElementById('wrong'), {childList: true})",
    );
    // what was begun before has ended
    browser.wait("document.getElementById('summary').textContent.startsWith('改正')");
    browser.script("globalThis.rested = false; setTimeout(() => { rested = true; }, 1500)");
    browser.wait("rested");
    browser.script("asked = 0; drawn = 0");
    for composed in ["k", "ke", "ke d", "ke de"] {
        let length = composed.len();
        let composed = json!({"text": composed, "selectionStart": length, "selectionEnd": length});
        browser.devtools("Input.imeSetComposition", &composed);
        // longer than a text has to rest before anything is drawn from it
        browser.script("globalThis.rested = false; setTimeout(() => { rested = true; }, 500)");
        browser.wait("rested");
    }
    let now = browser.is("[asked, drawn, document.getElementById('proposals').hidden, node === document.getElementById('text').firstChild]");
    assert_eq!(now, json!([0, 0, true, true]));
    assert!(text(&browser).ends_with("当 ke de\n"), "{}", text(&browser));
    browser.devtools("Input.insertText", &json!({"text": "可得"}));
    browser.wait("asked > 0");
    assert!(text(&browser).ends_with("当 可得\n"), "{}", text(&browser));
    assert_eq!(
        browser.is("node === document.getElementById('text').firstChild"),
        json!(true)
    );
    browser.wait("document.getElementById('proposals').textContent.includes('可得')");
}

#[test]
fn a_folder_is_edited_and_what_others_have_written_is_not_overwritten() {
    let editions = qili_tests::Editions::new().unwrap();
    let server = Server::start(&[&editions.edition("club")]);
    let Some(browser) = Browser::open(1280, 1000) else {
        return;
    };
    open_natures(&browser, &server);
    to_the_end(&browser);
    browser.keys("# checked");
    browser.wait("!document.getElementById('save').disabled");
    browser.tap("#save");
    browser.wait("document.getElementById('saved').textContent === 'saved'");
    let path = editions.path("club/natures.rule");
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(saved.ends_with("# checked"), "{saved}");
    std::fs::write(&path, format!("{saved}, too\n")).unwrap();
    to_the_end(&browser);
    browser.keys(" again");
    browser.wait("!document.getElementById('save').disabled");
    browser.tap("#save");
    browser.wait("document.getElementById('problem').textContent.includes('changed elsewhere')");
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        format!("{saved}, too\n")
    );
    browser.picture("draft-conflict");
}

/// What a name is typed for.
fn named(browser: &Browser, name: &str, button: &str) {
    browser.script(&format!(
        "document.getElementById('file-name').value = '{name}'"
    ));
    browser.tap(button);
}

/// The files that the page shows; the one that is open has a star.
fn shown(browser: &Browser) -> Vec<String> {
    let shown = browser.is(
        "[...document.querySelectorAll('#files [data-file]')].map(({ dataset, ariaPressed }) => dataset.file + (ariaPressed === 'true' ? '*' : ''))",
    );
    serde_json::from_value(shown).unwrap()
}

#[test]
fn files_of_a_folder_are_made_renamed_and_deleted() {
    let editions = qili_tests::Editions::new().unwrap();
    let server = Server::start(&[&editions.edition("club")]);
    let Some(browser) = Browser::open(1280, 1000) else {
        return;
    };
    open_natures(&browser, &server);
    let folder = editions.path("club");
    let natures = std::fs::read_to_string(folder.join("natures.rule")).unwrap();
    // on the disk and in the list of files at once; what is typed and not saved goes with it
    to_the_end(&browser);
    browser.keys("# typed");
    named(&browser, "moves.rule", "#rename");
    browser
        .wait("document.querySelector('#files [aria-pressed=true]').dataset.file === 'moves.rule'");
    assert!(!folder.join("natures.rule").exists());
    assert_eq!(
        std::fs::read_to_string(folder.join("moves.rule")).unwrap(),
        natures
    );
    let about = std::fs::read_to_string(folder.join("edition.yaml")).unwrap();
    assert!(about.contains("moves.rule") && !about.contains("natures.rule"));
    assert!(text(&browser).ends_with("# typed\n"));
    browser.wait(JUDGED);
    // a name that is taken, and one that is none
    named(&browser, "rulings.rule", "#rename");
    browser.wait("document.getElementById('problem').textContent.includes('there is a file')");
    named(&browser, "../x.rule", "#adding button");
    browser.wait("document.getElementById('problem').textContent.includes('cases/NAME.yaml')");
    assert_eq!(
        shown(&browser).len(),
        shown(&browser)
            .iter()
            .filter(|file| !file.contains("x.rule"))
            .count()
    );
    // changed meanwhile
    std::fs::write(folder.join("rulings.rule"), "# elsewhere\n").unwrap();
    browser.tap("#files [data-file='rulings.rule']");
    browser.tap("#delete");
    browser.agree();
    browser.wait("document.getElementById('problem').textContent.includes('changed elsewhere')");
    assert!(folder.join("rulings.rule").exists());
    // deleted, and put back
    browser.tap("#files [data-file='moves.rule']");
    browser.tap("#delete");
    browser.agree();
    browser.wait("!document.getElementById('put-back').hidden");
    assert!(!folder.join("moves.rule").exists());
    assert!(shown(&browser).contains(&"edition.yaml*".to_owned()));
    browser.picture("draft-deleted");
    assert_eq!(browser.faults(), [""; 0]);
    browser.tap("#put-back");
    browser
        .wait("document.querySelector('#files [aria-pressed=true]').dataset.file === 'moves.rule'");
    browser.wait("!document.getElementById('save').disabled");
    browser.tap("#save");
    browser.wait("document.getElementById('saved').textContent === 'saved'");
    let again = std::fs::read_to_string(folder.join("moves.rule")).unwrap();
    assert_eq!(again, format!("{natures}# typed"));
    // the edition needs its list
    browser.tap("#files [data-file='edition.yaml']");
    assert_eq!(
        browser.is("[document.getElementById('delete').disabled, document.getElementById('rename').disabled]"),
        json!([true, true])
    );
}

#[test]
fn files_of_a_browser_are_made_renamed_and_deleted() {
    let Some(browser) = Browser::open(360, 800) else {
        return;
    };
    let server = Server::start(&[]);
    begin(&browser, &server, "zh");
    named(&browser, "cases/mine.yaml", "#adding button");
    browser.wait(
        "document.querySelector('#files [aria-pressed=true]').dataset.file === 'cases/mine.yaml'",
    );
    named(&browser, "cases/ours.yaml", "#rename");
    browser.wait(
        "document.querySelector('#files [aria-pressed=true]').dataset.file === 'cases/ours.yaml'",
    );
    browser.tap("#files [data-file='draft.rule']");
    named(&browser, "moves.rule", "#rename");
    browser
        .wait("document.querySelector('#files [aria-pressed=true]').dataset.file === 'moves.rule'");
    let kept = || browser.is("JSON.parse(localStorage.getItem('qili.drafts'))['my-draft']");
    assert!(
        kept()["edition.yaml"]
            .as_str()
            .unwrap()
            .contains("moves.rule")
    );
    assert_eq!(
        browser.is("document.documentElement.scrollWidth"),
        json!(360)
    );
    browser.tap("#files [data-file='cases/ours.yaml']");
    browser.tap("#delete");
    browser.agree();
    browser.wait("!document.getElementById('put-back').hidden");
    let kept = kept();
    let names: Vec<_> = kept.as_object().unwrap().keys().collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(kept["moves.rule"].is_string() && kept["edition.yaml"].is_string());
    browser.picture("draft-files-phone");
    browser.tap("#discard");
    browser.agree();
    browser.wait("document.body?.dataset.ready === '' && document.getElementById('begin').open");
    assert_eq!(
        browser.is("localStorage.getItem('qili.drafts')"),
        json!("{}")
    );
}
