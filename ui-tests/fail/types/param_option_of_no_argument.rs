use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

struct Years;

/// The largest cities.
#[data_tool]
fn top_cities(years: Option<Years>) -> DataToolOutput {
    DataToolOutput::new(years.is_some().to_string(), SOURCE)
}

fn main() {}
