//! What a chat tells the page while it runs.

use axum::response::sse;
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// An event of a chat.
#[derive(Debug)]
pub(crate) enum Event {
    /// A tool is asked. `id` joins it to its result. `arguments` are an object, or the model's text if it was none.
    ToolCall { id: usize, tool: String, arguments: Value },
    /// A tool has answered. `structured` is the person's part, and goes nowhere else.
    ToolResult { id: usize, tool: String, structured: Value, is_error: bool },
    /// A piece of the model's prose.
    Answer { text: String },
    /// Something went wrong; the chat goes on.
    Error { message: String },
    /// The turn is over, well or not.
    Done,
}

impl Event {
    /// The event as the page reads it.
    pub(crate) fn to_sse(&self) -> sse::Event {
        let (name, data) = match self {
            Self::ToolCall { id, tool, arguments } => {
                ("tool_call", json!({ "id": id, "tool": tool, "arguments": arguments }))
            }
            Self::ToolResult { id, tool, structured, is_error } => (
                "tool_result",
                json!({ "id": id, "tool": tool, "structured": structured, "is_error": is_error }),
            ),
            Self::Answer { text } => ("answer", json!({ "text": text })),
            Self::Error { message } => ("error", json!({ "message": message })),
            Self::Done => ("done", json!({})),
        };
        sse::Event::default().event(name).data(data.to_string())
    }
}

/// Where a chat puts its events.
#[derive(Debug, Clone)]
pub(crate) struct Events(mpsc::Sender<Event>);

impl Events {
    /// A few events are kept for a page that reads slowly; then the chat waits for it.
    pub(crate) fn new() -> (Self, mpsc::Receiver<Event>) {
        let (sender, receiver) = mpsc::channel(32);
        (Self(sender), receiver)
    }

    /// Sends an event.
    pub(crate) async fn send(&self, event: Event) {
        // Without a reader the whole chat is being dropped.
        let _ = self.0.send(event).await;
    }

    /// Sends a piece of the model's prose.
    pub(crate) async fn answer(&self, text: String) {
        if !text.is_empty() {
            self.send(Event::Answer { text }).await;
        }
    }
}
