use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg()] count: u8) -> DataToolOutput {
    DataToolOutput::new(count.to_string(), SOURCE)
}

fn main() {}
