use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(name = "to")] from: u16, to: u16) -> DataToolOutput {
    DataToolOutput::new((to - from).to_string(), SOURCE)
}

fn main() {}
