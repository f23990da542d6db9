use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(rank: Box<dyn Fn(u8) -> u8>) -> DataToolOutput {
    DataToolOutput::new(rank(1).to_string(), SOURCE)
}

fn main() {}
