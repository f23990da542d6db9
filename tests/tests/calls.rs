//! One call, whatever happens: every request id gets one answer, a clear one, and the server lives on.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use mcp_data_runtime::{
    Settings,
    prelude::*,
    testing::{TestClient, assert_contract, text},
};
use mcp_data_tests::{JsonReply, OwnServer, post, request};
use rmcp::{
    model::{CallToolRequest, CallToolRequestParams, ClientRequest},
    service::PeerRequestOptions,
};
use serde_json::{Value, json};

const SOURCE: Source = source!("https://example.org/data");

fn answer(words: impl Into<String>) -> DataToolOutput {
    DataToolOutput::new(words, SOURCE)
}

/// Answers at once.
#[data_tool]
async fn quick() -> DataToolOutput {
    answer("Quick.")
}

/// Answers after a while.
#[data_tool]
async fn slow(#[arg(default = 600)] milliseconds: u64) -> DataToolOutput {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
    answer("Slow.")
}

/// Blocks its thread for a while.
#[data_tool]
fn blocking(#[arg(default = 600)] milliseconds: u64) -> DataToolOutput {
    std::thread::sleep(Duration::from_millis(milliseconds));
    answer("Blocked.")
}

/// Never answers.
#[data_tool(timeout = 1)]
async fn hanging() -> DataToolOutput {
    std::future::pending::<()>().await;
    answer("Never.")
}

/// Panics.
#[data_tool]
async fn panicking() -> DataToolOutput {
    panic!("cfg at /srv/k")
}

/// Panics on its own thread, with a value that is no text.
#[data_tool]
fn panicking_plain() -> DataToolOutput {
    std::panic::panic_any(7)
}

/// Fails with an error of the system.
#[data_tool]
fn failing() -> Result<DataToolOutput, ToolError> {
    let text = std::fs::read_to_string("/no/such/file/with/a/secret/name")?;
    Ok(answer(text))
}

/// Fails with a message for the model.
#[data_tool]
fn explaining() -> Result<DataToolOutput, ToolError> {
    Err(ToolError::new("db down")
        .caused_by(std::io::Error::other("connection refused by 10.0.0.9")))
}

/// Gives a blank answer.
#[data_tool]
fn blank() -> DataToolOutput {
    answer("  ")
}

/// Gives a chart of another table's column.
#[data_tool]
fn foreign_chart() -> Result<DataToolOutput, ToolError> {
    let other = table![["a", "b"], [1, 2]];
    let chart = Chart::bar("c").x(other.column("a")?).y([other.column("b")?]);
    Ok(answer("x").table(table![["c", "d"], [1, 2]]).chart(chart))
}

/// Looks for a column that its table does not have.
#[data_tool]
fn unknown_column() -> Result<DataToolOutput, ToolError> {
    let table = table![["City"], ["Tokyo"]];
    table.column("Citi")?;
    Ok(answer("x").table(table))
}

/// Counts until its call is over.
#[data_tool]
fn counting(context: ToolContext, counter: State<Arc<AtomicUsize>>) -> DataToolOutput {
    while !context.is_cancelled() {
        counter.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(20));
    }
    answer("Counted.")
}

/// Tells who calls, and how.
#[data_tool]
async fn telling(context: ToolContext) -> DataToolOutput {
    context.progress(1.0, Some(2.0), Some("half")).await;
    answer(format!(
        "{} {} calls {}; renders: {}; cancelled: {}",
        context.client().name,
        context.client().version,
        context.tool(),
        context.client().renders_answers(),
        context.is_cancelled(),
    ))
    .table(table![["n"], [1]])
}

fn server(counter: &Arc<AtomicUsize>) -> DataServer {
    DataServer::new("calls", "1").tools(tools!()).state(Arc::clone(counter))
}

async fn client() -> TestClient {
    TestClient::connect(server(&Arc::default())).await
}

/// The error result's text.
async fn failure(client: &TestClient, tool: &str, arguments: Value) -> String {
    let result = client.call(tool, arguments).await;
    assert_contract(&result);
    assert_eq!(result.is_error, Some(true));
    text(&result).to_owned()
}

/// The text with the reference id, which differs every time, taken out.
fn without_reference(text: &str) -> String {
    let (before, reference) = text.rsplit_once(' ').expect("words");
    let reference = reference.strip_suffix('.').expect("a full stop");
    assert_eq!(reference.len(), 8, "{text}");
    assert!(reference.chars().all(|c| c.is_ascii_hexdigit()), "{text}");
    format!("{before} ID.")
}

// B01
#[tokio::test]
async fn a_panic_is_an_error_result_and_the_server_lives_on() {
    let client = client().await;
    for tool in ["panicking", "panicking_plain"] {
        assert_eq!(
            without_reference(&failure(&client, tool, json!({})).await),
            format!(
                "{tool} failed and has no answer. The reason is in the server's log under the reference ID."
            )
        );
    }
    assert_eq!(
        text(&client.call("quick", json!({})).await),
        "Quick.\n\nSources:\n- https://example.org/data"
    );
}

#[tokio::test]
async fn an_error_is_masked_unless_the_author_wrote_a_message() {
    let client = client().await;
    assert_eq!(
        without_reference(&failure(&client, "failing", json!({})).await),
        "failing failed and has no answer. The reason is in the server's log under the reference ID."
    );
    // B45
    assert_eq!(failure(&client, "explaining", json!({})).await, "db down");
}

// B54
#[tokio::test]
async fn an_answer_that_breaks_the_contract_is_not_sent() {
    let client = client().await;
    for tool in ["blank", "unknown_column"] {
        assert_eq!(
            without_reference(&failure(&client, tool, json!({})).await),
            format!(
                "{tool} failed and has no answer. The reason is in the server's log under the reference ID."
            )
        );
    }
    // A chart is optional: the answer goes out without it.
    let result = client.call("foreign_chart", json!({})).await;
    assert_contract(&result);
    let structured = result.structured_content.expect("a structured part");
    assert_eq!(structured.get("charts"), None);
    assert!(structured.get("table").is_some(), "{structured}");
}

// B10
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_quick_call_passes_slow_hanging_and_panicking_ones() {
    let client = Arc::new(client().await);
    let started = Instant::now();
    let mut calls = tokio::task::JoinSet::new();
    let tools =
        ["slow", "blocking", "blocking", "blocking", "blocking", "hanging", "panicking", "quick"];
    for tool in tools {
        let client = Arc::clone(&client);
        calls.spawn(async move {
            let result = client.call(tool, json!({})).await;
            (tool, result.is_error, started.elapsed())
        });
    }
    let mut ended = Vec::new();
    while let Some(call) = calls.join_next().await {
        ended.push(call.expect("the call ends"));
    }
    assert_eq!(ended.len(), tools.len());
    let position =
        |tool: &str| ended.iter().position(|(name, ..)| *name == tool).expect("it ended");
    for other in ["slow", "blocking", "hanging"] {
        assert!(position("quick") < position(other), "{ended:?}");
    }
    for (tool, is_error, _) in &ended {
        assert_eq!(*is_error, Some(matches!(*tool, "hanging" | "panicking")), "{tool}");
    }
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_told_so() {
    let client = client().await;
    assert_eq!(
        failure(&client, "hanging", json!({})).await,
        "hanging did not answer within 1 second and was given up. Ask for less, or try again later."
    );
}

#[tokio::test]
async fn a_full_server_is_busy_and_recovers() {
    let mut settings = Settings::default();
    settings.max_concurrent_calls = 1;
    let client = Arc::new(TestClient::connect_with(server(&Arc::default()), &settings).await);
    let long = {
        let client = Arc::clone(&client);
        tokio::spawn(async move { client.call("blocking", json!({ "milliseconds": 1600 })).await })
    };
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(
        failure(&client, "quick", json!({})).await,
        "quick was not run: the server is busy with 1 call. Try again in a few seconds."
    );
    assert_eq!(long.await.expect("the long call ends").is_error, Some(false));
    assert_eq!(client.call("quick", json!({})).await.is_error, Some(false));
}

#[tokio::test]
async fn a_plain_function_that_outlives_its_timeout_keeps_its_place() {
    let mut settings = Settings::default();
    settings.max_concurrent_calls = 1;
    settings.call_timeout_secs = 1;
    let client = TestClient::connect_with(server(&Arc::default()), &settings).await;
    let late = failure(&client, "blocking", json!({ "milliseconds": 2500 })).await;
    assert_eq!(
        late,
        "blocking did not answer within 1 second and was given up. Ask for less, or try again later."
    );
    assert!(
        failure(&client, "quick", json!({}))
            .await
            .starts_with("quick was not run: the server is busy")
    );
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(client.call("quick", json!({})).await.is_error, Some(false));
}

// B11
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_hangs_up_ends_its_call() {
    let counter = Arc::new(AtomicUsize::new(0));
    let own = OwnServer::start(server(&counter), Settings::default()).await;
    let call = request(1, "tools/call", json!({ "name": "counting", "arguments": {} }));
    let gone = post(&own.url("/mcp"), &call).timeout(Duration::from_millis(300)).send().await;
    assert!(gone.expect_err("no answer comes").is_timeout());
    tokio::time::sleep(Duration::from_millis(300)).await;
    let before = counter.load(Ordering::SeqCst);
    assert!(before > 0);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(counter.load(Ordering::SeqCst), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_call_ends_and_gets_no_reply() {
    let counter = Arc::new(AtomicUsize::new(0));
    let client = TestClient::connect(server(&counter)).await;
    let call = CallToolRequest::new(CallToolRequestParams::new("counting"));
    let handle = client
        .peer()
        .send_cancellable_request(
            ClientRequest::CallToolRequest(call),
            PeerRequestOptions::no_options(),
        )
        .await
        .expect("the call is sent");
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(counter.load(Ordering::SeqCst) > 0);
    handle.cancel(Some("changed my mind".to_owned())).await.expect("the cancellation is sent");
    tokio::time::sleep(Duration::from_millis(200)).await;
    let before = counter.load(Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(counter.load(Ordering::SeqCst), before);
    assert_eq!(client.call("quick", json!({})).await.is_error, Some(false));
}

#[tokio::test]
async fn a_server_that_stops_finishes_the_calls_in_flight() {
    let own = OwnServer::start(server(&Arc::default()), Settings::default()).await;
    let call = request(1, "tools/call", json!({ "name": "slow", "arguments": {} }));
    let reply = tokio::spawn(post(&own.url("/mcp"), &call).send());
    tokio::time::sleep(Duration::from_millis(200)).await;
    own.end().await;
    let reply: Value =
        reply.await.expect("the call ends").expect("a reply").json().await.expect("JSON");
    assert_eq!(reply["result"]["isError"], false);
}

#[tokio::test]
async fn a_tool_knows_its_caller() {
    let client = client().await;
    let result = client.call("telling", json!({})).await;
    assert_eq!(
        text(&result),
        "test 1 calls telling; renders: false; cancelled: false\n\n| n |\n| --- |\n| 1 |\n\n\
         Sources:\n- https://example.org/data"
    );
}

#[tokio::test]
async fn a_client_with_the_apps_extension_is_told_what_is_on_the_screen() {
    let own = OwnServer::start(server(&Arc::default()), Settings::default()).await;
    let mut call = request(1, "tools/call", json!({ "name": "telling", "arguments": {} }));
    call["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "app host", "version": "2" },
        "io.modelcontextprotocol/clientCapabilities": { "extensions": { "io.modelcontextprotocol/ui": {} } },
    });
    let reply: Value = post(&own.url("/mcp"), &call)
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", "telling")
        .json_reply()
        .await;
    let read = reply["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{reply}"));
    assert!(read.starts_with("app host 2 calls telling; renders: true"), "{read}");
    assert!(
        read.contains("\n\nThe table is already on the person's screen; do not repeat it.\n\n")
    );
}

#[tokio::test]
async fn progress_comes_before_the_answer() {
    let own = OwnServer::start(server(&Arc::default()), Settings::default()).await;
    let mut call = request(1, "tools/call", json!({ "name": "telling", "arguments": {} }));
    call["params"]["_meta"] = json!({ "progressToken": "p" });
    let reply = post(&own.url("/mcp"), &call).send().await.expect("a reply");
    assert_eq!(reply.headers()["content-type"], "text/event-stream");
    let body = reply.text().await.expect("events");
    let messages: Vec<Value> = body
        .lines()
        .filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?.trim()).ok())
        .collect();
    assert_eq!(messages[0]["method"], "notifications/progress");
    assert_eq!(
        messages[0]["params"],
        json!({ "progressToken": "p", "progress": 1.0, "total": 2.0, "message": "half" })
    );
    assert_eq!(messages[1]["result"]["isError"], false);
    assert_eq!(messages.len(), 2);
}
