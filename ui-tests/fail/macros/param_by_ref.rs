use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(ref country: String) -> DataToolOutput {
    DataToolOutput::new(country.as_str(), SOURCE)
}

fn main() {}
