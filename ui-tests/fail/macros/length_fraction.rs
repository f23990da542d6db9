use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(length = 0.5..=20)] count: String) -> DataToolOutput {
    DataToolOutput::new(count, SOURCE)
}

fn main() {}
