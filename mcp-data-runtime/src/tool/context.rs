//! What a tool may know of the call it answers, beyond its arguments.

use std::{
    any::{Any, TypeId, type_name},
    collections::HashMap,
    fmt,
    ops::Deref,
    sync::Arc,
};

use futures::future::BoxFuture;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::about::PluginInfo;
use crate::answer::Language;

/// A value that the server shares with its tools, given to
/// [`DataServer::state`](crate::DataServer::state): a connection pool, a table read at start.
///
/// A parameter of this type is no argument of the tool: the model never sees it. That a state is
/// missing is an error when the server starts, not when the tool is called.
pub struct State<T>(Arc<T>);

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> From<T> for State<T> {
    /// For calling a tool's function directly, as in its tests.
    fn from(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T: fmt::Debug> fmt::Debug for State<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("State").field(&self.0).finish()
    }
}

/// The states of a server, by their types.
#[derive(Clone, Default)]
pub(crate) struct States(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl States {
    pub(crate) fn insert<T: Send + Sync + 'static>(&mut self, state: Arc<T>) {
        self.0.insert(TypeId::of::<T>(), state);
    }

    pub(crate) fn contains(&self, type_id: TypeId) -> bool {
        self.0.contains_key(&type_id)
    }

    pub(crate) fn get<T: Send + Sync + 'static>(&self) -> Result<State<T>, String> {
        let state =
            self.0.get(&TypeId::of::<T>()).and_then(|state| Arc::clone(state).downcast().ok());
        state
            .map(State)
            .ok_or_else(|| format!("no state of type `{}` was provided", type_name::<T>()))
    }
}

/// Where a tool's progress goes.
pub(crate) trait ProgressSink: Send + Sync {
    fn report(&self, done: f64, total: Option<f64>, message: Option<String>) -> BoxFuture<'_, ()>;
}

/// The client that made a call, as far as it said.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Client {
    /// Its name; empty where it did not say.
    pub name: String,
    /// Its version; empty where it did not say.
    pub version: String,
    /// Its capabilities, as the protocol writes them.
    pub capabilities: Map<String, Value>,
}

/// The name of the MCP Apps extension.
pub(crate) const UI_EXTENSION: &str = "io.modelcontextprotocol/ui";

impl Client {
    /// Whether the client declared the Apps extension, by which it shows tables and charts.
    pub fn renders_answers(&self) -> bool {
        self.capabilities
            .get("extensions")
            .is_some_and(|extensions| extensions.get(UI_EXTENSION).is_some())
    }
}

/// What a tool may know of the call it answers, beyond its arguments: a parameter of this type.
///
/// Cloning it is cheap.
#[derive(Clone)]
pub struct ToolContext {
    pub(crate) inner: Arc<CallContext>,
}

/// The parts of a [`ToolContext`].
pub(crate) struct CallContext {
    pub(crate) tool: String,
    pub(crate) plugin: Option<Arc<PluginInfo>>,
    pub(crate) language: Language,
    pub(crate) client: Client,
    pub(crate) meta: Map<String, Value>,
    pub(crate) cancelled: CancellationToken,
    pub(crate) progress: Option<Box<dyn ProgressSink>>,
}

impl fmt::Debug for ToolContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolContext")
            .field("tool", &self.inner.tool)
            .field("client", &self.inner.client)
            .finish_non_exhaustive()
    }
}

impl ToolContext {
    /// A context for calling a tool's function directly, as in its tests: nobody is told of its
    /// progress, and it is never cancelled.
    pub fn detached() -> Self {
        let inner = CallContext {
            tool: String::new(),
            plugin: None,
            language: Language::default(),
            client: Client::default(),
            meta: Map::new(),
            cancelled: CancellationToken::new(),
            progress: None,
        };
        Self { inner: Arc::new(inner) }
    }

    /// The tool's published name.
    pub fn tool(&self) -> &str {
        &self.inner.tool
    }

    /// The language in which the runtime adds its phrases to the answer.
    pub fn language(&self) -> Language {
        self.inner.language
    }

    /// The client that made the call.
    pub fn client(&self) -> &Client {
        &self.inner.client
    }

    /// The request's `_meta`.
    pub fn meta(&self) -> &Map<String, Value> {
        &self.inner.meta
    }

    /// Tells the client how far the call has come: `done` of `total`, in any unit. Does nothing where
    /// the client did not ask.
    pub async fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        if let Some(sink) = &self.inner.progress {
            sink.report(done, total, message.map(ToOwned::to_owned)).await;
        }
    }

    /// Whether the call is over: the client cancelled it or hung up, or its time ran out. A plain `fn`
    /// that works in steps should look and return early, since nothing can stop it from outside.
    pub fn is_cancelled(&self) -> bool {
        self.inner.cancelled.is_cancelled()
    }

    /// Waits until the call is over; see [`is_cancelled`](Self::is_cancelled).
    pub async fn cancelled(&self) {
        self.inner.cancelled.cancelled().await;
    }

    pub(crate) fn plugin(&self) -> Option<&PluginInfo> {
        self.inner.plugin.as_deref()
    }
}
