use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
async fn top_cities() -> String {
    "Tokyo".to_owned()
}

fn main() {}
