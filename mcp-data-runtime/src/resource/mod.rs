//! Documents that clients can read, alone or by a template.

mod index;

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Map, Value};

pub use self::index::ResourceNotFound;
pub(crate) use self::index::Resources;
use crate::tool::error::ToolError;

/// A document that a client can read: a code book, a license, a method; or documents of one kind,
/// told apart by variables in their URI.
#[derive(Clone)]
pub struct Resource {
    pub(crate) name: String,
    pub(crate) mime_type: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) uri: Option<String>,
    pub(crate) is_template: bool,
    /// Whether reading it neither blocks nor runs an author's code.
    #[cfg_attr(
        not(feature = "protocol"),
        expect(dead_code, reason = "only the protocol reads it")
    )]
    pub(crate) is_ready: bool,
    pub(crate) meta: Map<String, Value>,
    read: Arc<Read>,
}

type Read = dyn Fn(&Variables) -> Result<ResourceBody, ToolError> + Send + Sync;

/// The values of the variables in the URI of a [`Resource::template`], by their names.
pub type Variables = BTreeMap<String, String>;

/// What a resource holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResourceBody {
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl From<String> for ResourceBody {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for ResourceBody {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Vec<u8>> for ResourceBody {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl std::fmt::Debug for Resource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Resource({:?}, {:?})", self.name, self.mime_type)
    }
}

impl Resource {
    /// A text that is known when the server starts.
    pub fn text(
        name: impl Into<String>,
        mime_type: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        let text = text.into();
        Self { is_ready: true, ..Self::lazy(name, mime_type, move || Ok(text.clone().into())) }
    }

    /// A document that is read each time a client asks for it, on a thread where it may block.
    pub fn lazy(
        name: impl Into<String>,
        mime_type: impl Into<String>,
        read: impl Fn() -> Result<ResourceBody, ToolError> + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, mime_type, move |_| read())
    }

    /// Returns documents of one kind. Each variable in braces stands for one segment of the URI's path, whose
    /// value `read` gets, decoded; it may block, and an error that the caller should read is a
    /// [`ToolError::new`].
    ///
    /// A value can become part of a file's name or of a request: it is never empty, `.` or `..`, and it has no
    /// `/`, no `\`, and no control character (NUL is one), whichever way a client escapes them in the URI, once
    /// or several times. It can hold any other character, so `read` still decides which values exist. A client
    /// that asks with another value gets an error, and `read` is not called.
    ///
    /// ```
    /// use mcp_data_runtime::{ToolError, prelude::*};
    ///
    /// let years = Resource::template("years/{year}", "text/csv", |variables| {
    ///     match variables["year"].as_str() {
    ///         "2017" => Ok("source,gwh\nRenewables,21933\n".into()),
    ///         other => Err(ToolError::new(format!("there are no figures of the year {other:?}"))),
    ///     }
    /// });
    /// let plugin = Plugin::new("energy").resource(years); // mcp://energy/years/2017
    /// ```
    pub fn template(
        name: impl Into<String>,
        mime_type: impl Into<String>,
        read: impl Fn(&Variables) -> Result<ResourceBody, ToolError> + Send + Sync + 'static,
    ) -> Self {
        Self { is_template: true, ..Self::new(name, mime_type, read) }
    }

    fn new(
        name: impl Into<String>,
        mime_type: impl Into<String>,
        read: impl Fn(&Variables) -> Result<ResourceBody, ToolError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            mime_type: mime_type.into(),
            title: None,
            description: None,
            uri: None,
            is_template: false,
            is_ready: false,
            meta: Map::new(),
            read: Arc::new(read),
        }
    }

    /// Its own URI, instead of `mcp://<plugin>/<name>`: that of the same document elsewhere.
    pub fn uri(mut self, uri: impl Into<String>) -> Self {
        self.uri = Some(uri.into());
        self
    }

    /// The name a person sees.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What the document is.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// An entry of its `_meta`, which clients find in the list and with the content.
    pub fn meta(mut self, key: impl Into<String>, value: Value) -> Self {
        self.meta.insert(key.into(), value);
        self
    }

    /// What the document holds now; the variables are those of a template. Reading may block.
    ///
    /// # Errors
    ///
    /// Whatever reading it came to.
    pub fn read(&self, variables: &Variables) -> Result<ResourceBody, ToolError> {
        (self.read)(variables)
    }
}
