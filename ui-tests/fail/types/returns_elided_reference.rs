use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities() -> &DataToolOutput {
    panic!()
}

fn main() {}
