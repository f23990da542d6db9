//! One call, whatever happens: every request id gets one answer, a clear one, and the server lives on.
//!
//! Nothing here waits for time to pass. Tools tell a [`Stage`] that they have begun and go on when the test lets
//! them; limits are met in time that stands still until nothing else can happen (`start_paused`).

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Read, Write},
    process::{Command, Stdio},
    sync::Arc,
    time::Duration,
};

use mcp_data_runtime::{
    Settings,
    prelude::*,
    testing::{TestClient, assert_contract, text},
};
use mcp_data_tests::{JsonReply, OwnServer, post, request, soon};
use rmcp::{
    model::{CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest},
    service::PeerRequestOptions,
};
use serde_json::{Value, json};
use tokio::{
    net::TcpStream,
    runtime::Handle,
    sync::Semaphore,
    task::JoinHandle,
    time::{Instant, advance, sleep},
};

const SOURCE: Source = source!("https://example.org/data");

fn answer(words: impl Into<String>) -> DataToolOutput {
    DataToolOutput::new(words, SOURCE)
}

/// Answers at once.
#[data_tool]
async fn quick() -> DataToolOutput {
    answer("Quick.")
}

/// Tells a test how far its calls have come, and holds them until the test lets them go.
struct Stage {
    /// One permit for each call that has begun.
    begun: Semaphore,
    /// One permit for each call that may go on.
    open: Semaphore,
    /// One permit for each call that has ended, however it did.
    ended: Semaphore,
}

impl Default for Stage {
    fn default() -> Self {
        Self { begun: Semaphore::new(0), open: Semaphore::new(0), ended: Semaphore::new(0) }
    }
}

impl Stage {
    /// Notes that a call has begun, and at the end of the value's life that it has ended.
    fn begin(&self) -> Ended<'_> {
        self.begun.add_permits(1);
        Ended(self)
    }

    /// Waits until the test lets one more call go.
    async fn wait(&self) {
        take(&self.open, 1).await;
    }

    /// Waits until so many more calls have begun.
    async fn begun(&self, calls: u32) {
        take(&self.begun, calls).await;
    }

    /// Waits until so many more calls have ended.
    async fn ended(&self, calls: u32) {
        take(&self.ended, calls).await;
    }

    /// Lets so many calls go on.
    fn let_go(&self, calls: usize) {
        self.open.add_permits(calls);
    }
}

/// Notes that a call has ended when it is dropped, as the future of a call that was given up is.
struct Ended<'a>(&'a Stage);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.ended.add_permits(1);
    }
}

async fn take(permits: &Semaphore, count: u32) {
    permits.acquire_many(count).await.expect("it is never closed").forget();
}

/// Answers when it is let go.
#[data_tool]
async fn waiting(stage: State<Arc<Stage>>) -> DataToolOutput {
    let _ended = stage.begin();
    stage.wait().await;
    answer("Waited.")
}

/// Blocks its thread until it is let go.
#[data_tool]
fn blocking(stage: State<Arc<Stage>>) -> DataToolOutput {
    let _ended = stage.begin();
    Handle::current().block_on(stage.wait());
    answer("Blocked.")
}

/// Never answers.
#[data_tool(timeout = 1)]
async fn hanging(stage: State<Arc<Stage>>) -> DataToolOutput {
    let _ended = stage.begin();
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

/// Works in steps until its call is over.
#[data_tool]
fn working(context: ToolContext, stage: State<Arc<Stage>>) -> DataToolOutput {
    let _ended = stage.begin();
    while !context.is_cancelled() {
        std::thread::yield_now();
    }
    answer("Worked.")
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

fn server(stage: &Arc<Stage>) -> DataServer {
    DataServer::new("calls", "1").tools(tools!()).state(Arc::clone(stage))
}

async fn client() -> TestClient {
    TestClient::connect(server(&Arc::default())).await
}

/// A call that goes on by itself.
fn spawn(client: &Arc<TestClient>, tool: &'static str) -> JoinHandle<CallToolResult> {
    let client = Arc::clone(client);
    tokio::spawn(async move { client.call(tool, json!({})).await })
}

/// The text of an answer or of a failure, and whether it is a failure.
async fn outcome(call: JoinHandle<CallToolResult>) -> (String, bool) {
    let result = call.await.expect("the call ends");
    assert_contract(&result);
    (text(&result).to_owned(), result.is_error == Some(true))
}

/// What [`outcome`] gives for an answer of these words.
fn answered(words: &str) -> (String, bool) {
    (format!("{words}\n\nSources:\n- https://example.org/data"), false)
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
#[tokio::test(start_paused = true)]
async fn a_quick_call_passes_slow_hanging_and_panicking_ones() {
    let stage = Arc::<Stage>::default();
    let client = Arc::new(TestClient::connect(server(&stage)).await);
    let held: Vec<_> = ["waiting", "blocking", "blocking", "blocking", "blocking", "hanging"]
        .map(|tool| spawn(&client, tool))
        .into();
    stage.begun(6).await;
    assert!(outcome(spawn(&client, "panicking")).await.1);
    assert_eq!(outcome(spawn(&client, "quick")).await, answered("Quick."));
    assert!(!held.iter().any(JoinHandle::is_finished), "all of them are still running");
    stage.let_go(5);
    let mut outcomes = Vec::new();
    for call in held {
        outcomes.push(outcome(call).await);
    }
    let blocked = || answered("Blocked.");
    assert_eq!(
        outcomes,
        [
            answered("Waited."),
            blocked(),
            blocked(),
            blocked(),
            blocked(),
            (given_up("hanging", "1 second"), true)
        ]
    );
}

fn given_up(tool: &str, limit: &str) -> String {
    format!(
        "{tool} did not answer within {limit} and was given up. Ask for less, or try again later."
    )
}

#[tokio::test(start_paused = true)]
async fn a_call_that_takes_too_long_is_told_so() {
    let client = client().await;
    // Its own limit, and the server's.
    for (tool, limit, seconds) in [("hanging", "1 second", 1), ("waiting", "30 seconds", 30)] {
        let started = Instant::now();
        assert_eq!(failure(&client, tool, json!({})).await, given_up(tool, limit));
        assert_eq!(started.elapsed().as_secs(), seconds);
    }
}

/// The settings of a server that runs two calls at once, for two seconds each.
fn narrow() -> Settings {
    let mut settings = Settings::default();
    settings.max_concurrent_calls = 2;
    settings.call_timeout_secs = 2;
    settings
}

const BUSY: &str =
    "quick was not run: the server is busy with 2 calls. Try again in a few seconds.";

#[tokio::test(start_paused = true)]
async fn a_full_server_is_busy_and_recovers() {
    let stage = Arc::<Stage>::default();
    let client = Arc::new(TestClient::connect_with(server(&stage), &narrow()).await);
    let long = [spawn(&client, "waiting"), spawn(&client, "waiting")];
    stage.begun(2).await;
    let asked = Instant::now();
    assert_eq!(failure(&client, "quick", json!({})).await, BUSY);
    assert_eq!(asked.elapsed().as_secs(), 1, "a call waits a second for a place");
    // One that gets a place before its second is over is run.
    let patient = spawn(&client, "quick");
    sleep(Duration::from_millis(500)).await;
    assert!(!patient.is_finished());
    stage.let_go(2);
    assert_eq!(outcome(patient).await, answered("Quick."));
    for call in long {
        assert_eq!(outcome(call).await, answered("Waited."));
    }
    assert_eq!(outcome(spawn(&client, "quick")).await, answered("Quick."));
}

#[tokio::test(start_paused = true)]
async fn a_server_of_one_place_counts_its_call() {
    let mut settings = narrow();
    settings.max_concurrent_calls = 1;
    let stage = Arc::<Stage>::default();
    let client = Arc::new(TestClient::connect_with(server(&stage), &settings).await);
    let long = spawn(&client, "waiting");
    stage.begun(1).await;
    assert_eq!(
        failure(&client, "quick", json!({})).await,
        "quick was not run: the server is busy with 1 call. Try again in a few seconds."
    );
    stage.let_go(1);
    assert_eq!(outcome(long).await, answered("Waited."));
}

/// Lets time pass until a call has ended: time stands still by itself while a plain function runs.
async fn pass_time(call: JoinHandle<CallToolResult>) -> (String, bool) {
    for _ in 0..1000 {
        if call.is_finished() {
            return outcome(call).await;
        }
        advance(Duration::from_millis(100)).await;
    }
    panic!("the call does not end");
}

#[tokio::test(start_paused = true)]
async fn a_plain_function_that_outlives_its_timeout_keeps_its_place() {
    let stage = Arc::<Stage>::default();
    let client = Arc::new(TestClient::connect_with(server(&stage), &narrow()).await);
    let late = [spawn(&client, "blocking"), spawn(&client, "blocking")];
    stage.begun(2).await;
    for call in late {
        assert_eq!(pass_time(call).await, (given_up("blocking", "2 seconds"), true));
    }
    assert_eq!(pass_time(spawn(&client, "quick")).await, (BUSY.to_owned(), true));
    stage.let_go(2);
    stage.ended(2).await;
    assert_eq!(outcome(spawn(&client, "quick")).await, answered("Quick."));
}

// B11
#[tokio::test]
async fn a_client_that_hangs_up_ends_its_call() {
    let stage = Arc::<Stage>::default();
    let own = OwnServer::start(server(&stage), Settings::default()).await;
    for tool in ["working", "waiting"] {
        let call = request(1, "tools/call", json!({ "name": tool, "arguments": {} }));
        let call = tokio::spawn(post(&own.url("/mcp"), &call).send());
        soon(stage.begun(1)).await;
        assert!(!call.is_finished());
        call.abort();
        soon(stage.ended(1)).await;
    }
}

#[tokio::test]
async fn a_cancelled_call_ends_and_gets_no_reply() {
    let stage = Arc::<Stage>::default();
    let client = TestClient::connect(server(&stage)).await;
    for tool in ["working", "waiting"] {
        let call = CallToolRequest::new(CallToolRequestParams::new(tool));
        let handle = client
            .peer()
            .send_cancellable_request(
                ClientRequest::CallToolRequest(call),
                PeerRequestOptions::no_options(),
            )
            .await
            .expect("the call is sent");
        soon(stage.begun(1)).await;
        handle.cancel(Some("changed my mind".to_owned())).await.expect("the cancellation is sent");
        soon(stage.ended(1)).await;
    }
    assert_eq!(client.call("quick", json!({})).await.is_error, Some(false));
    assert_eq!(replies_around_a_cancellation(), BTreeSet::from([1, 3]));
}

/// The ids of all replies of a program whose second request was cancelled while it ran.
fn replies_around_a_cancellation() -> BTreeSet<u64> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_viewer"))
        .args(["--transport", "stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("its input");
    let mut output = BufReader::new(child.stdout.take().expect("its output"));
    let initialize = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let slow = json!({ "name": "viewer_slow", "arguments": { "seconds": 20 }, "_meta": { "progressToken": "p" } });
    let cancelled = json!({ "requestId": 2, "reason": "changed my mind" });
    writeln!(input, "{}", request(1, "initialize", initialize)).expect("it reads");
    writeln!(input, "{}", request(2, "tools/call", slow)).expect("it reads");
    let mut replies = String::new();
    while !replies.contains("notifications/progress") {
        assert_ne!(output.read_line(&mut replies).expect("UTF-8"), 0, "{replies}");
    }
    writeln!(
        input,
        "{}",
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled })
    )
    .expect("it reads");
    writeln!(input, "{}", request(3, "tools/list", json!({}))).expect("it reads");
    drop(input);
    output.read_to_string(&mut replies).expect("UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    replies
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).expect("JSON")["id"].as_u64())
        .collect()
}

#[tokio::test]
async fn a_server_that_stops_finishes_the_calls_in_flight() {
    let stage = Arc::<Stage>::default();
    let own = OwnServer::start(server(&stage), Settings::default()).await;
    let address = own.address;
    let call = request(1, "tools/call", json!({ "name": "waiting", "arguments": {} }));
    let reply = tokio::spawn(post(&own.url("/mcp"), &call).json_reply());
    soon(stage.begun(1)).await;
    let ending = tokio::spawn(own.end());
    // It has been told once it takes no more connections.
    soon(async {
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert!(!reply.is_finished() && !ending.is_finished());
    stage.let_go(1);
    let reply = soon(reply).await.expect("the call ends");
    assert_eq!(reply["result"]["content"][0]["text"], answered("Waited.").0);
    soon(ending).await.expect("the server ends");
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
    assert_eq!(
        read,
        "app host 2 calls telling; renders: true; cancelled: false\n\n| n |\n| --- |\n| 1 |\n\n\
         The table is already on the person's screen; do not repeat it.\n\n\
         Sources:\n- https://example.org/data"
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
