//! The viewer as hosts and browsers find it. What it shows is tested in a browser (`tests/browser`).

use mcp_data_runtime::{Secret, Settings, prelude::*, viewer::ChartLibrary};
use mcp_data_tests::{JsonReply, OwnServer, post, request};
use reqwest::{StatusCode, header::HeaderMap};
use serde_json::{Value, json};

const SOURCE: Source = source!("https://example.org/data");

/// Says hello.
#[data_tool]
fn hello() -> DataToolOutput {
    DataToolOutput::new("Hello.", SOURCE)
}

/// Has a page of its own.
#[data_tool(meta = json!({ "ui": { "resourceUri": "ui://example/own.html" } }))]
fn own_page() -> DataToolOutput {
    DataToolOutput::new("Hello.", SOURCE)
}

async fn start(change: impl FnOnce(&mut Settings)) -> OwnServer {
    let mut settings = Settings::default();
    settings.chartjs = Some(ChartLibrary::None);
    change(&mut settings);
    OwnServer::start(DataServer::new("viewer", "1").tools(tools!()), settings).await
}

async fn ask(server: &OwnServer, method: &str, params: Value) -> Value {
    let reply = post(&server.url("/mcp"), &request(1, method, params)).json_reply().await;
    reply["result"].clone()
}

async fn get(
    server: &OwnServer,
    path: &str,
    host: Option<&str>,
) -> (StatusCode, HeaderMap, String) {
    let mut request = reqwest::Client::new().get(server.url(path));
    if let Some(host) = host {
        request = request.header("host", host);
    }
    let reply = request.send().await.expect("a reply");
    let (status, headers) = (reply.status(), reply.headers().clone());
    (status, headers, reply.text().await.expect("a body"))
}

const VIEWER: &str = "ui://mcp-data/viewer.html";

#[tokio::test]
async fn every_tool_has_the_viewer_unless_it_has_a_page_of_its_own() {
    let server = start(|_| {}).await;
    let tools = ask(&server, "tools/list", json!({})).await;
    let pages: Vec<&Value> = tools["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|tool| &tool["_meta"]["ui"]["resourceUri"])
        .collect();
    assert_eq!(pages, [VIEWER, "ui://example/own.html"]);
    let params = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" },
    });
    let server = ask(&server, "initialize", params).await;
    assert_eq!(
        server["capabilities"],
        json!({ "tools": {}, "resources": {}, "extensions": { "io.modelcontextprotocol/ui": {} } })
    );
}

// B78, B79
#[tokio::test]
async fn the_list_and_the_content_say_the_same_of_the_page() {
    for (library, expected) in [
        (ChartLibrary::None, json!({ "ui": { "prefersBorder": true } })),
        (
            ChartLibrary::Cdn,
            json!({ "ui": {
                "prefersBorder": true,
                "csp": { "resourceDomains": ["https://cdn.jsdelivr.net"] },
            } }),
        ),
    ] {
        let server = start(|settings| settings.chartjs = Some(library.clone())).await;
        let listed = ask(&server, "resources/list", json!({})).await["resources"][0].clone();
        assert_eq!(
            listed,
            json!({
                "uri": VIEWER,
                "name": "viewer",
                "title": "Data viewer",
                "description": "Shows an answer's charts, table, verbatim text and sources to a person",
                "mimeType": "text/html;profile=mcp-app",
                "_meta": expected,
            })
        );
        let read = ask(&server, "resources/read", json!({ "uri": VIEWER })).await;
        let content = &read["contents"][0];
        assert_eq!(content["_meta"], expected);
        assert_eq!(content["mimeType"], "text/html;profile=mcp-app");
        let page = content["text"].as_str().expect("a page");
        // Nothing is loaded that is not named: no sheet, no font, no picture, no script but the one.
        assert!(page.starts_with("<!doctype html>"));
        assert_eq!(page.matches("<script>").count(), 2);
        for loading in ["src=\"http", "<link", "@import", "url(", "@SETTINGS@", "@SCRIPT@"] {
            assert!(!page.contains(loading), "{loading}");
        }
        let names_network = page.contains("https://cdn.jsdelivr.net/npm/chart.js@4.6.1/");
        assert_eq!(names_network, library == ChartLibrary::Cdn);
    }
}

#[tokio::test]
async fn a_server_without_tools_has_no_viewer_to_offer() {
    let plugin =
        Plugin::new("papers").resource(Resource::text("method.md", "text/markdown", "A method."));
    let server = DataServer::new("papers", "1").plugin(plugin);
    let server = OwnServer::start(server, Settings::default()).await;
    let listed = ask(&server, "resources/list", json!({})).await;
    let uris: Vec<&Value> =
        listed["resources"].as_array().expect("a list").iter().map(|one| &one["uri"]).collect();
    assert_eq!(uris, ["mcp://papers/method.md"]);
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[tokio::test]
async fn the_preview_and_its_parts_are_for_this_page_alone() {
    let server = start(|_| {}).await;
    let (status, headers, page) = get(&server, "/preview", None).await;
    assert_eq!(
        (status, headers["content-type"].to_str().expect("ASCII")),
        (StatusCode::OK, "text/html; charset=utf-8")
    );
    assert!(!page.contains("<script>") && !page.contains(" style="), "nothing is inline");
    let parts: Vec<&str> =
        page.split('"').filter(|part| part.starts_with("preview/") && part.contains('.')).collect();
    assert!(parts.len() >= 4, "{parts:?}");
    for part in std::iter::once("/preview").chain(parts) {
        let path = format!("/{}", part.trim_start_matches('/'));
        let (status, headers, _) = get(&server, &path, None).await;
        let header = |name: &str| headers[name].to_str().expect("ASCII").to_owned();
        assert_eq!(status, StatusCode::OK, "{path}");
        assert_eq!(header("content-security-policy"), POLICY);
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("cross-origin-resource-policy"), "same-origin");
        assert_eq!(header("referrer-policy"), "no-referrer");
    }
}

#[tokio::test]
async fn the_network_of_copies_is_in_the_policy_only_where_it_is_used() {
    let server = start(|settings| settings.chartjs = Some(ChartLibrary::Cdn)).await;
    let (_, headers, page) = get(&server, "/preview", None).await;
    let policy = headers["content-security-policy"].to_str().expect("ASCII");
    let with_network = "script-src 'self' https://cdn.jsdelivr.net;";
    assert_eq!(policy, POLICY.replace("script-src 'self';", with_network));
    // The page's library is the viewer's, to the letter, or the browser refuses it.
    let resource = ask(&server, "resources/read", json!({ "uri": VIEWER })).await;
    let viewer = resource["contents"][0]["text"].as_str().expect("a page").to_owned();
    let hash = |page: &str| {
        let (_, from) = page.split_once("sha384-").expect("a hash");
        from.chars().take_while(|c| c.is_ascii_alphanumeric() || "+/=".contains(*c)).collect()
    };
    let hash: (String, String) = (hash(&page), hash(&viewer));
    assert_eq!((hash.0.len(), &hash.0), (64, &hash.1));
}

#[tokio::test]
async fn an_inlined_chart_library_is_served_with_the_preview() {
    let library = ChartLibrary::Inline("/* Chart.js v4.6.1 */".into());
    let server = start(|settings| settings.chartjs = Some(library)).await;
    let (_, _, page) = get(&server, "/preview", None).await;
    assert!(page.contains("&quot;url&quot;:&quot;preview/chart.js&quot;"), "{page}");
    let (status, headers, body) = get(&server, "/preview/chart.js", None).await;
    assert_eq!((status, body.as_str()), (StatusCode::OK, "/* Chart.js v4.6.1 */"));
    assert_eq!(headers["content-type"], "text/javascript; charset=utf-8");
}

#[tokio::test]
async fn the_preview_is_for_this_machine_unless_it_is_asked_for() {
    let message = |body: &str| {
        let body: Value = serde_json::from_str(body).expect("JSON");
        body["error"]["message"].as_str().expect("a message").to_owned()
    };
    // Listening on loopback, made public by a proxy.
    let server =
        start(|settings| settings.allowed_hosts = vec!["tools.example.org".to_owned()]).await;
    assert_eq!(get(&server, "/preview", None).await.0, StatusCode::OK);
    let (status, _, body) = get(&server, "/preview", Some("tools.example.org")).await;
    assert_eq!(
        (status, message(&body).as_str()),
        (
            StatusCode::NOT_FOUND,
            "the preview is for the machine that the server runs on; its operator can offer it here with MCP_PREVIEW=true"
        )
    );
    let (status, _, body) = get(&server, "/preview", Some("evil.example.org")).await;
    assert_eq!(
        (status, message(&body).as_str()),
        (
            StatusCode::FORBIDDEN,
            "this server may not be called by this host name; its operator can allow it with MCP_ALLOWED_HOSTS"
        )
    );
    // Listening for everybody.
    let open = |preview| {
        move |settings: &mut Settings| {
            settings.host = "0.0.0.0".to_owned();
            settings.allowed_hosts = vec!["tools.example.org".to_owned()];
            settings.preview = preview;
        }
    };
    let server = start(open(None)).await;
    let (status, _, body) = get(&server, "/preview", None).await;
    assert_eq!(
        (status, message(&body).as_str()),
        (StatusCode::NOT_FOUND, "there is nothing at /preview; MCP is answered at /mcp and /")
    );
    let server = start(open(Some(true))).await;
    assert_eq!(get(&server, "/preview", Some("tools.example.org")).await.0, StatusCode::OK);
    let server = start(|settings| settings.preview = Some(false)).await;
    assert_eq!(get(&server, "/preview", None).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_preview_needs_no_token_and_what_it_asks_for_does() {
    let server = start(|settings| settings.bearer_token = Some(Secret::new("a-token"))).await;
    let (status, _, page) = get(&server, "/preview", None).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("&quot;token&quot;:true"));
    assert!(!page.contains("a-token"));
    let reply = post(&server.url("/mcp"), &request(1, "tools/list", json!({}))).send().await;
    assert_eq!(reply.expect("a reply").status(), StatusCode::UNAUTHORIZED);
}
