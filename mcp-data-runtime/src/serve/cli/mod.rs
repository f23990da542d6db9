//! The whole program: settings, subcommands, logs, and an exit code.

mod flags;

use std::{
    fmt::Display,
    io::{IsTerminal, Write},
    process::ExitCode,
    sync::Arc,
};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, builder::Resettable};
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

use self::flags::Flags;
use super::{
    DataServer, Settings, TransportChoice, check, handler::Handler, log, signals::stop_on_signals,
    view,
};
use crate::{
    answer::wire,
    catalog::Tool,
    dispatch::{CallReply, CallRequest, Dispatcher},
};

/// The log of a server, unless `RUST_LOG` says otherwise. The protocol's library tells of every message, and of
/// every caller that hangs up as an error; what matters of it is said here.
const SERVING_LOG: &str = "info,rmcp=off";
/// The log of the other subcommands, whose output is for a person.
const COMMAND_LOG: &str = "warn";

#[derive(Debug, Parser)]
#[command(
    about = "A server of data tools over the Model Context Protocol",
    long_about = None,
    disable_help_subcommand = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve MCP clients (what the program does without a subcommand)
    Serve,
    /// List the tools
    List,
    /// Show all that clients are told of a tool, or of all tools
    Describe {
        /// The tool's name, with or without its plugin's
        tool: Option<String>,
    },
    /// Call a tool and show what the model reads and what the person sees
    Call(Call),
    /// Call every tool with the examples of its arguments and as the sample questions do, and check its answers
    Check,
}

#[derive(Debug, Args)]
struct Call {
    /// The tool's name, with or without its plugin's
    tool: String,
    /// The arguments, as a JSON object
    #[arg(default_value = "{}")]
    arguments: String,
    /// Print the result as the protocol writes it
    #[arg(long)]
    json: bool,
}

impl DataServer {
    /// Runs the whole program: reads flags and environment, serves or does what the subcommand says,
    /// and gives the exit code: 0 if it ended well, 1 if it could not, 2 if the command line or a
    /// setting was wrong. `--help` lists flags, variables and subcommands.
    ///
    /// Where work cannot be stopped (a plain `fn` that outlives the server), the process is ended.
    pub async fn run(self) -> ExitCode {
        let (name, version) = (self.name.clone(), self.version.clone());
        let command = without_empty_variables(Cli::command());
        let command = command.name(name.clone()).version(version.clone());
        let cli =
            Cli::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
        let settings = Settings::from(cli.flags);
        let command = cli.command.unwrap_or(Command::Serve);
        let log = if matches!(command, Command::Serve) { SERVING_LOG } else { COMMAND_LOG };
        if let Err(wrong) = start_log(log) {
            return wrong_usage(&wrong);
        }
        let dispatcher = match self.dispatcher(&settings) {
            Ok(dispatcher) => Arc::new(dispatcher),
            Err(error) => return failed(&error),
        };
        let code = match command {
            Command::Serve => serve(&name, &version, &dispatcher, &settings).await,
            Command::List => print(&view::list(dispatcher.catalog())),
            Command::Describe { tool } => describe(&dispatcher, tool.as_deref()),
            Command::Call(call) => self::call(&dispatcher, call).await,
            Command::Check => {
                let report = check::run(&dispatcher).await;
                print(&report.text);
                if report.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
            }
        };
        log::flush();
        code
    }
}

/// Takes the variables that are set to nothing for unset: who writes `VAR=${VAR}` into a file of settings has
/// set all of them, most to nothing.
fn without_empty_variables(command: clap::Command) -> clap::Command {
    command.mut_args(|arg| {
        let is_empty =
            arg.get_env().and_then(std::env::var_os).is_some_and(|value| value.is_empty());
        if is_empty { arg.env(Resettable::Reset) } else { arg }
    })
}

fn start_log(default: &str) -> Result<(), String> {
    let given = std::env::var(EnvFilter::DEFAULT_ENV).ok().filter(|given| !given.is_empty());
    let given = given.unwrap_or_else(|| default.to_owned());
    let filter = EnvFilter::try_new(&given).map_err(|error| {
        format!("RUST_LOG takes levels, for all or by target, such as `{SERVING_LOG}`, not {given:?}: {error}")
    })?;
    log::start(filter).map_err(|error| format!("the log could not be started: {error}"))
}

/// Tells a person, who may no longer be there to read it.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", view::visible(text));
}

fn failed(error: &dyn Display) -> ExitCode {
    say(&format!("error: {error}"));
    ExitCode::FAILURE
}

fn wrong_usage(error: &dyn Display) -> ExitCode {
    say(&format!("error: {error}"));
    ExitCode::from(2)
}

/// Prints for a person or the next program in a pipe, which may have stopped reading.
fn print(text: &str) -> ExitCode {
    let mut output = std::io::stdout().lock();
    let _ = writeln!(output, "{}", view::visible(text.trim_end()));
    ExitCode::SUCCESS
}

fn describe(dispatcher: &Dispatcher, name: Option<&str>) -> ExitCode {
    let catalog = dispatcher.catalog();
    let Some(name) = name else {
        return print(&view::pretty(&catalog.tools().map(describe_tool).collect()));
    };
    match catalog.find(name) {
        Ok(tool) => print(&view::pretty(&describe_tool(tool))),
        Err(unknown) => wrong_usage(&unknown),
    }
}

/// A tool as `tools/list` has it.
fn describe_tool(tool: &Tool) -> Value {
    json!(super::handler::published(tool))
}

async fn call(dispatcher: &Dispatcher, call: Call) -> ExitCode {
    let tool = match dispatcher.catalog().find(&call.tool) {
        Ok(tool) => tool,
        Err(unknown) => return wrong_usage(&unknown),
    };
    let arguments: Map<String, Value> = match serde_json::from_str(&call.arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let form =
                "the arguments are a JSON object, in quotes for the shell: '{\"year\": 2017}'";
            return wrong_usage(&format!("{form} ({error})"));
        }
    };
    let reply = match dispatcher.call(CallRequest::new(tool.name(), arguments)).await {
        Ok(reply) => reply,
        Err(unknown) => return wrong_usage(&unknown),
    };
    let (text, code) = match reply {
        CallReply::Answer(rendered) if call.json => {
            (view::pretty(&json!(wire::success(rendered))), ExitCode::SUCCESS)
        }
        CallReply::Answer(rendered) => (view::both_readers(&rendered), ExitCode::SUCCESS),
        CallReply::Failure(text) if call.json => {
            (view::pretty(&json!(wire::failure(text))), ExitCode::FAILURE)
        }
        CallReply::Failure(text) => (view::failure(&text), ExitCode::FAILURE),
        CallReply::Cancelled => ("the call was cancelled".to_owned(), ExitCode::FAILURE),
    };
    print(&text);
    code
}

#[cfg_attr(
    not(any(feature = "stdio", feature = "http")),
    allow(clippy::unused_async, reason = "without a transport there is nothing to wait for")
)]
async fn serve(
    name: &str,
    version: &str,
    dispatcher: &Arc<Dispatcher>,
    settings: &Settings,
) -> ExitCode {
    let handler = Handler::new(name, version, Arc::clone(dispatcher));
    let stop = CancellationToken::new();
    if let Err(error) = stop_on_signals(stop.clone()) {
        tracing::warn!(%error, "Ctrl-C and SIGTERM end the program at once: they cannot be caught");
    }
    let stopping = stop.clone();
    tokio::spawn(async move {
        stopping.cancelled().await;
        tracing::info!("stopping");
    });
    let is_http = is_http(settings.transport);
    let served = if is_http {
        #[cfg(feature = "http")]
        {
            http(name, version, handler, settings, stop.clone()).await
        }
        #[cfg(not(feature = "http"))]
        {
            let _ = (name, version, handler);
            Err(not_built("http", "stdio"))
        }
    } else {
        #[cfg(feature = "stdio")]
        {
            super::stdio::serve(handler, stop.clone()).await
        }
        #[cfg(not(feature = "stdio"))]
        {
            let _ = handler;
            Err(not_built("stdio", "http"))
        }
    };
    let code = match served {
        Ok(()) => 0,
        Err(error) => {
            say(&format!("error: {error}"));
            1
        }
    };
    let running = dispatcher.running_calls();
    if running > 0 {
        tracing::warn!(
            running,
            "calls are still running and cannot be stopped; the process ends without them"
        );
    }
    log::flush();
    // A thread that reads standard input, or runs such a call, would keep the process alive.
    if running > 0 || (stop.is_cancelled() && !is_http) {
        std::process::exit(code);
    }
    if code == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns whether the server is to answer HTTP rather than its standard input.
fn is_http(transport: TransportChoice) -> bool {
    match transport {
        TransportChoice::Http => true,
        TransportChoice::Stdio => false,
        TransportChoice::Auto => std::io::stdin().is_terminal(),
    }
}

#[cfg(not(all(feature = "stdio", feature = "http")))]
fn not_built(missing: &str, other: &str) -> super::ServeError {
    let text = format!(
        "this program was built without the feature `{missing}`; set MCP_TRANSPORT={other}, or build it with the feature"
    );
    std::io::Error::other(text).into()
}

#[cfg(feature = "http")]
async fn http(
    name: &str,
    version: &str,
    handler: Handler,
    settings: &Settings,
    stop: CancellationToken,
) -> Result<(), super::ServeError> {
    let listener = settings.listen().await?;
    let address = listener.local_addr()?;
    say(&format!("{name} {version} answers MCP at http://{address}/mcp"));
    #[cfg(feature = "viewer")]
    if settings.has_preview() {
        say(&format!("See its answers in a browser at http://{address}/preview"));
    }
    say("Stop it with Ctrl-C.");
    super::http::serve(name, handler, settings, listener, stop.cancelled_owned()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_the_flags_are_those_of_the_settings() {
        // Not the settings of whoever runs the tests.
        let command = Cli::command().mut_args(|arg| arg.env(Resettable::Reset));
        let matches = command.try_get_matches_from(["server"]).expect("an empty command line");
        let Cli { flags, command } = Cli::from_arg_matches(&matches).expect("flags");
        assert!(command.is_none());
        // `Debug` has every field, also one that is added.
        assert_eq!(format!("{:#?}", Settings::from(flags)), format!("{:#?}", Settings::default()));
    }
}
