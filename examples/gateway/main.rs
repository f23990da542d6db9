//! A web chat between any OpenAI-compatible model and any MCP server of data tools.
//!
//! A tool's answer has two readers, and here they part: the model gets the text, the person sees the
//! tables, charts and sources. `README.md` in this folder explains the flow. Try
//! `cargo run --example energy` in one terminal and, in another,
//! `AI_BASE_URL=http://127.0.0.1:11434/v1 cargo run -p mcp-data-gateway --example gateway`.

mod answer;
mod attempt;
mod catalog;
mod chat;
mod events;
mod guard;
mod limits;
mod link;
mod listing;
mod model;
mod outcome;
mod page;
mod prompt;
mod quote;
mod sending;
mod server;
mod settings;
mod stream;
mod texts;
mod tools;

use std::{
    io::{self, IsTerminal},
    process::ExitCode,
    sync::Arc,
};

use tokio::{net::TcpListener, sync::Semaphore};
use tracing_subscriber::{
    EnvFilter, filter::filter_fn, fmt, layer::SubscriberExt, util::SubscriberInitExt,
};

use crate::{
    guard::Guard, model::Model, sending::Patient, server::App, settings::Settings, tools::Tools,
};

/// The log, unless `RUST_LOG` says otherwise. It never holds a conversation or an argument.
const LOG: &str = "info";
/// Whose log lines there are. Those of clients hold whole addresses, which may be secret, so no setting turns them on.
const LOGGED: &str = "gateway";

#[tokio::main]
async fn main() -> ExitCode {
    let settings = Settings::read();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(LOG));
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let is_logged = filter_fn(|about| about.target().split("::").next() == Some(LOGGED));
    tracing_subscriber::registry().with(filter).with(is_logged).with(lines).init();
    match run(settings).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

async fn run(mut settings: Settings) -> Result<(), String> {
    texts::check()?;
    let model = settings.model.take().map(Model::new).transpose().map_err(|error| {
        format!("no HTTPS connections can be made ({error}); are the system's certificates installed (ca-certificates)?")
    })?;
    let address = (settings.flags.webchat_host.as_str(), settings.flags.webchat_port);
    let listener = TcpListener::bind(address).await.map_err(|error| {
        format!(
            "cannot listen on {}:{}: {error}; choose another address with WEBCHAT_HOST and WEBCHAT_PORT",
            settings.flags.webchat_host, settings.flags.webchat_port
        )
    })?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    match &model {
        Some(model) => eprintln!("gateway asks the model at {}", model.address()),
        None => {
            eprintln!("gateway has no model: set AI_BASE_URL or AI_API_KEY, or run tools by hand");
        }
    }
    eprintln!("gateway calls the tools of {}", settings.server.target);
    eprintln!("gateway serves the chat at http://{address}/");

    let chats = Arc::new(Semaphore::new(settings.flags.webchat_max_chats));
    let guard = Guard::new(&settings);
    let (turn, unread) = (settings.flags.webchat_turn_secs, settings.flags.webchat_unread_secs);
    let app = Arc::new(App { model, tools: Tools::new(settings.server), chats, turn, unread });
    let router = server::router(guard, &settings.chart_library, Arc::clone(&app));
    // A chat whose events nobody takes is ended first, in its own words.
    let listener = Patient { listener, patience: unread * 2 };
    let served = tokio::select! {
        served = axum::serve(listener, router) => served.map_err(|error| error.to_string()),
        // Nothing is kept here, so a chat that is cut can be asked again elsewhere.
        () = asked_to_end() => Ok(()),
    };
    app.tools.close().await;
    served
}

/// Waits for Ctrl-C or SIGTERM.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                tokio::select! {
                    _ = tokio::signal::ctrl_c() => {}
                    _ = terminate.recv() => {}
                }
                return;
            }
            Err(error) => tracing::warn!("SIGTERM is not heard: {error}"),
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
