use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

const PATTERN: &str = "^[A-Z]{2}$";

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(pattern = PATTERN)] count: String) -> DataToolOutput {
    DataToolOutput::new(count, SOURCE)
}

fn main() {}
