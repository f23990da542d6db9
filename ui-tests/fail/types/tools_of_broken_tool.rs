use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities() -> Vec<u8> {
    vec![1]
}

fn server() -> DataServer {
    DataServer::new("cities", "1").tools(tools![top_cities])
}

fn main() {}
