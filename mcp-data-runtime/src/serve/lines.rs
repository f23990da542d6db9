//! The protocol's messages, one a line, as on standard input and output.

use std::{
    collections::HashSet,
    io,
    sync::{
        Arc, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures::SinkExt;
use rmcp::{
    ErrorData, RoleServer,
    model::{
        ClientJsonRpcMessage, ClientNotification, ClientRequest, ConstString,
        InitializeResultMethod, RequestId,
    },
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use serde::Serialize;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, BufReader},
    sync::{Mutex, Notify},
};
use tokio_util::{
    bytes::Bytes,
    codec::{BytesCodec, FramedWrite},
};

use super::{
    message::{Message, Refusal, without_mark},
    params::invalid_params,
};
use crate::{bounds::repeated, dispatch::places::Unread};

/// The longest message, as rmcp has it: without a limit, a client that never ends a line takes all memory.
const MAX_LINE: usize = 16 * 1024 * 1024;
/// How many requests are read ahead of their answers at once. More are read one by one, for calls that only wait
/// must not hold up others.
const AHEAD: usize = 8;
/// How long each further request waits.
const PACE: Duration = Duration::from_millis(10);

/// Carries messages over a pair of byte streams.
///
/// rmcp's own transport drops a line that it cannot read, so that its request is never answered. This one
/// refuses it by its id, and warns where it has none.
pub(crate) struct Lines<R, W> {
    input: BufReader<R>,
    /// What has been read of the current line. It outlives a `receive` that is given up half-way.
    line: Vec<u8>,
    /// Whether the rest of the current line is passed over, because the line is too long.
    is_skipping: bool,
    output: Arc<Mutex<Option<FramedWrite<W, BytesCodec>>>>,
    refusal: Option<Outgoing>,
    /// Whether the client has sent a request.
    is_open: bool,
    /// Whether a call was taken back: nobody waits for it, so that its end is to come before more is read.
    gives_way: bool,
    answers: Arc<Answers>,
}

/// The requests that are read and not answered, and what of their answers waits for the client.
struct Answers {
    missing: std::sync::Mutex<HashSet<RequestId>>,
    /// Bytes that are not written yet.
    waiting: AtomicUsize,
    /// An answer was written.
    written: Notify,
    unread: Arc<Unread>,
}

impl Answers {
    fn missing(&self) -> MutexGuard<'_, HashSet<RequestId>> {
        self.missing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while the client sends more than it takes: what it does not read would pile up here.
    async fn wait(&self) {
        loop {
            let written = self.written.notified();
            let is_read = self.waiting.load(Ordering::Acquire) == 0;
            if is_read && self.missing().len() < AHEAD {
                return;
            }
            if !is_read {
                written.await;
            } else if tokio::time::timeout(PACE, written).await.is_err() {
                return;
            }
        }
    }
}

/// Bytes that wait for the client.
struct Waiting {
    answers: Arc<Answers>,
    bytes: usize,
}

impl Waiting {
    fn new(answers: Arc<Answers>, bytes: usize) -> Self {
        answers.waiting.fetch_add(bytes, Ordering::Release);
        answers.unread.add(bytes);
        Self { answers, bytes }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.answers.waiting.fetch_sub(self.bytes, Ordering::Release);
        self.answers.unread.take_off(self.bytes);
        self.answers.written.notify_waiters();
    }
}

/// How far a refusal is on its way.
enum Outgoing {
    Waiting(Bytes),
    Buffered,
}

/// Writes a value as JSON on a line.
fn json_line(value: &impl Serialize) -> io::Result<Bytes> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line.into())
}

/// What is at the end of the bytes read.
enum End {
    Line,
    /// The line is too long; its beginning is there.
    TooLong,
    Input,
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(crate) fn new(input: R, output: W, unread: &Arc<Unread>) -> Self {
        Self {
            input: BufReader::new(input),
            line: Vec::new(),
            is_skipping: false,
            output: Arc::new(Mutex::new(Some(FramedWrite::new(output, BytesCodec::new())))),
            refusal: None,
            is_open: false,
            gives_way: false,
            answers: Arc::new(Answers {
                missing: std::sync::Mutex::default(),
                waiting: AtomicUsize::new(0),
                written: Notify::new(),
                unread: Unread::of_one(unread),
            }),
        }
    }

    /// Reads up to the end of a line. Between looking at the input and taking from it nothing is awaited, so
    /// that a call which is given up loses nothing.
    async fn read_line(&mut self) -> io::Result<End> {
        loop {
            let available = self.input.fill_buf().await?;
            if available.is_empty() {
                return Ok(End::Input);
            }
            let newline = available.iter().position(|byte| *byte == b'\n');
            let taken = newline.map_or(available.len(), |index| index + 1);
            let was_skipping = self.is_skipping;
            let is_too_long = !was_skipping && self.line.len() + taken > MAX_LINE;
            if !was_skipping && !is_too_long {
                self.line.extend_from_slice(&available[..taken]);
            }
            self.input.consume(taken);
            self.is_skipping = newline.is_none() && (was_skipping || is_too_long);
            if is_too_long {
                return Ok(End::TooLong);
            }
            if newline.is_some() && !was_skipping {
                return Ok(End::Line);
            }
        }
    }

    /// Sends the refusal that waits, if one does. As with lines, a call that is given up can be made again.
    async fn send_refusal(&mut self) -> io::Result<()> {
        let Some(outgoing) = &mut self.refusal else { return Ok(()) };
        let mut output = self.output.lock().await;
        let output = output.as_mut().ok_or_else(closed)?;
        if let Outgoing::Waiting(message) = outgoing {
            output.feed(message.clone()).await?;
            *outgoing = Outgoing::Buffered;
        }
        SinkExt::<Bytes>::flush(output).await?;
        self.refusal = None;
        Ok(())
    }

    /// Readies the refusal of a line; one without an id cannot be answered, so the log has it.
    fn refuse(&mut self, refusal: &Refusal) -> io::Result<()> {
        if refusal.id.is_some() {
            self.refusal = Some(Outgoing::Waiting(json_line(&refusal.to_json())?));
        } else {
            tracing::warn!(
                problem = %repeated(&refusal.error.message),
                "a line on standard input could not be read and gets no answer, for it has no id"
            );
        }
        Ok(())
    }

    /// Keeps account of who waits for an answer; returns whether the message is passed on.
    fn account(&mut self, message: &ClientJsonRpcMessage) -> bool {
        match message {
            ClientJsonRpcMessage::Request(request) => {
                self.is_open = true;
                self.answers.missing().insert(request.id.clone());
            }
            ClientJsonRpcMessage::Notification(notification) if self.is_open => {
                // What is cancelled is not answered.
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.answers.missing().remove(id);
                    self.gives_way = true;
                }
            }
            // rmcp would end the connection for it.
            ClientJsonRpcMessage::Notification(_) => {
                tracing::debug!("a notification before the first request was passed over");
                return false;
            }
            _ => {}
        }
        true
    }

    async fn next_message(&mut self) -> io::Result<Option<ClientJsonRpcMessage>> {
        loop {
            self.send_refusal().await?;
            self.answers.wait().await;
            if std::mem::take(&mut self.gives_way) {
                tokio::task::yield_now().await;
            }
            let end = self.read_line().await?;
            let line = std::mem::take(&mut self.line);
            let read = match end {
                End::TooLong => Err(too_long(&line)),
                End::Input if line.is_empty() => return Ok(None),
                // The last line may have no end.
                End::Line | End::Input if line.trim_ascii().is_empty() => continue,
                // Without it a place in the line is the same as in the body of a request over HTTP.
                End::Line | End::Input => read(line.trim_ascii_end()),
            };
            match read {
                Ok(message) if self.account(&message) => return Ok(Some(message)),
                Ok(_) => {}
                Err(refusal) => self.refuse(&refusal)?,
            }
        }
    }
}

/// Reads a line as a message that the server has an answer to.
fn read(line: &[u8]) -> Result<ClientJsonRpcMessage, Refusal> {
    let message = Message::read(line, MAX_LINE)?;
    if let Some(refusal) = message.refusal(false) {
        return Err(refusal);
    }
    let read: ClientJsonRpcMessage =
        serde_json::from_slice(without_mark(line)).map_err(|_| message.refuse_unread())?;
    // Before a client has opened the connection, rmcp does not ask the handler.
    if let ClientJsonRpcMessage::Request(request) = &read
        && let ClientRequest::CustomRequest(custom) = &request.request
        && custom.method == InitializeResultMethod::VALUE
        && let Some(error) =
            invalid_params(&custom.method, custom.params.as_ref().unwrap_or(&Value::Null))
    {
        return Err(message.refuse(error));
    }
    Ok(read)
}

fn too_long(beginning: &[u8]) -> Refusal {
    let text = format!("the message is longer than {MAX_LINE} bytes, the most that is read of one");
    Refusal::new(Message::id_of_beginning(beginning), ErrorData::invalid_request(text, None))
}

fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::NotConnected, "the output is closed")
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let output = Arc::clone(&self.output);
        let answers = Arc::clone(&self.answers);
        async move {
            let answered = match &message {
                TxJsonRpcMessage::<RoleServer>::Response(response) => Some(response.id.clone()),
                TxJsonRpcMessage::<RoleServer>::Error(error) => error.id.clone(),
                _ => None,
            };
            let line = json_line(&message)?;
            // What the line was made of can be three times as long.
            drop(message);
            let _waiting = Waiting::new(Arc::clone(&answers), line.len());
            let mut output = output.lock().await;
            let sent = output.as_mut().ok_or_else(closed)?.send(line).await;
            if let Some(id) = answered {
                answers.missing().remove(&id);
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        self.next_message().await.unwrap_or_else(|error| {
            tracing::error!(%error, "standard input or output failed");
            None
        })
    }

    async fn close(&mut self) -> io::Result<()> {
        drop(self.output.lock().await.take());
        Ok(())
    }
}
