use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

const NAME: &str = "cities";

/// The largest cities.
#[data_tool(name = NAME)]
fn top_cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
