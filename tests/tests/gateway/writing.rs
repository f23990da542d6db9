//! Tools that may change something, against a server that counts how often they run.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use mcp_data_tests::model::{
    Part, Scripted, asks, http, json_response, piece, question, rounds, says, stream_start,
    tool_texts,
};
use serde_json::{Value, json};

use crate::{
    servers::{answers, reader, server},
    support::{Gateway, errors, prose},
};

/// The hints of a tool, and whether it says that it only reads.
fn hinted() -> Vec<(&'static str, Value, bool)> {
    vec![
        ("unsaid", json!(null), false),
        ("empty", json!({}), false),
        ("idempotent", json!({ "idempotentHint": true, "destructiveHint": false }), false),
        ("writes", json!({ "readOnlyHint": false }), false),
        ("reads", json!({ "readOnlyHint": true }), true),
    ]
}

fn tools() -> Value {
    let tools = hinted().into_iter().map(|(name, annotations, _)| {
        let mut tool = json!({ "name": name, "inputSchema": { "type": "object" } });
        if !annotations.is_null() {
            tool["annotations"] = annotations;
        }
        tool
    });
    tools.collect()
}

/// A model that asks twice in a row for the tool that the question names.
async fn insisting() -> Scripted {
    Scripted::start(|request, _| match rounds(request) {
        0 | 1 => asks(&[(&question(request), "{}")]),
        _ => says(&tool_texts(request).join(" | ")),
    })
    .await
}

fn calls_of(server: &Scripted, name: &str) -> usize {
    let requests = server.requests();
    requests
        .iter()
        .filter(|request| {
            request.body["method"] == "tools/call" && request.body["params"]["name"] == name
        })
        .count()
}

/// Ways in which an answer is lost after the tool may have run.
fn losses() -> Vec<(&'static str, Vec<Part>)> {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\nconnection: close\r\n\r\n";
    let half = format!("{head}{{\"jsonrpc\":\"2.0\",");
    vec![
        ("no byte", vec![]),
        ("no JSON", http("200 OK", "content-type: application/json\r\n", "<html>")),
        ("no message", json_response(&json!({ "answer": 42 }))),
        ("no result", answers(&json!("done"))),
        ("half of it", vec![Part::Bytes(half.into_bytes())]),
        ("half of a stream", vec![stream_start(), piece(b": ping\n\n")]),
        ("a failure", http("500 Internal Server Error", "", "")),
        ("a gateway's failure", http("504 Gateway Timeout", "", "")),
        ("no place", http("404 Not Found", "", "")),
    ]
}

#[tokio::test]
async fn what_may_have_run_is_called_once_whatever_comes_back() {
    for (loss, parts) in losses() {
        let model = insisting().await;
        let server = server(tools, move |_| parts.clone()).await;
        let url = format!("{}/mcp", server.origin);
        let gateway =
            Gateway::with(&model, &url, &[("AI_MODEL", "m"), ("MCP_CALL_TIMEOUT_SECS", "5")]);
        for (name, _, reads) in hinted() {
            let events = gateway.ask(name).await;
            let calls = calls_of(&server, name);
            if reads {
                assert!(calls > 1, "{loss}: what only reads is called again");
                continue;
            }
            assert_eq!(calls, 1, "{loss}: {name}");
            let unread = |reason: &str| format!("The answer of {name} cannot be read: {reason}.");
            let lost = match loss {
                "no JSON" | "no message" | "no place" => unread("it is no message of the protocol"),
                "no result" => unread("it is not an object"),
                _ => format!(
                    "The data server cannot be reached ({}). The next question tries it again.",
                    server.origin
                ),
            };
            let text = format!(
                "{lost} {name} may have changed data all the same, and is not called again: check before you ask for it once more."
            );
            let told = format!("{name} was not answered: {text}");
            assert_eq!(prose(&events), format!("{told} | {told}"), "{loss}");
            assert_eq!(errors(&events), [text.clone(), text], "{loss}");
        }
    }
}

#[tokio::test]
async fn a_slow_call_of_what_may_change_something_is_not_made_again() {
    let model = insisting().await;
    let server = server(tools, |_| vec![Part::Hang(Arc::default())]).await;
    let url = format!("{}/mcp", server.origin);
    let gateway = Gateway::with(&model, &url, &[("AI_MODEL", "m"), ("MCP_CALL_TIMEOUT_SECS", "1")]);
    let events = gateway.ask("writes").await;
    assert_eq!(calls_of(&server, "writes"), 1);
    assert_eq!(
        errors(&events)[0],
        "writes did not answer within 1 seconds. writes may have changed data all the same, and is not called again: check before you ask for it once more."
    );
}

#[tokio::test]
async fn an_error_of_the_protocol_says_whether_the_tool_may_have_run() {
    let model = reader().await;
    for (code, reads, writes) in [
        (-32602, "reads was not called: No.", "writes was not called: No."),
        (-32601, "reads was not called: No.", "writes was not called: No."),
        (
            -32603,
            "reads failed: No.",
            "writes failed, and may have changed something before it did: No.",
        ),
        (
            -32000,
            "reads failed: No.",
            "writes failed, and may have changed something before it did: No.",
        ),
    ] {
        let reply = json!({ "jsonrpc": "2.0", "id": 1_000_000, "error": { "code": code, "message": "No." } });
        let server = server(tools, move |_| json_response(&reply)).await;
        let gateway =
            Gateway::with(&model, &format!("{}/mcp", server.origin), &[("AI_MODEL", "m")]);
        assert_eq!(prose(&gateway.ask("reads").await), reads);
        assert_eq!(prose(&gateway.ask("writes").await), writes);
        assert_eq!((calls_of(&server, "reads"), calls_of(&server, "writes")), (1, 1));
    }
}

/// A server of sessions that knows none of the first `forgotten`; it counts the runs of its tool.
async fn forgetful(forgotten: usize) -> (Scripted, Arc<AtomicUsize>) {
    let runs = Arc::<AtomicUsize>::default();
    let (counted, sessions) = (Arc::clone(&runs), AtomicUsize::new(0));
    let scripted = Scripted::start(move |request, _| {
        let id = &request.body["id"];
        let reply = |result: Value, headers: &str| {
            let body = json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string();
            http("200 OK", &format!("content-type: application/json\r\n{headers}"), &body)
        };
        match request.body["method"].as_str().unwrap_or_default() {
            "initialize" => {
                let number = sessions.fetch_add(1, Ordering::SeqCst);
                let about = json!({
                    "protocolVersion": "2025-06-18",
                    "capabilities": { "tools": {} },
                    "serverInfo": { "name": "forgetful", "version": "1" },
                });
                reply(about, &format!("mcp-session-id: session-{number}\r\n"))
            }
            "tools/list" => reply(json!({ "tools": tools() }), ""),
            "tools/call" => {
                let session = request.headers.get("mcp-session-id").map(String::as_str);
                let number = session.and_then(|session| session.strip_prefix("session-"));
                if number.is_none_or(|number| number.parse::<usize>().is_ok_and(|n| n < forgotten))
                {
                    return http("404 Not Found", "", "");
                }
                counted.fetch_add(1, Ordering::SeqCst);
                reply(json!({ "content": [{ "type": "text", "text": "Done." }] }), "")
            }
            "server/discover" => {
                let error = json!({ "code": -32601, "message": "Method not found" });
                json_response(&json!({ "jsonrpc": "2.0", "id": id, "error": error }))
            }
            _ if request.method == "POST" => http("202 Accepted", "", ""),
            _ => http("405 Method Not Allowed", "", ""),
        }
    })
    .await;
    (scripted, runs)
}

#[tokio::test]
async fn an_unknown_session_is_begun_anew_and_the_call_runs_once() {
    let model = reader().await;
    let (server, runs) = forgetful(1).await;
    let gateway = Gateway::with(&model, &format!("{}/mcp", server.origin), &[("AI_MODEL", "m")]);
    let events = gateway.ask("writes").await;
    assert_eq!(errors(&events), Vec::<String>::new());
    assert_eq!(prose(&events), "Done.");
    // The refused call and the one that ran.
    assert_eq!((calls_of(&server, "writes"), runs.load(Ordering::SeqCst)), (2, 1));
}
