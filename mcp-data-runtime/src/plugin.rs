//! A plugin: tools that belong together, and what a person and a model should know of them.

use serde_json::{Map, Value, json};

use crate::{
    answer::{DataToolOutput, Language, Source},
    resource::Resource,
    tool::{DataTool, ToolDescriptor, context::ToolContext, error::ToolError},
};

/// Tools that belong together, under a name: a data set, a register, a statistical office.
///
/// The plugin's name is put before the names of its tools (`energy` makes `electricity_mix` the tool
/// `energy_electricity_mix`), and its resources are found under `mcp://<name>/`.
///
/// ```
/// use mcp_data_runtime::prelude::*;
///
/// const EIA: Source = source!("https://www.eia.gov/electricity/data/browser/");
///
/// let plugin = Plugin::new("energy")
///     .description("Electricity generation in Iowa by source, 2001 to 2017")
///     .sample_questions(["How much of Iowa's electricity was renewable in 2017?"])
///     .instructions("Give shares with one decimal.")
///     .guard("Say that the figures are net generation.")
///     .homepage("https://www.eia.gov/electricity/")
///     .resource(Resource::text("units.md", "text/markdown", "GWh: a million kilowatt hours."))
///     .out_of_scope(EIA);
/// ```
#[derive(Debug)]
#[must_use = "a plugin does nothing until `DataServer::plugin` gets it"]
pub struct Plugin {
    pub(crate) info: PluginInfo,
    pub(crate) tools: Vec<PluginTool>,
    pub(crate) resources: Vec<Resource>,
}

/// A tool of a plugin.
#[derive(Debug)]
pub(crate) struct PluginTool {
    pub(crate) descriptor: ToolDescriptor,
    /// Whether its description goes on with what the plugin's data are about.
    pub(crate) tells_scope: bool,
}

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
    homepage: Option<String>,
    repository: Option<String>,
    out_of_scope: Option<Source>,
}

impl Plugin {
    /// A plugin; its name is 1 to 64 ASCII letters, digits, `_` and `-`, and short enough to leave
    /// room for those of its tools.
    pub fn new(name: impl Into<String>) -> Self {
        let mut plugin = Self::unnamed();
        plugin.info.name = Some(name.into());
        plugin
    }

    pub(crate) fn unnamed() -> Self {
        Self { info: PluginInfo::default(), tools: Vec::new(), resources: Vec::new() }
    }

    /// What its data are about, in a phrase.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.info.description = Some(description.into());
        self
    }

    /// Questions that its tools answer, as a person would ask them.
    pub fn sample_questions<Q: Into<String>>(
        mut self,
        questions: impl IntoIterator<Item = Q>,
    ) -> Self {
        self.info.sample_questions.extend(questions.into_iter().map(Into::into));
        self
    }

    /// What the model should know before it uses the tools; part of the server's instructions.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.info.instructions = Some(instructions.into());
        self
    }

    /// What the model must heed when it uses an answer; part of every answer's text.
    pub fn guard(mut self, guard: impl Into<String>) -> Self {
        self.info.guard = Some(guard.into());
        self
    }

    /// The language of the runtime's phrases in this plugin's answers, whatever the server's is.
    pub fn language(mut self, language: Language) -> Self {
        self.info.language = Some(language);
        self
    }

    /// Where a person reads more about the data.
    pub fn homepage(mut self, url: impl Into<String>) -> Self {
        self.info.homepage = Some(url.into());
        self
    }

    /// Where the plugin's code is.
    pub fn repository(mut self, url: impl Into<String>) -> Self {
        self.info.repository = Some(url.into());
        self
    }

    /// Adds tools: [`tools!`](crate::tools!).
    pub fn tools(mut self, tools: impl IntoIterator<Item = ToolDescriptor>) -> Self {
        self.tools.extend(
            tools.into_iter().map(|descriptor| PluginTool { descriptor, tells_scope: false }),
        );
        self
    }

    /// Adds a resource, found under `mcp://<plugin>/<name>` unless it has a URI of its own.
    pub fn resource(mut self, resource: Resource) -> Self {
        self.resources.push(resource);
        self
    }

    /// Adds the tool `out_of_scope`, which the model calls for a question that the data do not answer,
    /// instead of answering it from what it believes. The tool says what the data are about and which
    /// questions they answer; `source` is where a person can look further.
    pub fn out_of_scope(mut self, source: Source) -> Self {
        self.info.out_of_scope = Some(source);
        let descriptor = <out_of_scope as DataTool>::DESCRIPTOR;
        self.tools.push(PluginTool { descriptor, tells_scope: true });
        self
    }
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

    /// The plugin's part of the server's instructions.
    pub(crate) fn introduction(&self) -> Option<String> {
        let name = self.name.as_deref();
        let head = match (name, &self.description) {
            (Some(name), Some(description)) => Some(format!("{name}: {description}")),
            (None, Some(description)) => Some(description.clone()),
            (_, None) => None,
        };
        let questions = (!self.sample_questions.is_empty()).then(|| {
            format!("It answers questions such as:\n- {}", self.sample_questions.join("\n- "))
        });
        let parts: Vec<String> =
            [head, self.instructions.clone(), questions].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("\n"))
    }
}

/// Call this when the question is about something that the other tools have no data on. Do not answer such a question from memory.
#[mcp_data_macros::data_tool(title = "Out of scope")]
fn out_of_scope(
    /// The question, as the person asked it.
    #[arg(examples = ["Who will win the next election?"])]
    question: String,
    context: ToolContext,
) -> Result<DataToolOutput, ToolError> {
    let Some((plugin, source)) =
        context.plugin().and_then(|plugin| Some((plugin, plugin.out_of_scope.clone()?)))
    else {
        return Err(ToolError::new("This question is out of scope here."));
    };
    let phrases = context.language().phrases();
    let about = plugin.description.as_deref().or(plugin.name.as_deref()).unwrap_or_default();
    let mut text = format!(
        "\u{201c}{}\u{201d}\n\n{}",
        question.trim(),
        phrases.out_of_scope.replace("{scope}", about)
    );
    if !plugin.sample_questions.is_empty() {
        text.push_str(&format!(
            "\n\n{}\n- {}",
            phrases.questions,
            plugin.sample_questions.join("\n- ")
        ));
    }
    Ok(DataToolOutput::new(text, source))
}
