//! For tests of tools: a client in memory, and the contract as assertions.
//!
//! ```
//! use mcp_data_runtime::{prelude::*, testing::{TestClient, assert_contract}};
//! use serde_json::json;
//!
//! const REGISTER: Source = source!("https://example.org/register");
//!
//! /// The number of entries of the register.
//! #[data_tool]
//! fn entries() -> DataToolOutput {
//!     DataToolOutput::new("The register has 7 entries.", REGISTER)
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let client = TestClient::connect(DataServer::new("register", "1.0.0").tools(tools![entries])).await;
//! let result = client.call("entries", json!({})).await;
//! assert_contract(&result);
//! assert_eq!(result.structured_content.unwrap()["sources"], json!(["https://example.org/register"]));
//! # }
//! ```

use rmcp::{
    RoleClient, ServiceError, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResult, ClientConfig, ContentBlock, Implementation, Tool,
    },
    service::{Peer, RunningService},
};
use serde_json::{Map, Value};
use tokio::task::JoinHandle;

use crate::serve::{DataServer, Settings, lines::Lines};

/// A client that is connected to a server in memory, by the protocol itself.
pub struct TestClient {
    client: RunningService<RoleClient, ClientConfig>,
    server: JoinHandle<()>,
}

impl Drop for TestClient {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl TestClient {
    /// Connects to `server`, with the default settings.
    ///
    /// # Panics
    ///
    /// If the server cannot start; the message says why.
    pub async fn connect(server: DataServer) -> Self {
        Self::connect_with(server, &Settings::default()).await
    }

    /// Connects to `server`, with these settings.
    ///
    /// # Panics
    ///
    /// If the server cannot start; the message says why.
    pub async fn connect_with(server: DataServer, settings: &Settings) -> Self {
        let handler = server.handler(settings).unwrap_or_else(|error| panic!("{error}"));
        let (near, far) = tokio::io::duplex(64 * 1024);
        let (input, output) = tokio::io::split(far);
        let server = tokio::spawn(async move {
            if let Ok(running) =
                handler.serve(Lines::new(input, output, &std::sync::Arc::default())).await
            {
                let _ = running.waiting().await;
            }
        });
        let config = ClientConfig::new(
            rmcp::model::ClientCapabilities::default(),
            Implementation::new("test", "1"),
        );
        let client = config.serve(near).await.unwrap_or_else(|error| panic!("{error}"));
        Self { client, server }
    }

    /// The client's side of the connection, for requests of any other kind.
    pub fn peer(&self) -> &Peer<RoleClient> {
        self.client.peer()
    }

    /// The tools that the server lists.
    ///
    /// # Panics
    ///
    /// If the server does not answer.
    pub async fn tools(&self) -> Vec<Tool> {
        self.client.list_all_tools().await.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Calls a tool; `arguments` is a JSON object.
    ///
    /// # Panics
    ///
    /// If the tool does not exist or the server does not answer.
    pub async fn call(&self, tool: &str, arguments: Value) -> CallToolResult {
        self.try_call(tool, arguments).await.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Calls a tool; `arguments` is a JSON object.
    ///
    /// # Errors
    ///
    /// The protocol's error, as for a tool that does not exist.
    ///
    /// # Panics
    ///
    /// If `arguments` is not an object.
    pub async fn try_call(
        &self,
        tool: &str,
        arguments: Value,
    ) -> Result<CallToolResult, ServiceError> {
        let Value::Object(arguments) = arguments else { panic!("arguments are a JSON object") };
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        self.client.call_tool(request).await
    }
}

/// The text of a result's one content block.
///
/// # Panics
///
/// If the content is anything else.
pub fn text(result: &CallToolResult) -> &str {
    match result.content.as_slice() {
        [ContentBlock::Text(text)] => &text.text,
        other => panic!("expected one text block, got {other:?}"),
    }
}

/// Asserts that a result keeps the wire contract.
///
/// # Panics
///
/// With all breaches, if it does not.
pub fn assert_contract(result: &CallToolResult) {
    let result = serde_json::to_value(result).unwrap_or_default();
    let breaches = contract_breaches(&result);
    assert!(breaches.is_empty(), "the result breaks the contract:\n- {}", breaches.join("\n- "));
}

/// Asserts that a tool's schemas are in the form that every client accepts.
///
/// # Panics
///
/// With all faults, if they are not.
pub fn assert_portable(tool: &Tool) {
    let mut faults = schema_faults(&Value::Object((*tool.input_schema).clone()));
    match &tool.output_schema {
        Some(schema) => faults.extend(schema_faults(&Value::Object((**schema).clone()))),
        None => faults.push("there is no output schema".to_owned()),
    }
    assert!(faults.is_empty(), "{} is not portable:\n- {}", tool.name, faults.join("\n- "));
}

/// How a result breaks the wire contract: what `content` and `structuredContent` may hold.
pub fn contract_breaches(result: &Value) -> Vec<String> {
    let mut breaches = Vec::new();
    let mut expect = |holds: bool, rule: &str| {
        if !holds {
            breaches.push(rule.to_owned());
        }
    };
    let content = result["content"].as_array().map_or(&[][..], Vec::as_slice);
    expect(
        matches!(content, [block] if block["type"] == "text" && is_filled(&block["text"])),
        "content is one text block that is not blank",
    );
    let structured = result.get("structuredContent");
    if result["isError"] == true {
        expect(structured.is_none(), "an error has no structuredContent");
        return breaches;
    }
    expect(result["isError"] == false, "isError is true or false");
    let Some(Value::Object(structured)) = structured else {
        expect(false, "structuredContent is an object");
        return breaches;
    };
    structured_breaches(structured, expect);
    breaches
}

/// Says which rules of the contract the person's part breaks.
fn structured_breaches(structured: &Map<String, Value>, mut expect: impl FnMut(bool, &str)) {
    let known = ["sources", "table", "charts", "force", "source_details", "truncated", "text"];
    for name in structured.keys() {
        expect(known.contains(&name.as_str()), &format!("structuredContent has no field {name}"));
    }
    expect(
        structured.get("sources").is_some_and(are_sources),
        "sources are different http(s) links, at least one",
    );
    expect(
        structured.get("table").is_none_or(is_table),
        "table is rows of the header's length, of scalars",
    );
    expect(
        structured.get("charts").is_none_or(are_charts),
        "charts are configurations without functions, at least one",
    );
    for name in ["force", "text"] {
        expect(
            structured.get(name).is_none_or(is_filled),
            &format!("{name} is absent or not blank"),
        );
    }
    if let Some(details) = structured.get("source_details") {
        expect(
            are_details(details, structured.get("sources").unwrap_or(&Value::Null)),
            "source_details say more of some sources",
        );
    }
    if let Some(cut) = structured.get("truncated") {
        let table = structured.get("table").and_then(Value::as_array);
        // The header is no row; a table without one is a breach of its own.
        let rows = table.and_then(|rows| rows.len().checked_sub(1)).map(|rows| rows as u64);
        expect(
            rows.is_some()
                && cut["shown_rows"].as_u64() == rows
                && cut["total_rows"].as_u64() > rows,
            "truncated counts the table's rows",
        );
    }
}

fn is_filled(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

fn are_sources(sources: &Value) -> bool {
    let Some(links) = sources.as_array() else { return false };
    let is_link = |link: &Value| {
        let url = link.as_str().and_then(|link| url::Url::parse(link).ok());
        url.is_some_and(|url| matches!(url.scheme(), "http" | "https"))
    };
    !links.is_empty()
        && links.iter().all(is_link)
        && links.iter().enumerate().all(|(index, link)| !links[..index].contains(link))
}

fn is_table(table: &Value) -> bool {
    let Some([header, rows @ ..]) = table.as_array().map(Vec::as_slice) else { return false };
    let Some(header) = header.as_array() else { return false };
    let is_row = |row: &Value| {
        let cells = row.as_array();
        cells.is_some_and(|cells| {
            cells.len() == header.len()
                && !cells.iter().any(|cell| cell.is_array() || cell.is_object())
        })
    };
    !header.is_empty() && header.iter().all(Value::is_string) && rows.iter().all(is_row)
}

fn are_charts(charts: &Value) -> bool {
    charts.as_array().is_some_and(|charts| {
        !charts.is_empty()
            && charts.iter().all(|chart| {
                chart["type"].is_string() && chart.get("data").or(chart.get("datasets")).is_some()
            })
    })
}

fn are_details(details: &Value, sources: &Value) -> bool {
    let Some(details) = details.as_array() else { return false };
    let links = sources.as_array().map_or(&[][..], Vec::as_slice);
    !details.is_empty()
        && details.iter().all(|detail| {
            detail.as_object().is_some_and(|detail| {
                detail.len() > 1
                    && detail.get("url").is_some_and(|url| links.contains(url))
                    && detail.values().all(is_filled)
            })
        })
}

/// Where a schema is not in the form that every client accepts, each fault with its place.
pub fn schema_faults(schema: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    if schema["type"] != "object" {
        faults.push("/: the root is not of type object".to_owned());
    }
    walk(schema, "", &mut faults);
    faults
}

/// The keywords of draft-07 and 2020-12 that mean the same in both and take a schema, schemas by name,
/// or a list of schemas.
const ONE: [&str; 3] = ["items", "additionalProperties", "not"];
const NAMED: [&str; 1] = ["properties"];
const LISTED: [&str; 2] = ["anyOf", "allOf"];
const PLAIN: [&str; 19] = [
    "type",
    "title",
    "description",
    "default",
    "examples",
    "enum",
    "const",
    "required",
    "minProperties",
    "maxProperties",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
];
const BOUNDS: [&str; 3] = ["exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

fn walk(schema: &Value, path: &str, faults: &mut Vec<String>) {
    let Value::Object(keywords) = schema else {
        faults.push(format!("{path}: a boolean schema"));
        return;
    };
    if keywords.is_empty() {
        faults.push(format!("{path}: an empty schema"));
    }
    if keywords.get("type").is_some_and(|name| !name.is_string()) {
        faults.push(format!("{path}: several types at once"));
    }
    // VS Code refuses all of a user's tools for one such node.
    if keywords.get("type").is_some_and(|name| name == "array") && !keywords.contains_key("items") {
        faults.push(format!("{path}: an array without `items`"));
    }
    check_lists(keywords, path, faults);
    for (keyword, value) in keywords {
        let at = format!("{path}/{keyword}");
        let keyword = keyword.as_str();
        if keyword == "additionalProperties" && *value == Value::Bool(false) {
            continue;
        }
        if ONE.contains(&keyword) {
            walk(value, &at, faults);
        } else if NAMED.contains(&keyword) {
            for (name, schema) in value.as_object().unwrap_or(&Map::new()) {
                walk(schema, &format!("{at}/{name}"), faults);
            }
        } else if LISTED.contains(&keyword) {
            for (index, schema) in value.as_array().into_iter().flatten().enumerate() {
                walk(schema, &format!("{at}/{index}"), faults);
            }
        } else if !PLAIN.contains(&keyword) && !BOUNDS.contains(&keyword) {
            faults.push(format!("{at}: a keyword that some clients do not know"));
        }
    }
}

/// Reports names that are required and not there, and lists that are empty or hold something twice.
fn check_lists(keywords: &Map<String, Value>, path: &str, faults: &mut Vec<String>) {
    let properties = keywords.get("properties").and_then(Value::as_object);
    for name in keywords.get("required").and_then(Value::as_array).into_iter().flatten() {
        let is_known =
            name.as_str().zip(properties).is_some_and(|(name, all)| all.contains_key(name));
        if !is_known {
            faults.push(format!("{path}/required: {name} is not among the properties"));
        }
    }
    for keyword in ["anyOf", "allOf", "enum"] {
        let Some(alternatives) = keywords.get(keyword) else { continue };
        let listed = alternatives.as_array().map_or(&[][..], Vec::as_slice);
        if listed.is_empty() {
            faults.push(format!("{path}/{keyword}: an empty list"));
        }
        for (index, alternative) in listed.iter().enumerate() {
            if listed[..index].contains(alternative) {
                faults.push(format!("{path}/{keyword}/{index}: twice in the list"));
            }
        }
    }
}
