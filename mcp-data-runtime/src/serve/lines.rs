//! The protocol's messages, one a line, as on standard input and output.

use std::{io, sync::Arc};

use futures::SinkExt;
use rmcp::{
    ErrorData, RoleServer,
    model::{ClientJsonRpcMessage, ClientRequest, ConstString, InitializeResultMethod},
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use serde::Serialize;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, BufReader},
    sync::Mutex,
};
use tokio_util::{
    bytes::{BufMut, BytesMut},
    codec::{Encoder, FramedWrite},
};

use super::{
    message::{Message, Refusal, without_mark},
    params::invalid_params,
};

/// The longest message, as rmcp has it: without a limit, a client that never ends a line takes all memory.
const MAX_LINE: usize = 16 * 1024 * 1024;

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
    output: Arc<Mutex<Option<FramedWrite<W, JsonLine>>>>,
    refusal: Option<Outgoing>,
}

/// How far a refusal is on its way.
enum Outgoing {
    Waiting(Value),
    Buffered,
}

/// Writes a value as JSON on a line.
struct JsonLine;

impl<T: Serialize> Encoder<T> for JsonLine {
    type Error = io::Error;

    fn encode(&mut self, value: T, buffer: &mut BytesMut) -> io::Result<()> {
        serde_json::to_writer(buffer.writer(), &value)?;
        buffer.put_u8(b'\n');
        Ok(())
    }
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
    pub(crate) fn new(input: R, output: W) -> Self {
        Self {
            input: BufReader::new(input),
            line: Vec::new(),
            is_skipping: false,
            output: Arc::new(Mutex::new(Some(FramedWrite::new(output, JsonLine)))),
            refusal: None,
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
        SinkExt::<Value>::flush(output).await?;
        self.refusal = None;
        Ok(())
    }

    /// Readies the refusal of a line; one without an id cannot be answered, so the log has it.
    fn refuse(&mut self, refusal: &Refusal) {
        if refusal.id.is_some() {
            self.refusal = Some(Outgoing::Waiting(refusal.to_json()));
        } else {
            tracing::warn!(
                problem = %refusal.error.message,
                "a line on standard input could not be read and gets no answer, for it has no id"
            );
        }
    }

    async fn next_message(&mut self) -> io::Result<Option<ClientJsonRpcMessage>> {
        loop {
            self.send_refusal().await?;
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
                Ok(message) => return Ok(Some(message)),
                Err(refusal) => self.refuse(&refusal),
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
        async move {
            let mut output = output.lock().await;
            output.as_mut().ok_or_else(closed)?.send(message).await
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
