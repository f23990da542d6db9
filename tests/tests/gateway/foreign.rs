//! Servers that list without end, answer what nobody can read, or stand at an address that is secret.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use mcp_data_tests::model::{Part, Scripted, http, json_response};
use serde_json::{Value, json};

use crate::{
    servers::{answers, calls, reader, server, tool},
    support::{self, Gateway, all, errors, notes, prose},
};

/// A17.
#[tokio::test]
async fn a_part_of_an_answer_that_cannot_be_read_is_left_out_alone() {
    let model = reader().await;
    let server = server(
        || ["hologram", "scalar", "garbled"].map(tool).into(),
        |name| match name {
            "hologram" => answers(&json!({
                "content": [
                    { "type": "text", "text": "One." },
                    { "type": "hologram", "data": "…" },
                    { "type": "text", "text": "Two." },
                ],
                "structuredContent": { "table": [["a"], [1]] },
            })),
            "scalar" => answers(&json!({ "answer": 42 })),
            _ => http(
                "200 OK",
                "content-type: application/json\r\n",
                "<html>\n2026-01-01 WARN gateway: forged \u{202e}",
            ),
        },
    )
    .await;
    let gateway = Gateway::with(&model, &format!("{}/mcp", server.origin), &[("AI_MODEL", "m")]);
    let left_out = "part 2 of the type `hologram` (unknown variant `hologram`, expected one of `text`, `image`, `audio`, `resource`, `resource_link`)";
    let events = gateway.ask("hologram").await;
    assert_eq!(errors(&events), [""; 0]);
    assert_eq!(
        notes(&events),
        [format!("Not all of the answer of hologram can be read. Left out: {left_out}.")]
    );
    assert_eq!(
        prose(&events),
        format!(
            "One.\n\nTwo.\n\n[The gateway could not read all of this answer. Left out: {left_out}.]"
        )
    );
    assert_eq!(all(&events, "tool_result")[0]["structured"], json!({ "table": [["a"], [1]] }));
    assert_eq!(calls(&server), 1);
    let by_hand = gateway.post("call", &json!({ "tool": "hologram", "language": "es" }));
    let by_hand = by_hand.send().await.expect("a response");
    assert_eq!(by_hand.headers()["content-type"], "application/json");
    let by_hand = by_hand.json::<Value>().await.expect("JSON");
    assert_eq!(
        by_hand["content"][2]["text"],
        format!("No toda la respuesta de hologram se puede leer. Se omite: {left_out}.")
    );
    assert_eq!(by_hand["structuredContent"], json!({ "table": [["a"], [1]] }));
    assert_eq!(calls(&server), 2);

    let events = gateway.ask("scalar").await;
    assert_eq!(
        errors(&events),
        [
            "The answer of scalar cannot be read: it has none of `content`, `structuredContent` and `isError`."
        ]
    );
    assert_eq!(calls(&server), 3);

    let events = gateway.ask("garbled").await;
    assert_eq!(
        errors(&events),
        ["The answer of garbled cannot be read: it is no message of the protocol."]
    );
    assert_eq!(calls(&server), 4);
    // What the log repeats of it stays on its line.
    let log = gateway.log();
    assert!(log.contains("a call of garbled was lost"), "{log}");
    assert!(
        !log.contains('\u{202e}') && !log.lines().any(|line| line.starts_with("2026-01-01")),
        "{log}"
    );
}

/// A17.
#[tokio::test]
async fn a_tool_that_cannot_be_read_is_left_out_alone() {
    let model = reader().await;
    let long = "n".repeat(129);
    let server = server(
        move || {
            json!([
                { "name": "titled", "title": 5, "inputSchema": { "type": "object" } },
                tool("good"),
                { "name": "bare" },
                tool(&long),
            ])
        },
        |_| answers(&json!({ "content": [{ "type": "text", "text": "Good." }] })),
    )
    .await;
    let gateway = Gateway::with(&model, &format!("{}/mcp", server.origin), &[("AI_MODEL", "m")]);
    let status = gateway.json("status").await;
    assert_eq!(status["server_problem"], Value::Null);
    assert_eq!(
        status["server_note"],
        format!(
            "The data server ({}) has 3 tools that cannot be read, which are left out: titled (invalid type: integer `5`, expected a string), bare (missing field `inputSchema`), {} (its name has more than 128 characters). The others can be used.",
            server.origin,
            "n".repeat(129)
        )
    );
    let tools = gateway.json("tools").await;
    assert_eq!(tools["tools"].as_array().map(Vec::len), Some(1));
    assert_eq!(prose(&gateway.ask("good").await), "Good.");
    assert_eq!(calls(&server), 1);
}

/// A10.
#[tokio::test]
async fn a_server_that_never_lists_its_tools_is_asked_once_for_all_who_wait() {
    let server = lists(|_| vec![Part::Hang(Arc::default())]).await;
    let gateway = Gateway::start(&[
        ("MCP_URL", &format!("{}/mcp", server.origin)),
        ("MCP_CALL_TIMEOUT_SECS", "3"),
    ]);
    let all = tokio::join!(
        gateway.json("status"),
        gateway.json("status"),
        gateway.json("status"),
        gateway.json("status"),
        gateway.json("status"),
    );
    let problem = format!("{} did not answer within 3 seconds.", server.origin);
    for status in [all.0, all.1, all.2, all.3, all.4] {
        assert_eq!(status["server_problem"], problem);
    }
    let lists = server.requests().iter().filter(|of| of.body["method"] == "tools/list").count();
    assert_eq!(lists, 1);
}

/// A10.
#[tokio::test]
async fn a_model_that_never_lists_itself_is_asked_once_for_all_who_wait() {
    let model = Scripted::start(|_, _| vec![Part::Hang(Arc::default())]).await;
    let server = lists(|id| {
        json_response(&json!({ "jsonrpc": "2.0", "id": id, "result": { "tools": [] } }))
    })
    .await;
    let gateway =
        Gateway::with(&model, &format!("{}/mcp", server.origin), &[("AI_FIRST_BYTE_SECS", "3")]);
    let all = tokio::join!(gateway.json("status"), gateway.json("status"), gateway.json("status"));
    for status in [all.0, all.1, all.2] {
        assert_eq!(
            status["model_problem"],
            "The model did not answer within 3 seconds. Try again, or ask something simpler."
        );
    }
    assert_eq!(model.requests().len(), 1);
}

/// A10.
#[tokio::test]
async fn a_list_without_end_is_refused_by_what_is_too_much_of_it() {
    type Page = fn(usize) -> Value;
    let cases: [(&str, Page, usize, &str); 4] = [
        (
            "pages",
            |page| json!({ "tools": [tool(&format!("t{page}"))], "nextCursor": page.to_string() }),
            100,
            "The data server (ORIGIN) lists its tools on more than 100 pages, so none of them is used.",
        ),
        (
            "cursor",
            |page| json!({ "tools": [], "nextCursor": format!("{}\u{202e}", page % 3) }),
            4,
            "The data server (ORIGIN) lists its tools without end: the cursor `0\\u{202e}` came twice. None of them is used.",
        ),
        (
            "bytes",
            |page| {
                let mut tool = tool(&format!("t{page}"));
                tool["description"] = json!("x".repeat(2_000_000));
                json!({ "tools": [tool], "nextCursor": page.to_string() })
            },
            3,
            "The data server (ORIGIN) has a list of tools of more than 4194304 bytes, so none of them is used.",
        ),
        (
            "tools",
            |page| {
                let tools: Vec<Value> = (0..300).map(|at| tool(&format!("t{page}-{at}"))).collect();
                json!({ "tools": tools, "nextCursor": page.to_string() })
            },
            4,
            "The data server (ORIGIN) has more than 1000 tools, so none of them is used.",
        ),
    ];
    for (name, page, pages, problem) in cases {
        let count = AtomicUsize::new(0);
        let server = lists(move |id| {
            let number = count.fetch_add(1, Ordering::SeqCst);
            json_response(&json!({ "jsonrpc": "2.0", "id": id, "result": page(number) }))
        })
        .await;
        let gateway = Gateway::start(&[("MCP_URL", &format!("{}/mcp", server.origin))]);
        let status = gateway.json("status").await;
        assert_eq!(status["server_problem"], problem.replace("ORIGIN", &server.origin), "{name}");
        let lists = server.requests().iter().filter(|of| of.body["method"] == "tools/list").count();
        assert_eq!(lists, pages, "{name}");
    }
}

/// A server of the older protocol that answers `tools/list` as the test says, by the request's id.
async fn lists(answer: impl Fn(&Value) -> Vec<Part> + Send + Sync + 'static) -> Scripted {
    Scripted::start(move |request, _| {
        let id = &request.body["id"];
        match request.body["method"].as_str().unwrap_or_default() {
            "initialize" => json_response(&json!({ "jsonrpc": "2.0", "id": id, "result": {
                "protocolVersion": "2025-06-18", "capabilities": { "tools": {} },
                "serverInfo": { "name": "scripted", "version": "1" },
            } })),
            "tools/list" => answer(id),
            "server/discover" => json_response(&json!({ "jsonrpc": "2.0", "id": id,
                "error": { "code": -32601, "message": "Method not found" } })),
            _ if request.method == "POST" => http("202 Accepted", "", ""),
            _ => http("405 Method Not Allowed", "", ""),
        }
    })
    .await
}

/// A11.
#[tokio::test]
async fn a_secret_in_an_address_is_neither_shown_nor_logged() {
    const SECRETS: [&str; 4] = ["path-secret", "query-secret", "pass-secret", "user-secret"];
    let refusing = Scripted::start(|_, _| http("500 Oh", "", "no")).await;
    let host = refusing.origin.trim_start_matches("http://").to_owned();
    for host in ["127.0.0.1:9", &host] {
        let secret = |path: &str| {
            format!("http://user-secret:pass-secret@{host}/{path}/path-secret?token=query-secret")
        };
        let (server, model) = (secret("mcp"), secret("v1"));
        let gateway = Gateway::start(&[
            ("MCP_URL", &server),
            ("AI_BASE_URL", &model),
            ("AI_MODEL", "m"),
            ("RUST_LOG", "trace,rmcp=trace,reqwest=trace,hyper=trace,hyper_util=trace"),
        ]);
        let status = gateway.json("status").await;
        assert_eq!(
            status["server_problem"],
            format!(
                "The data server cannot be reached (http://{host}). The next question tries it again."
            )
        );
        tokio::time::sleep(Duration::from_millis(300)).await;
        let events = gateway.ask("?").await;
        let log = gateway.log();
        assert!(log.contains(&format!("no connection to http://{host}: ")), "{log}");
        assert!(log.contains(&format!("gateway calls the tools of http://{host}\n")), "{log}");
        for secret in SECRETS {
            assert!(!status.to_string().contains(secret), "{secret}: {status}");
            assert!(!format!("{events:?}").contains(secret), "{secret}: {events:?}");
            assert!(!log.contains(secret), "{secret}: {log}");
        }
        let mut help = support::gateway();
        let help = help.arg("--help").env("MCP_URL", &server).env("AI_BASE_URL", &model).output();
        let help = String::from_utf8_lossy(&help.expect("it runs").stdout).into_owned();
        assert!(SECRETS.iter().all(|secret| !help.contains(secret)), "{help}");
    }
}
