//! What can be set without a new build.

use std::{fmt, time::Duration};

#[cfg(feature = "viewer")]
use crate::viewer::ChartLibrary;
use crate::{
    answer::{AnswerSettings, ChartFormat, Language},
    dispatch::CallLimits,
};

/// How the server is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum TransportChoice {
    /// Standard input and output, unless a person started the program in a terminal: then HTTP.
    #[default]
    Auto,
    /// Standard input and output.
    Stdio,
    /// Streamable HTTP.
    Http,
}

/// What can be set without a new build: by the flags and environment variables of a program that
/// [`DataServer::run`](super::DataServer::run) runs, or here. Each setting names its variable.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Settings {
    /// How the server is reached; the default is stdio, or HTTP when started in a terminal (`MCP_TRANSPORT`).
    pub transport: TransportChoice,

    /// The address that HTTP listens on (`MCP_HOST`).
    pub host: String,

    /// The port that HTTP listens on; 0 takes any free one (`MCP_PORT`).
    pub port: u16,

    /// Host names under which HTTP may be called, besides loopback, with or without port: `tools.example.org` (`MCP_ALLOWED_HOSTS`).
    pub allowed_hosts: Vec<String>,

    /// Origins of web pages and extensions that may call HTTP, besides the server's own: `https://app.example.org` (`MCP_ALLOWED_ORIGINS`).
    pub allowed_origins: Vec<String>,

    /// The bearer token that every HTTP request must carry (`MCP_BEARER_TOKEN`).
    pub bearer_token: Option<Secret>,

    /// How many seconds a call may take; a tool can set its own (`MCP_CALL_TIMEOUT_SECS`).
    pub call_timeout_secs: u64,

    /// How many calls may run at once (`MCP_MAX_CONCURRENT_CALLS`).
    pub max_concurrent_calls: usize,

    /// The largest HTTP request, in bytes (`MCP_MAX_BODY_BYTES`).
    pub max_body_bytes: usize,

    /// How many rows of a table are repeated in the model's text (`MCP_MODEL_ROWS`).
    pub model_rows: usize,

    /// How many rows of a table are sent at all (`MCP_MAX_ROWS`).
    pub max_rows: usize,

    /// How charts are written (`MCP_CHART_FORMAT`).
    pub chart_format: ChartFormat,

    /// Whether the model's text is copied into the structured content, for hosts that drop `content` (`MCP_MIRROR_TEXT`).
    pub mirror_text: bool,

    /// Whether the client shows tables and charts although it does not declare the Apps extension (`MCP_CLIENT_RENDERS`).
    pub client_renders: bool,

    /// Whether the preview page is offered; where `None`, it is where only this machine can call (`MCP_PREVIEW`).
    #[cfg(feature = "viewer")]
    pub preview: Option<bool>,

    /// Where the viewer gets Chart.js from; where `None`, from the CDN (`MCP_CHARTJS`).
    #[cfg(feature = "viewer")]
    pub chartjs: Option<ChartLibrary>,

    /// The language of the phrases that the server adds to answers (`MCP_LANG`).
    pub lang: Language,
}

impl Default for Settings {
    fn default() -> Self {
        let AnswerSettings {
            model_rows,
            max_rows,
            chart_format,
            mirror_text,
            client_renders,
            language,
        } = AnswerSettings::default();
        let CallLimits { timeout, concurrent_calls } = CallLimits::default();
        Self {
            transport: TransportChoice::default(),
            host: "127.0.0.1".to_owned(),
            port: 8063,
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            bearer_token: None,
            call_timeout_secs: timeout.as_secs(),
            max_concurrent_calls: concurrent_calls,
            max_body_bytes: 4 * 1024 * 1024,
            model_rows,
            max_rows,
            chart_format,
            mirror_text,
            client_renders,
            #[cfg(feature = "viewer")]
            preview: None,
            #[cfg(feature = "viewer")]
            chartjs: None,
            lang: language,
        }
    }
}

impl Settings {
    /// The settings of answers.
    pub(crate) fn answers(&self) -> AnswerSettings {
        AnswerSettings {
            model_rows: self.model_rows,
            max_rows: self.max_rows,
            chart_format: self.chart_format,
            mirror_text: self.mirror_text,
            client_renders: self.client_renders,
            language: self.lang,
        }
    }

    /// Where the viewer's pages get Chart.js from.
    #[cfg(feature = "viewer")]
    pub(crate) fn chart_library(&self) -> ChartLibrary {
        self.chartjs.clone().unwrap_or_default()
    }

    /// The settings of calls.
    pub(crate) fn limits(&self) -> CallLimits {
        CallLimits {
            timeout: Duration::from_secs(self.call_timeout_secs),
            concurrent_calls: self.max_concurrent_calls,
        }
    }
}

/// A text that no log shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps a text from the logs.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    #[cfg(feature = "http")]
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
