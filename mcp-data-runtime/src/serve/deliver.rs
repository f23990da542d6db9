//! The way of an answer over HTTP to its reader: in parts, counted, and with its place kept until the last of
//! them is taken.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use axum::{
    body::{Body, Bytes, HttpBody, to_bytes},
    extract::{Request, State},
    http::{HeaderValue, header::CONTENT_LENGTH},
    middleware::Next,
    response::Response,
};
use futures::{Stream, StreamExt, stream::BoxStream};

use super::connections::{Connection, Open, Part};
use crate::dispatch::places::{Delivery, Unread};

/// The longest part of an answer that is handed over at once, in bytes.
const PART: usize = 16 * 1024;

/// The longest answer that keeps no place, in bytes: what of them waits is counted all the same.
const SHORT: usize = 64 * 1024;

/// Gives a request the way of its answer, and sends the answer along it.
pub(super) async fn deliver(
    State(unread): State<Arc<Unread>>,
    mut request: Request,
    next: Next,
) -> Response {
    // A server of the author's own has none.
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let unread = connection.as_ref().map_or(&unread, |connection| &connection.unread);
    let unread = Arc::clone(unread);
    let delivery = Delivery::new(Arc::clone(&unread));
    request.extensions_mut().insert(Arc::clone(&delivery));
    let open = connection.as_ref().map(Connection::begin);
    let (mut head, body) = next.run(request).await.into_parts();
    let watched = connection.map(|connection| connection.watch());
    let parts = match body.size_hint().exact() {
        None => Parts::Streamed(body.into_data_stream().boxed()),
        Some(length) => {
            // A body that says its length is in memory.
            let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
            debug_assert_eq!(bytes.len() as u64, length, "a body is as long as it says");
            unread.add(bytes.len());
            if bytes.len() <= SHORT {
                delivery.leave_place();
            }
            if !bytes.is_empty() {
                head.headers.insert(CONTENT_LENGTH, HeaderValue::from(bytes.len()));
            }
            Parts::Known(bytes)
        }
    };
    if matches!(&parts, Parts::Known(bytes) if bytes.is_empty()) {
        return Response::from_parts(head, Body::empty());
    }
    let answer = Answer { parts, unread, watched, _delivery: delivery, _open: open };
    Response::from_parts(head, Body::from_stream(answer))
}

/// An answer on its way.
struct Answer {
    parts: Parts,
    unread: Arc<Unread>,
    watched: Option<Arc<Part>>,
    _delivery: Arc<Delivery>,
    _open: Option<Open>,
}

enum Parts {
    /// All that is left of it.
    Known(Bytes),
    /// Events, as they come.
    Streamed(BoxStream<'static, Result<Bytes, axum::Error>>),
}

impl Stream for Answer {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let answer = self.get_mut();
        if let Some(watched) = &answer.watched {
            watched.asked();
        }
        let part = match &mut answer.parts {
            Parts::Known(rest) if rest.is_empty() => None,
            Parts::Known(rest) => {
                let part = rest.split_to(rest.len().min(PART));
                answer.unread.take_off(part.len());
                Some(Ok(part))
            }
            Parts::Streamed(events) => ready!(events.poll_next_unpin(context)),
        };
        if let (Some(watched), true) = (&answer.watched, part.is_some()) {
            watched.given();
        }
        Poll::Ready(part)
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        if let Parts::Known(rest) = &self.parts {
            self.unread.take_off(rest.len());
        }
    }
}
