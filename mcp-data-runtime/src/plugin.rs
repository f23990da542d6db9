//! A plugin: tools that belong together, and what a person and a model should know of them.

mod out_of_scope;

use crate::{
    answer::{Language, Source},
    resource::Resource,
    tool::{
        ToolDescriptor,
        about::PluginInfo,
        sample::{SampleCall, SampleQuestion},
    },
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
/// /// The mix of sources from which electricity was generated.
/// #[data_tool]
/// fn electricity_mix(from: u16, to: u16) -> DataToolOutput {
///     DataToolOutput::new(format!("{from} to {to}"), EIA)
/// }
///
/// let plugin = Plugin::new("energy")
///     .description("Electricity generation in Iowa by source, 2001 to 2017")
///     .tools(tools![electricity_mix])
///     .sample_question(
///         "How much of Iowa's electricity was renewable in 2017?",
///         call!(electricity_mix { from: 2017, to: 2017 }),
///     )
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
    pub(crate) tools: Vec<ToolDescriptor>,
    pub(crate) resources: Vec<Resource>,
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

    /// Adds a question that one of its tools answers, as a person would ask it, and the call that answers it:
    /// [`call!`](crate::call!).
    pub fn sample_question(mut self, question: impl Into<String>, call: SampleCall) -> Self {
        self.info.sample_questions.push(SampleQuestion { text: question.into(), call });
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

    /// The language of what the runtime says for this plugin, whatever the server's is: the phrases of its
    /// answers, the out-of-scope tool, the descriptions of its tables.
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
        self.tools.extend(tools);
        self
    }

    /// Adds a resource, found under `mcp://<plugin>/<name>` unless it has a URI of its own.
    pub fn resource(mut self, resource: Resource) -> Self {
        self.resources.push(resource);
        self
    }

    /// Adds the tool `out_of_scope`, which the model calls for a question that the data do not answer,
    /// instead of answering it from what it believes. The tool says what the data are about and which
    /// questions they answer, in the plugin's language; `source` is where a person can look further.
    pub fn out_of_scope(mut self, source: Source) -> Self {
        self.info.out_of_scope = Some(source);
        self
    }
}

/// Returns the out-of-scope tool, if the plugin has one, and its description with what the data are
/// about.
pub(crate) fn out_of_scope_tool(
    plugin: &PluginInfo,
    language: Language,
) -> Option<(ToolDescriptor, String)> {
    plugin.out_of_scope.as_ref()?;
    let descriptor = out_of_scope::descriptor(language);
    let mut description = descriptor.description.to_owned();
    if let Some(about) = &plugin.description {
        let scope = language.phrases().out_of_scope.data.replace("{scope}", about);
        description.push_str(&format!("\n\n{scope}"));
    }
    Some((descriptor, description))
}
