//! What can be set: by flags, by the environment, or not at all.

use std::{convert::Infallible, fmt, ops::RangeInclusive, str::FromStr, time::Duration};

use clap::{CommandFactory, Parser, error::ErrorKind};
use mcp_data_runtime::viewer::ChartLibrary;
use url::Url;

/// The base URL and the model when there is only a key.
const HOSTED_BASE_URL: &str = "https://api.openai.com/v1";
const HOSTED_MODEL: &str = "gpt-5-mini";
/// Where `cargo run --example energy` answers.
const LOCAL_SERVER: &str = "http://127.0.0.1:8063/mcp";

/// A web chat between an OpenAI-compatible model and an MCP server
#[derive(Parser)]
#[command(name = "gateway", version)]
pub(crate) struct Flags {
    /// Where the model's OpenAI-compatible API is: `http://127.0.0.1:11434/v1`
    #[arg(long, env = "AI_BASE_URL", hide_env_values = true)]
    ai_base_url: Option<String>,

    /// The key of the model's API; better set by the environment
    #[arg(long, env = "AI_API_KEY", hide_env_values = true)]
    ai_api_key: Option<Secret>,

    /// The model's name; the first that the API lists when absent
    #[arg(long, env = "AI_MODEL")]
    ai_model: Option<String>,

    /// How many seconds a reply of the model may take
    #[arg(long, env = "AI_TIMEOUT_SECS", default_value = "120", value_parser = seconds("AI_TIMEOUT_SECS", 3_600))]
    ai_timeout_secs: Duration,

    /// How many seconds may pass before a reply of the model begins
    #[arg(long, env = "AI_FIRST_BYTE_SECS", default_value = "60", value_parser = seconds("AI_FIRST_BYTE_SECS", 3_600))]
    ai_first_byte_secs: Duration,

    /// Where the MCP server answers; `http://127.0.0.1:8063/mcp` when neither it nor a command is given
    #[arg(long, env = "MCP_URL", hide_env_values = true)]
    mcp_url: Option<String>,

    /// The MCP server as a command, which is started and spoken to over standard input and output
    #[arg(long, env = "MCP_COMMAND", hide_env_values = true)]
    mcp_command: Option<String>,

    /// The bearer token that the MCP server wants over HTTP
    #[arg(long, env = "MCP_BEARER_TOKEN", hide_env_values = true)]
    mcp_bearer_token: Option<Secret>,

    /// How many seconds a call of a tool may take
    #[arg(long, env = "MCP_CALL_TIMEOUT_SECS", default_value = "60", value_parser = seconds("MCP_CALL_TIMEOUT_SECS", 3_600))]
    mcp_call_timeout_secs: Duration,

    /// Where pages get Chart.js from: the path of `chart.umd.min.js`, `cdn`, or `none`
    #[arg(long, env = "MCP_CHARTJS")]
    mcp_chartjs: Option<String>,

    /// The address that the chat listens on
    #[arg(long, env = "WEBCHAT_HOST", default_value = "127.0.0.1", value_parser = host)]
    pub(crate) webchat_host: String,

    /// The port that the chat listens on; 0 takes any free one
    #[arg(long, env = "WEBCHAT_PORT", default_value = "8064", value_parser = number("WEBCHAT_PORT", "a port number", 0..=u16::MAX))]
    pub(crate) webchat_port: u16,

    /// Host names under which the chat may be opened, besides loopback: `chat.example.org,10.0.0.7`
    #[arg(long, env = "WEBCHAT_ALLOWED_HOSTS", value_delimiter = ',', value_parser = allowed_host)]
    pub(crate) webchat_allowed_hosts: Vec<String>,

    /// How many questions may be answered at once
    #[arg(long, env = "WEBCHAT_MAX_CHATS", default_value = "64", value_parser = number("WEBCHAT_MAX_CHATS", "a number of questions", 1..=10_000_usize))]
    pub(crate) webchat_max_chats: usize,

    /// How many seconds an answer may take in all, with its reading
    #[arg(long, env = "WEBCHAT_TURN_SECS", default_value = "600", value_parser = seconds("WEBCHAT_TURN_SECS", 86_400))]
    pub(crate) webchat_turn_secs: Duration,

    /// How many seconds an answer may wait for a page that reads nothing
    #[arg(long, env = "WEBCHAT_UNREAD_SECS", default_value = "30", value_parser = seconds("WEBCHAT_UNREAD_SECS", 3_600))]
    pub(crate) webchat_unread_secs: Duration,
}

/// The settings, checked.
pub(crate) struct Settings {
    /// What needs no more than its own check.
    pub(crate) flags: Flags,
    /// `None`: a person can only run the tools by hand.
    pub(crate) model: Option<ModelSettings>,
    pub(crate) server: ServerSettings,
    pub(crate) chart_library: ChartLibrary,
}

/// How the model is reached.
#[derive(Debug)]
pub(crate) struct ModelSettings {
    pub(crate) base_url: Url,
    pub(crate) key: Option<Secret>,
    /// `None`: the first that the API lists.
    pub(crate) name: Option<String>,
    pub(crate) timeout: Duration,
    pub(crate) first_byte: Duration,
}

/// How the MCP server is reached.
#[derive(Debug)]
pub(crate) struct ServerSettings {
    pub(crate) target: Target,
    pub(crate) token: Option<Secret>,
    pub(crate) call_timeout: Duration,
}

/// An MCP server by its address, or by the command that starts it.
#[derive(Debug)]
pub(crate) enum Target {
    Url(Url),
    Command { program: String, arguments: Vec<String> },
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(url) => f.write_str(&shown(url)),
            // Arguments may hold passwords.
            Self::Command { program, .. } => f.write_str(program),
        }
    }
}

/// A text that no log and no page shows.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl Secret {
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

// The flags read it by this, which cannot fail: an error of theirs would print the value.
impl FromStr for Secret {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.trim().to_owned()))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Settings {
    /// Reads the settings. If they are wrong, says so and ends the program with 2.
    pub(crate) fn read() -> Self {
        let flags = Flags::parse();
        Self::check(flags).unwrap_or_else(|problem| {
            Flags::command().error(ErrorKind::ValueValidation, problem).exit()
        })
    }

    fn check(mut flags: Flags) -> Result<Self, String> {
        let model = model(&flags)?;
        let target = target(flags.mcp_url.take(), flags.mcp_command.take())?;
        let token = secret("MCP_BEARER_TOKEN", flags.mcp_bearer_token.take())?;
        if token.is_some() && matches!(target, Target::Command { .. }) {
            return Err("MCP_BEARER_TOKEN is for MCP_URL; a command is not asked for it".into());
        }
        let server = ServerSettings { target, token, call_timeout: flags.mcp_call_timeout_secs };
        let library = given(flags.mcp_chartjs.take()).map(|setting| ChartLibrary::load(&setting));
        let chart_library =
            library.transpose().map_err(|error| error.to_string())?.unwrap_or_default();
        Ok(Self { flags, model, server, chart_library })
    }
}

/// One variable is enough: an address for a local model, a key for a hosted one.
fn model(flags: &Flags) -> Result<Option<ModelSettings>, String> {
    let base_url = given(flags.ai_base_url.clone());
    let key = secret("AI_API_KEY", flags.ai_api_key.clone())?;
    let mut name = given(flags.ai_model.clone());
    let base_url = match (base_url, &key) {
        (Some(text), _) => url("AI_BASE_URL", &text, "http://127.0.0.1:11434/v1")?,
        (None, Some(_)) => {
            name.get_or_insert_with(|| HOSTED_MODEL.to_owned());
            url("AI_BASE_URL", HOSTED_BASE_URL, HOSTED_BASE_URL)?
        }
        (None, None) if name.is_some() => {
            return Err("AI_MODEL alone does not say where the model is; set AI_BASE_URL for a \
                        local model, or AI_API_KEY for a hosted one"
                .into());
        }
        (None, None) => return Ok(None),
    };
    Ok(Some(ModelSettings {
        base_url,
        key,
        name,
        timeout: flags.ai_timeout_secs,
        first_byte: flags.ai_first_byte_secs,
    }))
}

fn target(address: Option<String>, command: Option<String>) -> Result<Target, String> {
    match (given(address), given(command)) {
        (Some(_), Some(_)) => {
            Err("set MCP_URL or MCP_COMMAND, not both: there is one MCP server".into())
        }
        (address, None) => {
            let address = address.as_deref().unwrap_or(LOCAL_SERVER);
            url("MCP_URL", address, LOCAL_SERVER).map(Target::Url)
        }
        (None, Some(command)) => {
            let mut words = split_words(&command)?.into_iter();
            let program = words.next().ok_or("MCP_COMMAND takes a program and its arguments")?;
            Ok(Target::Command { program, arguments: words.collect() })
        }
    }
}

/// A setting that is given and not blank: what a compose file leaves empty is not set.
fn given(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// A secret that fits into a header. The message does not repeat it.
fn secret(variable: &str, secret: Option<Secret>) -> Result<Option<Secret>, String> {
    let secret = secret.filter(|secret| !secret.0.is_empty());
    match &secret {
        Some(Secret(text)) if !text.chars().all(|c| c.is_ascii_graphic()) => Err(format!(
            "{variable} takes ASCII letters, digits and signs, without blanks; what it holds is something else"
        )),
        _ => Ok(secret),
    }
}

fn url(variable: &str, text: &str, example: &str) -> Result<Url, String> {
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(url),
        _ => Err(format!("{variable} takes an http or https address, such as {example}")),
    }
}

/// A URL as people may see it: its scheme, host and port. Everything else may be secret.
pub(crate) fn shown(url: &Url) -> String {
    url.origin().ascii_serialization()
}

/// Splits a command line into words, as a shell does. No shell reads it.
fn split_words(line: &str) -> Result<Vec<String>, String> {
    shell_words::split(line).map_err(|_| {
        let closes = |quote: &char| shell_words::split(&format!("{line}{quote}")).is_ok();
        let quote = ['\'', '"'].into_iter().find(closes).unwrap_or('"');
        format!("MCP_COMMAND has a {quote} that is not closed")
    })
}

fn host(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() || text.contains([' ', '/']) {
        return Err(
            "WEBCHAT_HOST takes an address or a host name, without port: 127.0.0.1, 0.0.0.0, ::1"
                .into(),
        );
    }
    Ok(text.trim_matches(['[', ']']).to_owned())
}

fn allowed_host(text: &str) -> Result<String, String> {
    let text = text.trim();
    let is_host = !text.contains(['/', '*', '@', ' '])
        && (text.is_empty() || Url::parse(&format!("http://{text}/")).is_ok());
    if is_host {
        Ok(text.to_ascii_lowercase())
    } else {
        Err("WEBCHAT_ALLOWED_HOSTS takes host names, with or without port, separated by commas: chat.example.org,10.0.0.7:8064".into())
    }
}

/// Returns the parser of a number of seconds from 1 to `most`.
fn seconds(
    variable: &'static str,
    most: u64,
) -> impl Fn(&str) -> Result<Duration, String> + Clone + Send + Sync + 'static {
    let number = number(variable, "a number of seconds", 1..=most);
    move |text| number(text).map(Duration::from_secs)
}

/// Returns the parser of a number within a range.
fn number<T: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync + 'static>(
    variable: &'static str,
    what: &'static str,
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!("{variable} takes {what} from {} to {}", range.start(), range.end())
        })
    }
}
