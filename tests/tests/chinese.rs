//! Whatever the command says in Chinese has no English word in it, errors and help included: every command over a draft,
//! over games and over what is wrong with them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use qili_edition::folder::Folder;
use qili_notation::encoding::Encoding;
use qili_report::Rulebook;
use qili_tests::{english, qili, read};

/// Runs the command in Chinese in a folder; says it all.
fn said(folder: &Path, arguments: &[&str]) -> String {
    said_of(folder, arguments, "")
}

/// The same of what a user has written, whose words may be shown as they are.
fn said_of(folder: &Path, arguments: &[&str], written: &str) -> String {
    let mut command = qili();
    command
        .current_dir(folder)
        .args(arguments)
        .env("LANG", "zh_CN.UTF-8");
    let output = command.env_remove("LC_ALL").output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    let mut found = english(&text.concat());
    found.retain(|word| !written.contains(word));
    assert_eq!(found, [""; 0], "{arguments:?}: {}", text.concat());
    text.concat()
}

/// A folder with a draft `草案` of these files beside those that it begins with.
fn draft(files: &[(&str, &str)]) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    said(home.path(), &["new", "草案", "--amends", "2020"]);
    for (name, text) in files {
        std::fs::write(home.path().join("草案").join(name), text).unwrap();
    }
    home
}

const CASE: &str = "判例: figure-99
标题: { 中: 例, 英: An example }
出处: { 图: 99 }
图源: printed
局面: 4k4/4a4/4ba2b/5N3/2n5C/4p2p1/P4n3/4BA3/4A4/2B1K4 w
着法: [马四退六, 象9进7, 马六进四, 象7退9]
";

#[test]
fn every_command() {
    let change = "语言 中文\n改条 general.2 \"禁止着法\" {\n  释 \"将、捉为禁止着法\"\n  定义 犯禁 prohibited (p: 局中着) 为 p 是 将 或 p 是 捉\n}\n";
    let home = draft(&[
        ("draft.rule", change),
        ("cases/figure-07.yaml", "判例: figure-07\n裁决: 和\n"),
    ]);
    let root = qili_tests::root().display();
    let standings = format!("{root}/tests/data/competition/standings.yaml");
    let standings = std::fs::read_to_string(standings).unwrap();
    std::fs::write(
        home.path().join("standings.yaml"),
        standings.replace("Qian Ba", "钱八"),
    )
    .unwrap();
    for arguments in [
        &["check", "草案"][..],
        &["test", "草案"],
        &["coverage", "草案"],
        &["table", "2007-trial", "2020", "草案"],
        &["show"],
        &["show", "草案"],
        &["diff", "2020", "草案"],
        &["diff", "草案", "1965"],
        &["perft", "start", "2"],
        &["board", "start"],
        &["fmt", "草案/draft.rule", "--check"],
        &["competition", "standings", "standings.yaml"],
        &["competition", "conduct"],
        &["competition", "officials", "--boards", "8"],
    ] {
        said(home.path(), arguments);
    }
}

#[test]
fn editions_and_what_differs_between_them() {
    let home = tempfile::tempdir().unwrap();
    let editions: Vec<&str> = Folder::shipped().collect();
    assert!(editions.len() > 5);
    for (place, edition) in editions.iter().enumerate() {
        let shown = said(home.path(), &["show", edition]);
        assert!(shown.contains("条 "), "{shown}");
        for other in &editions[place + 1..] {
            let told = said(home.path(), &["diff", edition, other]);
            assert!(told.contains(" → "), "{told}");
        }
    }
}

/// The handles of clauses that have an English part, of all editions that ship.
fn handles() -> Vec<String> {
    let books = Folder::shipped().map(|name| Rulebook::open(name).unwrap());
    let clauses = books.flat_map(|book| book.edition.clauses.clone());
    let articles = clauses.map(|one| one.clause.article.text);
    articles
        .filter(|article| article.contains(|c: char| c.is_ascii_alphabetic()))
        .collect()
}

/// A reader of Chinese is shown the number or the title of a clause, in whatever is found.
#[test]
fn what_is_found() {
    let change = "语言 中文\n改条 general.2 \"禁止着法\" {\n  定义 犯禁 prohibited (p: 局中着) 为 p 是 将 或 p 是 捉\n}\n";
    let home = draft(&[("draft.rule", change)]);
    // an edition with changes that its cases do not notice
    let editions = qili_tests::Editions::new().unwrap();
    let renamed = editions.replace("club/edition.yaml", "id: club", "id: 棋社");
    renamed.unwrap();
    for (name, called) in [("garden", "garden"), ("club", "棋社")] {
        std::fs::rename(editions.path(name), home.path().join(called)).unwrap();
    }
    let root = qili_tests::root();
    let game = root.join("tests/data/perpetual-chase.pgn");
    let game = game.display().to_string();
    let handles = handles();
    assert!(handles.iter().any(|one| one == "principle.2"));
    let mut clauses = 0;
    let mut explored = |arguments: &[&str]| {
        let count = ["--count", "256", "--show", "3"];
        let more = match arguments
            .iter()
            .any(|one| ["--men", "--replay"].contains(one))
        {
            true => &count[2..],
            false => &count[..],
        };
        let arguments = [&["explore"], arguments, more].concat();
        let output = qili()
            .current_dir(home.path())
            .args(&arguments)
            .args(["--lang", "zh"])
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert!(text[0].contains("个循环"), "{arguments:?}: {}", text[1]);
        let text = text.concat();
        assert_eq!(english(&read(&text)), [""; 0], "{arguments:?}: {text}");
        let marked = handles.iter().find(|handle| {
            text.contains(&format!("`{handle}`"))
                || text.contains(&format!("<code>{handle}</code>"))
        });
        assert_eq!(marked, None, "{arguments:?}: {text}");
        clauses += text.matches("相关条目：").count();
    };
    for format in ["text", "markdown", "html"] {
        explored(&["1965", "草案", "--format", format]);
    }
    for arguments in [
        &["2020", "草案", "--keep", "存"][..],
        &["2020", "草案", "--replay", "存"],
        &["2020", "1965", "--replay", "存"],
        &["2020", "--clause", "29.6"],
        &["2020", "--clause", "nature.kill", "--format", "markdown"],
        &["2020", "--clause", "general.2", "--against", "草案"],
        &["2007-trial", "--unnoticed"],
        &["棋社", "--unnoticed"],
        &["2020", "--undetermined"],
        &[
            "2020",
            "--pattern",
            "长捉",
            "--ruling",
            "draw",
            "--games",
            &game,
        ],
        &["2020", "草案", "--men", "2"],
    ] {
        explored(arguments);
    }
    assert!(clauses > 10, "{clauses}");
    std::fs::write(home.path().join("存/别的.json"), "{}").unwrap();
    for wrong in [
        &["2020", "草案", "--replay", "存"][..],
        &["2020", "草案", "--replay", "没有"],
        &["2020", "草案", "--replay", "草案/cases"],
        &["2020", "1965", "--keep", "存", "--count", "1"],
        &[
            "2020", "草案", "--keep", "存", "--seed", "2", "--count", "1",
        ],
        &[
            "2020",
            "草案",
            "--keep",
            "草案/edition.yaml",
            "--count",
            "1",
        ],
        &["2020", "--clause", "99.9"],
        &["2020", "--clause", "29.6", "--against", "1965"],
        &["2020", "--clause", "board"],
        &["2020", "--pattern", "长长"],
        &["2020", "--pattern", "长捉", "--ruling", "wins"],
        &["2020", "草案", "--count", "0"],
        &["2020", "草案", "--men", "9"],
        &["2020"],
    ] {
        let told = said(home.path(), &[&["explore"], wrong].concat());
        assert!(
            told.contains("错误") || told.contains("×"),
            "{wrong:?}: {told}"
        );
    }
}

/// The commands that a help page lists.
fn listed(help: &str) -> Vec<&str> {
    let lines = help.lines().filter(|line| line.starts_with("  "));
    let first = lines.filter_map(|line| line.split_whitespace().next());
    let words = first.map(|word| word.trim_matches('`'));
    let commands: Vec<&str> = words
        .filter(|word| word.is_ascii() && !word.starts_with('-') && *word != "help")
        .collect();
    assert!(commands.len() > 10, "{help}");
    commands
}

#[test]
fn help_of_every_command() {
    let home = tempfile::tempdir().unwrap();
    let every = said(home.path(), &["--help"]);
    for command in listed(&every) {
        said(home.path(), &[command, "--help"]);
    }
    let competition = said(home.path(), &["competition", "--help"]);
    for command in listed(&competition) {
        said(home.path(), &["competition", command, "--help"]);
    }
    for wrong in [
        &["chekc"][..],
        &[],
        &["check", "--dney"],
        &["diff", "1965"],
        &["test", "--format", "xml"],
        &["judge", "--fen"],
        &["judge", "a", "--moves", "h2e2"],
        &["perft", "start", "x"],
        &["convert", "a", "--to", "doc"],
        &["convert", "a", "--notation", "x"],
    ] {
        said(home.path(), wrong);
    }
}

/// The Chinese page names no command that the English one, whose commands are tested, does not.
#[test]
fn the_chinese_page_has_the_commands_of_the_english_one() {
    let [zh, en] = ["crates/cli/README.zh.md", "README.md"]
        .map(|page| std::fs::read_to_string(qili_tests::root().join(page)).unwrap());
    let commands = zh.split('`').skip(1).step_by(2);
    let commands: Vec<&str> = commands.filter(|one| one.starts_with("qili ")).collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let command = command.replace("文件", "FILE").replace("局面", "FEN");
        assert!(en.contains(&command), "{command}");
    }
    let links = zh
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    for link in links {
        assert!(
            qili_tests::root().join("crates/cli").join(link).exists(),
            "{link}"
        );
    }
}

#[test]
fn in_traditional_characters() {
    let home = draft(&[]);
    let run = |arguments: &[&str]| {
        let mut command = qili();
        let output = command
            .current_dir(home.path())
            .args(arguments)
            .output()
            .unwrap();
        [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8(bytes).unwrap())
            .concat()
    };
    for arguments in [
        &["check", "草案"][..],
        &["diff", "1965", "2020"],
        &["table", "1965", "2020"],
        &["check", "没有"],
        &["chekc"],
        &["judge", "--help"],
    ] {
        let simplified = run(&[arguments, &["--lang", "zh"]].concat());
        let traditional = run(&[arguments, &["--lang", "zh-Hant"]].concat());
        assert_ne!(simplified, traditional, "{arguments:?}");
        assert_eq!(
            qili_words::traditional(&simplified),
            traditional,
            "{arguments:?}"
        );
    }
    // what programs read stays as it is
    let json = ["judge", "--moves", "h2e2", "--format", "json", "--lang"];
    let both = ["zh", "zh-Hant"].map(|language| run(&[&json[..], &[language]].concat()));
    assert_eq!(both[0], both[1]);
}

/// Old forms that are read, and never printed.
const ONLY_READ: &str = "俥爲衆裏";

/// Every character of our texts and rules is one that the table of traditional forms covers, or is traditional itself.
#[test]
fn every_character_has_its_traditional_form() {
    let mut folders = vec![
        qili_tests::root().join("rules"),
        qili_tests::root().join("crates"),
    ];
    let mut read = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.ends_with("traditional.txt") {
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            for c in text
                .chars()
                .filter(|c| ('\u{4E00}'..='\u{9FFF}').contains(c) && !ONLY_READ.contains(*c))
            {
                let bytes = Encoding::Gb18030.encode(&c.to_string());
                let in_gb2312 = bytes.len() == 2 && bytes.iter().all(|byte| *byte >= 0xA1);
                let is_traditional = || Encoding::Big5.lacks(&c.to_string()).is_none();
                assert!(in_gb2312 || is_traditional(), "{}: {c}", path.display());
                read += 1;
            }
        }
    }
    assert!(read > 10_000, "{read}");
}

#[test]
fn what_is_wrong_with_rules() {
    for clause in [
        "条 九 \"甲\" { 定义 甲 alpha 为 没有 }",
        "条 九 \"甲\" { 定义 甲 alpha (x: 子) 为 x 是 没有 }",
        "条 九 \"甲\" { 定义 甲 alpha (x: 子) 为 x 的 根 }",
        "条 九 \"甲\" { 定义 甲 alpha (x: 子) 为 x 的 根 > 1 }",
        "条 九 \"甲\" { 定义 甲 alpha (x: 子) 为 x 的 没有 }",
        "条 九 \"甲\" { 定义 甲 alpha (x: 子) 为 x 的 着 }",
        "条 九 \"甲\" { 定义 甲 alpha (x: 子) 为 x 是 将 }",
        "条 九 \"甲\" { 定义 甲 alpha (x: 子) 为 x 是 甲 }",
        "条 九 \"甲\" { 定义 甲 alpha (x: 子, x: 子) 为 真 }",
        "条 九 \"甲\" { 定义 车 alpha 为 真 }",
        "条 九 \"甲\" { 定义 走方 alpha 为 真 }",
        "条 九 \"甲\" { 定义 甲 alpha 为 真 }",
        "条 九 \"甲\" { 定义 甲 alpha (x: 子) 为 x 值 }",
        "条 九 \"甲\" { 裁决 对 s 当 s 是 没有 则 s 负 }",
        "条 九 \"甲\" { 裁决 对 s 当 s 是 长将 则 t 负 }",
        "条 九 \"甲\" { 裁决 当 真 则 和 }",
        "条 九 \"甲\" { 例外 于 没有 当 真 }",
        "条 九 \"甲\" { 例外 于 26.1 对 x, y 当 真 }",
        "条 九 \"甲\" { 棋子 甲 alpha 字母 R }",
        "条 九 \"甲\" { 棋子 甲 alpha 字母 Z }",
        "条 九 \"甲\" { 棋子 甲 alpha 红 甲乙 }",
        "条 九 \"甲\" { 价值 马 是 2 没有 }",
        "条 九 \"甲\" { 价值 没有 是 2 强子 }",
        "条 九 \"甲\" { 单位 甲 alpha }",
        "条 九 \"甲\" { 得失 甲 alpha 当 没有 > 1 }",
        "条 九 \"甲\" { 得失 甲 alpha 当 有 x 于 着法: x 将军 }",
        "条 九 \"甲\" { 算法 甲 alpha 对方照将 300 }",
        "条 九 \"甲\" { 算法 甲 alpha 同 没有 }",
        "条 九 \"甲\" { 轻重 将 杀 }",
        "条 九 \"甲\" { 性质 甲 alpha 当 有 p 于 走方 的 着: p 是 将 }",
        "条 九 \"甲\" { 区域 甲 alpha 线 5 至 3 }",
        "条 九 \"甲\" { 棋盘 8 乘 8 开局 \"9\" }",
        "条 九 \"甲\" { 终局 对 s 当 s 是 长将 则 和 }",
        "条 26.1 \"甲\" { 定义 甲 alpha 为 真 }",
        "改条 99.9 \"甲\" { 定义 甲 alpha 为 真 }",
        "废条 99.9",
        "废条 24.11",
        "废条 26.1\n废条 26.1",
        "条 九 \"甲\" { 定义 甲 alpha 为 凡p于s的着 }",
        "条 九 \"甲\" { 定义 甲 为 }",
        "clause 9 \"甲\" { 定义 甲 alpha 为 真 }",
        "条 九 \"甲\" { 定义 甲 alpha (s: 方) 为 凡 p 于 s 的 着: p 是 跟 }",
    ] {
        let home = draft(&[("draft.rule", &format!("语言 中文\n{clause}\n"))]);
        for arguments in [&["check", "草案"][..], &["diff", "2020", "草案"]] {
            let said = said_of(home.path(), arguments, clause);
            assert!(
                said.contains("错误") || said.contains("疑问") || said.contains('条'),
                "{clause}: {said}"
            );
        }
    }
}

#[test]
fn what_is_wrong_with_files() {
    let edition = "id: 草案\ntitle: { zh: 草案, en: Draft }\nstatus: draft\namends: \"2020\"\ncases: inherited\nfiles: [draft.rule]\n";
    let with = |line: &str| format!("{edition}{line}\n");
    for text in [
        with("procedure: { occurrences: 1 }"),
        with("procedure: { occurrences: 4, unasked-occurrences: 3 }"),
        with("procedure: { check-occurrences: 1 }"),
        with("procedure: { moves-to-comply: 0 }"),
        with("procedure: { moves-to-comply: 2, repetitions-to-comply: 2 }"),
        with("procedure: { asked-by: nobody }"),
        with("files: [a.rule]"),
        with("note: draft"),
        with("colour: red"),
        with("numerals: { red: roman, black: arabic }"),
        with("events:draft"),
        with("note: [a"),
        with("first-mover: 7"),
        with("--- \nid: x"),
        edition.replace("files: [draft.rule]", "files: [draft.rule, draft.rule]"),
        edition.replace("files: [draft.rule]", "files: [missing.rule]"),
        edition.replace("files: [draft.rule]", "files: [../draft.rule]"),
        edition.replace("files: [draft.rule]", "files: draft.rule"),
        edition.replace("2020", "1888"),
        edition.replace("\"2020\"", "草案"),
        edition.replace("id: 草案", "id: a/b"),
        edition.replace("id: 草案", "id: 别的"),
        edition.replace("status: draft\n", ""),
        edition.replace("status: draft", "status: new"),
    ] {
        let home = draft(&[("edition.yaml", &text)]);
        said(home.path(), &["check", "草案"]);
    }
    for (name, bytes) in [
        ("draft.rule", encoding_rs_gbk("语言 中文\n")),
        ("other.rule", b"language english\n".to_vec()),
        ("cases/a.yml", b"x".to_vec()),
    ] {
        let home = draft(&[]);
        std::fs::write(home.path().join("草案").join(name), bytes).unwrap();
        said(home.path(), &["check", "草案"]);
    }
    let home = draft(&[]);
    for arguments in [
        &["check", "没有"][..],
        &["show", "2020", "没有"],
        &["new", "草案", "--amends", "2020"],
    ] {
        let told = said(home.path(), arguments);
        assert!(told.contains("没有") || told.contains("已经"), "{told}");
    }
}

/// As old editors of Chinese save a text.
fn encoding_rs_gbk(text: &str) -> Vec<u8> {
    Encoding::Gb18030.encode(text)
}

#[test]
fn what_is_wrong_with_cases() {
    let change = |from: &str, to: &str| {
        assert!(CASE.contains(from), "{from}");
        CASE.replace(from, to)
    };
    for text in [
        change("图源: printed", "图源: drawn"),
        change("图源: printed\n", ""),
        change("着法: [马四退六", "着法: [马四退七"),
        change("着法: [马四退六", "着法: [仕四退六"),
        change("着法: [马四退六", "着法: [马"),
        change("着法: [马四退六, ", "着法: [马四退六，"),
        change(", 象7退9]", "]"),
        change(
            "着法: [马四退六, 象9进7, 马六进四, 象7退9]",
            "着法: [马四退六, 象9进7]",
        ),
        change("4k4/4a4", "4k5/4a4"),
        change("4k4/4a4", "4x4/4a4"),
        change("4k4/4a4", "9/4a4"),
        change("2B1K4 w", "2B1K4"),
        change("2B1K4 w", "2B1K4 x"),
        change("2B1K4 w", "4K4/9 w"),
        format!("{CASE}性质: [捉]\n"),
        format!("{CASE}性质: [追, 闲, 追, 闲]\n"),
        format!("{CASE}目标: [[e5], ~, ~, ~]\n"),
        format!("{CASE}目标: [[龙], ~, ~, ~]\n"),
        format!("{CASE}目标: [[z0], ~, ~, ~]\n"),
        format!("{CASE}裁决: 胜\n"),
        format!("{CASE}裁决: [和]\n"),
        format!("{CASE}形: {{ 红: 一一捉, 黑: 两闲 }}\n"),
        format!("{CASE}可到: {{ e5: [e6] }}\n"),
        format!("{CASE}坐标: [h2h2, a0a1, a0a1, a0a1]\n"),
        format!("{CASE}坐标: [f6e4, i7g5, e4f6, g5i7]\n"),
        format!("{CASE}不闭合: true\n"),
        format!("{CASE}颜色: 红\n"),
        format!("{CASE}变例: [{{ 名: figure-99, 改动: {{ 中: 甲, 英: a }} }}]\n"),
        format!(
            "{CASE}不合: [{{ 版本: 草案, 着: 9, 书: 捉, 程序: 闲, 原因: {{ 中: 甲, 英: a }} }}]\n"
        ),
        "判例: figure-07\n变例: [{ 名: 甲, 裁决: 和 }]\n".to_owned(),
        "判例: figure-07\n裁决:和\n".to_owned(),
        "判例：figure-07\n".to_owned(),
    ] {
        let home = draft(&[("cases/figure-99.yaml", &text)]);
        for command in ["check", "test"] {
            said(home.path(), &[command, "草案"]);
        }
    }
}

#[test]
fn what_is_wrong_with_games() {
    let home = tempfile::tempdir().unwrap();
    let fen = "4k4/4a4/4ba2b/5N3/2n5C/4p2p1/P4n3/4BA3/4A4/2B1K4 w";
    for moves in [
        "",
        "马四退六",
        "马四退六 象9进7 马六进四",
        "车一进一",
        "h2e2",
        "马四退六 象9进7",
        "xx",
        "f6e4 i7g5 e4f6 e4f6",
    ] {
        said(
            home.path(),
            &["judge", "--fen", fen, "--moves", moves, "--cycle"],
        );
        said(home.path(), &["judge", "--fen", fen, "--moves", moves]);
    }
    for fen in [
        "4k4/9/9/9/9/9/9/9/4K4/4K4 w",
        "4k4/9/9/9/9/9/9/9/9/9 w",
        "3k5/9/9/9/9/9/9/9/P8/4K4 w",
        "3k5/9/9/9/9/9/9/9/1B7/4K4 w",
        "4k4/9/9/9/9/9/9/9/9/4K4 w",
        "3k5/9/9/9/9/9/9/9/9/3RK4 w",
        "3k5/9/9/9/9/9/9/9/9/4K4 w - - x",
        "",
    ] {
        said(home.path(), &["judge", "--fen", fen, "--moves", "e0e1"]);
        said(home.path(), &["board", "--fen", fen]);
    }
    let games = [
        (
            "a.pgn",
            "[Event \"x\"]\n[Event \"y\"]\n\n1. 炮二平五 马8进7 (1... 马9进7) 2. 马二进四 {never",
        ),
        ("b.pgn", "[FEN \"4k4/9\"]\n\n1. 炮二平五 1-0"),
        (
            "c.pgn",
            "[Result \"won\"]\n[Event\n\n1. 炮二平五 ) 2. 兵九进五 0-1",
        ),
        ("d.txt", "DhtmlXQ"),
        ("e.xqf", "XQ"),
        ("f.cbr", "CCBridge Record"),
        ("g.pgn", ""),
    ];
    for (name, text) in games {
        std::fs::write(home.path().join(name), text).unwrap();
        said(home.path(), &["judge", name, "--summary"]);
        let output = qili()
            .current_dir(home.path())
            .args(["convert", name, "-o", "out.pgn", "--lang", "zh"])
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(english(&errors), [""; 0], "{name}: {errors}");
    }
    for arguments in [
        &["judge", "missing.pgn"][..],
        &["judge", "*.cbl"],
        &["convert", "a.pgn", "--to", "wxf"],
        &["board", "a.pgn", "--game", "7"],
        &["board", "a.pgn", "--ply", "70"],
        &["board", "start", "--ply", "7"],
        &[
            "board", "start", "--width", "0", "--format", "png", "-o", "a.png",
        ],
        &["fmt", "missing.rule"],
        &["fmt", "a.pgn"],
        &[
            "diff",
            "2007-trial",
            "2011-training",
            "--games",
            "missing.pgn",
        ],
    ] {
        said(home.path(), arguments);
    }
}

#[test]
fn what_is_wrong_with_events() {
    let data = qili_tests::root().join("tests/data/competition/bad");
    let mut names: Vec<_> = std::fs::read_dir(&data)
        .unwrap()
        .map(|entry| entry.unwrap().path().display().to_string())
        .collect();
    names.sort();
    assert!(names.len() > 10);
    let home = tempfile::tempdir().unwrap();
    for file in &names {
        for command in [
            "standings",
            "pairings",
            "groups",
            "teams",
            "lineups",
            "withdraw",
            "clock",
            "limit",
            "offers",
            "touch",
            "correct",
            "handicap",
            "adjourn",
        ] {
            said(home.path(), &["competition", command, file]);
        }
    }
    for wrong in [
        &["officials", "--level", "moon", "--boards", "1"][..],
        &["conduct", "--rules", "2020"],
    ] {
        said(home.path(), &[&["competition"], wrong].concat());
    }
}
