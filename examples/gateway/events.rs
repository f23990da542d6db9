//! What a chat tells the page while it runs, and the queue in which that waits for its reader.

use std::{
    collections::VecDeque,
    fmt::Display,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::body::Bytes;
use futures::{Stream, stream};
use serde_json::{Value, json};
use tokio::{
    sync::Notify,
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_util::task::AbortOnDropHandle;

use crate::limits::{FRAME_BYTES, KEEP_ALIVE, QUEUE_BYTES};

/// An event of a chat.
#[derive(Debug)]
pub(crate) enum Event {
    /// A tool is asked. `id` joins it to its result. `arguments` are an object, or the model's text if it was none.
    ToolCall { id: usize, tool: String, arguments: Value },
    /// A tool has answered. `structured` is the person's part as JSON, and goes nowhere else.
    ToolResult { id: usize, tool: String, structured: Arc<str>, is_error: bool },
    /// A piece of the model's prose.
    Answer { text: String },
    /// Something went wrong; the chat goes on.
    Error { message: String },
    /// Something of the answer was left out or cut; the answer holds all the same.
    Note { message: String },
    /// The turn is over, well or not.
    Done,
}

impl Event {
    /// The event as the page reads it, in pieces, of which the last ends it.
    fn into_pieces(self) -> Vec<Arc<str>> {
        // JSON has no line breaks of its own, so the data are one line.
        let whole = |name: &str, data: &dyn Display| {
            vec![format!("event: {name}\ndata: {data}\n\n").into()]
        };
        match self {
            Self::ToolCall { id, tool, arguments } => {
                whole("tool_call", &json!({ "id": id, "tool": tool, "arguments": arguments }))
            }
            // The data are large and kept elsewhere too, so they are not copied.
            Self::ToolResult { id, tool, structured, is_error } => vec![
                format!(
                    "event: tool_result\ndata: {{\"id\":{id},\"tool\":{},\"structured\":",
                    json!(tool)
                )
                .into(),
                structured,
                format!(",\"is_error\":{is_error}}}\n\n").into(),
            ],
            Self::Answer { text } => whole("answer", &json!({ "text": text })),
            Self::Error { message } => whole("error", &json!({ "message": message })),
            Self::Note { message } => whole("note", &json!({ "message": message })),
            Self::Done => whole("done", &"{}"),
        }
    }
}

/// Where a chat puts its events. What waits is counted in bytes; a reader who takes nothing for a while is given up.
#[derive(Debug)]
pub(crate) struct Events {
    queue: Arc<Queue>,
    patience: Duration,
}

/// Where the page's stream takes them from.
#[derive(Debug)]
pub(crate) struct Reader(Arc<Queue>);

#[derive(Debug, Default)]
struct Queue {
    state: Mutex<State>,
    /// Something was taken.
    taken: Notify,
    /// Something was put in, or nothing will be any more.
    put: Notify,
}

#[derive(Debug, Default)]
struct State {
    pieces: VecDeque<Arc<str>>,
    /// How much of the first piece was taken.
    at: usize,
    /// How many bytes of all pieces were not.
    bytes: usize,
    /// Since when nothing was taken, of what waits.
    since: Option<Instant>,
    /// What was taken last ended in the middle of an event.
    is_within_event: bool,
    is_closed: bool,
    is_cut: bool,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn put(&mut self, pieces: Vec<Arc<str>>) {
        if self.bytes == 0 {
            self.since = Some(Instant::now());
        }
        for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
            self.bytes += piece.len();
            self.pieces.push_back(piece);
        }
    }

    /// Takes the next bytes. They are a copy, so that what was given up is not held by a connection.
    fn take(&mut self) -> Option<Bytes> {
        let piece = self.pieces.front()?;
        let rest = piece.as_bytes().get(self.at..).unwrap_or_default();
        let frame = Bytes::copy_from_slice(rest.get(..FRAME_BYTES).unwrap_or(rest));
        self.is_within_event = true;
        if frame.len() == rest.len() {
            self.is_within_event = !piece.ends_with("\n\n");
            self.at = 0;
            self.pieces.pop_front();
        } else {
            self.at += frame.len();
        }
        self.bytes -= frame.len();
        self.since = Some(Instant::now());
        Some(frame)
    }
}

impl Events {
    /// An empty queue. A reader who takes nothing for as long as `patience` while events wait is given up.
    pub(crate) fn new(patience: Duration) -> (Self, Reader) {
        let queue = Arc::<Queue>::default();
        let reader = Reader(Arc::clone(&queue));
        (Self { queue, patience }, reader)
    }

    /// Sends an event, once there is room for it.
    pub(crate) async fn send(&self, event: Event) {
        let pieces = event.into_pieces();
        let bytes: usize = pieces.iter().map(|piece| piece.len()).sum();
        self.wait(|waiting| waiting == 0 || waiting + bytes <= QUEUE_BYTES).await;
        self.queue.state().put(pieces);
        self.queue.put.notify_one();
    }

    /// Sends a piece of the model's prose.
    pub(crate) async fn answer(&self, text: String) {
        if !text.is_empty() {
            self.send(Event::Answer { text }).await;
        }
    }

    /// Waits until everything has been taken.
    pub(crate) async fn drained(&self) {
        self.wait(|waiting| waiting == 0).await;
    }

    /// Waits until the reader has taken nothing of what waits for too long, whatever the chat does meanwhile.
    pub(crate) async fn given_up(&self) {
        loop {
            let now = Instant::now();
            let since = Some(&*self.queue.state())
                .filter(|state| state.bytes > 0)
                .and_then(|state| state.since);
            let until = since.unwrap_or(now) + self.patience;
            if until <= now {
                return;
            }
            sleep_until(until).await;
        }
    }

    /// How long a reader may take nothing.
    pub(crate) fn patience(&self) -> Duration {
        self.patience
    }

    /// Drops what nobody has taken. If the reader has whole events so far, the last words follow them.
    pub(crate) fn cut(&self, message: String) {
        let mut state = self.queue.state();
        let is_within_event = state.is_within_event || state.at > 0;
        *state = State { is_within_event, is_cut: is_within_event, ..State::default() };
        if !is_within_event {
            state.put(Event::Error { message }.into_pieces());
            state.put(Event::Done.into_pieces());
        }
        self.queue.put.notify_one();
    }

    /// Sends a whole response, and waits until it has been taken. It is dropped if that takes too long.
    pub(crate) async fn pass_on(self, text: Arc<str>, limit: Duration) {
        self.queue.state().put(vec![text]);
        self.queue.put.notify_one();
        let seconds = tokio::select! {
            () = self.given_up() => self.patience.as_secs(),
            () = self.drained() => return,
            () = sleep(limit) => limit.as_secs(),
        };
        tracing::warn!("a response was ended, since it was not read within {seconds} seconds");
        *self.queue.state() = State { is_cut: true, ..State::default() };
        self.queue.put.notify_one();
    }

    /// Waits until so few bytes wait.
    async fn wait(&self, is_enough: impl Fn(usize) -> bool) {
        while !is_enough(self.queue.state().bytes) {
            self.queue.taken.notified().await;
        }
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.queue.state().is_closed = true;
        self.queue.put.notify_one();
    }
}

impl Reader {
    /// The bytes of the events as they come, until the chat has ended. The turn is aborted if the stream is dropped.
    pub(crate) fn stream(
        self,
        turn: AbortOnDropHandle<()>,
    ) -> impl Stream<Item = io::Result<Bytes>> {
        stream::unfold((self, turn), async |(reader, turn)| {
            let frame = reader.next().await?;
            Some((frame, (reader, turn)))
        })
    }

    async fn next(&self) -> Option<io::Result<Bytes>> {
        loop {
            {
                let mut state = self.0.state();
                if state.is_cut {
                    return Some(Err(io::ErrorKind::TimedOut.into()));
                }
                if let Some(frame) = state.take() {
                    self.0.taken.notify_one();
                    return Some(Ok(frame));
                }
                if state.is_closed {
                    return None;
                }
            }
            if timeout(KEEP_ALIVE, self.0.put.notified()).await.is_err() {
                return Some(Ok(Bytes::from_static(b":\n\n")));
            }
        }
    }
}
