use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool(icons = ["icon.svg"])]
fn top_cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
