//! What is known of the plugin to which a tool belongs.

use serde_json::{Map, Value, json};

use crate::answer::{Language, Source};

/// What is known of a plugin besides its tools and resources.
#[derive(Debug, Default)]
pub(crate) struct PluginInfo {
    /// `None` for the tools that the server has itself.
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) sample_questions: Vec<String>,
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
            metadata.insert("sample_questions".to_owned(), json!(self.sample_questions));
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
            let is_blank = is_blank(question);
            if is_blank {
                warnings.push(format!("{owner}: a sample question is blank; it is left out"));
            }
            !is_blank
        });
        warnings
    }

    /// Returns the plugin's part of the server's instructions.
    pub(crate) fn introduction(&self, language: Language) -> Option<String> {
        let name = self.name.as_deref();
        let head = match (name, &self.description) {
            (Some(name), Some(description)) => Some(format!("{name}: {description}")),
            (None, Some(description)) => Some(description.clone()),
            (_, None) => None,
        };
        let questions = (!self.sample_questions.is_empty()).then(|| {
            let heading = language.phrases().answers_questions;
            format!("{heading}\n- {}", self.sample_questions.join("\n- "))
        });
        let parts: Vec<String> =
            [head, self.instructions.clone(), questions].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("\n"))
    }
}
