//! The thread that takes messages: it owns the texts, hands out work on snapshots, and sends what comes back.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use lsp_server::{
    Connection, ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError,
};
use lsp_types::notification::Notification as _;
use lsp_types::request::Request as _;
use lsp_types::{
    ClientCapabilities, Diagnostic, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWatchedFilesRegistrationOptions, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, FileSystemWatcher, GlobPattern,
    InitializeParams, MessageType, PublishDiagnosticsParams, Registration, RegistrationParams,
    ShowDocumentParams, ShowMessageParams, notification, request,
};
use qili_words::Language;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answer::{self, Answer, Pace};
use crate::diagnose::{self, Slow};
use crate::path;
use crate::position::Encoding;
use crate::work::{Wanted, Worker};
use crate::world::{ABOUT, Options, World};

/// How long a text rests before unfinished words are mistakes.
const REST: Duration = Duration::from_millis(300);
/// The longest text that is taken at all, in bytes.
const LONGEST: usize = 16 << 20;

/// Why a server ended before the client said so.
#[derive(Debug)]
pub struct Ended(String);

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Ended {}

/// Serves the client at standard input and output, until it says `exit`. `language` is that of the answers, where the
/// client does not say one.
///
/// # Errors
/// A client that does not speak the protocol, or goes away.
pub fn stdio(language: Language) -> Result<(), Ended> {
    let (connection, threads) = Connection::stdio();
    serve(connection, language)?;
    threads.join().map_err(|error| Ended(error.to_string()))
}

/// Serves the client at the other end of a connection.
///
/// # Errors
/// As [`stdio`].
pub fn serve(connection: Connection, language: Language) -> Result<(), Ended> {
    let broken = |error: lsp_server::ProtocolError| Ended(error.to_string());
    let (id, params) = connection.initialize_start().map_err(broken)?;
    let params: InitializeParams =
        serde_json::from_value(params).map_err(|error| Ended(error.to_string()))?;
    let client = Client::of(&params);
    let options = options(&params, language);
    let result = answer::abilities(&options, client.pulls);
    connection.initialize_finish(id, result).map_err(broken)?;
    let (events, queue) = channel();
    let Connection { sender, receiver } = connection;
    let messages = events.clone();
    std::thread::spawn(move || {
        for message in receiver {
            if messages.send(Event::Message(message)).is_err() {
                return;
            }
        }
        let _ = messages.send(Event::Gone);
    });
    let mut server = Server {
        send: Box::new(move |message| {
            let _ = sender.send(message);
        }),
        client,
        world: World::new(options, roots(&params)),
        newest: Arc::default(),
        events,
        quick: Worker::new(),
        explains: Worker::new(),
        slow: Worker::new(),
        checks: Worker::new(),
        pending: HashMap::new(),
        found: BTreeMap::new(),
        published: BTreeMap::new(),
        stale: BTreeSet::new(),
        edited: None,
        due: None,
        requests: 0,
        ending: false,
    };
    server.begin();
    server.run(&queue);
    Ok(())
}

/// What the client can do.
#[derive(Debug, Clone, Copy, Default)]
struct Client {
    /// It asks for diagnostics itself.
    pulls: bool,
    refreshes_diagnostics: bool,
    refreshes_lenses: bool,
    refreshes_hints: bool,
    watches: bool,
    shows_documents: bool,
}

impl Client {
    fn of(params: &InitializeParams) -> Self {
        let ClientCapabilities {
            workspace,
            text_document,
            window,
            ..
        } = &params.capabilities;
        let workspace = workspace.as_ref();
        let said = |yes: Option<bool>| yes.unwrap_or_default();
        Self {
            pulls: text_document
                .as_ref()
                .is_some_and(|text| text.diagnostic.is_some()),
            refreshes_diagnostics: said(
                workspace.and_then(|one| one.diagnostic.as_ref()?.refresh_support),
            ),
            refreshes_lenses: said(
                workspace.and_then(|one| one.code_lens.as_ref()?.refresh_support),
            ),
            refreshes_hints: said(
                workspace.and_then(|one| one.inlay_hint.as_ref()?.refresh_support),
            ),
            watches: said(
                workspace
                    .and_then(|one| one.did_change_watched_files.as_ref()?.dynamic_registration),
            ),
            shows_documents: window
                .as_ref()
                .and_then(|window| window.show_document.as_ref())
                .is_some_and(|show| show.support),
        }
    }
}

/// What the client asks for when it begins: `{ "language": "zh", "pinyin": false, "rest": 300 }`.
fn options(params: &InitializeParams, language: Language) -> Options {
    let said = params.initialization_options.as_ref();
    let said = |name: &str| said.and_then(|options| options.get(name));
    let chosen = said("language")
        .and_then(Value::as_str)
        .and_then(|word| word.parse().ok());
    let locale = params.locale.as_deref().map(|locale| {
        if locale.to_ascii_lowercase().starts_with("zh") {
            Language::Chinese
        } else {
            Language::English
        }
    });
    let offered = params.capabilities.general.as_ref();
    let offered = offered.and_then(|general| general.position_encodings.as_deref());
    Options {
        language: chosen.or(locale).unwrap_or(language),
        encoding: Encoding::negotiated(offered),
        pinyin: said("pinyin").and_then(Value::as_bool).unwrap_or(true),
        rest: said("rest")
            .and_then(Value::as_u64)
            .map_or(REST, Duration::from_millis),
    }
}

fn roots(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten();
    let mut roots: Vec<PathBuf> = folders.map(|folder| path::path(&folder.uri)).collect();
    #[allow(deprecated, reason = "older clients say no more than this")]
    if let (true, Some(root)) = (roots.is_empty(), &params.root_uri) {
        roots.push(path::path(root));
    }
    roots
}

/// What the thread waits for.
enum Event {
    Message(Message),
    /// The client is gone.
    Gone,
    /// A request is answered.
    Answered(RequestId, Result<Answer, ResponseError>),
    /// Everything that had changed at a revision has been read.
    Read(u64),
    /// What is wrong with an edition, as far as it is read quickly.
    Quick(u64, PathBuf, Vec<(PathBuf, Diagnostic)>),
    /// What else is found by checking it.
    Slow(u64, PathBuf, Vec<Slow>),
}

/// What is wrong in a folder.
#[derive(Debug, Default)]
struct Found {
    quick: Vec<(PathBuf, Diagnostic)>,
    slow: Vec<Slow>,
}

struct Pending {
    wanted: Wanted,
    /// The text that it is about.
    path: Option<PathBuf>,
}

struct Server {
    send: Box<dyn Fn(Message)>,
    client: Client,
    world: World,
    newest: Arc<AtomicU64>,
    events: Sender<Event>,
    /// Reads what changes, and answers what needs no more.
    quick: Worker,
    /// Says what things mean and what rests on them.
    explains: Worker,
    /// Works out lenses and commands.
    slow: Worker,
    /// Checks editions whose texts rest.
    checks: Worker,
    pending: HashMap<RequestId, Pending>,
    /// By the folders of the editions, or the paths of texts that belong to none.
    found: BTreeMap<PathBuf, Found>,
    published: BTreeMap<PathBuf, Vec<Diagnostic>>,
    /// What has changed and has not been read since.
    stale: BTreeSet<PathBuf>,
    /// The text that is being typed, and where.
    edited: Option<(PathBuf, usize)>,
    /// When it will have rested.
    due: Option<Instant>,
    requests: i32,
    ending: bool,
}

impl Server {
    fn begin(&mut self) {
        if self.client.watches {
            let watchers = ["**/*.rule", "**/*.yaml"].map(|glob| FileSystemWatcher {
                glob_pattern: GlobPattern::String(glob.to_owned()),
                kind: None,
            });
            let options = DidChangeWatchedFilesRegistrationOptions {
                watchers: watchers.to_vec(),
            };
            let registration = Registration {
                id: "qili-files".to_owned(),
                method: notification::DidChangeWatchedFiles::METHOD.to_owned(),
                register_options: serde_json::to_value(options).ok(),
            };
            self.ask::<request::RegisterCapability>(RegistrationParams {
                registrations: vec![registration],
            });
        }
        self.diagnose_all();
    }

    fn run(&mut self, queue: &Receiver<Event>) {
        loop {
            let event = match self.due {
                None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => queue.recv_timeout(due.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(Event::Message(Message::Notification(note)))
                    if note.method == notification::Exit::METHOD =>
                {
                    return;
                }
                Ok(Event::Gone) => return,
                Ok(event) => self.take(event),
                Err(RecvTimeoutError::Timeout) => self.rested(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Message(Message::Request(request)) => self.request(request),
            Event::Message(Message::Notification(note)) => self.note(note),
            Event::Message(Message::Response(_)) | Event::Gone => {}
            Event::Answered(id, result) => self.answered(id, result),
            Event::Read(revision) => {
                if revision == self.world.revision {
                    self.stale.clear();
                }
            }
            Event::Quick(revision, folder, quick) => {
                if revision == self.world.revision {
                    self.found.entry(folder).or_default().quick = quick;
                    self.publish();
                }
            }
            Event::Slow(revision, folder, slow) => {
                if revision == self.world.revision {
                    self.found.entry(folder).or_default().slow = slow;
                    self.publish();
                    self.refresh();
                }
            }
        }
    }

    // --- messages out

    fn say<N: notification::Notification>(&self, params: N::Params) {
        (self.send)(Notification::new(N::METHOD.to_owned(), params).into());
    }

    fn ask<R: request::Request>(&mut self, params: R::Params) {
        self.requests += 1;
        let id = RequestId::from(format!("qili-{}", self.requests));
        (self.send)(Request::new(id, R::METHOD.to_owned(), params).into());
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, message: &str) {
        (self.send)(Response::new_err(id, code as i32, message.to_owned()).into());
    }

    // --- requests

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.ending {
            return self.refuse(id, ErrorCode::InvalidRequest, "the server is shutting down");
        }
        if method == request::Shutdown::METHOD {
            self.ending = true;
            return (self.send)(Response::new_ok(id, ()).into());
        }
        let wanted = Wanted::always();
        let path = document(&params);
        self.pending.insert(
            id.clone(),
            Pending {
                wanted: wanted.clone(),
                path,
            },
        );
        let world = self.world.clone();
        let reply = Reply {
            id: Some(id),
            events: self.events.clone(),
        };
        let known = self.slow_findings(&params, &method);
        let worker = match answer::pace(&method) {
            Pace::Quick => &self.quick,
            Pace::Explains => &self.explains,
            Pace::Slow => &self.slow,
        };
        worker.add(&wanted.clone(), move || {
            let result = answer::answer(&world, &method, params, &known, &wanted);
            reply.give(result);
        });
    }

    /// What checking has found in the edition of a text of which diagnostics are asked.
    fn slow_findings(&self, params: &Value, method: &str) -> Vec<Slow> {
        if method != request::DocumentDiagnosticRequest::METHOD {
            return Vec::new();
        }
        let folder = document(params).and_then(|path| self.world.edition_of(&path));
        let found = folder.and_then(|folder| self.found.get(&folder));
        found.map(|found| found.slow.clone()).unwrap_or_default()
    }

    fn answered(&mut self, id: RequestId, result: Result<Answer, ResponseError>) {
        if self.pending.remove(&id).is_none() {
            return; // cancelled, or about a text that has changed
        }
        let response = match result {
            Ok(Answer::Value(value)) => Response::new_ok(id, value),
            Ok(Answer::Page(page)) => {
                self.show(&page);
                Response::new_ok(id, page.value())
            }
            Err(error) => Response {
                id,
                result: None,
                error: Some(error),
            },
        };
        (self.send)(response.into());
    }

    /// Shows an answer as a document of its own, or says that it is there.
    fn show(&mut self, page: &answer::Page) {
        let uri = self
            .world
            .answer(&page.name, &page.text)
            .and_then(|path| path::uri(&path));
        match uri {
            Some(uri) if self.client.shows_documents => {
                self.ask::<request::ShowDocument>(ShowDocumentParams {
                    uri,
                    external: Some(false),
                    take_focus: Some(true),
                    selection: None,
                });
            }
            _ => self.message(MessageType::INFO, &page.text),
        }
    }

    fn message(&self, typ: MessageType, message: &str) {
        self.say::<notification::ShowMessage>(ShowMessageParams {
            typ,
            message: message.to_owned(),
        });
    }

    // --- notifications

    fn note(&mut self, note: Notification) {
        let Notification { method, params } = note;
        match method.as_str() {
            notification::Cancel::METHOD => self.cancel(&params),
            notification::DidOpenTextDocument::METHOD => {
                if let Some(DidOpenTextDocumentParams { text_document }) = read(params) {
                    let text = self.accepted(&text_document.uri, text_document.text);
                    let path = self
                        .world
                        .put(text_document.uri, text_document.version, text);
                    self.edited = None;
                    self.changed(&path);
                }
            }
            notification::DidChangeTextDocument::METHOD => {
                if let Some(params) = read(params) {
                    self.edit(params);
                }
            }
            notification::DidCloseTextDocument::METHOD => {
                if let Some(DidCloseTextDocumentParams { text_document }) = read(params) {
                    let path = self.world.close(&text_document.uri);
                    if self.world.edition_of(&path).is_none() {
                        self.found.remove(&path);
                    }
                    self.edited = None;
                    self.changed(&path);
                }
            }
            notification::DidChangeWatchedFiles::METHOD => {
                if let Some(DidChangeWatchedFilesParams { changes }) = read(params) {
                    for change in changes {
                        self.world.touch(&path::path(&change.uri));
                    }
                    self.look_around();
                }
            }
            notification::DidChangeWorkspaceFolders::METHOD => {
                if let Some(DidChangeWorkspaceFoldersParams { event }) = read(params) {
                    let gone = event.removed.iter().map(|folder| path::path(&folder.uri));
                    let come = event.added.iter().map(|folder| path::path(&folder.uri));
                    self.world.move_to(&gone.collect::<Vec<_>>(), come);
                    self.look_around();
                }
            }
            _ => {}
        }
    }

    /// The editions that there are now are read again; what was said of those that are gone is taken back.
    fn look_around(&mut self) {
        self.world.look_around();
        let there = |place: &PathBuf| {
            self.world.folders.contains(place) || self.world.open.contains_key(place)
        };
        self.found.retain(|place, _| there(place));
        self.publish();
        self.diagnose_all();
    }

    /// A text that is not too long, or an empty one in its place.
    fn accepted(&self, uri: &lsp_types::Uri, text: String) -> Arc<str> {
        if text.len() <= LONGEST {
            return text.into();
        }
        let name = uri.as_str();
        let message = self.world.language().of(
            "超过可读的长度，不处理",
            "is longer than what is read, and is left alone",
        );
        self.message(MessageType::WARNING, &format!("`{name}` {message}"));
        Arc::from("")
    }

    fn edit(&mut self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        let path = path::path(&document.uri);
        let Some(open) = self.world.open.get(&path).cloned() else {
            return;
        };
        let mut lines = (*open.lines).clone();
        let mut at = 0;
        for change in params.content_changes {
            let (text, place) = crate::edits::applied(&lines, &change);
            at = place;
            let text = self.accepted(&document.uri, text);
            lines = crate::position::Lines::new(text, self.world.options.encoding);
        }
        self.drop_answers(&path);
        self.world
            .put(open.uri, document.version, Arc::clone(lines.text()));
        self.edited = Some((path.clone(), at));
        self.changed(&path);
    }

    /// Answers that are worked out for a text that is no more are not waited for.
    fn drop_answers(&mut self, path: &Path) {
        let about = |pending: &Pending| pending.path.as_deref() == Some(path);
        let old: Vec<RequestId> = self
            .pending
            .iter()
            .filter(|(_, pending)| about(pending))
            .map(|(id, _)| id.clone())
            .collect();
        for id in old {
            self.withdraw(id, ErrorCode::ContentModified, "the text has changed");
        }
    }

    fn withdraw(&mut self, id: RequestId, code: ErrorCode, message: &str) {
        if let Some(pending) = self.pending.remove(&id) {
            pending.wanted.cancel();
            self.refuse(id, code, message);
        }
    }

    fn cancel(&mut self, params: &Value) {
        let id = match params.get("id") {
            Some(Value::String(id)) => Some(RequestId::from(id.clone())),
            Some(id) => id
                .as_i64()
                .and_then(|id| i32::try_from(id).ok())
                .map(RequestId::from),
            None => None,
        };
        if let Some(id) = id {
            self.withdraw(id, ErrorCode::RequestCanceled, "cancelled");
        }
    }

    // --- what is wrong

    /// Something changed at a path: its edition and those that stand on it are read again.
    fn changed(&mut self, path: &Path) {
        let rest = if self.edited.is_some() {
            self.world.options.rest
        } else {
            Duration::ZERO
        };
        self.due = Some(Instant::now() + rest);
        self.stale.insert(path.to_owned());
        self.read();
    }

    fn diagnose_all(&mut self) {
        self.due = Some(Instant::now());
        let about = self.world.folders.iter().map(|folder| folder.join(ABOUT));
        self.stale
            .extend(about.chain(self.world.open.keys().cloned()));
        self.read();
    }

    /// Reads what has changed, and the editions that stand on it.
    fn read(&self) {
        self.newest.store(self.world.revision, Ordering::Relaxed);
        let (world, events, stale) = (self.world.clone(), self.events.clone(), self.stale.clone());
        let wanted = Wanted::until_changed(&self.newest, world.revision);
        self.quick.add(&wanted.clone(), move || {
            let mut done: BTreeSet<PathBuf> = BTreeSet::new();
            for path in stale {
                let place = world.edition_of(&path).unwrap_or(path);
                for place in diagnose::reached(&world, &place) {
                    if !wanted.still() {
                        return;
                    }
                    if done.insert(place.clone()) {
                        let quick = diagnose::quick(&world, &place);
                        let _ = events.send(Event::Quick(world.revision, place, quick));
                    }
                }
            }
            let _ = events.send(Event::Read(world.revision));
        });
    }

    /// The text has rested: what is unfinished counts, and slow work begins.
    fn rested(&mut self) {
        self.due = None;
        let edited = self.edited.take();
        self.publish();
        let (world, events) = (self.world.clone(), self.events.clone());
        let wanted = Wanted::until_changed(&self.newest, world.revision);
        self.checks.add(&wanted.clone(), move || {
            let first = edited.and_then(|(path, _)| world.edition_of(&path));
            let others = world
                .folders
                .iter()
                .filter(|folder| Some(*folder) != first.as_ref());
            let places: Vec<PathBuf> = first.iter().chain(others).cloned().collect();
            for place in places {
                if !wanted.still() {
                    return;
                }
                let slow = diagnose::slow(&world, &place);
                let _ = events.send(Event::Slow(world.revision, place, slow));
            }
        });
    }

    /// Sends what has changed of what is wrong in each file.
    fn publish(&mut self) {
        let mut now: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        let unfinished = self.due.and(self.edited.as_ref());
        for found in self.found.values() {
            let slow = found.slow.iter().filter_map(|slow| slow.shown(&self.world));
            for (path, diagnostic) in found.quick.iter().cloned().chain(slow) {
                let held = unfinished.is_some_and(|edited| {
                    diagnose::is_unfinished(&self.world, edited, &path, &diagnostic)
                });
                let pulled = self.client.pulls && self.world.open.contains_key(&path);
                if !held && !pulled {
                    let all = now.entry(path).or_default();
                    if !all.contains(&diagnostic) {
                        all.push(diagnostic);
                    }
                }
            }
        }
        let cleared: Vec<PathBuf> = self
            .published
            .keys()
            .filter(|path| !now.contains_key(*path))
            .cloned()
            .collect();
        now.extend(cleared.into_iter().map(|path| (path, Vec::new())));
        for (path, mut diagnostics) in now {
            diagnostics.sort_by_key(|one| (one.range.start, one.range.end));
            if self
                .published
                .get(&path)
                .map(Vec::as_slice)
                .unwrap_or_default()
                == diagnostics.as_slice()
            {
                continue;
            }
            if let Some(uri) = self.world.uri(&path) {
                self.say::<notification::PublishDiagnostics>(PublishDiagnosticsParams {
                    uri,
                    diagnostics: diagnostics.clone(),
                    version: self.world.open.get(&path).map(|open| open.version),
                });
            }
            if diagnostics.is_empty() {
                self.published.remove(&path);
            } else {
                self.published.insert(path, diagnostics);
            }
        }
    }

    /// Asks the client to ask again for what stands on the slow work.
    fn refresh(&mut self) {
        if self.client.pulls && self.client.refreshes_diagnostics {
            self.ask::<request::WorkspaceDiagnosticRefresh>(());
        }
        if self.client.refreshes_lenses {
            self.ask::<request::CodeLensRefresh>(());
        }
        if self.client.refreshes_hints {
            self.ask::<request::InlayHintRefreshRequest>(());
        }
    }
}

/// Gives the answer, or says that there is none when the work for it breaks off.
struct Reply {
    id: Option<RequestId>,
    events: Sender<Event>,
}

impl Reply {
    fn give(mut self, result: Result<Answer, ResponseError>) {
        if let Some(id) = self.id.take() {
            let _ = self.events.send(Event::Answered(id, result));
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        if let Some(id) = self.id.take() {
            let error = answer::failed(ErrorCode::InternalError, "this could not be worked out");
            let _ = self.events.send(Event::Answered(id, Err(error)));
        }
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// The path of the text that a request is about.
fn document(params: &Value) -> Option<PathBuf> {
    let uri = params.get("textDocument")?.get("uri")?.as_str()?;
    Some(path::path(&uri.parse().ok()?))
}
