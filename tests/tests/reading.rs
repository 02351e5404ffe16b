//! Reading games as people send them: what says where a game begins and how it ended is used or reported, and damage costs no more
//! than it has to.

#![allow(clippy::unwrap_used)] // helpers of tests are tests

use std::fmt::Write as _;
use std::io::{self, BufReader, Read};

use proptest::prelude::*;
use qili_board::fen;
use qili_edition::Edition;
use qili_interpreter::movement::{MoveList, Movement};
use qili_notation::files::{self, Format};
use qili_notation::game::{Builder, NodeId};
use qili_notation::{Game, Notation, Style, Vocabulary};

use std::sync::LazyLock;

static PIECES: LazyLock<(Movement, Vocabulary)> = LazyLock::new(|| {
    let rules = Edition::open("2020").unwrap().rules;
    let movement = Movement::compile(&rules).unwrap();
    let vocabulary = Vocabulary::of(&rules, &movement).unwrap();
    (movement, vocabulary)
});

fn edition() -> files::Edition<'static> {
    files::Edition {
        movement: &PIECES.0,
        vocabulary: &PIECES.1,
    }
}

fn read(source: impl Read + Send) -> Vec<Game> {
    let games = files::games(BufReader::new(source), "test", edition()).unwrap();
    games.filter_map(Result::ok).collect()
}

/// The start and the main line.
fn played(game: &Game) -> String {
    let moves: Vec<_> = game.moves().map(|mv| mv.to_string()).collect();
    let start = fen::write(&game.start.position, PIECES.1.alphabet());
    format!("{start}: {}", moves.join(" "))
}

fn one(text: &str) -> Game {
    let mut games = read(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

#[test]
fn the_start_of_a_game_in_every_form() {
    let given = "4k4/9/9/9/9/9/9/9/9/3K1A3 w";
    for text in [
        format!("[FEN \"{given}\"]\n{{a remark}}\n\n1. f0e1 *\n"),
        format!("[FEN \"{given}\"]\nwords about the game\n\n1. f0e1 *\n"),
        format!("{given}\nf0e1\n"),
        format!("{given} - - 0 1\n\n1. f0e1\n"),
        format!("{given} moves f0e1\n"),
        format!("{given} - - 2 2 moves: f0e1\n"),
        format!("FEN={given}\nf0e1\n"),
        format!("FEN = \"{given}\"\n仕四进五\n"),
        format!("FEN: {given}\n\n1. 仕四进五\n"),
        format!("局面：{given}\n\n1. 仕四进五\n"),
        format!("fen {given}\nmoves f0e1\n"),
        format!("position fen {given} moves f0e1\n"),
        format!(
            "[DhtmlXQ]\n[DhtmlXQ_fen]{given}[/DhtmlXQ_fen]\n[DhtmlXQ_movelist]5948[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"
        ),
        format!(
            "[dhtmlxq][dhtmlxq_fen]{given}[/dhtmlxq_fen][dhtmlxq_movelist]5948[/dhtmlxq_movelist][/dhtmlxq]"
        ),
        format!("FORMAT\tWXF\nFEN\t{given}\nSTART{{\n 1. A4+5 }}END\n"),
        format!(
            "<ChineseChessRecord><Head><FEN>{given}</FEN></Head><MoveList><Move value=\"59-48\"/></MoveList></ChineseChessRecord>"
        ),
    ] {
        let game = one(&text);
        assert_eq!(played(&game), format!("{given} - - 0 1: f0e1"), "{text}");
        assert!(game.problems.is_empty(), "{text}: {:?}", game.problems);
    }
}

#[test]
fn a_start_that_cannot_be_read_is_an_error_with_its_line() {
    for (text, line) in [
        ("[Event \"x\"]\n[FEN \"9/9 w\"]\n\n1. h2e2 *\n", 2),
        ("9/9/9/9/9/9/9/9/9/8 w\nh2e2\n", 1),
        ("\nFEN=nothing\nh2e2\n", 2),
        (
            "[DhtmlXQ]\n[DhtmlXQ_fen]x[/DhtmlXQ_fen]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
            2,
        ),
        (
            "[DhtmlXQ]\n[DhtmlXQ_binit]7747[/DhtmlXQ_binit]\n[/DhtmlXQ]",
            2,
        ),
        ("FORMAT\tWXF\nFEN\tx\nSTART{\n 1. C2.5 }END\n", 2),
        (
            "fen 4k4/9/9/9/9/9/9/9/9/4K4 w\n5k3/9/9/9/9/9/9/9/9/3K5 w\n",
            1,
        ),
    ] {
        let games = read(text.as_bytes());
        let wrong = games.iter().flat_map(Game::errors).next().expect(text);
        assert_eq!(
            wrong.excerpt.as_ref().unwrap().line,
            line,
            "{text}: {wrong}"
        );
    }
}

#[test]
fn who_begins() {
    for (text, expected) in [
        (
            "1. ... 马8进7 2. 炮二平五 车9平8",
            "b - - 0 1: h9g7 h2e2 i9h9",
        ),
        ("1... h9g7 2. h2e2", "b - - 0 1: h9g7 h2e2"),
        ("1. …… 马8进7", "b - - 0 1: h9g7"),
        ("1. h2e2 1... h9g7 2. h0g2", "w - - 0 1: h2e2 h9g7 h0g2"),
    ] {
        let game = one(text);
        assert_eq!(played(&game), format!("{START} {expected}"));
        assert!(game.problems.is_empty());
    }
    let contradicted = one(&format!("[FEN \"{START} w\"]\n\n1. ... h9g7 *\n"));
    assert_eq!(contradicted.moves().count(), 1);
    assert_eq!(contradicted.problems.len(), 1);
}

#[test]
fn moves_as_people_write_them() {
    for text in [
        "炮二平五，马8进7；马二进三，车9平8。",
        "第1回合 炮二平五 马8进7\n第2回合 马二进三 车9平8\n",
        "红：炮二平五 黑：马8进7\n红：马二进三 黑：车9平8\n",
        "一、炮二平五 马8进7\n二、马二进三 车9平8\n",
        "1) h2e2 h9g7 2) h0g2 i9h9",
        "h3e3 h10g8 h1g3 i10h10",
        "1. h3e3 h10g8 2. h1g3 (2. b1c3 i10h10) i10h10 *",
        "startpos moves h3e3 h10g8 h1g3 i10h10",
        "1. h2e2 h9\x01g7 2. h0g2\x01i9h9 *",
    ] {
        let game = one(text);
        assert_eq!(
            played(&game),
            format!("{START} w - - 0 1: h2e2 h9g7 h0g2 i9h9"),
            "{text}"
        );
        assert!(
            game.errors().next().is_none(),
            "{text}: {:?}",
            game.problems
        );
    }
    let hint = one("1. h3e3 h2e2 *").problems[0].to_string();
    assert!(hint.contains("counted from 1 it would be `h2e2`"), "{hint}");
    let hint = one("1. h0g2 h10g8 *").problems[0].to_string();
    assert!(hint.contains("`h9g7`"), "{hint}");
}

#[test]
fn a_playing_sites_file_with_all_it_says() {
    let text = "FORMAT\tWXF\nRED\tTiger ; 1200 ;;\nBLACK\tDragon ; 1240 ;;\nRESULT\t0-1\nDATE\t2020-02-02\n\
        EVENT\tA Game ; 10m+0s\nSTART{\n 1. C2.5 h8+7   2. H2+3 r9.8 }END\n";
    for game in read(text.repeat(3).as_bytes()) {
        assert_eq!(
            played(&game),
            format!("{START} w - - 0 1: h2e2 h9g7 h0g2 i9h9")
        );
        assert!(game.problems.is_empty());
        assert_eq!(game.result.symbol(), "0-1");
        for (tag, value) in [
            ("Red", "Tiger"),
            ("RedElo", "1200"),
            ("Black", "Dragon"),
            ("Event", "A Game"),
            ("TimeControl", "10m+0s"),
        ] {
            assert_eq!(game.tags.get(tag), Some(value));
        }
    }
    assert_eq!(read(text.repeat(3).as_bytes()).len(), 3);
}

#[test]
fn a_studios_xml() {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\">\n <Head>\n  <Name>A &amp; B</Name>\n  <Red>A</Red>\n  \
        <RecordResult>1</RecordResult>\n </Head>\n <MoveList>\n  <Move value=\"00-00\"><![CDATA[remark]]></Move>\n  <Move value=\"77-47\" />\n  \
        <Move value=\"70-62\" />\n </MoveList>\n</ChineseChessRecord>\n";
    let game = one(text);
    assert_eq!(played(&game), format!("{START} w - - 0 1: h2e2 h9g7"));
    assert_eq!(
        (game.tags.get("Title"), game.result.symbol()),
        (Some("A & B"), "1-0")
    );
    assert_eq!(game.tree[NodeId::ROOT].comment(), "remark");
    assert!(game.problems.is_empty());
}

#[test]
fn tags_and_results_are_used_or_reported() {
    for (text, line, column) in [
        ("[Red \"红\n[Result \"*\"]\n\n1. h2e2 *\n", 1, 1),
        ("[Event \"x\"]\n Red \"y\"]\n\n1. h2e2 *\n", 2, 2),
        ("[Event \"x\"]\n[Result \"yes\"]\n\n1. h2e2\n", 2, 10),
        ("[Event \"x\"]\n[Result \"1-0\"]\n\n1. h2e2 0-1\n", 2, 10),
        ("[Event \"x\"]\n[Event \"y\"]\n\n1. h2e2 0-1\n", 2, 9),
    ] {
        let game = one(text);
        let place = game.problems[0].excerpt.as_ref().unwrap();
        assert_eq!((place.line, place.column()), (line, column), "{text}");
        assert_eq!(game.moves().count(), 1, "{text}");
    }
    let game = one("[Event \"copied from [DhtmlXQ] board\"]\n\n1. h2e2 *\n");
    assert_eq!(game.tags.get("Event"), Some("copied from [DhtmlXQ] board"));
}

#[test]
fn a_variation_that_cannot_be_played_is_a_warning_that_names_it() {
    let game = one("1. h2e2 h9g7 (1... b9c7 2. h0h9) 2. h0g2 i9h9 (2... a9a1) *");
    assert_eq!(game.moves().count(), 4);
    let said: Vec<_> = game.problems.iter().map(ToString::to_string).collect();
    assert!(
        game.problems.iter().all(|problem| problem.is_warning()),
        "{said:?}"
    );
    assert!(
        said[0].contains("ply 3 in the variation that begins with `b9c7` at ply 2"),
        "{said:?}"
    );
    assert!(
        said[1].contains("in the variation that begins with `a9a1` at ply 4"),
        "{said:?}"
    );
    assert!(one("1. h2e2 h9h7 (1... h9g7) *").errors().next().is_some());
}

#[test]
fn games_of_many_kinds_in_one_stream() {
    let text = format!(
        "[Event \"a\"]\n\n1. h2e2 *\nfen {START} w\nmoves h2e2\n[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n\
         FORMAT\tWXF\nSTART{{ 1. C2.5 }}END\n[Event \"b\"]\n\n1. h2e2\n\n[Event \"c\"]\n\n1. h2e2 *\n"
    );
    let games = read(text.as_bytes());
    assert_eq!(games.len(), 6);
    for game in games {
        assert_eq!(played(&game), format!("{START} w - - 0 1: h2e2"));
        assert!(game.problems.is_empty());
    }
}

/// A PGN of many games with tags, remarks and variations, in Chinese and English.
fn collection(count: u64) -> Vec<u8> {
    let mut text = String::new();
    let mut random = 7_u64;
    let mut next = |below: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below.max(1)
    };
    let mut moves = MoveList::new();
    for number in 1..=count {
        let mut builder = Builder::new(&"collection".into(), number, edition());
        builder.tag(
            "Event",
            ["全国象棋锦标赛", "Club \"A\" championship"][next(2)],
        );
        builder.tag("Round", &number.to_string());
        builder.tag("Red", ["王天一", "Müller", "Nguyễn Văn"][next(3)]);
        builder.tag("Black", ["许银川", "Li [the younger]"][next(2)]);
        builder.tag("Result", ["1-0", "0-1", "1/2-1/2", "*"][next(4)]);
        if next(4) == 0 {
            let start = fen::parse(
                "4k4/9/9/9/9/9/9/4B4/4A4/R3KA3 w - - 0 1",
                PIECES.1.alphabet(),
            );
            builder.start(start.unwrap());
        }
        for ply in 0..12 + next(20) {
            PIECES.0.legal_moves(builder.position(), &mut moves);
            let Some(mv) = moves.get(next(moves.len())).copied() else {
                break;
            };
            let before = builder.here();
            builder.play(mv);
            if next(8) == 0 {
                builder.comment(["好棋", "a remark (of sorts)\non two lines"][next(2)]);
            }
            if ply > 0 && next(6) == 0 && moves.len() > 1 {
                let here = builder.here();
                builder.go_to(before);
                PIECES.0.legal_moves(builder.position(), &mut moves);
                if let Some(other) = moves.iter().find(|other| **other != mv) {
                    builder.play(*other);
                }
                builder.go_to(here);
            }
        }
        let game = builder.finish(None);
        let notation = [Notation::Chinese, Notation::Coordinates, Notation::Wxf][next(3)];
        let written = files::write(&game, Format::Pgn, edition(), &Style::from(notation));
        let _ = writeln!(text, "{}", String::from_utf8(written.unwrap()).unwrap());
    }
    text.into_bytes()
}

/// How many games of a collection are there in full among those that were read.
fn kept(expected: &[String], games: &[Game]) -> usize {
    let mut found: Vec<_> = games.iter().map(played).collect();
    let mut kept = 0;
    for game in expected {
        if let Some(at) = found.iter().position(|one| one == game) {
            found.swap_remove(at);
            kept += 1;
        }
    }
    kept
}

const REPLACEMENTS: [u8; 16] = [
    0x00, 0x01, 0x11, 0x1A, 0x1B, 0x7F, 0x80, 0xE4, 0xFF, b'[', b'{', b'}', b'(', b'"', b'\n', b';',
];

/// One replaced byte costs one game at most. `QILI_MUTATIONS=100000 cargo test -p qili-tests --test reading` tries more.
#[test]
fn one_bad_byte_costs_one_game_at_most() {
    let text = collection(93);
    let expected: Vec<_> = read(&text[..]).iter().map(played).collect();
    assert_eq!(expected.len(), 93);
    let asked = std::env::var("QILI_MUTATIONS")
        .ok()
        .and_then(|n| n.parse().ok());
    let all = text.len() * REPLACEMENTS.len();
    let count = asked.unwrap_or(400).min(all);
    let mut fewest = 93;
    let mut damaged = text.clone();
    for index in 0..count {
        // spread over all places and bytes
        let choice = (index as u128 * 0x9E37_79B9_7F4A_7C15 % all as u128) as usize;
        let (at, byte) = (
            choice / REPLACEMENTS.len(),
            REPLACEMENTS[choice % REPLACEMENTS.len()],
        );
        damaged[at] = byte;
        let kept = kept(&expected, &read(&damaged[..]));
        assert!(
            kept >= 92,
            "{kept} games are left after byte {at} became {byte:#x}"
        );
        fewest = fewest.min(kept);
        damaged[at] = text[at];
    }
    println!("{count} of {all} replacements tried, at least {fewest} games kept");
}

/// A source that delivers so many bytes at a time.
struct Drops<'b>(&'b [u8], &'b [usize], usize);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.1[self.2 % self.1.len()].clamp(1, buffer.len());
        self.2 += 1;
        (&mut self.0).take(size as u64).read(buffer)
    }
}

/// All that is found in some bytes.
fn all(source: impl Read + Send) -> Vec<String> {
    match files::games(BufReader::new(source), "test", edition()) {
        Err(error) => vec![error.to_string()],
        Ok(games) => games
            .map(|game| match game {
                Ok(game) => format!("{:?} {} {:?}", game.tags, played(&game), game.problems),
                Err(error) => error.to_string(),
            })
            .collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_file_and_a_pipe_give_the_same(
        sizes in prop::collection::vec(1..200_usize, 1..6),
        from in any::<prop::sample::Index>(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        legacy in 0..3_usize,
    ) {
        let mut bytes = collection(12);
        let encoding = [None, Some("gb18030"), Some("big5")][legacy];
        if let Some(name) = encoding {
            let text = String::from_utf8(bytes).unwrap();
            let encoding = if name == "big5" {
                qili_notation::encoding::Encoding::Big5
            } else {
                qili_notation::encoding::Encoding::Gb18030
            };
            bytes = encoding.encode(&text);
        }
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let bytes = &bytes[from.index(bytes.len())..];
        prop_assert_eq!(all(bytes), all(Drops(bytes, &sizes, 0)));
    }

    /// Whatever tags and remarks say, each format gives it back.
    #[test]
    fn what_is_written_is_read_back(
        tags in prop::collection::vec(odd_text(), 4),
        remarks in prop::collection::vec(odd_text(), 4),
    ) {
        let mut builder = Builder::new(&"odd".into(), 1, edition());
        for (name, value) in ["Title", "Event", "Red", "Black"].into_iter().zip(&tags) {
            builder.tag(name, value);
        }
        builder.comment(&remarks[0]);
        for (mv, remark) in ["h2e2", "h9g7", "h0g2"].into_iter().zip(&remarks[1..]) {
            builder.play(mv.parse().unwrap());
            builder.comment(remark);
        }
        let game = builder.finish(None);
        for format in [Format::Pgn, Format::Text, Format::DhtmlXq, Format::Xqf, Format::FenMoves] {
            let bytes = files::write(&game, format, edition(), &Notation::Chinese.into()).unwrap();
            let again = read(&bytes[..]);
            let shown = String::from_utf8_lossy(&bytes);
            prop_assert_eq!(again.len(), 1, "{} {}", format, shown);
            let again = &again[0];
            prop_assert!(again.problems.is_empty(), "{} {} {:?}", format, shown, again.problems);
            prop_assert_eq!(played(again), played(&game));
            if format == Format::FenMoves {
                continue;
            }
            for name in ["Title", "Event", "Red", "Black"] {
                let value = game.tags.get(name).unwrap_or_default();
                let found = again.tags.get(name).unwrap_or_default();
                if format == Format::Xqf {
                    // there is room for so many bytes
                    prop_assert!(value.starts_with(found), "{} {}", value, found);
                } else {
                    prop_assert_eq!(found, value, "{} {} {}", format, name, shown);
                }
            }
            let remarks = |game: &Game| {
                let first = game.tree[NodeId::ROOT].comment().to_owned();
                let rest = game.tree.line(NodeId::ROOT).map(|id| game.tree[id].comment().to_owned());
                std::iter::once(first).chain(rest).collect::<Vec<_>>()
            };
            prop_assert_eq!(remarks(again), remarks(&game), "{} {}", format, shown);
        }
    }
}

/// Text with all that has a meaning in some format.
fn odd_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "[DhtmlXQ]",
            "[/DhtmlXQ]",
            "[DhtmlXQ_title]",
            "[/dhtmlxq_comment1]",
            "[Event \"x\"]",
            "{",
            "}",
            "(",
            ")",
            ";",
            "%",
            "\"",
            "\"]",
            "\\",
            "[",
            "]",
            "\n",
            "\n\n",
            "\r\n",
            "\t",
            "||",
            "|",
            "&",
            "&#91;",
            "&amp;",
            "<b>",
            "1. h2e2",
            "fen ",
            "moves",
            "1-0",
            "红方：",
            "START{",
            "}END",
            "<ChineseChessRecord>",
            "\0",
            "\x1b[2J",
            "\u{1A}",
            "\u{7f}",
            "\u{85}",
            "\u{202e}",
            "\u{2028}",
            "\u{feff}",
            "\u{fffd}",
            "象棋",
            " ",
            "a",
        ])
        .prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
        "[ -~]{0,6}",
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}
