use proptest::prelude::*;

use super::*;
use crate::encoding::Encoding;
use crate::game::{Builder, GameResult, MAX_VARIATION_DEPTH, ProblemKind};
use crate::moves::{MoveError, Notation, Numerals, Style};
use crate::test_support::{edition, essence, random_game, vocabulary};
use crate::vocabulary::Script;
use qili_board::Side;

fn all(bytes: &[u8]) -> Vec<Game> {
    games(bytes, "test", edition())
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

fn one(bytes: &[u8]) -> Game {
    let mut games = all(bytes);
    assert_eq!(games.len(), 1, "{:?}", String::from_utf8_lossy(bytes));
    games.remove(0)
}

fn moves_of(game: &Game) -> String {
    game.moves()
        .map(|mv| mv.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

fn styles() -> Vec<Style> {
    let traditional = Style {
        script: Script::Traditional,
        numerals: [Numerals::FullWidth, Numerals::Chinese],
        by_file: true,
        lower_case: true,
        ..Notation::Chinese.into()
    };
    let wxf = Style {
        notation: Notation::Wxf,
        ..traditional
    };
    Notation::ALL
        .into_iter()
        .map(Style::from)
        .chain([traditional, wxf])
        .collect()
}

/// A few games in the usual run, as many as one likes with `PROPTEST_CASES=10000`.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn every_notation_and_format_gives_the_game_back(choices in prop::collection::vec(any::<u16>(), 0..150)) {
        let game = random_game(&choices);
        let expected = essence(&game);
        for style in styles() {
            let pgn = pgn::write(&game, edition(), &style);
            let again = one(pgn.as_bytes());
            prop_assert_eq!(&essence(&again), &expected, "{}", pgn);
            prop_assert!(again.problems.is_empty());
            prop_assert_eq!(again.tags.get("Event"), game.tags.get("Event"));
            let text = text::write(&game, edition(), &style);
            let again = one(text.as_bytes());
            prop_assert_eq!(&essence(&again), &expected, "{}", text);
            prop_assert_eq!(again.player(Side::Red), game.player(Side::Red));
        }
        let chinese = pgn::write(&game, edition(), &Notation::Chinese.into());
        prop_assert_eq!(&essence(&one(&Encoding::Gb18030.encode(&chinese))), &expected);
        let xqf = xqf::write(&game, vocabulary()).unwrap();
        let again = one(&xqf);
        prop_assert_eq!(&essence(&again), &expected);
        prop_assert_eq!(again.player(Side::Red), game.player(Side::Red));
        let web = dhtmlxq::write(&game, vocabulary()).unwrap();
        prop_assert_eq!(&essence(&one(web.as_bytes())), &expected, "{}", web);
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000), magic in 0..6usize) {
        let prefix: &[u8] = [&b""[..], b"XQ\x0a", b"XQ\x12", cbr::MAGIC, cbr::LIBRARY_MAGIC, b"[DhtmlXQ]"][magic];
        let mut input = prefix.to_vec();
        input.resize(if magic == 0 { 0 } else { 2214.min(prefix.len() * 600) }, 1);
        input.extend(bytes);
        if let Ok(games) = games(&input[..], "test", edition()) {
            games.for_each(|game| drop(game.map(|g| g.problems.iter().map(ToString::to_string).collect::<String>())));
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in "([\\[\\](){};$.%0-9a-iCHR炮马二平进+=\"\n -]|FEN|moves|fen|1\\.|DhtmlXQ_|binit|红方：){0,300}") {
        games(text.as_bytes(), "test", edition()).unwrap().for_each(drop);
    }
}

#[test]
fn pgn_with_everything() {
    let text = "\
[Event \"Cup \"A\" 1\"]
[Red \"A \\\"B\\\"\"][Black \"C\"]
[Result \"*\"]

{before} 1. h2e2! {one
two} h9g7 $14 (1... b9c7 2. h0g2 (2. b0c2 a9b9) 2... a9b9) 2.
h0g2 ; to the end ) }
% escaped
i9h9 0-1
==========
footer 1. nothing
";
    let game = one(text.as_bytes());
    assert_eq!(moves_of(&game), "h2e2 h9g7 h0g2 i9h9");
    assert_eq!(game.tree.len(), 9);
    assert_eq!(game.result, GameResult::Win(Side::Black));
    assert_eq!(game.tags.get("Event"), Some("Cup \"A\" 1"));
    assert_eq!(game.player(Side::Red), Some("A \"B\""));
    assert!(game.problems.is_empty(), "{:?}", game.problems);
    insta::assert_snapshot!(pgn::write(&game, edition(), &Notation::Chinese.into()));
}

#[test]
fn games_without_tags_or_results() {
    let games =
        all("1. C2=5 H8+7\n2. H2+3 R9=8\n\n1. C2.5 h8+7\n2. H2+3 r9.8 3. R1.2\n".as_bytes());
    assert_eq!(
        games.iter().map(moves_of).collect::<Vec<_>>(),
        ["h2e2 h9g7 h0g2 i9h9", "h2e2 h9g7 h0g2 i9h9 i0h0"]
    );
    let one_line = "[Red \"x\"] 1. h2e2 h9g7 *\n[Red \"y\"] 1. b2e2 1-0";
    assert_eq!(
        all(one_line.as_bytes())
            .iter()
            .map(moves_of)
            .collect::<Vec<_>>(),
        ["h2e2 h9g7", "b2e2"]
    );
    let rules = "-----\n  1. 炮二平五  马８进７    2. 马二进三  卒７进１\n-----\n";
    assert_eq!(moves_of(&one(rules.as_bytes())), "h2e2 h9g7 h0g2 g6g5");
    let glued = "红方：甲\n黑方：乙\n结果：红胜\n1、炮二平五马8进7 2、马二进三（红优）卒7进1";
    let game = one(glued.as_bytes());
    assert_eq!(moves_of(&game), "h2e2 h9g7 h0g2 g6g5");
    assert_eq!(
        (game.result, game.player(Side::Black)),
        (GameResult::Win(Side::Red), Some("乙"))
    );
}

#[test]
fn a_remark_to_the_end_of_a_line_neither_ends_a_game_nor_opens_a_variation() {
    let text = "1. h2e2 h9g7 ; as in (1993, 1-0\n2. h0g2 *\n\n1. h2e2 *\n";
    let games: Vec<String> = all(text.as_bytes()).iter().map(moves_of).collect();
    assert_eq!(games, ["h2e2 h9g7 h0g2", "h2e2"]);
}

#[test]
fn broken_ends() {
    let games = all(b"[Event \"a\"]\n\n1. h2e2 {never closed\nmore\n\n[Event \"b\"]\n\n1. h2e2 (1. b2e2 h9g7\n\n[Event \"c");
    assert_eq!(games.len(), 3);
    assert!(matches!(
        games[0].problems[0].kind,
        ProblemKind::OpenComment { line: 3 }
    ));
    assert!(matches!(
        games[1].problems[0].kind,
        ProblemKind::OpenVariation
    ));
    assert_eq!(games[2].tags.get("Event"), Some("c"));
}

#[test]
fn an_illegal_move_in_one_game_of_many() {
    let good = "[Event \"x\"]\n\n1. h2e2 h9g7 *\n\n";
    let mut text = good.repeat(20);
    text.push_str("[Event \"bad\"]\n\n1. 炮二平五 马8进7\n2. 马二进四 {lost} 车9平8 (2. 马二进三 车9平8) 3. 车一平二 1-0\n\n");
    text.push_str(good);
    let games = all(text.as_bytes());
    assert_eq!(games.len(), 22);
    let problems: Vec<_> = games.iter().flat_map(|game| &game.problems).collect();
    assert_eq!(problems.len(), 1);
    assert_eq!((problems[0].game, problems[0].ply), (21, Some(3)));
    assert_eq!(games[20].result, GameResult::Win(Side::Red));
    assert_eq!(moves_of(&games[20]), "h2e2 h9g7");
    insta::assert_snapshot!(report(problems[0]));
}

#[test]
fn after_an_illegal_move_none_is_played() {
    let mut builder = Builder::new(&"test".into(), 1, edition());
    let played = ["h2e2", "h9g7", "e2e9", "h0g2"].map(|mv| builder.play(mv.parse().unwrap()));
    assert_eq!(played, [true, true, false, false]);
}

#[test]
fn a_variation_in_place_of_an_illegal_move_is_kept() {
    let game = one("1. h2e2 h9g7 2. h0f1 (2. h0g2 i9h9) *".as_bytes());
    assert_eq!(moves_of(&game), "h2e2 h9g7 h0g2 i9h9");
}

fn report(problem: &crate::game::Problem) -> String {
    let handler =
        miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor())
            .with_width(100);
    let mut text = String::new();
    handler.render_report(&mut text, problem).unwrap();
    text
}

#[test]
fn deep_variations_and_long_lines_are_errors() {
    let deep = format!(
        "1. h2e2 {} h9g7 *\n\n[Event \"next\"]\n\n1. h2e2 *\n",
        "(1. b2e2 ".repeat(100_000)
    );
    let games = all(deep.as_bytes());
    assert_eq!(games.len(), 2);
    assert!(matches!(games[0].problems[0].kind, ProblemKind::TooDeep));
    assert!(games[0].tree.len() <= MAX_VARIATION_DEPTH + 1);

    let long = format!(
        "[Event \"a\"]\n\n1. h2e2 {{{}\n}} h9g7 *\n1. h2e2 *\n",
        "x".repeat(3 << 20)
    );
    let games = all(long.as_bytes());
    assert!(matches!(games[0].problems[0].kind, ProblemKind::LongLine));
}

#[test]
fn a_truncated_xqf_keeps_what_it_says() {
    let game = random_game(&[3, 5, 7, 9, 11, 13, 15]);
    let bytes = xqf::write(&game, vocabulary()).unwrap();
    let cut = one(&bytes[..bytes.len() - 20]);
    assert!(cut.moves().count() > 3);
    insta::assert_snapshot!(report(&cut.problems[0]));
    let error = xqf::read(&bytes[..100], "cut.xqf", edition()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`cut.xqf` is damaged: it ends inside its header"
    );
}

#[test]
fn fen_and_moves() {
    let text = "fen 3ak4/4a4/9/9/9/9/9/9/4R4/3K5 w\nmoves e1a1 将5平6 a1a9\nposition startpos moves h2e2 H8+7\nfen nonsense\nmoves h2e2\n";
    let games = all(text.as_bytes());
    assert_eq!(
        games.iter().map(moves_of).collect::<Vec<_>>(),
        ["e1a1 e9f9 a1a9", "h2e2 h9g7", ""]
    );
    assert!(matches!(games[2].problems[0].kind, ProblemKind::Fen(_)));
    let again = all(fen_moves::write(&games[0], vocabulary()).as_bytes());
    assert_eq!(essence(&again[0]), essence(&games[0]));
}

#[test]
fn web_board_fields() {
    let text = "<p>x</p>[DhtmlXQ]\n[DhtmlXQ_title]标题[/DhtmlXQ_title]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n\
        [DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]\n[DhtmlXQ_comment1]a||b[/DhtmlXQ_comment1]\n\
        [DhtmlXQ_comment1_2]c[/DhtmlXQ_comment1_2]\n[/DhtmlXQ]";
    let game = one(text.as_bytes());
    assert!(game.problems.is_empty(), "{:?}", game.problems);
    assert_eq!(
        essence(&game).lines().nth(1),
        Some("h2e2\"a\\nb\" h9g7\"\" ( b9c7\"c\" ) ")
    );
}

#[test]
fn what_is_no_game() {
    let program = games(&b"\x7fELF\0\0\x01"[..], "x", edition())
        .unwrap()
        .next();
    assert!(matches!(program, Some(Err(ReadError::Format { .. }))));
    let first = games(&b"hello world\nnothing here\n"[..], "x", edition())
        .unwrap()
        .next();
    assert!(matches!(first, Some(Err(ReadError::NoGame { .. }))));
    let wrong = one(b"[Red \"\xff\xfe\xff\"]\n\n1. h2e2 *\n");
    assert!(matches!(
        wrong.problems[0].kind,
        ProblemKind::Malformed { .. }
    ));
    let unknown = one("1. h2e2 qqqq *".as_bytes());
    assert!(
        matches!(&unknown.problems[0].kind, ProblemKind::Move(MoveError::Unreadable { text }) if text == "qqqq")
    );
}

#[test]
fn formats_are_found_by_content() {
    for (content, format) in [
        ("\u{feff}\n[Event \"x\"]\n", Format::Pgn),
        ("1. 炮二平五", Format::Text),
        ("红方：甲\n", Format::Text),
        ("fen 9/9/9/9/9/9/9/9/9/9 w\n", Format::FenMoves),
        ("position startpos moves h2e2", Format::FenMoves),
        ("<html>[DhtmlXQ_title]x[/DhtmlXQ_title]", Format::DhtmlXq),
        ("XQ\n1. h2e2", Format::Text),
        ("\n\nFORMAT\tWXF\n", Format::Wxf),
        ("<ChineseChessRecord Version=\"1.0\">", Format::Cbf),
    ] {
        assert_eq!(
            Format::detect(content.as_bytes(), vocabulary()),
            Some(format),
            "{content}"
        );
    }
    let game = random_game(&[1, 2, 3]);
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
        match write(&game, format, edition(), &Notation::Chinese.into()) {
            Ok(bytes) => assert_eq!(Format::detect(&bytes, vocabulary()), Some(format)),
            Err(error) => assert_eq!(error, WriteError::ReadOnly { format }),
        }
    }
}

/// A record like those of the studio: the initial position, two moves and a variation with a remark.
fn record(title: &str) -> Vec<u8> {
    let utf16 = |text: &str| {
        text.encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<_>>()
    };
    let mut bytes = vec![0; 2214];
    bytes[..16].copy_from_slice(cbr::MAGIC);
    bytes[180..180 + 2 * title.chars().count()].copy_from_slice(&utf16(title));
    bytes[2076] = 3;
    bytes[2116] = 1;
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let mut at = 2120;
    for c in board.chars().filter(|c| *c != '/') {
        match c.to_digit(10) {
            Some(empty) => at += empty as usize,
            None => {
                let man = "RNBAKCP".find(c.to_ascii_uppercase()).unwrap() as u8 + 1;
                bytes[at] = man + if c.is_ascii_uppercase() { 0x10 } else { 0x20 };
                at += 1;
            }
        }
    }
    bytes.extend([4, 0, 0, 0, 4, 0, 0, 0]);
    bytes.extend(utf16("开局"));
    bytes.extend([0, 0, 70, 67, 3, 0, 7, 24, 5, 0, 1, 20, 4, 0, 0, 0]);
    bytes.extend(utf16("着法"));
    bytes
}

#[test]
fn records_and_libraries() {
    let game = one(&record("标题"));
    assert_eq!(
        (game.tags.get("Title"), game.result),
        (Some("标题"), GameResult::Draw)
    );
    assert_eq!(
        essence(&game).lines().nth(1),
        Some("h2e2\"\" h9g7\"\" ( b9c7\"着法\" ) ")
    );
    assert_eq!(game.tree[crate::game::NodeId::ROOT].comment(), "开局");
    let mut library = cbr::LIBRARY_MAGIC.to_vec();
    library.resize(4096, 0);
    let mut heading = record("组");
    heading[2120..2210].fill(0);
    for record in [heading, record("一"), record("二")] {
        library.extend(record);
        library.resize(library.len().next_multiple_of(4096), 0);
    }
    let games = all(&library);
    assert_eq!(
        games
            .iter()
            .map(|g| g.tags.get("Title").unwrap())
            .collect::<Vec<_>>(),
        ["一", "二"]
    );
    let cut = record("x");
    assert!(matches!(
        one(&cut[..cut.len() - 3]).problems[0].kind,
        ProblemKind::Truncated { .. }
    ));
    assert!(matches!(
        cbr::read(&cut[..900], "x", edition()),
        Err(ReadError::Damaged { .. })
    ));
}

#[test]
fn the_first_move_says_who_begins() {
    let game = one(b"1. h9g7 h2e2 *");
    assert_eq!(
        (game.start.position.turn(), game.moves().count()),
        (Side::Black, 2)
    );
    assert!(game.problems.is_empty());
    let given = one(
        b"[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\"]\n\n1. h9g7 *",
    );
    assert!(matches!(given.problems[0].kind, ProblemKind::Move(_)));
}

#[test]
fn a_position_that_cannot_occur() {
    let game = one(b"[FEN \"3k5/9/9/9/9/9/9/9/9/3KK4 w\"]\n\n1. d0d1 *");
    assert!(game.tree.is_empty());
    insta::assert_snapshot!(report(&game.problems[0]));
    let unreadable = one(b"[FEN \"3k5/9/9/9/9/9/9/9/9/3KX4 w\"]\n\n1. d0d1 *");
    let problem = &unreadable.problems[0];
    assert!(
        problem.to_string().ends_with("`X` is no letter of a piece"),
        "{problem}"
    );
    assert!(report(problem).contains("3KX4 w"));
}

#[test]
fn a_line_that_begins_two_games_is_read_once() {
    let line = "[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"] fen 3k5/9/9/9/9/9/9/9/9/4K4 w";
    assert_eq!(one(line.as_bytes()).number, 1);
}

#[test]
fn the_tag_of_a_start_that_cannot_be_read_is_not_written() {
    let game = one("[Event \"2\"]\n[FEn \"3k5/9/9/9/9/9/9/9/9/3KX4 w\"]\n\n1. d0d1 *".as_bytes());
    let text = write(&game, Format::Text, edition(), &Notation::Chinese.into()).unwrap();
    assert!(!String::from_utf8(text).unwrap().contains("FEN"));
}
