//! An MCP server that goes and comes, fails, or is not one of ours.

use std::{
    process::{Child, Command, Stdio},
    sync::Arc,
};

use mcp_data_tests::{
    HttpExample, command,
    model::{Part, Scripted, asks, http, json_response, rounds, says, tool_texts},
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::{
    servers::{answers, reader, server, tool},
    support::{Gateway, all, energy, errors, events, prose, until},
};

/// What is said of an answer that is no message.
const GARBLED: &str = "The answer of garbled cannot be read: it is no message of the protocol.";

/// What is said of a server that is gone.
fn gone(url: &str) -> String {
    let origin = url.trim_end_matches("/mcp");
    format!("The data server cannot be reached ({origin}). The next question tries it again.")
}

/// A program that is ended when it is dropped.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn a_server_that_is_gone_is_said_and_used_again_once_it_is_back() {
    let first = HttpExample::start("energy");
    let url = first.url.clone();
    let port = url.trim_end_matches("/mcp").rsplit(':').next().expect("a port").to_owned();
    let model = Scripted::start(|request, _| match rounds(request) {
        0 => asks(&[("energy_define_term", "{\"term\":\"renewables\"}")]),
        _ => says(&tool_texts(request).join(" | ")),
    })
    .await;
    let gateway = Gateway::with(&model, &url, &[("AI_MODEL", "m")]);
    assert!(prose(&gateway.ask("?").await).starts_with("Renewables: "));
    drop(first);
    let gone = gone(&url);
    for _ in 0..2 {
        assert_eq!(errors(&gateway.ask("?").await).join("|"), gone);
    }
    assert_eq!(gateway.json("status").await["server_problem"], gone);
    let by_hand = gateway
        .post("call", &json!({ "tool": "energy_define_term" }))
        .send()
        .await
        .expect("a response");
    assert_eq!(by_hand.status(), 502);
    assert_eq!(by_hand.json::<Value>().await.expect("JSON"), json!({ "error": gone }));

    let mut back = command("energy");
    let back = back.args(["--transport", "http", "--port", &port]).stderr(Stdio::null());
    let _back = Ended(back.spawn().expect("the example starts"));
    let mut last = Vec::new();
    for _ in 0..100 {
        last = gateway.ask("?").await;
        if errors(&last).is_empty() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(prose(&last).starts_with("Renewables: "), "{last:?}");
}

#[tokio::test]
async fn a_server_that_goes_in_the_middle_of_a_turn() {
    let first = Arc::new(std::sync::Mutex::new(Some(energy())));
    let url = first.lock().expect("no panic").as_ref().expect("it runs").url.clone();
    let ends = Arc::clone(&first);
    let model = Scripted::start(move |request, _| match rounds(request) {
        0 => {
            ends.lock().expect("no panic").take();
            asks(&[("energy_define_term", "{\"term\":\"renewables\"}")])
        }
        _ => says(&tool_texts(request).join(" | ")),
    })
    .await;
    let gateway = Gateway::with(&model, &url, &[("AI_MODEL", "m")]);
    let events = gateway.ask("?").await;
    let gone = gone(&url);
    assert_eq!(errors(&events).join("|"), gone);
    assert_eq!(
        all(&events, "tool_result"),
        [&json!({ "id": 1, "tool": "energy_define_term", "structured": null, "is_error": true })]
    );
    assert_eq!(prose(&events), format!("energy_define_term was not answered: {gone}"));
}

#[tokio::test]
async fn a_program_that_ends_is_started_again() {
    let model = Scripted::start(|request, _| match rounds(request) {
        0 => asks(&[("energy_define_term", "{\"term\":\"renewables\"}")]),
        _ => says(&tool_texts(request).join(" | ")),
    })
    .await;
    let base = format!("{}/v1", model.origin);
    let command = mcp_data_tests::example("energy").display().to_string();
    let gateway =
        Gateway::start(&[("AI_BASE_URL", &base), ("AI_MODEL", "m"), ("MCP_COMMAND", &command)]);
    assert!(prose(&gateway.ask("?").await).starts_with("Renewables: "));
    let children = gateway.children();
    assert_eq!(children.len(), 1, "{children:?}");
    let killed = Command::new("kill").args(["-9", &children[0]]).status().expect("kill");
    assert!(killed.success());
    assert!(prose(&gateway.ask("?").await).starts_with("Renewables: "));

    let missing = Gateway::start(&[
        ("AI_BASE_URL", &base),
        ("AI_MODEL", "m"),
        ("MCP_COMMAND", "/no/such/program --key secret"),
    ]);
    assert_eq!(
        errors(&missing.ask("?").await),
        ["The data server cannot be reached (/no/such/program). The next question tries it again."]
    );
    assert!(!missing.log().contains("secret"), "{}", missing.log());
}

#[tokio::test]
async fn answers_of_servers_that_are_not_ours() {
    let model = reader().await;
    let server = server(
        || {
            ["plain", "several", "empty", "failing", "refused", "lost", "garbled", "null"].map(tool).into()
        },
        |name| match name {
            "plain" => answers(&json!({ "content": [{ "type": "text", "text": "Just text." }] })),
            "several" => answers(&json!({
                "content": [
                    { "type": "text", "text": "One." },
                    { "type": "image", "data": "SU1BR0U=", "mimeType": "image/png" },
                    { "type": "text", "text": "Two." },
                ],
                "structuredContent": { "answer": 42 },
            })),
            "empty" => answers(&json!({ "content": [], "structuredContent": { "secret": "for the person" } })),
            "failing" => answers(&json!({ "content": [{ "type": "text", "text": "The disk is full." }], "isError": true })),
            "refused" => json_response(&json!({ "jsonrpc": "2.0", "id": 1_000_000, "error": { "code": -32602, "message": "No permission." } })),
            "lost" => vec![],
            "null" => answers(&json!({ "content": [{ "type": "text", "text": "Null." }], "structuredContent": null })),
            _ => http("200 OK", "content-type: application/json\r\n", "<html>"),
        },
    )
    .await;
    let url = format!("{}/mcp", server.origin);
    let gateway = Gateway::with(&model, &url, &[("AI_MODEL", "m")]);
    let gone = gone(&url);
    let lost = |name: &str| format!("{name} was not answered: {gone}");
    let cases: [(&str, Value, bool, String, Vec<String>); 8] = [
        ("plain", Value::Null, false, "Just text.".into(), vec![]),
        ("several", json!({ "answer": 42 }), false, "One.\n\nTwo.".into(), vec![]),
        (
            "empty",
            json!({ "secret": "for the person" }),
            false,
            "The tool answered without a text.".into(),
            vec![],
        ),
        ("failing", Value::Null, true, "The disk is full.".into(), vec![]),
        ("refused", Value::Null, true, "refused was not called: No permission.".into(), vec![]),
        ("null", Value::Null, false, "Null.".into(), vec![]),
        ("lost", Value::Null, true, lost("lost"), vec![gone.clone()]),
        (
            "garbled",
            Value::Null,
            true,
            format!("garbled was not answered: {GARBLED}"),
            vec![GARBLED.into()],
        ),
    ];
    for (name, structured, is_error, text, messages) in cases {
        let events = gateway.ask(name).await;
        let result =
            json!({ "id": 1, "tool": name, "structured": structured, "is_error": is_error });
        assert_eq!(all(&events, "tool_result"), [&result]);
        assert_eq!(prose(&events), text, "{name}");
        assert_eq!(errors(&events), messages, "{name}");
    }
    let calls = |name: &str| {
        server.requests().iter().filter(|request| request.body["params"]["name"] == name).count()
    };
    assert_eq!(calls("lost"), 2, "what only reads is tried again if no answer came");
    assert_eq!(calls("garbled"), 1, "an answer came");
    let sent = String::from_utf8(model.bytes()).expect("text");
    assert!(!sent.contains("for the person") && !sent.contains("SU1BR0U="));
}

#[tokio::test]
async fn a_call_that_may_change_something_is_not_made_twice() {
    let model = reader().await;
    let server =
        server(|| json!([{ "name": "write", "inputSchema": { "type": "object" } }]), |_| vec![])
            .await;
    let gateway = Gateway::with(&model, &format!("{}/mcp", server.origin), &[("AI_MODEL", "m")]);
    assert_eq!(errors(&gateway.ask("write").await).len(), 1);
    let calls =
        server.requests().iter().filter(|request| request.body["method"] == "tools/call").count();
    assert_eq!(calls, 1);
}

#[tokio::test]
async fn a_slow_tool_is_not_waited_for_for_ever_and_is_told_so() {
    let model = reader().await;
    let server =
        server(|| json!([tool("slow")]), |_| vec![Part::Hang(Arc::new(Notify::new()))]).await;
    let url = format!("{}/mcp", server.origin);
    let gateway = Gateway::with(&model, &url, &[("AI_MODEL", "m"), ("MCP_CALL_TIMEOUT_SECS", "1")]);
    let events = gateway.ask("slow").await;
    assert_eq!(errors(&events), ["slow did not answer within 1 seconds."]);
    assert_eq!(prose(&events), "slow was not answered: slow did not answer within 1 seconds.");
    let cancelled = || {
        server.requests().iter().any(|request| request.body["method"] == "notifications/cancelled")
    };
    until("the cancellation", cancelled).await;
}

#[tokio::test]
async fn a_stopped_chat_cancels_its_calls() {
    let model = reader().await;
    let server =
        server(|| json!([tool("slow")]), |_| vec![Part::Hang(Arc::new(Notify::new()))]).await;
    let gateway = Gateway::with(&model, &format!("{}/mcp", server.origin), &[("AI_MODEL", "m")]);
    let body = json!({ "messages": [{ "role": "user", "content": "slow" }] });
    let mut response = gateway.post("chat", &body).send().await.expect("a response");
    let first = response.chunk().await.expect("a piece").expect("an event");
    assert_eq!(events(&String::from_utf8_lossy(&first))[0].0, "tool_call");
    let calls = |method: &str| {
        server.requests().iter().filter(|request| request.body["method"] == method).count()
    };
    until("the call", || calls("tools/call") == 1).await;
    assert_eq!(calls("notifications/cancelled"), 0);
    drop(response);
    until("the cancellation", || calls("notifications/cancelled") == 1).await;
}
