//! The same tools for programs that speak no MCP: a server of one's own around the dispatcher, here over plain HTTP.
//!
//! `cargo run --example rest`, and then `curl http://127.0.0.1:8064/tools` and
//! `curl http://127.0.0.1:8064/tools/largest_cities -d '{"count": 2}'`. `PORT` is another port; 0 takes any free one.
//!
//! Arguments are checked, limits hold and answers are those that MCP's clients get: the model's text and what a person
//! sees. What this server leaves to its author, as any does that is built so: who may call, and the limits of requests.

use std::{env, error::Error, sync::Arc};

use axum::{
    Json, Router,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header::USER_AGENT},
    routing::{get, post},
};
use mcp_data_runtime::{
    CallReply, CallRequest, Client, Dispatcher, Settings,
    prelude::{
        DataServer, DataToolOutput, Source, Table, ToolContext, ToolError, data_tool, source, tools,
    },
    serde_json::{Value, json},
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

const SOURCE: Source = source!("https://example.org/cities-data");
const CITIES: [(&str, u32); 3] =
    [("Tokyo", 37_400_068), ("Delhi", 30_290_936), ("Shanghai", 27_058_479)];

/// The largest cities by population.
#[data_tool]
async fn largest_cities(
    /// How many.
    #[arg(range = 1..=3, default = 3)]
    count: u8,
    context: ToolContext,
) -> Result<DataToolOutput, ToolError> {
    context.progress(0.0, Some(1.0), Some("counting")).await;
    let mut table = Table::new(["City", "Population"]);
    for city in CITIES.into_iter().take(count.into()) {
        table.push_row(city)?;
    }
    Ok(DataToolOutput::new("The largest cities by population.", SOURCE).table(table))
}

/// What the handlers share.
struct Shared {
    dispatcher: Dispatcher,
    /// Fires when the server stops.
    stopping: CancellationToken,
}

type Reply = (StatusCode, Json<Value>);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = DataServer::new("rest", env!("CARGO_PKG_VERSION")).tools(tools!());
    let dispatcher = server.dispatcher(&Settings::default())?;
    let stopping = CancellationToken::new();
    let shared = Arc::new(Shared { dispatcher, stopping: stopping.clone() });
    let router = Router::new()
        .route("/tools", get(list))
        .route("/tools/{name}", post(call))
        .with_state(shared);
    let port = env::var("PORT").unwrap_or_else(|_| "8064".to_owned()).parse()?;
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}", listener.local_addr()?);
    let stopped = async move {
        let _ = tokio::signal::ctrl_c().await;
        stopping.cancel();
    };
    axum::serve(listener, router).with_graceful_shutdown(stopped).await?;
    Ok(())
}

/// Lists the tools, each with what it takes.
async fn list(State(shared): State<Arc<Shared>>) -> Json<Value> {
    let tools = shared.dispatcher.catalog().tools().map(|tool| {
        json!({
            "name": tool.name(),
            "description": tool.description(),
            "arguments": tool.input_schema(),
        })
    });
    Json(tools.collect())
}

/// Calls a tool by a JSON object of arguments; an empty body is a call without.
async fn call(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Reply {
    let body = if body.is_empty() { Bytes::from_static(b"{}") } else { body };
    let arguments = match mcp_data_runtime::serde_json::from_slice(&body) {
        Ok(arguments) => arguments,
        Err(error) => {
            return refuse(
                StatusCode::BAD_REQUEST,
                &format!("the body is no JSON object: {error}"),
            );
        }
    };
    let mut client = Client::default();
    client.name = headers
        .get(USER_AGENT)
        .and_then(|agent| agent.to_str().ok())
        .unwrap_or("a program")
        .to_owned();
    let request = CallRequest::new(name.clone(), arguments)
        .client(client)
        .cancelled_by(shared.stopping.child_token())
        .on_progress(move |done, total, message| {
            eprintln!("{name}: {done} of {total:?}: {}", message.unwrap_or_default());
        });
    match shared.dispatcher.call(request).await {
        Ok(CallReply::Answer(answer)) => {
            let both = json!({ "text": answer.text, "structured": answer.structured });
            (StatusCode::OK, Json(both))
        }
        Ok(CallReply::Failure(why)) => refuse(StatusCode::UNPROCESSABLE_ENTITY, &why),
        Ok(_) => refuse(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping"),
        Err(unknown) => refuse(StatusCode::NOT_FOUND, &unknown.to_string()),
    }
}

fn refuse(status: StatusCode, why: &str) -> Reply {
    (status, Json(json!({ "error": why })))
}
