use super::*;
use crate::test_support::{fen, movement, vocabulary};

fn squares(text: &str, fen_text: &str) -> Result<String, MoveError> {
    parse(text, &fen(fen_text), movement(), vocabulary()).map(|mv| mv.to_string())
}

fn in_style(mv: &str, fen_text: &str, style: Style) -> String {
    write(
        mv.parse().unwrap(),
        &fen(fen_text),
        movement(),
        vocabulary(),
        style,
    )
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
const AFTER: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";
/// Soldiers of Red three on file 5 and two on file 7; of Black two on file 1.
const CROWD: &str = "3k5/2P6/2P1P4/4P4/4P4/9/p8/p8/9/5K3 w";

#[test]
fn every_notation_is_read() {
    for text in [
        "炮二平五",
        "砲二平五",
        "炮2平5",
        "炮２平５",
        "炮二平五!",
        "h2e2",
        "H2-E2",
        "H2E2",
        "h2-e2",
        "C2=5",
        "C2.5",
        "c2=5",
        "Che2",
        "C2＝5",
        "Ch2e2",
        "Ch2-e2",
    ] {
        assert_eq!(squares(text, START).ok().as_deref(), Some("h2e2"), "{text}");
    }
    for text in [
        "马8进7",
        "馬８進７",
        "马八进七",
        "H8+7",
        "h8+7",
        "Nxg7",
        "N8+7",
        "Hg7",
        "傌8进7",
    ] {
        assert_eq!(squares(text, AFTER).ok().as_deref(), Some("h9g7"), "{text}");
    }
    for (text, mv) in [
        ("仕四进五", "f0e1"),
        ("士四进五", "f0e1"),
        ("象三进五", "g0e2"),
        ("兵七进一", "c3c4"),
        ("卒七进一", "c3c4"),
        ("帅五进一", "e0e1"),
        ("將五進一", "e0e1"),
        ("c4", "c3c4"),
        ("A4+5", "f0e1"),
        ("E3+5", "g0e2"),
        ("B3+5", "g0e2"),
        ("Afe1", "f0e1"),
        ("车九进一", "a0a1"),
        ("俥九進一", "a0a1"),
        ("前车进一", "?"),
        ("Cxh9", "h2h9"),
        ("兵前进一", "?"),
    ] {
        let read = squares(text, START);
        assert_eq!(read.as_deref().unwrap_or("?"), mv, "{text}: {read:?}");
    }
}

#[test]
fn several_on_one_file() {
    for (text, mv) in [
        ("前车平二", "e5h5"),
        ("后车平二", "e1h1"),
        ("後車平二", "e1h1"),
        ("R+=2", "e5h5"),
        ("-R=2", "e1h1"),
        ("+r.2", "e5h5"),
        ("车前平二", "e5h5"),
        ("车五退五", "?"),
        ("车五进四", "e5e9"),
        ("R5h5", "e5h5"),
        ("Rh1", "e1h1"),
    ] {
        let read = squares(text, "3k5/9/9/9/4R4/9/9/9/4R4/5K3 w");
        assert_eq!(read.as_deref().unwrap_or("?"), mv, "{text}: {read:?}");
    }
}

#[test]
fn crowds_of_soldiers() {
    for (text, mv) in [
        ("前五平六", "e7d7"),
        ("中五平六", "e6d6"),
        ("后五平六", "e5d5"),
        ("前七平八", "c8b8"),
        ("后七平八", "c7b7"),
        ("二兵平四", "e6f6"),
        ("三兵平六", "e5d5"),
        ("一兵平四", "e7f7"),
        ("四兵平八", "c8b8"),
        ("五兵平八", "c7b7"),
        ("中兵平四", "e6f6"),
        ("35=6", "e5d5"),
        ("35.6", "e5d5"),
        ("+7=8", "c8b8"),
        ("d6", "e6d6"),
        ("前兵平八", "c8b8"),
        ("前兵平六", "?"),
        ("前兵五平六", "e7d7"),
        ("兵五前平六", "e7d7"),
        ("Pd6", "e6d6"),
    ] {
        let read = squares(text, CROWD);
        assert_eq!(read.as_deref().unwrap_or("?"), mv, "{text}: {read:?}");
    }
    let black = "3k5/2P6/2P1P4/4P4/4P4/9/p8/p8/9/5K3 b";
    assert_eq!(squares("前卒平2", black).unwrap(), "a2b2");
    assert_eq!(squares("后卒平２", black).unwrap(), "a3b3");
}

#[test]
fn every_notation_is_written() {
    let style = |n: Notation| Style::from(n);
    let written: Vec<_> = Notation::ALL
        .into_iter()
        .map(|n| in_style("h2e2", START, style(n)))
        .collect();
    assert_eq!(written, ["炮二平五", "C2=5", "H2-E2", "h2e2", "Che2"]);
    let written: Vec<_> = Notation::ALL
        .into_iter()
        .map(|n| in_style("h9g7", AFTER, style(n)))
        .collect();
    assert_eq!(written, ["马8进7", "H8+7", "H9-G7", "h9g7", "Ng7"]);
    let traditional = Style {
        script: Script::Traditional,
        numerals: [Numerals::Chinese, Numerals::FullWidth],
        lower_case: true,
        ..Notation::Chinese.into()
    };
    assert_eq!(in_style("h9g7", AFTER, traditional), "馬８進７");
    assert_eq!(
        in_style(
            "h9g7",
            AFTER,
            Style {
                notation: Notation::Wxf,
                ..traditional
            }
        ),
        "h8+7"
    );
    for (mv, plain, by_file, wxf, letters) in [
        ("e7d7", "前五平六", "前五平六", "15=6", "ed7"),
        ("e6d6", "中五平六", "中五平六", "25=6", "d6"),
        ("c7b7", "后七平八", "后七平八", "27=8", "b7"),
    ] {
        assert_eq!(in_style(mv, CROWD, style(Notation::Chinese)), plain);
        assert_eq!(
            in_style(
                mv,
                CROWD,
                Style {
                    by_file: true,
                    ..style(Notation::Chinese)
                }
            ),
            by_file
        );
        assert_eq!(in_style(mv, CROWD, style(Notation::Wxf)), wxf);
        assert_eq!(in_style(mv, CROWD, style(Notation::Letters)), letters);
    }
    let one_file = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w";
    assert_eq!(
        in_style("e6d6", one_file, style(Notation::Chinese)),
        "中兵平六"
    );
    assert_eq!(
        in_style(
            "e6d6",
            one_file,
            Style {
                by_file: true,
                ..style(Notation::Chinese)
            }
        ),
        "中五平六"
    );
    let four = "3k5/9/4P4/4P4/4P4/4P4/9/9/9/5K3 w";
    assert_eq!(in_style("e5d5", four, style(Notation::Chinese)), "三兵平六");
}

#[test]
fn direction_tells_advisors_and_elephants_apart() {
    let palace = "3k5/9/9/9/9/2B6/9/3A5/9/2BA1K3 w";
    for (mv, text) in [
        ("d0e1", "仕六进五"),
        ("d2e1", "仕六退五"),
        ("c4e2", "相七退五"),
        ("c0e2", "相七进五"),
    ] {
        assert_eq!(in_style(mv, palace, Notation::Chinese.into()), text);
        assert_eq!(squares(text, palace).unwrap(), mv);
    }
}

#[test]
fn what_is_said_twice_is_no_move() {
    for text in [
        "炮二三平五",
        "前后炮平五",
        "炮二平平五",
        "炮二平五六",
        "炮马二平五",
    ] {
        assert!(squares(text, START).is_err(), "{text}");
    }
}

#[test]
fn errors_name_the_notation_and_the_cause() {
    let message = |text: &str, at: &str| squares(text, at).unwrap_err().to_string();
    assert_eq!(message("hello", START), "`hello` is not a move");
    assert_eq!(
        message("车五平四", START),
        "`车五平四`, read as Chinese notation, fits no piece of red's"
    );
    let several = message("e5", "3k5/9/9/9/3P1P3/9/9/9/9/4K4 w");
    assert_eq!(
        several,
        "`e5`, read as letter notation, may mean `d5e5` or `f5e5`"
    );
    assert!(
        message("马二进四", START)
            .starts_with("`马二进四`, read as Chinese notation for h0f1, is not legal: ")
    );
}

proptest::proptest! {
    #[test]
    fn arbitrary_texts_never_panic(text in "[a-iA-Z0-9+=.x!#-]{0,6}|[前后中一二三炮马兵進退平１5]{0,6}|\\PC{0,14}") {
        for at in [START, AFTER, CROWD] {
            if let Ok(mv) = squares(&text, at) {
                assert!(movement().is_legal(&fen(at), mv.parse().unwrap()));
            }
        }
    }
}
