use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// For programmers: reads the list of cities.
#[data_tool(description = "The largest cities.")]
fn top_cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

const DESCRIPTION: &str = "The largest countries.";

#[data_tool(description = DESCRIPTION)]
fn top_countries() -> DataToolOutput {
    DataToolOutput::new("Japan", SOURCE)
}

#[data_tool(description = concat!("The largest ", "rivers."))]
fn top_rivers() -> DataToolOutput {
    DataToolOutput::new("Nile", SOURCE)
}

fn catalog_of(server: DataServer) -> mcp_data_runtime::Dispatcher {
    server.dispatcher(&mcp_data_runtime::Settings::default()).expect("a server that can start")
}

fn main() {
    let calls = catalog_of(DataServer::new("cities", "1").tools(tools!()));
    let description = |name: &str| calls.catalog().tool(name).expect("the tool").description();
    assert_eq!(description("top_cities"), "The largest cities.");
    assert_eq!(description("top_countries"), "The largest countries.");
    assert_eq!(description("top_rivers"), "The largest rivers.");
}
