use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(countries: Vec<impl Into<String>>) -> DataToolOutput {
    DataToolOutput::new(countries.len().to_string(), SOURCE)
}

fn main() {}
