//! What a program does with the features that it was built with. `tests/run` runs this once for each set of
//! features that users have; the workspace's own build has them all.

use std::{path::PathBuf, process::Command};

use serde_json::{Map, Value, json};

/// Does whatever the features ask for.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = program().args(arguments).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The program beside this test, without settings from outside.
fn program() -> Command {
    let tests = std::env::current_exe().expect("the path of this test");
    let target = tests.ancestors().nth(2).expect("the target folder of this test");
    let path: PathBuf = target.join("examples/features-program");
    assert!(
        path.exists(),
        "{} is missing; run `cargo build --workspace --examples`",
        path.display()
    );
    let mut command = Command::new(path);
    for (variable, _) in std::env::vars().filter(|(name, _)| name.starts_with("MCP_")) {
        command.env_remove(variable);
    }
    command.env_remove("RUST_LOG");
    command
}

/// The arguments by which the program serves over a transport.
#[cfg(any(feature = "stdio", feature = "http"))]
fn serving(transport: &str) -> Vec<&str> {
    if cfg!(feature = "cli") {
        vec!["--port", "0", "--transport", transport]
    } else {
        vec![transport]
    }
}

const ANSWER: &str = "Twice 21 is 42.\n\n| Number | Double |\n| --- | --- |\n| 21 | 42 |\n\nSources:\n- https://example.org/data";

fn structured() -> Value {
    json!({
        "sources": ["https://example.org/data"],
        "table": [["Number", "Double"], [21, 42]],
    })
}

fn input_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "number": { "type": "integer", "minimum": 0, "maximum": 1000, "examples": [21] },
        },
        "required": ["number"],
        "additionalProperties": false,
    })
}

/// Asserts what a client gets over a transport: `ask` sends a method with its params and gives the reply.
#[cfg(any(feature = "stdio", feature = "http"))]
fn assert_served(mut ask: impl FnMut(&str, Value) -> Value) {
    let has_viewer = cfg!(feature = "viewer");
    let viewer = "ui://mcp-data/viewer.html";
    let tools = ask("tools/list", json!({}))["result"]["tools"].clone();
    assert_eq!(tools.as_array().map(Vec::len), Some(1));
    assert_eq!(tools[0]["name"], "double");
    assert_eq!(tools[0]["inputSchema"], input_schema());
    let meta = has_viewer.then(|| json!({ "ui": { "resourceUri": viewer } }));
    assert_eq!(tools[0].get("_meta"), meta.as_ref());
    let resources = ask("resources/list", json!({}))["result"]["resources"].clone();
    let uris: Vec<&Value> =
        resources.as_array().expect("a list").iter().map(|resource| &resource["uri"]).collect();
    assert_eq!(uris, if has_viewer { vec![viewer] } else { vec![] });
    let answer = ask("tools/call", json!({ "name": "double", "arguments": { "number": 21 } }));
    assert_eq!(
        answer["result"],
        json!({
            "content": [{ "type": "text", "text": ANSWER }],
            "structuredContent": structured(),
            "isError": false,
        })
    );
    let wrong = ask("tools/call", json!({ "name": "double", "arguments": { "numbr": 21 } }));
    assert_eq!(
        wrong["result"]["content"][0]["text"],
        "double was not run: 2 problems with its arguments.\n\
         - numbr: no such argument; did you mean `number`? It takes `number`\n\
         - number: missing; expected an integer from 0 to 1000"
    );
}

/// A tool as those have it who bring a server of their own.
mod without_a_protocol {
    use mcp_data_runtime::{CallReply, CallRequest, Settings, prelude::*};

    use super::{ANSWER, Map, Value, input_schema, json, structured};

    const SOURCE: Source = source!("https://example.org/data");

    /// Doubles a number.
    #[data_tool]
    fn double(#[arg(range = 0..=1000, examples = [21])] number: u32) -> DataToolOutput {
        let text = format!("Twice {number} is {}.", number * 2);
        DataToolOutput::new(text, SOURCE).table(table![["Number", "Double"], [number, number * 2]])
    }

    #[tokio::test]
    async fn a_tool_is_called() {
        let server = DataServer::new("doubles", "1.0.0").tools(tools!());
        let dispatcher = server.dispatcher(&Settings::default()).expect("it starts");
        let tool = dispatcher.catalog().tool("double").expect("the tool");
        assert_eq!(*tool.input_schema(), input_schema());
        let Value::Object(arguments) = json!({ "number": 21 }) else { unreachable!() };
        let reply = dispatcher.call(CallRequest::new("double", arguments)).await;
        let Ok(CallReply::Answer(rendered)) = reply else { panic!("{reply:?}") };
        assert_eq!(
            (rendered.text.as_str(), Value::Object(rendered.structured)),
            (ANSWER, structured())
        );
        let missing = dispatcher.call(CallRequest::new("double", Map::new())).await;
        let problem = "double was not run: 1 problem with its arguments.\n\
                       - number: missing; expected an integer from 0 to 1000";
        assert_eq!(missing, Ok(CallReply::Failure(problem.to_owned())));
    }
}

#[cfg(feature = "testing")]
#[tokio::test]
async fn a_test_has_a_client_in_memory() {
    use mcp_data_runtime::{
        prelude::*,
        testing::{TestClient, assert_contract, assert_portable, text},
    };

    /// Says hello.
    #[data_tool]
    fn hello() -> DataToolOutput {
        DataToolOutput::new("Hello.", source!("https://example.org/data"))
    }

    let client = TestClient::connect(DataServer::new("hello", "1").tools(tools![hello])).await;
    client.tools().await.iter().for_each(assert_portable);
    let result = client.call("hello", json!({})).await;
    assert_contract(&result);
    assert_eq!(text(&result), "Hello.\n\nSources:\n- https://example.org/data");
}

#[cfg(feature = "stdio")]
#[test]
fn it_serves_standard_input_and_output() {
    use std::{
        io::{BufRead, BufReader, Write},
        process::Stdio,
    };
    let mut child = program()
        .args(serving("stdio"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("its input");
    let mut output = BufReader::new(child.stdout.take().expect("its output"));
    let mut id = 0;
    let mut ask = |method: &str, params: Value| -> Value {
        id += 1;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        writeln!(input, "{request}").expect("it reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("a reply");
        let reply: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(reply["id"], id);
        reply
    };
    let client = json!({ "name": "t", "version": "1" });
    let params =
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    let info = &ask("initialize", params)["result"]["serverInfo"];
    assert_eq!((&info["name"], &info["version"]), (&json!("doubles"), &json!("1.0.0")));
    assert_served(&mut ask);
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[cfg(feature = "http")]
mod over_http {
    use std::{
        io::{BufRead, BufReader, Read, Write},
        net::TcpStream,
        process::{Child, Stdio},
    };

    use super::{Value, assert_served, json, program, serving};

    /// The program while it serves, ended when it is dropped.
    struct Serving {
        child: Child,
        address: String,
    }

    impl Serving {
        fn start() -> Self {
            let mut child = program()
                .args(serving("http"))
                .stdin(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the program starts");
            let mut line = String::new();
            let log = child.stderr.as_mut().expect("its standard error");
            BufReader::new(log).read_line(&mut line).expect("UTF-8");
            let address = line.trim().strip_prefix("doubles 1.0.0 answers MCP at http://");
            let address = address.and_then(|url| url.strip_suffix("/mcp")).map(ToOwned::to_owned);
            Self { address: address.unwrap_or_else(|| panic!("{line}")), child }
        }

        /// The status and the body of a reply.
        fn ask(&self, method: &str, path: &str, body: &str) -> (String, String) {
            let mut stream = TcpStream::connect(&self.address).expect("a connection");
            write!(
                stream,
                "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            )
            .expect("a request");
            let mut reply = String::new();
            stream.read_to_string(&mut reply).expect("UTF-8");
            let (head, body) = reply.split_once("\r\n\r\n").expect("a head");
            let status = head.split(' ').nth(1).expect("a status");
            (status.to_owned(), body.to_owned())
        }
    }

    impl Drop for Serving {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    #[test]
    fn it_serves_http() {
        let server = Serving::start();
        assert_served(|method, params| {
            let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
            let (status, body) = server.ask("POST", "/mcp", &request.to_string());
            assert_eq!(status, "200", "{body}");
            serde_json::from_str(&body).expect("JSON")
        });
        let health = json!({ "status": "ok", "server": "doubles" }).to_string();
        assert_eq!(server.ask("GET", "/health", ""), ("200".to_owned(), health));
    }

    #[test]
    fn it_has_a_preview_where_it_has_the_viewer() {
        let server = Serving::start();
        let (status, body) = server.ask("GET", "/preview", "");
        if cfg!(feature = "viewer") {
            assert_eq!(status, "200");
            assert!(body.starts_with("<!DOCTYPE html>"), "{body}");
        } else {
            let body: Value = serde_json::from_str(&body).expect("JSON");
            let message = "there is nothing at /preview; MCP is answered at /mcp and /";
            assert_eq!((status.as_str(), &body["error"]["message"]), ("404", &json!(message)));
        }
    }
}

#[cfg(feature = "cli")]
#[test]
fn it_is_a_program_for_its_author() {
    assert_eq!(run(&["list"]), (Some(0), "double  Doubles a number.\n".to_owned(), String::new()));
    let (code, stdout, stderr) = run(&["call", "--json", "double", "{\"number\": 21}"]);
    let result: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert_eq!(result["structuredContent"], structured());
    let checked = "ok double {\"number\":21}\n1 passed, 0 failed, 0 skipped\n";
    assert_eq!(run(&["check"]), (Some(0), checked.to_owned(), String::new()));
}

/// A transport that a program was built without, and what it says when it is asked for.
#[cfg(feature = "cli")]
#[test]
fn a_transport_that_it_was_built_without_is_named() {
    let transports =
        [("stdio", "http", cfg!(feature = "stdio")), ("http", "stdio", cfg!(feature = "http"))];
    for (missing, other, _) in transports.into_iter().filter(|(.., has)| !has) {
        assert_eq!(
            run(&["--transport", missing]),
            (
                Some(1),
                String::new(),
                format!(
                    "error: serving ended: this program was built without the feature `{missing}`; set MCP_TRANSPORT={other}, or build it with the feature\n"
                )
            )
        );
    }
}

#[cfg(not(feature = "cli"))]
#[test]
fn without_the_command_line_it_still_has_its_tools() {
    assert_eq!(run(&[]), (Some(0), "double\n".to_owned(), String::new()));
}
