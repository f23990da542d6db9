//! The server's tools, and the names that the model has for them.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use rmcp::model::Tool;
use serde::Serialize;
use serde_json::{Value, json};

use crate::{limits::INSTRUCTION_CHARS, quote::cut, texts::Fault};

/// The longest name of a function that every model's API takes.
const NAME_LENGTH: usize = 64;

/// What a server offers.
#[derive(Debug)]
pub(crate) struct Catalog {
    /// The server's name and version, if it says them.
    pub(crate) server: Option<(String, String)>,
    pub(crate) instructions: Option<String>,
    pub(crate) tools: Vec<Tool>,
    /// The tools as JSON, as the page gets them.
    pub(crate) listed: Arc<str>,
    /// What is said of the tools that cannot be used.
    pub(crate) left_out: Option<Fault>,
    /// The tools as the model's API wants them.
    pub(crate) functions: Vec<Value>,
    /// From the model's names to indices of `tools`.
    by_function: HashMap<String, usize>,
}

/// A card of the landing page.
#[derive(Debug, Serialize)]
pub(crate) struct Card {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    sample_questions: Vec<String>,
}

impl Catalog {
    /// Gives every tool a name that the model's API takes.
    pub(crate) fn new(
        server: Option<(String, String)>,
        instructions: Option<String>,
        mut tools: Vec<Tool>,
    ) -> Self {
        // The model's API refuses two functions of one name; the server could not tell them apart either.
        let mut seen = HashSet::new();
        tools.retain(|tool| seen.insert(tool.name.clone()));
        let names = function_names(&tools);
        let functions = names.iter().zip(&tools).map(|(name, tool)| {
            json!({
                "type": "function",
                "function": {
                    "name": name,
                    "description": tool.description.as_deref().unwrap_or_default(),
                    "parameters": *tool.input_schema,
                },
            })
        });
        Self {
            server,
            instructions: instructions.map(|text| shortened(&text)),
            left_out: None,
            listed: json!({ "tools": tools }).to_string().into(),
            functions: functions.collect(),
            by_function: names.into_iter().zip(0..).collect(),
            tools,
        }
    }

    /// The tool that the model means by a name.
    pub(crate) fn by_function(&self, name: &str) -> Option<&Tool> {
        self.by_function.get(name).and_then(|&index| self.tools.get(index))
    }

    /// The tool of this name.
    pub(crate) fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The model's names that resemble a wrong one, nearest first; all of them if none does.
    pub(crate) fn nearest(&self, wrong: &str) -> Vec<&str> {
        let mut near: Vec<(f64, &str)> = self
            .by_function
            .keys()
            .map(|name| (strsim::normalized_damerau_levenshtein(wrong, name), name.as_str()))
            .filter(|(likeness, _)| *likeness >= 0.5)
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        if near.is_empty() {
            let mut all: Vec<&str> = self.by_function.keys().map(String::as_str).collect();
            all.sort_unstable();
            return all;
        }
        near.into_iter().take(3).map(|(_, name)| name).collect()
    }

    /// A card for each plugin, in the order of the tools.
    pub(crate) fn cards(&self) -> Vec<Card> {
        let mut seen = HashSet::new();
        let mut cards = Vec::new();
        for meta in self.tools.iter().filter_map(|tool| tool.meta.as_ref()) {
            let Some(name) = meta.0.get("plugin").and_then(Value::as_str) else { continue };
            if !seen.insert(name) {
                continue;
            }
            let about = meta.0.get("plugin_metadata").unwrap_or(&Value::Null);
            let questions = about["sample_questions"].as_array().into_iter().flatten();
            cards.push(Card {
                name: name.to_owned(),
                description: about["description"].as_str().map(ToOwned::to_owned),
                sample_questions: questions
                    .filter_map(Value::as_str)
                    .map(ToOwned::to_owned)
                    .collect(),
            });
        }
        cards
    }
}

/// The instructions, which say so if they were cut.
fn shortened(text: &str) -> String {
    match cut(text, INSTRUCTION_CHARS) {
        (text, None) => text.to_owned(),
        (first, Some(whole)) => format!(
            "{first}\n\n[The gateway has cut these instructions: they have {whole} characters, of which the first {INSTRUCTION_CHARS} are given.]"
        ),
    }
}

/// Names of at most 64 letters, digits, `_` and `-`, each of them once, in the order of the tools.
fn function_names(tools: &[Tool]) -> Vec<String> {
    let is_fit = |name: &str| {
        (1..=NAME_LENGTH).contains(&name.len())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
    };
    // A fit name is its tool's own, whichever tool comes first.
    let mut taken: HashSet<String> =
        tools.iter().filter(|tool| is_fit(&tool.name)).map(|tool| tool.name.to_string()).collect();
    let mut names = Vec::with_capacity(tools.len());
    for tool in tools {
        if is_fit(&tool.name) {
            names.push(tool.name.to_string());
            continue;
        }
        let fit: String = tool
            .name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' })
            .take(NAME_LENGTH)
            .collect();
        let fit = if fit.is_empty() { "tool".to_owned() } else { fit };
        let numbered = (2_u32..).map(|number| {
            let suffix = format!("_{number}");
            let stem = &fit[..fit.len().min(NAME_LENGTH - suffix.len())];
            format!("{stem}{suffix}")
        });
        let free = std::iter::once(fit.clone()).chain(numbered).find(|name| !taken.contains(name));
        let name = free.unwrap_or(fit);
        taken.insert(name.clone());
        names.push(name);
    }
    names
}
