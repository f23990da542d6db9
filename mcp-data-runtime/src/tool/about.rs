//! What is known of the plugin to which a tool belongs.

use serde_json::{Map, Value, json};

use super::sample::SampleQuestion;
use crate::answer::{Language, Source};

/// What is known of a plugin besides its tools and resources.
#[derive(Debug, Default)]
pub(crate) struct PluginInfo {
    /// `None` for the tools that the server has itself.
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) sample_questions: Vec<SampleQuestion>,
    pub(crate) instructions: Option<String>,
    pub(crate) guard: Option<String>,
    pub(crate) language: Option<Language>,
    pub(crate) homepage: Option<String>,
    pub(crate) repository: Option<String>,
    pub(crate) out_of_scope: Option<Source>,
}

impl PluginInfo {
    /// The published name of a tool of this plugin.
    pub(crate) fn tool_name(&self, tool: &str) -> String {
        match &self.name {
            Some(name) => format!("{name}_{tool}"),
            None => tool.to_owned(),
        }
    }

    /// The `plugin_metadata` of its tools.
    pub(crate) fn metadata(&self) -> Value {
        let mut urls = Map::new();
        let mut metadata = Map::new();
        for (name, url) in [("homepage", &self.homepage), ("repository", &self.repository)] {
            urls.extend(url.as_ref().map(|url| (name.to_owned(), url.as_str().into())));
        }
        for (name, text) in
            [("description", &self.description), ("instructions", &self.instructions)]
        {
            metadata.extend(text.as_ref().map(|text| (name.to_owned(), text.as_str().into())));
        }
        if !self.sample_questions.is_empty() {
            let questions = self.sample_questions.iter().map(|question| question.text.as_str());
            metadata.insert("sample_questions".to_owned(), questions.collect());
            let calls = self.sample_questions.iter().map(|SampleQuestion { text, call }| {
                json!({
                    "question": text,
                    "tool": self.tool_name(call.tool.name),
                    "arguments": call.arguments,
                })
            });
            metadata.insert("sample_calls".to_owned(), calls.collect());
        }
        if !urls.is_empty() {
            metadata.insert("urls".to_owned(), Value::Object(urls));
        }
        Value::Object(metadata)
    }

    /// The links that must be links.
    pub(crate) fn links(&self) -> impl Iterator<Item = &str> {
        [&self.homepage, &self.repository].into_iter().flatten().map(String::as_str)
    }

    /// Leaves out the texts that are blank, and says which.
    pub(crate) fn leave_out_blanks(&mut self) -> Vec<String> {
        let owner = match &self.name {
            Some(name) => format!("the plugin `{name}`"),
            None => "the server".to_owned(),
        };
        let is_blank = |text: &mut String| text.trim().is_empty();
        let mut warnings = Vec::new();
        for (what, text) in [
            ("description", &mut self.description),
            ("instructions", &mut self.instructions),
            ("guard", &mut self.guard),
        ] {
            if text.take_if(is_blank).is_some() {
                warnings.push(format!("{owner}: `{what}` is blank; it is left out"));
            }
        }
        self.sample_questions.retain_mut(|question| {
            let is_blank = is_blank(&mut question.text);
            if is_blank {
                warnings.push(format!("{owner}: a sample question is blank; it is left out"));
            }
            !is_blank
        });
        warnings
    }

    /// Returns the sample questions as a list with a heading, if there are any.
    pub(crate) fn list_questions(&self, heading: &str) -> Option<String> {
        let questions: Vec<&str> =
            self.sample_questions.iter().map(|question| question.text.as_str()).collect();
        (!questions.is_empty()).then(|| format!("{heading}\n- {}", questions.join("\n- ")))
    }

    /// Returns the plugin's part of the server's instructions.
    pub(crate) fn introduction(&self, language: Language) -> Option<String> {
        let name = self.name.as_deref();
        let head = match (name, &self.description) {
            (Some(name), Some(description)) => Some(format!("{name}: {description}")),
            (None, Some(description)) => Some(description.clone()),
            (_, None) => None,
        };
        let questions = self.list_questions(language.phrases().answers_questions);
        let parts: Vec<String> =
            [head, self.instructions.clone(), questions].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("\n"))
    }
}
