use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(length = 2..=3, default = "Japan")] country: String) -> DataToolOutput {
    DataToolOutput::new(country, SOURCE)
}

fn main() {}
