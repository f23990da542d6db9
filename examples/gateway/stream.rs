//! A reply of the model, from the bytes in which it comes: server-sent events, or one JSON document.

use serde_json::Value;

use crate::{
    limits::{ARGUMENT_BYTES, CALLS_PER_REPLY, QUOTED_CHARS, REPLY_BYTES},
    quote::cut,
    texts::Fault,
};

/// A call that the model asks for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ToolRequest {
    /// By which the model joins the result to its call.
    pub(crate) id: String,
    /// The tool by the model's name for it.
    pub(crate) function: String,
    /// What should be a JSON object.
    pub(crate) arguments: String,
}

/// What the model said.
#[derive(Debug, Default)]
pub(crate) struct Reply {
    pub(crate) text: String,
    pub(crate) calls: Vec<ToolRequest>,
    /// How many more it asked for than it may.
    pub(crate) calls_left_out: usize,
}

/// Cuts a stream of bytes into the data of server-sent events.
#[derive(Debug, Default)]
pub(crate) struct SseParser {
    line: Vec<u8>,
    data: Option<String>,
    /// The line before ended in a carriage return, to which a line feed may still belong.
    after_return: bool,
}

impl SseParser {
    /// Takes bytes, wherever they were cut, and gives the data of the events that they complete.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut complete = Vec::new();
        for &byte in bytes {
            match byte {
                b'\n' if self.after_return => self.after_return = false,
                b'\n' | b'\r' => {
                    self.after_return = byte == b'\r';
                    self.end_line(&mut complete);
                }
                _ => {
                    self.after_return = false;
                    self.line.push(byte);
                }
            }
        }
        complete
    }

    /// How much is kept of an event that is not complete.
    fn pending(&self) -> usize {
        self.line.len() + self.data.as_ref().map_or(0, String::len)
    }

    fn end_line(&mut self, complete: &mut Vec<String>) {
        if self.line.is_empty() {
            complete.extend(self.data.take());
            return;
        }
        let line = String::from_utf8_lossy(&self.line);
        if let Some(value) = line.strip_prefix("data:") {
            let value = value.strip_prefix(' ').unwrap_or(value);
            match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            }
        }
        self.line.clear();
    }
}

/// Puts a reply together from its pieces.
#[derive(Debug, Default)]
pub(crate) struct Assembly {
    parser: SseParser,
    reply: Reply,
    /// The `index` under which the model streams each call.
    indices: Vec<Option<u64>>,
    /// The `index` of the last call that was left out.
    left_out: Option<u64>,
    finish: Option<String>,
    ended: bool,
    bytes: usize,
}

impl Assembly {
    /// Takes bytes of a stream and gives the prose in them.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<String, Fault> {
        self.bytes += bytes.len();
        let mut text = String::new();
        for data in self.parser.push(bytes) {
            if data.trim() == "[DONE]" {
                self.ended = true;
                continue;
            }
            let chunk: Value = serde_json::from_str(&data).map_err(|_| Fault::ModelNonsense)?;
            text.push_str(&self.take(&chunk, "delta")?);
        }
        if self.bytes > REPLY_BYTES || self.parser.pending() > REPLY_BYTES {
            return Err(Fault::ModelTooLong);
        }
        Ok(text)
    }

    /// The stream is over: what it holds of an event that was not closed.
    pub(crate) fn end(&mut self) -> Result<String, Fault> {
        self.push(b"\n\n").map_err(|fault| match fault {
            // Half an event.
            Fault::ModelNonsense => Fault::ModelCut,
            fault => fault,
        })
    }

    /// Takes a document: a reply that was not streamed.
    pub(crate) fn document(&mut self, document: &Value) -> Result<String, Fault> {
        self.ended = true;
        if document["choices"].as_array().is_none_or(Vec::is_empty) && document["error"].is_null() {
            return Err(Fault::ModelNonsense);
        }
        self.take(document, "message")
    }

    /// Whether the model has said that there is no more.
    pub(crate) fn is_ended(&self) -> bool {
        self.ended
    }

    /// The reply, if it is whole.
    pub(crate) fn finish(self) -> Result<Reply, Fault> {
        match self.finish.as_deref() {
            // A stream without either end was cut.
            None if !self.ended => Err(Fault::ModelCut),
            Some("length") => Err(Fault::ModelTooLong),
            Some("content_filter") => Err(Fault::ModelFiltered),
            _ => Ok(self.reply),
        }
    }

    fn take(&mut self, chunk: &Value, part: &str) -> Result<String, Fault> {
        if !chunk["error"].is_null() {
            let error = &chunk["error"];
            let reason = error["message"].as_str().or(error.as_str()).unwrap_or_default();
            let status = error["code"].as_u64().and_then(|code| u16::try_from(code).ok());
            return Err(Fault::ModelRefused {
                status: status.unwrap_or(200),
                reason: reason.to_owned(),
            });
        }
        // The last chunk may hold the usage and no choice.
        let choice = &chunk["choices"][0];
        if let Some(reason) = choice["finish_reason"].as_str() {
            self.finish = Some(reason.to_owned());
        }
        let part = &choice[part];
        for call in part["tool_calls"].as_array().into_iter().flatten() {
            self.take_call(call);
        }
        let text = part["content"].as_str().unwrap_or_default();
        self.reply.text.push_str(text);
        Ok(text.to_owned())
    }

    /// A call, or a piece of one. Pieces are joined by `index`; an API that counts nothing sends whole calls.
    fn take_call(&mut self, piece: &Value) {
        let index = piece["index"].as_u64();
        // An id that is too long is replaced by one of our own, since it is sent back.
        let is_short = |text: &&str| !text.is_empty() && cut(text, QUOTED_CHARS).1.is_none();
        let id = piece["id"].as_str().filter(is_short);
        let name = piece["function"]["name"].as_str().filter(|name| !name.is_empty());
        let continued = match (index, id) {
            (Some(_), _) => self.indices.iter().rposition(|known| *known == index),
            (None, Some(id)) => self.reply.calls.iter().rposition(|call| call.id == id),
            (None, None) if name.is_none() => self.reply.calls.len().checked_sub(1),
            (None, None) => None,
        };
        // Some APIs give every call of a reply the index 0.
        let continued = continued.filter(|&at| {
            let known = self.reply.calls.get(at).map(|call| call.id.as_str());
            known.is_some_and(|known| known.is_empty() || id.is_none_or(|id| id == known))
        });
        if continued.is_none() && self.reply.calls.len() >= CALLS_PER_REPLY {
            if index.is_none() || index != self.left_out {
                self.left_out = index;
                self.reply.calls_left_out += 1;
            }
            return;
        }
        let at = continued.unwrap_or_else(|| {
            self.reply.calls.push(ToolRequest::default());
            self.indices.push(index);
            self.reply.calls.len() - 1
        });
        let Some(call) = self.reply.calls.get_mut(at) else { return };
        if let Some(id) = id {
            id.clone_into(&mut call.id);
        }
        if let Some(name) = name {
            // Names come whole; some APIs repeat them in every piece.
            // No tool has one that is longer than what is kept here.
            cut(name, QUOTED_CHARS).0.clone_into(&mut call.function);
        }
        match &piece["function"]["arguments"] {
            // What is too long is not called, so the rest is not needed.
            Value::String(_) | Value::Null if call.arguments.len() > ARGUMENT_BYTES => {}
            Value::String(text) => call.arguments.push_str(text),
            Value::Null => {}
            whole => call.arguments = whole.to_string(),
        }
    }
}
