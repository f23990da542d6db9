use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(year: u16, year: u16) -> DataToolOutput {
    DataToolOutput::new(year.to_string(), SOURCE)
}

fn main() {}
