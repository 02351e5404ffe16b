//! The server: where it listens, whom it answers, how it stops.

mod guard;
mod problem;
mod state;
mod work;

use std::fmt;
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::http::Uri;
use axum::middleware::from_fn_with_state;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use miette::Diagnostic;
use qili_words::{Language, Localized, Texts};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::{api, board, draft, served, watch};

pub(crate) use guard::Reader;
pub use guard::{BadOrigin, Origin};
pub(crate) use problem::{Body, Problem};
pub(crate) use state::{Editions, State};
pub(crate) use work::Stop;

/// How long answers that are under way may take after the server has been told to stop.
const GRACE: Duration = Duration::from_secs(3);

/// How many connections are open at once; who comes later waits for one.
const CONNECTIONS: usize = 512;

/// How long a connection may be open without a question.
const IDLE: Duration = Duration::from_secs(30);

/// Where to listen and whom to answer.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Other sites whose pages may ask.
    pub origins: Vec<Origin>,
    /// A folder with an edition, or with several, that are served beside those that ship.
    pub folder: Option<PathBuf>,
    /// A folder of game files whose boards are shown.
    pub watch: Option<PathBuf>,
    /// The language of who states none.
    pub language: Language,
}

/// Where the server can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address(SocketAddr);

impl Address {
    /// Whether other machines can reach it.
    #[must_use]
    pub fn is_public(&self) -> bool {
        !self.0.ip().is_loopback()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}/", self.0)
    }
}

/// Why the server cannot serve.
#[derive(Debug, Error, Diagnostic)]
pub enum ServeError {
    /// The address is taken, or is none of this machine's.
    #[error("cannot listen on {address}: {source}")]
    #[diagnostic(
        code(qili::serve::listen),
        help(
            "choose another port with `--port` (0 takes any that is free), or another address with `--host`"
        )
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The folder cannot be served.
    #[error("`{}` has no edition: neither it nor a folder in it has an `edition.yaml`", .0.display())]
    #[diagnostic(
        code(qili::serve::folder),
        help("`qili new FOLDER --amends NAME` begins a draft")
    )]
    Folder(PathBuf),
    /// The folder of games is none.
    #[error("`{}` is no folder", .0.display())]
    #[diagnostic(
        code(qili::serve::watch),
        help("name the folder into which the games of the round are written")
    )]
    Watch(PathBuf),
    /// The system refuses something else.
    #[error("the server cannot run: {0}")]
    #[diagnostic(code(qili::serve::system))]
    System(#[from] io::Error),
}

impl Localized for ServeError {
    fn chinese(&self) -> Texts {
        let (message, help) = match self {
            Self::Listen { address, source } => (
                format!("不能在 {address} 上开通：`{source}`"),
                Some("用 `--port` 换一个端口（0 为任一空闲端口），或用 `--host` 换一个地址"),
            ),
            Self::Folder(folder) => (
                format!(
                    "`{}` 里没有版本：它和其中的文件夹都没有 `edition.yaml`",
                    folder.display()
                ),
                Some("用 `qili new FOLDER --amends NAME` 新建草案"),
            ),
            Self::Watch(folder) => (
                format!("`{}` 不是文件夹", folder.display()),
                Some("写本轮棋局所存入的文件夹"),
            ),
            Self::System(error) => (format!("服务不能运行：`{error}`"), None),
        };
        Texts {
            message,
            help: help.map(str::to_owned),
            ..Texts::default()
        }
    }
}

/// Serves until the process is told to stop; `listening` learns the address as soon as connections are taken.
///
/// # Errors
/// The address cannot be listened on, or the folder has no edition.
pub fn serve(options: Options, listening: impl FnOnce(Address)) -> Result<(), ServeError> {
    let editions = Editions::new(options.folder)?;
    if let Some(folder) = options.watch.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(ServeError::Watch(folder.clone()));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let done = runtime.block_on(async {
        let asked = SocketAddr::new(options.host, options.port);
        let cannot = |source| ServeError::Listen {
            address: asked,
            source,
        };
        let listener = TcpListener::bind(asked).await.map_err(cannot)?;
        let bound = listener.local_addr()?;
        let told = stop_signal()?;
        listening(Address(reachable(bound)));
        let state = Arc::new(State::new(
            editions,
            options.watch,
            options.language,
            guard::Access::new(bound.ip(), options.origins),
        ));
        run(listener, router(state), IDLE, told).await;
        Ok(())
    });
    // a judgement that is still under way ends with the process
    runtime.shutdown_background();
    done
}

/// All pages and questions.
fn router(state: Arc<State>) -> Router {
    Router::new()
        .merge(board::routes())
        .merge(draft::routes())
        .merge(watch::routes())
        .merge(served::routes())
        .merge(api::routes())
        .fallback(|uri: Uri| async move { Problem::no_page(&uri) })
        .layer(from_fn_with_state(state.clone(), guard::guard))
        .with_state(state)
}

/// Answers until told to stop, and then what is under way. A connection on which nobody asks anything whole for as long as
/// `idle` is closed.
async fn run(
    listener: TcpListener,
    router: Router,
    idle: Duration,
    told: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(idle);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let under_way = GracefulShutdown::new();
    tokio::pin!(told);
    loop {
        let come = async {
            let place = places.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, come) = tokio::select! {
            come = come => come,
            () = &mut told => break,
        };
        let Ok((stream, peer)) = come else {
            // the caller has gone again, or the system has no room; it will have
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let router = router.clone().layer(Extension(guard::Peer(peer.ip())));
        let service = TowerToHyperService::new(router);
        let served = under_way.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            let _place = place;
            // what breaks is that caller's
            let _ = served.await;
        });
    }
    let _ = timeout(GRACE, under_way.shutdown()).await;
}

/// Comes when the user or the system wants the process to end.
fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    #[cfg(unix)]
    let mut ended = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    #[cfg(unix)]
    let mut interrupted =
        tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = ended.recv() => {}
            _ = interrupted.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// An address that other machines can use where the server listens on all: the one by which this machine reaches its network.
fn reachable(bound: SocketAddr) -> SocketAddr {
    if !bound.ip().is_unspecified() {
        return bound;
    }
    let (any, far): (IpAddr, IpAddr) = match bound.ip() {
        IpAddr::V4(any) => (any.into(), Ipv4Addr::new(192, 0, 2, 1).into()),
        IpAddr::V6(any) => (
            any.into(),
            Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
        ),
    };
    // to connect a datagram socket sends nothing; it asks the system for the way
    let own = UdpSocket::bind((any, 0))
        .and_then(|socket| socket.connect((far, 9)).map(|()| socket))
        .and_then(|socket| socket.local_addr());
    own.map_or(bound, |own| SocketAddr::new(own.ip(), bound.port()))
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn who_asks_nothing_whole_is_let_go() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let served = run(
                listener,
                Router::new(),
                Duration::from_millis(200),
                std::future::pending(),
            );
            let asked = tokio::task::spawn_blocking(move || {
                for begun in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"] {
                    let mut stream = TcpStream::connect(address).unwrap();
                    stream
                        .set_read_timeout(Some(Duration::from_secs(20)))
                        .unwrap();
                    stream.write_all(begun.as_bytes()).unwrap();
                    let mut said = String::new();
                    // it ends, with an answer where the question was whole
                    stream.read_to_string(&mut said).unwrap();
                    assert_eq!(said.contains("404"), begun.ends_with("\r\n\r\n"), "{said}");
                }
            });
            tokio::select! {
                () = served => {}
                done = asked => done.unwrap(),
            }
        });
    }
}
