//! What a call came to, parted between its two readers: the text goes to the model, the data to the person.

use std::sync::Arc;

use rmcp::model::CallToolResult;
use serde_json::Value;

use crate::{
    limits::{TEXT_CHARS, TURN_DATA_BYTES, TURN_TEXT_CHARS},
    quote::cut,
    texts::Fault,
};

/// What a call came to.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// For the model: the first of its characters.
    text: String,
    /// How many it had, if these are not all.
    whole: Option<usize>,
    /// For the person, as JSON.
    structured: Arc<str>,
    pub(crate) is_error: bool,
    /// What the person is told besides, if the gateway could not call at all.
    pub(crate) fault: Option<Fault>,
    /// What the person is told besides, if a part of the answer cannot be read.
    pub(crate) left_out: Option<Fault>,
}

impl Outcome {
    /// A call without an answer; the text tells the model why.
    pub(crate) fn error(text: &str, fault: Option<Fault>) -> Self {
        Self { is_error: true, fault, ..Self::of(text, &Value::Null) }
    }

    /// Parts a tool's answer between its two readers.
    pub(crate) fn answered(result: &CallToolResult, left_out: Option<Fault>) -> Self {
        let texts: Vec<&str> = result
            .content
            .iter()
            .filter_map(|block| block.as_text())
            .map(|block| block.text.as_str())
            .collect();
        let structured = result.structured_content.as_ref().unwrap_or(&Value::Null);
        // The contract has one text; servers of others may have more, or none.
        let outcome = match texts[..] {
            [] => Self::of("The tool answered without a text.", structured),
            [text] => Self::of(text, structured),
            _ => Self::of(&texts.join("\n\n"), structured),
        };
        Self { is_error: result.is_error.unwrap_or_default(), left_out, ..outcome }
    }

    fn of(text: &str, structured: &Value) -> Self {
        let (first, whole) = cut(text, TEXT_CHARS);
        Self {
            text: first.to_owned(),
            whole,
            structured: structured.to_string().into(),
            is_error: false,
            fault: None,
            left_out: None,
        }
    }
}

/// What a turn may still pass on.
#[derive(Debug)]
pub(crate) struct Budget {
    chars: usize,
    bytes: usize,
}

impl Budget {
    pub(crate) fn new() -> Self {
        Self { chars: TURN_TEXT_CHARS, bytes: TURN_DATA_BYTES }
    }

    /// The text for the model, which says so if it was cut, and then what the person is told of it.
    pub(crate) fn text(&mut self, tool: &str, outcome: &Outcome) -> (String, Option<Fault>) {
        let (text, rest) = cut(&outcome.text, self.chars);
        let shown = text.chars().count();
        self.chars -= shown;
        let mut text = text.to_owned();
        let said = outcome.whole.or(rest).map(|whole| {
            if shown > 0 {
                text.push_str("\n\n");
            }
            text.push_str(&format!(
                "[The gateway has cut this text: it has {whole} characters, of which the first {shown} are given.]"
            ));
            Fault::TextCut { tool: tool.to_owned(), shown, whole }
        });
        if let Some(Fault::PartsLeftOut { parts, .. }) = &outcome.left_out {
            text.push_str(&format!(
                "\n\n[The gateway could not read all of this answer. Left out: {parts}.]"
            ));
        }
        (text, said)
    }

    /// The data for the person, or nothing and why.
    pub(crate) fn data(&mut self, tool: &str, outcome: &Outcome) -> (Arc<str>, Option<Fault>) {
        match self.bytes.checked_sub(outcome.structured.len()) {
            Some(rest) => {
                self.bytes = rest;
                (Arc::clone(&outcome.structured), None)
            }
            None => {
                let fault = Fault::DataLeftOut { tool: tool.to_owned(), bytes: TURN_DATA_BYTES };
                ("null".into(), Some(fault))
            }
        }
    }
}
