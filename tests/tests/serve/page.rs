//! The board, as people use it.

use serde_json::json;

use crate::browser::Browser;
use crate::server::Server;

/// Figure 26 of the edition of 2020.
const FEN: &str = "2baka2r/9/2n1b4/2p1p4/9/3Rc1Pc1/4C1n2/3NB1NC1/4A4/4KAB2 w";
const PLAYED: [&str; 4] = ["d4d7", "h4h7", "d7d4", "h7h4"];

/// The men of a position by their letter, and where they stand.
fn men() -> Vec<(char, String)> {
    let mut men = Vec::new();
    for (rank, row) in (0..10).rev().zip(FEN.split([' ', '/'])) {
        let mut files = 'a'..='i';
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => (0..empty).for_each(|_| assert!(files.next().is_some())),
                None => men.push((letter, format!("{}{rank}", files.next().unwrap()))),
            }
        }
    }
    men.sort();
    men
}

fn point(square: &str) -> String {
    format!("[data-square={square}]")
}

/// A ruling that is on the page.
fn said(browser: &Browser) -> String {
    browser
        .is("document.getElementById('said').textContent")
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn figure_26_is_set_up_by_taps_played_and_ruled_on_by_two_editions() {
    let Some(browser) = Browser::open(1280, 1000) else {
        return;
    };
    let server = Server::start(&[]);
    browser.go(&format!("http://{}/?lang=en", server.address));
    let mut taps = 0;
    let mut tap = |selector: &str| {
        browser.tap(selector);
        taps += 1;
    };
    tap("#set-up");
    tap("#empty");
    let mut hand = None;
    let men = men();
    assert_eq!(men.len(), 23);
    for (letter, square) in &men {
        if hand != Some(*letter) {
            tap(&format!("#hand label:has([value={letter}])"));
            hand = Some(*letter);
        }
        tap(&point(square));
    }
    browser.picture("set-up");
    tap("#done");
    assert!(taps <= 40, "{taps}");
    browser.wait(&format!("document.getElementById('fen').value === '{FEN}'"));
    for (number, mv) in (1..).zip(PLAYED) {
        browser.wait("document.querySelector('#problem').textContent === ''");
        browser.tap(&point(&mv[..2]));
        browser.wait(&format!(
            "document.querySelector('{}').classList.contains('goal')",
            point(&mv[2..])
        ));
        browser.tap(&point(&mv[2..]));
        browser.wait(&format!(
            "document.querySelector('#moves [aria-current]')?.dataset.ply === '{number}'"
        ));
    }
    browser.wait("!document.getElementById('judgement').hidden");
    assert_eq!(said(&browser), "Ruling: Black must change");
    let whole = browser.is("document.body.innerText");
    let whole = whole.as_str().unwrap();
    for words in [
        "chase",
        "26.9",
        "Red: ",
        "target chariot d4",
        "if Red passed",
    ] {
        assert!(whole.contains(words), "{words}: {whole}");
    }
    browser.picture("figure-26");
    let step = |way: &str, ply: u32| {
        browser.script(&format!("history.{way}()"));
        browser.wait(&format!(
            "document.querySelector('#moves [aria-current]')?.dataset.ply === '{ply}'"
        ));
    };
    step("back", 3);
    step("forward", 4);
    // the same in another edition, and in all
    browser.script("const e = document.getElementById('edition'); e.value = '1965'; e.dispatchEvent(new Event('change'))");
    browser.wait("document.getElementById('law').textContent.includes('1965')");
    assert!(
        browser
            .is("location.hash")
            .as_str()
            .unwrap()
            .contains("e=1965")
    );
    browser.tap("#all");
    browser.wait("document.querySelectorAll('#others tbody tr').length === 7");
    browser.picture("all-editions");
    // what the address says is what is shown, also in the other language
    let address = browser
        .is("location.href")
        .as_str()
        .unwrap()
        .replace("lang=en", "lang=zh")
        .replace("e=1965", "e=2020");
    browser.go(&address);
    browser.wait("!document.getElementById('judgement').hidden");
    assert_eq!(said(&browser), "裁决：黑方变着");
    assert_eq!(
        browser.is("document.getElementById('changed').hidden"),
        json!(false),
        "the fingerprint is that of 1965"
    );
    browser.picture("figure-26-zh");
    assert_eq!(browser.faults(), [""; 0]);
}

#[test]
fn figure_26_is_judged_by_keys_and_read_without_seeing() {
    let Some(browser) = Browser::open(1280, 1000) else {
        return;
    };
    let server = Server::start(&[]);
    browser.go(&format!("http://{}/?lang=en", server.address));
    browser.script(&format!(
        "const fen = document.getElementById('fen'); fen.value = '{FEN}'; fen.focus()"
    ));
    browser.keys("\u{E007}");
    browser.wait("document.querySelector('[data-square=d4]').ariaLabel.includes('Red chariot')");
    // one stop of the tab key
    let stops = browser.is("document.querySelectorAll('#board [tabindex=\"0\"]').length");
    assert_eq!(stops, json!(1));
    assert_eq!(
        browser.is("document.querySelectorAll('#board [role=gridcell]').length"),
        json!(90)
    );
    // from the red general: `r` goes to the next chariot in the order of reading, which is Black's, and again to Red's
    browser.script("document.querySelector('[data-square=e0]').focus()");
    browser.keys("rr");
    assert_eq!(
        browser.is("document.activeElement.dataset.square"),
        json!("d4")
    );
    let (enter, up) = ('\u{E007}', "\u{E013}");
    browser.keys(&format!("{enter}{up}{up}{up}{enter}"));
    browser.wait("document.querySelector('#moves [aria-current]')?.dataset.ply === '1'");
    browser.script("document.getElementById('typed').focus()");
    browser.keys(&format!("C8-3 d7d4 h7h4{enter}"));
    browser.wait("document.getElementById('answer').textContent.includes('Ruling')");
    let told = browser.told();
    let status = told
        .iter()
        .find(|(role, name)| role == "status" && !name.is_empty());
    let heard = told
        .iter()
        .any(|(_, name)| name.contains("Ruling: Black must change"));
    assert!(heard, "{status:?} {told:#?}");
    assert!(
        told.contains(&("gridcell".to_owned(), "d4, Red chariot, target".to_owned())),
        "{told:#?}"
    );
    assert_eq!(browser.faults(), [""; 0]);
}

/// A stretch that has been played once: who asks why a capture does not count is told, and the board warns.
#[test]
fn the_board_says_why_not_and_warns_before_a_claim() {
    let Some(browser) = Browser::open(1280, 1000) else {
        return;
    };
    // by the rules for tests a soldier's own attacks are idle
    let server = Server::start(&[&qili_tests::test_edition("club")]);
    let fen = "1rb1kacn1/4a4/2n1b2r1/p1C1pRP1p/2p6/9/PcP1P3P/N3C1N2/9/1RBAKAB2_w";
    browser.go(&format!(
        "http://{}/?lang=en#e=club&f={fen}&m=g6h6h7g7h6g6g7h7",
        server.address
    ));
    browser.wait("document.getElementById('answer').textContent.includes('may ask for a ruling')");
    let warned = browser.is("document.getElementById('answer').textContent");
    assert!(
        warned.as_str().unwrap().contains("One more repetition and"),
        "{warned}"
    );
    // the capture that was looked at, and the clause because of which it does not count
    browser.tap("#back");
    browser.wait("document.querySelectorAll('#reasons li.not').length > 0");
    browser.wait("document.querySelector('#reasons li.not a').href.includes('/clause/')");
    assert_eq!(browser.faults(), [""; 0]);
}

#[test]
fn a_file_is_dropped_on_a_phone() {
    let Some(browser) = Browser::open(360, 800) else {
        return;
    };
    let server = Server::start(&[]);
    browser.go(&format!("http://{}/?lang=zh", server.address));
    let bytes = std::fs::read(qili_tests::root().join("tests/fuzz/seeds/xqf/plain.xqf")).unwrap();
    browser.script(&format!(
        "const data = new DataTransfer(); data.items.add(new File([new Uint8Array({})], 'game.xqf')); \
         document.body.dispatchEvent(new DragEvent('drop', {{dataTransfer: data, bubbles: true, cancelable: true}}))",
        json!(bytes)
    ));
    browser.wait("document.querySelectorAll('#moves li').length > 1");
    // points are large, and nothing sticks out
    let narrowest = browser.is("Math.min(...[...document.querySelectorAll('#board .area')].map((area) => area.getBoundingClientRect().width))");
    assert!(narrowest.as_f64().unwrap() >= 36.0, "{narrowest}");
    let width = browser.is("document.documentElement.scrollWidth");
    assert_eq!(width, json!(360));
    let inside = browser.is("[...document.querySelectorAll('#board .area')].every((area) => area.getBoundingClientRect().left >= 0 && area.getBoundingClientRect().right <= 360)");
    assert_eq!(inside, json!(true));
    // a finger that draws a man along does not move the page
    let style = "getComputedStyle(document.getElementById('board')).touchAction";
    assert_eq!(browser.is(style), json!("pinch-zoom"));
    assert_eq!(browser.faults(), [""; 0]);
    browser.picture("phone");
}
