//! Whom the server answers, what it refuses, and how it ends.

use std::io::Write as _;
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::http;
use crate::server::Server;

#[test]
fn other_hosts_and_other_sites_are_refused() {
    let server = Server::start(&["--allow-origin", "https://club.example"]);
    let ask = |method: &str, head: &str| {
        http::request(server.address, method, "/api/editions", head, b"")
    };
    let port = server.address.port();
    for (status, head) in [
        (200, format!("Host: localhost:{port}\r\n")),
        (403, "Host: example.org\r\n".to_owned()),
        (
            403,
            format!("Host: localhost:{port}\r\nOrigin: http://example.org\r\n"),
        ),
        (403, format!("Host: localhost:{port}\r\nOrigin: null\r\n")),
        (
            200,
            format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"),
        ),
        (
            200,
            format!("Host: localhost:{port}\r\nOrigin: https://club.example\r\n"),
        ),
    ] {
        let answer = ask("GET", &head);
        assert_eq!(answer.status, status, "{head}");
        if status == 403 {
            assert_eq!(
                answer.header("content-type"),
                Some("application/problem+json")
            );
        }
        let allowed = answer.header("access-control-allow-origin");
        assert_eq!(allowed.is_some(), head.contains("club.example"), "{head}");
    }
    let preflight = ask(
        "OPTIONS",
        &format!("Host: localhost:{port}\r\nOrigin: https://club.example\r\n"),
    );
    assert_eq!(preflight.status, 204);
    assert_eq!(
        preflight.header("access-control-allow-headers"),
        Some("content-type")
    );
}

#[test]
fn bad_questions_are_answered_with_their_place() {
    let server = Server::start(&[]);
    let fen = "4k4/9/9/9/9/9/9/9/9/R2K5 w";
    let judged =
        |moves: &str| json!({"edition": "2020", "fen": fen, "moves": moves, "cycle": true});
    for (status, code, body) in [
        (400, "qili::serve::json", "{".to_owned()),
        (
            422,
            "qili::serve::json",
            json!({"editio": "2020"}).to_string(),
        ),
        (
            422,
            "qili::serve::question",
            json!({"moves": "h2e2"}).to_string(),
        ),
        (
            422,
            "qili::serve::unknown",
            json!({"edition": "../2020", "moves": "h2e2"}).to_string(),
        ),
        (
            422,
            "qili::moves::unreadable",
            judged("a0a9 what e9e8").to_string(),
        ),
        (
            422,
            "qili::cycle::odd",
            judged("a0a9 e9e8 a9a8").to_string(),
        ),
        (
            422,
            "qili::position::royal_missing",
            json!({"edition": "2020", "fen": "9/9/9/9/9/9/9/9/9/R2K5 w"}).to_string(),
        ),
        (
            422,
            "qili::fen::letter",
            json!({"edition": "2020", "fen": "4k4/9/9/9/9/9/9/9/9/X2K5 w"}).to_string(),
        ),
        (
            422,
            "qili::file::no_game",
            json!({"edition": "2020", "game": "no game at all"}).to_string(),
        ),
    ] {
        let answer = server.ask("POST", "/api/judge", body.as_bytes());
        assert_eq!(
            answer.header("content-type"),
            Some("application/problem+json"),
            "{body}"
        );
        let problem = answer.json();
        assert_eq!(
            (answer.status, &problem["code"]),
            (status, &json!(code)),
            "{body}: {problem}"
        );
        assert_eq!(problem["status"], status);
    }
    for moves in [
        "what",
        "a0b1",
        "车三进一",
        "d0e0",
        "a0a9",
        "a0a9 e9e8 a9a8",
        "e0e1",
    ] {
        let mut question = judged(moves);
        question["lang"] = json!("zh");
        in_chinese(&server.post("/api/judge", &question).json());
    }
    for board in [
        "",
        "9/9",
        "4k4/9/9/9/9/9/9/9/9/R2K5",
        "4k4/9/9/9/9/9/9/9/9/R3K4 w",
        "4k4/9/9/9/9/9/9/9/9/4R1K2 w",
        "3kk4/9/9/9/9/9/9/9/9/R2K5 b",
    ] {
        let question = json!({"edition": "2020", "lang": "zh", "fen": board});
        in_chinese(&server.post("/api/position", &question).json());
    }
    let problem = server.post("/api/judge", &judged("a0a9 what e9e8")).json();
    let place =
        json!({"source": "moves", "line": 1, "column": 6, "length": 4, "label": "this move"});
    assert_eq!(problem["places"], json!([place]));
    let misplaced = json!({"edition": "2020", "lang": "zh", "fen": "4k4/9/9/9/9/9/9/9/K8/9 w"});
    let problem = server.post("/api/position", &misplaced).json();
    assert_eq!(problem["squares"], json!(["a1"]));
    let detail = problem["detail"].as_str().unwrap();
    assert!(
        detail.starts_with("红方的") && !detail.contains("general"),
        "{detail}"
    );
}

/// A problem has no English word but for those that one writes, which stand in backticks.
fn in_chinese(problem: &Value) {
    let detail = problem["detail"].as_str().unwrap();
    let help = problem["help"].as_str().unwrap_or_default();
    for text in [detail, help.lines().next().unwrap_or_default()] {
        let words: String = text.split('`').step_by(2).collect();
        assert!(
            !words.contains(|c: char| c.is_ascii_alphabetic()),
            "{problem}"
        );
    }
    assert!(
        detail.contains(|c: char| ('\u{4e00}'..='\u{9fff}').contains(&c)),
        "{problem}"
    );
}

#[test]
fn what_is_too_large_or_not_there_is_refused() {
    let server = Server::start(&[]);
    // what is announced is enough
    let head = format!(
        "POST /api/judge HTTP/1.1\r\nHost: {}\r\nContent-Length: 1000001\r\n\r\n",
        server.address
    );
    let answer = http::raw(server.address, head.as_bytes());
    assert_eq!(
        (answer.status, &answer.json()["code"]),
        (413, &json!("qili::serve::too_large"))
    );
    assert_eq!(server.get("/no/such/page").status, 404);
    assert_eq!(server.get("/api/schemas/..%2Fopenapi.json").status, 404);
    assert_eq!(server.get("/api/judge").status, 405);
    // and it still answers
    assert_eq!(server.get("/api/editions").status, 200);
}

#[test]
fn pages_may_load_nothing_from_elsewhere() {
    let server = Server::start(&[]);
    for path in ["/", "/api/editions", "/style.css", "/no/such/page"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"),
            "{path}"
        );
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
    }
}

#[test]
fn for_other_machines_the_address_comes_with_a_code() {
    let mut server = Server::start(&["--host", "0.0.0.0"]);
    let code: String = (0..4).map(|_| server.line()).collect();
    assert!(code.contains(['█', '▀', '▄']), "{}{code}", server.address);
    assert!(Server::start(&[]).address.ip().is_loopback());
}

#[test]
fn a_port_that_is_taken_is_named() {
    let server = Server::start(&[]);
    let port = server.address.port().to_string();
    for (lang, words) in [
        ("en", "cannot listen on 127.0.0.1:"),
        ("zh", "不能在 127.0.0.1:"),
    ] {
        let output = qili_tests::qili()
            .args(["serve", "--port", &port, "--lang", lang])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(words) && said.contains("--port"), "{said}");
    }
}

/// The address says which language; then the browser; then whoever started the server.
#[test]
fn who_states_no_language_gets_that_of_the_server() {
    let mut command = qili_tests::qili();
    command.args(["serve", "--port", "0", "--lang", "zh"]);
    let server = Server::of(command, "已开通：http://");
    let title = |path: &str, wanted: &str| {
        let head = format!("Host: {}\r\n{wanted}", server.address);
        let page = http::request(server.address, "GET", path, &head, b"").text();
        let chinese = page.contains("<html lang=\"zh-Hans\">");
        assert!(chinese || page.contains("<html lang=\"en\">"), "{page}");
        chinese
    };
    for page in ["/", "/draft"] {
        assert!(title(page, ""));
        assert!(title(page, "Accept-Language: fr, *;q=0.5\r\n"));
        assert!(!title(page, "Accept-Language: fr, en-GB;q=0.5\r\n"));
        let address = format!("{page}?lang=en");
        assert!(!title(&address, "Accept-Language: zh\r\n"));
    }
    assert_eq!(
        server.get("/book/2020").header("location"),
        Some("/book/zh/2020/index.html")
    );
    assert!(server.get("/no/such/page").text().contains("没有"));
}

#[test]
fn a_folder_without_an_edition_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let output = qili_tests::qili()
        .args(["serve", "--port", "0", folder])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// A question that is never sent to its end must not keep the server.
#[cfg(unix)]
#[test]
fn it_ends_soon_whatever_is_under_way() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(&[]);
        let mut slow = TcpStream::connect(server.address).unwrap();
        let head = format!(
            "POST /api/judge HTTP/1.1\r\nHost: {}\r\nContent-Length: 100\r\n\r\n{{",
            server.address
        );
        slow.write_all(head.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(200));
        let told = Instant::now();
        let id = server.child.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        let status = server.child.wait().unwrap();
        assert!(
            told.elapsed() < Duration::from_secs(5),
            "{signal}: {:?}",
            told.elapsed()
        );
        assert_eq!(status.code(), Some(0), "{signal}");
    }
}

#[test]
fn two_hundred_questions_at_once_are_all_answered() {
    let server = Server::start(&[]);
    let question = json!({
        "edition": "2020", "cycle": true,
        "fen": "2baka2r/9/2n1b4/2p1p4/9/3Rc1Pc1/4C1n2/3NB1NC1/4A4/4KAB2 w",
        "moves": ["d4d7", "h4h7", "d7d4", "h7h4"],
    });
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let ask = |_| scope.spawn(|| server.post("/api/judge", &question).status);
        let asked: Vec<_> = (0..200).map(ask).collect();
        asked.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses, [200; 200]);
}
