use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(name = "first year")] from: u16) -> DataToolOutput {
    DataToolOutput::new(from.to_string(), SOURCE)
}

fn main() {}
