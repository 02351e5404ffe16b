//! A client that speaks the protocol with a server in this process, in a folder of its own.

#![allow(dead_code, reason = "no test uses all of it")]
#![allow(unreachable_pub, reason = "the module is in each test that uses it")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use qili_words::Language;
use serde_json::{Value, json};

/// The name of the folder in which the editions lie: such names are in use.
pub const FOLDER: &str = "棋例 draft 1";
/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A client with its server.
pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    home: tempfile::TempDir,
    next: i32,
    /// What is said to be wrong, by address.
    pub diagnostics: BTreeMap<String, Vec<Value>>,
    /// What else the server said, by method.
    pub said: Vec<(String, Value)>,
    answers: BTreeMap<String, Response>,
    versions: BTreeMap<PathBuf, i32>,
    texts: BTreeMap<PathBuf, String>,
    /// What the server said of itself.
    pub abilities: Value,
}

/// The editions that are made for tests, in a folder with a name that must be converted.
pub fn editions() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/editions");
    copy(&from, &home.path().canonicalize().unwrap().join(FOLDER));
    home
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()));
        } else {
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

/// What a client without anything special says; positions in UTF-16.
pub fn plain() -> Value {
    json!({
        "processId": null,
        "rootUri": null,
        "locale": "en",
        "capabilities": { "window": { "showDocument": { "support": true } } },
        "initializationOptions": { "rest": 20 },
    })
}

impl Client {
    /// Begins a session about the test editions.
    pub fn new(initialize: Value) -> Self {
        Self::at(editions(), initialize)
    }

    /// Begins a session about what lies in a folder.
    pub fn at(home: tempfile::TempDir, mut initialize: Value) -> Self {
        let (connection, other) = Connection::memory();
        let server = std::thread::spawn(move || {
            qili_lsp::serve(other, Language::English).unwrap();
        });
        let mut client = Self {
            connection,
            server: Some(server),
            home,
            next: 0,
            diagnostics: BTreeMap::new(),
            said: Vec::new(),
            answers: BTreeMap::new(),
            versions: BTreeMap::new(),
            texts: BTreeMap::new(),
            abilities: Value::Null,
        };
        let root = qili_lsp::path::uri(&client.root()).unwrap();
        initialize["workspaceFolders"] = json!([{ "uri": root.as_str(), "name": FOLDER }]);
        client.abilities = client.ask("initialize", initialize);
        client.tell("initialized", json!({}));
        client
    }

    /// The folder with the editions.
    pub fn root(&self) -> PathBuf {
        self.home.path().canonicalize().unwrap().join(FOLDER)
    }

    /// The path of a file.
    pub fn path(&self, file: &str) -> PathBuf {
        self.root().join(file)
    }

    /// The address of a file.
    pub fn uri(&self, file: &str) -> String {
        qili_lsp::path::uri(&self.path(file))
            .unwrap()
            .as_str()
            .to_owned()
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: Value) {
        let note = Notification {
            method: method.to_owned(),
            params,
        };
        self.connection.sender.send(note.into()).unwrap();
    }

    /// Sends a request and does not wait.
    pub fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request {
            id: id.clone(),
            method: method.to_owned(),
            params,
        };
        self.connection.sender.send(request.into()).unwrap();
        id
    }

    /// The answer to a request.
    pub fn answer(&mut self, id: &RequestId) -> Response {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(answer) = self.answers.remove(&id.to_string()) {
                return answer;
            }
            assert!(self.listen(until), "no answer");
        }
    }

    /// Sends a request and gives its result.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let answer = self.answer(&id);
        match (answer.result, answer.error) {
            (Some(result), None) => result,
            (_, error) => panic!("{method}: {error:?}"),
        }
    }

    /// Sends a request and gives the error.
    pub fn refused(&mut self, method: &str, params: Value) -> String {
        let id = self.begin(method, params);
        self.answer(&id).error.unwrap().message
    }

    /// Takes one message; false if none comes.
    fn listen(&mut self, until: Instant) -> bool {
        let left = until.saturating_duration_since(Instant::now());
        let Ok(message) = self.connection.receiver.recv_timeout(left) else {
            return false;
        };
        match message {
            Message::Response(response) => {
                self.answers.insert(response.id.to_string(), response);
            }
            Message::Request(request) => {
                self.said.push((request.method, request.params));
                let answer = Response::new_ok(request.id, Value::Null);
                self.connection.sender.send(answer.into()).unwrap();
            }
            Message::Notification(note) if note.method == "textDocument/publishDiagnostics" => {
                let uri = note.params["uri"].as_str().unwrap().to_owned();
                let all = note.params["diagnostics"].as_array().unwrap().clone();
                self.diagnostics.insert(uri, all);
            }
            Message::Notification(note) => self.said.push((note.method, note.params)),
        }
        true
    }

    /// Waits until what is said about a file is so.
    pub fn until(&mut self, file: &str, so: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        self.until_of(&self.uri(file), so)
    }

    /// The same of a file elsewhere, by its address.
    pub fn until_of(&mut self, uri: &str, so: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let until = Instant::now() + PATIENCE;
        loop {
            let all = self.diagnostics.get(uri).cloned().unwrap_or_default();
            if so(&all) {
                return all;
            }
            assert!(self.listen(until), "{uri}: {all:#?}");
        }
    }

    /// Waits until nothing has come for a while.
    pub fn rest(&mut self) {
        let until = Instant::now() + PATIENCE;
        while self.listen((Instant::now() + Duration::from_millis(1500)).min(until)) {}
    }

    /// The text of a file as the client has it.
    pub fn text(&self, file: &str) -> String {
        let path = self.path(file);
        self.texts
            .get(&path)
            .cloned()
            .unwrap_or_else(|| std::fs::read_to_string(&path).unwrap())
    }

    /// Opens a file as it is.
    pub fn open(&mut self, file: &str) {
        let text = self.text(file);
        self.open_as(file, &text);
    }

    /// Opens a file with another text.
    pub fn open_as(&mut self, file: &str, text: &str) {
        let path = self.path(file);
        self.texts.insert(path.clone(), text.to_owned());
        self.versions.insert(path, 1);
        let uri = self.uri(file);
        let language = if file.ends_with(".rule") {
            "qili-rule"
        } else {
            "yaml"
        };
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a text that occurs once in a file.
    pub fn replace(&mut self, file: &str, old: &str, new: &str) {
        let text = self.text(file);
        assert_eq!(text.matches(old).count(), 1, "{old}");
        let start = text.find(old).unwrap();
        self.edit(file, start, start + old.len(), new);
    }

    /// Replaces a part of a file.
    pub fn edit(&mut self, file: &str, start: usize, end: usize, new: &str) {
        let text = self.text(file);
        let range = json!({ "start": position(&text, start), "end": position(&text, end) });
        let path = self.path(file);
        let version = self.versions.get_mut(&path).unwrap();
        *version += 1;
        let version = *version;
        self.texts
            .insert(path, format!("{}{new}{}", &text[..start], &text[end..]));
        let document = json!({ "uri": self.uri(file), "version": version });
        let change = json!({ "range": range, "text": new });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
    }

    /// The place where a text begins in a file, as parameters.
    pub fn place(&self, file: &str, text: &str) -> Value {
        self.place_in(file, text, 0)
    }

    /// The place so many bytes behind that.
    pub fn place_in(&self, file: &str, text: &str, behind: usize) -> Value {
        let whole = self.text(file);
        let at = whole
            .find(text)
            .unwrap_or_else(|| panic!("{text} in {file}"))
            + behind;
        json!({ "textDocument": { "uri": self.uri(file) }, "position": position(&whole, at) })
    }

    /// What is asked of a file as a whole.
    pub fn document(&self, file: &str) -> Value {
        json!({ "textDocument": { "uri": self.uri(file) } })
    }

    /// A value as snapshots have it: without what differs from machine to machine.
    pub fn shown(&self, value: &Value) -> String {
        let text = serde_json::to_string_pretty(value).unwrap();
        let root = self.uri("");
        text.replace(root.trim_end_matches('/'), "ROOT")
            .replace(&self.root().display().to_string(), "ROOT")
    }

    /// The texts after edits of a workspace, by file.
    pub fn edited(&self, edit: &Value) -> BTreeMap<String, String> {
        let mut edited = BTreeMap::new();
        for change in edit["documentChanges"].as_array().unwrap() {
            let uri: lsp_types::Uri = change["textDocument"]["uri"]
                .as_str()
                .unwrap()
                .parse()
                .unwrap();
            let path = qili_lsp::path::path(&uri);
            let file = path
                .strip_prefix(self.root())
                .unwrap()
                .display()
                .to_string();
            let text = applied(&self.text(&file), change["edits"].as_array().unwrap());
            edited.insert(file, text);
        }
        edited
    }

    /// Says goodbye; the server must end by itself.
    pub fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.server.take().unwrap().join().unwrap();
    }
}

/// A text after edits.
pub fn applied(text: &str, edits: &[Value]) -> String {
    let mut spans: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let at = |end: &str| offset(text, &edit["range"][end]);
            (at("start"), at("end"), edit["newText"].as_str().unwrap())
        })
        .collect();
    spans.sort_unstable();
    let mut changed = text.to_owned();
    for (start, end, new) in spans.into_iter().rev() {
        changed.replace_range(start..end, new);
    }
    changed
}

/// The position of a byte in UTF-16.
pub fn position(text: &str, at: usize) -> Value {
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    json!({ "line": line, "character": text[start..at].encode_utf16().count() })
}

/// The byte of a position in UTF-16.
pub fn offset(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap();
    let mut start = 0;
    for _ in 0..line {
        start += text[start..]
            .find('\n')
            .map_or(text.len() - start, |end| end + 1);
    }
    let mut left = position["character"].as_u64().unwrap();
    for c in text[start..].chars() {
        if left == 0 || c == '\n' {
            break;
        }
        left -= u64::try_from(c.len_utf16()).unwrap();
        start += c.len_utf8();
    }
    start
}
