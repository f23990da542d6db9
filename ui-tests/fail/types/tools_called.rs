use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn server() -> DataServer {
    DataServer::new("cities", "1").tools(tools![top_cities()])
}

fn main() {}
