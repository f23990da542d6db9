//! An answer as the protocol writes it.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use super::Rendered;

/// The result of a call that was answered. The table moves into it.
pub(crate) fn success(rendered: Rendered) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(rendered.text)]);
    result.structured_content = Some(Value::Object(rendered.structured));
    result
}

/// The result of a call that was not: text for the model, and nothing that could break the tool's
/// output schema.
pub(crate) fn failure(text: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}
