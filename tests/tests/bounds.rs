//! What a caller, a tool or bad luck can cost: work, memory and replies have bounds, each said when it is hit.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use mcp_data_runtime::{
    ResourceBody, Settings,
    prelude::*,
    schemars::{self, JsonSchema},
    serde::{self, Deserialize},
};
use mcp_data_tests::{JsonReply, OwnServer, PATIENCE, post, request};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

const SOURCE: Source = source!("https://example.org/data");

/// Takes four arguments.
#[data_tool]
fn four(
    year: Option<u16>,
    month: Option<u8>,
    region: Option<String>,
    list: Option<Vec<u8>>,
) -> DataToolOutput {
    DataToolOutput::new(format!("{year:?} {month:?} {region:?} {list:?}"), SOURCE)
}

/// Two letters.
#[derive(Deserialize, JsonSchema)]
#[serde(crate = "self::serde", try_from = "String")]
#[schemars(crate = "self::schemars", with = "String")]
struct Code(String);

impl TryFrom<String> for Code {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text == "slow" {
            thread::sleep(Duration::from_secs(3));
        }
        Ok(Self(text[..2].to_owned()))
    }
}

/// Takes a code.
#[data_tool(timeout = 1)]
fn code(code: Code) -> DataToolOutput {
    DataToolOutput::new(code.0, SOURCE)
}

/// Takes a code, and waits for nothing.
#[data_tool(timeout = 1)]
async fn code_in_place(code: Code) -> DataToolOutput {
    DataToolOutput::new(code.0, SOURCE)
}

/// Says at length why it has no answer.
#[data_tool]
fn complains() -> Result<DataToolOutput, ToolError> {
    Err(ToolError::new("x".repeat(4_000_000)))
}

static STARTED: AtomicUsize = AtomicUsize::new(0);

/// Counts its calls.
#[data_tool(timeout = 1)]
fn counts() -> DataToolOutput {
    STARTED.fetch_add(1, Ordering::SeqCst);
    DataToolOutput::new("Counted.", SOURCE)
}

fn server() -> DataServer {
    let blocks = Resource::lazy("blocks.txt", "text/plain", || {
        thread::sleep(Duration::from_secs(3));
        Ok("It is over.".into())
    });
    let panics =
        Resource::lazy("panics.txt", "text/plain", || -> Result<ResourceBody, ToolError> {
            panic!("on purpose")
        });
    let plugin = Plugin::new("documents").resource(blocks).resource(panics);
    DataServer::new("bounds", "1").tools(tools!()).plugin(plugin)
}

async fn start() -> OwnServer {
    let mut settings = Settings::default();
    settings.call_timeout_secs = 1;
    OwnServer::start(server(), settings).await
}

async fn reply(server: &OwnServer, method: &str, params: Value) -> Value {
    post(&server.url("/mcp"), &request(1, method, params)).json_reply().await
}

async fn text(server: &OwnServer, tool: &str, arguments: Value) -> String {
    let reply = reply(server, "tools/call", json!({ "name": tool, "arguments": arguments })).await;
    reply["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{reply}")).to_owned()
}

fn message(reply: &Value) -> &str {
    reply["error"]["message"].as_str().unwrap_or_else(|| panic!("{reply}"))
}

// B1
#[tokio::test]
async fn of_many_wrong_arguments_the_first_are_named_and_the_rest_counted() {
    let server = start().await;
    let names: serde_json::Map<String, Value> =
        (0..10_000).map(|number| (format!("yeer{number}"), json!(0))).collect();
    let said = text(&server, "four", Value::Object(names)).await;
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "four was not run: 10000 problems with its arguments.");
    assert_eq!(
        lines[1],
        "- yeer0: no such argument; it takes `year`, `month`, `region` and `list`"
    );
    assert_eq!(lines.len(), 22);
    assert_eq!(lines[21], "- and 9980 more");
    let said = text(&server, "four", json!({ "list": vec!["x"; 5_000] })).await;
    assert!(
        said.starts_with(
            "four was not run: 5000 problems with its arguments.\n- list[0]: expected"
        ),
        "{said}"
    );
    assert!(said.ends_with("\n- and 4980 more"), "{said}");
    // A name that is not worth the search for the nearest, and not worth repeating.
    let said = text(&server, "four", json!({ "y".repeat(1_000_000): 0 })).await;
    assert_eq!(
        said,
        format!(
            "four was not run: 1 problem with its arguments.\n\
             - {}… (the beginning of 1000000 characters): no such argument; it takes `year`, `month`, `region` and `list`",
            "y".repeat(200)
        )
    );
    server.end().await;
}

// A1, B2
#[tokio::test]
async fn of_what_a_caller_sent_no_more_than_its_beginning_comes_back() {
    let server = start().await;
    let long = "\u{7f}".repeat(1_000_000);
    let beginning = "\u{7f}".repeat(200);
    let many = "… (the beginning of 1000000 characters)";
    let unknown = reply(&server, "tools/call", json!({ "name": long })).await;
    assert!(
        message(&unknown)
            .starts_with(&format!("there is no tool `{beginning}{many}`; the tools are "))
    );
    let page = reply(&server, "tools/list", json!({ "cursor": long })).await;
    let shown = format!("{beginning}{many}");
    assert_eq!(
        message(&page),
        format!("there is no page {shown:?}; the list has one page, asked for without a cursor")
    );
    let method = reply(&server, &long, json!({})).await;
    assert_eq!(message(&method), format!("this server does not know the method {beginning}{many}"));
    let uri = reply(&server, "resources/read", json!({ "uri": long })).await;
    assert!(message(&uri).starts_with(&format!("there is no resource `{beginning}{many}`")));
    let token = json!({ "name": "four", "_meta": { "progressToken": "t".repeat(201) } });
    assert_eq!(
        message(&reply(&server, "tools/call", token).await),
        "the params of tools/call are not what the protocol asks for: `_meta.progressToken` is longer than 200 bytes"
    );
    let id = json!({ "jsonrpc": "2.0", "id": "i".repeat(201), "method": "ping" });
    let refused = post(&server.url("/mcp"), &id).json_reply().await;
    assert_eq!(message(&refused), "the message is not JSON-RPC: its `id` is longer than 200 bytes");
    assert_eq!(refused["id"], Value::Null);
    let said = text(&server, "complains", json!({})).await;
    assert_eq!(said, format!("{}… (the beginning of 4000000 characters)", "x".repeat(2_000)));
    server.end().await;
}

// A2
#[tokio::test]
async fn a_message_of_too_many_values_is_refused_before_it_is_kept() {
    let server = start().await;
    for arguments in
        [json!({ "list": vec![0; 200_000] }), json!({ "list": vec![json!({ "": 0 }); 100_000] })]
    {
        let refused =
            reply(&server, "tools/call", json!({ "name": "four", "arguments": arguments })).await;
        assert_eq!(
            message(&refused),
            "the message holds more than 65536 values, the most that are read of one; ask for less at once"
        );
        assert_eq!(refused["id"], 1);
    }
    server.end().await;
}

// A5
#[tokio::test]
async fn an_argument_whose_type_panics_or_blocks_is_answered_like_a_tool_that_does() {
    let server = start().await;
    for tool in ["code", "code_in_place"] {
        let said = text(&server, tool, json!({ "code": "aé" })).await;
        let begin = format!(
            "{tool} failed and has no answer. The reason is in the server's log under the reference "
        );
        assert!(said.starts_with(&begin), "{said}");
        let said = text(&server, tool, json!({ "code": "slow" })).await;
        assert_eq!(
            said,
            format!(
                "{tool} did not answer within 1 second and was given up. Ask for less, or try again later."
            )
        );
        assert!(text(&server, tool, json!({ "code": "abc" })).await.starts_with("ab"));
    }
    server.end().await;
}

// B17, A18
#[tokio::test]
async fn a_reading_has_the_limits_of_a_call_and_delays_no_tool() {
    let server = start().await;
    let read = || reply(&server, "resources/read", json!({ "uri": "mcp://documents/blocks.txt" }));
    let (many, said) = tokio::join!(futures_of(80, read), async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        text(&server, "four", json!({})).await
    });
    assert!(said.starts_with("None None None None"), "{said}");
    let given_up = many.iter().filter(|reply| {
        message(reply)
            == "the resource was not read within 1 second and was given up. Try again later"
    });
    assert_eq!(given_up.count(), 64);
    let busy = many.iter().filter(|reply| {
        message(reply)
            == "the resource was not read: the server is busy with 64 readings. Try again in a few seconds"
    });
    assert_eq!(busy.count(), 16);
    let panicked =
        reply(&server, "resources/read", json!({ "uri": "mcp://documents/panics.txt" })).await;
    assert!(message(&panicked).starts_with("the resource "), "{panicked}");
    server.end().await;
}

/// Several replies that are waited for together.
async fn futures_of<F: Future<Output = Value>>(count: usize, of: impl Fn() -> F) -> Vec<Value> {
    let mut waiting: Vec<_> = (0..count).map(|_| Box::pin(of())).collect();
    let mut replies = Vec::new();
    std::future::poll_fn(|context| {
        waiting.retain_mut(|one| match one.as_mut().poll(context) {
            std::task::Poll::Ready(reply) => {
                replies.push(reply);
                false
            }
            std::task::Poll::Pending => true,
        });
        if waiting.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    replies
}

// N13
#[tokio::test]
async fn half_a_body_is_refused_when_the_rest_does_not_come() {
    let server = start().await;
    let address = server.url("").trim_start_matches("http://").to_owned();
    let mut stream = TcpStream::connect(&address).await.expect("a connection");
    let sent = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    stream.write_all(sent).await.expect("it is sent");
    let mut reply = String::new();
    tokio::time::timeout(PATIENCE, stream.read_to_string(&mut reply))
        .await
        .expect("in time")
        .expect("text");
    assert!(reply.starts_with("HTTP/1.1 408"), "{reply}");
    assert!(
        reply.contains("the body of the request did not come: 1 bytes of it were read, and then none for 10 s, or not all within 60 s"),
        "{reply}"
    );
    server.end().await;
}

// A3
#[tokio::test]
async fn a_body_that_http_cannot_read_is_refused_as_a_message() {
    let server = start().await;
    let address = server.url("").trim_start_matches("http://").to_owned();
    let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    for (sent, why) in [
        (
            "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
            "Invalid chunk size line: missing size digit",
        ),
        ("Content-Length: 100\r\n\r\n{}", "end of file before message length reached"),
    ] {
        let mut stream = TcpStream::connect(&address).await.expect("a connection");
        stream.write_all(format!("{head}{sent}").as_bytes()).await.expect("it is sent");
        stream.shutdown().await.expect("the end is sent");
        let mut reply = String::new();
        tokio::time::timeout(PATIENCE, stream.read_to_string(&mut reply))
            .await
            .expect("in time")
            .expect("text");
        assert!(reply.starts_with("HTTP/1.1 400"), "{reply}");
        let message = format!("the body of the request could not be read: {why}");
        assert!(reply.contains(&message), "{reply}");
    }
    server.end().await;
}

// B18
#[test]
fn a_plain_function_that_waits_for_a_thread_never_starts_after_it_was_given_up() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let server = OwnServer::start(server(), Settings::default()).await;
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let busy = tokio::task::spawn_blocking(move || wait.recv());
        let said = text(&server, "counts", json!({})).await;
        assert_eq!(
            said,
            "counts did not answer within 1 second and was given up. Ask for less, or try again later."
        );
        go.send(()).expect("the thread waits");
        busy.await.expect("it ends").expect("it was told to");
        // What was queued behind it has had its turn when this has.
        tokio::task::spawn_blocking(|| ()).await.expect("it ends");
        assert_eq!(STARTED.load(Ordering::SeqCst), 0);
        server.end().await;
    });
}
