use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

const LENGTH: usize = 3;

/// The largest cities.
#[data_tool(description = LENGTH)]
fn top_cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
