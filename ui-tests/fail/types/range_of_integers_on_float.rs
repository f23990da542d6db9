use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(range = 0..=1)] count: f64) -> DataToolOutput {
    DataToolOutput::new(count.to_string(), SOURCE)
}

fn main() {}
