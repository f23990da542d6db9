//! The flags and environment variables of the program, which become [`Settings`].

use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use crate::answer::{ChartFormat, Language};
use crate::serve::{Secret, Settings, TransportChoice, parse};
#[cfg(feature = "viewer")]
use crate::viewer::ChartLibrary;

/// The values of a flag that takes one of a few: the name, what `--help` says of it, and the value.
type Choices<T> = &'static [(&'static str, &'static str, T)];

const TRANSPORTS: Choices<TransportChoice> = &[
    (
        "auto",
        "Standard input and output, unless a person started the program in a terminal: then HTTP",
        TransportChoice::Auto,
    ),
    ("stdio", "Standard input and output", TransportChoice::Stdio),
    ("http", "Streamable HTTP", TransportChoice::Http),
];

const CHART_FORMATS: Choices<ChartFormat> = &[
    ("chartjs", "A Chart.js configuration: `{type, data, options}`", ChartFormat::Chartjs),
    (
        "flat",
        "`{type, title, labels, datasets, stacked, beginAtZero, indexAxis, subtitle?}`, for gateways that make the Chart.js configuration themselves",
        ChartFormat::Flat,
    ),
];

const LANGUAGES: Choices<Language> = &[
    ("en", "English", Language::En),
    ("es", "Spanish", Language::Es),
    ("pt", "Portuguese, as it is written in Brazil", Language::Pt),
];

/// Returns the reader of a flag that takes one of a few values.
fn choose<T: Copy + Send + Sync>(choices: Choices<T>) -> impl TypedValueParser<Value = T> {
    let names = choices.iter().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).try_map(|given| {
        let choice = choices.iter().find(|(name, ..)| *name == given);
        choice.map(|(.., value)| *value).ok_or("no such value")
    })
}

/// Returns the name of a value, for the default of its flag.
fn name_of<T: PartialEq>(choices: Choices<T>, value: &T) -> &'static str {
    choices.iter().find(|(.., choice)| choice == value).map_or("", |(name, ..)| name)
}

#[derive(Debug, Args)]
pub(super) struct Flags {
    /// How the server is reached; `auto` is stdio, or http when started in a terminal
    #[arg(long, env = "MCP_TRANSPORT", value_parser = choose(TRANSPORTS), default_value = name_of(TRANSPORTS, &Settings::default().transport), global = true)]
    transport: TransportChoice,

    /// The address that HTTP listens on
    #[arg(long, env = "MCP_HOST", default_value_t = Settings::default().host, value_parser = parse::host, global = true)]
    host: String,

    /// The port that HTTP listens on; 0 takes any free one
    #[arg(long, env = "MCP_PORT", default_value_t = Settings::default().port, value_parser = parse::port, global = true)]
    port: u16,

    /// Host names under which HTTP may be called, besides loopback: `tools.example.org,10.0.0.7:8063`
    #[arg(long = "allowed-host", env = "MCP_ALLOWED_HOSTS", value_delimiter = ',', value_parser = parse::allowed_host, global = true)]
    allowed_hosts: Vec<String>,

    /// Origins of web pages and extensions that may call HTTP, besides the server's own: `https://app.example.org`
    #[arg(long = "allowed-origin", env = "MCP_ALLOWED_ORIGINS", value_delimiter = ',', value_parser = parse::allowed_origin, global = true)]
    allowed_origins: Vec<String>,

    /// The bearer token that every HTTP request must carry; better set by the environment
    #[arg(long, env = "MCP_BEARER_TOKEN", hide_env_values = true, allow_hyphen_values = true, value_parser = parse::TokenParser, global = true)]
    bearer_token: Option<Secret>,

    /// How many seconds a call may take; a tool can set its own
    #[arg(long, env = "MCP_CALL_TIMEOUT_SECS", default_value_t = Settings::default().call_timeout_secs, value_parser = parse::call_timeout_secs, global = true)]
    call_timeout_secs: u64,

    /// How many calls may run at once
    #[arg(long, env = "MCP_MAX_CONCURRENT_CALLS", default_value_t = Settings::default().max_concurrent_calls, value_parser = parse::max_concurrent_calls, global = true)]
    max_concurrent_calls: usize,

    /// The largest HTTP request, in bytes
    #[arg(long, env = "MCP_MAX_BODY_BYTES", default_value_t = Settings::default().max_body_bytes, value_parser = parse::max_body_bytes, global = true)]
    max_body_bytes: usize,

    /// How many rows of a table are repeated in the model's text
    #[arg(long, env = "MCP_MODEL_ROWS", default_value_t = Settings::default().model_rows, value_parser = parse::model_rows, global = true)]
    model_rows: usize,

    /// How many rows of a table are sent at all
    #[arg(long, env = "MCP_MAX_ROWS", default_value_t = Settings::default().max_rows, value_parser = parse::max_rows, global = true)]
    max_rows: usize,

    /// How charts are written
    #[arg(long, env = "MCP_CHART_FORMAT", value_parser = choose(CHART_FORMATS), default_value = name_of(CHART_FORMATS, &Settings::default().chart_format), global = true)]
    chart_format: ChartFormat,

    /// Copy the model's text into the structured content, for hosts that drop `content`
    #[arg(long, env = "MCP_MIRROR_TEXT", default_value = "false", default_missing_value = "true", num_args = 0..=1, require_equals = true, value_parser = parse::mirror_text, global = true)]
    mirror_text: bool,

    /// The client shows tables and charts although it does not declare the Apps extension
    #[arg(long, env = "MCP_CLIENT_RENDERS", default_value = "false", default_missing_value = "true", num_args = 0..=1, require_equals = true, value_parser = parse::client_renders, global = true)]
    client_renders: bool,

    /// Offer the preview page; on by default where only this machine can call
    #[cfg(feature = "viewer")]
    #[arg(long, env = "MCP_PREVIEW", default_missing_value = "true", num_args = 0..=1, require_equals = true, value_parser = parse::preview, global = true)]
    preview: Option<bool>,

    /// Where the viewer gets Chart.js from: a file to inline, `cdn`, or `none`
    #[cfg(feature = "viewer")]
    #[arg(long, env = "MCP_CHARTJS", value_parser = ChartLibrary::load, global = true)]
    chartjs: Option<ChartLibrary>,

    /// The language of the phrases that the server adds to answers
    #[arg(long, env = "MCP_LANG", value_parser = choose(LANGUAGES), default_value = name_of(LANGUAGES, &Settings::default().lang), global = true)]
    lang: Language,
}

impl From<Flags> for Settings {
    fn from(flags: Flags) -> Self {
        Self {
            transport: flags.transport,
            host: flags.host,
            port: flags.port,
            allowed_hosts: flags.allowed_hosts,
            allowed_origins: flags.allowed_origins,
            bearer_token: flags.bearer_token,
            call_timeout_secs: flags.call_timeout_secs,
            max_concurrent_calls: flags.max_concurrent_calls,
            max_body_bytes: flags.max_body_bytes,
            model_rows: flags.model_rows,
            max_rows: flags.max_rows,
            chart_format: flags.chart_format,
            mirror_text: flags.mirror_text,
            client_renders: flags.client_renders,
            #[cfg(feature = "viewer")]
            preview: flags.preview,
            #[cfg(feature = "viewer")]
            chartjs: flags.chartjs,
            lang: flags.lang,
        }
    }
}
