//! The catalogue: when it is asked for, and what the model gets of it.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use mcp_data_tests::model::{
    Part, Scripted, asks, http, json_response, piece, rounds, says, stream_start, tool_texts,
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::{
    servers::{answers, discovered, server, tool},
    support::{Gateway, all, prose},
};

#[tokio::test]
async fn names_that_the_model_cannot_use_are_changed_for_it_alone() {
    let long = "a".repeat(70);
    let names = ["population.by/city", "population_by_city", "población", "población!", &long];
    let listed: Vec<Value> = names.iter().map(|name| tool(name)).collect();
    let model = Scripted::start(|request, _| match rounds(request) {
        0 => {
            let tools = request.body["tools"].as_array().cloned().unwrap_or_default();
            let names: Vec<&str> =
                tools.iter().filter_map(|tool| tool["function"]["name"].as_str()).collect();
            asks(&names.iter().map(|name| (*name, "{}")).collect::<Vec<_>>())
        }
        _ => says(&tool_texts(request).join(" | ")),
    })
    .await;
    let server = server(
        move || listed.clone().into(),
        |name| {
            answers(&json!({ "content": [{ "type": "text", "text": format!("This is {name}.") }] }))
        },
    )
    .await;
    let gateway = Gateway::with(&model, &format!("{}/mcp", server.origin), &[("AI_MODEL", "m")]);
    let events = gateway.ask("?").await;
    let expected: Vec<String> = names.iter().map(|name| format!("This is {name}.")).collect();
    assert_eq!(prose(&events), expected.join(" | "));
    let shown: Vec<&str> =
        all(&events, "tool_call").iter().filter_map(|data| data["tool"].as_str()).collect();
    assert_eq!(shown, names);
    let sent = model.requests()[0].body["tools"].as_array().cloned().unwrap_or_default();
    let sent: Vec<&str> =
        sent.iter().filter_map(|tool| tool["function"]["name"].as_str()).collect();
    assert_eq!(
        sent,
        ["population_by_city_2", "population_by_city", "poblaci_n", "poblaci_n_", &"a".repeat(64)]
    );
}

#[tokio::test]
async fn the_catalogue_is_kept_until_the_server_says_that_it_has_changed() {
    let (lists, has_new) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let changes = Arc::new(Notify::new());
    let (counted, new, told) = (Arc::clone(&lists), Arc::clone(&has_new), Arc::clone(&changes));
    // A server with a session, which tells the client of changes in a stream of its own.
    let server = Scripted::start(move |request, _| {
        let session = "content-type: application/json\r\nmcp-session-id: s1\r\n";
        if request.method == "GET" {
            let change = json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" });
            return vec![
                stream_start(),
                Part::Until(Arc::clone(&told)),
                piece(format!("data: {change}\n\n").as_bytes()),
                Part::Hang(Arc::new(Notify::new())),
            ];
        }
        let result = match request.body["method"].as_str().unwrap_or_default() {
            "initialize" => json!({
                "protocolVersion": "2025-06-18",
                "capabilities": { "tools": { "listChanged": true } },
                "serverInfo": { "name": "scripted", "version": "1" },
            }),
            "tools/list" => {
                counted.fetch_add(1, Ordering::SeqCst);
                let names: &[&str] =
                    if new.load(Ordering::SeqCst) { &["old", "new"] } else { &["old"] };
                json!({ "tools": names.iter().map(|name| tool(name)).collect::<Vec<_>>() })
            }
            "server/discover" => {
                let error = json!({ "code": -32601, "message": "Method not found" });
                return json_response(
                    &json!({ "jsonrpc": "2.0", "id": request.body["id"], "error": error }),
                );
            }
            _ => return http("202 Accepted", "", ""),
        };
        let body = json!({ "jsonrpc": "2.0", "id": request.body["id"], "result": result });
        http("200 OK", session, &body.to_string())
    })
    .await;
    let gateway = Gateway::start(&[("MCP_URL", &format!("{}/mcp", server.origin))]);
    let count = |tools: Value| tools["tools"].as_array().map(Vec::len);
    for _ in 0..3 {
        assert_eq!(count(gateway.json("tools").await), Some(1));
    }
    assert_eq!(lists.load(Ordering::SeqCst), 1);
    has_new.store(true, Ordering::SeqCst);
    changes.notify_one();
    for _ in 0..200 {
        if count(gateway.json("tools").await) == Some(2) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(count(gateway.json("tools").await), Some(2));
    assert_eq!(lists.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_server_that_does_not_list_its_tools() {
    let server = Scripted::start(|request, _| {
        let error = json!({ "code": -32603, "message": "The register is closed on Sundays." });
        let id = &request.body["id"];
        json_response(&match request.body["method"].as_str() {
            Some("server/discover") => discovered(id, false),
            _ => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
        })
    })
    .await;
    let url = format!("{}/mcp", server.origin);
    let gateway = Gateway::start(&[("MCP_URL", &url)]);
    assert_eq!(
        gateway.json("status").await["server_problem"],
        format!(
            "The data server ({}) does not list its tools: The register is closed on Sundays.",
            server.origin
        )
    );
}

#[tokio::test]
async fn in_the_newer_protocol_the_catalogue_is_kept_as_long_as_it_says_and_changes_are_subscribed_to()
 {
    let lists = Arc::new(AtomicUsize::new(0));
    let changes = Arc::new(Notify::new());
    let (counted, told) = (Arc::clone(&lists), Arc::clone(&changes));
    let server = Scripted::start(move |request, _| {
        let id = &request.body["id"];
        match request.body["method"].as_str().unwrap_or_default() {
            "server/discover" => json_response(&discovered(id, true)),
            "tools/list" => {
                counted.fetch_add(1, Ordering::SeqCst);
                json_response(&json!({ "jsonrpc": "2.0", "id": id, "result": {
                    "resultType": "complete", "tools": [tool("one")], "ttlMs": 86_400_000, "cacheScope": "public",
                } }))
            }
            "subscriptions/listen" => {
                let notice = |method: &str, params: Value| {
                    let mut params = params;
                    params["_meta"] = json!({ "io.modelcontextprotocol/subscriptionId": id });
                    let notice = json!({ "jsonrpc": "2.0", "method": method, "params": params });
                    piece(format!("data: {notice}\n\n").as_bytes())
                };
                let accepted = json!({ "notifications": { "toolsListChanged": true } });
                vec![
                    stream_start(),
                    notice("notifications/subscriptions/acknowledged", accepted),
                    Part::Until(Arc::clone(&told)),
                    notice("notifications/tools/list_changed", json!({})),
                    Part::Hang(Arc::new(Notify::new())),
                ]
            }
            _ => http("202 Accepted", "", ""),
        }
    })
    .await;
    let gateway = Gateway::start(&[("MCP_URL", &format!("{}/mcp", server.origin))]);
    for _ in 0..3 {
        gateway.json("tools").await;
    }
    assert_eq!(lists.load(Ordering::SeqCst), 1);
    changes.notify_one();
    for _ in 0..200 {
        gateway.json("tools").await;
        if lists.load(Ordering::SeqCst) == 2 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    gateway.json("tools").await;
    assert_eq!(lists.load(Ordering::SeqCst), 2);
}
