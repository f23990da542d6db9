use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

const MOST: u8 = 3;

/// The largest cities.
#[data_tool(title = MOST)]
fn top_cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
