//! What an edition says is what happens: endings over pieces, stalemate, events, what qualities mean.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use qili_tests::{Editions, qili};

/// What the command says and prints on standard error, and its exit status.
fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = qili().args(arguments).output().unwrap();
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code(),
    )
}

fn judged(rules: &str, fen: &str, moves: &str) -> String {
    let (said, wrong, status) = run(&[
        "judge", "--rules", rules, "--lang", "en", "--fen", fen, "--moves", moves,
    ]);
    assert_eq!(status, Some(0), "{wrong}");
    said
}

#[test]
fn an_ending_over_pieces_ends_the_game() {
    let copy = Editions::new().unwrap();
    copy.append(
        "garden/pieces.rule",
        r#"clause x.bare "光帅" "bare general" {
  number unknown
  ending for side
    when no x in pieces of side: not x is 帅
    then side loses
}"#,
    )
    .unwrap();
    let said = judged(
        &copy.edition("garden"),
        "3k5/9/9/9/9/9/9/9/9/R3K4 b",
        "d9d8",
    );
    assert!(said.contains("Black loses"), "{said}");
    assert!(said.contains("x.bare"), "{said}");
}

#[test]
fn an_ending_that_looks_further_than_the_position_is_refused() {
    for (condition, named) in [
        ("side mates within 3", "mates within"),
        (
            "some m in moves: side is in check after m",
            "another position",
        ),
        (
            "some m in initiatives: m wins anything by 得失",
            "wins … by",
        ),
        ("every p in plies of side: p is 将", "plies"),
    ] {
        let copy = Editions::new().unwrap();
        let clause = format!(
            "clause x.far \"远\" \"far\" {{ number unknown ending for side when {condition} then draw }}"
        );
        copy.append("garden/rulings.rule", &clause).unwrap();
        let (_, wrong, status) = run(&["check", &copy.edition("garden")]);
        assert_eq!(status, Some(2), "{condition}: {wrong}");
        if !wrong.contains("is called") && !wrong.contains("no search") {
            assert!(wrong.contains("an ending is about the position"), "{wrong}");
            assert!(wrong.contains(named), "{named}: {wrong}");
            assert!(wrong.contains("captureless"), "what may be said: {wrong}");
        }
    }
}

#[test]
fn an_event_has_to_be_declared() {
    let copy = Editions::new().unwrap();
    copy.replace(
        "garden/pieces.rule",
        "ending on resignation for side",
        "ending on resignatoin for side",
    )
    .unwrap();
    let (_, wrong, status) = run(&["check", &copy.edition("garden")]);
    assert_eq!(status, Some(2), "{wrong}");
    assert!(
        wrong.contains("no event is called `resignatoin`"),
        "{wrong}"
    );
    assert!(wrong.contains("did you mean `resignation`?"), "{wrong}");
    // by its Chinese name it is the same event
    let copy = Editions::new().unwrap();
    copy.replace(
        "garden/pieces.rule",
        "ending on resignation for side",
        "ending on 认输 for side",
    )
    .unwrap();
    let (_, wrong, status) = run(&["check", &copy.edition("garden")]);
    assert_eq!(status, Some(0), "{wrong}");
}

/// Red's soldier can leave Black's general without a move, but gives no check.
const STALEMATE: (&str, &str) = ("3k5/9/9/3P5/9/9/9/9/9/2B1K4 w", "c0a2 d9d8 a2c0 d8d9");

#[test]
fn a_stalemate_that_is_a_draw_is_no_mate() {
    let kills = |copy: &Editions| {
        let (fen, moves) = STALEMATE;
        let (said, wrong, status) = run(&[
            "judge",
            "--rules",
            &copy.edition("stuck"),
            "--format",
            "json",
            "--fen",
            fen,
            "--moves",
            moves,
            "--cycle",
        ]);
        assert_eq!(status, Some(0), "{wrong}");
        let json: serde_json::Value = serde_json::from_str(&said).unwrap();
        json["plies"][0]["nature"].as_str().unwrap() == "杀"
    };
    let with = |verdict: &str| {
        let copy = Editions::new().unwrap();
        let folder = copy.path("stuck");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(
            folder.join("edition.yaml"),
            "id: stuck\ntitle: { zh: 困, en: stuck }\nstatus: draft\namends: common\nfiles: [all.rule]\n",
        )
        .unwrap();
        let rules = format!(
            r#"language english
replace clause stalemate "困毙" "stalemate" {{
  number unknown
  ending for side when not side is in check and not side has a move then {verdict}
}}
clause n.kill "杀" "kill" {{ number unknown nature 杀 kill when mover mates within 1 }}
clause n.idle "闲" "idle" {{ number unknown nature 闲 idle }}
clause n.order "轻重" "order" {{ number unknown severity 杀 闲 }}
clause r.all "和" "draw" {{ number unknown ruling when true then draw }}
"#
        );
        std::fs::write(folder.join("all.rule"), rules).unwrap();
        copy
    };
    assert!(kills(&with("side loses")));
    assert!(!kills(&with("draw")));
}
