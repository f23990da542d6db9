use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(default = 3)] count: Option<u8>) -> DataToolOutput {
    DataToolOutput::new(count.is_some().to_string(), SOURCE)
}

fn main() {}
