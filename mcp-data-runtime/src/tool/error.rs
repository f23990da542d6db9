//! Why a tool has no answer.

use std::{error::Error, fmt};

/// Why a tool has no answer.
///
/// What the author wrote as a message is shown to the model. Every other error (`?` on an
/// `io::Error`, on a database's error) is masked: the model reads a short text with a reference id,
/// and the whole chain of causes goes to the log under that id, so that no path, query or key of the
/// server's leaves it.
///
/// ```
/// use mcp_data_runtime::prelude::*;
///
/// fn read(path: &str) -> Result<String, ToolError> {
///     if path.is_empty() {
///         return Err(ToolError::new("There are no figures for this year."));
///     }
///     Ok(std::fs::read_to_string(path)?)
/// }
/// assert_eq!(read("").unwrap_err().message(), Some("There are no figures for this year."));
/// assert_eq!(read("/no/such/file").unwrap_err().message(), None);
/// ```
pub struct ToolError {
    message: Option<String>,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl ToolError {
    /// A message for the model, written so that it can act: say what is missing and what can be
    /// asked instead.
    pub fn new(message: impl fmt::Display) -> Self {
        Self { message: Some(message.to_string()), cause: None }
    }

    /// An error that is masked, of a type that `?` does not take: a `Box<dyn Error>`, an
    /// `anyhow::Error`.
    pub fn masked(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { message: None, cause: Some(cause.into()) }
    }

    /// The error behind the message, for the log.
    pub fn caused_by(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// The message that the model reads; `None` if the error is masked.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The causes, from the nearest to the first, for the log.
    pub(crate) fn chain(&self) -> Option<String> {
        let mut cause: Option<&dyn Error> = Some(self.cause.as_deref()?);
        let mut chain = Vec::new();
        while let Some(error) = cause {
            chain.push(error.to_string());
            cause = error.source();
        }
        Some(chain.join(": "))
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("message", &self.message)
            .field("cause", &self.cause)
            .finish()
    }
}

/// Masks the error. `ToolError` itself is no `std::error::Error`, so that this can take all of them.
impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self::masked(error)
    }
}
