use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

const SECONDS: u64 = 0;

/// The largest cities.
#[data_tool(timeout = SECONDS)]
fn top_cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
