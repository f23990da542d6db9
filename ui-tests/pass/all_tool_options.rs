use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

use serde_json::json;

const MORE: Source = source!("https://example.org/more");
const TITLE: &str = "Largest cities";

/// The largest cities.
#[data_tool(
    name = "cities-of_2017",
    title = TITLE,
    description = "The largest cities.",
    sources(SOURCE, MORE, source!("https://example.org/third")),
    timeout = 2 * 30,
    destructive,
    open_world,
    idempotent = true,
    meta = json!({ "com.example/team": "atlas" }),
    icons = ["https://example.org/icon.svg"],
    crate = ::mcp_data_runtime,
)]
fn top_cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// With empty brackets.
#[data_tool()]
fn no_options() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// It writes, and destroys nothing.
#[data_tool(writes)]
fn writes() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// By its path.
#[mcp_data_runtime::data_tool(title = "By path")]
fn by_path() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn catalog_of(server: DataServer) -> mcp_data_runtime::Dispatcher {
    server.dispatcher(&mcp_data_runtime::Settings::default()).expect("a server that can start")
}

fn main() {
    let calls = catalog_of(DataServer::new("cities", "1").tools(tools!()));
    let tool = calls.catalog().tool("cities-of_2017").expect("the tool");
    assert_eq!(tool.meta()["com.example/team"], "atlas");
    assert_eq!(tool.meta()["sources"].as_array().map(Vec::len), Some(3));
    assert_eq!(calls.catalog().tools().len(), 4);
}
