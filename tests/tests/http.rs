//! HTTP as deployed: who may call, from where, how large, and what a refusal says.

use mcp_data_runtime::{Secret, Settings, prelude::*};
use mcp_data_tests::{JsonReply, OwnServer, post, request};
use reqwest::{Method, StatusCode, header::HeaderMap};
use serde_json::{Value, json};

const SOURCE: Source = source!("https://example.org/data");

/// Says how long the text is.
#[data_tool]
fn length_of(text: String) -> DataToolOutput {
    DataToolOutput::new(format!("{} bytes", text.len()), SOURCE)
}

async fn start(change: impl FnOnce(&mut Settings)) -> OwnServer {
    let mut settings = Settings::default();
    change(&mut settings);
    OwnServer::start(DataServer::new("http", "1").tools(tools!()), settings).await
}

fn list() -> Value {
    request(1, "tools/list", json!({}))
}

async fn status_and_message(request: reqwest::RequestBuilder) -> (StatusCode, String) {
    let response = request.send().await.expect("a response");
    let status = response.status();
    let body = response.text().await.expect("a body");
    let json: Value = serde_json::from_str(&body).unwrap_or_default();
    (status, json["error"]["message"].as_str().map_or(body, ToOwned::to_owned))
}

#[tokio::test]
async fn mcp_is_answered_at_the_root_and_at_mcp_and_health_for_probes() {
    let server = start(|_| {}).await;
    // N22
    for path in ["/", "/mcp", "/mcp/"] {
        let reply = post(&server.url(path), &list()).send().await.expect("a reply");
        assert_eq!(reply.headers()["content-type"], "application/json");
        let reply: Value = reply.json().await.expect("JSON");
        assert_eq!(reply["result"]["tools"][0]["name"], "length_of");
    }
    for path in ["/health", "/health/"] {
        let health = reqwest::get(server.url(path)).await.expect("a reply");
        assert_eq!(health.status(), 200);
        assert_eq!(
            health.json::<Value>().await.expect("JSON"),
            json!({ "status": "ok", "server": "http" })
        );
    }
    let page = reqwest::get(server.url("/preview/?tool=length_of")).await.expect("a reply");
    assert_eq!(
        (page.status(), page.url().as_str()),
        (StatusCode::OK, server.url("/preview?tool=length_of").as_str())
    );
    assert_eq!(
        status_and_message(post(&server.url("/mpc"), &list())).await,
        (
            StatusCode::NOT_FOUND,
            "there is nothing at /mpc; MCP is answered at /mcp and /".to_owned()
        )
    );
}

// B03
#[tokio::test]
async fn the_list_says_how_long_it_holds_where_the_era_knows_that() {
    let server = start(|_| {}).await;
    let old: Value = post(&server.url("/mcp"), &list()).json_reply().await;
    assert_eq!(old["result"].get("ttlMs"), None);
    assert_eq!(old["result"].get("cacheScope"), None);
    assert_eq!(old["result"].get("resultType"), None);

    let mut new = list();
    new["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "c", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let new: Value = post(&server.url("/mcp"), &new)
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/list")
        .json_reply()
        .await;
    assert_eq!(
        (&new["result"]["ttlMs"], &new["result"]["cacheScope"], &new["result"]["resultType"]),
        (&json!(0), &json!("private"), &json!("complete"))
    );
}

// B48
#[tokio::test]
async fn what_is_absent_is_not_null() {
    fn nulls(value: &Value) -> usize {
        match value {
            Value::Null => 1,
            Value::Array(items) => items.iter().map(nulls).sum(),
            Value::Object(fields) => fields.values().map(nulls).sum(),
            _ => 0,
        }
    }
    let server = start(|_| {}).await;
    let call =
        request(2, "tools/call", json!({ "name": "length_of", "arguments": { "text": "abc" } }));
    for message in [list(), call] {
        let reply: Value = post(&server.url("/mcp"), &message).json_reply().await;
        assert_eq!(nulls(&reply), 0, "{reply}");
    }
}

// B04
#[tokio::test]
async fn a_foreign_host_is_refused_until_it_is_allowed() {
    let refused = "this server may not be called by this host name; its operator can allow it with MCP_ALLOWED_HOSTS";
    let guarded = start(|_| {}).await;
    let call =
        |server: &OwnServer, host: &str| post(&server.url("/mcp"), &list()).header("host", host);
    for host in [
        "tools.example.org",
        "tools.example.org:80",
        "localhost.example.org",
        "127.0.0.1.example.org",
        "",
    ] {
        assert_eq!(
            status_and_message(call(&guarded, host)).await,
            (StatusCode::FORBIDDEN, refused.to_owned()),
            "{host}"
        );
    }
    for host in ["localhost", "localhost:1234", "127.0.0.1", "127.3.2.1:80", "[::1]:8063"] {
        assert_eq!(status_and_message(call(&guarded, host)).await.0, 200, "{host}");
    }
    let opened = start(|settings| {
        settings.allowed_hosts = vec!["tools.example.org".into(), "other.example.org:8080".into()];
    })
    .await;
    for host in
        ["tools.example.org", "Tools.Example.Org:443", "other.example.org:8080", "localhost"]
    {
        assert_eq!(status_and_message(call(&opened, host)).await.0, 200, "{host}");
    }
    for host in ["other.example.org", "evil.example.org"] {
        assert_eq!(status_and_message(call(&opened, host)).await.0, 403, "{host}");
    }
    let probe = reqwest::Client::new().get(guarded.url("/health")).header("host", "10.1.2.3:8063");
    assert_eq!(probe.send().await.expect("a reply").status(), 200);
}

// B05
#[tokio::test]
async fn a_foreign_origin_is_refused_until_it_is_allowed() {
    let refused = "web pages of this origin may not call this server; its operator can allow it with MCP_ALLOWED_ORIGINS";
    let guarded = start(|_| {}).await;
    let call = |server: &OwnServer, origin: &str| {
        post(&server.url("/mcp"), &list()).header("origin", origin)
    };
    for origin in ["https://other.example", "null", "http://127.0.0.1", "http://localhost:1"] {
        assert_eq!(
            status_and_message(call(&guarded, origin)).await,
            (StatusCode::FORBIDDEN, refused.to_owned()),
            "{origin}"
        );
    }
    let own = format!("http://{}", guarded.address);
    assert_eq!(status_and_message(call(&guarded, &own)).await.0, 200);
    let opened =
        start(|settings| settings.allowed_origins = vec!["https://app.example.org".into()]).await;
    assert_eq!(status_and_message(call(&opened, "https://app.example.org")).await.0, 200);
    assert_eq!(status_and_message(call(&opened, "http://app.example.org")).await.0, 403);
}

// B07
#[tokio::test]
async fn an_allowed_page_may_ask_first_and_read_refusals() {
    let server = start(|settings| {
        settings.allowed_origins = vec!["https://app.example.org".into()];
        settings.bearer_token = Some(Secret::new("open-sesame"));
    })
    .await;
    let wanted = "accept, content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id, authorization";
    let preflight = reqwest::Client::new()
        .request(Method::OPTIONS, server.url("/mcp"))
        .header("origin", "https://app.example.org")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", wanted)
        .send()
        .await
        .expect("a reply");
    assert_eq!(preflight.status(), 200);
    let header = |headers: &HeaderMap, name: &str| headers[name].to_str().expect("text").to_owned();
    assert_eq!(
        header(preflight.headers(), "access-control-allow-origin"),
        "https://app.example.org"
    );
    assert_eq!(header(preflight.headers(), "access-control-allow-methods"), "GET,POST,DELETE");
    let allowed = header(preflight.headers(), "access-control-allow-headers");
    for name in wanted.split(", ") {
        assert!(allowed.split(',').any(|allowed| allowed == name), "{name} in {allowed}");
    }
    assert_eq!(preflight.headers().get("access-control-allow-credentials"), None);

    let refused = post(&server.url("/mcp"), &list())
        .header("origin", "https://app.example.org")
        .send()
        .await
        .expect("a reply");
    assert_eq!(refused.status(), 401);
    assert_eq!(header(refused.headers(), "access-control-allow-origin"), "https://app.example.org");
    assert_eq!(header(refused.headers(), "access-control-expose-headers"), "mcp-session-id");

    let foreign = reqwest::Client::new()
        .request(Method::OPTIONS, server.url("/mcp"))
        .header("origin", "https://other.example")
        .header("access-control-request-method", "POST")
        .send()
        .await
        .expect("a reply");
    assert_eq!(foreign.headers().get("access-control-allow-origin"), None);
}

#[tokio::test]
async fn a_bearer_token_is_needed_where_one_is_set() {
    let server = start(|settings| settings.bearer_token = Some(Secret::new("open-sesame"))).await;
    let refused = "this server needs its bearer token; send it as `Authorization: Bearer …`";
    let spellings = [
        "Bearer wrong",
        "Basic open-sesame",
        "Bearer",
        "Bearer ",
        "open-sesame",
        "Beareropen-sesame",
        "Bearer open-sesam",
        "Bearer open-sesamee",
        "Bearer open-sesame,",
        "Bearer open-sesame x",
        "Bearer open-sesame, Bearer open-sesame",
        "Bearer Open-Sesame",
        "Bearer \"open-sesame\"",
        "Bearer token=open-sesame",
        "Bearer b3Blbi1zZXNhbWU=",
        "Bearer open%2Dsesame",
        "Bearer Bearer open-sesame",
        "Bearer: open-sesame",
        "Token open-sesame",
    ];
    for authorization in spellings.into_iter().map(Some).chain([None]) {
        let mut call = post(&server.url("/mcp"), &list());
        if let Some(authorization) = authorization {
            call = call.header("authorization", authorization);
        }
        assert_eq!(
            status_and_message(call).await,
            (StatusCode::UNAUTHORIZED, refused.to_owned()),
            "{authorization:?}"
        );
    }
    for authorization in ["Bearer open-sesame", "bearer open-sesame"] {
        let call = post(&server.url("/mcp"), &list()).header("authorization", authorization);
        assert_eq!(status_and_message(call).await.0, 200);
    }
    assert_eq!(format!("{:?}", Secret::new("open-sesame")), "Secret(…)");
}

#[tokio::test]
async fn a_large_request_is_refused() {
    let server = start(|settings| settings.max_body_bytes = 2000).await;
    let call = |length: usize| {
        let arguments = json!({ "text": "x".repeat(length) });
        post(
            &server.url("/mcp"),
            &request(1, "tools/call", json!({ "name": "length_of", "arguments": arguments })),
        )
    };
    let taken: Value = call(1000).json_reply().await;
    assert_eq!(
        taken["result"]["content"][0]["text"],
        "1000 bytes\n\nSources:\n- https://example.org/data"
    );
    assert_eq!(
        status_and_message(call(3000)).await,
        (
            StatusCode::PAYLOAD_TOO_LARGE,
            "the body of the request is larger than 2000 bytes; the server's operator can allow more with MCP_MAX_BODY_BYTES".to_owned()
        )
    );
}

// B06
#[tokio::test]
async fn a_stale_session_id_is_no_hindrance() {
    let server = start(|_| {}).await;
    let call = post(&server.url("/mcp"), &list()).header("mcp-session-id", "of another life");
    assert_eq!(call.json_reply().await["result"]["tools"][0]["name"], "length_of");
}

#[tokio::test]
async fn requests_that_are_not_mcp_are_refused_and_the_server_lives_on() {
    let server = start(|_| {}).await;
    let client = reqwest::Client::new();
    for request in [
        client.get(server.url("/mcp")),
        client.delete(server.url("/mcp")),
        client.put(server.url("/")),
    ] {
        let reply = request.send().await.expect("a reply");
        assert_eq!(
            (reply.status().as_u16(), &reply.headers()["allow"]),
            (405, &"POST".parse().expect("a header"))
        );
        assert_eq!(
            reply.json::<Value>().await.expect("JSON")["error"]["message"],
            "MCP is answered by POST here: give this address to an MCP client. There is no stream to open by GET and no session to end by DELETE"
        );
    }
    let cursor: Value =
        post(&server.url("/mcp"), &request(8, "tools/list", json!({ "cursor": "x" })))
            .json_reply()
            .await;
    assert_eq!(
        cursor["error"]["message"],
        "there is no page \"x\"; the list has one page, asked for without a cursor"
    );
    assert_eq!(status_and_message(post(&server.url("/mcp"), &list())).await.0, 200);
}

#[tokio::test]
async fn a_simple_client_needs_no_accept_header() {
    let server = start(|_| {}).await;
    for accept in [None, Some("application/json"), Some("*/*")] {
        let mut call = reqwest::Client::new().post(server.url("/")).json(&list());
        if let Some(accept) = accept {
            call = call.header("accept", accept);
        }
        let reply = call.send().await.expect("a reply");
        assert_eq!(reply.headers()["content-type"], "application/json", "{accept:?}");
        let reply: Value = reply.json().await.expect("JSON");
        assert_eq!(reply["result"]["tools"][0]["name"], "length_of");
    }
}

#[tokio::test]
async fn malformed_params_get_an_answer_that_says_so() {
    let server = start(|_| {}).await;
    let answer = async |method: &str, params: Value| -> Value {
        let reply =
            post(&server.url("/mcp"), &request(3, method, params)).send().await.expect("a reply");
        reply.json().await.expect("JSON")
    };
    for (arguments, got) in
        [(json!("x"), "the string \"x\""), (json!([]), "an array"), (json!(5), "the number 5")]
    {
        let reply =
            answer("tools/call", json!({ "name": "length_of", "arguments": arguments })).await;
        let text = format!(
            "length_of was not run: 1 problem with its arguments.\n- arguments: expected an object, got {got}"
        );
        assert_eq!(
            reply["result"],
            json!({ "content": [{ "type": "text", "text": text }], "isError": true })
        );
    }
    let reply = answer("tools/call", json!({ "name": "length" })).await;
    let message = "there is no tool `length`; the tools are `length_of`";
    assert_eq!(
        reply,
        json!({ "jsonrpc": "2.0", "id": 3, "error": { "code": -32602, "message": message } })
    );
}

// N12
#[tokio::test]
async fn an_origin_of_any_scheme_is_allowed_to_the_letter() {
    let origins = [
        "chrome-extension://abcdefghijklmnop",
        "moz-extension://0a1b2c3d-4e5f",
        "vscode-webview://0q1w2e",
        "tauri://localhost",
        "null",
    ];
    let settings = origins.map(ToOwned::to_owned).to_vec();
    let server = start(|changed| changed.allowed_origins = settings).await;
    let call = |origin: &str| post(&server.url("/mcp"), &list()).header("origin", origin);
    for origin in origins {
        let reply = call(origin).send().await.expect("a reply");
        let allowed = reply.headers().get("access-control-allow-origin");
        assert_eq!(
            (reply.status(), allowed.and_then(|value| value.to_str().ok())),
            (StatusCode::OK, Some(origin))
        );
    }
    for origin in [
        "chrome-extension://ABCDEFGHIJKLMNOP",
        "tauri://localhost:1",
        "tauri://localhost/",
        "NULL",
        "file://",
    ] {
        let reply = call(origin).send().await.expect("a reply");
        let allowed = reply.headers().get("access-control-allow-origin");
        assert_eq!((reply.status(), allowed), (StatusCode::FORBIDDEN, None), "{origin}");
    }
}

// N12
#[tokio::test]
async fn settings_made_in_code_are_checked_like_those_of_the_environment() {
    let star = "MCP_ALLOWED_ORIGINS takes each origin by itself, not \"*\": no pattern with `*` is read, and a server open to all pages would answer pages that its user never meant";
    let host = "MCP_ALLOWED_HOSTS takes host names, with or without port, separated by commas: tools.example.org,10.0.0.7:8063";
    for (hosts, origins, message) in
        [(vec![], vec!["*".to_owned()], star), (vec!["https://x/".to_owned()], vec![], host)]
    {
        let mut settings = Settings::default();
        (settings.allowed_hosts, settings.allowed_origins) = (hosts, origins);
        let error =
            DataServer::new("http", "1").tools(tools!()).router(&settings).expect_err("an error");
        assert_eq!(error.to_string(), message);
    }
}
