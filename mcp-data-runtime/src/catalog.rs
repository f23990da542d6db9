//! All tools and resources of a server, checked once, when it starts.

mod samples;

use std::{collections::BTreeMap, fmt, sync::Arc};

use serde_json::{Map, Value, json};

use crate::{
    answer::{AnswerSettings, Source},
    bounds::repeated,
    plugin::{Plugin, out_of_scope_tool},
    resource::{Resource, ResourceNotFound, Resources, Variables},
    schema::{
        input::{InputSchema, read_params},
        output::{columns_meta, output_schema},
    },
    tool::{ToolDescriptor, about::PluginInfo, context::States},
    wording,
};

/// The longest tool name that every client accepts.
const MAX_NAME: usize = 64;

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
        let mut builder = Builder { viewer, states, settings, ..Builder::default() };
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
        // A model may have dropped the plugin's name, or misspelt what follows it.
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

#[derive(Default)]
struct Builder {
    tools: BTreeMap<String, Arc<Tool>>,
    resources: Resources,
    introductions: Vec<String>,
    names: Vec<String>,
    /// The page that hosts show for the tools.
    viewer: Option<Resource>,
    states: States,
    settings: AnswerSettings,
    warnings: Vec<String>,
    problems: Vec<String>,
}

impl Builder {
    fn add(&mut self, plugin: Plugin) {
        let Plugin { mut info, tools, resources } = plugin;
        self.warnings.extend(info.leave_out_blanks());
        if let Some(name) = &info.name {
            if let Some(wrong) = name_problem(name) {
                self.problems.push(format!("the plugin name {name:?} is not legal: {wrong}"));
                return;
            }
            if self.names.contains(name) {
                self.problems.push(format!("two plugins have the name `{name}`; rename one"));
                return;
            }
            self.names.push(name.clone());
        }
        for link in info.links() {
            if let Err(error) = Source::parse(link) {
                let name = info.name.as_deref().unwrap_or_default();
                self.problems.push(format!("a link of the plugin `{name}` is none: {error}"));
            }
        }
        let settings = AnswerSettings {
            language: info.language.unwrap_or(self.settings.language),
            ..self.settings.clone()
        };
        self.problems.extend(samples::check(&mut info, &tools));
        self.introductions.extend(info.introduction(settings.language));
        let info = Arc::new(info);
        let written = tools.into_iter().map(|tool| (tool, tool.description.to_owned()));
        for (tool, description) in written.chain(out_of_scope_tool(&info, settings.language)) {
            self.add_tool(tool, &description, &info, &settings);
        }
        for resource in resources {
            self.add_resource(resource, &info);
        }
    }

    fn add_tool(
        &mut self,
        descriptor: ToolDescriptor,
        description: &str,
        plugin: &Arc<PluginInfo>,
        settings: &AnswerSettings,
    ) {
        let name = plugin.tool_name(descriptor.name);
        let place = descriptor.location();
        if let Some(wrong) = name_problem(&name) {
            self.problems.push(format!(
                "the tool name {name:?} ({place}) is not legal: {wrong}; shorten the plugin's name or the tool's"
            ));
            return;
        }
        if let Some(other) = self.tools.get(&name) {
            self.problems.push(format!(
                "two tools have the name `{name}`: {} and {place}; rename one with `#[data_tool(name = \"…\")]`",
                other.descriptor.location()
            ));
            return;
        }
        // The attribute checks the literals; these are constants' values.
        if descriptor.timeout.is_some_and(|timeout| timeout.is_zero()) {
            self.problems.push(format!(
                "the tool `{name}` ({place}): its timeout is 0 seconds, in which it never answers; give at least 1"
            ));
        }
        if description.trim().is_empty() {
            self.problems.push(format!(
                "the tool `{name}` ({place}): its description is empty; the model chooses by it when to call the tool"
            ));
        }
        let params = match read_params(descriptor.params) {
            Ok(params) => params,
            Err(problems) => {
                let problems = problems
                    .iter()
                    .map(|problem| format!("the tool `{name}` ({place}): {problem}"));
                self.problems.extend(problems);
                return;
            }
        };
        for warning in params.warnings {
            self.warnings.push(format!("the tool `{name}` ({place}): {warning}"));
        }
        for state in params.states {
            if !self.states.contains(state.type_id) {
                self.problems.push(format!(
                    "the tool `{name}` ({place}) needs the state `{0}`, which was not provided; add `.state(…)` with a value of type `{0}` to the server",
                    state.type_name
                ));
            }
        }
        let meta = match tool_meta(&descriptor, plugin, self.viewer.as_ref()) {
            Ok(meta) => meta,
            Err(problem) => {
                self.problems.push(format!("the tool `{name}` ({place}): {problem}"));
                return;
            }
        };
        let tool = Tool {
            name: name.clone(),
            description: description.trim().to_owned(),
            descriptor,
            plugin: Arc::clone(plugin),
            input: params.input,
            output: Value::Object(output_schema(descriptor.columns, settings)),
            meta,
        };
        self.tools.insert(name, Arc::new(tool));
    }

    fn add_resource(&mut self, resource: Resource, plugin: &PluginInfo) {
        let plugin = plugin.name.as_deref().unwrap_or("server");
        self.problems.extend(self.resources.add(resource, plugin).err());
    }

    fn finish(mut self) -> Result<Catalog, CatalogError> {
        if !self.tools.is_empty()
            && let Some(viewer) = self.viewer.take()
        {
            self.add_resource(viewer, &PluginInfo::default());
        }
        if self.tools.is_empty() && self.resources.is_empty() && self.problems.is_empty() {
            self.problems.push(
                "it has no tools; annotate a function with `#[data_tool]` and add `.tools(tools!())`, \
                 which takes the annotated functions of its module and below"
                    .to_owned(),
            );
        }
        if !self.problems.is_empty() {
            return Err(CatalogError { problems: self.problems });
        }
        for warning in &self.warnings {
            tracing::warn!("{warning}");
        }
        Ok(Catalog {
            warnings: self.warnings,
            tools: self.tools,
            resources: self.resources,
            instructions: (!self.introductions.is_empty()).then(|| self.introductions.join("\n\n")),
            states: Arc::new(self.states),
            settings: self.settings,
        })
    }
}

/// What is wrong with a name for clients: the rule that all of them share.
fn name_problem(name: &str) -> Option<String> {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.is_empty() {
        Some("it is empty".to_owned())
    } else if let Some(c) = name.chars().find(|c| !legal(*c)) {
        Some(format!(
            "it contains {c:?}, and clients accept ASCII letters, digits, `_` and `-` only"
        ))
    } else if name.len() > MAX_NAME {
        Some(format!("it has {} characters, and clients accept {MAX_NAME} at most", name.len()))
    } else {
        None
    }
}

/// The `_meta` of a tool.
fn tool_meta(
    descriptor: &ToolDescriptor,
    plugin: &PluginInfo,
    viewer: Option<&Resource>,
) -> Result<Map<String, Value>, String> {
    let mut meta = match descriptor.meta.map(|meta| meta()) {
        None => Map::new(),
        Some(Value::Object(meta)) => meta,
        Some(other) => return Err(format!("its `meta` is not a JSON object: {other}")),
    };
    let mut ours = Vec::new();
    if let Some(name) = &plugin.name {
        ours.push(("plugin", json!(name)));
        ours.push(("plugin_metadata", plugin.metadata()));
    }
    if let Some(sources) = descriptor.sources {
        ours.push(("sources", sources().iter().map(Source::url).collect()));
    }
    if let Some(columns) = descriptor.columns {
        ours.push(("columns", columns_meta(columns)));
    }
    for (name, value) in ours {
        if meta.insert(name.to_owned(), value).is_some() {
            return Err(format!("its `meta` has the key `{name}`, which the runtime sets itself"));
        }
    }
    // A tool may have a page of its own.
    if let Some(uri) = viewer.and_then(|viewer| viewer.uri.as_ref()) {
        meta.entry("ui").or_insert_with(|| json!({ "resourceUri": uri }));
    }
    Ok(meta)
}
