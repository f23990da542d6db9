//! What a server answers to a call, read part by part: one that cannot be read is left out, and the others are not.

use std::error::Error;

use rmcp::{
    model::{CallToolResult, ContentBlock, ServerResult, Tool},
    service::ServiceError,
    transport::streamable_http_client::StreamableHttpError,
};
use serde_json::{Map, Value};

use crate::{
    limits::{ANSWER_BYTES, ANSWER_PARTS},
    quote::{enumerate, quoted},
    texts::Fault,
};

/// An answer, and what had to be left out of it.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) result: CallToolResult,
    pub(crate) left_out: Option<Fault>,
}

/// Reads the answer of a tool.
pub(crate) fn read(tool: &Tool, result: ServerResult) -> Result<Answer, Fault> {
    let value = match result {
        ServerResult::CallToolResult(result) => return Ok(Answer { result, left_out: None }),
        ServerResult::CustomResult(result) => result.0,
        // An answer without any of its fields is an empty one.
        ServerResult::EmptyResult(_) | ServerResult::TaskAckResult(_) => Value::Object(Map::new()),
        ServerResult::InputRequiredResult(_) => {
            return Err(unread(tool, "it asks for an input, which this chat cannot give"));
        }
        _ => return Err(unread(tool, "it is not the result of a call")),
    };
    let Value::Object(mut fields) = value else {
        return Err(unread(tool, "it is not an object"));
    };
    let is_kind = |field: &str| fields.contains_key(field);
    if !fields.keys().all(|field| field == "_meta" || field == "resultType")
        && !["content", "structuredContent", "isError"].into_iter().any(is_kind)
    {
        return Err(unread(tool, "it has none of `content`, `structuredContent` and `isError`"));
    }
    let mut left_out = Vec::new();
    let mut content = Vec::new();
    match fields.remove("content") {
        None | Some(Value::Null) => {}
        Some(Value::Array(parts)) => {
            for (at, part) in parts.into_iter().enumerate().take(ANSWER_PARTS) {
                let kind = part["type"].as_str().map(quoted);
                match serde_json::from_value::<ContentBlock>(part) {
                    Ok(part) => content.push(part),
                    Err(error) => {
                        let kind =
                            kind.map(|kind| format!(" of the type `{kind}`")).unwrap_or_default();
                        left_out.push(format!(
                            "part {}{kind} ({})",
                            at + 1,
                            quoted(&error.to_string())
                        ));
                    }
                }
            }
        }
        Some(_) => left_out.push("`content` (it is not a list)".to_owned()),
    }
    let mut result = CallToolResult::success(content);
    result.structured_content = fields.remove("structuredContent");
    result.is_error = match fields.remove("isError") {
        None | Some(Value::Null) => None,
        Some(Value::Bool(is_error)) => Some(is_error),
        Some(_) => {
            left_out.push("`isError` (it is neither true nor false)".to_owned());
            None
        }
    };
    if left_out.is_empty() {
        return Ok(Answer { result, left_out: None });
    }
    let parts = enumerate(&left_out);
    let fault = Fault::PartsLeftOut { tool: tool.name.to_string(), parts };
    tracing::warn!("{fault}");
    Ok(Answer { result, left_out: Some(fault) })
}

/// The fault of an answer that came and cannot be read, or `None` if none came.
pub(crate) fn unreadable(tool: &Tool, error: &ServiceError) -> Option<Fault> {
    if matches!(error, ServiceError::UnexpectedResponse) {
        return Some(unread(tool, "it is not the result of a call"));
    }
    let mut cause: Option<&(dyn Error + 'static)> = match error {
        ServiceError::TransportSend(error) => Some(error.error.as_ref()),
        _ => None,
    };
    while let Some(error) = cause {
        match error.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
            Some(StreamableHttpError::ResponseBodyTooLarge { .. }) => {
                return Some(Fault::AnswerTooLarge {
                    tool: tool.name.to_string(),
                    bytes: ANSWER_BYTES,
                });
            }
            Some(
                StreamableHttpError::UnexpectedServerResponse(_)
                | StreamableHttpError::UnexpectedContentType(_)
                | StreamableHttpError::Deserialize(_),
            ) => return Some(unread(tool, "it is no message of the protocol")),
            _ => cause = error.source(),
        }
    }
    None
}

fn unread(tool: &Tool, reason: &'static str) -> Fault {
    Fault::AnswerUnreadable { tool: tool.name.to_string(), reason }
}
