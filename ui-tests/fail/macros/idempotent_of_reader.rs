use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool(idempotent = true)]
fn top_cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
