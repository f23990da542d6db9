//! Servers of MCP that are not ours, and a model that calls them.

use mcp_data_tests::model::{
    Part, Request, Scripted, asks, http, json_response, question, rounds, says, tool_texts,
};
use serde_json::{Value, json};

/// A model that asks for the tool that the question names, and says what it has read.
pub(crate) async fn reader() -> Scripted {
    Scripted::start(|request, _| match rounds(request) {
        0 => asks(&[(&question(request), "{}")]),
        _ => says(&tool_texts(request).join(" | ")),
    })
    .await
}

/// A server that knows the older protocol only, without sessions, and whose answers the test writes.
pub(crate) async fn server(
    tools: impl Fn() -> Value + Send + Sync + 'static,
    call: impl Fn(&str) -> Vec<Part> + Send + Sync + 'static,
) -> Scripted {
    Scripted::start(move |request, _| {
        if request.method != "POST" {
            return http("405 Method Not Allowed", "", "");
        }
        let result = match request.body["method"].as_str().unwrap_or_default() {
            "initialize" => json!({
                "protocolVersion": "2025-06-18",
                "capabilities": { "tools": { "listChanged": true } },
                "serverInfo": { "name": "scripted", "version": "1" },
            }),
            "tools/list" => json!({ "tools": tools() }),
            "tools/call" => {
                return call(request.body["params"]["name"].as_str().unwrap_or_default())
                    .into_iter()
                    .map(|part| with_id(part, request))
                    .collect();
            }
            "server/discover" => {
                let error = json!({ "code": -32601, "message": "Method not found" });
                return json_response(
                    &json!({ "jsonrpc": "2.0", "id": request.body["id"], "error": error }),
                );
            }
            _ => return http("202 Accepted", "", ""),
        };
        json_response(&json!({ "jsonrpc": "2.0", "id": request.body["id"], "result": result }))
    })
    .await
}

/// A response with the request's id in place of the one that [`answers`] writes.
fn with_id(part: Part, request: &Request) -> Part {
    let Part::Bytes(bytes) = part else { return part };
    let text = String::from_utf8(bytes).expect("text");
    Part::Bytes(
        text.replace("1000000", &format!("{:<7}", request.body["id"].to_string())).into_bytes(),
    )
}

/// A result as a response.
pub(crate) fn answers(result: &Value) -> Vec<Part> {
    json_response(&json!({ "jsonrpc": "2.0", "id": 1_000_000, "result": result }))
}

/// A tool that only reads.
pub(crate) fn tool(name: &str) -> Value {
    json!({ "name": name, "inputSchema": { "type": "object" }, "annotations": { "readOnlyHint": true } })
}

/// What a server of the newer protocol says of itself.
pub(crate) fn discovered(id: &Value, tells_of_changes: bool) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": {
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": { "tools": { "listChanged": tells_of_changes } },
        "ttlMs": 0,
        "cacheScope": "public",
    } })
}

/// The calls that a server got.
pub(crate) fn calls(server: &Scripted) -> usize {
    let requests = server.requests();
    requests.iter().filter(|request| request.body["method"] == "tools/call").count()
}
