//! Drafts: what is answered about a text that is being typed, what is written and what is refused.

use std::io::Write as _;
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::http;
use crate::server::Server;

/// A draft that amends the edition in force, with a rule file of its own.
pub(crate) fn draft(rules: &str) -> Value {
    let about = "id: my-draft\ntitle: { zh: 草案, en: Draft }\nstatus: draft\namends: \"2020\"\ncases: inherited\nfiles: [draft.rule]\n";
    json!({"name": "my-draft", "alone": true, "files": {"edition.yaml": about, "draft.rule": rules}})
}

/// What `qili diff` says of the same rules in a folder.
pub(crate) fn diff(rules: &str) -> Value {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("my-draft");
    std::fs::create_dir(&folder).unwrap();
    for (file, text) in draft(rules)["files"].as_object().unwrap() {
        std::fs::write(folder.join(file), text.as_str().unwrap()).unwrap();
    }
    let output = qili_tests::qili()
        .args(["diff", "2020", folder.to_str().unwrap()])
        .args(["--format", "json", "--lang", "en"])
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The repeal of a clause of the edition in force that shows in several cases, and what `qili diff` says of it.
pub(crate) struct Repeal {
    pub(crate) article: String,
    pub(crate) said: Value,
}

impl Repeal {
    /// Such a clause, whatever the law says by now: the first case with another ruling has plies with other natures.
    pub(crate) fn telling() -> &'static Self {
        static FOUND: OnceLock<Repeal> = OnceLock::new();
        FOUND.get_or_init(|| {
            let shown = qili_tests::qili()
                .args(["show", "2020", "--format", "json"])
                .output()
                .unwrap();
            let clauses: Vec<Value> = serde_json::from_slice(&shown.stdout).unwrap();
            let articles = clauses
                .iter()
                .filter_map(|clause| clause["article"].as_str());
            // one that has long been known to, so that seldom more than one is tried
            let mut articles = std::iter::once("provision.2").chain(articles);
            let telling = |article: &str| {
                let found = Self {
                    article: article.to_owned(),
                    said: diff(&format!("language english\n\nrepeal clause {article}\n")),
                };
                let cases = found.said["cases"].as_array()?;
                (cases.len() > 3 && !found.first()?["plies"].as_array()?.is_empty())
                    .then_some(found)
            };
            articles.find_map(telling).unwrap()
        })
    }

    /// The first case that is ruled on otherwise.
    pub(crate) fn first(&self) -> Option<&Value> {
        let mut cases = self.said["cases"].as_array()?.iter();
        cases.find(|case| !case["ruling"].is_null())
    }

    pub(crate) fn line(&self) -> String {
        format!("repeal clause {}", self.article)
    }

    /// The draft's rule file.
    pub(crate) fn rules(&self) -> String {
        format!("language english\n\n{}\n", self.line())
    }
}

/// A clause more, which changes nothing.
const ADDED: &str =
    "language english\n\nclause 99 \"又\" \"more\" {\n  define 又 more (p: ply) as p is 将\n}\n";

#[test]
fn what_follows_is_what_the_command_says() {
    let server = Server::start(&[]);
    let fen = "3k5/9/9/9/9/9/9/9/4R4/5K3 w";
    let own =
        json!([{"fen": fen, "moves": "e1d1 d9e9 d1e1 e9d9"}, {"fen": "nonsense", "moves": []}]);
    let repeal = Repeal::telling();
    let asked = json!({"draft": draft(&repeal.rules()), "own": own});
    let mut answer = server.post("/draft/follows", &asked).json();
    let said = &repeal.said;
    assert_eq!(answer["compared"], said["compared"]);
    assert_eq!(answer["law"], said["law"]);
    assert_eq!(answer["clauses"], said["clauses"]);
    let cases = answer["cases"].as_array_mut().unwrap();
    assert!(cases.len() > 3);
    for case in cases {
        let case = case.as_object_mut().unwrap();
        assert_eq!(
            case.shift_remove("moves")
                .unwrap()
                .as_array()
                .unwrap()
                .len()
                % 2,
            0
        );
        assert!(case.shift_remove("called").unwrap().is_string());
    }
    assert_eq!(answer["cases"], said["cases"]);
    let own = &answer["own"];
    let rulings = own[0]["rulings"].as_array().unwrap();
    assert!(rulings[0].is_string() && rulings[0] == rulings[1], "{own}");
    assert!(
        own[0]["change"].is_null() && own[1]["problem"].is_string(),
        "{own}"
    );
    // the same stretch on two boards
    let case = said["cases"][0].clone();
    let asked = json!({"draft": draft(&repeal.rules()), "fen": case["fen"], "moves": []});
    assert_eq!(server.post("/draft/boards", &asked).status, 422);
}

#[test]
fn words_mistakes_and_proposals_come_at_their_places() {
    let server = Server::start(&[]);
    let rules = "language english\n\nclause 99 \"新\" \"new\" {\n  define 好 good (p: ply) as p is wining\n}\n";
    for (lang, words) in [("en", "wining"), ("zh", "没有叫 `wining` 的")] {
        let asked = json!({"draft": draft(rules), "file": "draft.rule", "lang": lang});
        let answer = server.post("/draft/read", &asked).json();
        let wrong = &answer["wrong"]["draft.rule"][0];
        let message = wrong["message"].as_str().unwrap();
        assert!(message.contains(words), "{answer}");
        let place =
            json!({"start": {"line": 3, "character": 33}, "end": {"line": 3, "character": 39}});
        assert_eq!(wrong["range"], place);
        let keywords = answer["words"]["keyword"].as_array().unwrap();
        assert!(keywords.contains(&json!([2, 0, 6])), "{keywords:?}");
    }
    // while somebody types, what is unfinished is no mistake, and names are proposed
    let rules = rules.replace("wining\n}", "ki");
    let typing = json!({"line": 3, "character": 35});
    let mut asked = json!({"draft": draft(&rules), "file": "draft.rule", "typing": typing});
    let answer = server.post("/draft/read", &asked).json();
    assert_eq!(answer["wrong"], json!({}));
    let proposals = answer["proposals"].as_array().unwrap();
    assert!(
        proposals.iter().any(|one| one["label"] == "kill"),
        "{proposals:?}"
    );
    asked["typing"] = Value::Null;
    let answer = server.post("/draft/read", &asked).json();
    assert!(answer["wrong"]["draft.rule"].is_array() && answer["proposals"] == json!([]));
    // what no case touches is found by checking the whole
    let rules = "language english\n\nclause 99 \"新\" \"new\" {\n  exception to 28.3\n    when moved is 帅 and mover is in check at before and opponent is in check at before\n}\n";
    let answer = server
        .post("/draft/check", &json!({"draft": draft(rules)}))
        .json();
    let doubtful = answer["doubtful"]["draft.rule"].to_string();
    assert!(doubtful.contains("qili::check::"), "{answer}");
}

fn files(server: &Server, name: &str) -> Value {
    let answer = server.get(&format!("/draft/files?edition={name}"));
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["files"].take()
}

#[test]
fn what_is_typed_is_saved_unless_the_file_has_changed() {
    let editions = qili_tests::Editions::new().unwrap();
    let server = Server::start(&[&editions.edition("club")]);
    let before = files(&server, "club");
    let old = before["natures.rule"]["text"].as_str().unwrap();
    let new = old.replace("chases nothing by it", "chases nothing");
    let question = |file: &str, text: &str, was: &Value| {
        let was = match was {
            Value::Null => json!({}),
            was => json!({file: was}),
        };
        json!({"draft": {"name": "club", "files": {file: text}}, "was": was})
    };
    let was = before["natures.rule"]["was"].clone();
    let saved = server.post("/draft/save", &question("natures.rule", &new, &was));
    assert_eq!(saved.status, 200, "{}", saved.text());
    let path = editions.path("club/natures.rule");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), new);
    assert_eq!(
        saved.json()["was"]["natures.rule"],
        files(&server, "club")["natures.rule"]["was"]
    );
    // nothing is left behind
    let mut names: Vec<_> = std::fs::read_dir(editions.path("club"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        ["cases", "edition.yaml", "natures.rule", "rulings.rule"]
    );
    // the first mark is not that of the file any more; nor may a file be there that nobody has opened
    for was in [&was, &Value::Null] {
        let mut question = question("natures.rule", old, was);
        question["lang"] = json!("zh");
        let refused = server.ask(
            "POST",
            "/draft/save?lang=zh",
            question.to_string().as_bytes(),
        );
        assert_eq!(refused.status, 409, "{}", refused.text());
        assert!(
            refused.text().contains("已被别处改动"),
            "{}",
            refused.text()
        );
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), new);
    // a new file, also among the cases
    let case = question("cases/more.yaml", "id: more\n", &Value::Null);
    assert_eq!(server.post("/draft/save", &case).status, 200);
    assert!(editions.path("club/cases/more.yaml").is_file());
}

#[test]
fn nothing_is_written_outside_the_folder() {
    let editions = qili_tests::Editions::new().unwrap();
    let server = Server::start(&[&editions.edition("club")]);
    let save =
        |name: &str, file: &str| json!({"draft": {"name": name, "files": {file: "x"}}, "was": {}});
    for file in [
        "../garden/edition.yaml",
        "cases/../../x.rule",
        "/etc/x.rule",
        "notes.txt",
        "cases/x/y.yaml",
        ".rule",
        "a\\b.rule",
        "",
    ] {
        let refused = server.post("/draft/save", &save("club", file));
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (422, &json!("qili::serve::file")),
            "{file}"
        );
    }
    for name in ["2020", "garden", "../garden"] {
        let refused = server.post("/draft/save", &save(name, "x.rule"));
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (422, &json!("qili::serve::draft")),
            "{name}"
        );
        assert_eq!(
            server.get(&format!("/draft/files?edition={name}")).status,
            422
        );
    }
    #[cfg(unix)]
    {
        let elsewhere = tempfile::tempdir().unwrap();
        let cases = editions.path("club/cases");
        std::fs::remove_dir_all(&cases).unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), &cases).unwrap();
        let refused = server.post("/draft/save", &save("club", "cases/x.yaml"));
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    }
    // other sites may not write, and names that lead here from elsewhere do not
    let head = [
        "Host: example.org\r\n".to_owned(),
        format!("Host: {}\r\nOrigin: http://example.org\r\n", server.address),
    ];
    for head in head {
        let body = save("club", "x.rule").to_string();
        let refused = http::request(
            server.address,
            "POST",
            "/draft/save",
            &head,
            body.as_bytes(),
        );
        assert_eq!(refused.status, 403, "{head}");
    }
    assert!(!editions.path("club/x.rule").exists());
    // nor may other machines, where they can reach it at all
    let open = Server::start(&["--host", "0.0.0.0", &editions.edition("club")]);
    if !open.address.ip().is_loopback() && !open.address.ip().is_unspecified() {
        let refused = open.post("/draft/save", &save("club", "x.rule"));
        assert_eq!(refused.status, 403, "{}", refused.text());
        assert_eq!(open.get("/draft/files?edition=club").status, 200);
    }
    // without a folder there is nothing to write to
    let refused = Server::start(&[]).post("/draft/save", &save("club", "x.rule"));
    assert_eq!(refused.status, 422);
}

#[test]
fn a_patch_makes_the_folder_what_was_typed() {
    let editions = qili_tests::Editions::new().unwrap();
    let server = Server::start(&[&editions.edition("club")]);
    let old = files(&server, "club")["natures.rule"]["text"]
        .as_str()
        .unwrap()
        .to_owned();
    let new = old.replace("\"answering a check\"", "\"an answer\"");
    let changed = json!({"natures.rule": new, "more.rule": "language english\n"});
    let asked = json!({"draft": {"name": "club", "files": changed}});
    let patch = server.post("/draft/patch", &asked);
    assert!(
        patch
            .header("content-type")
            .unwrap()
            .starts_with("text/x-diff")
    );
    let home = editions.path("club");
    let home = home.parent().unwrap();
    std::fs::write(home.join("my.patch"), &patch.body).unwrap();
    applied(home);
    assert_eq!(
        std::fs::read_to_string(home.join("club/natures.rule")).unwrap(),
        new
    );
    assert!(home.join("club/more.rule").is_file());
    // one that only the browser has is new altogether
    let patch = server.post("/draft/patch", &json!({"draft": draft(ADDED)}));
    std::fs::write(home.join("my.patch"), &patch.body).unwrap();
    applied(home);
    assert_eq!(
        std::fs::read_to_string(home.join("my-draft/draft.rule")).unwrap(),
        ADDED
    );
}

#[test]
fn a_file_goes_only_as_it_was_seen() {
    let editions = qili_tests::Editions::new().unwrap();
    let server = Server::start(&[&editions.edition("club")]);
    let before = files(&server, "club");
    let was = |file: &str| before[file]["was"].clone();
    let question = |gone: Value, files: Value| json!({"draft": {"name": "club", "files": files}, "was": {}, "gone": gone});
    let path = editions.path("club/natures.rule");
    for (status, gone, files) in [
        (409, json!({"natures.rule": "0"}), json!({})),
        (409, json!({"other.rule": "0"}), json!({})),
        (422, json!({"edition.yaml": was("edition.yaml")}), json!({})),
        (
            422,
            json!({"../club/natures.rule": was("natures.rule")}),
            json!({}),
        ),
        (
            422,
            json!({"cases/../natures.rule": was("natures.rule")}),
            json!({}),
        ),
        (
            422,
            json!({"natures.rule": was("natures.rule")}),
            json!({"natures.rule": "x"}),
        ),
        // nothing is written where something may not go
        (409, json!({"natures.rule": "0"}), json!({"new.rule": "x"})),
    ] {
        let refused = server.post("/draft/save", &question(gone.clone(), files));
        assert_eq!(refused.status, status, "{gone}: {}", refused.text());
        assert!(path.exists() && !editions.path("club/new.rule").exists());
    }
    let gone = question(
        json!({"natures.rule": was("natures.rule")}),
        json!({"new.rule": "x"}),
    );
    assert_eq!(server.post("/draft/save", &gone).status, 200);
    assert!(!path.exists() && editions.path("club/new.rule").exists());
    #[cfg(unix)]
    {
        let elsewhere = editions.path("elsewhere.rule");
        std::fs::write(&elsewhere, "y").unwrap();
        std::os::unix::fs::symlink(&elsewhere, &path).unwrap();
        let there = server.get("/draft/files?edition=club");
        let was = there.json()["files"]["natures.rule"]["was"].clone();
        let refused = server.post(
            "/draft/save",
            &question(json!({"natures.rule": was}), json!({})),
        );
        assert_ne!(refused.status, 200, "{}", refused.text());
        assert!(elsewhere.exists());
    }
}

fn applied(home: &Path) {
    let status = Command::new("git")
        .args(["apply", "my.patch"])
        .current_dir(home)
        .status();
    assert!(status.unwrap().success());
}

#[test]
fn a_draft_begins_from_what_the_command_begins_with() {
    let server = Server::start(&[]);
    let answer = server
        .get("/draft/files?new=%E6%88%91%E7%9A%84&amends=2020&lang=zh")
        .json();
    let files = answer["files"].as_object().unwrap();
    assert_eq!(
        files.keys().collect::<Vec<_>>(),
        ["draft.rule", "edition.yaml"]
    );
    assert!(
        files["edition.yaml"]["text"]
            .as_str()
            .unwrap()
            .contains("'我的'")
    );
    let refused = server.get("/draft/files?new=x&amends=1066&lang=zh");
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("没有可供"), "{}", refused.text());
}

/// A draft that would take for ever, and one that is no text at all: neither keeps the server from others.
#[test]
fn a_hostile_draft_costs_no_more_than_its_limit() {
    let server = Server::start(&[]);
    let every: String = ('a'..='p')
        .map(|name| format!("some {name} in pieces of mover: "))
        .collect();
    let rules = format!(
        "language english\n\nreplace clause general.2 \"禁止着法\" \"prohibited moves\" {{\n  define 犯禁 prohibited (p: ply) as\n    {every} a is on c and p is 将\n}}\n"
    );
    let asked = json!({"draft": draft(&rules)}).to_string();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for path in ["/draft/follows", "/draft/check"] {
        for _ in 0..=cores {
            let mut gone = TcpStream::connect(server.address).unwrap();
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n",
                server.address,
                asked.len()
            );
            gone.write_all(head.as_bytes()).unwrap();
            gone.write_all(asked.as_bytes()).unwrap();
            // whoever asked goes
        }
    }
    let good = server.post("/draft/follows", &json!({"draft": draft(ADDED)}));
    assert_eq!(good.status, 200, "{}", good.text());
    let clause = "clause 1 \"\" { define a as ";
    let long = |part: &str| part.repeat(250_000 / part.len());
    for rules in [
        "a".repeat(900_000),
        long("a"),
        long("當"),
        long("clause "),
        long("\u{1F600}"),
        long("clause 1 \"\" { unti a }\n"),
        clause.to_owned() + &long("("),
        clause.to_owned() + &long("some x in moves: "),
        clause.to_owned() + &long("# x\n"),
    ] {
        let asked = json!({"draft": draft(&rules), "file": "draft.rule"});
        let answer = server.post("/draft/read", &asked);
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(answer.json()["wrong"].as_object().unwrap().len() == 1);
    }
}
