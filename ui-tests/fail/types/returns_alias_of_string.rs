use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

type Answer = String;

/// The largest cities.
#[data_tool]
fn top_cities() -> Answer {
    "Tokyo".to_owned()
}

fn main() {}
