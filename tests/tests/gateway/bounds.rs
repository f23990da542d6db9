//! Limits: what a model, a server or a reader may send or hold, and what is said when it is more.

use mcp_data_tests::model::{
    Part, STREAM_END, Scripted, asks, delta, piece, question, rounds, says, stream_start,
    tool_texts,
};
use serde_json::{Value, json};
use tokio::{io::AsyncWriteExt, net::TcpStream};

use crate::{
    servers::{answers, calls, server, tool},
    support::{Gateway, all, errors, notes, prose, until},
};

const BUSY: &str = "Too many questions are being answered at the moment. Try again in a while.";

/// Posts to the gateway over a connection that is never read.
async fn post_and_never_read(gateway: &Gateway, path: &str, body: &Value) -> TcpStream {
    let address = gateway.url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    let mut stream = TcpStream::connect(&address).await.expect("a connection");
    let body = body.to_string();
    let request = format!(
        "POST /{path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    stream
}

/// A question alone.
fn asked(question: &str) -> Value {
    json!({ "messages": [{ "role": "user", "content": question }] })
}

/// The answer of a tool with 6.8 MB for the person.
fn large() -> Value {
    let rows: Vec<Value> = (0..6_800).map(|_| json!(["x".repeat(997)])).collect();
    json!({ "content": [{ "type": "text", "text": "A table." }], "structuredContent": { "table": rows } })
}

/// A9.
#[tokio::test]
async fn chats_that_nobody_reads_are_ended_and_hold_little_until_then() {
    let model = Scripted::start(|request, _| match question(request).as_str() {
        "quick" => says("Here."),
        _ if rounds(request) < 8 => asks(&[("table", &format!("{{\"n\":{}}}", rounds(request)))]),
        _ => says("Done."),
    })
    .await;
    let table = large();
    let server = server(|| json!([tool("table")]), move |_| answers(&table)).await;
    let gateway = Gateway::with(
        &model,
        &format!("{}/mcp", server.origin),
        &[("AI_MODEL", "m"), ("WEBCHAT_MAX_CHATS", "4"), ("WEBCHAT_UNREAD_SECS", "3")],
    );
    let mut unread = Vec::new();
    for _ in 0..4 {
        unread.push(post_and_never_read(&gateway, "chat", &asked("table")).await);
    }
    until("a table for each", || calls(&server) >= 4).await;
    let quick = asked("quick");
    let refused = gateway.post("chat", &quick).send().await.expect("a response");
    assert_eq!(refused.status(), 503);
    assert_eq!(refused.json::<Value>().await.expect("JSON"), json!({ "error": BUSY }));

    let ended = "a chat was ended: The answer was ended, since nothing of it was read for 3 seconds. Ask again.";
    until("the end of all four", || gateway.log().matches(ended).count() == 4).await;
    assert_eq!(prose(&gateway.ask("quick").await), "Here.");
    // Two of the ten tables that each would have got: one on its way and one that waits.
    assert!(calls(&server) <= 12, "{}", calls(&server));
    let peak = gateway.peak_memory();
    assert!(peak < 600_000_000, "{peak} bytes");
    drop(unread);
}

/// A9.
#[tokio::test]
async fn a_call_by_hand_that_nobody_reads_keeps_its_place_for_a_while_only() {
    let table = large();
    let server = server(|| json!([tool("table")]), move |_| answers(&table)).await;
    let gateway = Gateway::start(&[
        ("MCP_URL", &format!("{}/mcp", server.origin)),
        ("WEBCHAT_MAX_CHATS", "1"),
        ("WEBCHAT_UNREAD_SECS", "3"),
    ]);
    let call = json!({ "tool": "table" });
    let unread = post_and_never_read(&gateway, "call", &call).await;
    until("the call", || calls(&server) == 1).await;
    let refused = gateway.post("call", &call).send().await.expect("a response");
    assert_eq!(refused.status(), 503);
    let ended = "a response was ended, since it was not read within 3 seconds";
    until("its end", || gateway.log().contains(ended)).await;
    let answered = gateway.post("call", &call).send().await.expect("a response");
    assert_eq!(answered.status(), 200);
    let answer = answered.json::<Value>().await.expect("JSON");
    assert_eq!(answer["structuredContent"], large()["structuredContent"]);
    drop(unread);
}

/// A9.
#[tokio::test]
async fn an_answer_has_a_time_in_all() {
    let model = Scripted::start(|_, _| vec![Part::Hang(std::sync::Arc::default())]).await;
    let server = server(|| json!([tool("one")]), |_| answers(&json!({ "content": [] }))).await;
    let gateway = Gateway::with(
        &model,
        &format!("{}/mcp", server.origin),
        &[("AI_MODEL", "m"), ("WEBCHAT_TURN_SECS", "1")],
    );
    assert_eq!(
        errors(&gateway.ask("?").await),
        ["The answer took longer than 1 seconds, so it was ended. Ask something simpler."]
    );
    let body = json!({ "messages": [{ "role": "user", "content": "?" }], "language": "pt" });
    assert_eq!(
        errors(&gateway.talk(&body).await),
        [
            "A resposta levou mais de 1 segundos, por isso foi encerrada. Pergunte algo mais simples."
        ]
    );
}

/// A16.
#[tokio::test]
async fn texts_for_the_model_are_cut_and_both_readers_are_told() {
    let model = Scripted::start(|request, _| match rounds(request) {
        round @ 0..10 => asks(&[("long", &format!("{{\"n\":{round}}}"))]),
        _ => says("Done."),
    })
    .await;
    let text = "é".repeat(3_000_000);
    let long = json!({ "content": [{ "type": "text", "text": text }], "structuredContent": { "force": "whole" } });
    let server = server(|| json!([tool("long")]), move |_| answers(&long)).await;
    let gateway = Gateway::with(&model, &format!("{}/mcp", server.origin), &[("AI_MODEL", "m")]);
    let events = gateway.ask("?").await;
    assert_eq!((prose(&events).as_str(), errors(&events)), ("Done.", vec![]));
    let told = |shown: usize| {
        format!(
            "The text of long for the model was cut: it has 3000000 characters, of which the model got the first {shown}."
        )
    };
    let expected: Vec<String> = [100_000; 4].into_iter().chain([0; 6]).map(told).collect();
    assert_eq!(notes(&events), expected);
    let results = all(&events, "tool_result");
    assert!(results.iter().all(|data| data["structured"] == json!({ "force": "whole" })));
    let last = model.requests().pop().expect("a request");
    let cut = |shown: usize| {
        format!(
            "[The gateway has cut this text: it has 3000000 characters, of which the first {shown} are given.]"
        )
    };
    let texts = tool_texts(&last);
    assert_eq!(texts[0], format!("{}\n\n{}", "é".repeat(100_000), cut(100_000)));
    assert_eq!(texts[9], cut(0));
    assert!(last.bytes.len() < 1_000_000, "{}", last.bytes.len());
}

/// A16.
#[tokio::test]
async fn a_reply_that_asks_for_too_much_is_cut_and_the_model_is_told() {
    let model = Scripted::start(|request, _| match (question(request).as_str(), rounds(request)) {
        ("name", 0) => asks(&[(&"n".repeat(4_000_000), "{}")]),
        ("arguments", 0) => asks(&[("one", &format!("{{\"a\":\"{}\"}}", "x".repeat(300_000)))]),
        ("calls", 0) => {
            let calls: Vec<Value> = (0..60_000)
                .map(|index| json!({ "index": index, "id": format!("c{index}"), "function": { "name": "one", "arguments": format!("{{\"n\":{index}}}") } }))
                .collect();
            let mut parts = vec![stream_start()];
            parts.extend(calls.chunks(1_000).map(|calls| delta(&json!({ "tool_calls": calls }), None)));
            parts.extend([delta(&json!({}), Some("tool_calls")), piece(b"data: [DONE]\n\n")]);
            parts.push(Part::Bytes(STREAM_END.to_vec()));
            parts
        }
        _ => says("Done."),
    })
    .await;
    let one = json!({ "content": [{ "type": "text", "text": "One." }] });
    let server = server(|| json!([tool("one")]), move |_| answers(&one)).await;
    let gateway = Gateway::with(&model, &format!("{}/mcp", server.origin), &[("AI_MODEL", "m")]);

    let events = gateway.ask("name").await;
    assert_eq!(prose(&events), "Done.");
    let name = "n".repeat(200);
    assert_eq!(all(&events, "tool_call")[0]["tool"], name);
    let last = model.requests().pop().expect("a request");
    assert_eq!(
        tool_texts(&last),
        [format!("There is no tool `{name}`, so nothing was called. The tools include: one.")]
    );
    assert!(last.bytes.len() < 10_000, "{}", last.bytes.len());

    let events = gateway.ask("arguments").await;
    let shown = all(&events, "tool_call")[0]["arguments"].as_str().expect("text").to_owned();
    assert_eq!(shown, format!("{{\"a\":\"{}…", "x".repeat(194)));
    let last = model.requests().pop().expect("a request");
    assert_eq!(
        tool_texts(&last),
        ["one was not called: its arguments have more than 262144 bytes."]
    );
    assert_eq!(calls(&server), 0);

    let events = gateway.ask("calls").await;
    assert_eq!(
        notes(&events),
        ["The model asked for 60000 calls at once; only the first 32 were made."]
    );
    assert_eq!(all(&events, "tool_result").len(), 32);
    assert_eq!(calls(&server), 32);
    let texts = tool_texts(&model.requests().pop().expect("a request"));
    assert_eq!(texts.len(), 32);
    assert_eq!(texts[30], "One.");
    assert_eq!(
        texts[31],
        "One.\n\n[59968 more calls of this reply were not made: a reply may ask for 32 calls at most.]"
    );
}

/// A16.
#[tokio::test]
async fn what_the_page_sends_is_repeated_in_200_characters() {
    let server = server(|| json!([tool("one")]), |_| answers(&json!({ "content": [] }))).await;
    let gateway = Gateway::start(&[("MCP_URL", &format!("{}/mcp", server.origin))]);
    let name = format!("\u{202e}\n{}", "n".repeat(500_000));
    let refused = gateway.post("call", &json!({ "tool": name })).send().await.expect("a response");
    assert_eq!(
        refused.json::<Value>().await.expect("JSON"),
        json!({ "error": format!("There is no tool `\\u{{202e}}\\u{{a}}{}…`.", "n".repeat(198)) })
    );
    let refused = gateway.post("call", &json!({ name: 1 })).send().await.expect("a response");
    let error = refused.json::<Value>().await.expect("JSON")["error"].to_string();
    assert!(error.len() < 300, "{error}");
}
