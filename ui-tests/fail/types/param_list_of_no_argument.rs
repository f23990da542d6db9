use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

struct Years;

/// The largest cities.
#[data_tool]
fn top_cities(years: Vec<Years>) -> DataToolOutput {
    DataToolOutput::new(years.len().to_string(), SOURCE)
}

fn main() {}
