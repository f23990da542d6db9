//! Servers on loopback that say what a test tells them to, byte by byte, and keep every byte they get.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::Notify,
    task::JoinHandle,
};

/// A request, and what of it was understood.
#[derive(Debug, Clone)]
pub struct Request {
    /// Every byte of it.
    pub bytes: Vec<u8>,
    /// `POST`.
    pub method: String,
    /// `/v1/chat/completions`.
    pub path: String,
    /// By their names in small letters.
    pub headers: BTreeMap<String, String>,
    /// The body, or null if it was no JSON.
    pub body: Value,
}

/// A part of a response.
#[derive(Debug, Clone)]
pub enum Part {
    /// These bytes.
    Bytes(Vec<u8>),
    /// Nothing, until the test says so.
    Until(Arc<Notify>),
    /// Nothing more, until the other side hangs up, which is then told.
    Hang(Arc<Notify>),
}

/// A server of HTTP on a free port of loopback, until it is dropped.
pub struct Scripted {
    /// Where it answers: `http://127.0.0.1:12345`.
    pub origin: String,
    requests: Arc<Mutex<Vec<Request>>>,
    serving: JoinHandle<()>,
}

impl Scripted {
    /// Starts a server; `script` answers each request, of which it is told how many came before.
    ///
    /// # Panics
    ///
    /// If there is no free port.
    pub async fn start(
        script: impl Fn(&Request, usize) -> Vec<Part> + Send + Sync + 'static,
    ) -> Self {
        Self::start_at("127.0.0.1:0", script).await
    }

    /// Starts a server at an address.
    ///
    /// # Panics
    ///
    /// If the address is taken.
    pub async fn start_at(
        address: &str,
        script: impl Fn(&Request, usize) -> Vec<Part> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(address).await.expect("a free port");
        let origin = format!("http://{}", listener.local_addr().expect("its address"));
        let requests = Arc::<Mutex<Vec<Request>>>::default();
        let (kept, script) = (Arc::clone(&requests), Arc::new(script));
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (kept, script) = (Arc::clone(&kept), Arc::clone(&script));
                tokio::spawn(async move {
                    serve(stream, &kept, &*script).await;
                });
            }
        });
        Self { origin, requests, serving }
    }

    /// What it was sent so far.
    pub fn requests(&self) -> Vec<Request> {
        lock(&self.requests).clone()
    }

    /// Every byte it was sent so far.
    pub fn bytes(&self) -> Vec<u8> {
        lock(&self.requests).iter().flat_map(|request| request.bytes.clone()).collect()
    }

    /// Ends, and waits until its port is free.
    pub async fn end(mut self) {
        self.serving.abort();
        let _ = (&mut self.serving).await;
    }

    /// Forgets what it was sent.
    pub fn forget(&self) {
        lock(&self.requests).clear();
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn lock(requests: &Mutex<Vec<Request>>) -> MutexGuard<'_, Vec<Request>> {
    requests.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn serve(
    mut stream: TcpStream,
    kept: &Mutex<Vec<Request>>,
    script: &(dyn Fn(&Request, usize) -> Vec<Part> + Send + Sync),
) {
    let Some(request) = read(&mut stream).await else { return };
    let before = {
        let mut kept = lock(kept);
        kept.push(request.clone());
        kept.len() - 1
    };
    for part in script(&request, before) {
        match part {
            Part::Bytes(bytes) => {
                if stream.write_all(&bytes).await.is_err() {
                    return;
                }
            }
            Part::Until(said) => said.notified().await,
            Part::Hang(told) => {
                let mut rest = [0; 64];
                while stream.read(&mut rest).await.is_ok_and(|read| read > 0) {}
                told.notify_one();
            }
        }
    }
}

async fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let mut lines = head.lines();
    let mut first = lines.next()?.split(' ');
    let (method, path) = (first.next()?.to_owned(), first.next()?.to_owned());
    let headers: BTreeMap<String, String> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length: usize =
        headers.get("content-length").map_or(Some(0), |value| value.parse().ok())?;
    while bytes.len() < head_end + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    let body = serde_json::from_slice(&bytes[head_end..]).unwrap_or_default();
    Some(Request { bytes, method, path, headers, body })
}

/// A whole response.
pub fn http(status: &str, headers: &str, body: &str) -> Vec<Part> {
    let length = body.len();
    let response = format!(
        "HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    vec![Part::Bytes(response.into_bytes())]
}

/// A whole response of JSON.
pub fn json_response(body: &Value) -> Vec<Part> {
    http("200 OK", "content-type: application/json\r\n", &body.to_string())
}

/// The start of a stream of server-sent events, which [`STREAM_END`] ends.
pub fn stream_start() -> Part {
    Part::Bytes(
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n"
            .to_vec(),
    )
}

/// Bytes as a piece of a stream.
pub fn piece(bytes: &[u8]) -> Part {
    let mut piece = format!("{:x}\r\n", bytes.len()).into_bytes();
    piece.extend_from_slice(bytes);
    piece.extend_from_slice(b"\r\n");
    Part::Bytes(piece)
}

/// What ends a stream well.
pub const STREAM_END: &[u8] = b"0\r\n\r\n";

/// A piece of a reply of the model.
pub fn delta(delta: &Value, finish: Option<&str>) -> Part {
    let chunk = json!({
        "id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "scripted",
        "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }],
    });
    piece(format!("data: {chunk}\n\n").as_bytes())
}

/// The model says this, word by word.
pub fn says(text: &str) -> Vec<Part> {
    let mut parts = vec![stream_start()];
    for word in text.split_inclusive(' ') {
        parts.push(delta(&json!({ "content": word }), None));
    }
    parts.push(delta(&json!({}), Some("stop")));
    parts.extend([piece(b"data: [DONE]\n\n"), Part::Bytes(STREAM_END.to_vec())]);
    parts
}

/// The model asks for these calls, of a name and arguments each, in pieces.
pub fn asks(calls: &[(&str, &str)]) -> Vec<Part> {
    let mut parts = vec![stream_start()];
    for (index, (name, arguments)) in calls.iter().enumerate() {
        let id = format!("call-{index}");
        parts.push(delta(
            &json!({ "tool_calls": [{
                "index": index, "id": id, "type": "function",
                "function": { "name": name, "arguments": "" },
            }] }),
            None,
        ));
        let middle = arguments.chars().count() / 2;
        let halves: [String; 2] =
            [arguments.chars().take(middle).collect(), arguments.chars().skip(middle).collect()];
        for half in halves {
            parts.push(delta(
                &json!({ "tool_calls": [{ "index": index, "function": { "arguments": half } }] }),
                None,
            ));
        }
    }
    parts.push(delta(&json!({}), Some("tool_calls")));
    parts.extend([piece(b"data: [DONE]\n\n"), Part::Bytes(STREAM_END.to_vec())]);
    parts
}

/// How many rounds of calls the model has had since the last question.
pub fn rounds(request: &Request) -> usize {
    let messages = request.body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let question = messages.iter().rposition(|message| message["role"] == "user").unwrap_or(0);
    messages[question..].iter().filter(|message| message["tool_calls"].is_array()).count()
}

/// What the tools told the model since the last question.
pub fn tool_texts(request: &Request) -> Vec<String> {
    let messages = request.body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let question = messages.iter().rposition(|message| message["role"] == "user").unwrap_or(0);
    messages[question..]
        .iter()
        .filter(|message| message["role"] == "tool")
        .map(|message| message["content"].as_str().unwrap_or_default().to_owned())
        .collect()
}

/// The last question.
pub fn question(request: &Request) -> String {
    let messages = request.body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let question = messages.iter().rev().find(|message| message["role"] == "user");
    question.and_then(|message| message["content"].as_str()).unwrap_or_default().to_owned()
}
