//! Serving a catalog.

#[cfg(feature = "cli")]
mod check;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "http")]
mod connections;
#[cfg(feature = "http")]
mod deliver;
#[cfg(feature = "http")]
mod exchange;
#[cfg(feature = "http")]
mod guard;
#[cfg(feature = "protocol")]
pub(crate) mod handler;
#[cfg(feature = "http")]
mod http;
#[cfg(any(feature = "stdio", feature = "testing"))]
pub(crate) mod lines;
#[cfg(feature = "cli")]
mod log;
#[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
mod message;
#[cfg(feature = "protocol")]
mod params;
#[cfg(any(feature = "cli", feature = "http"))]
mod parse;
#[cfg(all(feature = "http", feature = "viewer"))]
mod preview;
mod settings;
#[cfg(feature = "cli")]
mod signals;
#[cfg(feature = "stdio")]
mod stdio;
#[cfg(feature = "cli")]
mod view;

use std::sync::Arc;

#[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
use self::handler::Handler;
pub use self::settings::{Secret, Settings, TransportChoice};
use crate::{
    catalog::{Catalog, CatalogError},
    dispatch::Dispatcher,
    plugin::Plugin,
    tool::{ToolDescriptor, context::States},
};

/// How long what is under way may take after the server was told to stop.
#[cfg(any(feature = "http", feature = "cli"))]
const GRACE: std::time::Duration = std::time::Duration::from_secs(10);

/// A server of data tools.
///
/// [`run`](Self::run) is a whole program; `serve_stdio`, `serve_http` and `router` are for those who
/// embed the server in their own.
#[must_use = "a server does nothing until it is run"]
pub struct DataServer {
    name: String,
    version: String,
    own: Plugin,
    plugins: Vec<Plugin>,
    states: States,
}

impl std::fmt::Debug for DataServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DataServer")
            .field("name", &self.name)
            .field("version", &self.version)
            .field("own", &self.own)
            .field("plugins", &self.plugins)
            .finish_non_exhaustive()
    }
}

/// Why a server could not serve, or had to stop.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Its tools or resources are not in order.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// A setting has a value that it does not take. The text names it and says what it takes.
    #[error("{0}")]
    Setting(String),
    /// Its address cannot be listened on.
    #[error("{message}")]
    Listen {
        /// What happened, and what to do.
        message: String,
        /// The system's error.
        #[source]
        source: std::io::Error,
    },
    /// The client on standard input and output did not open an MCP connection.
    #[error("the client on standard input did not open an MCP connection: {0}")]
    Handshake(String),
    /// Serving ended with an error of the system.
    #[error("serving ended: {0}")]
    Io(#[from] std::io::Error),
}

impl DataServer {
    /// A server with this name and version; both are what its clients show.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            own: Plugin::unnamed(),
            plugins: Vec::new(),
            states: States::default(),
        }
    }

    /// Adds tools that belong to no plugin: [`tools!`](crate::tools!).
    pub fn tools(mut self, tools: impl IntoIterator<Item = ToolDescriptor>) -> Self {
        self.own = self.own.tools(tools);
        self
    }

    /// What the model should know before it uses the tools; the plugins' instructions follow.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.own = self.own.instructions(instructions);
        self
    }

    /// Adds a plugin, with its tools and resources.
    pub fn plugin(mut self, plugin: Plugin) -> Self {
        self.plugins.push(plugin);
        self
    }

    /// Shares a value with the tools, which take it as `State<T>`. A second value of the same type
    /// replaces the first.
    pub fn state<T: Send + Sync + 'static>(mut self, state: T) -> Self {
        self.states.insert(Arc::new(state));
        self
    }

    /// Checks the tools and resources, and gives what runs their calls, for those who bring a server
    /// of their own.
    ///
    /// # Errors
    ///
    /// All that is wrong with them, at once.
    pub fn dispatcher(self, settings: &Settings) -> Result<Dispatcher, CatalogError> {
        let plugins = std::iter::once(self.own).chain(self.plugins).collect();
        #[cfg(feature = "viewer")]
        let viewer = Some(crate::viewer::resource(&settings.chart_library(), settings.lang));
        #[cfg(not(feature = "viewer"))]
        let viewer = None;
        let catalog = Catalog::build(plugins, viewer, self.states, settings.answers())?;
        Ok(Dispatcher::new(catalog, settings.limits()))
    }

    /// The protocol's side of the server.
    #[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
    pub(crate) fn handler(self, settings: &Settings) -> Result<Handler, CatalogError> {
        let (name, version) = (self.name.clone(), self.version.clone());
        Ok(Handler::new(&name, &version, Arc::new(self.dispatcher(settings)?)))
    }
}
