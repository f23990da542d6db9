//! Messages that cannot be read or answered: the same words over HTTP and standard input, and by the
//! request's id, so that no client waits for an answer that never comes.

use std::{
    io::{Read, Write},
    process::Stdio,
};

use mcp_data_tests::{HttpExample, JsonReply, command, post, request};
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};

/// What a client sends first over standard input.
fn initialize() -> Vec<u8> {
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    request(0, "initialize", params).to_string().into_bytes()
}

/// What a program answers to these lines over standard input, and its log.
fn over_stdio(lines: &[Vec<u8>]) -> (Vec<Value>, String) {
    let mut child = command("cities")
        .args(["--transport", "stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("its input");
    let all = lines.join(&b'\n');
    // All is written while it answers, and the last line has no end.
    let writer = std::thread::spawn(move || input.write_all(&all).expect("the program reads"));
    let mut log = child.stderr.take().expect("its log");
    let log = std::thread::spawn(move || {
        let mut text = String::new();
        log.read_to_string(&mut text).map(|_| text).expect("UTF-8")
    });
    let mut output = String::new();
    child.stdout.take().expect("its output").read_to_string(&mut output).expect("UTF-8");
    writer.join().expect("all is written");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let replies = output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (replies, log.join().expect("the log"))
}

fn send(url: &str, body: impl Into<reqwest::Body>) -> RequestBuilder {
    let client = reqwest::Client::builder().pool_max_idle_per_host(0).build().expect("a client");
    client.post(url).header("content-type", "application/json").body(body)
}

fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

fn call(id: u64, arguments: &[u8]) -> Vec<u8> {
    let start = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"list_cities","arguments":"#
    );
    [start.as_bytes(), arguments, b"}}"].concat()
}

/// What was sent, the id of the answer, its code and its message.
type Case = (Vec<u8>, Value, i32, String);

fn text(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

/// What is not JSON.
fn syntax() -> Vec<Case> {
    let cases = [
        (
            call(10, br#"{"x":"\ud83c"}"#),
            json!(10),
            "unexpected end of hex escape at line 1 column 103",
        ),
        (call(11, br#"{"x":1e400}"#), json!(11), "number out of range at line 1 column 100"),
        (
            call(12, b"{\"x\":\"\xff\"}"),
            json!(12),
            "invalid unicode code point at line 1 column 97",
        ),
        (call(13, b"NaN"), json!(13), "expected value at line 1 column 91"),
        (
            text(r#"{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"#),
            json!("a"),
            "EOF while parsing an object at line 1 column 58",
        ),
        (
            text(r#"{"jsonrpc":"2.0","method":"tools/list","params":{"#),
            json!(null),
            "EOF while parsing an object at line 1 column 49",
        ),
        (
            text(r#"{"jsonrpc":"2.0","id":1e400,"method":"ping"}"#),
            json!(null),
            "number out of range at line 1 column 27",
        ),
        (
            text(r#"{"jsonrpc":"2.0","id":14,"method":"ping"} {"#),
            json!(14),
            "trailing characters at line 1 column 43",
        ),
        (text("hello"), json!(null), "expected value at line 1 column 1"),
    ];
    let case = |(sent, id, why)| (sent, id, -32_700, format!("the message is not JSON: {why}"));
    cases.map(case).to_vec()
}

/// What is JSON, but no message.
fn form() -> Vec<Case> {
    let one = "it is one object, such as {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}; several are sent one by one";
    let bad_id = "its `id` is neither a string nor an integer of 64 bits";
    let cases = [
        (text(r#"[{"jsonrpc":"2.0","id":2,"method":"ping"}]"#), json!(null), one),
        (text("[]"), json!(null), one),
        (text("5"), json!(null), one),
        (text(r#"{"id":20,"method":"ping"}"#), json!(20), "its `jsonrpc` is not \"2.0\""),
        (
            text(r#"{"jsonrpc":2.0,"id":21,"method":"ping"}"#),
            json!(21),
            "its `jsonrpc` is not \"2.0\"",
        ),
        (text(r#"{"jsonrpc":"2.0","id":22}"#), json!(22), "it has no `method`"),
        (
            text(r#"{"jsonrpc":"2.0","id":23,"method":7}"#),
            json!(23),
            "its `method` is not a string",
        ),
        (
            text(r#"{"jsonrpc":"2.0","id":24,"method":"ping","result":{}}"#),
            json!(24),
            "it has both `method` and `result`",
        ),
        (
            text(r#"{"jsonrpc":"2.0","id":25,"result":{},"error":{}}"#),
            json!(25),
            "it has both `result` and `error`",
        ),
        (
            text(r#"{"jsonrpc":"2.0","id":26,"error":5}"#),
            json!(26),
            "it has the fields of a request, a notification or a response, but not their values",
        ),
        (
            text(r#"{"jsonrpc":"2.0","id":27,"id":28,"method":"ping"}"#),
            json!(28),
            "its `id` is given twice",
        ),
        (
            text(r#"{"jsonrpc":"2.0","id":29,"method":"ping","params":{},"params":{}}"#),
            json!(29),
            "its `params` is given twice",
        ),
        (text(r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#), json!(1.5), bad_id),
        (
            text(r#"{"jsonrpc":"2.0","id":18446744073709551615,"method":"ping"}"#),
            json!(u64::MAX),
            bad_id,
        ),
        (
            text(r#"{"jsonrpc":"2.0","id":9007199254740993.0,"method":"ping"}"#),
            json!(9_007_199_254_740_992.0),
            bad_id,
        ),
        (text(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#), json!(null), bad_id),
        (text(r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#), json!(null), bad_id),
    ];
    let case = |(sent, id, why)| (sent, id, -32_600, format!("the message is not JSON-RPC: {why}"));
    cases.map(case).to_vec()
}

// N15
#[tokio::test]
async fn a_message_that_cannot_be_read_is_answered_by_its_id_or_logged() {
    let cases = [syntax(), form()].concat();
    let server = HttpExample::start("cities");
    for (sent, id, code, message) in &cases {
        let reply = send(&server.url, sent.clone()).send().await.expect("a reply");
        assert_eq!(reply.status(), StatusCode::BAD_REQUEST, "{message}");
        assert_eq!(reply.json::<Value>().await.expect("JSON"), error(id, *code, message));
    }

    let ping = br#"{"jsonrpc":"2.0","id":99,"method":"ping"}"#.to_vec();
    let mut lines = vec![initialize()];
    lines.extend(cases.iter().map(|(sent, ..)| sent.clone()));
    lines.push(ping);
    let (replies, log) = over_stdio(&lines);
    let mut refusals: Vec<&Value> =
        replies.iter().filter(|reply| reply.get("error").is_some()).collect();
    for (_, id, code, message) in &cases {
        if id.is_null() {
            let warning = format!(
                "a line on standard input could not be read and gets no answer, for it has no id problem={message}"
            );
            assert!(log.contains(&warning), "{warning} in {log}");
        } else {
            assert_eq!(refusals.remove(0), &error(id, *code, message));
        }
    }
    assert_eq!(refusals, Vec::<&Value>::new());
    assert!(replies.contains(&json!({ "jsonrpc": "2.0", "id": 99, "result": {} })), "{replies:?}");
}

#[tokio::test]
async fn what_is_json_to_every_parser_is_read() {
    let server = HttpExample::start("cities");
    let pong = |id: Value| json!({ "jsonrpc": "2.0", "id": id, "result": {} });
    // S1w
    let mark = b"\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".to_vec();
    let spaces = b" \t{\"id\": 2.0, \"params\": {\"_meta\": null}, \"method\": \"ping\", \"jsonrpc\": \"2.0\"} \r".to_vec();
    let unknown = br#"{"jsonrpc":"2.0","id":"x","method":"ping","extra":[{}]}"#.to_vec();
    let cases = [(mark, json!(1)), (spaces, json!(2)), (unknown, json!("x"))];
    for (sent, id) in &cases {
        assert_eq!(send(&server.url, sent.clone()).json_reply().await, pong(id.clone()));
    }
    let mut lines = vec![initialize(), Vec::new(), b" ".to_vec()];
    lines.extend(cases.iter().map(|(sent, _)| sent.clone()));
    let (replies, log) = over_stdio(&lines);
    for (_, id) in &cases {
        assert!(replies.contains(&pong(id.clone())), "{id} in {replies:?}");
    }
    assert!(!log.contains("WARN"), "{log}");
}

// N15
#[test]
fn a_line_without_end_is_refused_by_its_id_and_the_next_is_read() {
    let long = format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"ping","params":{{"x":"{}"}}}}"#,
        "x".repeat(17 * 1024 * 1024)
    );
    let (replies, _) = over_stdio(&[
        initialize(),
        long.into_bytes(),
        br#"{"jsonrpc":"2.0","id":8,"method":"ping"}"#.to_vec(),
    ]);
    let message = "the message is longer than 16777216 bytes, the most that is read of one";
    assert!(replies.contains(&error(&json!(7), -32_600, message)), "{replies:?}");
    assert!(replies.contains(&json!({ "jsonrpc": "2.0", "id": 8, "result": {} })), "{replies:?}");
}

// N23
#[tokio::test]
async fn params_that_a_method_does_not_take_are_named() {
    let client = json!({ "name": "t", "version": "1" });
    let cases = [
        (
            "initialize",
            json!({ "protocolVersion": "2025-11-25" }),
            "`capabilities` (an object) is missing; `clientInfo` (an object) is missing",
        ),
        (
            "initialize",
            json!({ "protocolVersion": "2025-11-25", "capabilities": {} }),
            "`clientInfo` (an object) is missing",
        ),
        (
            "initialize",
            json!({ "protocolVersion": "2025-11-25", "clientInfo": client }),
            "`capabilities` (an object) is missing",
        ),
        (
            "initialize",
            json!({}),
            "`protocolVersion` (a string) is missing; `capabilities` (an object) is missing; `clientInfo` (an object) is missing",
        ),
        (
            "initialize",
            json!({ "protocolVersion": 1, "capabilities": [], "clientInfo": "t" }),
            "`protocolVersion`: expected a string, got the number 1; `capabilities`: expected an object, got an array; `clientInfo`: expected an object, got the string \"t\"",
        ),
        (
            "initialize",
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": null } }),
            "`clientInfo.name`: expected a string, got null; `clientInfo.version` (a string) is missing",
        ),
        ("initialize", json!(null), "they are missing"),
        ("initialize", json!([]), "expected an object, got an array"),
        ("tools/list", json!({ "cursor": 7 }), "`cursor`: expected a string, got the number 7"),
        ("resources/list", json!({ "cursor": {} }), "`cursor`: expected a string, got an object"),
        ("resources/templates/list", json!("x"), "expected an object, got the string \"x\""),
        ("tools/list", json!({ "_meta": 5 }), "`_meta`: expected an object, got the number 5"),
        (
            "tools/call",
            json!({ "name": "list_cities", "_meta": [] }),
            "`_meta`: expected an object, got an array",
        ),
        ("tools/call", json!({}), "`name` (a string) is missing"),
        ("tools/call", json!({ "name": 7 }), "`name`: expected a string, got the number 7"),
        (
            "tools/call",
            json!({ "name": "no", "arguments": 1 }),
            "`arguments`: expected an object, got the number 1",
        ),
        ("tools/call", json!([1]), "expected an object, got an array"),
        ("resources/read", json!({}), "`uri` (a string) is missing"),
        ("resources/read", json!({ "uri": ["a"] }), "`uri`: expected a string, got an array"),
        ("resources/read", json!(null), "they are missing"),
        ("ping", json!(true), "expected an object, got true"),
    ];
    let server = HttpExample::start("cities");
    let mut lines = Vec::new();
    let mut expected = Vec::new();
    for (id, (method, params, why)) in (1..).zip(&cases) {
        let sent = request(id, method, params.clone());
        let message = format!("the params of {method} are not what the protocol asks for: {why}");
        let refused = error(&json!(id), -32_602, &message);
        assert_eq!(post(&server.url, &sent).json_reply().await, refused);
        lines.push(sent.to_string().into_bytes());
        expected.push(refused);
    }
    // Over standard input `initialize` is the first message, and a client may mend it.
    let openings = cases.iter().filter(|(method, ..)| *method == "initialize").count();
    lines.insert(openings, initialize());
    let (replies, _) = over_stdio(&lines);
    for refused in expected {
        assert!(replies.contains(&refused), "{refused} in {replies:?}");
    }
    assert_eq!(replies.len(), cases.len() + 1);
}

// A20: JSON takes the last of two equal fields, and a request by it would be another than was meant.
#[tokio::test]
async fn a_param_that_is_given_twice_is_refused() {
    let server = HttpExample::start("cities");
    for (params, path) in [
        (r#"{"name":"a","name":"list_cities"}"#, "name"),
        (r#"{"name":"list_cities","arguments":{"count":3,"count":4}}"#, "arguments.count"),
        (
            r#"{"name":"list_cities","arguments":{"a":[{"b":1,"c":[],"\u0062":2}]}}"#,
            "arguments.a.b",
        ),
    ] {
        let body = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        let message = format!(
            "the params of tools/call are not what the protocol asks for: `{path}` is given twice"
        );
        let refused = error(&json!(1), -32_602, &message);
        assert_eq!(send(&server.url, body).json_reply().await, refused, "{params}");
    }
}

// A19
#[test]
fn a_notification_before_the_first_request_is_passed_over() {
    let early = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let list = request(1, "tools/list", json!({})).to_string().into_bytes();
    let (replies, log) = over_stdio(&[early.to_string().into_bytes(), initialize(), list]);
    let ids: Vec<&Value> = replies.iter().map(|reply| &reply["id"]).collect();
    assert_eq!(ids, [&json!(0), &json!(1)], "{log}");
}

/// All methods that the SDK knows and this server does not have, and others.
const UNKNOWN: [&str; 18] = [
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "resources/directory/read",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "subscriptions/listen",
    "tasks/get",
    "tasks/update",
    "tasks/cancel",
    "skills/list",
    "skills/get",
    "sampling/createMessage",
    "roots/list",
    "elicitation/create",
    "tools/destroy",
    "",
];

// S8w
#[tokio::test]
async fn a_method_that_the_server_does_not_have_is_named_in_a_sentence() {
    let server = HttpExample::start("cities");
    let refused = |id: u64, method: &str| {
        error(&json!(id), -32_601, &format!("this server does not know the method {method}"))
    };
    let modern = json!({ "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "c", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    } });
    let mut lines = vec![initialize()];
    for (id, method) in (1..).zip(UNKNOWN) {
        let sent = request(id, method, json!({}));
        let reply = post(&server.url, &sent).send().await.expect("a reply");
        assert_eq!(reply.status(), StatusCode::OK, "{method}");
        assert_eq!(reply.json::<Value>().await.expect("JSON"), refused(id, method));
        lines.push(sent.to_string().into_bytes());
    }
    // The era of 2026-07-28 removed these two, and there the status says it too.
    for (id, method) in (1..).zip(UNKNOWN.into_iter().chain(["ping", "initialize"])) {
        let reply = post(&server.url, &request(id, method, modern.clone()))
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", method)
            .send()
            .await
            .expect("a reply");
        assert_eq!(reply.status(), StatusCode::NOT_FOUND, "{method}");
        assert_eq!(reply.json::<Value>().await.expect("JSON"), refused(id, method));
    }
    let (replies, _) = over_stdio(&lines);
    for (id, method) in (1..).zip(UNKNOWN) {
        assert!(replies.contains(&refused(id, method)), "{method} in {replies:?}");
    }
}

// S1w, S8w, B21
#[tokio::test]
async fn every_refusal_over_http_is_json_rpc_with_a_sentence() {
    let server = HttpExample::start_with("cities", &[("MCP_MAX_BODY_BYTES", "1024")]);
    let list = || request(1, "tools/list", json!({}));
    let typed = |content_type: &str| {
        let client =
            reqwest::Client::builder().pool_max_idle_per_host(0).build().expect("a client");
        client.post(&server.url).header("content-type", content_type).body(list().to_string())
    };
    let not_json = "the body of a request is JSON, sent as `Content-Type: application/json`";
    let encoded = "the body of a request is sent as it is, without a `Content-Encoding`";
    let too_large = "the body of the request is larger than 1024 bytes; the server's operator can allow more with MCP_MAX_BODY_BYTES";
    let version = |version: &str| {
        format!(
            "this server does not speak the protocol version {version:?} of the header `MCP-Protocol-Version`; it speaks `2024-11-05`, `2025-03-26`, `2025-06-18`, `2025-11-25` and `2026-07-28`"
        )
    };
    let versioned =
        |version: &str| post(&server.url, &list()).header("mcp-protocol-version", version);
    let large = request(1, "tools/list", json!({ "x": "x".repeat(2000) }));
    for (sent, status, id, message) in [
        (typed("application/json-rpc"), 415, json!(null), not_json.to_owned()),
        (typed("application/jsonrequest"), 415, json!(null), not_json.to_owned()),
        (typed("text/plain"), 415, json!(null), not_json.to_owned()),
        (typed(""), 415, json!(null), not_json.to_owned()),
        (
            typed("application/json").header("content-encoding", "gzip"),
            415,
            json!(null),
            encoded.to_owned(),
        ),
        (
            typed("application/json").header("content-encoding", "br, gzip"),
            415,
            json!(null),
            encoded.to_owned(),
        ),
        (post(&server.url, &large), 413, json!(null), too_large.to_owned()),
        (versioned("2099-01-01"), 400, json!(1), version("2099-01-01")),
        (versioned("latest"), 400, json!(1), version("latest")),
        (versioned(""), 400, json!(1), version("")),
    ] {
        let reply = sent.send().await.expect("a reply");
        assert_eq!(reply.status(), status, "{message}");
        assert_eq!(reply.headers()["content-type"], "application/json");
        if message == encoded {
            assert_eq!(reply.headers()["accept-encoding"], "identity");
        }
        assert_eq!(reply.json::<Value>().await.expect("JSON"), error(&id, -32_600, &message));
    }
    for content_type in
        ["application/json", "Application/JSON; charset=utf-8", "application/json ;x=y"]
    {
        let reply = typed(content_type).header("content-encoding", "identity").send().await;
        assert_eq!(reply.expect("a reply").status(), StatusCode::OK, "{content_type}");
    }
    // `initialize` negotiates, whatever it asks for.
    let params = json!({ "protocolVersion": "2099-01-01", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let reply = post(&server.url, &request(1, "initialize", params))
        .header("mcp-protocol-version", "2099-01-01")
        .json_reply()
        .await;
    assert_eq!(reply["result"]["protocolVersion"], "2025-11-25");
}
