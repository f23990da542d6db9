//! What a catalog is made of, checked piece by piece.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Map, Value, json};

use super::{Catalog, CatalogError, Tool, samples};
use crate::{
    answer::{AnswerSettings, Source},
    plugin::{Plugin, out_of_scope_tool},
    resource::{Resource, Resources},
    schema::{
        input::read_params,
        output::{columns_meta, output_schema},
    },
    tool::{ToolDescriptor, about::PluginInfo, context::States},
};

/// The longest tool name that every client accepts.
const MAX_NAME: usize = 64;

/// A catalog in the making, and what is wrong with it.
#[derive(Default)]
pub(super) struct Builder {
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
    /// Returns a builder of a catalog with these states and settings, whose tools have this page.
    pub(super) fn new(viewer: Option<Resource>, states: States, settings: AnswerSettings) -> Self {
        Self { viewer, states, settings, ..Self::default() }
    }

    /// Adds a plugin, with all that is its.
    pub(super) fn add(&mut self, plugin: Plugin) {
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
        if let Some(problem) = self.check_name(&name, &place) {
            self.problems.push(problem);
            return;
        }
        let tool = format!("the tool `{name}` ({place})");
        // The attribute checks the literals; these are constants' values.
        if descriptor.timeout.is_some_and(|timeout| timeout.is_zero()) {
            self.problems.push(format!(
                "{tool}: its timeout is 0 seconds, in which it never answers; give at least 1"
            ));
        }
        if description.trim().is_empty() {
            self.problems.push(format!(
                "{tool}: its description is empty; the model chooses by it when to call the tool"
            ));
        }
        let params = match read_params(descriptor.params) {
            Ok(params) => params,
            Err(problems) => {
                self.problems.extend(problems.iter().map(|problem| format!("{tool}: {problem}")));
                return;
            }
        };
        self.warnings.extend(params.warnings.iter().map(|warning| format!("{tool}: {warning}")));
        let missing = params.states.iter().filter(|state| !self.states.contains(state.type_id));
        self.problems.extend(missing.map(|state| {
            format!(
                "{tool} needs the state `{0}`, which was not provided; add `.state(…)` with a value of type `{0}` to the server",
                state.type_name
            )
        }));
        let meta = match tool_meta(&descriptor, plugin, self.viewer.as_ref()) {
            Ok(meta) => meta,
            Err(problem) => {
                self.problems.push(format!("{tool}: {problem}"));
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

    /// Returns why a tool cannot have this name, if it cannot.
    fn check_name(&self, name: &str, place: &str) -> Option<String> {
        if let Some(wrong) = name_problem(name) {
            return Some(format!(
                "the tool name {name:?} ({place}) is not legal: {wrong}; shorten the plugin's name or the tool's"
            ));
        }
        let other = self.tools.get(name)?.descriptor.location();
        Some(format!(
            "two tools have the name `{name}`: {other} and {place}; rename one with `#[data_tool(name = \"…\")]`"
        ))
    }

    fn add_resource(&mut self, resource: Resource, plugin: &PluginInfo) {
        let plugin = plugin.name.as_deref().unwrap_or("server");
        self.problems.extend(self.resources.add(resource, plugin).err());
    }

    /// Returns the catalog, or all that is wrong with it.
    pub(super) fn finish(mut self) -> Result<Catalog, CatalogError> {
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

/// Returns what is wrong with a name for clients: the rule that all of them share.
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

/// Returns the `_meta` of a tool.
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
