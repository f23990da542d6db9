use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool(titel = "Cities")]
fn top_cities() -> DataToolOutput {
    DataToolOutput::new(citys, SOURCE)
}

fn main() {}
