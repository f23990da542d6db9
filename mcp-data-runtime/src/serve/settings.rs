//! What can be set without a new build.

use std::{fmt, time::Duration};

#[cfg(feature = "cli")]
use super::parse;
#[cfg(feature = "viewer")]
use crate::viewer::ChartLibrary;
use crate::{
    answer::{AnswerSettings, ChartFormat, Language},
    dispatch::CallLimits,
};

/// How the server is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum TransportChoice {
    /// Standard input and output, unless a person started the program in a terminal: then HTTP.
    #[default]
    Auto,
    /// Standard input and output.
    Stdio,
    /// Streamable HTTP.
    Http,
}

/// What can be set without a new build: by flags, by the environment, or here. Each setting's
/// environment variable is in its description; the README has the table.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[non_exhaustive]
pub struct Settings {
    /// How the server is reached; `auto` is stdio, or http when started in a terminal
    #[cfg_attr(
        feature = "cli",
        arg(long, env = "MCP_TRANSPORT", value_enum, default_value_t, global = true)
    )]
    pub transport: TransportChoice,

    /// The address that HTTP listens on
    #[cfg_attr(feature = "cli", arg(long, env = "MCP_HOST", default_value = "127.0.0.1", value_parser = parse::host, global = true))]
    pub host: String,

    /// The port that HTTP listens on; 0 takes any free one
    #[cfg_attr(feature = "cli", arg(long, env = "MCP_PORT", default_value = "8063", value_parser = parse::port, global = true))]
    pub port: u16,

    /// Host names under which HTTP may be called, besides loopback: `tools.example.org,10.0.0.7:8063`
    #[cfg_attr(feature = "cli", arg(long = "allowed-host", env = "MCP_ALLOWED_HOSTS", value_delimiter = ',', value_parser = parse::allowed_host, global = true))]
    pub allowed_hosts: Vec<String>,

    /// Origins of web pages and extensions that may call HTTP, besides the server's own: `https://app.example.org`
    #[cfg_attr(feature = "cli", arg(long = "allowed-origin", env = "MCP_ALLOWED_ORIGINS", value_delimiter = ',', value_parser = parse::allowed_origin, global = true))]
    pub allowed_origins: Vec<String>,

    /// The bearer token that every HTTP request must carry; better set by the environment
    #[cfg_attr(feature = "cli", arg(long, env = "MCP_BEARER_TOKEN", hide_env_values = true, allow_hyphen_values = true, value_parser = parse::TokenParser, global = true))]
    pub bearer_token: Option<Secret>,

    /// How many seconds a call may take; a tool can set its own
    #[cfg_attr(feature = "cli", arg(long, env = "MCP_CALL_TIMEOUT_SECS", default_value = "30", value_parser = parse::call_timeout_secs, global = true))]
    pub call_timeout_secs: u64,

    /// How many calls may run at once
    #[cfg_attr(feature = "cli", arg(long, env = "MCP_MAX_CONCURRENT_CALLS", default_value = "256", value_parser = parse::max_concurrent_calls, global = true))]
    pub max_concurrent_calls: usize,

    /// The largest HTTP request, in bytes
    #[cfg_attr(feature = "cli", arg(long, env = "MCP_MAX_BODY_BYTES", default_value = "4194304", value_parser = parse::max_body_bytes, global = true))]
    pub max_body_bytes: usize,

    /// How many rows of a table are repeated in the model's text
    #[cfg_attr(feature = "cli", arg(long, env = "MCP_MODEL_ROWS", default_value = "200", value_parser = parse::model_rows, global = true))]
    pub model_rows: usize,

    /// How many rows of a table are sent at all
    #[cfg_attr(feature = "cli", arg(long, env = "MCP_MAX_ROWS", default_value = "10000", value_parser = parse::max_rows, global = true))]
    pub max_rows: usize,

    /// How charts are written
    #[cfg_attr(
        feature = "cli",
        arg(long, env = "MCP_CHART_FORMAT", value_enum, default_value_t, global = true)
    )]
    pub chart_format: ChartFormat,

    /// Copy the model's text into the structured content, for hosts that drop `content`
    #[cfg_attr(feature = "cli", arg(long, env = "MCP_MIRROR_TEXT", default_value = "false", default_missing_value = "true", num_args = 0..=1, require_equals = true, value_parser = parse::mirror_text, global = true))]
    pub mirror_text: bool,

    /// The client shows tables and charts although it does not declare the Apps extension
    #[cfg_attr(feature = "cli", arg(long, env = "MCP_CLIENT_RENDERS", default_value = "false", default_missing_value = "true", num_args = 0..=1, require_equals = true, value_parser = parse::client_renders, global = true))]
    pub client_renders: bool,

    /// Offer the preview page; on by default where only this machine can call
    #[cfg(feature = "viewer")]
    #[cfg_attr(feature = "cli", arg(long, env = "MCP_PREVIEW", default_missing_value = "true", num_args = 0..=1, require_equals = true, value_parser = parse::preview, global = true))]
    pub preview: Option<bool>,

    /// Where the viewer gets Chart.js from: a file to inline, `cdn`, or `none`
    #[cfg(feature = "viewer")]
    #[cfg_attr(feature = "cli", arg(long, env = "MCP_CHARTJS", value_parser = ChartLibrary::load, global = true))]
    pub chartjs: Option<ChartLibrary>,

    /// The language of the phrases that the server adds to answers
    #[cfg_attr(
        feature = "cli",
        arg(long, env = "MCP_LANG", value_enum, default_value_t, global = true)
    )]
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
