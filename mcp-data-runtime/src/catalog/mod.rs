//! All tools and resources of a server, checked once, when it starts.

mod build;
mod samples;

use std::{collections::BTreeMap, fmt, sync::Arc};

use serde_json::{Map, Value};

use self::build::Builder;
use crate::{
    answer::AnswerSettings,
    bounds::repeated,
    plugin::Plugin,
    resource::{Resource, ResourceNotFound, Resources, Variables},
    schema::input::InputSchema,
    tool::{ToolDescriptor, about::PluginInfo, context::States},
    wording,
};

/// All tools and resources of a server: names unique and legal, states provided, schemas compiled.
pub struct Catalog {
    tools: BTreeMap<String, Arc<Tool>>,
    resources: Resources,
    instructions: Option<String>,
    warnings: Vec<String>,
    pub(crate) states: Arc<States>,
    pub(crate) settings: AnswerSettings,
}

/// A tool of the catalog.
pub struct Tool {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) descriptor: ToolDescriptor,
    pub(crate) plugin: Arc<PluginInfo>,
    pub(crate) input: InputSchema,
    pub(crate) output: Value,
    pub(crate) meta: Map<String, Value>,
}

/// Why a server cannot start: everything that is wrong with its tools and resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogError {
    problems: Vec<String>,
}

impl std::error::Error for CatalogError {}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.as_slice() {
            [problem] => write!(f, "the server cannot start: {problem}"),
            problems => {
                write!(f, "the server cannot start, for {} reasons:", problems.len())?;
                problems.iter().try_for_each(|problem| write!(f, "\n- {problem}"))
            }
        }
    }
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalog")
            .field("tools", &self.tools.keys())
            .field("resources", &self.resources.iter().map(|(uri, _)| uri).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// There is no tool of the name asked for; the text names the nearest one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownTool(String);

impl Catalog {
    /// Checks the plugins and makes their catalog.
    pub(crate) fn build(
        plugins: Vec<Plugin>,
        viewer: Option<Resource>,
        states: States,
        settings: AnswerSettings,
    ) -> Result<Self, CatalogError> {
        settings.collect_rows();
        let mut builder = Builder::new(viewer, states, settings);
        for plugin in plugins {
            builder.add(plugin);
        }
        builder.finish()
    }

    /// The tools, by name.
    pub fn tools(&self) -> impl ExactSizeIterator<Item = &Tool> {
        self.tools.values().map(|tool| &**tool)
    }

    /// The tool of a published name.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.get(name).map(|tool| &**tool)
    }

    /// The tool of a published name, for work that outlives its caller.
    pub(crate) fn shared_tool(&self, name: &str) -> Option<&Arc<Tool>> {
        self.tools.get(name)
    }

    /// The tool of a published name, or of a name without its plugin's where only one tool has it.
    ///
    /// # Errors
    ///
    /// The text says which names there are, and the nearest one.
    pub fn find(&self, name: &str) -> Result<&Tool, UnknownTool> {
        if let Some(tool) = self.tool(name) {
            return Ok(tool);
        }
        let mut short = self.tools().filter(|tool| tool.descriptor.name == name);
        match (short.next(), short.next()) {
            (Some(tool), None) => Ok(tool),
            (Some(first), Some(second)) => {
                let all = [first, second].into_iter().chain(short).map(|tool| tool.name.as_str());
                Err(UnknownTool(format!(
                    "`{name}` is the short name of several tools: {}",
                    wording::list(all)
                )))
            }
            (None, _) => Err(self.unknown(name)),
        }
    }

    /// What is said to a caller who asks for a tool that does not exist.
    pub(crate) fn unknown(&self, name: &str) -> UnknownTool {
        let shown = repeated(name);
        let published = self.tools.keys().map(String::as_str);
        // A model may have dropped the plugin's name, or misspelled what follows it.
        let meant = wording::nearest(name, published.clone()).or_else(|| {
            let short = wording::nearest(name, self.tools().map(|tool| tool.descriptor.name))?;
            self.tools().find(|tool| tool.descriptor.name == short).map(|tool| tool.name.as_str())
        });
        UnknownTool(match meant {
            Some(meant) => format!("there is no tool `{shown}`; did you mean `{meant}`?"),
            None if self.tools.is_empty() => {
                format!("there is no tool `{shown}`; this server has none")
            }
            None => {
                format!("there is no tool `{shown}`; the tools are {}", wording::list(published))
            }
        })
    }

    /// The resources and their templates, by the normal form of their URIs.
    pub fn resources(&self) -> impl ExactSizeIterator<Item = (&str, &Resource)> {
        self.resources.iter()
    }

    /// The resource of a URI in any spelling, and the values of its variables if it is one of a template's.
    ///
    /// # Errors
    ///
    /// There is none. The text says which there are, or what is wrong with the value of a variable.
    pub fn resource(&self, uri: &str) -> Result<(&Resource, Variables), ResourceNotFound> {
        self.resources.find(uri)
    }

    /// Returns what is published or declared without effect: nothing that stops a server, and something
    /// that its author should know. The subcommand `check` fails by it.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// What the model should know before it uses the tools, from all plugins.
    pub fn instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }
}

impl Tool {
    /// The published name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the tool does, as the model reads it.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The schema of its arguments.
    pub fn input_schema(&self) -> &Value {
        &self.input.schema
    }

    /// The schema of the structured content of its answers.
    pub fn output_schema(&self) -> &Value {
        &self.output
    }

    /// The tool's `_meta`.
    pub fn meta(&self) -> &Map<String, Value> {
        &self.meta
    }

    /// Returns the arguments of the calls of this tool that answer sample questions of its plugin.
    #[cfg(feature = "cli")]
    pub(crate) fn sample_calls(&self) -> impl Iterator<Item = &Map<String, Value>> {
        let calls = self.plugin.sample_questions.iter().map(|question| &question.call);
        calls.filter(|call| call.tool.is_same(&self.descriptor)).map(|call| &call.arguments)
    }

    /// What the attribute recorded.
    pub fn descriptor(&self) -> &ToolDescriptor {
        &self.descriptor
    }
}
