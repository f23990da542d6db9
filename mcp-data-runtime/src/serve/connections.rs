//! Connections of HTTP: how many there may be, and how long each may keep the server waiting.

use std::{
    collections::HashMap,
    future::Future,
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::Router;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto, graceful::GracefulShutdown},
    service::TowerToHyperService,
};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tower_http::add_extension::AddExtension;

use super::GRACE;
use crate::dispatch::places::Unread;

/// The most connections, where the system lets the program have so many files.
const MOST: usize = 10_000;
/// The files that are left for everything else.
const OTHER_FILES: usize = 64;
/// How long a connection may take for its first request's headers.
const FIRST_REQUEST: Duration = Duration::from_secs(10);
/// How long a connection may wait for its next request.
const NEXT_REQUEST: Duration = Duration::from_secs(60);
/// How long a part of an answer may wait for its reader.
const READ: Duration = Duration::from_secs(20);
/// How often connections are checked for times that are over.
const LOOK: Duration = Duration::from_secs(3);
/// The most that is buffered of what a connection sends, in bytes, besides the answers' own parts.
const BUFFER: usize = 64 * 1024;
/// The most requests at once in a connection of HTTP/2.
const STREAMS: u32 = 64;
/// The least time between two warnings that all connections are taken.
const WARNINGS: Duration = Duration::from_secs(60);

/// A connection, as far as its limits need to know it.
#[derive(Debug)]
pub(super) struct Connection {
    /// When the server began to exist: times are counted from there.
    start: Instant,
    /// Requests whose answer is not written yet.
    open: AtomicUsize,
    /// Whether there was a request.
    has_served: AtomicUsize,
    /// Since when it has waited for a request, in milliseconds.
    idle_since: AtomicU64,
    parts: Mutex<Vec<Weak<Part>>>,
    /// What of its answers waits.
    pub(super) unread: Arc<Unread>,
    closed: CancellationToken,
}

/// A part of an answer that waits for its reader.
#[derive(Debug)]
pub(super) struct Part {
    start: Instant,
    /// Since when, in milliseconds; [`NOT`] if the reader waits for the server.
    since: AtomicU64,
}

const NOT: u64 = u64::MAX;

impl Part {
    /// The reader was given something, and has not asked for more.
    pub(super) fn given(&self) {
        self.since.store(millis(self.start), Ordering::Relaxed);
    }

    /// The reader has taken all that there was.
    pub(super) fn asked(&self) {
        self.since.store(NOT, Ordering::Relaxed);
    }
}

fn millis(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_millis()).unwrap_or(NOT - 1)
}

impl Connection {
    fn new(start: Instant, unread: &Arc<Unread>) -> Arc<Self> {
        Arc::new(Self {
            start,
            open: AtomicUsize::new(0),
            has_served: AtomicUsize::new(0),
            idle_since: AtomicU64::new(millis(start)),
            parts: Mutex::default(),
            unread: Unread::of_one(unread),
            closed: CancellationToken::new(),
        })
    }

    /// Begins a request, whose answer is written when what this returns is dropped.
    pub(super) fn begin(self: &Arc<Self>) -> Open {
        self.open.fetch_add(1, Ordering::Relaxed);
        self.has_served.store(1, Ordering::Relaxed);
        Open(Arc::clone(self))
    }

    /// Watches over an answer's way to its reader.
    pub(super) fn watch(&self) -> Arc<Part> {
        let part = Arc::new(Part { start: self.start, since: AtomicU64::new(millis(self.start)) });
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.retain(|part| part.strong_count() > 0);
        parts.push(Arc::downgrade(&part));
        part
    }

    /// Returns for how long it has waited for a request.
    fn idle(&self) -> Option<Duration> {
        let waited = millis(self.start).saturating_sub(self.idle_since.load(Ordering::Relaxed));
        (self.open.load(Ordering::Relaxed) == 0).then(|| Duration::from_millis(waited))
    }

    /// Returns why it should be closed.
    fn overdue(&self) -> Option<Overdue> {
        let limit =
            if self.has_served.load(Ordering::Relaxed) == 0 { FIRST_REQUEST } else { NEXT_REQUEST };
        if self.idle().is_some_and(|idle| idle >= limit) {
            return Some(Overdue::Request);
        }
        let now = millis(self.start);
        let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = |part: Arc<Part>| {
            let since = part.since.load(Ordering::Relaxed);
            since != NOT && Duration::from_millis(now.saturating_sub(since)) >= READ
        };
        parts.iter().filter_map(Weak::upgrade).any(waits).then_some(Overdue::Reader)
    }
}

enum Overdue {
    Request,
    Reader,
}

/// A request whose answer is not written yet.
pub(super) struct Open(Arc<Connection>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.idle_since.store(millis(self.0.start), Ordering::Relaxed);
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// All connections.
struct Connections {
    start: Instant,
    most: usize,
    open: Mutex<HashMap<u64, Arc<Connection>>>,
}

impl Connections {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a place for one more: closes the connection that has waited longest for a request. Returns whether
    /// there is a place.
    fn make_place(&self) -> bool {
        let mut open = self.lock();
        if open.len() < self.most {
            return true;
        }
        let idle = open.iter().filter_map(|(id, connection)| Some((*id, connection.idle()?)));
        let Some((id, _)) = idle.max_by_key(|(_, idle)| *idle) else { return false };
        if let Some(connection) = open.remove(&id) {
            tracing::debug!("a connection was closed, for another needed its place");
            connection.closed.cancel();
        }
        true
    }

    fn log_dropped_requests(&self) {
        let open = self.lock();
        let requests: usize =
            open.values().map(|connection| connection.open.load(Ordering::Relaxed)).sum();
        tracing::warn!(
            grace = ?GRACE,
            connections = open.len(),
            requests,
            "requests under way did not end in time and were dropped"
        );
    }

    /// Closes those that keep the server waiting for too long, and once it is stopping, those without a request.
    async fn watch(&self, stopping: &CancellationToken) {
        let mut look = tokio::time::interval(LOOK);
        let mut is_stopping = false;
        loop {
            tokio::select! {
                () = stopping.cancelled(), if !is_stopping => is_stopping = true,
                _ = look.tick() => {}
            }
            for connection in self.lock().values() {
                if is_stopping && connection.idle().is_some() {
                    connection.closed.cancel();
                }
                match connection.overdue() {
                    None => continue,
                    Some(Overdue::Request) => {
                        tracing::debug!("a connection was closed, for no request came");
                    }
                    Some(Overdue::Reader) => {
                        tracing::warn!(limit = ?READ, "a connection was closed, for its client did not read an answer");
                    }
                }
                connection.closed.cancel();
            }
        }
    }
}

/// Serves connections until `stop` is done; requests under way then get [`GRACE`].
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    unread: Arc<Unread>,
    stop: impl Future<Output = ()> + Send + 'static,
) {
    let connections = Arc::new(Connections {
        start: Instant::now(),
        most: MOST.min(files().saturating_sub(OTHER_FILES)).max(8),
        open: Mutex::default(),
    });
    let stopping = CancellationToken::new();
    let served = async {
        let graceful = GracefulShutdown::new();
        tokio::select! {
            () = stop => {}
            () = accept(&listener, &router, &unread, &connections, &graceful) => {}
        }
        drop(listener);
        stopping.cancel();
        if tokio::time::timeout(GRACE, graceful.shutdown()).await.is_err() {
            connections.log_dropped_requests();
        }
    };
    tokio::select! {
        () = served => {}
        () = connections.watch(&stopping) => {}
    }
}

/// Accepts connections for ever, each served by a task of its own.
async fn accept(
    listener: &TcpListener,
    router: &Router,
    unread: &Arc<Unread>,
    connections: &Arc<Connections>,
    graceful: &GracefulShutdown,
) {
    let mut warned: Option<Instant> = None;
    for id in 0_u64.. {
        let accepted = listener.accept().await;
        let has_place = connections.make_place();
        let is_full = !has_place || accepted.as_ref().is_err_and(is_out_of_files);
        if is_full && warned.is_none_or(|at| at.elapsed() >= WARNINGS) {
            warned = Some(Instant::now());
            tracing::warn!(
                limit = connections.most,
                "all connections are taken, and new ones are closed; the limit of open files (ulimit -n) sets how many there may be"
            );
        }
        match accepted {
            Ok((stream, _)) if has_place => {
                let connection = Connection::new(connections.start, unread);
                connections.lock().insert(id, Arc::clone(&connection));
                let served = run(stream, router, connection, graceful);
                let connections = Arc::clone(connections);
                tokio::spawn(async move {
                    served.await;
                    connections.lock().remove(&id);
                });
            }
            Ok(_) => {}
            // A client that is gone again is no error of the server's; what else fails does so again and again.
            Err(error) if is_of_the_client(&error) => {}
            Err(error) => {
                tracing::debug!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// Serves one connection.
fn run(
    stream: TcpStream,
    router: &Router,
    connection: Arc<Connection>,
    graceful: &GracefulShutdown,
) -> impl Future<Output = ()> + use<> {
    let _ = stream.set_nodelay(true);
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(BUFFER);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .max_send_buf_size(BUFFER);
    // Around the router: a layer of its own would wrap each of its routes anew, for each connection.
    let service = AddExtension::new(router.clone(), Arc::clone(&connection));
    let served = builder
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .into_owned();
    let served = graceful.watch(served);
    async move {
        tokio::select! {
            biased;
            ended = served => {
                if let Err(error) = ended {
                    tracing::debug!(error, "a connection ended");
                }
            }
            () = connection.closed.cancelled() => {}
        }
    }
}

fn is_out_of_files(error: &io::Error) -> bool {
    // EMFILE and ENFILE.
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Returns how many files the system lets this program have open.
fn files() -> usize {
    #[cfg(unix)]
    {
        let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
    }
    #[cfg(not(unix))]
    {
        usize::MAX
    }
}
