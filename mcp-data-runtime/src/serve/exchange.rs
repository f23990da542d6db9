//! One request over HTTP and its reply: what reaches rmcp is a JSON-RPC message, and what goes out is too.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Json,
    body::{Body, Bytes},
    extract::{Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
        header::{ACCEPT, ACCEPT_ENCODING, ALLOW, CONNECTION, CONTENT_ENCODING, CONTENT_TYPE},
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures::StreamExt;
use rmcp::{
    ErrorData,
    model::{ErrorCode, ProtocolVersion},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::message::{Message, Refusal, is_modern_version, without_mark};
use crate::{bounds::repeated, wording};

/// What a client accepts by the protocol: a JSON reply, or events where there is progress to tell.
const BOTH_REPLY_TYPES: HeaderValue =
    HeaderValue::from_static("application/json, text/event-stream");
const VERSION_HEADER: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// How long a body may be and still be read whenever it comes, in bytes.
const SHORT_BODY: usize = 64 * 1024;
/// How many longer ones are read and answered at once.
const LONG_BODIES: usize = 2;
/// How long a longer one waits for its turn.
const LONG_BODY_WAIT: Duration = Duration::from_secs(1);
/// How long the next part of a body may take.
const PART_OF_BODY: Duration = Duration::from_secs(10);
/// How long a whole body may take.
const BODY: Duration = Duration::from_secs(60);

/// The limits of bodies.
#[derive(Debug, Clone)]
pub(super) struct Bodies {
    max_bytes: usize,
    long: Arc<Semaphore>,
}

impl Bodies {
    pub(super) fn new(max_bytes: usize) -> Self {
        Self { max_bytes, long: Arc::new(Semaphore::new(LONG_BODIES)) }
    }
}

/// Passes a message on to rmcp, or refuses what is none.
pub(super) async fn exchange(
    State(bodies): State<Bodies>,
    mut request: Request,
    next: Next,
) -> Response {
    // Simple clients send no `Accept`, or only JSON, which is what they get: rmcp would refuse them for a
    // header whose second half matters only to those who ask for progress.
    request.headers_mut().insert(ACCEPT, BOTH_REPLY_TYPES);
    if request.method() != Method::POST {
        return in_our_words(next.run(request).await, &Message::default());
    }
    let (parts, body) = request.into_parts();
    let read = async {
        check_type(&parts.headers)?;
        read_body(body, &bodies).await
    };
    let (body, _place) = match read.await {
        Ok(read) => read,
        Err(refused) => return *refused,
    };
    let message = match Message::read(&body, bodies.max_bytes) {
        Ok(message) => message,
        Err(refusal) => return reply(StatusCode::BAD_REQUEST, &refusal),
    };
    if let Some(refused) = check_message(&message, &parts.headers) {
        return refused;
    }
    let body = body.slice_ref(without_mark(&body));
    let response = next.run(Request::from_parts(parts, Body::from(body))).await;
    in_our_words(response, &message)
}

/// Checks that the body is JSON as it is, by what its headers say.
fn check_type(headers: &HeaderMap) -> Result<(), Box<Response>> {
    let refuse = |message: &str| refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, message);
    let content_type = text(headers, &CONTENT_TYPE);
    let essence = content_type.split(';').next().unwrap_or_default();
    if !essence.trim().eq_ignore_ascii_case("application/json") {
        return Err(Box::new(refuse(
            "the body of a request is JSON, sent as `Content-Type: application/json`",
        )));
    }
    let encoding = text(headers, &CONTENT_ENCODING);
    if !encoding.is_empty() && !encoding.eq_ignore_ascii_case("identity") {
        let mut refused =
            refuse("the body of a request is sent as it is, without a `Content-Encoding`");
        // RFC 9110, section 15.5.16.
        refused.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        return Err(Box::new(refused));
    }
    Ok(())
}

/// Reads the body, up to the limit. Only so many long ones are read at once, so that what they take of memory has
/// an end; a short one never waits for them.
async fn read_body(
    body: Body,
    Bodies { max_bytes, long }: &Bodies,
) -> Result<(Bytes, Option<OwnedSemaphorePermit>), Box<Response>> {
    let refuse = |status, message: &str| Box::new(refusal(status, message));
    let mut read = Vec::new();
    let mut place = None;
    let mut parts = body.into_data_stream();
    let end = Instant::now() + BODY;
    loop {
        let limit = PART_OF_BODY.min(end.saturating_duration_since(Instant::now()));
        let Ok(part) = tokio::time::timeout(limit, parts.next()).await else {
            let message = format!(
                "the body of the request did not come: {} bytes of it were read, and then none for {} s, or not all within {} s",
                read.len(),
                PART_OF_BODY.as_secs(),
                BODY.as_secs()
            );
            let mut refused = refuse(StatusCode::REQUEST_TIMEOUT, &message);
            // RFC 9110, section 15.5.9.
            refused.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            return Err(refused);
        };
        let Some(part) = part else { return Ok((read.into(), place)) };
        let part = part.map_err(|error| {
            let message = format!("the body of the request could not be read: {}", causes(&error));
            refuse(StatusCode::BAD_REQUEST, &message)
        })?;
        if part.len() > max_bytes - read.len() {
            let message = format!(
                "the body of the request is larger than {max_bytes} bytes; the server's operator can allow more with MCP_MAX_BODY_BYTES"
            );
            return Err(refuse(StatusCode::PAYLOAD_TOO_LARGE, &message));
        }
        if place.is_none() && read.len() + part.len() > SHORT_BODY {
            let waiting = Arc::clone(long).acquire_owned();
            let Ok(Ok(permit)) = tokio::time::timeout(LONG_BODY_WAIT, waiting).await else {
                let message = format!(
                    "the server is busy with {LONG_BODIES} requests of more than {SHORT_BODY} bytes; try again in a few seconds"
                );
                return Err(refuse(StatusCode::SERVICE_UNAVAILABLE, &message));
            };
            place = Some(permit);
        }
        read.extend_from_slice(&part);
    }
}

/// Says why a body could not be read: the last cause is the one that says what was wrong with it.
fn causes(error: &(dyn std::error::Error + 'static)) -> String {
    let mut last = error;
    while let Some(cause) = last.source() {
        last = cause;
    }
    repeated(&last.to_string()).into_owned()
}

/// Returns the reply to a message that rmcp would refuse by a bare name or in plain text.
fn check_message(message: &Message, headers: &HeaderMap) -> Option<Response> {
    let version = text(headers, &VERSION_HEADER);
    let is_modern = is_modern_version(&version) || message.version().is_some_and(is_modern_version);
    if let Some(refusal) = message.refusal(is_modern) {
        // The status is part of the protocol only since 2026-07-28.
        let is_unknown = refusal.error.code == ErrorCode::METHOD_NOT_FOUND;
        let status = if is_modern && is_unknown { StatusCode::NOT_FOUND } else { StatusCode::OK };
        return Some(reply(status, &refusal));
    }
    // `initialize` negotiates the version; a request that names its own gets rmcp's refusal.
    if !headers.contains_key(VERSION_HEADER)
        || message.is_initialize()
        || message.version().is_some()
        || ProtocolVersion::KNOWN_VERSIONS.iter().any(|known| known.as_str() == version)
    {
        return None;
    }
    let known = ProtocolVersion::KNOWN_VERSIONS.iter().map(ProtocolVersion::as_str);
    let text = format!(
        "this server does not speak the protocol version {:?} of the header `MCP-Protocol-Version`; it speaks {}",
        repeated(&version),
        wording::list(known)
    );
    let refusal = message.refuse(ErrorData::invalid_request(text, None));
    Some(reply(StatusCode::BAD_REQUEST, &refusal))
}

/// Returns a reply as it is if it is a message; an error that rmcp says in plain text becomes one.
fn in_our_words(response: Response, message: &Message) -> Response {
    let status = response.status();
    let is_message = text(response.headers(), &CONTENT_TYPE).starts_with("application/json");
    if is_message || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (code, text) = match status {
        // The type has been checked, so it is the message.
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            return reply(StatusCode::BAD_REQUEST, &message.refuse_unread());
        }
        // A person who opens the address in a browser reads this.
        StatusCode::METHOD_NOT_ALLOWED => (
            ErrorCode::INVALID_REQUEST,
            "MCP is answered by POST here: give this address to an MCP client. There is no stream to open by GET and no session to end by DELETE".to_owned(),
        ),
        _ if status.is_server_error() => (
            ErrorCode::INTERNAL_ERROR,
            "the request has no answer: the server was stopped before, or its log says what went wrong".to_owned(),
        ),
        _ => (ErrorCode::INVALID_REQUEST, format!("the request was refused: {status}")),
    };
    let mut refused = reply(status, &message.refuse(ErrorData::new(code, text, None)));
    let allow = response.headers().get(ALLOW).cloned();
    refused.headers_mut().extend(allow.map(|methods| (ALLOW, methods)));
    refused
}

fn text(headers: &HeaderMap, name: &HeaderName) -> String {
    let value = headers.get(name).map(HeaderValue::as_bytes).unwrap_or_default();
    String::from_utf8_lossy(value).trim().to_owned()
}

/// Returns a refusal of a request whose message was not read: a JSON-RPC error, which MCP clients show.
pub(super) fn refusal(status: StatusCode, message: &str) -> Response {
    let error = ErrorData::invalid_request(message.to_owned(), None);
    reply(status, &Refusal::new(None, error))
}

fn reply(status: StatusCode, refusal: &Refusal) -> Response {
    (status, Json(refusal.to_json())).into_response()
}
